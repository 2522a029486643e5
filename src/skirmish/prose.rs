//! Prose: what a skill does, in plain language, made from the very data the rules run on.
//!
//! The sentence in the data says what a skill is like; this says what it does. Every number in it stands in the data,
//! and every number of the data that the rules look at stands in it.

use std::fmt::Write;

use crate::skirmish::content::Content;
use crate::skirmish::content::skill::{Aim, Amount, Chain, Deed, Effect, Skill, Trigger};
use crate::skirmish::content::species::Stats;
use crate::skirmish::content::status::Ail;
use crate::skirmish::measure::{percent, seconds, tiles, tiles_per_second};

/// Say what a skill does. With a bearer's numbers, points are worked out beside their rule.
#[must_use]
pub fn tell(content: &Content, skill: &Skill, bearer: Option<&Stats>) -> String {
    let teller = Teller { content, skill, bearer };
    let mut text = format!("{}, {}.", when(skill), teller.clauses().join("; "));
    if let Some(chain) = skill.chain {
        let _ = write!(text, " {}", jumps(chain));
    }
    if skill.missile_pace > 0 {
        let _ = write!(text, " It flies at {}.", tiles_per_second(skill.missile_pace));
    }
    text
}

/// When it goes off.
fn when(skill: &Skill) -> String {
    let cause = match skill.trigger {
        Trigger::Cooldown if skill.once => "Once in a fight".to_owned(),
        Trigger::Cooldown => format!("Every {}", seconds(skill.cooldown_ticks)),
        Trigger::Start => "As the fight begins".to_owned(),
        Trigger::LowVigor { below } if skill.once => format!("Once, when below {} of its vigor", percent(below)),
        Trigger::LowVigor { below } => format!("When below {} of its vigor", percent(below)),
        Trigger::OnHit => "When its strike lands".to_owned(),
        Trigger::WhenStruck => "When it is struck".to_owned(),
        Trigger::OnKill => "When it brings someone down".to_owned(),
        Trigger::OnDeath => "When it falls".to_owned(),
    };
    let mut limits = Vec::new();
    if skill.warmup_ticks > 0 {
        limits.push(format!("not before {}", seconds(skill.warmup_ticks)));
    }
    if skill.cooldown_ticks > 0 && !skill.once && skill.trigger != Trigger::Cooldown {
        limits.push(format!("at most every {}", seconds(skill.cooldown_ticks)));
    }
    if limits.is_empty() { cause } else { format!("{cause} ({})", limits.join(", ")) }
}

fn jumps(chain: Chain) -> String {
    format!(
        "It jumps on to up to {} more, each within {} of the last, and keeps {} of its strength at every jump.",
        chain.links,
        tiles(chain.hop),
        percent(chain.keep)
    )
}

/// Whom an effect reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Bearer,
    Aimed,
    Foes,
    Friends,
}

struct Teller<'a> {
    content: &'a Content,
    skill: &'a Skill,
    bearer: Option<&'a Stats>,
}

