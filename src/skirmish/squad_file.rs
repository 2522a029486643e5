//! Squad files, `NAME.squad.toml`: a squad as it is kept. One with faults opens as far as it can be read, with every
//! fault told, so that it can be mended.

use std::fmt::Write;
use std::path::Path;

use crate::kernel::problem::{Problems, quote, suggest};
use crate::kernel::sheet::{Sheet, Table};
use crate::skirmish::content::Content;
use crate::skirmish::content::tier::Recruit;
use crate::skirmish::draft::{Draft, is_own_tile, own_tiles};
use crate::skirmish::field::{TILES_X, TILES_Y};

/// The ending of a squad file's name.
pub const ENDING: &str = ".squad.toml";

/// Whether a file is a squad's, by its name.
#[must_use]
pub fn is_squad(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ENDING))
}

/// Fighters that are read of a file; one too many is a fault that can be mended, thousands are no squad.
const READ_MAX: usize = 40;

/// Parts that are read of one fighter.
const PARTS_MAX: usize = 8;

/// Characters of a squad's name.
pub const NAME_MAX: usize = 40;

/// Write a squad as a file.
#[must_use]
pub fn write(content: &Content, draft: &Draft) -> String {
    let mut text = "ruleset = \"skirmish\"\n".to_owned();
    if !draft.name.is_empty() {
        let _ = writeln!(text, "name = {}", toml::Value::from(draft.name.as_str()));
    }
    let _ = writeln!(text, "tier = {}\nunit = [", draft.tier);
    for recruit in &draft.fighters {
        let _ = writeln!(text, "    {},", unit_text(content, recruit));
    }
    text.push_str("]\n");
    text
}

/// Write a fighter as scenarios and squad files do.
pub(crate) fn unit_text(content: &Content, recruit: &Recruit) -> String {
    let list = |key: &str, ids: Vec<&str>| {
        let ids: Vec<String> = ids.into_iter().map(|id| format!("\"{id}\"")).collect();
        if ids.is_empty() { String::new() } else { format!(", {key} = [{}]", ids.join(", ")) }
    };
    let grafts = recruit.grafts.iter().map(|graft| content.grafts[usize::from(*graft)].id.as_str());
    let skills = recruit.skills.iter().map(|skill| content.skills[usize::from(*skill)].id.as_str());
    let species = &content.species[usize::from(recruit.species)].id;
    let [x, y] = recruit.tile;
    let (grafts, skills) = (list("grafts", grafts.collect()), list("skills", skills.collect()));
    format!("{{ species = \"{species}\"{grafts}{skills}, at = [{x}, {y}] }}")
}

/// Read a squad file: what of it fits, and all that does not. Unknown creatures and parts are left out and told; what
/// is known but not allowed, such as too high a price, stays in and is a fault of the draft.
#[must_use]
pub fn read(content: &Content, sheet: &Sheet) -> (Draft, Problems) {
    let mut table = sheet.table();
    let draft = read_draft(content, &mut table);
    table.finish();
    (draft, sheet.take_problems().in_order())
}

fn read_draft(content: &Content, t: &mut Table<'_>) -> Draft {
    let ruleset = t.string("ruleset");
    if ruleset != "skirmish" && !ruleset.is_empty() {
        t.fault("ruleset", format!("a squad of the ruleset {}", quote(&ruleset)), "`skirmish`".to_owned());
    }
    let name = t.opt_string("name").unwrap_or_default();
    let letters = name.trim().chars().filter(|letter| !letter.is_control());
    let count = letters.clone().count();
    if count > NAME_MAX {
        t.fault("name", format!("a name of {count} letters"), format!("the first {NAME_MAX} are kept"));
    }
    let name: String = letters.take(NAME_MAX).collect();
    let tier = t.int("tier", 1..=content.tiers.len() as u8);
    let mut draft = Draft { name: name.trim().to_owned(), tier, fighters: Vec::new() };
    let mut homeless = Vec::new();
    for mut t in t.tables("unit", 0..=READ_MAX) {
        let Some((recruit, is_placed)) = read_recruit(content, &mut t) else { continue };
        if !is_placed {
            homeless.push(draft.fighters.len());
        }
        draft.fighters.push(recruit);
    }
    for fighter in homeless {
        let species = draft.fighters[fighter].species;
        let free = draft.free_tile(content, species).or_else(|| own_tiles().next());
        draft.fighters[fighter].tile = free.unwrap_or_default();
    }
    draft
}

