//! Records a deterministic simulation.
mod clock; mod digest; mod journal; mod orders; mod simulation;
pub use clock::{DueTicks, STALL_MAX, Speed, TickClock, ticks_from_millis};
pub use digest::{Digest, Section, fold};
pub use journal::Journal;
pub use orders::{Orders, Stamped};
pub use simulation::{Data, Simulation, Stage, Step};
/// Ticks by which the recorder's guard stands above the rules' own cap.
pub const GUARD_TICKS: u32 = 8;
