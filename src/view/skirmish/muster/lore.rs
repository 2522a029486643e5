//! Lore: what the mouse or the keyboard is on, in plain language; and what was just said.

use egui::Ui;
use player::colour::{Colour, palette};

use super::bench::on_the_bench;
use super::command::{Part, Zone};
use super::slate::{Topic, bold_font, text};
use super::workshop::Workshop;
use crate::kernel::problem::counted;
use crate::skirmish::anatomy::{Reading, turned_away_percent};
use crate::skirmish::form::Form;
use crate::skirmish::measure::{seconds, tiles};
use crate::skirmish::prose;
use crate::view::skirmish::capitalised;

/// What is told when the mouse points at nothing that has a text.
pub(super) fn usual_topic(workshop: &Workshop) -> Topic {
    if let Some((foe, _)) = workshop.looked() {
        return Topic::Unit(workshop.draft().fighters.len() + foe);
    }
    match (workshop.zone(), workshop.part()) {
        (Zone::Bench, Some(Part::Graft(graft))) => Topic::Graft(graft),
        (Zone::Bench, Some(Part::Skill(skill))) => Topic::Skill(skill),
        (Zone::Shop, _) if workshop.selected().is_none() => Topic::Species(workshop.species()),
        _ => match workshop.selected().and_then(|fighter| workshop.draft().fighters.get(fighter)) {
            Some(recruit) => Topic::Species(recruit.species),
            None => Topic::Lineup,
        },
    }
}

/// Lay out what was said and what is told of.
pub(super) fn show(ui: &mut Ui, workshop: &Workshop, topic: Topic) {
    ui.spacing_mut().item_spacing.y = 3.0;
    if let Some(word) = workshop.word() {
        let tint = if word.is_denial { palette::RUST } else { palette::LICHEN };
        line(ui, &capitalised(&word.words), 12.0, tint);
    }
    if workshop.shows_problems() {
        let source = egui::scroll_area::ScrollSource { drag: false, ..Default::default() };
        let area = egui::ScrollArea::vertical().auto_shrink(false).scroll_source(source);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            for problem in workshop.problems() {
                line(ui, problem, 10.5, palette::BONE_DIM);
            }
        });
        return;
    }
    let told = tell(workshop, topic);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 9.0;
        ui.label(text(told.name, 13.5, palette::BONE).font(bold_font(13.5)));
        ui.label(text(told.beside, 11.0, palette::AMBER));
    });
    line(ui, &told.flavour, 11.0, palette::BONE_DIM);
    for words in &told.facts {
        line(ui, words, 11.5, palette::BONE);
    }
}

fn line(ui: &mut Ui, words: &str, size: f32, tint: Colour) {
    ui.add(egui::Label::new(text(words, size, tint)).wrap());
}

/// What there is to tell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Told {
    name: String,
    beside: String,
    flavour: String,
    facts: Vec<String>,
}

fn tell(workshop: &Workshop, topic: Topic) -> Told {
    let content = workshop.content();
    match topic {
        Topic::Species(species) => tell_species(workshop, species),
        Topic::Graft(graft) => {
            let graft = &content.grafts[usize::from(graft)];
            let facts = graft.grants.map(|skill| tell_skill(workshop, skill).facts).unwrap_or_default();
            let flavour = format!("{} {}", graft.text, graft_changes(workshop, topic));
            Told { name: graft.name.clone(), beside: points(graft.cost), flavour, facts }
        }
        Topic::Skill(skill) => tell_skill(workshop, skill),
        Topic::Stat(stat) => {
            let reading = Reading::all(content, &on_the_bench(workshop)).into_iter().find(|r| r.stat == stat);
            let Some(reading) = reading else { return Told::default() };
            let mut facts = Vec::new();
            if reading.bare != reading.value {
                let changes = reading.changes.iter().filter(|change| change.by != 0);
                let each = changes.map(|change| {
                    let sign = if change.by > 0 { "+" } else { "" };
                    format!("{} {sign}{}", content.grafts[usize::from(change.graft)].name, stat.say(change.by))
                });
                facts.push(format!("{} by itself; {}.", stat.say(reading.bare), each.collect::<Vec<_>>().join(", ")));
            }
            if stat == crate::skirmish::anatomy::Stat::Armour {
                facts.push(format!("It turns away {} % of a blow.", turned_away_percent(content, reading.value)));
            }
            Told {
                name: stat.name().to_owned(),
                beside: stat.say(reading.value),
                flavour: stat.text().to_owned(),
                facts,
            }
        }
        Topic::Lineup => tell_lineup(workshop),
        Topic::Unit(place) => tell_unit(workshop, place),
        Topic::Tier(tier) => {
            let Some(tier) = content.tiers.iter().find(|known| known.tier == tier) else { return Told::default() };
            Told {
                name: format!("Tier {}", tier.tier),
                beside: format!("a squad may cost {} points", tier.budget),
                flavour: tier.text.clone(),
                facts: Vec::new(),
            }
        }
    }
}

