//! The tick clock: turns real time, told by the caller, into whole ticks and a fraction. It reads no clock itself.
