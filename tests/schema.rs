//! Schemas: what an editor is told of a file is what its reader takes. Caught: a schema that refuses a good file, and one
//! that lets a misspelt key or a number out of range pass.

use std::fs;

use boon::{Compiler, SchemaIndex, Schemas as Compiled};
use foregone::kernel::assets::{Assets, kind_of};
use foregone::schemas::{self, SQUAD};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command::{foregone, foregone_in};

/// Which verdicts a value gets: one for each kind of file.
struct Judge {
    compiled: Compiled,
    kinds: Vec<(String, SchemaIndex)>,
}

impl Judge {
    fn new() -> Self {
        let schemas = schemas::gather(&Assets::embedded()).expect("the content that ships is right");
        let (mut compiled, mut compiler) = (Compiled::new(), Compiler::new());
        let kinds = schemas.kinds().into_iter().map(|kind| {
            let place = format!("{kind}.json");
            compiler.add_resource(&place, schemas.of(&kind).expect("of a kind that is listed")).expect("JSON");
            let index = compiler.compile(&place, &mut compiled).expect("it is a schema");
            (kind, index)
        });
        let kinds = kinds.collect();
        Self { compiled, kinds }
    }

    fn takes(&self, kind: &str, value: &Value) -> Result<(), String> {
        let (_, index) = self.kinds.iter().find(|(known, _)| known == kind).expect("a kind that is listed");
        self.compiled.validate(value, *index).map_err(|error| error.to_string())
    }
}

fn written(path: &str) -> Value {
    let assets = Assets::embedded();
    let text = assets.text(path).expect("it ships");
    serde_json::to_value(text.parse::<toml::Table>().expect("TOML")).expect("as JSON")
}

/// The assets of a file's ruleset, of fights only this one, with that file changed.
fn with(path: &str, fight: &str, value: &Value) -> Assets {
    let all = Assets::embedded();
    let ruleset = path.split_once('/').map_or("", |(ruleset, _)| ruleset);
    let is_wanted = |known: &String| known.starts_with(ruleset) && (known == fight || !known.contains("/fights/"));
    let own = all.all().expect("they ship").into_iter().filter(is_wanted);
    let files = own.map(|known| {
        let text = if known == path {
            toml::to_string(value).expect("as TOML")
        } else {
            all.text(&known).expect("it ships").into_owned()
        };
        (known, text)
    });
    Assets::given(files)
}

#[test]
fn every_file_that_ships_fits_the_schema_of_its_kind() {
    let judge = Judge::new();
    let paths = Assets::embedded().all().expect("they ship");
    for path in &paths {
        assert_eq!(judge.takes(kind_of(path), &written(path)), Ok(()), "{path}");
    }
    let of_files = judge.kinds.iter().filter(|(kind, _)| paths.iter().any(|path| kind_of(path) == kind)).count();
    assert_eq!(of_files + 1, judge.kinds.len(), "every kind has a file that ships, but for squads");
}

#[test]
fn a_key_that_no_reader_asks_for_is_refused_in_every_kind_of_file() {
    let judge = Judge::new();
    for path in Assets::embedded().all().expect("they ship") {
        let mut value = written(&path);
        value["vigr"] = json!(3);
        let refused = judge.takes(kind_of(&path), &value);
        assert!(refused.as_ref().is_err_and(|why| why.contains("vigr")), "{path}: {refused:?}");
    }
}

#[test]
fn faults_are_refused_where_they_stand() {
    let judge = Judge::new();
    let refused = |kind: &str, value: &Value, place: &str| {
        let why = judge.takes(kind, value).expect_err(place);
        assert!(why.contains(place), "{place}: {why}");
    };
    let demo = || written("skirmish/fights/demo.toml");
    assert_eq!(judge.takes("skirmish/fights", &json!({ "like": "skirmish/demo", "seed": 3 })), Ok(()));
    refused("skirmish/fights", &json!({ "seed": 3 }), "missing properties");
    let mut value = demo();
    value["seed"] = json!(-1);
    refused("skirmish/fights", &value, "/seed");
    let mut value = demo();
    value["side"][0]["unit"][0]["species"] = json!("knight");
    refused("skirmish/fights", &value, "/side/0/unit/0/species");
    let mut value = demo();
    value["side"][1]["unit"][2]["at"] = json!([99, 3]);
    refused("skirmish/fights", &value, "/side/1/unit/2/at/0");
    let squad = |tier: u32| json!({ "ruleset": "skirmish", "tier": tier, "unit": [] });
    assert_eq!(judge.takes(SQUAD, &squad(1)), Ok(()));
    refused(SQUAD, &squad(99), "/tier");
    let mut level = written("kitchen/levels/nook.toml");
    level["legend"]["z"] = json!("gravel");
    refused("kitchen/levels", &level, "/legend/z");
    let mut pantry = written("kitchen/pantry.toml");
    pantry["dish"][0]["name"] = json!("broth of one's own");
    assert_eq!(judge.takes("kitchen/pantry", &pantry), Ok(()), "names that a file gives are its own");
}