fn points(cost: i32) -> String {
    counted(cost, "point")
}

fn tell_species(workshop: &Workshop, place: u16) -> Told {
    let content = workshop.content();
    let species = &content.species[usize::from(place)];
    let shown = on_the_bench(workshop);
    let recruit = if shown.species == place {
        shown
    } else {
        crate::skirmish::content::tier::Recruit { species: place, ..Default::default() }
    };
    let form = Form::new(content, &recruit);
    let facts = species.innate.iter().map(|skill| {
        let skill = &content.skills[usize::from(*skill)];
        format!("{}: {}", skill.name, lower_first(&prose::tell(content, skill, Some(&form.stats))))
    });
    Told {
        name: species.name.clone(),
        beside: format!("{} · {}", capitalised(&species.role), points(species.cost)),
        flavour: species.text.clone(),
        facts: facts.collect(),
    }
}

/// Someone on the field: what it is, what it bears and what it can do, by its own numbers.
fn tell_unit(workshop: &Workshop, place: usize) -> Told {
    let (content, muster) = (workshop.content(), workshop.sortie().muster(workshop.content()));
    let Some((side, recruit)) = muster.recruits().nth(place) else { return Told::default() };
    let species = &content.species[usize::from(recruit.species)];
    let form = Form::new(content, recruit);
    let grafts = recruit.grafts.iter().map(|graft| content.grafts[usize::from(*graft)].name.as_str());
    let grafts: Vec<&str> = grafts.collect();
    let bears = if grafts.is_empty() { String::new() } else { format!(" · with {}", grafts.join(" and ")) };
    let whose = if side == 0 { "yours" } else { "foe" };
    let facts = form.skills.iter().map(|skill| {
        let skill = &content.skills[usize::from(*skill)];
        format!("{}: {}", skill.name, lower_first(&prose::tell(content, skill, Some(&form.stats))))
    });
    Told {
        name: species.name.clone(),
        beside: format!("{} · {whose}{bears}", capitalised(&species.role)),
        flavour: format!(
            "Vigor {}, armour {}, power {} every {}, reach {}.",
            form.stats.vigor,
            form.stats.armour,
            form.stats.power,
            seconds(form.stats.strike_period),
            tiles(form.stats.reach)
        ),
        facts: facts.collect(),
    }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn tell_skill(workshop: &Workshop, place: u16) -> Told {
    let content = workshop.content();
    let skill = &content.skills[usize::from(place)];
    let form = Form::new(content, &on_the_bench(workshop));
    let beside = if skill.cost > 0 { points(skill.cost) } else { "cannot be socketed".to_owned() };
    let facts = vec![prose::tell(content, skill, Some(&form.stats))];
    Told { name: skill.name.clone(), beside, flavour: skill.text.clone(), facts }
}

/// What a graft would change, or has changed, in the numbers of whoever is on the bench.
fn graft_changes(workshop: &Workshop, topic: Topic) -> String {
    let Topic::Graft(graft) = topic else { return String::new() };
    let mut recruit = on_the_bench(workshop);
    // Told as the last one grown on, or its share would hang on the order.
    recruit.grafts.retain(|other| *other != graft);
    recruit.grafts.push(graft);
    let changes = Reading::all(workshop.content(), &recruit).into_iter().filter_map(|reading| {
        let by = reading.changes.last()?.by;
        let sign = if by > 0 { "+" } else { "" };
        (by != 0).then(|| format!("{} {sign}{}", reading.stat.name().to_lowercase(), reading.stat.say(by)))
    });
    let changes: Vec<String> = changes.collect();
    if changes.is_empty() { String::new() } else { format!("On this one: {}.", changes.join(", ")) }
}

fn tell_lineup(workshop: &Workshop) -> Told {
    let content = workshop.content();
    let Some(lineup) = workshop.sortie().enemy(content) else { return Told::default() };
    let mut kinds: Vec<(u16, usize)> = Vec::new();
    for recruit in &lineup.recruits {
        match kinds.iter_mut().find(|(species, _)| *species == recruit.species) {
            Some((_, count)) => *count += 1,
            None => kinds.push((recruit.species, 1)),
        }
    }
    let kinds = kinds.into_iter().map(|(species, count)| {
        let name = &content.species[usize::from(species)].name;
        if count == 1 { name.clone() } else { format!("{count} × {name}") }
    });
    let mut facts = vec![kinds.collect::<Vec<_>>().join(", ")];
    if lineup.healers {
        facts.push("It leans on its menders.".to_owned());
    }
    Told {
        name: lineup.name(),
        beside: format!("{} points", content.squad_cost(&lineup.recruits)),
        flavour: lineup.text.clone(),
        facts,
    }
}
