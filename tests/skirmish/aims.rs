//! Whom creatures and skills go for.

use foregone::skirmish::event::What;

use super::scene::{Fight, Scene};

/// Whom the first unit's skill is first used on, by id.
fn aimed(keys: &str, build: impl FnOnce(Scene) -> Scene) -> u16 {
    let keys = format!("trigger = 'cooldown'\ncooldown_ticks = 1800\nwarmup_ticks = 15\nrange = 24000\n{keys}");
    let scene = build(Scene::with_skill(&keys).ally("doer", 9, 6));
    let mut fight = scene.start();
    fight.until(|what| matches!(what, What::Used { by, .. } if by.place == 0));
    fight.all(|what| if let What::Used { to, .. } = what { Some(to.place + 1) } else { None })[0]
}

const HARM: &str = "effects = [{ kind = 'damage', amount = 1 }]";

#[test]
fn nearest_is_measured_from_edge_to_edge() {
    assert_eq!(aimed(&format!("aim = 'nearest'\n{HARM}"), |s| s.enemy("post", 5, 6).enemy("post", 7, 6)), 3);
}

#[test]
fn threat_makes_one_seem_nearer() {
    let loud = "vigor = 900\npower = 0\nreach = 0\npace = 1\nstrike_period_ticks = 200\nthreat = 2500";
    let scene = |s: Scene| s.species("loud", loud).enemy("loud", 5, 6).enemy("post", 7, 6);
    assert_eq!(aimed(&format!("aim = 'nearest'\n{HARM}"), scene), 2);
}

#[test]
fn weakest_has_the_least_vigor() {
    let scene = |s: Scene| s.enemy("post", 11, 6).enemy("dummy", 2, 2).enemy("post", 8, 8);
    assert_eq!(aimed(&format!("aim = 'weakest'\n{HARM}"), scene), 3);
}

#[test]
fn farthest_is_the_farthest_in_range() {
    let scene = |s: Scene| s.enemy("post", 11, 6).enemy("post", 2, 2).enemy("post", 8, 8);
    assert_eq!(aimed(&format!("aim = 'farthest'\n{HARM}"), scene), 3);
}

#[test]
fn clustered_has_the_most_company() {
    let scene = |s: Scene| {
        s.enemy("post", 11, 6).enemy("post", 2, 2).enemy("post", 3, 2).enemy("post", 1, 2).enemy("post", 11, 5)
    };
    assert_eq!(aimed(&format!("aim = 'clustered'\n{HARM}"), scene), 3, "the one in the middle of three");
}

#[test]
fn lowest_ally_goes_by_the_share_that_is_left() {
    let sharp = "vigor = 900\npower = 15\nreach = 1500\npace = 1\nstrike_period_ticks = 200";
    let scene = |s: Scene| {
        // Both lose fifteen points, of twenty and of a thousand.
        s.species("sharp", sharp).ally("post", 11, 2).ally("dummy", 11, 10).enemy("sharp", 11, 2).enemy("sharp", 11, 10)
    };
    assert_eq!(aimed("aim = 'lowest_ally'\neffects = [{ kind = 'heal', amount = 1 }]", scene), 3);
}

#[test]
fn lowest_ally_is_nobody_while_nobody_is_hurt() {
    let keys = "trigger = 'cooldown'\ncooldown_ticks = 5\nrange = 24000\naim = 'lowest_ally'\neffects = [{ kind = 'heal', amount = 1 }]";
    let fight = Scene::with_skill(keys).ally("doer", 1, 1).ally("post", 2, 2).enemy("post", 1, 1).start().run(50);
    assert_eq!(fight.events, []);
}

#[test]
fn self_is_the_bearer() {
    let keys = "trigger = 'start'\nonce = true\naim = 'self'\neffects = [{ kind = 'shield', amount = 5, ticks = 50 }]";
    let fight = Scene::with_skill(keys).ally("post", 1, 1).ally("doer", 2, 2).enemy("post", 1, 1).start().run(1);
    let shielded = fight.all(|what| if let What::Shielded { to, .. } = what { Some(to.place + 1) } else { None });
    assert_eq!(shielded, [2]);
}

#[test]
fn attacker_is_whoever_harmed_the_bearer_last() {
    let scene = |s: Scene| s.enemy("post", 11, 6).enemy("bow", 11, 8).ally("post", 2, 2);
    assert_eq!(aimed(&format!("aim = 'attacker'\n{HARM}"), scene), 4);
}

#[test]
fn target_is_the_foe_the_bearer_is_fighting() {
    let hunter = "vigor = 100\npower = 10\nreach = 300\npace = 50\ninnate = ['it']\nprefers = 'weakest'\nstrike_period_ticks = 10";
    let keys = "trigger = 'cooldown'\ncooldown_ticks = 1800\nwarmup_ticks = 5\nrange = 24000\naim = 'target'\neffects = [{ kind = 'stun', ticks = 1 }]";
    let mut fight = Scene::with_skill(keys)
        .species("hunter", hunter)
        .ally("hunter", 9, 6)
        .enemy("post", 11, 6)
        .enemy("dummy", 4, 3)
        .start();
    fight.until(|what| matches!(what, What::Used { to, .. } if to.place + 1 == 3));
}

#[test]
fn out_of_range_is_no_target() {
    let keys = "trigger = 'cooldown'\ncooldown_ticks = 5\nrange = 3000\naim = 'nearest'\neffects = [{ kind = 'stun', ticks = 1 }]";
    let used = |x: u8| {
        let fight = Scene::with_skill(keys).ally("doer", 11, 6).enemy("post", x, 6).start().run(1);
        fight.all(|what| matches!(what, What::Used { .. }).then_some(())).len()
    };
    // Tiles 11 and 9 from the other edge: 2999 millitiles apart, and 600 of that is bodies.
    assert_eq!((used(9), used(8)), (1, 0));
}

#[test]
fn equal_targets_are_told_apart_by_the_tie_stream_alone() {
    let pick = |seed: u64| {
        let fight = Scene::plain().ally("fist", 9, 6).enemy("post", 9, 4).enemy("post", 9, 8).seed(seed).start().run(1);
        (fight.unit(1).target, fight.unit(1).draws)
    };
    let picks: Vec<_> = (0..20).map(pick).collect();
    assert!(picks.iter().any(|(target, _)| *target == 2) && picks.iter().any(|(target, _)| *target == 3));
    assert!(picks.iter().all(|(_, draws)| (draws.tie, draws.hit, draws.crit, draws.dodge) == (1, 0, 0, 0)));
}

#[test]
fn a_draw_in_one_stream_moves_no_other() {
    // The same strikes against one who never dodges and one who sometimes does: crits fall at the same strikes.
    let crits = |dodge: i32| {
        let target =
            format!("vigor = 9000\npower = 0\nreach = 0\npace = 1\nstrike_period_ticks = 200\ndodge = {dodge}");
        let striker = "vigor = 100\npower = 20\nreach = 1200\npace = 1\nstrike_period_ticks = 10\ncrit = 300";
        let scene = Scene::plain().species("t", &target).species("s", striker).ally("s", 11, 6).enemy("t", 11, 6);
        let fight: Fight = scene.start().run(500);
        fight
            .events
            .iter()
            .filter_map(|e| match e.what {
                What::Struck { crit, .. } => Some((e.tick, crit)),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    let (all, some) = (crits(0), crits(400));
    assert!(some.len() < all.len());
    assert!(some.iter().all(|strike| all.contains(strike)), "{some:?} of {all:?}");
}
