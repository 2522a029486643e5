//! Input: what hands do, and what it asks. Keys and mouse are only translated to commands here; nothing is decided.

use crate::camera::Lens;
use crate::command::Command;
use crate::geometry::{Rect, Vec2};
use crate::panels::Panel;
use crate::playback::{Moment, Speed};
use crate::reins::Rein;
use crate::repeat::End;

/// Points that a held mouse may move before a click becomes a drag.
const CLICK_SLACK: f32 = 4.0;
/// Zoom of one notch of the wheel.
const NOTCH_ZOOM: f32 = 1.15;

/// A key, as scripts spell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A letter, digit or sign, lower case: what the key prints.
    Sign(char),
    /// The space bar.
    Space,
    /// Left arrow.
    Left,
    /// Right arrow.
    Right,
    /// Up arrow.
    Up,
    /// Down arrow.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// Tabulator.
    Tab,
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// The second function key.
    F2,
    /// The fifth function key.
    F5,
    /// The sixth function key.
    F6,
    /// The seventh function key.
    F7,
    /// The eighth function key.
    F8,
    /// The last of the usual function keys.
    F12,
}

/// Every key with a name of its own.
pub(crate) const NAMED_KEYS: [(&str, Key); 20] = [
    ("space", Key::Space),
    ("left", Key::Left),
    ("right", Key::Right),
    ("up", Key::Up),
    ("down", Key::Down),
    ("home", Key::Home),
    ("end", Key::End),
    ("tab", Key::Tab),
    ("enter", Key::Enter),
    ("escape", Key::Escape),
    ("backspace", Key::Backspace),
    ("delete", Key::Delete),
    ("pageup", Key::PageUp),
    ("pagedown", Key::PageDown),
    ("f2", Key::F2),
    ("f5", Key::F5),
    ("f6", Key::F6),
    ("f7", Key::F7),
    ("f8", Key::F8),
    ("f12", Key::F12),
];

/// Keys held besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Held {
    /// Shift.
    pub shift: bool,
    /// Control.
    pub ctrl: bool,
}

/// A button of the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Button {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Middle.
    Middle,
}

/// Something a hand did. Places are points of the window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Input {
    /// A key went down, or asks again because it is held down.
    Key(Key, Held),
    /// A key went up.
    KeyUp(Key),
    /// A letter was typed, as it is meant: large or small, a blank too. It comes before the key that typed it, so what
    /// a key opens is not typed into.
    Text(char),
    /// The mouse moved.
    Move(Vec2),
    /// A button of the mouse went down.
    Press(Vec2, Button, Held),
    /// A button of the mouse went up.
    Release(Vec2, Button, Held),
    /// The wheel turned by so many notches, away from the hand.
    Wheel(Vec2, f32),
    /// The mouse left the window.
    Leave,
}

/// What lies under a point of the window.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// The bar, at this moment.
    Bar(Moment),
    /// A handle of the repeated part.
    Handle(End),
    /// The button that is fast forward while it is held.
    Hurry,
    /// Something that asks this when it is clicked.
    Button(Command),
    /// The map, where it stands for this spot of the field.
    Map(Vec2),
    /// The feed, off its lines.
    Feed,
    /// A unit on the field.
    Unit(usize),
    /// The field.
    Field,
    /// The same as anywhere else under an open overlay: a click closes it.
    Veil,
    /// Nothing.
    Nothing,
}

/// What a translation needs to know of the screen.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// What lies under a point.
    pub target: &'a dyn Fn(Vec2) -> Target,
    /// The moment on the bar at a point, beyond its ends too.
    pub moment: &'a dyn Fn(Vec2) -> Moment,
    /// The spot of the field that a point of the map stands for, beyond its edge too.
    pub spot: &'a dyn Fn(Vec2) -> Vec2,
    /// The camera over the field.
    pub lens: Lens,
    /// An enemy is being chosen.
    pub aiming: bool,
    /// There are cards to be played.
    pub hands: bool,
    /// A card is chosen: a click on the field plays it.
    pub playing: bool,
    /// A unit is taken over: keys move it.
    pub driving: bool,
    /// A field is open: keys are what they print.
    pub typing: bool,
}

impl std::fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surroundings").field("lens", &self.lens).field("aiming", &self.aiming).finish_non_exhaustive()
    }
}

/// What the mouse is at.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pointer {
    at: Option<Vec2>,
    grip: Option<Grip>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Grip {
    Bar,
    Map,
    Handle(End),
    Hurry,
    Field { from: Vec2, dragged: bool },
    View { from: Vec2, last: Vec2, dragged: bool },
}

impl Pointer {
    /// Where it is; `None` outside the window.
    #[must_use]
    pub fn at(&self) -> Option<Vec2> {
        self.at
    }

