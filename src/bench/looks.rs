//! Looks: a fight drawn moment by moment, as a list of shapes, and on to the triangles that only need to be handed to the
//! card.

use player::canvas::{Atlas, Canvas, mesh::Mesh};
use player::command::Command;
use player::geometry::{Vec2, vec2};
use player::playback::Moment;
use player::theatre::Theatre;
use recorder::Simulation;

use super::Size;
use super::timing::{Contender, alternate};

/// The window that is drawn for.
pub const WINDOW: Vec2 = vec2(1280.0, 720.0);

/// Draw moments by turns, on two stages that show the same: seconds of the lists alone, seconds up to triangles, and a
/// digest of how many shapes there were.
pub fn measure<S: Simulation>(
    stages: &mut [Theatre<S>; 2],
    moments: impl Iterator<Item = Moment> + Clone,
    size: Size,
) -> ([f64; 2], u64) {
    let [listed, meshed] = stages;
    let (mut canvas, mut other) = (Canvas::new(WINDOW), Canvas::new(WINDOW));
    let (mut mesh, mut atlas) = (Mesh::new(), Atlas::new());
    let (again, items) = (moments.clone(), |items: &u64| *items);
    let list = Contender::new(|| moments.clone().map(|moment| draw(listed, &mut canvas, moment)).sum::<u64>(), items);
    let triangles = Contender::new(
        || {
            let each = again.clone().map(|moment| {
                let items = draw(meshed, &mut other, moment);
                mesh.build(&other, &mut atlas, 1.0);
                items
            });
            each.sum::<u64>()
        },
        items,
    );
    alternate(size.rounds(), [list, triangles])
}

/// Seek a moment and list its shapes: how many.
pub fn draw<S: Simulation>(theatre: &mut Theatre<S>, canvas: &mut Canvas, moment: Moment) -> u64 {
    theatre.obey(Command::Seek(moment));
    theatre.draw(canvas);
    canvas.items().len() as u64
}
