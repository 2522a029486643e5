//! The house: the screens one has gone through, dialogs over them, files dropped on them, and pictures taken of them.

use std::fmt::Debug;
use std::path::Path;
use std::time::Duration;

use recorder::Budget;

use crate::banner;
use crate::canvas::Canvas;
use crate::colour::{Colour, palette};
use crate::dialog::Dialog;
use crate::geometry::{Rect, Vec2, vec2};
use crate::input::{Held, Input, Key};
use crate::layout::Layout;
use crate::raster::Raster;
use crate::screen::{Fault, Mouse, Next, Screen};
use crate::shot;

/// Screens that are kept to come back to. A recording stays in memory with its screen.
pub(crate) const SCREENS_MAX: usize = 8;
/// How long a word stays at the foot of the screen.
const WORD_TIME: Duration = Duration::from_millis(3_200);

/// What a file held.
#[derive(Debug)]
pub struct Opened {
    /// The screen to see it on.
    pub screen: Box<dyn Screen>,
    /// What there is to be said of it: that its end is missing, that it was made under other rules.
    pub remark: Option<Fault>,
}

/// Knows what files hold, and where to go without one.
pub trait Opener: Debug {
    /// Open what a file holds.
    ///
    /// # Errors
    /// What cannot be opened and why.
    fn open(&mut self, path: &Path) -> Result<Opened, Fault>;

    /// The screen that everything starts from; `None` where there is none.
    fn home(&mut self) -> Option<Box<dyn Screen>>;
}

/// Everything in the window.
#[derive(Debug)]
pub struct House {
    opener: Box<dyn Opener>,
    screens: Vec<Box<dyn Screen>>,
    /// The first screen is the one that everything starts from.
    is_at_home: bool,
    dialogs: Vec<Dialog>,
    word: Option<(String, Colour, Duration)>,
    size: Vec2,
    scale: f32,
    is_quitting: bool,
}

impl House {
    /// Open a house with nothing in it yet.
    #[must_use]
    pub fn new(opener: Box<dyn Opener>) -> Self {
        Self {
            opener,
            screens: Vec::new(),
            is_at_home: false,
            dialogs: Vec::new(),
            word: None,
            size: vec2(1280.0, 720.0),
            scale: 1.0,
            is_quitting: false,
        }
    }

    /// Go to a screen; from there one comes back.
    pub fn enter(&mut self, mut screen: Box<dyn Screen>) {
        screen.set_size(self.size);
        self.let_go();
        if self.screens.len() >= SCREENS_MAX {
            self.screens.remove(usize::from(self.is_at_home));
        }
        screen.set_way_back(!self.screens.is_empty());
        self.screens.push(screen);
    }

    /// Go to the screen that everything starts from, leaving all others. Where there is none, close.
    pub fn go_home(&mut self) {
        self.screens.clear();
        match self.opener.home() {
            Some(screen) => {
                self.is_at_home = true;
                self.enter(screen);
            }
            None => self.is_quitting = true,
        }
    }

    /// Go to whatever a file holds, or tell over the screen why not.
    pub fn open(&mut self, path: &Path) {
        match self.opener.open(path) {
            Ok(Opened { screen, remark }) => {
                self.enter(screen);
                remark.into_iter().for_each(|remark| self.tell(remark));
            }
            Err(fault) => self.tell(fault),
        }
    }

    /// Tell over the screen what went wrong.
    pub fn tell(&mut self, fault: Fault) {
        self.let_go();
        self.dialogs.push(Dialog::new(fault));
    }

    /// Let go of whatever a hand holds: the window is no longer told what hands do.
    pub fn let_go(&mut self) {
        if let Some(screen) = self.screens.last_mut() {
            screen.let_go();
        }
    }

    /// Let the window be of this size in points, at so many pixels a point.
    pub fn set_size(&mut self, size: Vec2, scale: f32) {
        (self.size, self.scale) = (size, scale);
        if let Some(screen) = self.screens.last_mut() {
            screen.set_size(size);
        }
    }

    /// Take in what a hand did.
    pub fn input(&mut self, input: &Input) {
        if let Input::Key(Key::F12, _) = input {
            self.take_picture();
        } else if let (Input::Key(Key::Sign('q'), Held { ctrl: true, .. }), false) = (input, self.dialogs.is_empty()) {
            self.is_quitting = true;
        } else if let Some(dialog) = self.dialogs.last_mut() {
            if dialog.input(input, self.size) {
                self.dialogs.pop();
            }
        } else if let Some(screen) = self.screens.last_mut() {
            screen.input(input);
        }
        self.go_on();
    }