    /// The box that is being drawn on the field, in points of the window.
    #[must_use]
    pub fn drawn_box(&self) -> Option<Rect> {
        match (self.grip, self.at) {
            (Some(Grip::Field { from, dragged: true }), Some(at)) => Some(Rect::spanning(from, at)),
            _ => None,
        }
    }

    /// Let go of everything that is held; what letting go asks.
    pub fn let_go(&mut self) -> Vec<Command> {
        let scrubs = self.grip.take() == Some(Grip::Bar);
        let held = [Some(Command::Hurry(false)), scrubs.then_some(Command::EndScrub)];
        held.into_iter().flatten().collect()
    }

    /// Translate what a hand did into what it asks.
    pub fn translate(&mut self, input: &Input, around: Surroundings<'_>) -> Vec<Command> {
        match *input {
            Input::Key(key, held) if around.typing => command_for_typing(key, held).into_iter().collect(),
            Input::Key(key, held) if around.driving => command_for_reins(key, held, around.lens).into_iter().collect(),
            Input::KeyUp(key) if around.driving => {
                Rein::of_key(key).map(|rein| Command::Pull(rein, false)).into_iter().collect()
            }
            Input::Key(Key::Sign(digit @ '1'..='4'), Held { ctrl: false, .. }) if around.hands => {
                vec![Command::ChooseNext(digit as usize - '1' as usize)]
            }
            Input::Key(key, held) => command_for_key(key, held, around.lens).into_iter().collect(),
            Input::KeyUp(key) => (key == HURRY).then_some(Command::Hurry(false)).into_iter().collect(),
            Input::Text(sign) => around.typing.then_some(Command::Type(sign)).into_iter().collect(),
            Input::Move(at) => self.moved(at, around),
            Input::Press(at, button, _) => self.pressed(at, button, around),
            Input::Release(at, button, held) => self.released(at, button, held, around),
            Input::Wheel(at, notches) => self.wheeled(at, notches, around),
            Input::Leave => {
                self.at = None;
                Vec::new()
            }
        }
    }

    fn moved(&mut self, at: Vec2, around: Surroundings<'_>) -> Vec<Command> {
        self.at = Some(at);
        match &mut self.grip {
            Some(Grip::Bar) => vec![Command::Seek((around.moment)(at))],
            Some(Grip::Map) => vec![Command::LookAt((around.spot)(at))],
            Some(Grip::Handle(end)) => vec![Command::ShiftRepeat(*end, (around.moment)(at))],
            Some(Grip::Field { from, dragged }) => {
                *dragged |= (at - *from).length() > CLICK_SLACK;
                Vec::new()
            }
            Some(Grip::View { from, last, dragged }) => {
                *dragged |= (at - *from).length() > CLICK_SLACK;
                let by = at - std::mem::replace(last, at);
                if *dragged { vec![Command::Pan(by)] } else { Vec::new() }
            }
            Some(Grip::Hurry) | None => Vec::new(),
        }
    }

