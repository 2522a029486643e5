//! The ground rules, each test named after its rule in the specification they were built from. Rules that speak of traces
//! alone (what a recording of the original shows and hides) have no test; gates 1 to 4 stand beside this file.

use foregone::arena::event::What;
use foregone::arena::goal::{cells_in_reach, goal_cell};
use foregone::arena::ledger::{GoalColumn, Rounding};
use foregone::arena::map::Gait;
use foregone::arena::scratch::Scratch;
use foregone::arena::space::{HEIGHT, SubTile, WIDTH, box_span, cell, cell_at, centre, turned, turned_cell};
use foregone::arena::unit::Stance;
use foregone::arena::walk::{multiplied, pauses, step};
use foregone::kernel::path::{Cell, Corners, Errand, Ground, PathFinder, Route};
use foregone::kernel::space::Spot;

use super::scene::{PEACE, Scene, content_with, routed};

fn walkers_ground() -> Ground {
    let content = content_with(&[]);
    content.map.ground(&content.ledger.path, Gait::Walk)
}

fn cost(ground: &Ground, start: (i32, i32), goal: (i32, i32)) -> Option<u32> {
    let goals = [cell(goal.0, goal.1)];
    let errand = Errand { corners: Corners::Cut, enter_building: true, ..Errand::new(cell(start.0, start.1), &goals) };
    match PathFinder::new().find(ground, &errand, &mut Vec::new()) {
        Route::Found { cost, .. } => Some(cost),
        _ => None,
    }
}

/// The events and the places of a mossguard's walk from a spot, with the ticks it took each step.
fn walk(scene: &mut Scene, place: usize, ticks: u32) -> Vec<(i32, i32)> {
    (0..ticks)
        .map(|_| {
            scene.step();
            scene.at(place)
        })
        .collect()
}

#[test]
fn rule_1_a_native_unit_has_eighteen_subtiles_and_squares_need_64_bits() {
    let corner = SubTile::from_native(Spot::new(WIDTH, HEIGHT));
    assert_eq!((corner.x, corner.y), (324_000, 576_000));
    assert_eq!(corner.native(), Spot::new(WIDTH, HEIGHT));
    assert_eq!(SubTile::default().distance_sq(corner), 436_752_000_000);
    assert!(SubTile::default().distance_sq(corner) > i64::from(i32::MAX));
}

#[test]
fn rule_1_the_upper_side_is_the_lower_one_turned() {
    let scene = Scene::shipped();
    let towers: Vec<Spot> = scene.state.units.iter().map(|tower| tower.at.native()).collect();
    assert_eq!(towers[..3], [Spot::new(9000, 3000), Spot::new(3500, 6500), Spot::new(14_500, 6500)]);
    assert_eq!(towers[3..], [0, 1, 2].map(|which| turned(towers[which])));
}

#[test]
fn rule_2_1_cells_are_half_a_tile_and_aimed_at_in_their_middle() {
    assert_eq!(cell_at(0, Spot::new(13_215, 22_286)), Cell(44 * 36 + 26));
    assert_eq!(centre(Cell(44 * 36 + 26)), Spot::new(13_250, 22_250));
    // On a border, each side's cell is the other's turned.
    let border = Spot::new(3500, 14_500);
    assert_eq!(cell_at(0, border), cell(7, 29));
    assert_eq!(cell_at(1, turned(border)), turned_cell(cell(7, 29)));
}

#[test]
fn rule_2_2_roads_cost_5_plains_8_and_edges_and_water_are_closed() {
    let content = content_with(&[]);
    let ground = walkers_ground();
    let mut seen = std::collections::BTreeMap::<u16, (u32, u8)>::new();
    for index in 0..36 * 64 {
        let entry = seen.entry(content.map.flags(Cell(index))).or_insert((0, ground.terrain_cost(Cell(index))));
        entry.0 += 1;
        assert_eq!(entry.1, ground.terrain_cost(Cell(index)), "a flag costs the same everywhere");
    }
    let wanted = [
        (0, (1386, 8)),
        (1, (309, 5)),
        (2, (309, 5)),
        (16, (104, 0)),
        (17, (36, 0)),
        (18, (36, 0)),
        (32, (112, 0)),
        (128, (8, 8)),
        (257, (1, 5)),
        (258, (1, 5)),
        (512, (2, 8)),
    ];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), wanted);
}

