//! The officers: what each unit does about the general's command and the enemy before it.
//!
//! An officer thinks every ten ticks, those of one army one after the other; at once when his unit comes into contact or
//! out of it, and when an enemy first comes within 55 m. What he wants goes through the same door as a person's order.
//! A unit that a person has told something is left alone until it is released.

use recorder::Step;

use crate::legion::event::{Event, What};
use crate::legion::mind::book::{self, Way, Wish};
use crate::legion::mind::glance::Glance;
use crate::legion::mind::roles::direction;
use crate::legion::mind::{bids, horse, screen};
use crate::legion::order::{Ability, Task, Word};
use crate::legion::plan::{Beat, Behaviour, Mind};
use crate::legion::rules::Legion;
use crate::legion::scratch::Scratch;
use crate::legion::stages::orders::obey;
use crate::legion::state::State;
use crate::legion::unit::{Formation, NO_UNIT};

/// Ticks from one thought of an officer to the next.
/// Source: massed battle, 9.
pub const THINK_TICKS: u32 = 10;

/// Metres within which an enemy makes an officer think at once.
/// Source: massed battle, 9.
pub const STARTLES: f32 = 55.0;

/// Metres from which foot that attacks runs in with all its weight.
/// Ours: somewhat before foot begins to run in.
const CHARGES_FROM: f32 = 30.0;

/// Run the stage.
pub fn run(rules: &Legion, step: &mut Step<'_, Legion>) {
    let now = step.next_tick();
    step.scratch.told.clear();
    for index in 0..step.state.units.len() {
        let unit = &step.state.units[index];
        if !unit.is_here() || !unit.nerve.is_in_order() || unit.held {
            continue;
        }
        if is_due(index, now) || is_startled(step.state, step.scratch, index, now) {
            think(rules, step, index, now);
        }
    }
    obey_all(rules, step);
}

fn is_due(index: usize, now: u32) -> bool {
    (now + index as u32).is_multiple_of(THINK_TICKS)
}

/// Tell whether something has happened that does not wait: contact, or its end; an enemy in order near, for the first
/// time. Who that is, the stage `cohesion` has found.
fn is_startled(state: &State, scratch: &Scratch, index: usize, now: u32) -> bool {
    let unit = &state.units[index];
    let army = &state.sides[usize::from(unit.side)];
    let near = scratch.meetings.get(index).filter(|foe| foe.foe != NO_UNIT && foe.gap < STARTLES);
    let seen = near.is_some_and(|foe| army.has_in_view(usize::from(foe.foe), now));
    (unit.locked != NO_UNIT) != unit.mind.was_locked || seen && !unit.mind.saw_near
}

/// Think for one unit.
fn think(rules: &Legion, step: &mut Step<'_, Legion>, index: usize, now: u32) {
    let mut mind = step.state.units[index].mind;
    let glance = Glance::of(rules, step.state, index, now);
    let behaviour = bids::choose(&glance);
    if behaviour != mind.behaviour {
        (mind.behaviour, mind.since) = (behaviour, now);
        (mind.beat, mind.beat_since) = (Beat::None, now);
    }
    (mind.was_locked, mind.saw_near) = (glance.locked, glance.nearest.is_some_and(|foe| foe.gap < STARTLES));
    note_idling(&glance, &mut mind);
    let wish = dressed(&glance, behaviour, act(&glance, &mut mind));
    let unit = &step.state.units[index];
    let told = &mut step.scratch.told;
    book::words(unit, &mut mind, wish, now, |word| told.push((index as u16, word)));
    step.state.units[index].mind = mind;
}

/// Note since when a unit has stood by while others fight.
fn note_idling(at: &Glance<'_>, mind: &mut Mind) {
    let shoots = at.ammo > 0 && at.mark.is_some();
    let idles = !at.locked && at.fight_near && !shoots && at.unit.task == Task::Hold;
    mind.idle_since = match (idles, mind.idle_since) {
        (false, _) => 0,
        (true, 0) => at.now,
        (true, since) => since,
    };
}

