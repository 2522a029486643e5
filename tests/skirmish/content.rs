//! What ships, and how the loader judges what does not fit: every problem, with its place and what would be right.

use std::collections::BTreeSet;

use foregone::kernel::assets::Assets;
use foregone::kernel::problem::Problems;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::Scenario;
use foregone::skirmish::balance::run_to_end;
use foregone::skirmish::content::Content;
use foregone::skirmish::content::skill::{Aim, Deed, Trigger};
use foregone::skirmish::content::tier::{Lineup, Recruit};
use foregone::skirmish::{Muster, Skirmish};
use recorder::Simulation;

use super::scene::{shipped, shipped_fight, shipped_text};

#[test]
fn there_is_enough_of_everything() {
    let content = shipped();
    assert!(content.species.iter().filter(|s| s.cost > 0).count() >= 12);
    assert!(content.grafts.len() >= 10);
    assert!(content.skills.len() >= 18);
    assert_eq!(content.statuses.len(), 8);
    assert_eq!(content.tiers.iter().map(|t| t.tier).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
    let names: BTreeSet<&String> = content.species.iter().map(|s| &s.name).collect();
    assert_eq!(names.len(), content.species.len(), "names tell species apart");
}

#[test]
fn everything_has_a_sentence() {
    let content = shipped();
    let texts = content.species.iter().map(|s| &s.text);
    let texts = texts.chain(content.grafts.iter().map(|g| &g.text)).chain(content.skills.iter().map(|s| &s.text));
    let texts = texts.chain(content.statuses.iter().map(|s| &s.text)).chain(content.tiers.iter().map(|t| &t.text));
    for text in texts.chain(content.lineups.iter().map(|l| &l.text)) {
        assert!(text.ends_with('.') && text.chars().next().is_some_and(char::is_uppercase), "{text}");
    }
}

#[test]
fn every_effect_trigger_and_aim_is_used() {
    let content = shipped();
    let kind = |deed: &Deed| format!("{deed:?}").split([' ', '(']).next().unwrap().to_owned();
    let effects: BTreeSet<String> = content.skills.iter().flat_map(|s| &s.effects).map(|e| kind(&e.deed)).collect();
    let expected = "Burn Damage Drain Haste Heal Knockback Leap Poison Regrow Revive Shield Slow Stun Summon Taunt";
    assert_eq!(effects.into_iter().collect::<Vec<_>>().join(" "), expected);
    assert!(content.skills.iter().any(|s| s.chain.is_some()) && content.skills.iter().any(|s| s.area > 0));
    for trigger in
        [Trigger::Start, Trigger::Cooldown, Trigger::OnHit, Trigger::WhenStruck, Trigger::OnKill, Trigger::OnDeath]
    {
        assert!(content.skills.iter().any(|s| s.trigger == trigger), "{trigger:?}");
    }
    assert!(content.skills.iter().any(|s| matches!(s.trigger, Trigger::LowVigor { .. })));
    for aim in [
        Aim::Nearest,
        Aim::Weakest,
        Aim::Farthest,
        Aim::Clustered,
        Aim::LowestAlly,
        Aim::Own,
        Aim::Attacker,
        Aim::Target,
    ] {
        assert!(content.skills.iter().any(|s| s.aim == aim), "{aim:?}");
    }
}

/// The line-ups of a tier that are met there.
fn met(content: &Content, tier: u8) -> impl Iterator<Item = &Lineup> {
    content.lineups.iter().filter(move |l| l.tier == tier && !l.sensible)
}

#[test]
fn every_tier_has_four_lineups_one_of_menders_and_a_sensible_squad() {
    let content = shipped();
    for tier in &content.tiers {
        assert!(met(&content, tier.tier).count() >= 4, "tier {}", tier.tier);
        assert!(met(&content, tier.tier).any(|l| l.healers), "tier {}", tier.tier);
        assert_eq!(content.lineups.iter().filter(|l| l.tier == tier.tier && l.sensible).count(), 1);
    }
}

#[test]
fn lineups_spend_their_budget() {
    let content = shipped();
    for lineup in &content.lineups {
        let (cost, budget) = (content.squad_cost(&lineup.recruits), content.budget(lineup.tier).unwrap());
        assert!((budget - 3..=budget).contains(&cost), "{} costs {cost} of {budget}", lineup.id);
    }
}

/// The regression of the menders: behind a screen of strikers they once outlasted any sensible squad.
#[test]
fn no_healer_lineup_outlasts_a_sensible_squad() {
    let content = shipped();
    for tier in content.tiers.iter().map(|t| t.tier) {
        let sensible = content.lineups.iter().find(|l| l.tier == tier && l.sensible).unwrap();
        for lineup in met(&content, tier).filter(|l| l.healers) {
            for seed in 0..20 {
                let squads: [Vec<Recruit>; 2] = [sensible.recruits.clone(), lineup.recruits.clone()];
                let course = run_to_end(&Skirmish::new(content.clone(), Muster::new(&lineup.id, seed, squads)));
                assert!(course.ticks < 1200, "{} on seed {seed} took {} ticks", lineup.id, course.ticks);
            }
        }
    }
}

/// The shipped files, one of them changed.
fn assets_with(path: &str, change: impl FnOnce(String) -> String) -> Assets {
    let all = Assets::embedded().all().unwrap();
    let mut change = Some(change);
    Assets::given(all.into_iter().map(|known| {
        let text = shipped_text(&known);
        let text = if known == path { change.take().expect("once")(text) } else { text };
        (known, text)
    }))
}

fn problems_of(path: &str, change: impl FnOnce(String) -> String) -> String {
    match Content::from_assets(&assets_with(path, change)) {
        Ok(_) => "nothing is wrong".to_owned(),
        Err(problems) => problems.to_string(),
    }
}

#[test]
fn a_species_that_is_wrong_in_every_way_is_told_all_of_it() {
    let bad = "
[[species]]
id = 'shellback'
name = 'Twice'
text = ''
role = 3
shape = 'x'
colour = 'red'
cost = -1
vigor = 99999999999999999999
armour = 2.5
power = 10
strike_period_ticks = 0
reach = 100
pace = 100
radius = 5
prefers = 'nearset'
innate = ['punce']
sokets = 1
";
    insta::assert_snapshot!(problems_of("skirmish/species.toml", |text| text + bad), @r#"
    skirmish/species.toml:371:6: `shellback` is named twice; it first stands at skirmish/species.toml:6; rename one of the two
    skirmish/species.toml:373:8: `text` is empty; a text
    skirmish/species.toml:374:8: `role` is the number `3`; a text in quotes
    skirmish/species.toml:376:10: no colour: `red`; six hexadecimal digits: `#c25b4e`
    skirmish/species.toml:377:8: `cost` is out of range: `-1`; a whole number from 0 to 1000
    skirmish/species.toml:378:9: `vigor` is out of range: `99999999999999999999`; a whole number from 1 to 10000
    skirmish/species.toml:379:10: `armour` is the fraction `2.5`; a whole number from 0 to 1000
    skirmish/species.toml:381:23: `strike_period_ticks` is out of range: `0`; a whole number from 1 to 200
    skirmish/species.toml:384:10: `radius` is out of range: `5`; a whole number from 100 to 900
    skirmish/species.toml:385:11: `prefers` is unknown: `nearset`; did you mean `nearest`?
    skirmish/species.toml:386:11: entry 1 of `innate` is unknown: `punce`; did you mean `pounce`?
    skirmish/species.toml:387:1: unknown key `sokets`; did you mean `sockets`?
    "#);
}

#[test]
fn skills_that_make_no_sense_are_told_so() {
    let head = |id: &str| format!("[[skill]]\nid = '{id}'\nname = 'N'\ntext = 'T.'\ncost = 1\n");
    let bad = [
        "trigger = 'cooldown'\naim = 'self'\neffects = [{ kind = 'damage', amount = 3 }]",
        "trigger = 'start'\naim = 'nearest'\nrange = 10\neffects = [{ kind = 'heal', amount = 3 }]",
        "trigger = 'start'\naim = 'self'\nmissile_pace = 100\neffects = [{ kind = 'leap' }, { kind = 'heal' }]",
        "trigger = 'start'\naim = 'self'\neffects = [{ kind = 'revive', percent = 10 }]",
        "trigger = 'low_vigor'\naim = 'self'\neffects = [{ kind = 'summon', species = 'grubb', count = 1 }]",
        "trigger = 'start'\naim = 'nearest'\nrange = 9\narea = 500\nchain = { links = 1, hop = 1, keep_percent = 1 }
effects = [{ kind = 'stun', ticks = 9000 }]",
    ];
    let text: String = bad.iter().zip('a'..).map(|(keys, n)| head(&n.to_string()) + keys + "\n").collect();
    insta::assert_snapshot!(problems_of("skirmish/skills.toml", |skills| skills + &text), @r#"
    skirmish/skills.toml:347:1: a skill that is used at every tick; at least 1 tick, or `once`
    skirmish/skills.toml:354:11: an effect that touches nobody; what harms needs a hostile aim or an area, what helps a friendly aim, an area or `to = "self"`
    skirmish/skills.toml:363:11: an effect that touches nobody; what harms needs a hostile aim or an area, what helps a friendly aim, an area or `to = "self"`
    skirmish/skills.toml:370:7: a leap at nobody; a leap needs a hostile aim
    skirmish/skills.toml:371:16: a throw at oneself; leave it out, or choose another aim
    skirmish/skills.toml:372:40: an effect of no points; `amount`, `percent` or both
    skirmish/skills.toml:380:11: a revival that never comes; revive needs trigger on_death and aim self
    skirmish/skills.toml:381:1: missing key `below_percent`; a whole number from 1 to 100
    skirmish/skills.toml:388:41: `species` is unknown: `grubb`; did you mean `grub`?
    skirmish/skills.toml:398:9: a chain with an area or with aim self; a chain needs a single first target
    skirmish/skills.toml:399:37: `ticks` is out of range: `9000`; a whole number from 1 to 1800
    "#);
}

#[test]
fn a_lineup_beyond_its_budget_is_told_what_costs_what() {
    let bad = "
[[lineup]]
id = 'rich'
tier = 1
text = 'Too much.'
unit = [
    { species = 'shellback', at = [9, 6] },
    { species = 'shellback', at = [9, 6] },
    { species = 'static_jelly', grafts = ['long_stalk', 'long_stalk'], skills = ['grudge', 'gorge'], at = [12, 6] },
    { species = 'grub', skills = ['barbs'], at = [1, 99] },
]
";
    insta::assert_snapshot!(problems_of("skirmish/lineups.toml", |lineups| lineups + bad), @r#"
    skirmish/lineups.toml:672:8: the squad costs 48 points; at most 40; it has shellback 12, shellback 12, static_jelly 24, grub 0
    skirmish/lineups.toml:674:35: two units start on one tile; a tile of its own for each
    skirmish/lineups.toml:675:42: the same graft twice; two different ones
    skirmish/lineups.toml:675:81: more skills than `static_jelly` has sockets; at most 1
    skirmish/lineups.toml:675:107: a start outside the own half; x from 0 to 11
    skirmish/lineups.toml:676:17: `grub` is only ever summoned; a species with a cost
    skirmish/lineups.toml:676:34: more skills than `grub` has sockets; at most 0
    skirmish/lineups.toml:676:34: `barbs` cannot be socketed; a skill with a cost
    skirmish/lineups.toml:676:54: the second number of `at` is out of range: `99`; a whole number from 0 to 13
    "#);
}

#[test]
fn a_missing_file_is_named() {
    let given = Assets::given([("skirmish/rules.toml", "")]);
    let problems = Content::from_assets(&given).err().map(|p| p.to_string()).unwrap_or_default();
    assert_eq!(problems.lines().count(), 6, "{problems}");
}

fn open(text: &str) -> Result<Skirmish, Problems> {
    let assets = Assets::embedded();
    Skirmish::open(&Scenario::parse(&assets, "bad.toml", text)?, &assets, None)
}

#[test]
fn a_scenario_that_is_wrong_in_every_way_is_told_all_of_it() {
    let text = "ruleset = 'skirmish'
title = 'Bad'
seed = 1
tier = 1
obstacles = [[3, 3], [3, 3], [24, 0]]
orders = ['90 ally retreat 3', 'soon ally retreat 3', '9 ally dance 3', '9']
weather = 'rain'

[[side]]
name = 'enemy'
unit = [{ species = 'shelback', at = [3, 3] }]

[[side]]
name = 'enemy'
unit = [
    { species = 'brood_mother', grafts = ['thick_pulp'], at = [11, 3] },
    { species = 'brood_mother', grafts = ['thick_pulp'], at = [20, 3] },
    { species = 'brood_mother', grafts = ['thick_pulp'], at = [20, 3] },
]
";
    let problems = open(text).err().map(|p| p.to_string()).unwrap_or_default();
    insta::assert_snapshot!(problems, @r#"
    bad.toml:5:13: the tile [3, 3] twice; each tile once
    bad.toml:5:31: the first number of entry 3 of `obstacles` is out of range: `24`; a whole number from 0 to 23
    bad.toml:6:32: `soon` is no tick; for example `90 ally retreat 3`
    bad.toml:6:55: `dance` is no order: it is retreat or focus; for example `90 ally retreat 3`
    bad.toml:6:73: `` has 0 words, not three: an order is `SIDE retreat ID`, `SIDE retreat all` or `SIDE focus ID`, with SIDE ally or enemy; for example `90 ally retreat 3`
    bad.toml:7:1: unknown key `weather`; it is one of `like`, `obstacles`, `orders`, `ruleset`, `seed`, `side`, `tier`, `title`
    bad.toml:10:8: the sides are out of order; the first side is `ally`
    bad.toml:11:21: `species` is unknown: `shelback`; did you mean `shellback`?
    bad.toml:11:38: a start on a blocked tile; a tile that is not among `obstacles`
    bad.toml:15:8: the squad costs 54 points; at most 40; it has brood_mother 18, brood_mother 18, brood_mother 18
    bad.toml:16:63: a start outside the own half; x from 12 to 23
    bad.toml:18:63: two units start on one tile; a tile of its own for each
    "#);
}

#[test]
fn a_scenario_without_sides_or_with_empty_ones_is_refused() {
    let head = "ruleset = 'skirmish'\ntitle = 'Bad'\nseed = 1\n";
    for sides in ["", "[[side]]\nname = 'ally'\nunit = []\n[[side]]\nname = 'enemy'\nunit = []\n", "side = 3\n"] {
        assert!(open(&format!("{head}{sides}")).is_err(), "{sides}");
    }
}

#[test]
fn a_number_that_changes_moves_the_fingerprint_and_a_text_does_not() {
    let print = |assets: &Assets| {
        let scenario = Scenario::find(assets, "skirmish/demo").unwrap_or_else(|problems| panic!("{problems}"));
        Skirmish::open(&scenario, assets, None).unwrap_or_else(|problems| panic!("{problems}")).fingerprint()
    };
    let shipped = shipped_fight("demo").fingerprint();
    assert_eq!(print(&Assets::embedded()), shipped);
    let number = assets_with("skirmish/rules.toml", |text| text.replace("crit_percent = 175", "crit_percent = 176"));
    assert_ne!(print(&number), shipped);
    let text = assets_with("skirmish/species.toml", |text| text.replace("A slow slab", "A slower slab"));
    assert_eq!(print(&text), shipped);
}
