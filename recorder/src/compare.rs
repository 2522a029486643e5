//! Comparing two fights: the first tick, stage, entity and field that differ, and both values.

use serde::Serialize;
use serde_json::Value;

use crate::live::{Live, fold_event};
use crate::{Digest, Recording, Simulation, fold};

/// Where two fights part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The first tick whose frame differs.
    pub tick: u32,
    /// The stage after which the states first differ; `start` before the first one; `unknown` where the fights cannot be
    /// stepped again (files without rules) or do not differ when they are.
    pub stage: String,
    /// What differs: `units/3`, `journal/17`, `state`.
    pub entity: String,
    /// Which of its fields: `vigor`, `place/x`, `digest`.
    pub field: String,
    /// Its value in the first fight.
    pub a: String,
    /// Its value in the second.
    pub b: String,
    /// How many fields differ at that place in that tick.
    pub differing: u32,
}

/// What a comparison found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// How many ticks were held against each other.
    pub ticks_compared: u32,
    /// The first difference.
    pub first: Option<Difference>,
}

impl Comparison {
    /// Tell whether something was compared and nothing differed.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.ticks_compared > 0 && self.first.is_none()
    }
}

/// Compare two recordings tick by tick, and locate the first difference by stepping both again where they can be.
#[must_use]
pub fn compare<S: Simulation>(a: &Recording<S>, b: &Recording<S>) -> Comparison {
    let found = compare_trails(a, b);
    match found.first {
        None => found,
        Some(shallow) => Comparison { first: Some(locate(a, b, shallow)), ..found },
    }
}

/// Compare what two recordings hold, stepping nothing again. The stage stays `unknown`.
#[must_use]
pub fn compare_trails<S: Simulation>(a: &Recording<S>, b: &Recording<S>) -> Comparison {
    let first = a.first_tick().max(b.first_tick());
    let last = a.last_tick().min(b.last_tick());
    let mut ticks_compared = 0;
    for tick in first..=last {
        ticks_compared += 1;
        if a.digest(tick) != b.digest(tick) || outcome(a, tick) != outcome(b, tick) || rows(a, tick) != rows(b, tick) {
            return Comparison { ticks_compared, first: Some(in_frames(a, b, tick)) };
        }
    }
    let ends = (a.last_tick(), b.last_tick());
    let first = (ends.0 != ends.1).then(|| difference(last + 1, "end", "fight", "last_tick", &ends.0, &ends.1));
    Comparison { ticks_compared, first }
}

fn rows<S: Simulation>(recording: &Recording<S>, tick: u32) -> Option<Vec<S::Row>> {
    recording.frame(tick).map(|frame| frame.rows().cloned().collect())
}

fn outcome<S: Simulation>(recording: &Recording<S>, tick: u32) -> Option<S::Outcome> {
    recording.frame(tick)?.outcome().cloned()
}

/// Locate a difference in what is recorded: rows first, then outcome, then events, then the digest itself.
pub(crate) fn in_frames<S: Simulation>(a: &Recording<S>, b: &Recording<S>, tick: u32) -> Difference {
    let values = |recording: &Recording<S>| {
        let known = recording.frame(tick).map_or(0, |frame| frame.journal());
        let before = tick.checked_sub(1).and_then(|t| recording.frame(t)).map_or(0, |frame| frame.journal());
        let new: Vec<_> = recording.events(before..known).collect();
        let recorded = serde_json::json!({
            "rows": value(&rows(recording, tick)),
            "outcome": value(&outcome(recording, tick)),
            "journal": value(&new),
        });
        recorded
    };
    let digests = (recording_digest(a, tick), recording_digest(b, tick));
    first_leaf(&values(a), &values(b)).map_or_else(
        || difference(tick, "unknown", "state", "digest", &digests.0, &digests.1),
        |leaf| leaf.at(tick, "unknown"),
    )
}

/// Locate where two recordings show a tick otherwise; `None` where they show the same.
pub(crate) fn frame_difference<S: Simulation>(a: &Recording<S>, b: &Recording<S>, tick: u32) -> Option<Difference> {
    let found = in_frames(a, b, tick);
    (found.a != found.b).then_some(found)
}

/// Locate where rows at hand part from those recorded.
pub(crate) fn rows_against<S: Simulation>(
    recording: &Recording<S>,
    tick: u32,
    found: &[S::Row],
    digest: u64,
) -> Difference {
    let expected = serde_json::json!({ "rows": value(&rows(recording, tick).unwrap_or_default()) });
    let found = serde_json::json!({ "rows": value(found) });
    in_states(tick, "unknown", &expected, &found, (recording.digest(tick).unwrap_or_default(), digest))
}