/// Say what a behaviour wants.
fn act(at: &Glance<'_>, mind: &mut Mind) -> Wish {
    match mind.behaviour {
        Behaviour::HoldLine | Behaviour::Parapet => hold(at),
        Behaviour::March => march(at),
        Behaviour::Engage => engage(at, mind),
        Behaviour::Brace => face_foe(at, at.horse.map(|foe| foe.unit), Some(Ability::Brace)),
        Behaviour::Testudo => hold(at),
        Behaviour::PlugGap => go_for(at, mind, at.gap_maker.map(|foe| foe.unit)),
        Behaviour::RefuseFlank => face_foe(at, at.beside.map(|foe| foe.unit), None),
        Behaviour::Shoot => shoot(at, mind),
        Behaviour::MissileWithdraw => way(screen::away(at)),
        Behaviour::Skirmish => screen::act(at, mind),
        Behaviour::CavalryHold | Behaviour::CavalryScreen => horse::stand(at),
        Behaviour::Cavalry => horse::act(at, mind),
        Behaviour::Pursue => go_for(at, mind, at.runner.map(|foe| foe.unit)),
        Behaviour::Inspire => Wish { ability: Some(Ability::Inspire), ..Wish::default() },
    }
}

/// Stand as the behaviour asks: shields locked in a testudo, else as the kind stands.
fn dressed(at: &Glance<'_>, behaviour: Behaviour, wish: Wish) -> Wish {
    let usual = at.kind.formations.first().copied();
    let form = if behaviour == Behaviour::Testudo { Some(Formation::Shield) } else { usual };
    // Nobody dresses his ranks in contact.
    Wish { form: form.filter(|_| !at.locked), ..wish }
}

fn way(way: Way) -> Wish {
    Wish { way, ..Wish::default() }
}

fn hold(at: &Glance<'_>) -> Wish {
    if at.locked { Wish::default() } else { way(Way::Stand { fx: at.command.fx, fz: at.command.fz }) }
}

fn march(at: &Glance<'_>) -> Wish {
    way(Way::Go { x: at.command.x, z: at.command.z, run: at.command.run })
}

/// Fight whom it is locked with; else go for the prey, with all its weight over the last stretch.
fn engage(at: &Glance<'_>, mind: &mut Mind) -> Wish {
    if at.locked {
        mind.target = at.unit.locked;
        return way(Way::Attack { unit: at.unit.locked });
    }
    let Some(prey) = at.prey else { return hold(at) };
    let charge = prey.gap < CHARGES_FROM && at.can_use(Ability::Charge);
    Wish { ability: charge.then_some(Ability::Charge), ..go_for(at, mind, Some(prey.unit)) }
}

fn go_for(at: &Glance<'_>, mind: &mut Mind, foe: Option<u16>) -> Wish {
    let Some(unit) = foe else { return hold(at) };
    mind.target = unit;
    way(Way::Attack { unit })
}

/// Turn to an enemy and stand, with an ability where it can be used.
fn face_foe(at: &Glance<'_>, foe: Option<u16>, ability: Option<Ability>) -> Wish {
    let Some(foe) = foe else { return hold(at) };
    let foe = at.of_index(foe);
    let (fx, fz) = direction(foe.x - at.unit.x, foe.z - at.unit.z, (at.unit.fx, at.unit.fz));
    Wish { ability: ability.filter(|&ability| at.can_use(ability)), ..way(Way::Stand { fx, fz }) }
}

/// Stand and shoot at the mark; with none in reach, go up to the nearest.
fn shoot(at: &Glance<'_>, mind: &mut Mind) -> Wish {
    if let Some(mark) = at.mark {
        mind.target = mark.unit;
        return face_foe(at, Some(mark.unit), None);
    }
    let Some(foe) = at.nearest else { return hold(at) };
    let target = at.of_index(foe.unit);
    let (dx, dz) = direction(target.x - at.unit.x, target.z - at.unit.z, (at.unit.fx, at.unit.fz));
    let ahead = (foe.gap - at.range().0 * 0.85).max(0.0);
    way(Way::Go { x: at.unit.x + dx * ahead, z: at.unit.z + dz * ahead, run: false })
}

