//! Orders: what can be asked of a cook, and by what name it is refused.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::kernel::problem::{quote, suggest};
use crate::kitchen::constants::THROTTLE_FULL;
use crate::kitchen::grain::{Facing, Point};
use crate::kitchen::input::{Frame, INTENT_MAX};
use crate::kitchen::level::ROUND_TICKS_MAX;

/// What an order looks like, for those who got it wrong.
pub const ORDER_FORM: &str = "an order is `COOK [move X Y] [act] [face SIDE] [for TICKS | held]`, `COOK rest [for TICKS]` or \
                              `COOK auto`, with COOK a name or a number from 1";

/// The longest a frame can be held, in ticks: past the end of the longest round, and so until something newer comes.
pub const HOLD_MAX: u16 = 10_000;

const _: () = assert!(HOLD_MAX >= ROUND_TICKS_MAX);

/// How a script says that a frame is held until something newer comes.
const HELD: &str = "held";

/// Something a cook is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Order {
    /// The cook's number: its seat plus one. One that no cook has is refused when its tick comes.
    pub cook: u16,
    /// What is asked.
    pub ask: Ask,
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// Do this, for so many ticks or until something newer comes. It takes the cook over from its own head.
    Do {
        /// What to do.
        frame: Frame,
        /// For how many ticks, from 1.
        ticks: u16,
    },
    /// Let its own head move it.
    Auto,
}

/// Why an order was not obeyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// No cook has that number.
    UnknownCook,
    /// Another frame for the same cook in the same tick came first.
    Outranked,
    /// Its own head moves it already.
    AlreadyAuto,
    /// The round was over.
    Over,
}

impl Order {
    /// Ask a seat for one frame.
    #[must_use]
    pub const fn once(seat: usize, frame: Frame) -> Self {
        Self::held(seat, frame, 1)
    }

    /// Ask a seat for a frame for some ticks.
    #[must_use]
    pub const fn held(seat: usize, frame: Frame, ticks: u16) -> Self {
        Self { cook: seat as u16 + 1, ask: Ask::Do { frame, ticks } }
    }

    /// Leave a seat to its own head.
    #[must_use]
    pub const fn auto(seat: usize) -> Self {
        Self { cook: seat as u16 + 1, ask: Ask::Auto }
    }

    /// Give the seat of the cook that is asked; number 0 has none.
    #[must_use]
    pub fn seat(&self) -> Option<usize> {
        usize::from(self.cook).checked_sub(1)
    }

    /// Read an order's words after the tick.
    ///
    /// # Errors
    /// A phrase that says what is wrong and what would be right.
    pub fn read(cooks: &[String], words: &str) -> Result<Self, String> {
        let parts: Vec<&str> = words.split_whitespace().collect();
        let [cook, asked @ ..] = &parts[..] else { return Err(format!("there is no order: {ORDER_FORM}")) };
        Ok(Self { cook: read_cook(cooks, cook)?, ask: Ask::read(asked)? })
    }

    /// Write an order the way [`Order::read`] reads it.
    #[must_use]
    pub fn write(&self, cooks: &[String]) -> String {
        self.write_holding(cooks, hold_for)
    }

    fn write_holding(&self, cooks: &[String], hold: impl Fn(u16) -> String) -> String {
        let name = self.seat().and_then(|seat| cooks.get(seat)).cloned().unwrap_or_else(|| self.cook.to_string());
        format!("{name} {}", self.ask.write(hold))
    }

    /// Write it for a script: what is held until something newer comes says so, and no number of ticks that never pass.
    /// The number itself belongs to the state, and one worked out from the next line would be another fight's.
    #[must_use]
    pub fn write_in_script(&self, cooks: &[String]) -> String {
        self.write_holding(cooks, |ticks| if ticks == HOLD_MAX { HELD.to_owned() } else { hold_for(ticks) })
    }
}

