#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod block;
mod clock;
mod codec;
mod column;
pub mod compare;
pub mod crew;
mod digest;
pub mod file;
mod inventory;
mod journal;
mod live;
mod memory;
mod orders;
mod packed;
mod packing;
#[cfg(any(test, target_family = "wasm"))]
#[cfg_attr(not(target_family = "wasm"), allow(dead_code, reason = "tested everywhere"))]
mod plain_zstd;
mod recorder;
mod recording;
mod remade;
mod run;
mod simulation;
mod stored;
mod timelines;
mod unpacked;
mod varint;
pub mod verify;
mod window;

pub use clock::{DueTicks, STALL_MAX, Speed, TickClock, ticks_from_millis};
pub use codec::{CodecError, decode, encode};
pub use column::Cell;
pub use compare::{Comparison, Difference, compare};
pub use digest::{Digest, Section, fold, hash};
pub use inventory::{BlockInfo, Holding};
pub use journal::Journal;
pub use live::{Checkpoint, Live, Watch};
pub use memory::Memory;
pub use orders::{Orders, Stamped};
pub use packing::{Before, Packer, Packing, Take, Unpacker};
pub use recorder::{Budget, GUARD_TICKS, Progress, RecordError, Recorder, Settings};
pub use recording::{Frame, Recording, Rows, SeekError, SpliceError};
pub use simulation::{Data, Show, Simulation, Stage, Step};
pub use timelines::{Branch, BranchId, DeleteError, Timelines};
