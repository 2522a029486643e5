//! Input scripts: a hand written down, frame by frame, so that the window can be driven by a test.
//!
//! A line is `frame N` and what is done there: `key space`, `key shift+r`, `click X Y`, `rightclick X Y`, `move X Y`,
//! `drag X1 Y1 X2 Y2`, `wheel X Y NOTCHES`, `type WORDS`, `hold KEY`, `release KEY`, `drop FILE`, `shot NAME`, `quit`.
//! Lines may stand in any order; empty lines and what follows a `#` do not count. Frames count from 0, in steps of 1/60 s whatever the clock says.

use std::path::PathBuf;
use std::time::Duration;

use recorder::Budget;

use crate::geometry::{Vec2, vec2};
use crate::house::House;
use crate::input::{Button, Held, Input, Key, NAMED_KEYS};

/// A frame.
const FRAME: Duration = Duration::from_nanos(16_666_667);
/// Ticks given to the recorder in a frame.
const SLICE: u32 = 24;
/// Moves that a written drag is made of.
const DRAG_STEPS: u32 = 8;
/// Longest name of a shot, in letters.
const NAME_MAX: usize = 64;

/// Something a script does.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// A hand does this.
    Input(Input),
    /// A file is dropped on the window.
    Drop(PathBuf),
    /// The picture of this frame is kept under a name.
    Shot(String),
    /// The player closes after this frame.
    Quit,
}

/// A script, in order of frames.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    deeds: Vec<(u32, Deed)>,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}: `{text}`")]
pub struct LineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub problem: String,
    /// The line as it stands.
    pub text: String,
}

/// What is wrong with a script: every bad line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError(pub Vec<LineError>);

impl std::fmt::Display for ScriptError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for ScriptError {}

impl Script {
    /// Read a script.
    ///
    /// # Errors
    /// Every line that cannot be read, with what would be right.
    pub fn read(text: &str) -> Result<Self, ScriptError> {
        let (mut deeds, mut errors) = (Vec::new(), Vec::new());
        for (place, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
            match read_line(&words) {
                Ok(done) => deeds.extend(done),
                Err(problem) => {
                    errors.push(LineError { line: place + 1, problem, text: line.trim().chars().take(120).collect() });
                }
            }
        }
        if !errors.is_empty() {
            return Err(ScriptError(errors));
        }
        deeds.sort_by_key(|(frame, _)| *frame);
        Ok(Self { deeds })
    }

    /// What is done at a frame, in the order in which it is written.
    pub fn at(&self, frame: u32) -> impl Iterator<Item = &Deed> {
        let from = self.deeds.partition_point(|(at, _)| *at < frame);
        self.deeds[from..].iter().take_while(move |(at, _)| *at == frame).map(|(_, deed)| deed)
    }

    /// Do what is done at a frame, go on with long work, and let the frame's time pass. What comes of it does not depend
    /// on the machine.
    pub fn play(&self, frame: u32, house: &mut House) {
        for deed in self.at(frame) {
            match deed {
                Deed::Input(input) => house.input(input),
                Deed::Drop(path) => house.drop_file(path),
                Deed::Shot(_) | Deed::Quit => {}
            }
        }
        if house.is_busy() {
            house.resolve(Budget::Ticks(SLICE));
        }
        house.advance(if frame == 0 { Duration::ZERO } else { FRAME });
    }

    /// Whether it takes any shots.
    #[must_use]
    pub fn takes_shots(&self) -> bool {
        self.deeds.iter().any(|(_, deed)| matches!(deed, Deed::Shot(_)))
    }

    /// Whether it takes any shots of a frame.
    #[must_use]
    pub fn takes_shots_at(&self, frame: u32) -> bool {
        self.at(frame).any(|deed| matches!(deed, Deed::Shot(_)))
    }

    /// The last frame at which anything is done.
    #[must_use]
    pub fn last_frame(&self) -> Option<u32> {
        self.deeds.last().map(|(frame, _)| *frame)
    }
}

type Deeds = Vec<(u32, Deed)>;

