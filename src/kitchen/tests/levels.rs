//! Levels: those that ship can be walked; one that is wrong is told all of it, with places.

use super::scene::{level, pantry, shipped};
use crate::kitchen::brief::{Brief, BuildError, Seat};
use crate::kitchen::errand::Ways;
use crate::kitchen::level::Level;

#[test]
fn every_station_of_every_level_is_reached_from_every_start() {
    for name in
        ["kitchen/level1", "kitchen/level2", "kitchen/level3", "kitchen/walk", "kitchen/pass", "kitchen/contest"]
    {
        let rules = shipped(name);
        let ways = Ways::new(&rules.level);
        assert!(!rules.level.spawns.is_empty() && !rules.level.spots.is_empty(), "{name}");
        for spawn in &rules.level.spawns {
            for station in 0..rules.level.spots.len() {
                assert!(ways.steps(station, *spawn).is_some(), "{name}: station {station} from {spawn:?}");
            }
        }
    }
}

#[test]
fn a_wrong_level_is_told_all_that_is_wrong() {
    let text = "\
name = 'bad'
plates = 99
round_ticks = 3
tickets = 3
tickets_open = 9
ticket_every_ticks = 10
menu = ['turnip_mush', 'barley_pot']
stars = [5, 5, 9]
colour = 'red'
grid = '''
#######
#@.#B.?
#..#..q
#######
'''
[legend]
t = 'turnip'
Q = 'plate'
[[cart]]
path = [[1, 1], [2, 2], [4, 2]]
pace = 0
";
    let problems = Level::parse("bad.toml", text, &pantry()).expect_err("it is wrong");
    let all = problems.to_string();
    let expected = [
        "`plates`",
        "`round_ticks`",
        "`tickets_open`",
        "turnip_mush",
        "stars that do not rise",
        "`colour`",
        "`?` is no tile",
        "`q` is no tile",
        "`t` is not on the grid",
        "`Q` cannot stand for a shelf",
        "cannot be reached",
        "a crooked way",
        "in the way",
        "`pace`",
        "needs a prep",
        "needs a window",
        "needs a stove",
        "shelf of barley",
    ];
    for part in expected {
        assert!(all.contains(part), "{part} is not told:\n{all}");
    }
    assert!(problems.list().iter().all(|problem| problem.line.is_some()), "each with its place");
}

#[test]
fn a_round_that_cannot_be_built_is_an_error_with_a_name() {
    let built = |grid: &str, seats: Vec<Seat>| {
        let brief = Brief { seats, ticks: 10, ..Brief::default() };
        brief.check(&level(grid))
    };
    let rows = [
        ("#.#", vec![Seat::hand("a", 0)], BuildError::NoSpawn),
        ("#@#", vec![Seat::hand("a", -1)], BuildError::NegativeSeat { cook: 0, name: "a".to_owned(), seat: -1 }),
        ("#@#", vec![], BuildError::NoCooks),
        (
            "#@#",
            vec![Seat::hand("a", 0), Seat::hand("b", 0)],
            BuildError::SeatTaken { cook: 1, name: "b".to_owned(), seat: 0 },
        ),
        ("#@#", vec![Seat::hand("a", 0), Seat::hand("a", 1)], BuildError::NameTaken { cook: 1, name: "a".to_owned() }),
        (
            "#@#",
            (0..9).map(|seat| Seat::hand(&format!("c{seat}"), seat)).collect(),
            BuildError::TooManyCooks { count: 9 },
        ),
    ];
    for (grid, seats, fault) in rows {
        assert_eq!(built(grid, seats), Err(fault));
    }
}

#[test]
fn more_cooks_than_starts_share_them_a_quarter_apart() {
    let scene = super::scene::Scene::new("#####\n#...#\n#.@.#\n#...#\n#####", 4);
    let at: Vec<_> = scene.state.cooks.iter().map(|cook| (cook.at.x, cook.at.y)).collect();
    assert_eq!(at, [(25_000, 25_000), (27_500, 25_000), (25_000, 27_500), (27_500, 27_500)]);
}
