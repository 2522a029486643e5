//! Each effect does what its name says, once, to whom it should. Caught: a status that pulsed one time too few.

use foregone::skirmish::event::{Means, What};

use super::scene::{Fight, Scene};

/// A doer with a skill that goes off once at the start, and a post a step away from it.
fn at_start(effect: &str) -> Scene {
    Scene::with_skill(&format!("trigger = 'start'\nonce = true\naim = 'nearest'\nrange = 5000\neffects = [{effect}]"))
        .ally("doer", 11, 6)
        .enemy("post", 11, 6)
}

/// The same at the friend that is hurt, 40 points of whose 100 an enemy has taken.
fn for_a_hurt_friend(effect: &str) -> Fight {
    let keys =
        format!("trigger = 'cooldown'\ncooldown_ticks = 1800\naim = 'lowest_ally'\nrange = 5000\neffects = [{effect}]");
    Scene::with_skill(&keys)
        .species("sharp", "vigor = 900\npower = 40\nreach = 3000\npace = 1\nstrike_period_ticks = 200")
        .species("hurt", "vigor = 100\npower = 0\nreach = 0\npace = 1\nstrike_period_ticks = 200\nthreat = 5000")
        .ally("doer", 9, 6)
        .ally("hurt", 11, 6)
        .enemy("sharp", 11, 6)
        .start()
}

fn amounts(fight: &Fight, to: u16) -> Vec<(u32, i32)> {
    let struck = |e: &foregone::skirmish::Event| match e.what {
        What::Struck { to: who, amount, .. } if who.place + 1 == to => Some((e.tick, amount)),
        _ => None,
    };
    fight.events.iter().filter_map(struck).collect()
}

#[test]
fn damage_takes_its_points_of_power() {
    let fight = at_start("{ kind = 'damage', amount = 5, percent = 150 }").start().run(1);
    assert_eq!(fight.unit(2).vigor, 1000 - 20);
    assert_eq!(amounts(&fight, 2), [(1, 20)]);
}

#[test]
fn armour_halves_at_its_constant() {
    let scene = at_start("{ kind = 'damage', amount = 100 }")
        .species(
            "plated",
            "vigor = 1000\npower = 0\nreach = 0\npace = 1\nstrike_period_ticks = 200\narmour = 100\nthreat = 900",
        )
        .enemy("plated", 11, 7);
    assert_eq!(amounts(&scene.start().run(1), 3), [(1, 50)]);
}

#[test]
fn armour_never_stops_the_last_point() {
    let scene = at_start("{ kind = 'damage', amount = 1 }")
        .species(
            "plated",
            "vigor = 1000\npower = 0\nreach = 0\npace = 1\nstrike_period_ticks = 200\narmour = 1000\nthreat = 900",
        )
        .enemy("plated", 11, 7);
    assert_eq!(amounts(&scene.start().run(1), 3), [(1, 1)]);
}

#[test]
fn heal_gives_back_points_of_mend() {
    let mut fight = for_a_hurt_friend("{ kind = 'heal', amount = 5, percent = 200 }");
    fight.until(|what| matches!(what, What::Healed { .. }));
    assert_eq!(fight.unit(2).vigor, 100 - 40 + 25);
}

#[test]
fn healing_never_exceeds_full_health() {
    let mut fight = for_a_hurt_friend("{ kind = 'heal', amount = 900 }");
    fight.until(|what| matches!(what, What::Healed { .. }));
    assert_eq!(fight.unit(2).vigor, 100);
    let healed = fight.all(|what| if let What::Healed { amount, .. } = what { Some(*amount) } else { None });
    assert_eq!(healed, [40], "only what was missing counts");
}