fn read_line(words: &[&str]) -> Result<Deeds, String> {
    let [first, rest @ ..] = words else { return Ok(Vec::new()) };
    if *first != "frame" {
        return Err("a line begins with `frame N`".to_owned());
    }
    let [frame, what, args @ ..] = rest else { return Err("a line is `frame N` and what is done there".to_owned()) };
    let frame: u32 = frame.parse().map_err(|_| format!("`{frame}` is not a frame number"))?;
    Ok(read_deeds(what, args)?.into_iter().map(|deed| (frame, deed)).collect())
}

fn read_deeds(what: &str, args: &[&str]) -> Result<Vec<Deed>, String> {
    let inputs = match what {
        "key" => pressed(read_key(args)?),
        "hold" => {
            let (key, held) = read_key(args)?;
            vec![Input::Key(key, held)]
        }
        "release" => vec![Input::KeyUp(read_key(args)?.0)],
        "type" if args.is_empty() => return Err("`type` needs the words that are typed".to_owned()),
        "type" => typed(&args.join(" ")),
        "drop" => {
            let [path] = args else { return Err("one file a line, as in `drop old.fight`".to_owned()) };
            return Ok(vec![Deed::Drop(PathBuf::from(path))]);
        }
        "click" => point(args).map(|at| click(at, Button::Left))?,
        "rightclick" => point(args).map(|at| click(at, Button::Right))?,
        "move" => vec![Input::Move(point(args)?)],
        "drag" => read_drag(args)?,
        "wheel" => {
            let [x, y, notches] = numbers(args, "wheel X Y NOTCHES")?;
            vec![Input::Wheel(vec2(x, y), notches)]
        }
        "shot" => return Ok(vec![Deed::Shot(read_name(args)?)]),
        "quit" if args.is_empty() => return Ok(vec![Deed::Quit]),
        "quit" => return Err("`quit` stands alone".to_owned()),
        _ => {
            return Err(format!(
                "`{what}` is nothing a script can do; it can key, click, rightclick, move, drag, wheel, type, hold, \
                 release, drop, shot, quit"
            ));
        }
    };
    Ok(inputs.into_iter().map(Deed::Input).collect())
}

/// A key that is pressed and let go of, with the letter that it types.
fn pressed((key, held): (Key, Held)) -> Vec<Input> {
    let letter = match key {
        Key::Space => Some(' '),
        Key::Sign(sign) if held.shift => Some(sign.to_ascii_uppercase()),
        Key::Sign(sign) => Some(sign),
        _ => None,
    };
    let text = letter.filter(|_| !held.ctrl).map(Input::Text);
    text.into_iter().chain([Input::Key(key, held), Input::KeyUp(key)]).collect()
}

/// Words as a keyboard types them.
fn typed(words: &str) -> Vec<Input> {
    let key = |letter: char| {
        let shift = letter.is_ascii_uppercase();
        let key = if letter == ' ' { Key::Space } else { Key::Sign(letter.to_ascii_lowercase()) };
        [Input::Text(letter), Input::Key(key, Held { shift, ctrl: false }), Input::KeyUp(key)]
    };
    words.chars().flat_map(key).collect()
}

fn read_key(args: &[&str]) -> Result<(Key, Held), String> {
    let [word] = args else { return Err("one key a line, as in `key space` or `key shift+r`".to_owned()) };
    let (mut held, mut name) = (Held::default(), *word);
    loop {
        if let Some(rest) = name.strip_prefix("shift+") {
            (held.shift, name) = (true, rest);
        } else if let Some(rest) = name.strip_prefix("ctrl+") {
            (held.ctrl, name) = (true, rest);
        } else {
            break;
        }
    }
    let mut letters = name.chars();
    let key = match (NAMED_KEYS.iter().find(|(known, _)| *known == name), letters.next(), letters.next()) {
        (Some((_, key)), _, _) => *key,
        (None, Some(sign), None) => Key::Sign(sign.to_ascii_lowercase()),
        _ => {
            let names: Vec<&str> = NAMED_KEYS.iter().map(|(name, _)| *name).collect();
            return Err(format!("`{name}` is no key; keys are single signs and {}", names.join(", ")));
        }
    };
    Ok((key, held))
}

