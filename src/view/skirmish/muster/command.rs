//! Commands: everything a person can ask of the muster, as values; keys are only translated to them.

use player::input::{Held, Key};

use crate::skirmish::draft::Change;

/// Something that is asked of the muster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Change the squad.
    Change(Change),
    /// Buy the creature that is marked in the shop, and put it on the marked tile if that is free.
    Buy,
    /// Select a fighter of the own squad; none for nobody.
    Select(Option<usize>),
    /// Select the fighter so many places on; the list goes round.
    SelectNext(i32),
    /// Mark a creature in the shop.
    MarkSpecies(u16),
    /// Mark a graft or a skill on the bench.
    MarkPart(Part),
    /// Mark a tile of the own half.
    MarkTile([u8; 2]),
    /// Go to a part of the screen with the keyboard.
    Enter(Zone),
    /// Go to the next part of the screen with the keyboard, or the one before.
    NextZone(i32),
    /// Go so many steps right and down in the part of the screen the keyboard is in.
    Step(i32, i32),
    /// Do what the mark is for: buy, take up or put down, graft or socket.
    Act,
    /// Send the selected fighter away.
    Sell,
    /// Meet the line-up so many places on.
    TurnLineup(i32),
    /// Fight under another seed.
    Reroll,
    /// Fight under this seed, as it was typed.
    TypeSeed(String),
    /// Buy a squad at random.
    Random,
    /// Call the squad so.
    Name(String),
    /// Begin to type the squad's name.
    EditName,
    /// Begin to type the seed.
    EditSeed,
    /// Take the last change back.
    Undo,
    /// Make it again.
    Redo,
    /// Keep the squad in its file.
    Save,
    /// Keep it over the file that is there.
    Replace,
    /// Show the squads that are kept.
    OpenShelf,
    /// Take a squad from the shelf.
    Load(String),
    /// Show all keys, or hide them.
    Help,
    /// Resolve the fight and watch it.
    Engage,
    /// Show the fights that are built in, of every ruleset.
    OpenFights,
    /// Go so many fights on in that list.
    TurnFights(i32),
    /// Watch a fight that is built in, by its name.
    Watch(String),
    /// Leave what is open: text, list, what is held, the selection.
    Cancel,
    /// Look at a fighter of the foe's, by its place in the line-up.
    Look(usize),
    /// Look at the foe's fighter so many places on; the list goes round.
    LookNext(i32),
    /// Tell everything that is wrong with the squad.
    Faults,
    /// Go so many squads on in the list of those that are kept.
    TurnShelf(i32),
    /// Ask whether a kept squad may be thrown away.
    AskDelete(String),
    /// Throw a kept squad away: the file of that name.
    Delete(String),
    /// Go back to the screen beneath; what is not kept is asked about.
    Back,
    /// Go back, whatever is not kept.
    Leave,
    /// Go to the muster of the arena.
    Arena,
    /// Close the player.
    Quit,
}

/// A part that the bench offers, by index into the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A graft.
    Graft(u16),
    /// A skill.
    Skill(u16),
}

/// A part of the screen that the keyboard can be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Zone {
    /// The creatures that can be bought.
    #[default]
    Shop,
    /// The field.
    Field,
    /// Grafts and skills.
    Bench,
}

impl Zone {
    /// All of them, from the left to the right.
    pub const ALL: [Self; 3] = [Self::Shop, Self::Field, Self::Bench];
}

/// Keys and what they do, by group, for the help.
pub const KEYS: [(&str, &[(&str, &str)]); 3] = [
    (
        "Squad",
        &[
            ("Tab", "go to shop, field or bench"),
            ("← → ↑ ↓", "go about there"),
            ("Enter", "buy, take up, put down, graft"),
            ("B", "buy what the shop marks"),
            ("Space", "the same as Enter"),
            ("N  Shift+N", "next, previous fighter"),
            ("D", "buy the same again"),
            ("X  Backspace", "send away"),
            ("A", "everyone where their role stands"),
            ("C", "send everyone away"),
            ("R", "random squad"),
            ("U  Shift+U", "undo, redo; also Ctrl+Z, Ctrl+Y"),
        ],
    ),
    (
        "Fight",
        &[
            ("1 – 8", "tier"),
            (",  .", "line-up before, after"),
            ("V  Shift+V", "look at next, previous foe"),
            ("S", "roll another seed"),
            ("T", "type a seed"),
            ("E  Ctrl+Enter", "engage"),
            ("W", "other fights: battles, duels, kitchens"),
            ("G", "to the arena: choose decks"),
        ],
    ),
    (
        "Squads",
        &[
            ("M", "name the squad"),
            ("K  Ctrl+S", "keep it"),
            ("L  Ctrl+O", "squads that are kept"),
            ("F", "what is wrong with the squad"),
            ("H ?", "this help"),
            ("Esc", "leave what is open, go back"),
            ("Ctrl+Q", "close"),
        ],
    ),
];

/// Say what a key asks.
#[must_use]
pub fn command_for_key(key: Key, held: Held) -> Option<Command> {
    let way = if held.shift { -1 } else { 1 };
    Some(match key {
        Key::Sign('q') if held.ctrl => Command::Quit,
        Key::Sign('z') if held.ctrl && held.shift => Command::Redo,
        Key::Sign('z') if held.ctrl => Command::Undo,
        Key::Sign('y') if held.ctrl => Command::Redo,
        Key::Sign('s') if held.ctrl => Command::Save,
        Key::Sign('o') if held.ctrl => Command::OpenShelf,
        Key::Enter if held.ctrl => Command::Engage,
        _ if held.ctrl => return None,
        Key::Tab => Command::NextZone(way),
        Key::Left => Command::Step(-1, 0),
        Key::Right => Command::Step(1, 0),
        Key::Up => Command::Step(0, -1),
        Key::Down => Command::Step(0, 1),
        Key::Enter | Key::Space => Command::Act,
        Key::Delete | Key::Backspace => Command::Sell,
        Key::Escape => Command::Cancel,
        Key::Sign(sign) => return command_for_sign(sign, held),
        _ => return None,
    })
}

fn command_for_sign(sign: char, held: Held) -> Option<Command> {
    Some(match sign {
        '1'..='9' => Command::Change(Change::Tier { tier: sign as u8 - b'0' }),
        ',' | '<' => Command::TurnLineup(-1),
        '.' | '>' => Command::TurnLineup(1),
        'a' => Command::Change(Change::Arrange),
        'b' => Command::Buy,
        'c' => Command::Change(Change::Clear),
        'd' => Command::Change(Change::Double { fighter: SELECTED }),
        'e' => Command::Engage,
        'f' => Command::Faults,
        'g' => Command::Arena,
        'h' | '?' => Command::Help,
        'k' => Command::Save,
        'l' => Command::OpenShelf,
        'm' => Command::EditName,
        'n' => Command::SelectNext(if held.shift { -1 } else { 1 }),
        'r' => Command::Random,
        's' => Command::Reroll,
        't' => Command::EditSeed,
        'u' if held.shift => Command::Redo,
        'u' => Command::Undo,
        'w' => Command::OpenFights,
        'v' => Command::LookNext(if held.shift { -1 } else { 1 }),
        'x' => Command::Sell,
        _ => return None,
    })
}

/// Stands for the selected fighter in a change that a key asks for.
pub const SELECTED: usize = usize::MAX;
