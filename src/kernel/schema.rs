//! Schemas: what a kind of file may hold, as JSON Schema, so that an editor can complete and check it while it is written.
//!
//! Nobody writes them. A sheet that is read under a [`Schemas`] notes every key that its reader asks for and what it
//! takes: a schema cannot ask for anything else than the reader does. What a reader asks for only sometimes is told of the
//! files read, so all of a kind are read.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value, json};

use crate::kernel::scenario::LIKE;
use crate::kernel::sheet::{TEXT_MAX, Whole};

/// The dialect, the newest one that editors of TOML know.
const DIALECT: &str = "http://json-schema.org/draft-07/schema#";

/// The schemas of all kinds of files read so far.
#[derive(Debug, Clone, Default)]
pub struct Schemas(Arc<Mutex<BTreeMap<String, Noted>>>);

impl Schemas {
    /// The kinds, sorted.
    #[must_use]
    pub fn kinds(&self) -> Vec<String> {
        lock(&self.0).keys().cloned().collect()
    }

    /// The schema of a kind.
    #[must_use]
    pub fn of(&self, kind: &str) -> Option<Value> {
        let noted = lock(&self.0).get(kind)?.clone();
        let Value::Object(body) = noted.schema() else { return None };
        let mut schema = Map::from_iter([("$schema".to_owned(), json!(DIALECT)), ("title".to_owned(), json!(kind))]);
        schema.extend(body);
        Some(Value::Object(schema))
    }

    /// What is noted of a kind; from now on more.
    pub(crate) fn noted(&self, kind: &str) -> Noted {
        lock(&self.0).entry(kind.to_owned()).or_default().clone()
    }
}

/// What is noted of a table, and of those like it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Noted(Arc<Mutex<Notes>>);

#[derive(Debug, Default)]
struct Notes {
    /// How many were read.
    tables: u32,
    keys: BTreeMap<String, Key>,
    /// Its keys are names that the writer gives.
    has_own_names: bool,
}

/// What is noted of a key.
#[derive(Debug)]
struct Key {
    /// In how many tables it had to be there.
    needed: u32,
    form: Form,
    /// What is taken where it is missing.
    usual: Option<Value>,
}

/// What a key takes.
#[derive(Debug, Clone)]
pub(crate) enum Form {
    Text,
    /// A text of any number of lines, of so many bytes at most.
    Lines(usize),
    Flag,
    Whole(i128, i128),
    Pair([(i128, i128); 2]),
    /// One of these names.
    Name(Vec<String>),
    Table(Noted),
    /// So many at the least, so many at the most.
    List(usize, usize, Box<Self>),
    /// Now this, now that.
    Any,
}

impl Noted {
    /// Count a table.
    pub(crate) fn open(&self) {
        lock(&self.0).tables += 1;
    }

    /// Note that the keys are names that the writer gives.
    pub(crate) fn own_names(&self) {
        lock(&self.0).has_own_names = true;
    }

    /// Note what a key takes.
    pub(crate) fn key(&self, key: &str, is_needed: bool, form: Form) {
        let mut notes = lock(&self.0);
        match notes.keys.get_mut(key) {
            Some(known) => {
                known.needed += u32::from(is_needed);
                let before = std::mem::replace(&mut known.form, Form::Any);
                known.form = before.or(form);
            }
            None => {
                notes.keys.insert(key.to_owned(), Key { needed: u32::from(is_needed), form, usual: None });
            }
        }
    }

    /// Note what is taken where a key is missing.
    pub(crate) fn usual(&self, key: &str, usual: Value) {
        if let Some(known) = lock(&self.0).keys.get_mut(key) {
            known.usual = Some(usual);
        }
    }

    /// What is noted of the tables that a key holds.
    pub(crate) fn within(&self, key: &str) -> Self {
        match lock(&self.0).keys.get(key).map(|known| &known.form) {
            Some(Form::Table(within)) => within.clone(),
            Some(Form::List(_, _, of)) => match &**of {
                Form::Table(within) => within.clone(),
                _ => Self::default(),
            },
            _ => Self::default(),
        }
    }

