//! Random hands over all screens: whatever is pressed, clicked, dragged, typed or dropped, nothing breaks, nothing is
//! drawn at a place that is no number, and the player never closes but when it is asked to. Half of the clicks go to
//! what the screen says, so that buttons and lists are not missed.

use std::path::Path;
use std::time::Duration;

use player::canvas::mesh::Mesh;
use player::canvas::{Atlas, Canvas};
use player::geometry::{Vec2, vec2};
use player::house::House;
use player::input::{Button, Held, Input, Key};
use recorder::Budget;

use crate::stage;

/// Hands of a soak.
const HANDS: u32 = 20_000;
/// Hands after which the house is built anew, so that screens that are seldom reached are begun with often.
const HANDS_A_HOUSE: u32 = 800;
/// Hands between two pictures.
const HANDS_A_PICTURE: u32 = 6;

/// Hands of a soak over a battle.
const HANDS_OF_A_BATTLE: u32 = 3_000;

const NAMED: [Key; 18] = [
    Key::F5,
    Key::F6,
    Key::F7,
    Key::F8,
    Key::Space,
    Key::Left,
    Key::Right,
    Key::Up,
    Key::Down,
    Key::Home,
    Key::End,
    Key::Tab,
    Key::Enter,
    Key::Escape,
    Key::Backspace,
    Key::Delete,
    Key::PageUp,
    Key::PageDown,
];

const SIZES: [Vec2; 5] =
    [vec2(1_280.0, 720.0), vec2(900.0, 600.0), vec2(2_560.0, 1_440.0), vec2(320.0, 200.0), vec2(1.0, 1.0)];

/// SplitMix64: a test's dice.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    fn of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// A point of the window or a little beside it.
    fn point(&mut self, size: Vec2) -> Vec2 {
        let mut part = || self.below(1_001) as f32 / 1_000.0 * 1.2 - 0.1;
        vec2(part() * size.x, part() * size.y)
    }
}

/// A monkey before the window.
struct Monkey {
    dice: Dice,
    size: Vec2,
    /// Where something was written on the last picture.
    written: Vec<Vec2>,
}

impl Monkey {
    fn act(&mut self, house: &mut House) {
        let held = Held { shift: self.dice.below(4) == 0, ctrl: false };
        match self.dice.below(12) {
            0 | 1 => self.type_sign(house, held),
            2 => house.input(&Input::Key(self.dice.of(&NAMED), held)),
            3..=6 => self.click(house, held),
            7 => self.drag(house, held),
            8 => house.input(&Input::Move(self.point())),
            9 => house.input(&Input::Wheel(self.point(), self.dice.below(9) as f32 - 4.0)),
            10 => self.loose_end(house, held),
            _ => self.seldom(house),
        }
    }

    fn type_sign(&mut self, house: &mut House, held: Held) {
        let sign = char::from(b' ' + self.dice.below(95) as u8);
        let ctrl = self.dice.below(8) == 0 && sign != 'q';
        house.input(&Input::Text(sign));
        house.input(&Input::Key(Key::Sign(sign.to_ascii_lowercase()), Held { ctrl, ..held }));
        house.input(&Input::KeyUp(Key::Sign(sign.to_ascii_lowercase())));
    }

    fn click(&mut self, house: &mut House, held: Held) {
        let at = self.point();
        let button = self.dice.of(&[Button::Left, Button::Left, Button::Left, Button::Right, Button::Middle]);
        for input in [Input::Move(at), Input::Press(at, button, held), Input::Release(at, button, held)] {
            house.input(&input);
        }
    }

    fn drag(&mut self, house: &mut House, held: Held) {
        let (from, to) = (self.point(), self.point());
        let button = self.dice.of(&[Button::Left, Button::Left, Button::Right]);
        house.input(&Input::Press(from, button, held));
        for step in 1..=4 {
            house.input(&Input::Move(from.toward(to, step as f32 / 4.0)));
            house.advance(Duration::from_millis(16));
        }
        house.input(&Input::Release(to, button, held));
    }

    /// What no whole gesture leaves behind: presses without release, releases without press.
    fn loose_end(&mut self, house: &mut House, held: Held) {
        let (at, button) = (self.point(), self.dice.of(&[Button::Left, Button::Right]));
        house.input(&match self.dice.below(4) {
            0 => Input::Press(at, button, held),
            1 => Input::Key(Key::Sign('l'), held),
            2 => Input::Leave,
            _ => Input::Release(at, button, held),
        });
    }

    fn seldom(&mut self, house: &mut House) {
        match self.dice.below(12) {
            0 => house.drop_file(Path::new("odd.bin")),
            1 => house.drop_file(Path::new("skirmish/ten")),
            2 => self.size = self.dice.of(&SIZES),
            3 => house.input(&Input::Wheel(vec2(f32::NAN, 4.0), f32::INFINITY)),
            _ => house.input(&Input::Key(Key::Escape, Held::default())),
        }
    }

    fn point(&mut self) -> Vec2 {
        if self.written.is_empty() || self.dice.below(2) == 0 {
            return self.dice.point(self.size);
        }
        let written = std::mem::take(&mut self.written);
        let at = self.dice.of(&written);
        self.written = written;
        at
    }
}

/// Draws pictures and looks them over.
struct Eye {
    canvas: Canvas,
    atlas: Atlas,
    mesh: Mesh,
}

impl Eye {
    fn look(&mut self, house: &House, round: u32) -> Vec<Vec2> {
        house.draw(&mut self.canvas);
        self.mesh.build(&self.canvas, &mut self.atlas, 1.0);
        assert!(self.mesh.vertices.iter().all(|v| v.at.x.is_finite() && v.at.y.is_finite()), "hand {round}");
        self.canvas.texts().map(|(_, rect)| rect.centre()).collect()
    }
}

#[test]
fn no_sequence_of_hands_breaks_any_screen() {
    let (deepest, faults) = soak(41, HANDS, &stage::house);
    assert!(deepest > 2 && faults > 50, "the hands went through screens ({deepest}) and dialogs ({faults})");
}

#[test]
fn no_sequence_of_hands_breaks_a_battle() {
    let (deepest, _) = soak(43, HANDS_OF_A_BATTLE, &stage::house_with_battle);
    assert!(deepest > 0);
}

/// Let hands at a house; say how deep they went into its screens, and how often a dialog lay over them.
fn soak(seed: u64, hands: u32, open: &dyn Fn() -> House) -> (usize, u32) {
    let mut monkey = Monkey { dice: Dice(seed), size: SIZES[0], written: Vec::new() };
    let mut eye = Eye { canvas: Canvas::new(SIZES[0]), atlas: Atlas::new(), mesh: Mesh::new() };
    let (mut house, mut deepest, mut faults) = (open(), 0, 0);
    for round in 0..hands {
        if round % HANDS_A_HOUSE == 0 || house.is_quitting() {
            house = open();
        }
        house.set_size(monkey.size, 1.0);
        monkey.act(&mut house);
        house.resolve(Budget::Ticks(monkey.dice.below(60) as u32));
        house.advance(Duration::from_millis(monkey.dice.below(120)));
        if round % HANDS_A_PICTURE == 0 {
            monkey.written = eye.look(&house, round);
        }
        deepest = deepest.max(house.depth());
        faults += u32::from(house.fault().is_some());
    }
    (deepest, faults)
}