impl Teller<'_> {
    /// A clause for each run of effects that reach the same.
    fn clauses(&self) -> Vec<String> {
        let runs = self.skill.effects.chunk_by(|a, b| self.who(a) == self.who(b));
        let mut is_named = self.skill.aim == Aim::Own;
        let mut clauses = Vec::new();
        for run in runs {
            let who = self.who(&run[0]);
            let deeds: Vec<String> = run.iter().map(|e| self.deed(e.deed, who.is_many())).collect();
            clauses.push(format!("{} {}", self.subject(who, is_named), listed(&deeds)));
            is_named |= who == Who::Aimed || run.iter().any(|e| e.deed == Deed::Leap);
        }
        clauses
    }

    fn who(&self, effect: &Effect) -> Who {
        match effect.deed.is_hostile() {
            Some(hostile) if !effect.on_self && self.skill.area > 0 => {
                if hostile {
                    Who::Foes
                } else {
                    Who::Friends
                }
            }
            Some(_) if !effect.on_self && self.skill.aim != Aim::Own => Who::Aimed,
            _ => Who::Bearer,
        }
    }

    fn subject(&self, who: Who, is_named: bool) -> String {
        let area = || {
            let around = if self.skill.aim == Aim::Own { String::new() } else { format!(" of {}", self.aim()) };
            format!("within {}{around}", tiles(self.skill.area))
        };
        match who {
            Who::Bearer => BEARER.to_owned(),
            Who::Aimed if is_named => "that one".to_owned(),
            Who::Aimed => self.aim(),
            Who::Foes => format!("all foes {}", area()),
            Who::Friends => format!("all friends {}", area()),
        }
    }

    /// The one it goes for, and how far that one may be.
    fn aim(&self) -> String {
        let who = match self.skill.aim {
            Aim::Nearest => "the nearest foe",
            Aim::Weakest => "the foe with the least vigor",
            Aim::Farthest => "the farthest foe",
            Aim::Clustered => "the foe in the densest crowd",
            Aim::LowestAlly => "the friend who is worst off",
            Aim::Own => return BEARER.to_owned(),
            Aim::Attacker if self.skill.trigger == Trigger::OnDeath => "its killer",
            Aim::Attacker if self.skill.trigger == Trigger::WhenStruck => "the striker",
            Aim::Attacker => "whoever harmed it last",
            Aim::Target if self.skill.trigger == Trigger::OnHit => "the one it struck",
            Aim::Target => "the foe it fights",
        };
        if is_ranged(self.skill) { format!("{who} within {}", tiles(self.skill.range)) } else { who.to_owned() }
    }

    fn deed(&self, deed: Deed, many: bool) -> String {
        let harm = |amount| self.points(amount, "damage", "power", |stats| stats.power);
        let vigor = |amount| self.points(amount, "vigor", "mend", |stats| stats.mend);
        let verb = |one: &str, more: &str| if many { more.to_owned() } else { one.to_owned() };
        let (is, takes, gets) = (verb("is", "are"), verb("takes", "take"), verb("gets", "get"));
        match deed {
            Deed::Damage(amount) => format!("{takes} {}", harm(amount)),
            Deed::Drain { harm: amount, keep } => {
                format!("{takes} {}, {} of which comes back to the bearer", harm(amount), percent(keep))
            }
            Deed::Heal(amount) => format!("{gets} back {}", vigor(amount)),
            Deed::Shield { amount, ticks } => {
                let points = self.points(amount, "", "mend", |stats| stats.mend);
                format!("{gets} a shield of {points} for {}", seconds(ticks))
            }
            Deed::Burn { amount, ticks } => {
                format!(
                    "{} for {} {} for {}",
                    verb("burns", "burn"),
                    harm(amount),
                    self.pulse(Ail::Burn),
                    seconds(ticks)
                )
            }
            Deed::Poison { amount, ticks } => format!(
                "{is} poisoned for {} {} for {} (doses add up)",
                harm(amount),
                self.pulse(Ail::Poison),
                seconds(ticks)
            ),
            Deed::Regrow { amount, ticks } => {
                format!(
                    "{} {} {} for {}",
                    verb("regrows", "regrow"),
                    vigor(amount),
                    self.pulse(Ail::Regrow),
                    seconds(ticks)
                )
            }
            Deed::Slow { percent: by, ticks } => format!("{is} slowed by {} for {}", percent(by), seconds(ticks)),
            Deed::Haste { percent: by, ticks } => format!("{is} hastened by {} for {}", percent(by), seconds(ticks)),
            Deed::Stun { ticks } => format!("{is} stunned for {}", seconds(ticks)),
            Deed::Taunt { ticks } => format!("must go for the bearer for {}", seconds(ticks)),
            Deed::Knockback { distance } => format!("{is} thrown back {}", tiles(distance)),
            Deed::Leap => format!("leaps to {}", self.aim()),
            Deed::Summon { species, count } => {
                format!("brings up {count} × {}", self.content.species[usize::from(species)].name)
            }
            Deed::Revive { percent: of } => format!("gets up again with {} of its vigor", percent(of)),
        }
    }

    fn pulse(&self, ail: Ail) -> String {
        format!("every {}", seconds(self.content.statuses[usize::from(ail.index())].pulse_ticks))
    }

    /// Points: the rule, and for a bearer what it comes to.
    fn points(&self, amount: Amount, of_what: &str, stat: &str, of: impl Fn(&Stats) -> i32) -> String {
        let space = if of_what.is_empty() { "" } else { " " };
        let rule = match amount {
            Amount { flat, percent: 0 } => return format!("{flat}{space}{of_what}"),
            Amount { flat: 0, percent: part } => format!("{} of {stat}", percent(part)),
            Amount { flat, percent: part } => format!("{flat} + {} of {stat}", percent(part)),
        };
        match self.bearer {
            Some(stats) => format!("{}{space}{of_what} ({rule})", amount.of(of(stats), 100)),
            None if of_what.is_empty() => rule,
            None => format!("{rule} as {of_what}"),
        }
    }
}

impl Who {
    fn is_many(self) -> bool {
        matches!(self, Self::Foes | Self::Friends)
    }
}

/// Who a skill belongs to.
const BEARER: &str = "the bearer";

/// Whether the rules ask how far away the one is that it goes for; whom an event names is reached wherever it is.
fn is_ranged(skill: &Skill) -> bool {
    match skill.aim {
        Aim::Own => false,
        Aim::Attacker | Aim::Target => skill.trigger.is_decided(),
        _ => true,
    }
}