#[test]
fn a_shield_takes_damage_first_and_that_is_counted_apart() {
    let mut fight = for_a_hurt_friend("{ kind = 'shield', amount = 25, ticks = 500 }");
    fight.until(|what| matches!(what, What::Shielded { amount: 25, .. }));
    assert_eq!(fight.unit(2).shield.amount, 25);
    fight.until(|what| matches!(what, What::Struck { .. }));
    let struck = fight.all(|what| match what {
        What::Struck { amount, absorbed, .. } => Some((*amount, *absorbed)),
        _ => None,
    });
    assert_eq!(struck, [(40, 0), (15, 25)]);
    assert_eq!(fight.unit(2).shield, Default::default(), "a shield that is used up is gone");
}

#[test]
fn a_shield_runs_out() {
    let mut fight = for_a_hurt_friend("{ kind = 'shield', amount = 25, ticks = 30 }");
    let raised = fight.until(|what| matches!(what, What::Shielded { .. }));
    let fight = fight.run(30);
    assert_eq!(fight.live.tick(), raised + 30);
    assert_eq!(fight.unit(2).shield.amount, 25, "it lasts thirty ticks");
    assert_eq!(fight.run(1).unit(2).shield.amount, 0, "and not one more");
}

#[test]
fn burn_pulses_every_five_ticks_and_stops() {
    let fight = at_start("{ kind = 'burn', amount = 3, ticks = 20 }").start().run(60);
    assert_eq!(amounts(&fight, 2), [(5, 3), (10, 3), (15, 3), (20, 3)]);
}

#[test]
fn poison_adds_up_and_armour_is_no_help() {
    let scene = Scene::with_skill(
        "trigger = 'cooldown'\ncooldown_ticks = 10\naim = 'nearest'\nrange = 5000
        effects = [{ kind = 'poison', amount = 2, ticks = 100 }]",
    )
    .species("plated", "vigor = 1000\npower = 0\nreach = 0\npace = 1\nstrike_period_ticks = 200\narmour = 900")
    .ally("doer", 11, 6)
    .enemy("plated", 11, 6);
    let fight = scene.start().run(30);
    assert_eq!(amounts(&fight, 2), [(10, 2), (20, 4), (30, 6)]);
}

#[test]
fn what_burns_is_credited_to_who_kindled_it() {
    let fight = at_start("{ kind = 'burn', amount = 3, ticks = 20 }").start().run(6);
    let burnt = fight.all(|what| match what {
        What::Struck { by, means: Means::Status(_), .. } => Some(by.place),
        _ => None,
    });
    assert_eq!(burnt, [0]);
}

#[test]
fn regrow_gives_back_at_every_pulse() {
    let mut fight = for_a_hurt_friend("{ kind = 'regrow', amount = 4, ticks = 20 }");
    fight.until(|what| matches!(what, What::Afflicted { .. }));
    let fight = fight.run(40);
    let healed = fight.all(|what| if let What::Healed { amount, .. } = what { Some(*amount) } else { None });
    assert_eq!(healed, [4, 4, 4, 4]);
}

#[test]
fn slow_makes_strikes_rarer() {
    let strikes = |effect: &str| {
        let scene = Scene::with_skill(&format!(
            "trigger = 'start'\nonce = true\naim = 'nearest'\nrange = 9000\neffects = [{effect}]"
        ))
        .ally("doer", 3, 6)
        .ally("post", 11, 6)
        .enemy("fist", 11, 6);
        amounts(&scene.start().run(100), 2).len()
    };
    assert_eq!(strikes("{ kind = 'stun', ticks = 1 }"), 10);
    assert_eq!(strikes("{ kind = 'slow', percent = 50, ticks = 200 }"), 6, "the first one is struck as it is slowed");
}

#[test]
fn haste_makes_steps_longer() {
    let walked = |percent: i32| {
        let scene = Scene::with_skill(&format!(
            "trigger = 'start'\nonce = true\naim = 'self'\neffects = [{{ kind = 'haste', percent = {percent}, ticks = 90 }}]"
        ))
        .species("runner", "vigor = 100\npower = 1\nreach = 300\npace = 100\ninnate = ['it']\nstrike_period_ticks = 10")
        .ally("runner", 2, 6)
        .enemy("post", 2, 6);
        let fight = scene.start().run(1);
        let from = fight.unit(1).at.x;
        fight.run(10).unit(1).at.x - from
    };
    assert_eq!(walked(1), 1010);
    assert_eq!(walked(50), 1500);
}