/// Locate the first field in which two values differ, by the names under which they are serialised; `None` where
/// none does.
#[must_use]
pub fn fields<T: Serialize + ?Sized>(tick: u32, stage: &str, a: &T, b: &T) -> Option<Difference> {
    first_leaf(&value(a), &value(b)).map(|leaf| leaf.at(tick, stage))
}

fn recording_digest<S: Simulation>(recording: &Recording<S>, tick: u32) -> String {
    recording.digest(tick).map_or_else(|| "none".to_owned(), |digest| format!("{digest:016x}"))
}

/// Step both fights into the tick of a shallow difference and find the stage and the field of the whole state.
///
/// From the nearest checkpoints first; where those show no difference, one fight after the other from its start, which
/// tells what a fight lost by being taken up again.
pub(crate) fn locate<S: Simulation>(a: &Recording<S>, b: &Recording<S>, shallow: Difference) -> Difference {
    let before = shallow.tick.saturating_sub(1);
    let near = || (a.live_at(before), b.live_at(before));
    let a_whole = || (a.straight_to(before), b.live_at(before));
    let b_whole = || (a.live_at(before), b.straight_to(before));
    let pairs: [&dyn Fn() -> _; 3] = [&near, &a_whole, &b_whole];
    let found = pairs.iter().find_map(|pair| match pair() {
        (Some(a), Some(b)) => into_tick(a, b, shallow.tick),
        _ => None,
    });
    found.unwrap_or(shallow)
}

/// Step two fights that stand before a tick into it, and find where they part.
pub(crate) fn into_tick<S: Simulation>(mut a: Live<S>, mut b: Live<S>, tick: u32) -> Option<Difference> {
    if tick == 0 { at_start(&a, &b) } else { step_both(&mut a, &mut b) }
}

/// Compare two fights where they stand.
pub(crate) fn at_start<S: Simulation>(a: &Live<S>, b: &Live<S>) -> Option<Difference> {
    if a.digest() == b.digest() {
        return None;
    }
    Some(in_states(a.tick(), "start", &value(a.state()), &value(b.state()), (a.digest(), b.digest())))
}

/// Step two fights by one tick and find the first stage after which they differ.
pub(crate) fn step_both<S: Simulation>(a: &mut Live<S>, b: &mut Live<S>) -> Option<Difference> {
    let tick = a.tick() + 1;
    let rules = std::sync::Arc::clone(a.rules());
    let mut stages = Vec::with_capacity(rules.stages().len());
    a.step_watched(&mut |name, state, events| {
        stages.push((name, stage_digest(&*rules, state, events), state.clone(), events.len()));
    });
    let events: Vec<_> = a.events().to_vec();
    let mut found = None;
    let mut stages = stages.into_iter();
    let rules = std::sync::Arc::clone(b.rules());
    b.step_watched(&mut |name, state, other_events| {
        let Some((_, digest, mine, known)) = stages.next() else { return };
        let other = stage_digest(&*rules, state, other_events);
        if found.is_none() && digest != other {
            let a = serde_json::json!({ "state": value(&mine), "journal": value(&events[..known]) });
            let b = serde_json::json!({ "state": value(state), "journal": value(other_events) });
            found = Some(in_states(tick, name, &a, &b, (digest, other)));
        }
    });
    found.or_else(|| {
        let digests = (a.digest(), b.digest());
        (digests.0 != digests.1).then(|| in_states(tick, "unknown", &value(a.state()), &value(b.state()), digests))
    })
}

/// Digest what a stage left behind: the state and the events so far in this tick.
#[must_use]
pub fn stage_digest<S: Simulation>(rules: &S, state: &S::State, events: &[S::Event]) -> u64 {
    let mut digest = Digest::new();
    rules.digest(state, &mut digest);
    let mut bytes = Vec::new();
    events.iter().fold(fold(digest.total(), events.len() as u64), |running, e| fold_event(running, e, &mut bytes))
}

fn in_states(tick: u32, stage: &str, a: &Value, b: &Value, digests: (u64, u64)) -> Difference {
    first_leaf(a, b).map_or_else(
        || {
            let (a, b) = (format!("{:016x}", digests.0), format!("{:016x}", digests.1));
            difference(tick, stage, "state", "digest", &a, &b)
        },
        |leaf| leaf.at(tick, stage),
    )
}

