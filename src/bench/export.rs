//! Exporting without a display: pictures a second of a small animation, from drawing to packed bytes.

use player::picture::PictureError;

use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others, resolved, shipped};
use crate::skirmish::Skirmish;
use crate::view::film::{Film, Made};

/// Width and height, in pixels.
const PIXELS: (u32, u32) = (640, 360);

/// The 10v10 in the thick of it.
pub fn gif(size: Size) -> Vec<Figure> {
    let ticks = if size == Size::Full { [60, 110] } else { [60, 61] };
    let mut film = Film::new(resolved(&shipped::<Skirmish>("skirmish/ten")), PIXELS).expect("the skirmish has a view");
    let pictures = film.pictures(ticks) as f64;
    let mut still = Film::new(resolved(&shipped::<Skirmish>("skirmish/ten")), PIXELS).expect("the skirmish has a view");
    let animated = Contender::new(
        || {
            let mut all = Vec::new();
            let keep = |made| {
                if let Made::Bytes(bytes) = made {
                    all.extend(bytes);
                }
                Ok::<(), PictureError>(())
            };
            film.animate(ticks, keep).expect("an animation of this size");
            all
        },
        |bytes| bytes.chunks(8).fold(0, |running, part| recorder::fold(running, word(part))),
    );
    let ([animated], digest) = alternate(size.rounds(), [animated]);
    let drawn = Contender::new(|| (ticks[0]..ticks[1]).for_each(|tick| drop(still.picture(tick))), |()| 0);
    let ([drawn], _) = alternate(size.rounds(), [drawn]);
    let (ours, drawn) = (pictures / animated, f64::from(ticks[1] - ticks[0]) / drawn);
    vec![Figure {
        name: "export/gif",
        ours,
        others: others([("drawn on one thread, not packed", drawn)]),
        ratio: ours / drawn,
        unit: "pictures/s of 640 × 360",
        digest: hex(digest),
        target: "≥ 60",
        met: ours >= 60.0,
    }]
}

fn word(part: &[u8]) -> u64 {
    part.iter().fold(0, |word, byte| word << 8 | u64::from(*byte))
}
