//! What is proved of every view alike, in tests: what it draws, what it says, and that time shows the same both ways.

use player::canvas::Canvas;
use player::command::Command;
use player::geometry::vec2;
use player::playback::Moment;
use player::theatre::Theatre;
use recorder::Simulation;

/// The whole screen.
pub(super) fn drawn<S: Simulation>(theatre: &Theatre<S>) -> Canvas {
    let mut canvas = Canvas::new(vec2(1.0, 1.0));
    theatre.draw(&mut canvas);
    canvas
}

/// Whether words stand on the screen.
pub(super) fn says<S: Simulation>(theatre: &Theatre<S>, words: &str) -> bool {
    drawn(theatre).texts().any(|(text, _)| text.contains(words))
}

/// Hold the pictures of moments all over a fight, seen forwards, against the same seen backwards.
pub(super) fn assert_the_same_both_ways<S: Simulation>(theatre: &mut Theatre<S>) {
    let step = theatre.branches().current().head() / 24;
    let moments: Vec<Moment> = (0..24).map(|i| Moment::between(i * step, f64::from(i % 4) * 0.25)).collect();
    let mut picture = |moment: &Moment| {
        theatre.obey(Command::Seek(*moment));
        let canvas = drawn(theatre);
        (canvas.items().to_vec(), canvas.texts().map(|(text, _)| text.to_owned()).collect::<Vec<_>>())
    };
    let pictures: Vec<_> = moments.iter().map(&mut picture).collect();
    assert!(pictures.windows(2).all(|pair| pair[0].0 != pair[1].0), "time is seen to pass");
    for (moment, before) in moments.iter().zip(&pictures).rev() {
        assert!(picture(moment) == *before, "{moment:?}");
    }
}
