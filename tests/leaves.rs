//! Every leaf of a state, changed one at a time: each must show in the digest and survive a save.

use recorder::{Digest, Simulation};
use serde_json::Value;

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
        let place = changed.pointer(&path).expect("the place of a leaf").clone();
        let state: Option<S::State> = others(&place).into_iter().find_map(|other| {
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
fn others(value: &Value) -> Vec<Value> {
    let words = [
        "line",
        "loose",
        "steady",
        "routing",
        "hold",
        "halt",
        "deploy",
        "skirmish",
        "advance",
        "hold_line",
        "march",
        "engage",
        "centre",
        "line_infantry",
        "reserve",
        "left",
        "right",
        "wait",
        "ride",
        "none",
        "approach",
        "withdraw",
        "fighting",
        "fallen",
    ];
    match value {
        Value::Bool(is) => vec![(!is).into()],
        Value::Number(n) if n.is_f64() => vec![(n.as_f64().expect("a float") + 1.0).into()],
        Value::Number(n) => vec![(n.as_i64().expect("a whole number") ^ 1).into()],
        Value::String(word) => {
            let others = words.iter().filter(|other| *other != word).map(|&other| other.into());
            others.chain([serde_json::json!({ "attack": { "unit": 1 } })]).collect()
        }
        Value::Null => {
            let ending = |reason| serde_json::json!({ "winner": 0, "reason": reason });
            vec![0.into(), ending("rout"), ending("cap")]
        }
        list => panic!("no leaf: {list}"),
    }
}
