//! The desk without a window: what is laid out is what is drawn, and the mouse is whose it is over.

use std::time::Duration;

use super::{Desk, bold, colour};
use crate::canvas::{Canvas, Shape};
use crate::colour::palette;
use crate::geometry::{Vec2, vec2};
use crate::input::{Button, Held, Input, Key};

const SIZE: Vec2 = vec2(1_280.0, 720.0);

/// A panel at the right with a button, a text field and a line of two weights.
#[derive(Default)]
struct Panel {
    clicks: u32,
    name: String,
    button: Option<egui::Rect>,
    field: Option<egui::Rect>,
}

impl Panel {
    fn show(&mut self, desk: &mut Desk, size: Vec2) {
        desk.show(size, Duration::ZERO, |context| {
            egui::SidePanel::right("panel").exact_width(260.0).show(context, |ui| {
                let button = ui.button("Press me");
                self.clicks += u32::from(button.clicked());
                self.button = Some(button.rect);
                self.field = Some(ui.text_edit_singleline(&mut self.name).rect);
                ui.label("two\nrows");
                ui.label(bold("Bold", 15.0).color(colour(palette::AMBER)));
            });
        });
    }

    fn shown(size: Vec2) -> (Self, Desk) {
        let (mut panel, mut desk) = (Self::default(), Desk::new());
        panel.show(&mut desk, size);
        (panel, desk)
    }
}

fn drawn(desk: &Desk, size: Vec2) -> Canvas {
    let mut canvas = Canvas::new(size);
    desk.draw(&mut canvas);
    canvas
}

fn click(desk: &mut Desk, at: Vec2) -> [bool; 3] {
    let held = Held::default();
    [Input::Move(at), Input::Press(at, Button::Left, held), Input::Release(at, Button::Left, held)]
        .map(|input| desk.take_in(&input))
}

#[test]
fn texts_stand_where_egui_laid_them_out_at_any_size() {
    for size in [vec2(900.0, 600.0), SIZE, vec2(2_560.0, 1_440.0)] {
        let (panel, desk) = Panel::shown(size);
        let canvas = drawn(&desk, size);
        let texts: Vec<_> = canvas.texts().collect();
        let names: Vec<&str> = texts.iter().map(|(text, _)| *text).collect();
        assert_eq!(names, ["Press me", "two", "rows", "Bold"]);
        let button = desk.from_desk(panel.button.unwrap());
        let (label, inside) = (texts[0].1, button.inset(-0.5));
        assert!(inside.shared_with(label).w > label.w - 0.01, "{label:?} in {button:?} at {size:?}");
        assert!((label.centre() - button.centre()).length() < 1.5 * desk.unit(), "{label:?} {button:?}");
        assert!(texts[1].1.bottom() <= texts[2].1.y + 0.5 && texts[1].1.x == texts[2].1.x);
    }
}

#[test]
fn letters_keep_weight_and_colour() {
    let (_, desk) = Panel::shown(SIZE);
    let canvas = drawn(&desk, SIZE);
    let styles: Vec<_> = canvas
        .items()
        .iter()
        .filter_map(|item| match &item.shape {
            Shape::Text { style, letters, .. } => Some((canvas.letters(letters), *style)),
            _ => None,
        })
        .collect();
    let (_, style) = styles.iter().find(|(text, _)| *text == "Bold").unwrap();
    assert_eq!((style.weight, style.colour, style.size), (crate::canvas::Weight::Bold, palette::AMBER, 15.0));
    assert_eq!(styles.iter().find(|(text, _)| *text == "two").unwrap().1.colour, palette::BONE);
}

#[test]
fn a_click_is_whose_it_is_over() {
    let (mut panel, mut desk) = Panel::shown(SIZE);
    let at = desk.from_desk(panel.button.unwrap()).centre();
    assert_eq!(click(&mut desk, at), [true; 3]);
    panel.show(&mut desk, SIZE);
    assert_eq!(panel.clicks, 1, "once, however often it is shown");
    panel.show(&mut desk, SIZE);
    assert_eq!(click(&mut desk, vec2(300.0, 300.0)), [false; 3]);
    panel.show(&mut desk, SIZE);
    assert_eq!(panel.clicks, 1);
    assert!(!desk.wants_pointer());
}

#[test]
fn a_drag_belongs_to_where_it_began() {
    let (panel, mut desk) = Panel::shown(SIZE);
    let (field, over) = (vec2(300.0, 300.0), desk.from_desk(panel.button.unwrap()).centre());
    let held = Held::default();
    for (from, to, ours) in [(field, over, false), (over, field, true)] {
        assert_eq!(desk.take_in(&Input::Press(from, Button::Left, held)), ours);
        assert_eq!(desk.take_in(&Input::Move(to)), ours);
        assert_eq!(desk.take_in(&Input::Release(to, Button::Left, held)), ours);
        assert_eq!(desk.take_in(&Input::Move(to)), !ours, "let go of, it is over {to:?}");
    }
}

#[test]
fn keys_go_to_a_text_field_only_while_it_has_the_focus() {
    let (mut panel, mut desk) = Panel::shown(SIZE);
    let typed = |desk: &mut Desk, letters: &str| -> bool {
        letters.chars().all(|letter| {
            let text = desk.take_in(&Input::Text(letter));
            desk.take_in(&Input::Key(Key::Sign(letter.to_ascii_lowercase()), Held::default())) && text
        })
    };
    assert!(!typed(&mut desk, "r"));
    let field = desk.from_desk(panel.field.unwrap()).centre();
    click(&mut desk, field);
    panel.show(&mut desk, SIZE);
    assert!(desk.is_typing() && typed(&mut desk, "Röb"));
    panel.show(&mut desk, SIZE);
    assert_eq!(panel.name, "Röb");
    let ctrl = Held { ctrl: true, ..Held::default() };
    assert!(!desk.take_in(&Input::Key(Key::Sign('q'), ctrl)), "closing works from everywhere");
    for sign in ['a', 'c'] {
        assert!(desk.take_in(&Input::Key(Key::Sign(sign), ctrl)));
    }
    panel.show(&mut desk, SIZE);
    assert_eq!(desk.take_copied().as_deref(), Some("Röb"));
    assert!(desk.take_in(&Input::Key(Key::Escape, Held::default())));
    panel.show(&mut desk, SIZE);
    assert!(!desk.is_typing() && !typed(&mut desk, "r"));
}

#[test]
fn no_number_breaks_it() {
    let (mut panel, mut desk) = Panel::shown(SIZE);
    for bad in [f32::NAN, f32::INFINITY, -1e30, 1e30] {
        click(&mut desk, vec2(bad, 5.0));
        desk.take_in(&Input::Wheel(vec2(1_200.0, bad), bad));
        panel.show(&mut desk, SIZE);
    }
    for size in [vec2(1.0, 1.0), vec2(8_000.0, 10.0)] {
        panel.show(&mut desk, size);
        assert!(drawn(&desk, size).texts().all(|(_, rect)| rect.x.is_finite() && rect.h.is_finite()));
    }
}
