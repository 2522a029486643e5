//! The tick clock: turns real time, told by the caller, into whole ticks and a fraction. It reads no clock itself.
//!
//! Everything is an integer, so that many short advances come to exactly the same as one long one.
