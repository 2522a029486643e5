//! `foregone export`: a picture, an animation or a shorter recording of a fight, without a display.

#[cfg(feature = "player")]
mod pictures;

use foregone::kernel::problem::counted;
use foregone::kernel::ruleset::Ruleset;
use recorder::Recording;
use serde::Serialize;

use super::args::Export;
use super::console::Console;
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::plan::FightPlan;
use super::resolve::resolve;
use super::state::check_tick;
use super::write::{Pending, keep_apart};

#[cfg(feature = "player")]
pub(crate) use pictures::{Size, size};

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Exported {
    file: String,
    bytes: u64,
    frames: u64,
}

/// What was made.
struct Made {
    bytes: u64,
    frames: u64,
}

/// Ticks from one to another, both of them too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ticks {
    first: u32,
    last: u32,
}

/// What is asked for.
enum Wanted {
    Frames(Frames),
    Script,
}

/// Something made of frames.
enum Frames {
    #[cfg(feature = "player")]
    Picture(u32, Size),
    #[cfg(feature = "player")]
    Animation(Ticks, Size),
    Clip(Ticks),
}

/// Make it.
pub(crate) fn run(args: &Export, console: &mut Console) -> Result<Exit, Failure> {
    let wanted = Wanted::of(args);
    let plan = FightPlan::new(&args.fight)?;
    let read = plan.source.path().into_iter().chain(args.fight.change.orders.as_deref());
    keep_apart(read, [args.out.as_path()])?;
    fight::with(&plan, console, Exporting { args, wanted })
}

impl Wanted {
    fn of(args: &Export) -> Self {
        Frames::of(args).map_or(Self::Script, Self::Frames)
    }
}

impl Frames {
    #[cfg(feature = "player")]
    fn of(args: &Export) -> Option<Self> {
        let picture = args.png.map(|tick| Self::Picture(tick, args.size));
        let animation = args.gif.map(|ticks| Self::Animation(ticks, args.size));
        let clip = args.clip.map(Self::Clip);
        picture.or(animation).or(clip)
    }

    #[cfg(not(feature = "player"))]
    fn of(args: &Export) -> Option<Self> {
        args.clip.map(Self::Clip)
    }

    /// The first and the last tick of it.
    fn ticks(&self) -> [u32; 2] {
        match self {
            #[cfg(feature = "player")]
            Self::Picture(tick, _) => [*tick, *tick],
            #[cfg(feature = "player")]
            Self::Animation(ticks, _) => [ticks.first, ticks.last],
            Self::Clip(ticks) => [ticks.first, ticks.last],
        }
    }
}

struct Exporting<'a> {
    args: &'a Export,
    wanted: Wanted,
}

impl OnFight for Exporting<'_> {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure> {
        let out = Pending::new(&self.args.out)?;
        match &self.wanted {
            Wanted::Frames(frames) => self.frames(frames, &fight, out, console),
            Wanted::Script => self.script(&fight, out, console),
        }
    }
}

impl Exporting<'_> {
    fn frames<G: Ruleset>(
        &self,
        wanted: &Frames,
        fight: &Fight<G>,
        out: Pending,
        console: &mut Console,
    ) -> Result<Exit, Failure> {
        let recording = resolve(fight, console)?;
        for tick in wanted.ticks() {
            check_tick(&recording, tick)?;
        }
        let made = match *wanted {
            #[cfg(feature = "player")]
            Frames::Picture(tick, size) => pictures::picture(recording, tick, size, out)?,
            #[cfg(feature = "player")]
            Frames::Animation(ticks, size) => pictures::animation(recording, ticks, size, out, console)?,
            Frames::Clip(ticks) => clip(&recording, ticks, out)?,
        };
        self.tell(console, &made, &counted(made.frames, "frame"))
    }

    /// A script is what was put in; nothing is resolved for it.
    fn script<G: Ruleset>(&self, fight: &Fight<G>, mut out: Pending, console: &mut Console) -> Result<Exit, Failure> {
        let rules = fight.rules()?;
        let scenario = fight.scenario.as_deref();
        let text = scenario.and_then(|scenario| rules.write_script(scenario, &fight.orders)).ok_or_else(|| {
            Failure::cannot_run_help(
                format!("fights of {} are not played from scripts: {}", G::NAME, fight.name),
                "`foregone report` writes a file that runs it again",
            )
        })?;
        out.put(text.as_bytes())?;
        let orders = counted(fight.orders.all().len(), "order");
        self.tell(console, &Made { bytes: out.finish()?, frames: 0 }, &orders)
    }

    fn tell(&self, console: &mut Console, made: &Made, what: &str) -> Result<Exit, Failure> {
        let (file, bytes) = (self.args.out.display().to_string(), made.bytes);
        if self.args.json {
            console.json(&Exported { file, bytes, frames: made.frames });
        } else {
            console.say(format_args!("{file}: {what}, {bytes} bytes"));
        }
        Ok(Exit::Done)
    }
}

fn clip<G: Ruleset>(recording: &Recording<G>, ticks: Ticks, mut out: Pending) -> Result<Made, Failure> {
    let bytes = recording.clip(ticks.first..=ticks.last).map_err(Failure::broken)?;
    out.put(&bytes)?;
    Ok(Made { bytes: out.finish()?, frames: u64::from(ticks.last - ticks.first) + 1 })
}

/// Read a range of ticks.
pub(crate) fn ticks(text: &str) -> Result<Ticks, String> {
    let wrong = || "ticks are A..B, from the first to the last of them, as in 37..111".to_owned();
    let (first, last) = text.split_once("..").ok_or_else(wrong)?;
    let read = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
    let (first, last) = (read(first)?, read(last)?);
    if first > last {
        return Err(format!("tick {first} comes after tick {last}; the earlier one stands first"));
    }
    Ok(Ticks { first, last })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_both_ends_and_go_forwards() {
        assert_eq!(ticks("37..111"), Ok(Ticks { first: 37, last: 111 }));
        assert_eq!(ticks("5..5"), Ok(Ticks { first: 5, last: 5 }));
        assert!(ticks("6..5").unwrap_err().contains("earlier"));
        for wrong in ["", "5", "5..", "..5", "-1..5", "a..b", "1..99999999999", "1..2..3"] {
            assert!(ticks(wrong).is_err(), "{wrong}");
        }
    }
}
