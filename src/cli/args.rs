//! The command line as it is typed. What is meant by it is worked out in `plan.rs`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// An auto-battler whose fights are decided before they are shown.
///
/// A fight is a pure function of its scenario, its seed and its orders. `engage` computes it to its end into a
/// recording; everything else reads that recording.
#[derive(Debug, Parser)]
#[command(name = "foregone", version, max_term_width = 100, disable_help_subcommand = true)]
#[command(after_help = "FIGHT is a name (see `foregone list`), a scenario *.toml, a report *.report.toml or a \
    recording *.fight.\n\nExit codes: 0 done or same, 1 a difference was found, 2 cannot run, 3 rules changed,\n\
    4 the rules broke their own promise, 130 interrupted (143 by `kill`,\n\
    129 by a terminal that hangs up).")]
pub(crate) struct Typed {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Args)]
pub(crate) struct Global {
    /// Read content and fights from DIR instead of those built in
    #[arg(long, global = true, value_name = "DIR", help_heading = "Everywhere")]
    pub assets: Option<PathBuf>,
    /// Use N threads where there is work for several; results do not depend on it
    #[arg(long, global = true, value_name = "N", value_parser = threads, allow_negative_numbers = true,
        help_heading = "Everywhere")]
    pub threads: Option<usize>,
    /// Colour the text; `auto` does so on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN",
        help_heading = "Everywhere")]
    pub color: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(List),
    Engage(Engage),
    Trail(Trail),
    State(State),
    Report(Report),
    Reproduce(Reproduce),
    Diff(Diff),
    Verify(Verify),
    Check(Check),
    Bless(Bless),
    Inspect(Inspect),
    Sweep(Sweep),
    #[cfg(feature = "player")]
    Watch(Watch),
    Export(Export),
    Schema(Schema),
    Bench(Bench),
}

/// What names a fight and changes it.
#[derive(Debug, Args)]
pub(crate) struct FightArgs {
    /// A name (`skirmish/demo`), a scenario *.toml, a report *.report.toml or a recording *.fight
    #[arg(value_name = "FIGHT")]
    pub fight: PathBuf,
    #[command(flatten)]
    pub change: Change,
}

/// What changes a fight.
#[derive(Debug, Args)]
pub(crate) struct Change {
    /// Use this seed instead of the fight's own
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Give an order at a tick, as in "90 ally retreat 3", "90 ally retreat all", "60 ally focus 7"; repeatable
    #[arg(long = "order", value_name = "TICK SIDE KIND ARGS", allow_hyphen_values = true)]
    pub order: Vec<String>,
    /// Give the orders of a file: a TOML file with a list `orders`, such as a report
    #[arg(long, value_name = "FILE")]
    pub orders: Option<PathBuf>,
}

/// List the fights that are built in
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  foregone list\n  foregone list --json | jq -r '.fights[].name'")]
pub(crate) struct List {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Resolve a fight to its end and sum it up
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  foregone engage skirmish/demo\n  \
    foregone engage skirmish/demo --seed 41 --out demo.fight\n  \
    foregone engage skirmish/demo --order \"90 ally retreat 3\" --json")]
pub(crate) struct Engage {
    #[command(flatten)]
    pub fight: FightArgs,
    /// Keep the recording in a file
    #[arg(long, value_name = "F.fight")]
    pub out: Option<PathBuf>,
    /// Write a report of the fight, for others to reproduce
    #[arg(long, value_name = "F.report.toml")]
    pub report: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Print the digest of every tick
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  foregone trail skirmish/demo --every 10\n  \
    foregone trail skirmish/demo --sections --json")]
pub(crate) struct Trail {
    #[command(flatten)]
    pub fight: FightArgs,
    /// Print each Nth tick, and the last
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..),
        allow_negative_numbers = true)]
    pub every: u32,
    /// Print the digest of each section of the state as well
    #[arg(long)]
    pub sections: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Show everything that can be seen at a tick
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  foregone state skirmish/demo --at 120\n  \
    foregone state skirmish/demo --at 120 --json | jq '.rows[] | select(.alive)'")]
pub(crate) struct State {
    #[command(flatten)]
    pub fight: FightArgs,
    /// The tick; 0 is the moment before anyone has acted
    #[arg(long, value_name = "TICK", allow_negative_numbers = true)]
    pub at: u32,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Write a bug report: all that is needed to see the same fight elsewhere
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  foregone report skirmish/demo --out demo.report.toml\n  \
    foregone report mine.toml --seed 41 --out odd.report.toml --note \"unit 3 walks through the wall at 120\"")]