#[test]
fn rule_2_2_the_map_is_the_measured_one() {
    let content = content_with(&[]);
    let flags = include_str!("vectors/arena-tilemap.csv").split([',', '\n']).filter(|part| !part.trim().is_empty());
    let flags: Vec<u16> = flags.map(|part| part.trim().parse().expect("a number")).collect();
    assert_eq!(content.map.all(), flags);
}

#[test]
fn rule_2_3_water_is_closed_to_walkers_and_costs_7_to_those_who_hop() {
    let content = content_with(&[]);
    let (walk, hop) = (walkers_ground(), content.map.ground(&content.ledger.path, Gait::Hop));
    let water = cell(15, 31);
    assert_eq!((walk.terrain_cost(water), hop.terrain_cost(water)), (0, 7));
    assert_eq!(hop.terrain_cost(cell(16, 5)), 0, "nobody hops onto a king's ground");
    assert!(cost(&hop, (15, 26), (15, 37)) < cost(&walk, (15, 26), (15, 37)));
}

#[test]
fn rule_3_1_paths_go_eight_ways_and_cut_corners() {
    let mut ground = Ground::new(3, 3, |_, _| 8);
    ground.build(1..=1, 0..=0);
    ground.build(0..=0, 1..=1);
    let goals = [Cell(4)];
    let errand = Errand { corners: Corners::Cut, ..Errand::new(Cell(0), &goals) };
    assert!(matches!(PathFinder::new().find(&ground, &errand, &mut Vec::new()), Route::Found { cost: 11, .. }));
}

#[test]
fn rule_3_2_a_step_costs_the_cell_entered_and_a_diagonal_1414_thousandths_of_it() {
    let ground = walkers_ground();
    assert_eq!(cost(&ground, (10, 20), (11, 20)), Some(8));
    assert_eq!(cost(&ground, (10, 20), (11, 21)), Some(11));
    assert_eq!(cost(&ground, (6, 20), (6, 21)), Some(5));
    assert_eq!(cost(&ground, (6, 20), (7, 21)), Some(7));
    assert_eq!(cost(&ground, (9, 20), (8, 20)), Some(5), "onto the road");
    assert_eq!(cost(&ground, (8, 20), (9, 20)), Some(8), "off it");
}

#[test]
fn rule_3_3_another_heuristic_changes_no_cost() {
    let content = content_with(&[("path.heuristic", "0")]);
    let blind = content.map.ground(&content.ledger.path, Gait::Walk);
    for (start, goal) in [((6, 14), (6, 49)), ((30, 20), (5, 50)), ((18, 12), (18, 50))] {
        assert_eq!(cost(&blind, start, goal), cost(&walkers_ground(), start, goal));
    }
}

#[test]
fn rule_3_5_the_heuristic_is_taken_to_the_goal_set() {
    // A heuristic to the target behind the goals would stop at the first goal it meets, on the plain beside the road.
    let ground = walkers_ground();
    let target = Spot::new(14_500, 25_500);
    let mut goals = Vec::new();
    cells_in_reach(&ground, target, 6500, &mut goals);
    let start = cell(6, 20);
    let errand = Errand { corners: Corners::Cut, ..Errand::new(start, &goals) };
    let mut path = Vec::new();
    let Route::Found { cost: found, .. } = PathFinder::new().find(&ground, &errand, &mut path) else {
        panic!("there is a way")
    };
    let singly = goals.iter().filter_map(|goal| {
        let goal = ground.column_row(*goal);
        cost(&ground, ground.column_row(start), goal)
    });
    assert_eq!(Some(found), singly.min());
}

#[test]
fn rule_3_6_of_equal_ways_straight_steps_come_first_and_the_open_list_can_be_changed() {
    for open in ["\"buckets\"", "\"heap\"", "\"array\""] {
        let mut scene = Scene::with(&[PEACE[0], PEACE[1], ("path.open_list", open)]);
        let walker = scene.put("mossguard", 0, 3250, 10_250);
        let path = routed(&scene.run(1), walker).expect("it sets out");
        let columns: Vec<u16> = path.iter().map(|node| node % 36).collect();
        assert!(columns.iter().all(|column| *column == 6), "{open}: straight up its own column, {columns:?}");
    }
}

