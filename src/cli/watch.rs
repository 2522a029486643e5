//! `foregone watch`: the player.

use std::path::Path;
use std::sync::Arc;

use foregone::kernel::assets::read_text;
use foregone::kernel::ruleset::Ruleset;
use foregone::view::{self, Watching};
use player::branches::Opening;
use player::playback::Speed;
use player::script::Script;
use recorder::{Recorder, Settings};

use super::args::{Change, FightArgs, Watch};
use super::console::{Console, is_interrupted};
use super::engage::{self, DEMO};
use super::exit::{Exit, Failure};
use super::fight::{self, Fight, OnFight};
use super::plan::FightPlan;

/// Watch a fight.
pub(crate) fn run(args: &Watch, console: &mut Console) -> Result<Exit, Failure> {
    let plan = FightPlan::new(&args.fight)?;
    let script = args.input.as_deref().map(read_script).transpose()?;
    let watching = Watching {
        at: args.at,
        speed: args.speed,
        spoiler_free: args.spoiler_free,
        size: args.size,
        script,
        shots: args.shots.clone(),
        stop: Some(is_interrupted),
        ..Watching::default()
    };
    fight::with(&plan, console, Showing { watching })
}

/// Show the demo to someone who gave no command; where there is no display, resolve it.
pub(crate) fn run_demo(console: &mut Console) -> Result<Exit, Failure> {
    if view::has_display().is_err() {
        return engage::run_demo(console);
    }
    let change = Change { seed: None, order: Vec::new(), orders: None };
    let plan = FightPlan::new(&FightArgs { fight: DEMO.into(), change })?;
    let watching = Watching { stop: Some(is_interrupted), ..Watching::default() };
    fight::with(&plan, console, Showing { watching })
}

struct Showing {
    watching: Watching,
}

impl OnFight for Showing {
    fn run<G: Ruleset>(self, fight: Fight<G>, _: &mut Console) -> Result<Exit, Failure> {
        let title = fight.title.clone().unwrap_or_else(|| fight.name.clone());
        let watching = Watching { title: format!("{title} · foregone"), ..self.watching };
        let opening = match fight.recording.clone() {
            Some(recording) => Opening::Ready(recording),
            None => {
                let (rules, orders) = (Arc::clone(fight.rules()?), fight.orders.clone());
                Opening::Resolve(Box::new(Recorder::with_notes(rules, orders, Settings::default(), fight.notes())))
            }
        };
        view::watch(G::NAME, opening, watching).map_err(|error| {
            let help = error.help();
            Failure::cannot_run_help(error, help)
        })?;
        if is_interrupted() { Err(Failure::interrupted()) } else { Ok(Exit::Done) }
    }
}

fn read_script(path: &Path) -> Result<Script, Failure> {
    let text = read_text(path)?;
    Script::read(&text).map_err(|error| {
        Failure::cannot_run_help(
            format_args!("cannot read the script {}:\n{error}", path.display()),
            "a line is `frame N` and one of: key K, click X Y, rightclick X Y, move X Y, drag X1 Y1 X2 Y2, \
             wheel X Y NOTCHES, shot NAME, quit",
        )
    })
}

/// Read a speed: one of those there are.
pub(crate) fn speed(text: &str) -> Result<Speed, String> {
    let number = text.trim().trim_end_matches(['x', '×']).replace('−', "-").replace('½', "0.5");
    let times: f64 = number.parse().map_err(|_| SPEEDS.to_owned())?;
    Speed::nearest(times).filter(|speed| (speed.times() - times).abs() < 1e-9).ok_or_else(|| SPEEDS.to_owned())
}

const SPEEDS: &str = "a speed is one of -8, -4, -2, -1, -0.5, 0.5, 1, 2, 4, 8";

/// Read the size of a window.
pub(crate) fn size(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "a size is WIDTHxHEIGHT in points, from 320x200 to 16384x16384".to_owned();
    let (w, h) = text.split_once(['x', '×']).ok_or_else(wrong)?;
    let read = |text: &str, least: u32| text.parse().ok().filter(|n| (least..=16_384).contains(n));
    Ok((read(w, 320).ok_or_else(wrong)?, read(h, 200).ok_or_else(wrong)?))
}
