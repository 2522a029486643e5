//! The heap, with a cap: asking for more ends the process, which libFuzzer keeps the input of.

use std::alloc::System;

use cap::Cap;

/// The most bytes that may be in use at once, whatever is opened. What zstd takes for itself is not counted.
const BYTES_MAX: usize = 512 << 20;

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, BYTES_MAX);