#[test]
fn rule_4_1_a_building_closes_the_cells_its_half_open_box_overlaps() {
    assert_eq!(box_span(3500, 1000), (5, 8), "2500 is in, 4500 is not");
    assert_eq!(box_span(3500, 1001), (4, 9));
    assert_eq!(box_span(8500, 600), (15, 18));
    assert_eq!(box_span(200, 600), (-1, 1), "floored below zero too");
}

#[test]
fn rule_4_2_the_box_is_as_wide_as_the_collision_radius() {
    let mut scene = Scene::peaceful();
    scene.put("boltnest", 0, 8500, 10_500);
    scene.put("mossguard", 0, 2500, 10_500);
    scene.run(1);
    let radius = scene.rules.form(scene.unit(6)).radius;
    assert_eq!(radius, 600);
    let open = |column| scene.live.is_some() && walkable(&scene, 0, column, 20);
    assert_eq!([14, 15, 16, 17, 18, 19].map(open), [true, false, false, false, false, true]);
}

/// Whether a side's walkers can enter a cell, asked by the cost of a way to it.
fn walkable(scene: &Scene, side: u8, column: i32, row: i32) -> bool {
    let mut ground = scene.rules.grounds[0].clone();
    for unit in scene.state.units.iter().filter(|unit| unit.side == side && unit.is_up()) {
        let form = scene.rules.form(unit);
        if form.is_building {
            let at = unit.at.native();
            let ((left, right), (low, high)) = (box_span(at.x, form.radius), box_span(at.y, form.radius));
            ground.build(left..=right, low..=high);
        }
    }
    ground.is_open(cell(column, row))
}

#[test]
fn rule_4_3_a_wide_walker_needs_no_more_room_than_a_narrow_one() {
    // Column 4 runs along the box of the left princess; the widest walkers go up it, as the narrowest do.
    for card in ["cairnwalker", "quickblade"] {
        let mut scene = Scene::peaceful();
        let walker = scene.put(card, 0, 2250, 5750);
        let path = routed(&scene.run(1), walker).expect("it sets out");
        for row in 12..=14 {
            assert!(path.contains(&(row * 36 + 4)), "{card}, row {row} of {path:?}");
        }
    }
}

#[test]
fn rule_4_4_the_own_towers_close_cells() {
    let mut scene = Scene::peaceful();
    let walker = scene.put("mossguard", 0, 3250, 4250);
    let path = routed(&scene.run(1), walker).expect("it sets out");
    let in_box = |node: &u16| (5..=8).contains(&(node % 36)) && (11..=14).contains(&(node / 36));
    assert!(!path.iter().any(in_box), "{path:?} goes through its own princess");
}

#[test]
fn rule_4_5_other_sides_buildings_close_cells_only_if_the_switch_says_so() {
    let is_open = |occluders: &str, at: (i32, i32)| {
        let scene = Scene::with(&[("path.occluders", occluders)]);
        let mut scratch = Scratch::default();
        scratch.look(&scene.rules, &scene.state);
        scratch.grounds.of(0, false).is_open(cell(at.0, at.1))
    };
    let (own, theirs) = ((6, 12), (6, 50));
    assert_eq!((is_open("\"friendly\"", own), is_open("\"friendly\"", theirs)), (false, true));
    assert_eq!((is_open("\"all\"", own), is_open("\"all\"", theirs)), (false, false));
}

#[test]
fn rule_4_6_a_goal_may_lie_under_a_building_and_a_node_on_the_way_may_not() {
    // Thornlings reach 1000: every cell in reach of the princess lies in her box.
    let mut scene = Scene::peaceful();
    let walker = scene.put("thornlings", 1, 3250, 10_250);
    scene.state.units[walker].side = 1;
    let path = routed(&scene.run(1), walker).expect("it sets out");
    assert!(!path.is_empty());
    let all = {
        let mut scene = Scene::with(&[PEACE[0], PEACE[1], ("path.occluders", "\"all\"")]);
        let walker = scene.put("thornlings", 1, 3250, 10_250);
        routed(&scene.run(1), walker).expect("it sets out")
    };
    let in_box = |node: &u16| (5..=8).contains(&(node % 36)) && (11..=14).contains(&(node / 36));
    assert!(in_box(&all[0]), "the goal lies under the tower: {all:?}");
    assert!(!all[1..].iter().any(in_box), "and nothing else does: {all:?}");
}