/// Let the units obey, in the order in which their officers spoke.
fn obey_all(rules: &Legion, step: &mut Step<'_, Legion>) {
    let tick = step.next_tick();
    let told = std::mem::take(&mut step.scratch.told);
    for &(unit, word) in &told {
        let obeyed = obey(rules, step.state, step.scratch, step.tick, unit, word).is_ok();
        if let Word::Use { ability } = word
            && obeyed
        {
            step.journal.push(Event { tick, what: What::Used { unit, ability } });
        }
    }
    step.scratch.told = told;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::mind::bids::{BIDS, INCUMBENT};
    use crate::legion::mind::sight;
    use crate::legion::plan::{BEHAVIOURS, Phase};
    use crate::legion::sketch::Sketch;
    use crate::legion::stages::cohesion;
    use crate::legion::stages::squaring::ENGAGED_FEW;
    use crate::legion::unit::Nerve;

    /// Both sides look around, and the officers think at a tick at which the first unit is due. They think twice about
    /// the same, and must come to the same.
    fn think(sketch: &mut Sketch) -> Vec<What> {
        sketch.tick += THINK_TICKS - sketch.tick % THINK_TICKS - 1;
        (0..sketch.state.sides.len()).for_each(|side| sight::look(&mut sketch.state, side, sketch.tick));
        let before = sketch.state.clone();
        let first = (sketch.stage(run), sketch.state.clone());
        sketch.state = before;
        let told = sketch.stage(run);
        assert!(first == (told.clone(), sketch.state.clone()), "the second thought was another");
        sketch.tick += 1;
        told
    }

    fn in_phase(mut sketch: Sketch, phase: Phase) -> Sketch {
        sketch.state.sides[0].phase = phase;
        for unit in &mut sketch.state.units {
            (unit.command.x, unit.command.z) = (unit.x, unit.z);
            (unit.command.fx, unit.command.fz) = (unit.fx, unit.fz);
        }
        sketch
    }

    /// One unit of each side, so many metres apart, the first facing north at the other.
    fn duel(own: &str, foe: &str, metres: f32, phase: Phase) -> Sketch {
        let sketch = Sketch::new(&["rome", "juthungi"]).unit(0, own, 0.0, 0.0, 90).unit(1, foe, 0.0, metres, 270);
        in_phase(sketch, phase)
    }

    fn does(sketch: &mut Sketch) -> Behaviour {
        think(sketch);
        sketch.state.units[0].mind.behaviour
    }

    #[test]
    fn there_are_sixteen_behaviours_each_with_one_bid() {
        assert_eq!(BIDS.len(), BEHAVIOURS);
        BIDS.iter().enumerate().for_each(|(place, bid)| assert_eq!(bid.0 as usize, place));
    }

    #[test]
    fn c28_whoever_thinks_twice_about_the_same_thinks_the_same() {
        let mut reached = Vec::new();
        for phase in [Phase::Deploy, Phase::Skirmish, Phase::Advance, Phase::Engagement, Phase::Pursuit] {
            for own in ["legionary-cohort", "auxiliary-spears", "archers", "javelin-skirmishers", "cavalry"] {
                for (foe, metres) in [("warband", 20.0), ("riders", 50.0), ("bowmen", 100.0), ("warband", 300.0)] {
                    for storms in [false, true] {
                        let mut sketch = duel(own, foe, metres, phase);
                        sketch.state.units[0].command.leash = 60.0;
                        if storms {
                            sketch.state.units[0].command.role = crate::legion::plan::Role::Storm;
                        }
                        reached.push(does(&mut sketch) as usize);
                    }
                }
            }
        }
        reached.sort();
        reached.dedup();
        assert!(reached.len() >= 10 && reached.contains(&(Behaviour::Parapet as usize)), "{reached:?}");
    }

    #[test]
    fn a_unit_in_its_place_holds_and_one_off_it_marches() {
        let mut sketch = duel("legionary-cohort", "warband", 300.0, Phase::Skirmish);
        assert_eq!(does(&mut sketch), Behaviour::HoldLine);
        sketch.state.units[0].command.z += 50.0;
        assert_eq!(does(&mut sketch), Behaviour::March);
        assert_eq!(sketch.state.units[0].task, Task::Go { x: 0.0, z: 50.0, run: false });
    }

    #[test]
    fn foot_goes_in_when_its_general_does() {
        let mut sketch = duel("legionary-cohort", "warband", 40.0, Phase::Advance);
        sketch.state.units[0].command.leash = 60.0;
        assert_eq!(does(&mut sketch), Behaviour::Engage);
        assert_eq!(sketch.state.units[0].task, Task::Attack { unit: 1 });
        let mut sketch = duel("legionary-cohort", "warband", 100.0, Phase::Advance);
        sketch.state.units[0].command.leash = 60.0;
        assert_ne!(does(&mut sketch), Behaviour::Engage, "beyond the leash");
    }

    #[test]
    fn spears_brace_against_horse_that_comes_on() {
        let mut sketch = duel("auxiliary-spears", "riders", 50.0, Phase::Engagement);
        let told = think(&mut sketch);
        assert_eq!(sketch.state.units[0].mind.behaviour, Behaviour::Brace);
        assert!(told.contains(&What::Used { unit: 0, ability: Ability::Brace }));
        let mut away = duel("auxiliary-spears", "riders", 50.0, Phase::Skirmish);
        (away.state.units[1].fx, away.state.units[1].fz) = (0.0, 1.0);
        assert_ne!(does(&mut away), Behaviour::Brace, "it rides the other way");
    }

    #[test]
    fn shields_are_locked_under_arrows_and_unlocked_after() {
        let mut sketch = duel("legionary-cohort", "bowmen", 120.0, Phase::Skirmish);
        sketch.state.units[0].ledger.lost = 2;
        assert_eq!(does(&mut sketch), Behaviour::Testudo);
        assert_eq!(sketch.state.units[0].formation, Formation::Shield);
        sketch.state.units[0].ledger.lost = 0;
        does(&mut sketch);
        assert_eq!(sketch.state.units[0].formation, Formation::Line);
    }

    #[test]
    fn reserves_go_where_the_line_broke() {
        let sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(0, "legionary-cohort", 0.0, 60.0, 90)
            .unit(1, "warband", 0.0, 75.0, 270);
        let mut sketch = in_phase(sketch, Phase::Engagement);
        sketch.state.units[0].command.role = crate::legion::plan::Role::Reserve;
        (sketch.state.units[0].command.leash, sketch.state.units[1].nerve) = (25.0, Nerve::Routing);
        assert_eq!(does(&mut sketch), Behaviour::PlugGap);
        assert_eq!(sketch.state.units[0].task, Task::Attack { unit: 2 });
    }

    #[test]
    fn an_enemy_at_the_flank_is_turned_to() {
        let sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(1, "warband", 40.0, 0.0, 180);
        let mut sketch = in_phase(sketch, Phase::Skirmish);
        sketch.state.units[0].command.leash = 5.0;
        assert_eq!(does(&mut sketch), Behaviour::RefuseFlank);
        assert!(sketch.state.units[0].wish_fx > 0.9);
    }

    #[test]
    fn archers_shoot_in_range_and_get_away_from_swords() {
        let mut sketch = duel("archers", "warband", 120.0, Phase::Skirmish);
        assert_eq!(does(&mut sketch), Behaviour::Shoot);
        let mut sketch = duel("archers", "warband", 25.0, Phase::Engagement);
        assert_eq!(does(&mut sketch), Behaviour::MissileWithdraw);
        assert!(matches!(sketch.state.units[0].task, Task::Go { z, run: true, .. } if z < -20.0));
    }

    #[test]
    fn skirmishers_go_up_loose_and_get_away() {
        let mut sketch = duel("javelin-skirmishers", "warband", 120.0, Phase::Skirmish);
        assert_eq!(does(&mut sketch), Behaviour::Skirmish);
        assert_eq!(sketch.state.units[0].mind.beat, Beat::Approach);
        sketch.state.units[1].z = 36.0;
        does(&mut sketch);
        assert_eq!(sketch.state.units[0].mind.beat, Beat::Strike);
        sketch.state.units[1].z = 20.0;
        assert_eq!(does(&mut sketch), Behaviour::MissileWithdraw);
        let first = sketch.state.units[0].first as usize;
        sketch.state.men.ammo[first..first + 100].fill(0);
        sketch.state.units[1].z = 120.0;
        assert_ne!(does(&mut sketch), Behaviour::Skirmish, "with nothing to throw");
    }

    #[test]
    fn horse_waits_screens_hunts_and_pursues() {
        let mut sketch = duel("cavalry", "warband", 300.0, Phase::Deploy);
        assert_eq!(does(&mut sketch), Behaviour::CavalryHold);
        sketch.state.sides[0].phase = Phase::Skirmish;
        assert_eq!(does(&mut sketch), Behaviour::CavalryScreen);
        let mut hunts = duel("cavalry", "bowmen", 100.0, Phase::Engagement);
        hunts.state.units[0].command.leash = 300.0;
        assert_eq!(does(&mut hunts), Behaviour::Cavalry);
        assert_eq!(
            (hunts.state.units[0].mind.beat, hunts.state.units[0].task),
            (Beat::Strike, Task::Attack { unit: 1 })
        );
        let mut runs = duel("cavalry", "bowmen", 100.0, Phase::Pursuit);
        (runs.state.units[1].nerve, runs.state.units[0].command.pursue) = (Nerve::Routing, true);
        assert_eq!(does(&mut runs), Behaviour::Pursue);
    }

    #[test]
    fn horse_goes_round_a_front_and_leaves_a_melee_it_did_not_break() {
        let sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "cavalry", 0.0, 0.0, 90)
            .unit(0, "legionary-cohort", 60.0, 50.0, 90)
            .unit(1, "warband", 60.0, 60.0, 180);
        let mut sketch = in_phase(sketch, Phase::Engagement);
        sketch.state.units[0].command.leash = 300.0;
        sketch.state.units[2].locked = 1;
        assert_eq!(does(&mut sketch), Behaviour::Cavalry);
        assert_eq!(sketch.state.units[0].mind.beat, Beat::Swing, "it is looked at");
        sketch.state.units[0].locked = 2;
        does(&mut sketch);
        assert_eq!(sketch.state.units[0].mind.beat, Beat::Stuck);
        sketch.tick += 20 * 30;
        does(&mut sketch);
        assert_eq!(sketch.state.units[0].mind.beat, Beat::Withdraw);
        assert!(matches!(sketch.state.units[0].task, Task::Go { run: true, .. }));
        sketch.state.units[0].locked = NO_UNIT;
        sketch.tick += 10 * 30;
        does(&mut sketch);
        assert_eq!(sketch.state.units[0].mind.beat, Beat::Reform);
    }

    #[test]
    fn an_officer_steadies_who_wavers_beside_him() {
        let sketch =
            Sketch::new(&["rome"]).unit(0, "legionary-cohort", 0.0, 0.0, 90).unit(0, "auxiliary-spears", 35.0, 0.0, 90);
        let mut sketch = in_phase(sketch, Phase::Engagement);
        sketch.state.units[1].nerve = Nerve::Wavering;
        let told = think(&mut sketch);
        assert!(told.contains(&What::Used { unit: 0, ability: Ability::Inspire }));
        assert!(!think(&mut sketch).contains(&What::Used { unit: 0, ability: Ability::Inspire }), "once in a while");
    }

    #[test]
    fn nobody_walks_a_wall_where_there_is_none() {
        let sketch = duel("legionary-cohort", "warband", 300.0, Phase::Skirmish);
        let glance = Glance::of(&sketch.rules, &sketch.state, 0, 10);
        assert!(BIDS[Behaviour::Parapet as usize].1(&glance) < 0.0);
    }

    #[test]
    fn whoever_is_sent_onto_a_wall_stands_on_it() {
        let mut sketch = duel("legionary-cohort", "warband", 300.0, Phase::Skirmish);
        sketch.state.units[0].command.role = crate::legion::plan::Role::Storm;
        assert_eq!(does(&mut sketch), Behaviour::Parapet);
    }

    #[test]
    fn shooters_get_out_of_a_melee_until_enough_of_them_are_caught() {
        for (engaged, wanted) in [(ENGAGED_FEW - 1, Behaviour::MissileWithdraw), (ENGAGED_FEW, Behaviour::Engage)] {
            let mut sketch = duel("archers", "warband", 2.0, Phase::Engagement);
            (sketch.state.units[0].locked, sketch.state.units[0].engaged) = (1, engaged);
            assert_eq!(does(&mut sketch), wanted, "{engaged} fight");
        }
    }

    #[test]
    fn what_an_officer_is_at_is_worth_six_more() {
        let mut sketch = duel("legionary-cohort", "warband", 300.0, Phase::Skirmish);
        sketch.state.units[0].command.z += 6.5;
        // A march of six metres and a half is bid 41.3 against 32 for holding.
        sketch.state.units[0].mind.behaviour = Behaviour::HoldLine;
        let glance = Glance::of(&sketch.rules, &sketch.state, 0, 10);
        let bid = |behaviour: Behaviour| BIDS[behaviour as usize].1(&glance);
        assert!(bid(Behaviour::March) > bid(Behaviour::HoldLine) + INCUMBENT);
        assert_eq!(bids::choose(&glance), Behaviour::March);
    }

    #[test]
    fn a_unit_that_a_person_told_is_left_alone() {
        let mut sketch = duel("legionary-cohort", "warband", 40.0, Phase::Advance);
        (sketch.state.units[0].command.leash, sketch.state.units[0].held) = (60.0, true);
        let before = sketch.state.units[0].clone();
        think(&mut sketch);
        assert_eq!(sketch.state.units[0], before);
        sketch.state.units[0].held = false;
        assert_eq!(does(&mut sketch), Behaviour::Engage);
    }

    #[test]
    fn an_officer_thinks_every_ten_ticks_and_at_once_when_startled() {
        let mut sketch = duel("legionary-cohort", "warband", 300.0, Phase::Advance);
        think(&mut sketch);
        sketch.state.units[0].command.leash = 60.0;
        sketch.state.units[1].z = 56.0;
        sketch.stage(cohesion::run);
        sketch.stage(run);
        assert_eq!(sketch.state.units[0].task, Task::Hold, "not his turn, and nobody near");
        sketch.tick += 1;
        sketch.state.units[1].z = 50.0;
        sketch.stage(cohesion::run);
        sketch.stage(run);
        assert_eq!(sketch.state.units[0].task, Task::Attack { unit: 1 });
        sketch.tick += 1;
        sketch.state.units[0].mind.behaviour = Behaviour::HoldLine;
        sketch.stage(run);
        assert_eq!(sketch.state.units[0].mind.behaviour, Behaviour::HoldLine, "near is new only once");
        sketch.state.units[0].locked = 1;
        sketch.stage(run);
        assert_eq!(sketch.state.units[0].mind.behaviour, Behaviour::Engage, "contact is news");
    }

    #[test]
    fn whoever_has_idled_near_a_fight_goes_without_being_asked() {
        let sketch = Sketch::new(&["rome", "juthungi"])
            .unit(0, "legionary-cohort", 0.0, 0.0, 90)
            .unit(0, "legionary-cohort", 60.0, 90.0, 90)
            .unit(1, "warband", 60.0, 100.0, 270);
        let mut sketch = in_phase(sketch, Phase::Engagement);
        (sketch.state.units[1].locked, sketch.state.units[2].locked) = (2, 1);
        sketch.state.units[0].command.leash = 10.0;
        assert_eq!(does(&mut sketch), Behaviour::HoldLine);
        sketch.tick += 31 * 30;
        assert_eq!(does(&mut sketch), Behaviour::Engage);
    }
}