#[test]
fn the_stunned_neither_walk_nor_strike() {
    let scene = Scene::with_skill(
        "trigger = 'start'\nonce = true\naim = 'nearest'\nrange = 9000\neffects = [{ kind = 'stun', ticks = 12 }]",
    )
    .ally("doer", 5, 6)
    .enemy("fist", 11, 6);
    let fight = scene.start().run(1);
    let stood = fight.unit(2).at;
    let fight = fight.run(12);
    assert_eq!(fight.unit(2).at, stood, "twelve ticks");
    assert_ne!(fight.run(1).unit(2).at, stood, "and not one more");
}

#[test]
fn the_taunted_go_for_the_taunter() {
    let scene = Scene::with_skill(
        "trigger = 'cooldown'\ncooldown_ticks = 1800\nwarmup_ticks = 5\naim = 'self'\narea = 5000
        effects = [{ kind = 'taunt', ticks = 20 }]",
    )
    .ally("doer", 9, 4)
    .ally("post", 11, 8)
    .enemy("fist", 11, 8);
    let fight = scene.start().run(5);
    assert_eq!(fight.unit(3).target, 2, "the nearest");
    let fight = fight.run(2);
    assert_eq!(fight.unit(3).target, 1, "the taunter");
    assert_eq!(fight.run(24).unit(3).target, 2, "the nearest again");
}

#[test]
fn knockback_throws_away_from_the_doer() {
    let fight = at_start("{ kind = 'knockback', distance = 1500 }").start();
    let before = fight.unit(2).at;
    let fight = fight.run(1);
    assert_eq!(
        (fight.unit(2).at.x - before.x, fight.unit(2).at.y),
        (1500 - 1, before.y),
        "one step of its own is in it"
    );
}

#[test]
fn nobody_is_thrown_into_an_obstacle_or_off_the_field() {
    let fight = at_start("{ kind = 'knockback', distance = 9000 }").obstacles(&[[14, 6]]).start().run(1);
    assert!((13_500..14_000).contains(&fight.unit(2).at.x), "{:?}", fight.unit(2).at);
    let fight = at_start("{ kind = 'knockback', distance = 30000 }").start().run(1);
    assert_eq!(fight.unit(2).at.x, 23_999 - 300, "the whole body stays on");
}

#[test]
fn a_leap_lands_beside_its_target() {
    let scene = Scene::with_skill(
        "trigger = 'start'\nonce = true\naim = 'farthest'\nrange = 24000\neffects = [{ kind = 'leap' }]",
    )
    .ally("doer", 3, 6)
    .enemy("post", 11, 6)
    .enemy("post", 2, 6);
    let fight = scene.start().run(1);
    assert_eq!(fight.unit(3).at.x - fight.unit(1).at.x, 600, "body to body");
    assert_eq!(fight.all(|what| matches!(what, What::Leapt { .. }).then_some(())).len(), 1);
}

#[test]
fn a_chain_jumps_to_the_nearest_and_weakens() {
    let scene = Scene::with_skill(
        "trigger = 'start'\nonce = true\naim = 'nearest'\nrange = 3000
        chain = { links = 2, hop = 1500, keep_percent = 50 }\neffects = [{ kind = 'damage', amount = 40 }]",
    )
    .ally("doer", 11, 6)
    .enemy("post", 11, 6)
    .enemy("post", 10, 6)
    .enemy("post", 9, 6)
    .enemy("post", 8, 6);
    let fight = scene.start().run(1);
    let lost: Vec<i32> = (2..=5).map(|id| 1000 - fight.unit(id).vigor).collect();
    assert_eq!(lost, [40, 20, 10, 0]);
    assert_eq!(fight.all(|what| matches!(what, What::Jumped { .. }).then_some(())).len(), 2);
}