#[test]
fn rule_4_7_a_building_closes_its_cells_or_costs_50_as_the_switch_says() {
    let open = |occluded: &str| {
        let content = content_with(&[("path.occluded", occluded)]);
        let scene = Scene::with(&[("path.occluded", occluded)]);
        let mut ground = scene.rules.grounds[0].clone();
        ground.build(10..=10, 20..=20);
        (ground.is_open(cell(10, 20)), content.ledger.path.building)
    };
    assert_eq!(open("\"block\""), (false, 50));
    assert_eq!(open("\"cost\""), (true, 50));
}

#[test]
fn rule_5_1_a_path_is_kept_goal_first_and_walked_from_the_back() {
    let mut scene = Scene::peaceful();
    let walker = scene.put("mossguard", 0, 3250, 10_250);
    let whole = routed(&scene.run(1), walker).expect("it sets out");
    for _ in 0..100 {
        scene.step();
        let left = scene.path(walker);
        assert_eq!(left, &whole[..left.len()], "what is left is the front of it");
    }
    assert!(scene.path(walker).len() < whole.len());
}

#[test]
fn rule_5_2_the_start_cell_is_left_out() {
    let mut scene = Scene::peaceful();
    let walker = scene.put("mossguard", 0, 3250, 10_250);
    let path = routed(&scene.run(1), walker).expect("it sets out");
    assert_eq!(path.last(), Some(&(21 * 36 + 6)), "the first node is the start's neighbour");
}

#[test]
fn rule_5_3_the_path_goes_in_the_tick_in_which_the_walker_begins_to_attack() {
    let mut scene = Scene::peaceful();
    let walker = scene.put("mossguard", 0, 3250, 20_250);
    let mut left = 0;
    for _ in 0..200 {
        scene.step();
        let unit = scene.unit(walker);
        if unit.stance == Stance::ATTACKING {
            assert!(left > 0, "it does not have to come to its goal");
            assert_eq!((unit.path_left, unit.goal, unit.next), (0, 0, 0));
            return;
        }
        left = unit.path_left;
    }
    panic!("it never came to attack");
}

#[test]
fn rule_5_4_without_a_target_there_is_no_path() {
    let mut scene = Scene::peaceful();
    for place in 3..6 {
        scene.state.units[place].health = 0;
    }
    let walker = scene.put("mossguard", 0, 3250, 10_250);
    let events = scene.run(1);
    assert_eq!(scene.unit(walker).target, 0);
    assert_eq!(routed(&events, walker), None);
}

#[test]
fn rule_6_1_the_last_cell_is_in_reach_of_the_targets_centre_and_the_one_before_is_not() {
    for card in ["mossguard", "boulderback", "quickblade", "thornlings", "farshot"] {
        let mut scene = Scene::peaceful();
        let walker = scene.put(card, 0, 3250, 10_250);
        let path = routed(&scene.run(1), walker).expect("it sets out");
        let reach = scene.rules.form(scene.unit(walker)).reach();
        let tower = Spot::new(3500, 25_500);
        let is_in = |node: u16| centre(Cell(u32::from(node))).within(tower, reach);
        assert!(is_in(path[0]) && !is_in(path[1]), "{card}: {path:?}");
    }
}

#[test]
fn rule_6_3_the_goal_lies_on_the_side_the_walker_comes_from() {
    let target = Spot::new(9000, 16_000);
    let row = |from: i32| {
        let goal = goal_cell(0, Spot::new(9000, from), 1700, target, 500, GoalColumn::Clamped);
        centre(goal).y - target.y
    };
    assert!(row(10_000) < 0 && row(22_000) > 0);
    // As a side sees it, both come from below.
    let below = goal_cell(0, Spot::new(9000, 10_000), 1700, target, 500, GoalColumn::Clamped);
    let above = goal_cell(1, turned(Spot::new(9000, 10_000)), 1700, turned(target), 500, GoalColumn::Clamped);
    assert_eq!(above, turned_cell(below));
}