pub(crate) struct Report {
    #[command(flatten)]
    pub fight: FightArgs,
    /// Where to write it
    #[arg(long, value_name = "F.report.toml")]
    pub out: PathBuf,
    /// What is wrong, in your words
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Run a report again and judge: same, diverged, rules changed or cannot run
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  foregone reproduce odd.report.toml")]
pub(crate) struct Reproduce {
    /// The report
    #[arg(value_name = "F.report.toml")]
    pub file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Compare two fights and find the first tick, stage, entity and field that differ
///
/// Two reports of one fight that hold other trails are compared as they were written, and so are two trails: nothing is
/// run.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  foregone diff skirmish/demo skirmish/retreat\n  \
    foregone diff old.fight new.fight\n  foregone diff mine.trail.toml theirs.trail.toml")]
pub(crate) struct Diff {
    /// One fight, or a trail
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The other, of the same kind if it is a trail
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Resolve a fight in every way there is and hold the results against each other, tick by tick
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  foregone verify skirmish/demo\n  \
    foregone verify skirmish/demo --emit-trail demo.trail.toml    on one machine, or in one build\n  \
    foregone verify skirmish/demo --against demo.trail.toml       on the other")]
pub(crate) struct Verify {
    #[command(flatten)]
    pub fight: FightArgs,
    /// Run this mode only; repeatable
    #[arg(long, value_name = "MODE", value_parser = super::verify::modes())]
    pub mode: Vec<String>,
    /// If all is well, keep what the fight came to at every tick, for another machine or build
    #[arg(long, value_name = "F.trail.toml")]
    pub emit_trail: Option<PathBuf>,
    /// Hold the fight against a trail from another machine or build: the mode `against`
    #[arg(long, value_name = "F.trail.toml")]
    pub against: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Hold the goldens against a fresh run
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  foregone check\n  foregone check skirmish/demo --goldens goldens")]
pub(crate) struct Check {
    /// Which ones; all of them if none is named
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Where the goldens are; if not said, `goldens` here, and without that those built in
    #[arg(long, value_name = "DIR")]
    pub goldens: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Rewrite goldens, by hand only; the reason is kept in them
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  foregone bless skirmish/demo --reason \"units now yield to the lower id\"")]
pub(crate) struct Bless {
    /// Which ones
    #[arg(value_name = "NAME", required = true)]
    pub names: Vec<String>,
    /// Why the golden moves
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    /// Where the goldens are; if not said, `goldens` here
    #[arg(long, value_name = "DIR")]
    pub goldens: Option<PathBuf>,
}

/// Show what a recording is made of: frames, sharing, bytes, checkpoints, cost by stage
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  foregone inspect demo.fight\n  foregone inspect skirmish/ten --json")]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub fight: FightArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Resolve a fight under many seeds, in parallel; results come in seed order
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  foregone sweep skirmish/ten --seeds 0..10000\n  \
    foregone sweep skirmish/demo --seeds 1..201 --csv demo.csv --json")]
pub(crate) struct Sweep {
    /// A name (`skirmish/demo`), a scenario *.toml, a report *.report.toml or a recording *.fight
    #[arg(value_name = "FIGHT")]
    pub fight: PathBuf,
    /// Seeds from A up to but not including B
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    pub seeds: String,
    /// Give an order at a tick, in every fight; repeatable
    #[arg(long = "order", value_name = "TICK SIDE KIND ARGS", allow_hyphen_values = true)]
    pub order: Vec<String>,
    /// Give the orders of a file, in every fight
    #[arg(long, value_name = "FILE")]
    pub orders: Option<PathBuf>,
    /// Run so many fights at once; as many as there are threads if not said
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub jobs: Option<usize>,
    /// Write one line a seed to a CSV file
    #[arg(long, value_name = "F.csv")]
    pub csv: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Watch a fight in a window
#[cfg(feature = "player")]
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  foregone watch skirmish/demo\n  \
    foregone watch demo.fight --at 120 --speed 0.5\n  \
    foregone watch my.squad.toml\n  \
    foregone watch skirmish/demo --input script.txt --shots shots")]
pub(crate) struct Watch {
    #[command(flatten)]
    pub fight: FightArgs,
    /// Begin paused at this tick
    #[arg(long, value_name = "TICK", allow_negative_numbers = true)]
    pub at: Option<u32>,
    /// Begin at this speed: -8, -4, -2, -1, -0.5, 0.5, 1, 2, 4 or 8
    #[arg(long, value_name = "X", value_parser = super::watch::speed, allow_hyphen_values = true)]
    pub speed: Option<player::playback::Speed>,
    /// Hide length and outcome beyond what was watched
    #[arg(long)]
    pub spoiler_free: bool,
    /// Open a window of this size
    #[arg(long, value_name = "WxH", value_parser = super::watch::size)]
    pub size: Option<(u32, u32)>,
    /// Let a script be the hand: lines such as `frame 30 key space`, `frame 60 shot NAME`, `frame 61 quit`
    #[arg(long, value_name = "SCRIPT")]
    pub input: Option<PathBuf>,
    /// Write the script's shots into a directory, as PNG
    #[arg(long, value_name = "DIR")]
    pub shots: Option<PathBuf>,
}

/// Make a picture, an animation, a shorter recording or a script of a fight; no display is needed
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("what").required(true))]
#[cfg_attr(
    feature = "player",
    command(after_help = "Both ends of A..B belong to it.\n\nExamples:\n  \
    foregone export skirmish/demo --png 120 --out demo.png --size 1280x720\n  \
    foregone export skirmish/demo --gif 60..110 --out demo.gif\n  \
    foregone export long.fight --clip 37..111 --out best.fight\n  \
    foregone export played.fight --script --out mine.toml")
)]
#[cfg_attr(
    not(feature = "player"),
    command(after_help = "Both ends of A..B belong to it. This build is headless: it \
    makes clips and scripts, and no pictures.\n\nExamples:\n  \
    foregone export long.fight --clip 37..111 --out best.fight\n  \
    foregone export played.fight --script --out mine.toml")
)]
pub(crate) struct Export {
    #[command(flatten)]
    pub fight: FightArgs,
    /// Draw the tick as a PNG picture
    #[cfg(feature = "player")]
    #[arg(long, value_name = "TICK", group = "what", allow_negative_numbers = true)]
    pub png: Option<u32>,
    /// Draw the ticks as a GIF animation that plays for ever, 20 pictures a second
    #[cfg(feature = "player")]
    #[arg(long, value_name = "A..B", group = "what", value_parser = super::export::ticks, allow_hyphen_values = true)]
    pub gif: Option<super::export::Ticks>,
    /// Write a recording of just these ticks, to be watched
    #[arg(long, value_name = "A..B", group = "what", value_parser = super::export::ticks, allow_hyphen_values = true)]
    pub clip: Option<super::export::Ticks>,
    /// Write a scenario with all that was put in, which plays it again: of rounds in a kitchen
    #[arg(long, group = "what")]
    pub script: bool,
    /// Where to write it
    #[arg(long, value_name = "F")]
    pub out: PathBuf,
    /// Width and height of pictures, in pixels
    #[cfg(feature = "player")]
    #[arg(long, value_name = "WxH", default_value = "640x360", conflicts_with = "clip", value_parser = super::export::size)]
    pub size: super::export::Size,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Say what each kind of file may hold, as JSON Schema, for editors to complete and check
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  foregone schema                                     the kinds of files there are\n  \
    foregone schema skirmish/fights > fights.schema.json\n  \
    foregone schema --out schemas                       all of them, a file each\n\n\
    An editor that knows TOML checks a file whose first line is `#:schema schemas/skirmish-fights.schema.json`."
)]
pub(crate) struct Schema {
    /// Kinds of files; all of them if none is named
    #[arg(value_name = "KIND")]
    pub kinds: Vec<String>,
    /// Write them into this folder, a file each
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print the list as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Measure ours beside the alternatives, in one process
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  foregone bench --list\n  foregone bench record-ten seek --json\n\nBeside libraries that are in no build of the product: `cargo run --release` in rivals/"
)]
pub(crate) struct Bench {
    /// Scenes to run; all of them if none is named
    #[arg(value_name = "SCENE")]
    pub scenes: Vec<String>,
    /// List the scenes and what each measures
    #[arg(long)]
    pub list: bool,
    /// Measure just enough to see that the scenes run
    #[arg(long)]
    pub quick: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The highest seed: what a TOML integer holds, so that every seed can stand in a report.
pub(crate) const SEED_MAX: u64 = i64::MAX as u64;

/// Read a seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(seed) if seed <= SEED_MAX => Ok(seed),
        _ => Err(format!("a seed is a whole number from 0 to {SEED_MAX}")),
    }
}

/// Threads beyond which nothing is gained on any machine there is.
const THREADS_MAX: usize = 1024;

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if (1..=THREADS_MAX).contains(&n) => Ok(n),
        _ => Err(format!("a number from 1 to {THREADS_MAX} was expected")),
    }
}
