//! Every leaf of a state, changed one at a time: each must show in the digest and survive a save.

use foregone::kernel::ruleset::Ruleset;
use recorder::{Digest, Live, Simulation};
use serde_json::{Value, json};

use crate::fights::{Fight, open_match, open_round};

/// What came of changing leaves.
#[derive(Debug, Default)]
pub struct Leaves {
    /// How many there are.
    pub count: usize,
    /// Those of which no other value is known here.
    pub untried: Vec<String>,
    /// Those that do not show in the digest.
    pub undigested: Vec<String>,
    /// Those that do not survive a save.
    pub unsaved: Vec<String>,
}

/// Change every leaf of a state, and of each list those of its first, a middle and its last entry.
pub fn try_leaves<S: Simulation>(rules: &S, state: &S::State) -> Leaves {
    let before = digest(rules, state);
    let whole = serde_json::to_value(state).expect("a state is data");
    let mut paths = Vec::new();
    find(&whole, "", &mut paths);
    let mut tried = Leaves { count: paths.len(), ..Leaves::default() };
    for path in paths {
        let mut changed = whole.clone();
        let state: Option<S::State> = others::<S>(&whole, &path).into_iter().find_map(|other| {
            *changed.pointer_mut(&path).expect("the place of a leaf") = other;
            serde_json::from_value(changed.clone()).ok()
        });
        let Some(state) = state else {
            tried.untried.push(path);
            continue;
        };
        if digest(rules, &state) == before {
            tried.undigested.push(path.clone());
        }
        if recorder::decode::<S::State>("state", &recorder::encode(&state)).as_ref() != Ok(&state) {
            tried.unsaved.push(path);
        }
    }
    tried
}

fn digest<S: Simulation>(rules: &S, state: &S::State) -> u64 {
    let mut digest = Digest::new();
    rules.digest(state, &mut digest);
    digest.total()
}

fn find(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, v)| find(v, &format!("{path}/{key}"), found)),
        Value::Array(items) => {
            let mut places = vec![0, items.len() / 2, items.len().saturating_sub(1)];
            places.dedup();
            places.into_iter().filter_map(|n| Some((n, items.get(n)?))).for_each(|(n, v)| {
                find(v, &format!("{path}/{n}"), found);
            });
        }
        _ => found.push(path.to_owned()),
    }
}

/// Other values of the same kind, one of which the field can hold.
fn others<S: Simulation>(whole: &Value, path: &str) -> Vec<Value> {
    match whole.pointer(path).expect("the place of a leaf") {
        Value::Bool(is) => vec![(!is).into()],
        Value::Number(n) if n.is_f64() => vec![(n.as_f64().expect("a float") + 1.0).into()],
        Value::Number(n) => match n.as_u64() {
            Some(n) => vec![(n ^ 1).into()],
            None => vec![(n.as_i64().expect("a whole number") ^ 1).into()],
        },
        Value::String(word) => {
            let words = words_of::<S>(whole.clone(), path).into_iter().filter(|other| other != word);
            words.map(Value::from).chain([json!({ "attack": { "unit": 1 } })]).collect()
        }
        Value::Null => {
            let won = |reason: &str| json!({ "winner": 0, "reason": reason });
            let served = json!({ "reason": "time_up", "stars": 1, "score": 1, "served": 1, "missed": 1 });
            vec![0.into(), won("rout"), won("cap"), won("king_fell"), served]
        }
        list => panic!("no leaf: {list}"),
    }
}

/// The words that a field can hold: what is said of one that it cannot tells them.
fn words_of<S: Simulation>(mut whole: Value, path: &str) -> Vec<String> {
    *whole.pointer_mut(path).expect("the place of a leaf") = "no word".into();
    let told = serde_json::from_value::<S::State>(whole).err().map(|error| error.to_string()).unwrap_or_default();
    told.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Skirmish and legion have tests of their own, on states that hold one of everything.
fn assert_no_leaf_is_forgotten<G: Ruleset>(fight: &Fight<G>, tick: u32) {
    let mut live = Live::start(fight.rules.clone(), std::sync::Arc::new(fight.orders.clone()));
    while live.tick() < tick {
        live.step();
    }
    let tried = try_leaves(&*fight.rules, live.state());
    assert!(tried.count > 80 && tried.untried.is_empty(), "{}: {tried:?}", fight.name);
    assert!(tried.undigested.is_empty() && tried.unsaved.is_empty(), "{}: {tried:?}", fight.name);
}

#[test]
fn no_leaf_of_a_match_or_a_round_is_forgotten() {
    assert_no_leaf_is_forgotten(&open_match("arena/duel"), 1_200);
    assert_no_leaf_is_forgotten(&open_round("kitchen/level3"), 1_200);
}