#[test]
fn rule_6_4_the_goals_column_is_the_walkers_own_brought_into_the_targets_box() {
    let column = |x: i32, radius: i32| {
        let goal = goal_cell(0, Spot::new(x, 10_000), 1700, Spot::new(3500, 25_500), radius, GoalColumn::Clamped);
        goal.0 % 36
    };
    assert_eq!([column(500, 1000), column(3250, 1000), column(9000, 1000)], [5, 6, 8]);
    assert_eq!([column(500, 1400), column(9000, 1400)], [4, 9], "as wide as the target is");
    let middle = goal_cell(0, Spot::new(500, 10_000), 1700, Spot::new(3500, 25_500), 1000, GoalColumn::Middle);
    assert_eq!(middle.0 % 36, 7);
}

#[test]
fn rule_6_5_a_new_path_is_searched_only_when_the_goal_cell_changes() {
    let mut scene = Scene::peaceful();
    let walker = scene.put("mossguard", 0, 500, 10_250);
    let (mut goal, mut searches, mut changes) = (0, 0, 0);
    for _ in 0..250 {
        let events = scene.step().to_vec();
        let unit = *scene.unit(walker);
        if unit.stance != Stance::WALKING {
            break;
        }
        searches += usize::from(routed(&events, walker).is_some());
        changes += usize::from(unit.goal != goal);
        goal = unit.goal;
    }
    assert_eq!(searches, changes);
    assert!(searches >= 1);
}

#[test]
fn rule_7_1_the_heading_is_taken_before_the_move_over_a_floored_length() {
    let (after, heading) = step(Spot::new(13_215, 22_286), Spot::new(12_750, 21_750), 60).expect("a way to go");
    assert_eq!((heading.x, heading.y), (-167, -193));
    assert_eq!(after, Spot::new(13_176, 22_241));
}

#[test]
fn rule_7_2_each_axis_is_truncated_and_what_is_left_over_is_dropped() {
    // 256ths of a step, toward zero on both sides.
    let (right, _) = step(Spot::new(0, 0), Spot::new(100, 700), 60).expect("a way to go");
    let (left, _) = step(Spot::new(0, 0), Spot::new(-100, -700), 60).expect("a way to go");
    assert_eq!((right.x, right.y), (-left.x, -left.y));
}

#[test]
fn rule_7_3_stompers_make_up_for_their_pauses_and_multipliers_have_one_way_in() {
    let scene = Scene::shipped();
    let step_of = |card: &str| scene.rules.content.forms[usize::from(scene.form(card))].step;
    let steps = ["mossguard", "boulderback", "cairnwalker", "thornlings", "stagrider"].map(step_of);
    assert_eq!(steps, [60, 52, 54, 90, 120]);
    assert_eq!(multiplied(60, 135, Rounding::Floor), 81);
    assert_eq!((multiplied(52, 135, Rounding::Floor), multiplied(52, 135, Rounding::Nearest)), (70, 70));
    assert_eq!((multiplied(54, 65, Rounding::Floor), multiplied(50, 63, Rounding::Nearest)), (35, 32));
}

#[test]
fn rule_7_4_a_stomper_pauses_when_its_clock_says_so_and_may_still_be_pushed() {
    let scene = Scene::shipped();
    let form = &scene.rules.content.forms[usize::from(scene.form("boulderback"))];
    let paused: Vec<u32> = (0..40).filter(|k| pauses(form, *k, 50)).collect();
    assert_eq!(paused, [12, 13, 27, 28, 42].into_iter().filter(|k| *k < 40).collect::<Vec<_>>());
    let mut scene = Scene::peaceful();
    let heavy = scene.put("boulderback", 0, 5250, 10_250);
    let (mut k, mut moved) = (0, false);
    for tick in 0..60 {
        let before = scene.at(heavy);
        scene.step();
        let stood = scene.at(heavy) == before;
        let form = scene.rules.form(scene.unit(heavy));
        assert!(!pauses(form, k, 50) || stood, "tick {tick}: it walks in its pause");
        moved |= !stood;
        k += 1;
    }
    assert!(moved);
}