#[test]
fn an_area_reaches_every_foe_in_it_and_no_friend() {
    let scene = Scene::with_skill(
        "trigger = 'start'\nonce = true\naim = 'nearest'\nrange = 3000\narea = 1200\neffects = [{ kind = 'damage', amount = 40 }]",
    )
    .ally("doer", 11, 6)
    .ally("post", 11, 7)
    .enemy("post", 11, 6)
    .enemy("post", 10, 6)
    .enemy("post", 8, 6);
    let fight = scene.start().run(1);
    let lost: Vec<i32> = (2..=5).map(|id| 1000 - fight.unit(id).vigor).collect();
    assert_eq!(lost, [0, 40, 40, 0]);
}

#[test]
fn summons_come_up_beside_the_summoner_with_dice_of_their_own() {
    let scene = Scene::with_skill(
        "trigger = 'cooldown'\ncooldown_ticks = 20\naim = 'self'\neffects = [{ kind = 'summon', species = 'imp', count = 2 }]",
    )
    .ally("doer", 4, 6)
    .enemy("post", 4, 6);
    let fight = scene.start().run(30);
    let summoned = &fight.units()[2..];
    assert_eq!(summoned.len(), 4);
    let keys: std::collections::BTreeSet<u64> = fight.units().iter().map(|u| u.key).collect();
    assert_eq!(keys.len(), 6, "no two share their dice");
    assert!(summoned.iter().all(|u| u.side == 0 && u.owner == 1));
    assert_eq!(summoned.iter().map(|u| u.born).collect::<Vec<_>>(), [1, 1, 21, 21]);
}

#[test]
fn one_who_revives_falls_only_the_second_time() {
    let scene = Scene::with_skill(
        "trigger = 'on_death'\nonce = true\naim = 'self'\neffects = [{ kind = 'revive', percent = 40 }]",
    )
    .species("walker", "vigor = 50\npower = 0\nreach = 0\npace = 1\ninnate = ['it']\nstrike_period_ticks = 200")
    .ally("walker", 11, 6)
    .enemy("fist", 11, 6);
    let fight = scene.start().run_to_end();
    let told: Vec<&str> = fight.all(|what| match what {
        What::Revived { vigor: 20, .. } => Some("revived"),
        What::Fell { .. } => Some("fell"),
        _ => None,
    });
    assert_eq!(told, ["revived", "fell"]);
    let taken: i32 = amounts(&fight, 1).iter().map(|(_, amount)| amount).sum();
    assert_eq!(taken, 50 + 20, "coming back is not healing, and overkill does not count");
}

#[test]
fn a_drain_gives_back_a_part_of_the_vigor_it_took() {
    let scene = Scene::with_skill(
        "trigger = 'cooldown'\ncooldown_ticks = 1800\nwarmup_ticks = 5\naim = 'nearest'\nrange = 3000
        effects = [{ kind = 'drain', amount = 30, keep_percent = 50 }]",
    )
    .ally("fighter", 11, 6)
    .enemy("fist", 11, 6);
    let fight = scene.start().run(7);
    let drained = fight.all(|what| match what {
        What::Healed { amount, by, to, .. } if by == to => Some(*amount),
        _ => None,
    });
    assert_eq!(drained, [15]);
    assert_eq!((fight.unit(1).vigor, fight.unit(2).vigor), (100 - 20 + 15, 100 - 20 - 30));
}

#[test]
fn overkill_is_not_counted() {
    let scene = Scene::with_skill(
        "trigger = 'start'\nonce = true\naim = 'nearest'\nrange = 3000\neffects = [{ kind = 'damage', amount = 900 }]",
    )
    .ally("doer", 11, 6)
    .enemy("dummy", 11, 6);
    assert_eq!(amounts(&scene.start().run(1), 2), [(1, 20)]);
}

