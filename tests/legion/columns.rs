//! Every column of the state is digested and survives a save. Caught: a hash over four fields of a man.

use foregone::legion::{Legion, State};
use recorder::{Digest, Live, Simulation};
use serde_json::Value;

use crate::fights::battle;

/// Tick of the small battle at which missiles fly, some lie, and men fight and have fallen.
const IN_THE_MIDST: u32 = 1_800;

fn digest(rules: &Legion, state: &State) -> u64 {
    let mut digest = Digest::new();
    rules.digest(state, &mut digest);
    digest.total()
}

/// Places of leaves: all fields, and of each list its first, a middle and its last entry.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, v)| leaves(v, &format!("{path}/{key}"), found)),
        Value::Array(items) => {
            let mut places = vec![0, items.len() / 2, items.len().saturating_sub(1)];
            places.dedup();
            places.into_iter().filter_map(|n| Some((n, items.get(n)?))).for_each(|(n, v)| {
                leaves(v, &format!("{path}/{n}"), found);
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
    ];
    match value {
        Value::Bool(is) => vec![(!is).into()],
        Value::Number(n) if n.is_f64() => vec![(n.as_f64().expect("a float") + 1.0).into()],
        Value::Number(n) => vec![(n.as_i64().expect("a whole number") ^ 1).into()],
        Value::String(word) => {
            let others = words.iter().filter(|other| *other != word).map(|&other| other.into());
            others.chain([serde_json::json!({ "attack": { "unit": 1 } })]).collect()
        }
        Value::Null => vec![0.into(), serde_json::json!({ "winner": 0, "reason": "rout" })],
        list => panic!("no leaf: {list}"),
    }
}

#[test]
fn no_column_of_the_state_is_forgotten() {
    let fight = battle("legion/small");
    let mut live = Live::start(fight.rules.clone(), std::sync::Arc::new(fight.orders));
    let is_full =
        |state: &State| !state.shafts.flying.is_empty() && !state.shafts.stuck.is_empty() && state.last_fall > 0;
    while live.tick() < IN_THE_MIDST || !is_full(live.state()) {
        assert!(live.outcome().is_none(), "the battle ended before anything flew and anyone fell");
        live.step();
    }
    let (rules, state) = (live.rules(), live.state());
    let before = digest(rules, state);
    let whole = serde_json::to_value(state).expect("a state is data");
    let mut paths = Vec::new();
    leaves(&whole, "", &mut paths);
    let mut untried = Vec::new();
    for path in &paths {
        let mut changed = whole.clone();
        let place = changed.pointer(path).expect("the place of a leaf").clone();
        let state: Option<State> = others(&place).into_iter().find_map(|other| {
            *changed.pointer_mut(path).expect("the place of a leaf") = other;
            serde_json::from_value(changed.clone()).ok()
        });
        let Some(state) = state else {
            untried.push(path);
            continue;
        };
        assert_ne!(digest(rules, &state), before, "{path} is not digested");
        let bytes = recorder::encode(&state);
        let (saved, _): (State, usize) =
            bincode::decode_from_slice(&bytes, bincode::config::legacy()).expect("what was saved can be read");
        assert_eq!(saved, state, "{path} is not saved");
    }
    // Twenty columns of men, and the fields of units, shafts and sides.
    assert!(
        paths.len() > 20 * 3 + 3 * 40 && untried.is_empty(),
        "{} leaves; no other value for {untried:?}",
        paths.len()
    );
}