/// List with commas and an `and`.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::kernel::assets::Assets;

    fn shipped() -> Content {
        Content::from_assets(&Assets::embedded()).expect("what ships is right")
    }

    fn numbers(text: &str) -> BTreeSet<&str> {
        let parts = text.split(|c: char| !c.is_ascii_digit() && c != '.').map(|part| part.trim_matches('.'));
        parts.filter(|part| !part.is_empty()).collect()
    }

    /// Every measure of a skill that the rules look at, as it is written.
    fn measures(content: &Content, skill: &Skill) -> String {
        let mut all = vec![tiles(skill.area), tiles_per_second(skill.missile_pace), seconds(skill.warmup_ticks)];
        if !skill.once {
            all.push(seconds(skill.cooldown_ticks));
        }
        if is_ranged(skill) {
            all.push(tiles(skill.range));
        }
        if let Trigger::LowVigor { below } = skill.trigger {
            all.push(below.to_string());
        }
        if let Some(Chain { links, hop, keep }) = skill.chain {
            all.extend([links.to_string(), tiles(hop), keep.to_string()]);
        }
        for effect in &skill.effects {
            let pulse = |ail: Ail| seconds(content.statuses[usize::from(ail.index())].pulse_ticks);
            let points = |amount: Amount| format!("{} {}", amount.flat, amount.percent);
            all.push(match effect.deed {
                Deed::Damage(amount) | Deed::Heal(amount) => points(amount),
                Deed::Drain { harm, keep } => format!("{} {keep}", points(harm)),
                Deed::Shield { amount, ticks } => format!("{} {}", points(amount), seconds(ticks)),
                Deed::Burn { amount, ticks } => format!("{} {} {}", points(amount), seconds(ticks), pulse(Ail::Burn)),
                Deed::Poison { amount, ticks } => {
                    format!("{} {} {}", points(amount), seconds(ticks), pulse(Ail::Poison))
                }
                Deed::Regrow { amount, ticks } => {
                    format!("{} {} {}", points(amount), seconds(ticks), pulse(Ail::Regrow))
                }
                Deed::Slow { percent, ticks } | Deed::Haste { percent, ticks } => {
                    format!("{percent} {}", seconds(ticks))
                }
                Deed::Stun { ticks } | Deed::Taunt { ticks } => seconds(ticks),
                Deed::Knockback { distance } => tiles(distance),
                Deed::Leap => String::new(),
                Deed::Summon { count, .. } => count.to_string(),
                Deed::Revive { percent } => percent.to_string(),
            });
        }
        all.join(" ")
    }

    #[test]
    fn every_number_said_is_in_the_data_and_every_number_in_the_data_is_said() {
        let content = shipped();
        assert!(content.skills.len() >= 29);
        for skill in &content.skills {
            let (text, measures) = (tell(&content, skill, None), measures(&content, skill));
            let mut expected = numbers(&measures);
            expected.remove("0");
            assert_eq!(numbers(&text), expected, "{}: {text}", skill.id);
        }
    }

    #[test]
    fn a_changed_number_changes_the_text() {
        let content = shipped();
        for skill in &content.skills {
            let mut other = skill.clone();
            other.effects.iter_mut().for_each(|effect| match &mut effect.deed {
                Deed::Damage(amount) | Deed::Heal(amount) | Deed::Drain { harm: amount, .. } => amount.flat += 77,
                Deed::Shield { ticks, .. }
                | Deed::Burn { ticks, .. }
                | Deed::Poison { ticks, .. }
                | Deed::Regrow { ticks, .. }
                | Deed::Slow { ticks, .. }
                | Deed::Haste { ticks, .. }
                | Deed::Stun { ticks }
                | Deed::Taunt { ticks } => *ticks += 77,
                Deed::Knockback { distance: number } | Deed::Summon { count: number, .. } => *number += 77,
                Deed::Revive { percent } => *percent += 7,
                Deed::Leap => {}
            });
            assert_ne!(tell(&content, skill, None), tell(&content, &other, None), "{}", skill.id);
        }
    }

    #[test]
    fn a_bearers_numbers_are_worked_out_beside_the_rule() {
        let content = shipped();
        let skill = content.skills.iter().find(|skill| skill.id == "headlong").expect("it ships");
        let stats = Stats { power: 20, ..Stats::default() };
        let expected = "Every 5.5 s (not before 1.5 s), the nearest foe within 0.7 tiles takes 22 damage \
                        (110 % of power), is thrown back 1.7 tiles and is stunned for 0.6 s.";
        assert_eq!(tell(&content, skill, Some(&stats)), expected);
    }

    #[test]
    fn every_skill_reads_as_it_should() {
        let content = shipped();
        let lines = content.skills.iter().map(|skill| format!("{}: {}", skill.name, tell(&content, skill, None)));
        let text = lines.collect::<Vec<_>>().join("\n");
        insta::with_settings!({ snapshot_path => "../../tests/snapshots", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!("skills", text);
        });
    }
}