#[test]
fn a_dodged_strike_does_nothing_and_a_crit_does_more() {
    let strike = |keys: &str| {
        let scene = Scene::plain()
            .species("a", &format!("vigor = 100\npower = 20\nreach = 1200\npace = 1\nstrike_period_ticks = 10\n{keys}"))
            .species("b", "vigor = 100\npower = 0\nreach = 0\npace = 1\nstrike_period_ticks = 200\ndodge = 500")
            .ally("a", 11, 6)
            .enemy("b", 11, 6);
        let fight = scene.start().run(400);
        let dodged = fight.all(|what| matches!(what, What::Dodged { .. }).then_some(())).len();
        (amounts(&fight, 2).iter().map(|(_, amount)| *amount).max(), dodged)
    };
    let (plain, dodged) = strike("crit = 0");
    assert_eq!(plain, Some(20));
    assert!(dodged > 0, "half of them are slipped");
    assert_eq!(strike("crit = 1000").0, Some(40));
}

#[test]
fn a_missile_takes_its_time_and_its_event_says_when_it_is_down() {
    let scene = Scene::plain().ally("bow", 8, 6).enemy("post", 11, 6);
    let mut fight = scene.start();
    fight.until(|what| matches!(what, What::Thrown { .. }));
    let lands = fight.all(|what| if let What::Thrown { lands, .. } = what { Some(*lands) } else { None })[0];
    let thrown = fight.live.tick();
    let hit = fight.until(|what| matches!(what, What::Struck { .. }));
    assert_eq!(hit, lands);
    assert_eq!(hit - thrown, 10, "four tiles at 400 a tick, begun ticks whole");
}

#[test]
fn healing_wilts_late_in_a_fight() {
    let scene = Scene::plain().rule("wilt_from_tick", 100).rule("wilt_percent", 20).rule("wilt_floor_percent", 30);
    let rules = scene.ally("post", 1, 1).enemy("post", 1, 1).rules();
    let left: Vec<i32> = [0, 100, 200, 350, 900].into_iter().map(|tick| rules.healing_percent(tick)).collect();
    assert_eq!(left, [100, 100, 80, 50, 30]);
}

#[test]
fn the_fallen_feed_their_own() {
    let scene = Scene::plain()
        .rule("feed_percent", 50)
        .species("meal", "vigor = 60\npower = 0\nreach = 0\npace = 1\nstrike_period_ticks = 200\nthreat = 4000")
        .species(
            "far",
            "vigor = 100\npower = 30\nreach = 9000\npace = 1\nstrike_period_ticks = 10\nprefers = 'farthest'",
        )
        .ally("meal", 11, 6)
        .ally("post", 9, 6)
        .enemy("fist", 11, 6)
        .enemy("far", 10, 6);
    let mut fight = scene.start();
    let fell = fight.until(|what| matches!(what, What::Fell { .. }));
    assert_eq!(fell, 21, "sixty points at twenty a strike, every ten ticks");
    assert_eq!(fight.unit(2).vigor, 1000 - 3 * 30 + 30, "half of what it was made of");
    let fed = fight.all(|what| match what {
        What::Healed { by, to, means: Means::Fall, .. } => Some((by.place, to.place)),
        _ => None,
    });
    assert_eq!(fed, [(0, 1)]);
}

#[test]
fn blows_of_the_side_that_is_behind_grow() {
    let rules = Scene::plain().rule("spite_percent", 100).ally("post", 1, 1).enemy("post", 1, 1).rules();
    let mut state = recorder::Simulation::start(&rules);
    let spite = |state: &_, side| foregone::skirmish::blows::spite_percent(&rules, state, side);
    assert_eq!((spite(&state, 0), spite(&state, 1)), (0, 0));
    state.units[0].vigor = 750;
    assert_eq!((spite(&state, 0), spite(&state, 1)), (25, 0));
}
