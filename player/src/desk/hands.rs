//! Hands on the desk: the player's inputs as egui's events.

use egui::{CursorIcon, Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, pos2};

use crate::geometry::Vec2;
use crate::input::{Button, Held, Input, Key};
use crate::screen::Mouse;

/// Write down what a hand did as events. `unit` points of the window are one of egui's.
pub(super) fn push_events(input: &Input, unit: f32, events: &mut Vec<Event>) {
    let point = |at: Vec2| pos2(at.x / unit, at.y / unit);
    match *input {
        Input::Move(at) => push_move(point(at), events),
        Input::Press(at, button, held) => push_button(point(at), button, true, held, events),
        Input::Release(at, button, held) => push_button(point(at), button, false, held, events),
        Input::Wheel(at, notches) => {
            push_move(point(at), events);
            let delta = egui::vec2(0.0, if notches.is_finite() { notches } else { 0.0 });
            events.push(Event::MouseWheel { unit: MouseWheelUnit::Line, delta, modifiers: Modifiers::NONE });
        }
        Input::Leave => events.push(Event::PointerGone),
        Input::Text(letter) if !letter.is_control() => events.push(Event::Text(letter.to_string())),
        Input::Key(key, held) => push_key(key, held, events),
        Input::Text(_) | Input::KeyUp(_) => {}
    }
}

/// Cut events so that no pass sees more than one button go down or up: it looks under the mouse only once.
pub(super) fn one_press_each(events: Vec<Event>) -> Vec<Vec<Event>> {
    let mut passes = vec![Vec::new()];
    for event in events {
        let is_button = matches!(event, Event::PointerButton { .. });
        passes.last_mut().expect("there is one from the start").push(event);
        if is_button {
            passes.push(Vec::new());
        }
    }
    passes
}

fn push_move(at: Pos2, events: &mut Vec<Event>) {
    if at.x.is_finite() && at.y.is_finite() {
        events.push(Event::PointerMoved(at));
    }
}

fn push_button(pos: Pos2, button: Button, pressed: bool, held: Held, events: &mut Vec<Event>) {
    if !(pos.x.is_finite() && pos.y.is_finite()) {
        return;
    }
    let button = match button {
        Button::Left => PointerButton::Primary,
        Button::Right => PointerButton::Secondary,
        Button::Middle => PointerButton::Middle,
    };
    events.push(Event::PointerMoved(pos));
    events.push(Event::PointerButton { pos, button, pressed, modifiers: modifiers(held) });
}

/// A key goes down and up at once: nothing on the desk asks how long it is held.
fn push_key(key: Key, held: Held, events: &mut Vec<Event>) {
    match (key, held.ctrl) {
        (Key::Sign('c'), true) => return events.push(Event::Copy),
        (Key::Sign('x'), true) => return events.push(Event::Cut),
        _ => {}
    }
    let Some(key) = egui_key(key) else { return };
    for pressed in [true, false] {
        events.push(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: modifiers(held) });
    }
}

fn modifiers(held: Held) -> Modifiers {
    Modifiers { shift: held.shift, ctrl: held.ctrl, command: held.ctrl, ..Modifiers::NONE }
}

fn egui_key(key: Key) -> Option<egui::Key> {
    Some(match key {
        Key::Sign(sign) => return egui::Key::from_name(&sign.to_ascii_uppercase().to_string()),
        Key::Space => egui::Key::Space,
        Key::Left => egui::Key::ArrowLeft,
        Key::Right => egui::Key::ArrowRight,
        Key::Up => egui::Key::ArrowUp,
        Key::Down => egui::Key::ArrowDown,
        Key::Home => egui::Key::Home,
        Key::End => egui::Key::End,
        Key::Tab => egui::Key::Tab,
        Key::Enter => egui::Key::Enter,
        Key::Escape => egui::Key::Escape,
        Key::Backspace => egui::Key::Backspace,
        Key::Delete => egui::Key::Delete,
        Key::PageUp => egui::Key::PageUp,
        Key::PageDown => egui::Key::PageDown,
        Key::F2 | Key::F5 | Key::F6 | Key::F7 | Key::F8 | Key::F12 => return None,
    })
}

/// The shape of the mouse that egui asks for.
pub(super) fn mouse(cursor: CursorIcon) -> Mouse {
    match cursor {
        CursorIcon::PointingHand => Mouse::Hand,
        CursorIcon::Text | CursorIcon::VerticalText => Mouse::Caret,
        CursorIcon::Crosshair | CursorIcon::Cell => Mouse::Cross,
        CursorIcon::Move | CursorIcon::Grab | CursorIcon::Grabbing | CursorIcon::AllScroll => Mouse::Move,
        CursorIcon::ResizeHorizontal | CursorIcon::ResizeColumn | CursorIcon::ResizeEast | CursorIcon::ResizeWest => {
            Mouse::Across
        }
        CursorIcon::ResizeVertical | CursorIcon::ResizeRow | CursorIcon::ResizeNorth | CursorIcon::ResizeSouth => {
            Mouse::Along
        }
        CursorIcon::NotAllowed | CursorIcon::NoDrop => Mouse::Forbidden,
        _ => Mouse::Arrow,
    }
}
