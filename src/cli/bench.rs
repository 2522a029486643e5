//! `foregone bench`: named scenes, ours beside the alternatives.

use foregone::bench::{Figure, SCENES, Scene, Size, scene};
use foregone::kernel::problem::suggest;
use serde::Serialize;

use super::args::Bench;
use super::console::Console;
use super::exit::{Exit, Failure};
use super::interrupt::check_interrupt;

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Measured {
    scenes: Vec<Figure>,
}

/// What `--list --json` prints.
#[derive(Debug, Serialize)]
struct Listed {
    scenes: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    name: &'static str,
    about: &'static str,
}

/// Measure.
pub(crate) fn run(args: &Bench, console: &mut Console) -> Result<Exit, Failure> {
    let scenes = chosen(&args.scenes)?;
    if args.list {
        list(&scenes, args.json, console);
        return Ok(Exit::Done);
    }
    let size = if args.quick { Size::Quick } else { Size::Full };
    let bar = console.bar("Measuring", scenes.len() as u64);
    let mut figures = Vec::new();
    for scene in scenes {
        bar.set_message(format!("Measuring {}", scene.name));
        figures.extend((scene.run)(size));
        check_interrupt()?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.json {
        console.json(&Measured { scenes: figures });
    } else {
        figures.iter().for_each(|figure| tell(figure, console));
    }
    Ok(Exit::Done)
}

fn list(scenes: &[&'static Scene], json: bool, console: &mut Console) {
    if json {
        let scenes = scenes.iter().map(|scene| Entry { name: scene.name, about: scene.about }).collect();
        console.json(&Listed { scenes });
    } else {
        scenes.iter().for_each(|scene| console.say(format_args!("{:12} {}", scene.name, scene.about)));
    }
}

fn chosen(names: &[String]) -> Result<Vec<&'static Scene>, Failure> {
    if names.is_empty() {
        return Ok(SCENES.iter().collect());
    }
    let known: Vec<&str> = SCENES.iter().map(|scene| scene.name).collect();
    let found = names.iter().map(|name| {
        scene(name).ok_or_else(|| {
            let help = suggest(name, &known).unwrap_or_else(|| format!("the scenes are: {}", known.join(", ")));
            Failure::cannot_run_help(format_args!("unknown scene `{name}`"), help)
        })
    });
    found.collect()
}

fn tell(figure: &Figure, console: &mut Console) {
    let met = if figure.met { "met" } else { "MISSED" };
    console.say(format_args!("{:20} {:>12.3} {}", figure.name, figure.ours, figure.unit));
    for (name, other) in &figure.others {
        console.say(format_args!("{:20} {other:>12.3} {name}", ""));
    }
    console.say(format_args!("{:20} {:>12.3} ratio; target {}: {met}", "", figure.ratio, figure.target));
}
