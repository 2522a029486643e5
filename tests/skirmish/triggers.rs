//! What sets skills off, when, how often.

use foregone::skirmish::event::What;

use super::scene::{Fight, Scene};

/// The ticks whose frames first show a unit using a skill.
fn uses(fight: &Fight, id: u16) -> Vec<u32> {
    let used = |e: &foregone::skirmish::Event| match e.what {
        What::Used { by, .. } if by.place + 1 == id => Some(e.tick),
        _ => None,
    };
    fight.events.iter().filter_map(used).collect()
}

const MEND_SELF: &str = "aim = 'self'\neffects = [{ kind = 'heal', amount = 10 }]";

#[test]
fn a_cooldown_begins_with_its_warmup_and_comes_again() {
    let keys = format!("trigger = 'cooldown'\ncooldown_ticks = 30\nwarmup_ticks = 12\n{MEND_SELF}");
    let fight = Scene::with_skill(&keys).ally("doer", 1, 1).enemy("post", 1, 1).start().run(80);
    assert_eq!(uses(&fight, 1), [13, 43, 73]);
}

#[test]
fn a_start_comes_once_and_first() {
    let keys = format!("trigger = 'start'\nonce = true\n{MEND_SELF}");
    let fight = Scene::with_skill(&keys).ally("doer", 1, 1).enemy("post", 1, 1).start().run(80);
    assert_eq!(uses(&fight, 1), [1]);
}

#[test]
fn low_vigor_waits_until_less_than_its_share_is_left() {
    let keys = format!("trigger = 'low_vigor'\nbelow_percent = 60\nonce = true\n{MEND_SELF}");
    let mut fight = Scene::with_skill(&keys).ally("doer", 11, 6).enemy("fist", 11, 6).start();
    let used = fight.until(|what| matches!(what, What::Used { .. }));
    // Struck for 20 of 100 at ticks 0, 10 and 20: 40 left in frame 21, and decided on in the next step.
    assert_eq!(used, 22);
    assert_eq!(uses(&fight.run(20), 1).len(), 1, "once");
}

#[test]
fn on_hit_goes_off_at_a_strike_that_lands_and_at_no_skill() {
    let keys =
        "trigger = 'on_hit'\naim = 'target'\nrange = 9000\neffects = [{ kind = 'slow', percent = 10, ticks = 5 }]";
    let fight = Scene::with_skill(keys).ally("fighter", 11, 6).enemy("post", 11, 6).start().run(31);
    assert_eq!(uses(&fight, 1), [1, 11, 21, 31]);
}

#[test]
fn on_hit_has_its_cooldown_too() {
    let keys = "trigger = 'on_hit'\ncooldown_ticks = 15\naim = 'target'\nrange = 9000
        effects = [{ kind = 'slow', percent = 10, ticks = 5 }]";
    let fight = Scene::with_skill(keys).ally("fighter", 11, 6).enemy("post", 11, 6).start().run(31);
    assert_eq!(uses(&fight, 1), [1, 21]);
}

#[test]
fn a_thrown_strike_lands_before_it_sets_anything_off() {
    let keys =
        "trigger = 'on_hit'\naim = 'target'\nrange = 9000\neffects = [{ kind = 'slow', percent = 10, ticks = 5 }]";
    let archer = "vigor = 60\npower = 10\nreach = 5000\npace = 100\nmissile_pace = 400\ninnate = ['it']\nstrike_period_ticks = 90";
    let mut fight = Scene::with_skill(keys).species("archer", archer).ally("archer", 8, 6).enemy("post", 11, 6).start();
    let struck = fight.until(|what| matches!(what, What::Struck { .. }));
    assert_eq!(uses(&fight, 1), [struck]);
}

#[test]
fn when_struck_answers_the_striker() {
    let keys = "trigger = 'when_struck'\naim = 'attacker'\nrange = 9000\neffects = [{ kind = 'damage', amount = 7 }]";
    let fight = Scene::with_skill(keys).ally("doer", 11, 6).enemy("fist", 11, 6).start().run(1);
    assert_eq!(uses(&fight, 1), [1]);
    assert_eq!(fight.unit(2).vigor, 100 - 7);
}

#[test]
fn answers_are_not_answered() {
    let keys = "trigger = 'when_struck'\naim = 'attacker'\nrange = 9000\neffects = [{ kind = 'damage', amount = 7 }]";
    let fight = Scene::with_skill(keys).ally("fighter", 11, 6).enemy("fighter", 11, 6).start().run(1);
    // Both strike, both answer once: an answer is no strike.
    assert_eq!((uses(&fight, 1).len(), uses(&fight, 2).len()), (1, 1));
    assert_eq!((fight.unit(1).vigor, fight.unit(2).vigor), (73, 73));
}

#[test]
fn on_kill_goes_off_for_whoever_struck_last() {
    let keys = format!("trigger = 'on_kill'\n{MEND_SELF}");
    let fight =
        Scene::with_skill(&keys).ally("fighter", 11, 6).enemy("dummy", 11, 6).enemy("post", 2, 2).start().run(5);
    assert_eq!(uses(&fight, 1), [1]);
}

#[test]
fn on_death_goes_off_for_the_fallen() {
    let keys =
        "trigger = 'on_death'\nonce = true\naim = 'self'\narea = 2000\neffects = [{ kind = 'damage', amount = 30 }]";
    let fight = Scene::with_skill(keys)
        .species("bomb", "vigor = 10\npower = 0\nreach = 0\npace = 1\ninnate = ['it']\nstrike_period_ticks = 200")
        .ally("bomb", 11, 6)
        .ally("post", 11, 9)
        .enemy("fist", 11, 6)
        .start()
        .run(1);
    assert!(!fight.unit(1).is_up());
    assert_eq!(fight.unit(3).vigor, 100 - 30);
}

#[test]
fn a_fall_can_bring_down_the_next_in_the_same_tick() {
    let keys =
        "trigger = 'on_death'\nonce = true\naim = 'self'\narea = 2000\neffects = [{ kind = 'damage', amount = 30 }]";
    let fight = Scene::with_skill(keys)
        .species("bomb", "vigor = 10\npower = 0\nreach = 0\npace = 1\ninnate = ['it']\nstrike_period_ticks = 200")
        .ally("bomb", 11, 6)
        .ally("fist", 11, 7)
        .enemy("bomb", 11, 6)
        .enemy("post", 11, 9)
        .start()
        .run(1);
    let fell = fight.all(|what| if let What::Fell { who, .. } = what { Some(who.place + 1) } else { None });
    assert_eq!(fell, [3, 1], "the enemy bomb is struck down, and takes the other with it");
    assert_eq!(fight.unit(2).vigor, 70);
}

#[test]
fn the_summoned_have_a_start_of_their_own() {
    let scene = Scene::with_skill(
        "trigger = 'start'\nonce = true\naim = 'self'\neffects = [{ kind = 'shield', amount = 9, ticks = 900 }]",
    );
    let scene = scene
        .species("brood", "vigor = 15\npower = 5\nreach = 300\npace = 100\ninnate = ['it']\nstrike_period_ticks = 10")
        .ally("brood", 1, 1)
        .enemy("post", 1, 1);
    assert_eq!(uses(&scene.start().run(5), 1), [1]);
}