fn difference(tick: u32, stage: &str, entity: &str, field: &str, a: &impl ToString, b: &impl ToString) -> Difference {
    Difference {
        tick,
        stage: stage.to_owned(),
        entity: entity.to_owned(),
        field: field.to_owned(),
        a: a.to_string(),
        b: b.to_string(),
        differing: 1,
    }
}

fn value(of: &(impl Serialize + ?Sized)) -> Value {
    serde_json::to_value(of).unwrap_or_else(|error| Value::String(format!("unprintable: {error}")))
}

/// A field that differs, by its path through the serialised values.
struct Leaf {
    path: Vec<String>,
    a: String,
    b: String,
    differing: u32,
}

impl Leaf {
    fn at(self, tick: u32, stage: &str) -> Difference {
        let (entity, field) = entity_and_field(&self.path);
        Difference { differing: self.differing, ..difference(tick, stage, &entity, &field, &self.a, &self.b) }
    }
}

/// Split a path into who and what: up to the first number is who, the rest is what. A column (`vigor/3`) turns round.
fn entity_and_field(path: &[String]) -> (String, String) {
    let path = match path {
        [first, rest @ ..] if first == "state" && !rest.is_empty() => rest,
        whole => whole,
    };
    let number = path.iter().position(|part| part.parse::<u32>().is_ok());
    match (number, path) {
        (_, []) => ("state".to_owned(), "value".to_owned()),
        (None, [field]) => ("state".to_owned(), field.clone()),
        (None, [entity, field @ ..]) => (entity.clone(), field.join("/")),
        (Some(n), [list, ..]) if n + 1 == path.len() && (list == "rows" || list == "journal") => {
            (path.join("/"), "value".to_owned())
        }
        (Some(n), path) if n + 1 == path.len() && n > 0 => (format!("#{}", path[n]), path[..n].join("/")),
        (Some(n), path) => (path[..=n].join("/"), path[n + 1..].join("/")),
    }
}

/// Find the first field in which two values differ and count all that do.
fn first_leaf(a: &Value, b: &Value) -> Option<Leaf> {
    let mut found = None;
    walk(a, b, &mut Vec::new(), &mut found);
    found
}

fn walk(a: &Value, b: &Value, path: &mut Vec<String>, found: &mut Option<Leaf>) {
    match (a, b) {
        _ if a == b => {}
        (Value::Object(a_fields), Value::Object(b_fields)) => {
            let only_in_b = b_fields.keys().filter(|key| !a_fields.contains_key(*key));
            for key in a_fields.keys().chain(only_in_b) {
                path.push(key.clone());
                walk(a_fields.get(key).unwrap_or(&Value::Null), b_fields.get(key).unwrap_or(&Value::Null), path, found);
                path.pop();
            }
        }
        (Value::Array(a_items), Value::Array(b_items)) => {
            for n in 0..a_items.len().max(b_items.len()) {
                path.push(n.to_string());
                walk(a_items.get(n).unwrap_or(&Value::Null), b_items.get(n).unwrap_or(&Value::Null), path, found);
                path.pop();
            }
        }
        _ => {
            let leaf = found.get_or_insert_with(|| Leaf { path: path.clone(), a: shown(a), b: shown(b), differing: 0 });
            leaf.differing += 1;
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "absent".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_field_is_named_and_all_are_counted() {
        let a = json!({ "state": { "units": [{ "vigor": 5, "at": { "x": 1 } }, { "vigor": 7, "at": { "x": 2 } }] } });
        let b =
            json!({ "state": { "units": [{ "vigor": 5, "at": { "x": 1 } }, { "vigor": 7, "at": { "x": 3 } }, 9] } });
        let found = first_leaf(&a, &b).unwrap().at(4, "move");
        assert_eq!((found.entity.as_str(), found.field.as_str()), ("units/1", "at/x"));
        assert_eq!((found.a.as_str(), found.b.as_str(), found.differing), ("2", "3", 2));
    }

    #[test]
    fn columns_and_single_fields_have_names_too() {
        let named = |path: &[&str]| entity_and_field(&path.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>());
        assert_eq!(named(&["state", "vigor", "3"]), ("#3".to_owned(), "vigor".to_owned()));
        assert_eq!(named(&["state", "wind"]), ("state".to_owned(), "wind".to_owned()));
        assert_eq!(named(&["journal", "2", "amount"]), ("journal/2".to_owned(), "amount".to_owned()));
    }
}