#[test]
fn rule_7_5_at_most_one_node_is_passed_a_tick_at_one_tile_or_less() {
    let mut scene = Scene::peaceful();
    let walker = scene.put("stagrider", 0, 3250, 10_250);
    scene.run(1);
    for _ in 0..120 {
        let before = scene.path(walker).to_vec();
        scene.step();
        if scene.unit(walker).stance != Stance::WALKING || before.is_empty() {
            break;
        }
        let after = scene.path(walker).to_vec();
        let (x, y) = scene.at(walker);
        let near = Spot::new(x, y).within(centre(Cell(u32::from(*before.last().expect("not empty")))), 1000);
        assert_eq!(before.len() - after.len(), usize::from(near));
    }
}

#[test]
fn rule_7_6_bends_are_cut_because_nodes_are_passed_a_tile_ahead() {
    let mut scene = Scene::peaceful();
    let walker = scene.put("mossguard", 0, 9000, 13_000);
    let path = routed(&scene.run(1), walker).expect("it sets out");
    let bend = path.windows(3).rev().find(|nodes| nodes[1] % 36 == nodes[0] % 36 && nodes[1] % 36 != nodes[2] % 36);
    let bend = centre(Cell(u32::from(bend.expect("the way to the bridge bends")[1])));
    let places = walk(&mut scene, walker, 150);
    let nearest = places.iter().map(|(x, y)| Spot::new(*x, *y).distance(bend)).min();
    assert!(nearest.is_some_and(|nearest| nearest > 20), "it went over the very corner: {nearest:?}");
}

#[test]
fn rule_8_1_nothing_is_searched_on_a_timer() {
    let mut scene = Scene::peaceful();
    let walker = scene.put("mossguard", 0, 3250, 10_250);
    let first = routed(&scene.run(1), walker);
    assert!(first.is_some());
    assert_eq!(routed(&scene.run(150), walker), None, "its column lies in the target's box all the way");
}

#[test]
fn rule_8_2_a_target_that_moves_brings_new_paths() {
    let mut scene = Scene::peaceful();
    scene.put("stagrider", 1, 9000, 18_000);
    let hunter = scene.put("mossguard", 0, 3000, 13_000);
    let events = scene.run(60);
    let is_hunters = |event: &&foregone::arena::Event| matches!(&event.what, What::Routed { who, .. } if usize::from(who.place) == hunter);
    let searches = events.iter().filter(is_hunters);
    assert!(searches.count() >= 3);
}

#[test]
fn rule_8_3_and_8_4_a_friendly_building_brings_a_whole_new_path_in_the_frame_it_enters_in() {
    let mut scene = Scene::peaceful();
    let walker = scene.put("boulderback", 0, 3250, 8250);
    scene.order(10, "ally deploy boltnest 3 12");
    scene.run(10);
    let before = scene.path(walker).to_vec();
    let events = scene.run(1);
    assert_eq!(scene.state.units.len(), 8, "the nest stands in this frame");
    let after = routed(&events, walker).expect("and so does the new path");
    assert!(after.len() > 25, "the whole way: {after:?}");
    let in_nest = |node: &u16| (5..=8).contains(&(node % 36)) && (23..=26).contains(&(node / 36));
    assert!(before.iter().any(in_nest) && !after.iter().any(in_nest));
    // One of the other side moves nobody.
    let mut scene = Scene::peaceful();
    let walker = scene.put("boulderback", 0, 3250, 8250);
    scene.order(10, "enemy deploy boltnest 16 30");
    scene.run(10);
    assert_eq!(routed(&scene.run(1), walker), None);
}

#[test]
fn rule_8_5_the_side_of_a_detour_falls_out_of_its_cost() {
    let detour = |x: u32| {
        let mut scene = Scene::peaceful();
        let walker = scene.put("boulderback", 0, 3250, 8250);
        scene.order(0, &format!("ally deploy boltnest {x} 12"));
        let path = routed(&scene.run(1), walker).expect("it goes round");
        let row = path.iter().find(|node| *node / 36 == 24).expect("it passes the nest");
        i32::from(row % 36)
    };
    assert!(detour(2) > 6, "round the right of one on the left");
    assert!(detour(4) <= 6, "round the left of one on the right");
}