    /// Take in real time. While something is told over the screen, the screen stands still.
    pub fn advance(&mut self, real: Duration) {
        if let (Some(screen), true) = (self.screens.last_mut(), self.dialogs.is_empty()) {
            screen.advance(real);
        }
        self.word = self.word.take().and_then(|(words, colour, left)| Some((words, colour, left.checked_sub(real)?)));
        self.go_on();
    }

    /// Go on with long work within a budget.
    pub fn resolve(&mut self, budget: Budget<'_>) {
        if let Some(screen) = self.screens.last_mut() {
            screen.resolve(budget);
        }
    }

    /// Whether there is long work to go on with.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.screens.last().is_some_and(|screen| screen.is_busy())
    }

    /// Whether closing was asked for.
    #[must_use]
    pub fn is_quitting(&self) -> bool {
        self.is_quitting || self.screens.last().is_some_and(|screen| screen.is_quitting())
    }

    /// Make use of a file that was dropped on the window.
    pub fn drop_file(&mut self, path: &Path) {
        let taken = self.screens.last_mut().is_some_and(|screen| screen.take_file(path));
        if !taken {
            self.open(path);
        }
        self.go_on();
    }

    /// Take out what was copied for the clipboard.
    pub fn take_copied(&mut self) -> Option<String> {
        self.screens.last_mut().and_then(|screen| screen.take_copied())
    }

    /// The shape that the mouse has.
    #[must_use]
    pub fn mouse(&self) -> Mouse {
        match (self.screens.last(), self.dialogs.is_empty()) {
            (Some(screen), true) => screen.mouse(),
            (None, true) => Mouse::Arrow,
            (_, false) => Mouse::Hand,
        }
    }

    /// The screen that is shown.
    #[must_use]
    pub fn screen(&self) -> Option<&dyn Screen> {
        self.screens.last().map(|screen| &**screen)
    }

    /// The screens one has gone through, the shown one last.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.screens.len()
    }

    /// What is told over the screen, if anything is.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        self.dialogs.last().map(Dialog::fault)
    }

    /// Draw the window.
    pub fn draw(&self, canvas: &mut Canvas) {
        self.draw_screen(canvas);
        if let Some(dialog) = self.dialogs.last() {
            dialog.draw(canvas);
        }
        if let Some((words, colour, left)) = &self.word {
            let strength = (left.as_secs_f32() * 2.0).min(1.0);
            banner::draw_word(canvas, &Layout::of(self.size, false), words, *colour, strength);
        }
    }

    fn draw_screen(&self, canvas: &mut Canvas) {
        if let Some(screen) = self.screens.last() {
            return screen.draw(canvas);
        }
        canvas.clear(self.size);
        canvas.rect(Rect::new(0.0, 0.0, self.size.x, self.size.y), palette::NIGHT);
    }

    /// Go where the screens ask to go.
    fn go_on(&mut self) {
        while let Some(next) = self.screens.last_mut().and_then(|screen| screen.take_next()) {
            match next {
                Next::Screen(screen) => self.enter(screen),
                Next::Replace(screen) => {
                    self.screens.pop();
                    self.is_at_home &= !self.screens.is_empty();
                    self.enter(screen);
                }
                Next::Open(path) => self.open(&path),
                Next::Fault(fault) => self.tell(fault),
                Next::Back => self.go_back(),
            }
        }
    }

    /// Go back to the screen before; from the first one to where everything starts, and from there out.
    fn go_back(&mut self) {
        self.screens.pop();
        match self.screens.last_mut() {
            Some(screen) => screen.set_size(self.size),
            None if self.is_at_home => self.is_quitting = true,
            None => self.go_home(),
        }
    }

    /// Write a picture of the screen beside its fight, over no other.
    fn take_picture(&mut self) {
        let mut canvas = Canvas::new(self.size);
        self.draw_screen(&mut canvas);
        let mut raster = Raster::new();
        raster.draw(&canvas, self.scale);
        let place = self.screens.last().map_or_else(|| "foregone".into(), |screen| screen.picture_path());
        match shot::write_beside(&place, &raster.picture()) {
            Ok(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                self.word = Some((format!("saved {name}"), palette::LICHEN, WORD_TIME));
            }
            Err(why) => self.tell(Fault::new("Cannot save a picture", format!("{why}: {}", place.display()))),
        }
    }
}
