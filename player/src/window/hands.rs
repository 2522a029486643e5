//! Hands: the window library's events as the player's own.

use std::path::PathBuf;

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{CursorIcon, EventHandler, KeyCode, KeyMods, MouseButton};

use crate::geometry::{Vec2, vec2};
use crate::input::{Button, Held, Input, Key};
use crate::screen::Mouse;

/// Notches of the wheel that one event counts as at most; some systems tell pixels.
const NOTCHES_MAX: f32 = 2.0;

/// Letters of the clipboard that are typed at most.
const PASTED_MAX: usize = 4_096;

/// Takes in events, in the order in which they came.
#[derive(Debug)]
pub(super) struct Hands {
    subscriber: usize,
    mouse: Mouse,
    has_left: bool,
}

impl Hands {
    pub(super) fn new() -> Self {
        Self { subscriber: register_input_subscriber(), mouse: Mouse::default(), has_left: false }
    }

    /// Give the mouse a shape. The system is told only of changes.
    pub(super) fn shape_mouse(&mut self, mouse: Mouse) {
        if std::mem::replace(&mut self.mouse, mouse) == mouse {
            return;
        }
        macroquad::miniquad::window::set_mouse_cursor(match mouse {
            Mouse::Arrow => CursorIcon::Default,
            Mouse::Hand => CursorIcon::Pointer,
            Mouse::Caret => CursorIcon::Text,
            Mouse::Cross => CursorIcon::Crosshair,
            Mouse::Move => CursorIcon::Move,
            Mouse::Across => CursorIcon::EWResize,
            Mouse::Along => CursorIcon::NSResize,
            Mouse::Forbidden => CursorIcon::NotAllowed,
        });
    }

    /// Whether the hands went to another window since the last call: what they let go of there is not told here.
    pub(super) fn take_left(&mut self) -> bool {
        std::mem::take(&mut self.has_left)
    }

    /// What came since the last call.
    pub(super) fn inputs(&mut self, scale: f32) -> Vec<Input> {
        let mut gathered = Gathered { inputs: Vec::new(), held: held_now(), scale, at: mouse(), has_left: false };
        repeat_all_miniquad_input(&mut gathered, self.subscriber);
        self.has_left |= gathered.has_left;
        gathered.inputs
    }
}

/// The files that were dropped on the window since the last call.
pub(super) fn dropped_files() -> Vec<PathBuf> {
    macroquad::input::get_dropped_files().into_iter().filter_map(|file| file.path).collect()
}

/// Put a text on the clipboard.
pub(super) fn put_on_clipboard(text: &str) {
    macroquad::miniquad::window::clipboard_set(text);
}

/// What is on the clipboard, letter by letter, as if it were typed.
fn pasted() -> Vec<Input> {
    let text = macroquad::miniquad::window::clipboard_get().unwrap_or_default();
    let line = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    line.take(PASTED_MAX).map(Input::Text).collect()
}

fn held_now() -> Held {
    use macroquad::input::is_key_down;
    Held {
        shift: is_key_down(KeyCode::LeftShift) || is_key_down(KeyCode::RightShift),
        ctrl: is_key_down(KeyCode::LeftControl) || is_key_down(KeyCode::RightControl),
    }
}

fn mouse() -> Vec2 {
    let (x, y) = macroquad::input::mouse_position();
    vec2(x, y)
}

struct Gathered {
    inputs: Vec<Input>,
    held: Held,
    scale: f32,
    at: Vec2,
    has_left: bool,
}

impl Gathered {
    fn point(&self, x: f32, y: f32) -> Vec2 {
        vec2(x / self.scale, y / self.scale)
    }
}

impl EventHandler for Gathered {
    fn update(&mut self) {}

    // Some systems tell so that the keyboard went to another window.
    fn window_minimized_event(&mut self) {
        self.has_left = true;
    }

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.inputs.push(Input::Move(self.point(x, y)));
    }

    fn mouse_wheel_event(&mut self, _: f32, y: f32) {
        if y != 0.0 {
            self.inputs.push(Input::Wheel(self.at, y.clamp(-NOTCHES_MAX, NOTCHES_MAX)));
        }
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        if let Some(button) = button_from(button) {
            self.inputs.push(Input::Press(self.point(x, y), button, self.held));
        }
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        if let Some(button) = button_from(button) {
            self.inputs.push(Input::Release(self.point(x, y), button, self.held));
        }
    }

    /// Signs come as what they print, so that they are where the person's keyboard has them. What a keyboard makes with
    /// its right Alt is typed too, but asks nothing.
    fn char_event(&mut self, sign: char, mods: KeyMods, repeat: bool) {
        if sign.is_control() || mods.logo || (mods.ctrl && !mods.alt) {
            return;
        }
        self.inputs.push(Input::Text(sign));
        let key = Key::Sign(sign.to_ascii_lowercase());
        if sign != ' ' && !mods.ctrl && !mods.alt && (!repeat || repeats(key)) {
            self.inputs.push(Input::Key(key, Held { shift: mods.shift, ctrl: false }));
        }
    }

    fn key_down_event(&mut self, code: KeyCode, mods: KeyMods, repeat: bool) {
        let held = Held { shift: mods.shift, ctrl: mods.ctrl };
        let with_ctrl = letter_key(code).filter(|_| mods.ctrl && !mods.alt);
        if with_ctrl == Some(Key::Sign('v')) {
            self.inputs.extend(pasted());
        }
        let Some(key) = named_key(code).or(with_ctrl) else { return };
        if !repeat || repeats(key) {
            self.inputs.push(Input::Key(key, held));
        }
    }

    fn key_up_event(&mut self, code: KeyCode, _: KeyMods) {
        self.inputs.extend(named_key(code).or(letter_key(code)).map(Input::KeyUp));
    }
}

/// The letter or digit of a key, for what is held and for what is pressed with Ctrl, where nothing is printed.
fn letter_key(code: KeyCode) -> Option<Key> {
    let letters = KeyCode::A as u16..=KeyCode::Z as u16;
    let digits = KeyCode::Key0 as u16..=KeyCode::Key9 as u16;
    let code = code as u16;
    let sign = if letters.contains(&code) {
        b'a' + u8::try_from(code - letters.start()).ok()?
    } else if digits.contains(&code) {
        b'0' + u8::try_from(code - digits.start()).ok()?
    } else {
        return None;
    };
    Some(Key::Sign(char::from(sign)))
}

/// Whether a key that is held down asks again and again.
fn repeats(key: Key) -> bool {
    match key {
        Key::Left | Key::Right | Key::PageUp | Key::PageDown | Key::Backspace | Key::Delete => true,
        Key::Sign(sign) => ",.<>+-=_wasd".contains(sign),
        _ => false,
    }
}

fn button_from(button: MouseButton) -> Option<Button> {
    match button {
        MouseButton::Left => Some(Button::Left),
        MouseButton::Right => Some(Button::Right),
        MouseButton::Middle => Some(Button::Middle),
        MouseButton::Unknown => None,
    }
}

fn named_key(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Space => Key::Space,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::F2 => Key::F2,
        KeyCode::F5 => Key::F5,
        KeyCode::F6 => Key::F6,
        KeyCode::F7 => Key::F7,
        KeyCode::F8 => Key::F8,
        KeyCode::Tab => Key::Tab,
        KeyCode::Enter | KeyCode::KpEnter => Key::Enter,
        KeyCode::Escape => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::F12 => Key::F12,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        _ => return None,
    })
}
