//! Records the skaters of `toy.rs` to their end, has one of them pushed in the middle of it, and prints both timelines
//! side by side: the same up to the push, memory and all, and another future after it.
//!
//! Run with `cargo run -p recorder --example skaters`.

mod toy;

use std::error::Error;
use std::sync::Arc;

use recorder::{Orders, Recorder, Recording, Settings, compare};

use crate::toy::{Canal, Skater};

/// The tick at which someone is pushed, and who it is.
const PUSHED: (u32, u32) = (12, 0);

fn main() -> Result<(), Box<dyn Error>> {
    let start = [(0, 8), (20, 3), (60, 6)].map(|(at, speed)| Skater { at, speed });
    let canal = Arc::new(Canal(start.to_vec()));
    let first = Recorder::new(canal, Orders::default(), Settings::default()).finish()?;
    let second = first.splice(PUSHED.0, [PUSHED.1])?.finish()?;

    println!("tick  {:<32}second", "first");
    for tick in 0..=first.last_tick().max(second.last_tick()) {
        let pushed = if tick == PUSHED.0 { "  < a push" } else { "" };
        println!("{tick:4}  {:<32}{}{pushed}", shown(&first, tick), shown(&second, tick));
    }
    println!("first:  {}\nsecond: {}", won(&first), won(&second));
    let shared = (0..=PUSHED.0).filter(|&tick| same_memory(&first, &second, tick)).count();
    println!("ticks 0 to {}: {shared} of {} are the same memory in both", PUSHED.0, PUSHED.0 + 1);
    if let Some(parted) = compare(&first, &second).first {
        let (tick, stage, who, what) = (parted.tick, parted.stage, parted.entity, parted.field);
        println!("tick {tick}: they part in the stage `{stage}`: {what} of {who} is {} and {}", parted.a, parted.b);
    }
    Ok(())
}

/// Where everyone is, and the digest; a dot once the fight is over.
fn shown(recording: &Recording<Canal>, tick: u32) -> String {
    let Some(frame) = recording.frame(tick) else { return ".".to_owned() };
    let at: String = frame.rows().map(|skater| format!("{:4}", skater.at)).collect();
    format!("{at}  {:016x}", frame.digest())
}

fn won(recording: &Recording<Canal>) -> String {
    let winner = recording.last_frame().and_then(|frame| frame.outcome().copied());
    winner
        .map_or_else(|| "not over yet".to_owned(), |n| format!("{} came the longest way", recording.cast()[n as usize]))
}

fn same_memory(a: &Recording<Canal>, b: &Recording<Canal>, tick: u32) -> bool {
    let (Some(a), Some(b)) = (a.frame(tick), b.frame(tick)) else { return false };
    a.rows().zip(b.rows()).all(|(x, y)| std::ptr::eq(x, y))
}
