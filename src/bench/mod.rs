//! Benchmarks: named scenes that run ours beside the alternatives, in one process, on the same fight.
//!
//! Every figure is the median of alternating rounds, and every contender's product is digested (outside the timing):
//! nobody can win by doing less.

mod arena;
mod digest;
mod draw;
mod entropy;
pub mod errands;
#[cfg(feature = "player")]
mod export;
mod kitchen;
mod legion;
#[cfg(feature = "player")]
mod looks;
mod massed;
#[cfg(feature = "player")]
mod picture;
mod played;
#[cfg(feature = "player")]
mod player;
mod record;
mod rehearsed;
mod seek;
mod separation;
mod splice;
mod stalemate;
mod sweep;
mod timing;

use std::collections::BTreeMap;
use std::sync::Arc;

use bincode::Encode;
use recorder::{Holding, Orders, Recorder, Recording, Settings, Simulation, fold};
use serde::Serialize;

use crate::kernel::assets::Assets;
use crate::kernel::ruleset::Ruleset;
use crate::kernel::scenario::Scenario;

/// How much a run measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Enough to quote.
    Full,
    /// Enough to see that a scene runs.
    Quick,
}

impl Size {
    fn rounds(self) -> usize {
        match self {
            Self::Full => 9,
            Self::Quick => 1,
        }
    }

    fn scaled(self, full: u32) -> u32 {
        match self {
            Self::Full => full,
            Self::Quick => (full / 100).max(2),
        }
    }
}

/// One figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figure {
    /// The scene, and what of it: `record-ten`, `record-ten/stored`.
    pub name: &'static str,
    /// Ours.
    pub ours: f64,
    /// The alternatives'.
    pub others: BTreeMap<&'static str, f64>,
    /// Ours against the alternative that the gate names.
    pub ratio: f64,
    /// What the figures count.
    pub unit: &'static str,
    /// The digest of what was produced, the same for all.
    pub digest: String,
    /// What is asked, in words.
    pub target: &'static str,
    /// Whether it is met.
    pub met: bool,
}

/// A scene: its name, what it measures, and how.
#[derive(Debug)]
pub struct Scene {
    /// The name to ask for.
    pub name: &'static str,
    /// What it measures, in a sentence.
    pub about: &'static str,
    /// Run it.
    pub run: fn(Size) -> Vec<Figure>,
}

/// All scenes.
pub const SCENES: &[Scene] = &[
    Scene {
        name: "record-ten",
        about: "record the 10v10: time and bytes, beside deep clones and an Arc a row",
        run: record::run,
    },
    Scene {
        name: "seek",
        about: "show a tick anywhere in the 10v10, from memory and from packed bytes",
        run: seek::run,
    },
    Scene {
        name: "splice",
        about: "a thousand orders spliced into one recording: what each keeps beyond its own future",
        run: splice::run,
    },
    Scene {
        name: "massed",
        about: "record 8,632 men who march and fight: time and bytes beside naive ones, seeks into packed blocks",
        run: massed::run,
    },
    Scene { name: "digest", about: "digest 276 KB of state, beside FNV-1a byte by byte", run: digest::run },
    Scene {
        name: "stalemate",
        about: "record 1,800 ticks in which little changes: what sharing saves",
        run: stalemate::run,
    },
    Scene { name: "sweep-ten", about: "the 10v10 under many seeds, on one thread and on two", run: sweep::run },
    Scene {
        name: "legion/battle",
        about: "the whole default battle of 8,632 men: a tick's time on one thread and on two, and how much faster than real time",
        run: legion::battle,
    },
    Scene {
        name: "legion/record",
        about: "record the default battle where its lines meet: time beside naive clones, bytes beside entropy, a tick's digest, seeks",
        run: legion::record,
    },
    Scene {
        name: "legion/growth",
        about: "the default battle with 1,000, 2,500, 8,632 and 20,000 men: how a tick's time grows",
        run: legion::growth,
    },
    Scene { name: "legion/separation", about: "part the bodies of 8,632 men who press together", run: separation::run },
    Scene { name: "draw", about: "draw from a stream and fork one, beside ChaCha8", run: draw::run },
    Scene {
        name: "arena-path",
        about: "search ten thousand ways across the arena, beside a plain A*, and read as many off kept fields",
        run: arena::paths,
    },
    Scene { name: "arena-match", about: "step an arena match of four bodies, and a whole duel", run: arena::matches },
    Scene { name: "arena-crowd", about: "step 3,000 agents in one arena: the slowest ticks", run: arena::crowd },
    Scene {
        name: "kitchen-cooks",
        about: "step four cooks who walk and press, and an evening of heads",
        run: kitchen::cooks,
    },
    #[cfg(feature = "player")]
    Scene { name: "player/list", about: "build a frame of 200 units as a list of shapes", run: player::list },
    #[cfg(feature = "player")]
    Scene { name: "player/seek", about: "seek in the 10v10 and build the picture", run: player::seek },
    #[cfg(feature = "player")]
    Scene {
        name: "player/order",
        about: "order in the 10v10: up to the first new frame, and all that comes of it",
        run: player::order,
    },
    #[cfg(feature = "player")]
    Scene {
        name: "legion/picture",
        about: "a picture of 8,632 men while their lines meet, from far, middle and near",
        run: picture::run,
    },
    #[cfg(feature = "player")]
    Scene { name: "export/gif", about: "draw and pack an animation without a display", run: export::gif },
];

/// Find a scene by name.
#[must_use]
pub fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}

/// Open a shipped fight.
fn shipped<G: Ruleset>(name: &str) -> Arc<G> {
    let assets = Assets::embedded();
    let opened = Scenario::find(&assets, name).and_then(|scenario| G::open(&scenario, &assets, None));
    Arc::new(opened.unwrap_or_else(|problems| panic!("the shipped fight {name} does not open: {problems}")))
}

fn resolved<G: Ruleset>(rules: &Arc<G>) -> Recording<G> {
    Recorder::new(Arc::clone(rules), Orders::new(rules.scenario_orders()), Settings::default())
        .finish()
        .expect("a shipped fight ends")
}

/// Rows shown in all frames together.
fn unit_ticks<G: Ruleset>(recording: &Recording<G>) -> f64 {
    recording.memory().rows as f64
}

/// Bytes a tick of a recording's packed blocks.
fn packed_bytes<S: Simulation>(recording: &Recording<S>) -> f64 {
    let blocks = recording.blocks();
    let packed = blocks.iter().filter(|block| block.holding == Holding::Stored);
    let (bytes, ticks) = packed.fold((0, 0), |(b, t), block| (b + block.bytes, t + block.last - block.first + 1));
    bytes as f64 / f64::from(ticks)
}

/// Fold a row's bytes: the same for whoever kept it.
fn row_digest<R: Encode>(running: u64, row: &R) -> u64 {
    fold(running, recorder::hash(&recorder::encode(row)))
}

fn others<const N: usize>(figures: [(&'static str, f64); N]) -> BTreeMap<&'static str, f64> {
    figures.into_iter().collect()
}

fn hex(digest: u64) -> String {
    format!("{digest:016x}")
}