/// A fighter whose species is known, and whether it stands on a tile of its own half.
fn read_recruit(content: &Content, t: &mut Table<'_>) -> Option<(Recruit, bool)> {
    let [species, grafts, skills] = [
        content.species.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(),
        content.grafts.iter().map(|g| g.id.as_str()).collect(),
        content.skills.iter().map(|s| s.id.as_str()).collect(),
    ];
    if !t.has("species") {
        t.missing("species", suggest("", &species));
    }
    let known = t.opt_one_of("species", &species);
    let indices = |list: Vec<usize>| list.into_iter().map(|index| index as u16).collect::<Vec<u16>>();
    let grafts = indices(t.many_of("grafts", 0..=PARTS_MAX, &grafts));
    let skills = indices(t.many_of("skills", 0..=PARTS_MAX, &skills));
    let at = t.opt_pair("at", 0..=TILES_X as u8 - 1, 0..=TILES_Y as u8 - 1);
    let tile = at.map(|(x, y)| [x, y]).filter(|tile| is_own_tile(*tile));
    if at.is_some() && tile.is_none() {
        t.fault("at", "a start outside the own half", format!("x from 0 to {}", TILES_X / 2 - 1));
    }
    let recruit = Recruit { species: known? as u16, grafts, skills, tile: tile.unwrap_or([u8::MAX, 0]) };
    Some((recruit, tile.is_some()))
}

/// Give the name of the file that a squad goes into.
#[must_use]
pub fn file_name(squad: &str) -> String {
    format!("{}{ENDING}", stem(squad))
}

/// Give that name without its ending: letters and digits of any script, the rest becomes `-`.
#[must_use]
pub fn stem(squad: &str) -> String {
    let plain: String = squad.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let stem = if words.is_empty() { "squad".to_owned() } else { words.join("-") };
    stem.chars().take(NAME_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::assets::Assets;
    use crate::skirmish::draft::{Change, Fault};

    fn shipped() -> Content {
        Content::from_assets(&Assets::embedded()).expect("what ships is right")
    }

    fn read_text(content: &Content, text: &str) -> (Draft, Vec<String>) {
        let sheet = Sheet::parse("mine.squad.toml", text).expect("TOML");
        let (draft, problems) = read(content, &sheet);
        (draft, problems.list().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let content = shipped();
        for seed in 0..24 {
            let mut draft = Draft { name: format!("Nest \"{seed}\" of é"), ..Draft::new(1 + (seed % 8) as u8) };
            draft.change(&content, &Change::Random { seed }).expect("there is something to buy");
            assert_eq!(read_text(&content, &write(&content, &draft)), (draft, Vec::new()));
        }
    }

    #[test]
    fn unknown_parts_are_told_with_their_place_and_the_rest_opens() {
        let content = shipped();
        let text = "ruleset = 'skirmish'\nname = 'Old'\ntier = 3\nunit = [\n\
                    { species = 'shelback', at = [9, 6] },\n\
                    { species = 'shellback', grafts = ['lure_sent', 'thick_pulp'], at = [9, 7] },\n\
                    { species = 'ram_beetle', at = [15, 7] },\n]\n";
        let (draft, problems) = read_text(&content, text);
        assert_eq!(draft.fighters.len(), 2);
        assert_eq!(draft.fighters[0].grafts.len(), 1);
        assert!(draft.faults(&content).is_empty(), "what was left out is told, what is in fits");
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(
            problems[0].starts_with("mine.squad.toml:5:13: ") && problems[0].contains("`shellback`"),
            "{problems:?}"
        );
        assert!(
            problems[1].starts_with("mine.squad.toml:6:36: ") && problems[1].contains("`lure_scent`"),
            "{problems:?}"
        );
        assert!(problems[2].contains("outside the own half"), "{problems:?}");
    }

    #[test]
    fn too_dear_a_squad_opens_with_its_fault() {
        let content = shipped();
        let mut draft = Draft::new(8);
        draft.change(&content, &Change::Random { seed: 1 }).expect("there is something to buy");
        draft.tier = 1;
        let (read, problems) = read_text(&content, &write(&content, &draft));
        assert_eq!((&read, problems.len()), (&draft, 0));
        assert!(matches!(read.faults(&content)[..], [Fault::TooDear { budget: 40, .. }]));
    }

    #[test]
    fn file_names_are_safe_on_every_system() {
        assert_eq!(file_name("The Long Nest!"), "the-long-nest.squad.toml");
        assert_eq!(file_name("../../etc"), "etc.squad.toml");
        assert_eq!(file_name("  "), "squad.squad.toml");
        assert_eq!(file_name(&"x".repeat(500)).len(), NAME_MAX + ENDING.len());
    }
}