    fn schema(&self) -> Value {
        let notes = lock(&self.0);
        if notes.tables == 0 {
            return json!({ "type": "object" }); // in no file yet
        }
        if notes.has_own_names {
            let forms = notes.keys.values().map(|known| known.form.clone()).reduce(Form::or);
            return json!({ "type": "object", "additionalProperties": forms.map_or(json!(true), |form| form.schema()) });
        }
        let properties: Map<String, Value> =
            notes.keys.iter().map(|(name, known)| (name.clone(), known.schema())).collect();
        let needed = notes.keys.iter().filter(|(_, known)| known.needed >= notes.tables);
        let needed: Vec<&String> = needed.map(|(name, _)| name).collect();
        let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
        if notes.keys.contains_key(LIKE) {
            schema["anyOf"] = json!([{ "required": [LIKE] }, { "required": needed }]);
        } else if !needed.is_empty() {
            schema["required"] = json!(needed);
        }
        schema
    }
}

impl Key {
    fn schema(&self) -> Value {
        let mut schema = self.form.schema();
        // A usual value that cannot be written, such as none at all, is nothing to offer.
        let takes = |usual: &Value| match (&self.form, usual.as_i64()) {
            (Form::Whole(least, most), Some(usual)) => (*least..=*most).contains(&usual.into()),
            _ => true,
        };
        if let Some(usual) = self.usual.as_ref().filter(|usual| takes(usual)) {
            schema["default"] = usual.clone();
        }
        schema
    }
}

impl Form {
    pub(crate) fn whole<T: Whole>(range: &RangeInclusive<T>) -> Self {
        let (least, most) = bounds(range);
        Self::Whole(least, most)
    }

    pub(crate) fn pair<T: Whole>(x: &RangeInclusive<T>, y: &RangeInclusive<T>) -> Self {
        Self::Pair([bounds(x), bounds(y)])
    }

    pub(crate) fn list(count: &RangeInclusive<usize>, of: Self) -> Self {
        Self::List(*count.start(), *count.end(), Box::new(of))
    }

    /// Take what either takes. Names that are not always the same depend on the file, so any text may be one.
    fn or(self, other: Self) -> Self {
        let wider = |a: (i128, i128), b: (i128, i128)| (a.0.min(b.0), a.1.max(b.1));
        match (self, other) {
            (Self::Text, Self::Text) => Self::Text,
            (Self::Flag, Self::Flag) => Self::Flag,
            (Self::Lines(a), Self::Lines(b)) => Self::Lines(a.max(b)),
            (Self::Whole(a, b), Self::Whole(c, d)) => {
                let (least, most) = wider((a, b), (c, d));
                Self::Whole(least, most)
            }
            (Self::Pair([a, b]), Self::Pair([c, d])) => Self::Pair([wider(a, c), wider(b, d)]),
            (Self::Name(a), Self::Name(b)) if a == b => Self::Name(a),
            (Self::Name(_) | Self::Text, Self::Name(_) | Self::Text) => Self::Text,
            (Self::Table(noted), Self::Table(_)) => Self::Table(noted),
            (Self::List(least, most, of), Self::List(other_least, other_most, other)) => {
                Self::List(least.min(other_least), most.max(other_most), Box::new(of.or(*other)))
            }
            _ => Self::Any,
        }
    }

    fn schema(&self) -> Value {
        let whole =
            |least: i128, most: i128| json!({ "type": "integer", "minimum": number(least), "maximum": number(most) });
        match self {
            Self::Text => json!({ "type": "string", "minLength": 1, "maxLength": TEXT_MAX }),
            Self::Lines(bytes_max) => json!({ "type": "string", "maxLength": bytes_max }),
            Self::Flag => json!({ "type": "boolean" }),
            Self::Whole(least, most) => whole(*least, *most),
            Self::Pair([(x_least, x_most), (y_least, y_most)]) => {
                let both = [whole(*x_least, *x_most), whole(*y_least, *y_most)];
                json!({ "type": "array", "items": both, "minItems": 2, "maxItems": 2 })
            }
            Self::Name(names) => json!({ "type": "string", "enum": names }),
            Self::Table(noted) => noted.schema(),
            Self::List(least, most, of) => {
                let mut schema = json!({ "type": "array", "items": of.schema(), "minItems": least });
                if *most < usize::MAX {
                    schema["maxItems"] = json!(most);
                }
                schema
            }
            Self::Any => json!({}),
        }
    }
}

fn bounds<T: Whole>(range: &RangeInclusive<T>) -> (i128, i128) {
    ((*range.start()).into(), (*range.end()).into())
}

/// What JSON can say of a number; TOML holds no more than 64 bits with a sign.
fn number(of: i128) -> i64 {
    i64::try_from(of).unwrap_or(if of < 0 { i64::MIN } else { i64::MAX })
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