#[test]
fn rule_8_6_troops_do_not_enter_the_grid() {
    let mut scene = Scene::peaceful();
    let behind = scene.put("boulderback", 0, 3250, 8250);
    let alone = routed(&scene.run(1), behind);
    let mut scene = Scene::peaceful();
    let behind = scene.put("boulderback", 0, 3250, 8250);
    scene.put("mossguard", 0, 3250, 11_250);
    assert_eq!(routed(&scene.run(1), behind), alone);
    assert_eq!(routed(&scene.run(60), behind), None, "who walks in front is no reason to search");
}

#[test]
fn rule_9_1_a_body_enters_a_tick_after_its_order_is_held_and_then_makes_a_full_step() {
    let mut scene = Scene::peaceful();
    scene.order(3, "ally deploy mossguard 3 10");
    scene.run(3);
    assert_eq!(scene.state.units.len(), 6, "frame 203: the order is given now");
    scene.run(1);
    let place = 6;
    let born = scene.unit(place).born;
    assert_eq!(u32::from(born), 204);
    let entered = scene.at(place);
    let hold = u32::from(scene.rules.form(scene.unit(place)).deploy_ticks);
    assert_eq!(hold, 20);
    scene.run(hold - 2);
    assert_eq!(scene.unit(place).stance, Stance::DEPLOYING);
    let events = scene.run(1);
    // The stance changes one tick before the first step.
    assert_eq!((scene.unit(place).stance, scene.at(place)), (Stance::WALKING, entered));
    assert_eq!((routed(&events, place), scene.unit(place).target), (None, 0));
    let events = scene.run(1);
    assert!(routed(&events, place).is_some(), "its first path");
    let (x, y) = scene.at(place);
    assert!(Spot::new(entered.0, entered.1).distance(Spot::new(x, y)) >= 58, "and its first whole step");
}

#[test]
fn rule_9_2_ticks_on_which_contact_moved_a_body_are_counted() {
    let mut scene = Scene::peaceful();
    let one = scene.put("mossguard", 0, 3250, 10_250);
    let other = scene.put("mossguard", 0, 3450, 10_250);
    let alone = scene.put("mossguard", 0, 14_750, 10_250);
    scene.run(30);
    assert!(scene.unit(one).pushed > 0 && scene.unit(other).pushed > 0);
    assert_eq!(scene.unit(alone).pushed, 0);
}

#[test]
fn rule_9_3_avoidance_is_a_switch_that_bends_only_who_has_a_friend_ahead() {
    let last = |avoidance: &str, friend: bool| {
        let mut scene =
            Scene::with(&[PEACE[0], PEACE[1], ("contact.avoidance", avoidance), ("contact.push", "\"none\"")]);
        let walker = scene.put("thornlings", 0, 3300, 10_250);
        if friend {
            scene.put("boulderback", 0, 3250, 11_000);
        }
        walk(&mut scene, walker, 40)
    };
    assert_eq!(last("\"none\"", true), last("\"none\"", false));
    assert_eq!(last("\"sidestep\"", false), last("\"none\"", false));
    assert_ne!(last("\"sidestep\"", true), last("\"none\"", true));
}

#[test]
fn a_walker_alone_keeps_to_the_law_from_its_first_step_to_its_attack() {
    for (card, x) in
        [("mossguard", 2750), ("boulderback", 4250), ("cairnwalker", 5250), ("quickblade", 9000), ("stagrider", 15_250)]
    {
        let mut scene = Scene::peaceful();
        let place = scene.put(card, 0, x, 9250);
        let form = scene.rules.form(scene.unit(place)).clone();
        let mut at = Spot::new(x, 9250);
        let mut path: Vec<u16> = Vec::new();
        let mut ticks = 0;
        loop {
            let events = scene.run(1);
            if scene.unit(place).stance != Stance::WALKING {
                break;
            }
            if let Some(found) = routed(&events, place) {
                path = found;
            }
            let Some(node) = path.last().map(|node| centre(Cell(u32::from(*node)))) else { break };
            if !pauses(&form, ticks, 50) {
                at = step(at, node, form.step).expect("not on the node").0;
            }
            if at.within(node, 1000) {
                path.pop();
            }
            assert_eq!(scene.at(place), (at.x, at.y), "{card}, moving tick {ticks}");
            ticks += 1;
        }
        assert!(ticks > 80, "{card} walked {ticks} ticks only");
        assert_eq!(scene.unit(place).pushed, 0);
    }
}