impl Ask {
    fn read(words: &[&str]) -> Result<Self, String> {
        if words == ["auto"] {
            return Ok(Self::Auto);
        }
        let (mut frame, mut ticks, mut seen) = (Frame::REST, 1, Vec::new());
        let mut rest = words;
        while let [word, after @ ..] = rest {
            if seen.contains(word) {
                return Err(format!("`{word}` stands there twice"));
            }
            seen.push(word);
            rest = match (*word, after) {
                ("rest", _) => after,
                ("act", _) => {
                    frame = frame.acting();
                    after
                }
                ("move", [x, y, after @ ..]) => {
                    frame.go = Point::new(read_throttle(x)?, read_throttle(y)?);
                    after
                }
                ("face", [side, after @ ..]) => {
                    frame = frame.facing(read_facing(side)?);
                    after
                }
                ("for" | HELD, _) if seen.contains(&"for") && seen.contains(&HELD) => {
                    return Err(format!("`for` and `{HELD}` in one order: {ORDER_FORM}"));
                }
                (HELD, _) => {
                    ticks = HOLD_MAX;
                    after
                }
                ("for", [count, after @ ..]) => {
                    ticks = read_hold(count)?;
                    after
                }
                ("move" | "face" | "for", _) => return Err(format!("`{word}` lacks what follows it: {ORDER_FORM}")),
                _ => return Err(format!("{} is no part of an order: {ORDER_FORM}", quote(word))),
            };
        }
        if !seen.iter().any(|word| ["rest", "act", "move", "face"].contains(word)) {
            return Err(format!("nothing is asked: {ORDER_FORM}"));
        }
        Ok(Self::Do { frame, ticks })
    }

    fn write(&self, hold: impl Fn(u16) -> String) -> String {
        let Self::Do { frame, ticks } = self else { return "auto".to_owned() };
        let mut words = Vec::new();
        if frame.go != Point::default() {
            words.push(format!("move {} {}", throttle(frame.go.x), throttle(frame.go.y)));
        }
        if frame.is_acting() {
            words.push("act".to_owned());
        }
        if let Some(facing) = frame.face() {
            words.push(format!("face {}", facing.name()));
        }
        if words.is_empty() {
            words.push("rest".to_owned());
        }
        if *ticks != 1 {
            words.push(hold(*ticks));
        }
        words.join(" ")
    }
}

fn hold_for(ticks: u16) -> String {
    format!("for {ticks}")
}

impl Refusal {
    /// Say the reason in a phrase.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::UnknownCook => "there is no such cook",
            Self::Outranked => "another word for that cook came first",
            Self::AlreadyAuto => "that cook goes by its own head already",
            Self::Over => "the round is over",
        }
    }
}

/// Read a cook by name, or by number: a number that no cook has is for the round to refuse.
fn read_cook(cooks: &[String], word: &str) -> Result<u16, String> {
    if let Some(seat) = cooks.iter().position(|name| name == word) {
        return Ok(seat as u16 + 1);
    }
    word.parse().map_err(|_| {
        let help = suggest(word, cooks).unwrap_or_else(|| "there are no cooks".to_owned());
        format!("{} is no cook; {help}", quote(word))
    })
}

fn read_facing(word: &str) -> Result<Facing, String> {
    let names = Facing::ALL.map(Facing::name);
    Facing::ALL.into_iter().find(|facing| facing.name() == word).ok_or_else(|| {
        let help = suggest(word, names).unwrap_or_else(|| format!("it is one of {}", names.join(", ")));
        format!("{} is no side to look to; {help}", quote(word))
    })
}

fn read_hold(word: &str) -> Result<u16, String> {
    let ticks: Option<u16> = word.parse().ok().filter(|ticks| (1..=HOLD_MAX).contains(ticks));
    ticks.ok_or_else(|| format!("{} is no number of ticks: a frame is held for 1 to {HOLD_MAX}", quote(word)))
}

/// Read a throttle as thousandths: `1`, `-0.5`, `50`.
fn read_throttle(word: &str) -> Result<i32, String> {
    let wrong =
        || format!("{} is no throttle: a number such as `1` or `-0.5`, with three decimals at most", quote(word));
    let (sign, digits) = word.strip_prefix('-').map_or((1, word), |digits| (-1, digits));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_plain =
        |text: &str, most| !text.is_empty() && text.len() <= most && text.bytes().all(|b| b.is_ascii_digit());
    if !is_plain(whole, 6) || !is_plain(part, 3) {
        return Err(wrong());
    }
    let thousandths = format!("{whole}{part:0<3}").parse::<i32>().map_err(|_| wrong())?;
    Ok((sign * thousandths).clamp(-INTENT_MAX, INTENT_MAX))
}

/// Write thousandths of full throttle.
fn throttle(thousandths: i32) -> String {
    let (sign, size) = (if thousandths < 0 { "-" } else { "" }, thousandths.unsigned_abs());
    let (whole, part) = (size / THROTTLE_FULL.unsigned_abs(), size % THROTTLE_FULL.unsigned_abs());
    if part == 0 {
        return format!("{sign}{whole}");
    }
    format!("{sign}{whole}.{}", format!("{part:03}").trim_end_matches('0'))
}
