//! Films: pictures and animations of a fight, drawn without a display.

use player::animation::Animation;
use player::canvas::Canvas;
use player::command::Command;
use player::geometry::vec2;
use player::picture::{Picture, PictureError};
use player::playback::Moment;
use player::raster::Raster;
use player::swatches::Census;
use player::theatre::Theatre;
use recorder::{Recording, Simulation};

use super::{WatchError, stage};

/// Pictures of an animation in a second: two a tick of most fights, and even in hundredths, in which a GIF counts.
const PICTURES_PER_SECOND: u32 = 20;
/// Hundredths of a second that each of them shows.
const HUNDREDTHS: u16 = 5;
/// Hundredths of a second that the last one shows, before it begins again.
const HUNDREDTHS_LAST: u16 = 120;
/// Pictures that the colours of an animation are chosen from, spread over all of it.
const SAMPLES: u64 = 10;

/// A theatre before the raster.
#[derive(Debug)]
pub struct Film<S: Simulation> {
    theatre: Theatre<S>,
    canvas: Canvas,
    raster: Raster,
    size: (u32, u32),
}

/// What is made of an animation.
#[derive(Debug)]
pub enum Made {
    /// One more picture is drawn.
    Picture,
    /// The next bytes of the file.
    Bytes(Vec<u8>),
}

impl<S: Simulation> Film<S> {
    /// Set up before a recorded fight; width and height in pixels.
    ///
    /// # Errors
    /// There is no view.
    pub fn new(recording: Recording<S>, (width, height): (u32, u32)) -> Result<Self, WatchError> {
        let mut theatre = stage(recording)?;
        let points = vec2(width as f32, height as f32);
        theatre.set_size(points);
        theatre.be_still();
        Ok(Self { theatre, canvas: Canvas::new(points), raster: Raster::new(), size: (width, height) })
    }

    /// Draw a tick.
    #[must_use]
    pub fn picture(&mut self, tick: u32) -> Picture {
        self.draw(Moment::of_tick(tick));
        self.raster.picture()
    }

    /// Draw ticks and what lies between them, as a GIF. Every step is told; the pictures told are those of
    /// [`Film::pictures`] and [`Film::samples`] together.
    ///
    /// # Errors
    /// What whoever is told says, or the picture is too large for the format.
    pub fn animate<E: From<PictureError> + Send>(
        &mut self,
        ticks: [u32; 2],
        mut tell: impl FnMut(Made) -> Result<(), E>,
    ) -> Result<(), E> {
        let (hz, pictures) = (self.theatre.playback().hz(), self.pictures(ticks));
        let samples = self.samples(ticks);
        let mut census = Census::new();
        for sample in 0..samples {
            self.draw(moment_of(ticks[0], hz, sample * (pictures - 1) / samples.saturating_sub(1).max(1)));
            census.gather(self.raster.pixels());
            tell(Made::Picture)?;
        }
        let mut animation = Animation::new(self.size, census.choose())?;
        let mut drawn = Vec::new();
        for number in 0..=pictures {
            // While one picture is drawn, the one before it is packed.
            let mut packed = Ok(());
            let (pixels, result, into) = (&drawn, &mut packed, &mut animation);
            rayon::in_place_scope(|scope| {
                if number > 0 {
                    let hundredths = if number == pictures { HUNDREDTHS_LAST } else { HUNDREDTHS };
                    scope.spawn(move |_| *result = into.add(pixels, hundredths));
                }
                if number < pictures {
                    self.draw(moment_of(ticks[0], hz, number));
                }
            });
            packed?;
            tell(Made::Bytes(animation.take_bytes()))?;
            self.raster.swap_pixels(&mut drawn);
            if number < pictures {
                tell(Made::Picture)?;
            }
        }
        tell(Made::Bytes(animation.finish()?))
    }

    /// Pictures from the first to the last tick.
    #[must_use]
    pub fn pictures(&self, ticks: [u32; 2]) -> u64 {
        pictures_of(ticks, self.theatre.playback().hz())
    }

    /// Pictures that are drawn before the first one of an animation, to choose its colours.
    #[must_use]
    pub fn samples(&self, ticks: [u32; 2]) -> u64 {
        self.pictures(ticks).min(SAMPLES)
    }

    fn draw(&mut self, moment: Moment) {
        self.theatre.obey(Command::Seek(moment));
        self.theatre.draw(&mut self.canvas);
        self.raster.draw(&self.canvas, 1.0);
    }
}

fn pictures_of([first, last]: [u32; 2], hz: u32) -> u64 {
    u64::from(last - first) * u64::from(PICTURES_PER_SECOND) / u64::from(hz) + 1
}

/// The moment that a picture shows.
fn moment_of(first: u32, hz: u32, number: u64) -> Moment {
    let (parts, each) = (number * u64::from(hz), u64::from(PICTURES_PER_SECOND));
    let tick = u64::from(first) + parts / each;
    Moment::between(u32::try_from(tick).unwrap_or(u32::MAX), (parts % each) as f64 / each as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animation_begins_and_ends_on_its_ticks_and_goes_on_evenly() {
        let ticks = [60, 63];
        let moments: Vec<f64> = (0..pictures_of(ticks, 10)).map(|n| moment_of(60, 10, n).ticks()).collect();
        assert_eq!(moments, [60.0, 60.5, 61.0, 61.5, 62.0, 62.5, 63.0]);
        let moments: Vec<f64> = (0..pictures_of(ticks, 30)).map(|n| moment_of(60, 30, n).ticks()).collect();
        assert_eq!(moments, [60.0, 61.5, 63.0]);
        assert_eq!(pictures_of([5, 5], 10), 1);
    }
}