fn read_drag(args: &[&str]) -> Result<Vec<Input>, String> {
    let [x1, y1, x2, y2] = numbers(args, "drag X1 Y1 X2 Y2")?;
    let (from, to) = (vec2(x1, y1), vec2(x2, y2));
    let mut inputs = vec![Input::Move(from), Input::Press(from, Button::Left, Held::default())];
    inputs.extend((1..=DRAG_STEPS).map(|step| Input::Move(from.toward(to, step as f32 / DRAG_STEPS as f32))));
    inputs.push(Input::Release(to, Button::Left, Held::default()));
    Ok(inputs)
}

fn click(at: Vec2, button: Button) -> Vec<Input> {
    let held = Held::default();
    vec![Input::Move(at), Input::Press(at, button, held), Input::Release(at, button, held)]
}

fn point(args: &[&str]) -> Result<Vec2, String> {
    let [x, y] = numbers(args, "X Y")?;
    Ok(vec2(x, y))
}

fn numbers<const N: usize>(args: &[&str], form: &str) -> Result<[f32; N], String> {
    let wrong = || format!("expected `{form}`, in points of the window");
    let read: Vec<f32> = args.iter().filter_map(|arg| arg.parse().ok()).filter(|n: &f32| n.is_finite()).collect();
    if args.len() == N { read.try_into().map_err(|_| wrong()) } else { Err(wrong()) }
}

/// A shot's name becomes a file's name: letters, digits, `-`, `_` and `.` inside.
fn read_name(args: &[&str]) -> Result<String, String> {
    let [name] = args else { return Err("one name a shot, as in `shot start`".to_owned()) };
    let sound = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.chars().all(sound) && !name.starts_with('.') && name.len() <= NAME_MAX {
        Ok((*name).to_owned())
    } else {
        Err("a shot's name is up to 64 letters, digits, `-`, `_` and `.`, the first no `.`".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_read_in_order_of_frames() {
        let script = Script::read(
            "# the first look\nframe 30 shot late\n\nframe 0 key space   # play\nframe 0 key shift+R\nframe 31 quit\n",
        )
        .unwrap();
        let shift = Held { shift: true, ctrl: false };
        let keys: Vec<&Deed> = script.at(0).filter(|deed| matches!(deed, Deed::Input(Input::Key(..)))).collect();
        assert_eq!(
            keys,
            [&Deed::Input(Input::Key(Key::Space, Held::default())), &Deed::Input(Input::Key(Key::Sign('r'), shift))]
        );
        let letters: Vec<&Deed> = script.at(0).filter(|deed| matches!(deed, Deed::Input(Input::Text(_)))).collect();
        assert_eq!(letters, [&Deed::Input(Input::Text(' ')), &Deed::Input(Input::Text('R'))]);
        assert_eq!(script.at(30).next(), Some(&Deed::Shot("late".to_owned())));
        assert_eq!(script.last_frame(), Some(31));
        assert_eq!(script.at(1).count(), 0);
    }

    #[test]
    fn a_drag_is_a_press_moves_and_a_release() {
        let script = Script::read("frame 2 drag 10 20 90 20").unwrap();
        let deeds: Vec<&Deed> = script.at(2).collect();
        assert_eq!(deeds.len(), 3 + DRAG_STEPS as usize);
        assert!(matches!(deeds[1], Deed::Input(Input::Press(at, Button::Left, _)) if *at == vec2(10.0, 20.0)));
        assert!(matches!(deeds.last(), Some(Deed::Input(Input::Release(at, ..))) if *at == vec2(90.0, 20.0)));
    }

    #[test]
    fn every_bad_line_is_named_with_what_would_be_right() {
        let bad = [
            "key space",
            "frame x key space",
            "frame 1",
            "frame -1 quit",
            "frame 1 jump",
            "frame 1 key spacebar",
            "frame 1 key",
            "frame 1 click 3",
            "frame 1 drag 1 2 3 nan",
            "frame 1 shot ../../etc",
            "frame 1 shot .hidden",
            "frame 1 quit now",
            "frame 99999999999 quit",
        ];
        let errors = Script::read(&bad.join("\n")).unwrap_err().0;
        let lines: Vec<usize> = errors.iter().map(|e| e.line).collect();
        assert_eq!(lines, (1..=bad.len()).collect::<Vec<_>>());
        assert!(errors[4].to_string().starts_with("line 5: `jump` is nothing a script can do; it can key,"));
        assert!(errors[5].problem.contains("space, left, right"));
    }
}
