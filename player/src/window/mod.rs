//! The window: the only part of the player that sees macroquad or reads a clock.
//!
//! The house's picture is drawn as one mesh with one texture. Multisampling stays off: the mesh's own edges are soft
//! already, and the picture is then the same on every driver.

mod display;
mod hands;
mod paint;

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use macroquad::Window;
use macroquad::conf::Conf;
use macroquad::miniquad::conf::{LinuxBackend, Platform};
use macroquad::window::{next_frame, screen_dpi_scale, screen_height, screen_width};
use recorder::Budget;

use crate::canvas::Canvas;
use crate::geometry::{Vec2, vec2};
use crate::house::House;
use crate::script::{Deed, Script};
use crate::shot;
use hands::Hands;
use paint::Painter;

/// Real time given to the recorder between two paints.
const SLICE: Duration = Duration::from_millis(10);
/// The shortest frame, for displays that do not wait for anything.
const FRAME_MIN: Duration = Duration::from_millis(4);
/// Vertices of one draw call at most; indices are 16 bits wide.
const CALL_VERTICES: usize = 60_000;
/// Indices of one draw call at most.
const CALL_INDICES: usize = 240_000;

/// How a window opens.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Its title.
    pub title: String,
    /// Its size in points; `None` for the usual one.
    pub size: Option<(u32, u32)>,
    /// A hand written down, instead of a person's.
    pub script: Option<Script>,
    /// Where the script's shots go.
    pub shots: Option<PathBuf>,
    /// Asked every frame; the window closes when it says so.
    pub stop: Option<fn() -> bool>,
}

/// Why the window cannot be shown, or did not do all it was asked.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// There is nowhere to open it.
    #[error("there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set")]
    NoDisplay,
    /// The display is named but nobody answers there.
    #[error("no display answers at DISPLAY={0}")]
    NoAnswer(String),
    /// A script takes shots and has nowhere to put them.
    #[error("the script takes shots, and no directory for them is given")]
    NowhereForShots,
    /// A shot could not be written.
    #[error("cannot write a shot: {problem}: {}", path.display())]
    Shot {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

impl WindowError {
    /// Say what would help.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::NoDisplay => {
                "run it in a desktop session, or under a virtual display (`xvfb-run foregone watch …`); \
                 `foregone engage` needs no display"
            }
            Self::NoAnswer(_) => "start that display or set DISPLAY to one that runs; `foregone engage` needs none",
            Self::NowhereForShots => "give one with `--shots DIR`",
            Self::Shot { .. } => "check that the directory exists and can be written to",
        }
    }
}

/// Check that there is a display to open a window on.
///
/// # Errors
/// There is none.
pub fn has_display() -> Result<(), WindowError> {
    display::check()
}

/// Show a house in a window until it is closed.
///
/// # Errors
/// There is no display, or a shot of the script could not be written.
pub fn run(house: House, options: Options) -> Result<(), WindowError> {
    display::check()?;
    if let (Some(script), None) = (&options.script, &options.shots)
        && script.takes_shots()
    {
        return Err(WindowError::NowhereForShots);
    }
    let fault = Rc::new(RefCell::new(None));
    let told = Rc::clone(&fault);
    let opening = display::explain_failure_to_open();
    let conf = conf(&options);
    Window::from_config(conf, async move {
        opening.succeeded();
        *told.borrow_mut() = show(house, &options).await.err();
    });
    fault.take().map_or(Ok(()), Err)
}

fn conf(options: &Options) -> Conf {
    let (width, height) = options.size.unwrap_or((1280, 720));
    Conf {
        miniquad_conf: macroquad::miniquad::conf::Conf {
            window_title: options.title.clone(),
            window_width: i32::try_from(width).unwrap_or(i32::MAX),
            window_height: i32::try_from(height).unwrap_or(i32::MAX),
            high_dpi: true,
            sample_count: 1,
            window_resizable: true,
            platform: Platform { linux_backend: backend(), ..Platform::default() },
            ..Default::default()
        },
        draw_call_vertex_capacity: CALL_VERTICES,
        draw_call_index_capacity: CALL_INDICES,
        ..Default::default()
    }
}

fn backend() -> LinuxBackend {
    if display::is_set("DISPLAY") { LinuxBackend::X11WithWaylandFallback } else { LinuxBackend::WaylandOnly }
}

/// Frame after frame until it is closed.
async fn show(mut house: House, options: &Options) -> Result<(), WindowError> {
    let (mut hands, mut painter, mut canvas) = (Hands::new(), Painter::new(), Canvas::new(vec2(1.0, 1.0)));
    let mut before = Instant::now();
    for frame in 0_u32.. {
        let scale = screen_dpi_scale();
        house.set_size(window_size(), scale);
        match &options.script {
            Some(script) => script.play(frame, &mut house),
            None => {
                hands.inputs(scale).iter().for_each(|input| house.input(input));
                if hands.take_left() {
                    house.let_go();
                }
                hands::dropped_files().iter().for_each(|path| house.drop_file(path));
                resolve_for_a_slice(&mut house);
                let now = Instant::now();
                house.advance(now - std::mem::replace(&mut before, now));
                hands.shape_mouse(house.mouse());
            }
        }
        if let Some(text) = house.take_copied() {
            hands::put_on_clipboard(&text);
        }
        let mut quit = house.is_quitting() || options.stop.is_some_and(|stop| stop());
        // Nobody watches a script: only what it takes shots of is painted.
        if options.script.as_ref().is_none_or(|script| script.takes_shots_at(frame)) {
            house.draw(&mut canvas);
            painter.paint(&canvas, scale);
        }
        if let Some(script) = &options.script {
            take_shots(script, frame, options, &mut painter, &canvas, scale)?;
            quit |= is_last(script, frame);
        }
        if quit {
            return Ok(());
        }
        next_frame().await;
        if options.script.is_none() {
            std::thread::sleep(FRAME_MIN.saturating_sub(before.elapsed()));
        }
    }
    Ok(())
}

fn window_size() -> Vec2 {
    vec2(screen_width(), screen_height())
}

fn resolve_for_a_slice(house: &mut House) {
    if house.is_busy() {
        let from = Instant::now();
        house.resolve(Budget::While(&mut || from.elapsed() < SLICE));
    }
}

fn take_shots(
    script: &Script,
    frame: u32,
    options: &Options,
    painter: &mut Painter,
    canvas: &Canvas,
    scale: f32,
) -> Result<(), WindowError> {
    for deed in script.at(frame) {
        if let (Deed::Shot(name), Some(directory)) = (deed, &options.shots) {
            let picture = painter.capture(canvas, scale);
            let path = directory.join(format!("{name}.png"));
            shot::write(&path, &picture).map_err(|problem| WindowError::Shot { path, problem })?;
        }
    }
    Ok(())
}

/// A script ends with its `quit`, or with its last line.
fn is_last(script: &Script, frame: u32) -> bool {
    script.last_frame().is_none_or(|last| frame >= last) || script.at(frame).any(|deed| *deed == Deed::Quit)
}