    fn pressed(&mut self, at: Vec2, button: Button, around: Surroundings<'_>) -> Vec<Command> {
        self.at = Some(at);
        if self.grip.is_some() {
            return Vec::new(); // a second button while one is held asks nothing
        }
        match ((around.target)(at), button) {
            (Target::Bar(moment), Button::Left) => {
                self.grip = Some(Grip::Bar);
                vec![Command::BeginScrub, Command::Seek(moment)]
            }
            (Target::Map(spot), Button::Left) => {
                self.grip = Some(Grip::Map);
                vec![Command::LookAt(spot)]
            }
            (Target::Handle(end), Button::Left) => {
                self.grip = Some(Grip::Handle(end));
                Vec::new()
            }
            (Target::Hurry, Button::Left) => {
                self.grip = Some(Grip::Hurry);
                vec![Command::Hurry(true)]
            }
            (Target::Button(command), Button::Left) => vec![command],
            (Target::Veil, _) => vec![Command::Cancel],
            (Target::Unit(_) | Target::Field, Button::Left) => {
                self.grip = Some(Grip::Field { from: at, dragged: false });
                Vec::new()
            }
            (Target::Unit(_) | Target::Field, _) => {
                self.grip = Some(Grip::View { from: at, last: at, dragged: false });
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn released(&mut self, at: Vec2, button: Button, held: Held, around: Surroundings<'_>) -> Vec<Command> {
        self.at = Some(at);
        let belongs = match self.grip {
            Some(Grip::Bar | Grip::Map | Grip::Handle(_) | Grip::Hurry | Grip::Field { .. }) => button == Button::Left,
            Some(Grip::View { .. }) => button != Button::Left,
            None => false,
        };
        if !belongs {
            return Vec::new();
        }
        match self.grip.take() {
            Some(Grip::Bar) => vec![Command::EndScrub],
            Some(Grip::Hurry) => vec![Command::Hurry(false)],
            Some(Grip::Field { .. }) if around.playing => match (around.target)(at) {
                Target::Unit(_) | Target::Field => vec![Command::Put(around.lens.field_from_screen(at))],
                _ => Vec::new(),
            },
            Some(Grip::Field { from, dragged: true }) => {
                let [a, b] = [from, at].map(|point| around.lens.field_from_screen(point));
                vec![Command::SelectBox { area: Rect::spanning(a, b), add: held.shift }]
            }
            Some(Grip::Field { .. }) => vec![clicked(at, (around.target)(at), held, around)],
            Some(Grip::View { dragged: false, .. }) if button == Button::Right && around.playing => {
                vec![Command::Cancel]
            }
            Some(Grip::View { dragged: false, .. }) if button == Button::Right => match (around.target)(at) {
                Target::Unit(place) => vec![Command::Focus(place)],
                Target::Field => {
                    vec![Command::Go { spot: around.lens.field_from_screen(at), run: held.shift }]
                }
                _ => vec![Command::Cancel],
            },
            _ => Vec::new(),
        }
    }

    fn wheeled(&mut self, at: Vec2, notches: f32, around: Surroundings<'_>) -> Vec<Command> {
        self.at = Some(at);
        if !notches.is_finite() {
            return Vec::new();
        }
        match (around.target)(at) {
            Target::Unit(_) | Target::Field => vec![Command::Zoom { around: at, factor: NOTCH_ZOOM.powf(notches) }],
            // Around the middle of the view: that is what the map shows.
            Target::Map(_) => {
                vec![Command::Zoom { around: around.lens.view.centre(), factor: NOTCH_ZOOM.powf(notches) }]
            }
            Target::Bar(_) | Target::Handle(_) => vec![Command::Step(if notches > 0.0 { 1 } else { -1 })],
            Target::Feed => vec![Command::ScrollFeed(notches)],
            // A line of the feed can be clicked, and scrolled over.
            Target::Button(Command::Seek(_)) => vec![Command::ScrollFeed(notches)],
            _ => Vec::new(),
        }
    }
}

fn clicked(at: Vec2, target: Target, held: Held, around: Surroundings<'_>) -> Command {
    let spot = around.lens.field_from_screen(at);
    match target {
        Target::Unit(place) if around.aiming => Command::Aim { spot, unit: Some(place) },
        Target::Field if around.aiming => Command::Aim { spot, unit: None },
        Target::Unit(place) => Command::Select { place, add: held.shift },
        _ => Command::Cancel,
    }
}

/// Points by which a key shifts the view.
const KEY_PAN: f32 = 48.0;

/// The key that is fast forward while it is held.
const HURRY: Key = Key::Sign('l');

/// What a key asks while a field is open; `None` for keys that ask nothing then: what they print comes by itself.
fn command_for_typing(key: Key, held: Held) -> Option<Command> {
    Some(match key {
        Key::Sign('q') if held.ctrl => Command::Quit,
        _ if held.ctrl => return None,
        Key::Backspace => Command::Erase,
        Key::Enter => Command::Enter,
        Key::Escape => Command::Cancel,
        _ => return None,
    })
}

/// What a key asks while a unit is taken over: to move it, to leave it, or to look at it otherwise. All others ask nothing.
fn command_for_reins(key: Key, held: Held, lens: Lens) -> Option<Command> {
    if let Some(rein) = Rein::of_key(key).filter(|_| !held.ctrl) {
        return Some(Command::Pull(rein, true));
    }
    match key {
        Key::Escape | Key::Enter => Some(Command::GiveBack),
        Key::Sign('p') if !held.ctrl => Some(Command::TogglePlay),
        Key::Sign(digit @ '1'..='8') if !held.ctrl => Some(Command::TakeOver(Some(digit as usize - '1' as usize))),
        Key::Sign('s' | 'e' | 'q') if held.ctrl => command_for_key(key, held, lens),
        Key::Sign('z' | 'j' | '0' | '+' | '=' | '-' | '_') => command_for_key(key, held, lens),
        Key::F5 | Key::F6 | Key::F7 | Key::F8 | Key::PageUp | Key::PageDown => command_for_key(key, held, lens),
        _ => None,
    }
}

/// What a key asks; `None` for keys that ask nothing.
#[must_use]
pub fn command_for_key(key: Key, held: Held, lens: Lens) -> Option<Command> {
    let shift = held.shift;
    let zoom = |factor| Command::Zoom { around: lens.view.centre(), factor };
    let pan = |x: f32, y: f32| Command::Pan(Vec2 { x, y } * KEY_PAN);
    Some(match key {
        Key::Sign('q') if held.ctrl => Command::Quit,
        Key::Sign('s') if held.ctrl && shift => Command::SaveReport,
        Key::Sign('s') if held.ctrl => Command::SaveFight,
        Key::Sign('e') if held.ctrl => Command::SaveScript,
        Key::Sign('c') if held.ctrl => Command::CopyCommand,
        Key::Sign('n') if held.ctrl && shift => Command::AskSeed,
        Key::Sign('n') if held.ctrl => Command::Rematch(None),
        Key::Sign(sign) if held.ctrl => Command::Tell(sign),
        _ if held.ctrl => return None,
        Key::Space => Command::TogglePlay,
        Key::Left => Command::Jump(if shift { -5_000 } else { -1_000 }),
        Key::Right => Command::Jump(if shift { 5_000 } else { 1_000 }),
        Key::Up => Command::Faster,
        Key::Down => Command::Slower,
        Key::Home => Command::Home,
        Key::End => Command::End,
        Key::Tab => {
            if shift {
                Command::SelectPrevious
            } else {
                Command::SelectNext
            }
        }
        Key::Escape => Command::Cancel,
        Key::Enter => Command::TakeOver(None),
        Key::F2 => Command::AskBranchName,
        Key::F5 => Command::ToggleOverlay(0),
        Key::F6 => Command::ToggleOverlay(1),
        Key::F7 => Command::ToggleOverlay(2),
        Key::F8 => Command::ToggleOverlay(3),
        Key::Delete => Command::AskDelete,
        Key::Backspace => Command::Back,
        Key::PageUp => Command::ScrollFeed(8.0),
        Key::PageDown => Command::ScrollFeed(-8.0),
        Key::Sign(',' | '<') => Command::Step(-1),
        Key::Sign('.' | '>') => Command::Step(1),
        Key::Sign('b') => Command::Reverse,
        Key::Sign('n') if shift => Command::NextTurn,
        Key::Sign('p') if shift => Command::PreviousTurn,
        Key::Sign('n') => Command::NextFall,
        Key::Sign('p') => Command::PreviousFall,
        Key::Sign('o') => {
            if shift {
                Command::PreviousOrder
            } else {
                Command::NextOrder
            }
        }
        HURRY => Command::Hurry(true),
        Key::Sign('e') => Command::FollowHead,
        Key::Sign('u') => Command::SetRepeat(End::A),
        Key::Sign('i') => Command::SetRepeat(End::B),
        Key::Sign('x') => Command::ClearRepeat,
        Key::Sign('m') => {
            if shift {
                Command::AskName
            } else {
                Command::ToggleMarker
            }
        }
        Key::Sign('v') => {
            if shift {
                Command::PreviousMarker
            } else {
                Command::NextMarker
            }
        }
        Key::Sign('g') => Command::AskTime,
        Key::Sign(digit @ '1'..='5') => Command::SetSpeed(Speed::ALL[digit as usize - '1' as usize + 5]),
        Key::Sign('6') => Command::TogglePanel(Panel::Contributions),
        Key::Sign('7') => Command::TogglePanel(Panel::Inspector),
        Key::Sign('8') => Command::TogglePanel(Panel::Timelines),
        Key::Sign('9') => Command::ToggleAftermath,
        Key::Sign('k') => Command::SortNext,
        Key::Sign('y') => Command::ScopeNext,
        Key::Sign('q') => Command::CompareParent,
        Key::Sign('r') => {
            if shift {
                Command::RetreatAll
            } else {
                Command::Retreat
            }
        }
        Key::Sign('f') => Command::AimFocus,
        Key::Sign('[' | '{') => Command::PreviousBranch,
        Key::Sign(']' | '}') => Command::NextBranch,
        Key::Sign('h' | '?' | '/') => Command::ToggleHelp,
        Key::Sign('j') => Command::ToggleFeed,
        Key::Sign('t') => Command::ToggleSpoilerFree,
        Key::Sign('=' | '+') => zoom(NOTCH_ZOOM * NOTCH_ZOOM),
        Key::Sign('-' | '_') => zoom(1.0 / (NOTCH_ZOOM * NOTCH_ZOOM)),
        Key::Sign('0') => Command::FitView,
        Key::Sign('z') => Command::ToggleOverlays,
        Key::Sign('c') if shift => Command::FollowUnit,
        Key::Sign('c') => Command::FollowFight,
        Key::Sign('w') => pan(0.0, 1.0),
        Key::Sign('a') => pan(1.0, 0.0),
        Key::Sign('s') => pan(0.0, -1.0),
        Key::Sign('d') => pan(-1.0, 0.0),
        _ => return None,
    })
}
