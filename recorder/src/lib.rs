//! Records a deterministic simulation, one frame a tick.

mod block;
mod clock;
mod codec;
mod digest;
pub mod file;
mod journal;
mod live;
mod orders;
mod recorder;
mod recording;
mod run;
mod simulation;
mod stored;

pub use clock::{DueTicks, STALL_MAX, Speed, TickClock, ticks_from_millis};
pub use codec::{CodecError, decode, encode};
pub use digest::{Digest, Section, fold};
pub use journal::Journal;
pub use live::{Checkpoint, Live};
pub use orders::{Orders, Stamped};
pub use recorder::{Budget, GUARD_TICKS, Progress, RecordError, Recorder, Settings};
pub use recording::{Frame, Recording, SeekError, SpliceError};
pub use simulation::{Data, Simulation, Stage, Step};
