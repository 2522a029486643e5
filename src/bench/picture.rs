//! A picture of the default battle while its lines meet: from the recording up to triangles that only need to be handed
//! to the card, from far, middle and near.
//!
//! Every picture shows another moment, half a tick on, as it is when one watches at 60 pictures a second.

use player::command::Command;
use player::playback::Moment;
use player::theatre::Theatre;
use recorder::{Budget, Orders, Recorder, Settings};

use super::looks::{self, WINDOW};
use super::{Figure, Size, hex, others, shipped};
use crate::kernel::ruleset::Ruleset;
use crate::legion::Legion;
use crate::view;

/// Moments that one making looks at.
const LOOKS: u32 = 40;
/// The first tick that is looked at: the lines have met.
const CONTACT: u32 = 3_600;
/// Milliseconds a picture may take.
const MOST: f64 = 4.0;

/// From where a picture is taken: a name, and points a metre.
const PLACES: [(&str, f32); 3] =
    [("legion/picture", 1.2), ("legion/picture-middle", 5.0), ("legion/picture-near", 16.0)];

/// Measure them.
pub fn run(size: Size) -> Vec<Figure> {
    let (name, contact) = if size == Size::Full { ("legion/default", CONTACT) } else { ("legion/small", 60) };
    let looks = if size == Size::Full { LOOKS } else { 2 };
    let mut stages = [battle(name, contact + LOOKS), battle(name, contact + LOOKS)];
    PLACES.into_iter().map(|(name, scale)| picture(&mut stages, name, scale, [contact, looks], size)).collect()
}

fn picture(
    stages: &mut [Theatre<Legion>; 2],
    name: &'static str,
    scale: f32,
    [contact, looks]: [u32; 2],
    size: Size,
) -> Figure {
    stages.iter_mut().for_each(|stage| look_from(stage, scale, contact));
    let moments = (0..looks).map(|n| Moment::between(contact + n / 2, f64::from(n % 2) * 0.5));
    let ([list, triangles], digest) = looks::measure(stages, moments, size);
    let each = |seconds: f64| seconds * 1e3 / f64::from(looks);
    Figure {
        name,
        ours: each(triangles),
        others: others([("of it the list of shapes", each(list))]),
        ratio: triangles / list,
        unit: "ms a picture of 8,632 men, as triangles",
        digest: hex(digest),
        target: "≤ 4",
        met: each(triangles) <= MOST,
    }
}

/// A battle recorded up to a tick.
fn battle(name: &str, ticks: u32) -> Theatre<Legion> {
    let rules = shipped::<Legion>(name);
    let orders = Orders::new(rules.scenario_orders());
    let mut recorder = Recorder::new(rules, orders, Settings::default());
    recorder.advance(Budget::Ticks(ticks)).expect("a shipped fight runs");
    let mut theatre = view::stage(recorder.recording()).expect("the legion has a view");
    theatre.set_size(WINDOW);
    theatre
}

/// Look at where the lines meet, so many points a metre.
fn look_from(theatre: &mut Theatre<Legion>, scale: f32, tick: u32) {
    theatre.obey(Command::Seek(Moment::of_tick(tick)));
    theatre.obey(Command::FollowFight);
    if scale < 2.0 {
        return;
    }
    let around = theatre.lens().view.centre();
    let factor = scale / theatre.lens().scale;
    theatre.obey(Command::Zoom { around, factor });
}
