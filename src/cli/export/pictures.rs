//! Pictures and animations of a fight, drawn without a display.

use foregone::kernel::ruleset::Ruleset;
use foregone::view::film::{self, Film};
use player::picture::PictureError;
use recorder::Recording;

use super::super::console::Console;
use super::super::exit::Failure;
use super::super::interrupt::check_interrupt;
use super::super::write::Pending;
use super::{Made, Ticks};

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

/// Draw a tick.
pub(super) fn picture<G: Ruleset>(
    recording: Recording<G>,
    tick: u32,
    size: Size,
    mut out: Pending,
) -> Result<Made, Failure> {
    let picture = film(recording, size)?.picture(tick);
    out.put(&picture.to_png()?)?;
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
    let mut film = film(recording, size)?;
    let ticks = [ticks.first, ticks.last];
    let frames = film.pictures(ticks);
    check_pixels(frames, size)?;
    let bar = console.bar("Drawing the pictures", frames + film.samples(ticks));
    film.animate(ticks, |made| {
        check_interrupt()?;
        match made {
            film::Made::Picture => bar.inc(1),
            film::Made::Bytes(bytes) => out.put(&bytes)?,
        }
        Ok::<(), Failure>(())
    })?;
    bar.finish_and_clear();
    Ok(Made { bytes: out.finish()?, frames })
}

fn film<G: Ruleset>(recording: Recording<G>, size: Size) -> Result<Film<G>, Failure> {
    Film::new(recording, (size.width, size.height)).map_err(|error| Failure::cannot_run_help(&error, error.help()))
}

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Self {
        Self::cannot_run(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
