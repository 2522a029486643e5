//! Pictures and animations of a fight, drawn without a display.

use foregone::kernel::ruleset::Ruleset;
use foregone::view;
use player::animation::Animation;
use player::canvas::Canvas;
use player::command::Command;
use player::geometry::vec2;
use player::picture::PictureError;
use player::playback::Moment;
use player::raster::Raster;
use player::swatches::Census;
use player::theatre::Theatre;
use recorder::Recording;

use super::super::console::{Console, check_interrupt};
use super::super::exit::Failure;
use super::super::write::Pending;
use super::{Made, Ticks};

/// Pictures of an animation in a second: two a tick of most fights, and even in hundredths, in which a GIF counts.
const PICTURES_PER_SECOND: u32 = 20;
/// Hundredths of a second that each of them shows.
const HUNDREDTHS: u16 = 5;
/// Hundredths of a second that the last one shows, before it begins again.
const HUNDREDTHS_LAST: u16 = 120;
/// Pictures that the colours of an animation are chosen from, spread over all of it.
const SAMPLES: u64 = 10;
/// Pixels a side.
const SIDE: std::ops::RangeInclusive<u32> = 16..=8_192;
/// Pixels of all pictures of an animation together; the most that takes minutes, not hours.
const PIXELS_MAX: u64 = 1 << 32;

/// Width and height of a picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    width: u32,
    height: u32,
}

/// Read the size of a picture.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let (least, most) = SIDE.into_inner();
    let wrong = || format!("a size is WIDTHxHEIGHT in pixels, from {least}x{least} to {most}x{most}");
    let (width, height) = text.split_once(['x', '×']).ok_or_else(wrong)?;
    let read = |text: &str| text.parse().ok().filter(|side| SIDE.contains(side)).ok_or_else(wrong);
    Ok(Size { width: read(width)?, height: read(height)? })
}

fn check_pixels(pictures: u64, size: Size) -> Result<(), Failure> {
    let each = u64::from(size.width) * u64::from(size.height);
    if pictures.saturating_mul(each) <= PIXELS_MAX {
        return Ok(());
    }
    Err(Failure::cannot_run_help(
        format_args!("{pictures} pictures of {}x{} are too much for one animation", size.width, size.height),
        format_args!("at this size at most {}; choose fewer ticks or a smaller size", PIXELS_MAX / each),
    ))
}

/// A theatre before the raster.
struct Studio<G: Ruleset> {
    theatre: Theatre<G>,
    canvas: Canvas,
    raster: Raster,
}

impl<G: Ruleset> Studio<G> {
    fn new(recording: Recording<G>, size: Size) -> Result<Self, Failure> {
        let mut theatre = view::stage(recording).map_err(|error| Failure::cannot_run_help(&error, error.help()))?;
        let points = vec2(size.width as f32, size.height as f32);
        theatre.set_size(points);
        theatre.be_still();
        Ok(Self { theatre, canvas: Canvas::new(points), raster: Raster::new() })
    }

    fn draw(&mut self, moment: Moment) {
        self.theatre.obey(Command::Seek(moment));
        self.theatre.draw(&mut self.canvas);
        self.raster.draw(&self.canvas, 1.0);
    }
}

/// Draw a tick.
pub(super) fn picture<G: Ruleset>(
    recording: Recording<G>,
    tick: u32,
    size: Size,
    mut out: Pending,
) -> Result<Made, Failure> {
    let mut studio = Studio::new(recording, size)?;
    studio.draw(Moment::of_tick(tick));
    out.put(&studio.raster.picture().to_png().map_err(unmade)?)?;
    Ok(Made { bytes: out.finish()?, frames: 1 })
}

/// Draw ticks and what lies between them.
pub(super) fn animation<G: Ruleset>(
    recording: Recording<G>,
    ticks: Ticks,
    size: Size,
    mut out: Pending,
    console: &Console,
) -> Result<Made, Failure> {
    let hz = recording.tick_hz();
    let frames = pictures_of(ticks, hz);
    check_pixels(frames, size)?;
    let mut studio = Studio::new(recording, size)?;
    let samples = frames.min(SAMPLES);
    let bar = console.bar("Drawing the pictures", frames + samples);
    let mut census = Census::new();
    for sample in 0..samples {
        check_interrupt()?;
        studio.draw(moment_of(ticks, hz, sample * (frames - 1) / samples.saturating_sub(1).max(1)));
        census.gather(studio.raster.pixels());
        bar.inc(1);
    }
    let mut animation = Animation::new((size.width, size.height), census.choose()).map_err(unmade)?;
    let mut drawn = Vec::new();
    for number in 0..=frames {
        check_interrupt()?;
        // While one picture is drawn, the one before it is packed.
        let mut packed = Ok(());
        let (pixels, result, into) = (&drawn, &mut packed, &mut animation);
        rayon::in_place_scope(|scope| {
            if number > 0 {
                let hundredths = if number == frames { HUNDREDTHS_LAST } else { HUNDREDTHS };
                scope.spawn(move |_| *result = into.add(pixels, hundredths));
            }
            if number < frames {
                studio.draw(moment_of(ticks, hz, number));
            }
        });
        packed.map_err(unmade)?;
        out.put(&animation.take_bytes())?;
        studio.raster.swap_pixels(&mut drawn);
        bar.set_position(samples + number);
    }
    out.put(&animation.finish().map_err(unmade)?)?;
    bar.finish_and_clear();
    Ok(Made { bytes: out.finish()?, frames })
}

/// Pictures from the first to the last tick.
fn pictures_of(ticks: Ticks, hz: u32) -> u64 {
    u64::from(ticks.last - ticks.first) * u64::from(PICTURES_PER_SECOND) / u64::from(hz) + 1
}

/// The moment that a picture shows.
fn moment_of(ticks: Ticks, hz: u32, number: u64) -> Moment {
    let (parts, each) = (number * u64::from(hz), u64::from(PICTURES_PER_SECOND));
    let tick = u64::from(ticks.first) + parts / each;
    Moment::between(u32::try_from(tick).unwrap_or(ticks.last), (parts % each) as f64 / each as f64)
}

fn unmade(error: PictureError) -> Failure {
    Failure::cannot_run(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animation_begins_and_ends_on_its_ticks_and_goes_on_evenly() {
        let ticks = Ticks { first: 60, last: 63 };
        let moments: Vec<f64> = (0..pictures_of(ticks, 10)).map(|n| moment_of(ticks, 10, n).ticks()).collect();
        assert_eq!(moments, [60.0, 60.5, 61.0, 61.5, 62.0, 62.5, 63.0]);
        let moments: Vec<f64> = (0..pictures_of(ticks, 30)).map(|n| moment_of(ticks, 30, n).ticks()).collect();
        assert_eq!(moments, [60.0, 61.5, 63.0]);
        assert_eq!(pictures_of(Ticks { first: 5, last: 5 }, 10), 1);
    }

    #[test]
    fn sizes_have_bounds() {
        assert_eq!(size("640x360"), Ok(Size { width: 640, height: 360 }));
        for wrong in ["640", "15x360", "640x8193", "-1x5", "x", "640x", "1e3x400"] {
            assert!(size(wrong).unwrap_err().contains("16x16 to 8192x8192"), "{wrong}");
        }
        let (large, small) = (Size { width: 8_192, height: 8_192 }, Size { width: 16, height: 16 });
        assert!(check_pixels(65, large).is_err());
        assert!(check_pixels(u64::from(u32::MAX), small).is_err());
        assert!(check_pixels(10_000, small).is_ok());
    }
}
