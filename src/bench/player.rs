//! The player without a window: a frame of many units as a list of shapes, a seek up to its picture, an order up to the
//! first frame that shows it, and what of the fight it costs.

use std::sync::Arc;

use player::branches::Opening;
use player::canvas::Canvas;
use player::command::Command;
use player::playback::Moment;
use player::raster::Raster;
use player::theatre::{Start, Theatre};
use recorder::{Budget, Orders, Recorder, Recording, Settings};

use super::looks::{self, WINDOW, draw};
use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others, resolved, shipped};
use crate::skirmish::Skirmish;
use crate::skirmish::field::{START_TILES_X, TILES_Y};
use crate::skirmish::muster::Muster;
use crate::view;

/// Units of a side in the crowd.
const CROWD: usize = 100;
/// Moments that one making looks at.
const LOOKS: u32 = 20;

/// A frame of 200 units.
pub fn list(size: Size) -> Vec<Figure> {
    let looks = if size == Size::Full { LOOKS } else { 2 };
    let recording = resolved(&crowd());
    let units = recording.frame(20).map_or(0, |frame| frame.rows().filter(|unit| unit.is_up()).count());
    assert!(units >= CROWD * 2 * 9 / 10, "the crowd is {units}");
    let mut scenes = [stage(recording.clone()), stage(recording)];
    let moments = (0..looks).map(|n| Moment::between(10 + n % 20, f64::from(n) / f64::from(LOOKS)));
    let ([list, triangles], digest) = looks::measure(&mut scenes, moments, size);
    let each = |seconds: f64| seconds * 1e3 / f64::from(looks);
    vec![Figure {
        name: "player/list",
        ours: each(list),
        others: others([("and as triangles", each(triangles))]),
        ratio: list / triangles,
        unit: "ms a frame of 200 units, as a list of shapes",
        digest: hex(digest),
        target: "≤ 1",
        met: each(list) <= 1.0,
    }]
}

/// A seek in the 10v10, up to its picture.
pub fn seek(size: Size) -> Vec<Figure> {
    let looks = if size == Size::Full { LOOKS } else { 2 };
    let recording = resolved(&shipped::<Skirmish>("skirmish/ten"));
    let last = recording.last_tick();
    let mut scenes = [stage(recording.clone()), stage(recording)];
    let [listed, rastered] = &mut scenes;
    let (mut canvas, mut other, mut raster) = (Canvas::new(WINDOW), Canvas::new(WINDOW), Raster::new());
    let moments = move || (0..looks).map(move |n| Moment::between(n * 7_919 % last, 0.5));
    let list = Contender::new(
        || {
            let each = moments().map(|moment| draw(listed, &mut canvas, moment));
            each.sum::<u64>()
        },
        |items| *items,
    );
    let pixels = Contender::new(
        || {
            let each = moments().map(|moment| {
                let items = draw(rastered, &mut other, moment);
                raster.draw(&other, 1.0);
                items
            });
            each.sum::<u64>()
        },
        |items| *items,
    );
    let ([list, pixels], digest) = alternate(size.rounds(), [list, pixels]);
    let each = |seconds: f64| seconds * 1e3 / f64::from(looks);
    vec![Figure {
        name: "player/seek",
        ours: each(list),
        others: others([("and as 1280 × 720 pixels, without a card", each(pixels))]),
        ratio: list / pixels,
        unit: "ms from a seek to its picture",
        digest: hex(digest),
        target: "≤ 5",
        met: each(list) <= 5.0,
    }]
}

/// An order late in the 10v10: up to the first new frame, and all that comes of it.
pub fn order(size: Size) -> Vec<Figure> {
    let rules = shipped::<Skirmish>("skirmish/ten");
    let recording = resolved(&rules);
    let tick = recording.last_tick() * 3 / 4;
    let mut canvas = Canvas::new(WINDOW);
    let mut scene = stage(recording.clone());
    let first = Contender::new(
        || {
            give(&mut scene, tick);
            scene.draw(&mut canvas);
            scene.branches().current().head()
        },
        |head| u64::from(*head),
    );
    let ([first], shown) = alternate(size.rounds(), [first]);
    assert_eq!(shown, u64::from(tick) + 1, "the next frame is there and no more");

    let mut scene = stage(recording);
    let future = Contender::new(
        || {
            give(&mut scene, tick);
            finish(&mut scene);
            scene.branches().current().recording().clone()
        },
        Recording::trail_digest,
    );
    let ordered = {
        let mut scene = stage(resolved(&rules));
        give(&mut scene, tick);
        finish(&mut scene);
        scene.branches().current().recording().clone()
    };
    let whole = Contender::new(
        || {
            let scene = open(&rules, ordered.orders().clone());
            scene.branches().current().recording().clone()
        },
        Recording::trail_digest,
    );
    let ([future, whole], digest) = alternate(size.rounds(), [future, whole]);
    let share = f64::from(ordered.last_tick() - tick) / f64::from(ordered.last_tick());
    vec![
        Figure {
            name: "player/order",
            ours: first * 1e3,
            others: others([("all that comes of it", future * 1e3)]),
            ratio: first / future,
            unit: "ms from an order to the first new frame",
            digest: hex(shown),
            target: "≤ 20",
            met: first * 1e3 <= 20.0,
        },
        Figure {
            name: "player/order-future",
            ours: future * 1e3,
            others: others([("from the seed", whole * 1e3), ("share of ticks after the order", share)]),
            ratio: future / whole,
            unit: "ms until all that comes of an order is there",
            digest: hex(digest),
            target: "≤ 1.2 × the share of ticks after the order",
            met: future / whole <= 1.2 * share,
        },
    ]
}

/// The squads of the 10v10, ten times over.
fn crowd() -> Arc<Skirmish> {
    let ten = shipped::<Skirmish>("skirmish/ten");
    let squads = ten.muster.squads.each_ref().map(|squad| {
        let recruits = squad.iter().cycle().take(CROWD).enumerate();
        recruits.map(|(place, recruit)| {
            let (x, y) = (place as i32 / TILES_Y, place as i32 % TILES_Y);
            let mut recruit = recruit.clone();
            recruit.tile = [(START_TILES_X - 1 - x) as u8, y as u8];
            recruit
        })
    });
    let squads = squads.map(Iterator::collect);
    Arc::new(Skirmish::new(Arc::clone(&ten.content), Muster::new("A crowd", 1, squads)))
}

fn stage(recording: Recording<Skirmish>) -> Theatre<Skirmish> {
    let mut theatre = view::stage(recording).expect("the skirmish has a view");
    theatre.set_size(WINDOW);
    theatre
}

fn open(rules: &Arc<Skirmish>, orders: Orders<<Skirmish as recorder::Simulation>::Order>) -> Theatre<Skirmish> {
    let view = view::view_of::<Skirmish>().expect("the skirmish has a view");
    let recorder = Recorder::new(Arc::clone(rules), orders, Settings::default());
    let mut theatre = Theatre::new(view, Opening::Resolve(Box::new(recorder)), Start::default());
    finish(&mut theatre);
    theatre
}

fn finish(theatre: &mut Theatre<Skirmish>) {
    while theatre.is_busy() {
        theatre.resolve(Budget::Everything);
    }
}

/// Give the same order of the first timeline again, once what came of it before is gone.
fn give(theatre: &mut Theatre<Skirmish>, tick: u32) {
    theatre.obey(Command::SwitchBranch(0));
    if theatre.branches().all().len() > 1 {
        theatre.obey(Command::DeleteBranch(1));
    }
    theatre.obey(Command::Seek(Moment::of_tick(tick)));
    theatre.obey(Command::RetreatAll);
}
