//! Everything the program opens, held against bytes of any content: no panic, no more memory than the cap, an end in time.
//!
//! A target is a function here and a file under `bin`; `bin/seeds.rs` makes what each starts from. See README.md.

mod fight;
mod heap;
mod loose;
mod report;
mod texts;
mod trail;

pub use fight::fight;
pub use loose::loosen;
pub use report::report;
pub use texts::{SMALL, ledger, level, orders, scenario, script};
pub use trail::{about, trail, trail_of};