/// Every value in a file, each changed once, by where it stands.
fn changes(value: &Value, at: &str, all: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(entries) => {
            for (key, within) in entries {
                changes(within, &format!("{at}/{key}"), all);
                all.push((format!("{at}/{key}"), Value::Null)); // taken away
            }
        }
        Value::Array(entries) => entries.iter().take(4).enumerate().for_each(|(place, within)| {
            changes(within, &format!("{at}/{place}"), all);
        }),
        Value::Number(_) => {
            for other in [json!(-1), json!(0), json!(1), json!(2_000_000), json!("3")] {
                all.push((at.to_owned(), other));
            }
        }
        Value::String(_) => {
            for other in [json!(""), json!("nobody"), json!(7)] {
                all.push((at.to_owned(), other));
            }
        }
        Value::Bool(flag) => all.push((at.to_owned(), json!(!flag))),
        Value::Null => {}
    }
}

fn changed(value: &Value, at: &str, to: &Value) -> Value {
    let mut value = value.clone();
    let (around, key) = at.rsplit_once('/').expect("below the root");
    match value.pointer_mut(around) {
        Some(Value::Object(entries)) if to.is_null() => _ = entries.remove(key),
        _ => *value.pointer_mut(at).expect("it stands there") = to.clone(),
    }
    value
}

#[test]
fn a_schema_refuses_nothing_that_its_reader_takes() {
    let judge = Judge::new();
    let (mut refused_by_both, mut tried) = (0, 0);
    for (path, fight) in [
        ("skirmish/fights/demo.toml", "skirmish/fights/demo.toml"),
        ("skirmish/species.toml", "skirmish/fights/demo.toml"),
        ("arena/fights/duel.toml", "arena/fights/duel.toml"),
        ("kitchen/levels/nook.toml", "kitchen/fights/pass.toml"),
    ] {
        let value = written(path);
        let mut all = Vec::new();
        changes(&value, "", &mut all);
        for (at, to) in all {
            let other = changed(&value, &at, &to);
            tried += 1;
            if judge.takes(kind_of(path), &other).is_err() {
                assert!(
                    schemas::gather(&with(path, fight, &other)).is_err(),
                    "{path}{at} = {to} is read and yet refused"
                );
                refused_by_both += 1;
            }
        }
    }
    assert!(refused_by_both * 3 > tried && tried > 400, "{refused_by_both} of {tried}");
}

#[test]
fn the_command_lists_prints_and_writes_them() {
    let listed = foregone(&["schema"]);
    assert_eq!(listed.code, 0);
    assert!(listed.out.contains("skirmish/squad") && listed.out.contains("assets/kitchen/levels/*.toml"));
    let printed: Value = serde_json::from_str(&foregone(&["schema", "legion/kinds"]).out).expect("JSON");
    assert_eq!(printed["title"], "legion/kinds");
    let folder = TempDir::new().expect("a folder");
    let out = foregone_in(folder.path(), &["schema", "--out", "schemas", "--json"]);
    let told: Value = serde_json::from_str(&out.out).expect("JSON");
    for entry in told["schemas"].as_array().expect("a list") {
        let file = folder.path().join(entry["out"].as_str().expect("where it was written"));
        let text = fs::read_to_string(file).expect("it was written");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON")["title"], entry["kind"]);
    }
    for (wrong, said) in [
        (&["schema", "skirmish/fight"][..], "skirmish/fights"),
        (&["schema", "arena/map", "arena/cards"], "--out"),
        (&["schema", "--out", "/dev/null/x"], "/dev/null/x"),
    ] {
        let ran = foregone(wrong);
        assert!(ran.code == 2 && ran.err.contains(said), "{wrong:?}: {}", ran.err);
    }
}
