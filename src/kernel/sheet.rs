//! Sheets: what a person wrote in TOML, read so that every problem is found at once and has a place.
//!
//! A read never stops at a fault: it notes the problem, gives a harmless value and goes on. Only [`Sheet::close`] or
//! [`Sheet::read`] tells whether all was well. A key nobody asked for is a problem too, so a misspelt option is never
//! ignored in silence.
//!
//! ```
//! use foregone::kernel::sheet::Sheet;
//!
//! let sheet = Sheet::parse("duel.toml", "name = 'ram'\nvigor = 30\nreach = 'long'").unwrap();
//! let mut t = sheet.table();
//! let ram = (t.string("name"), t.int("vigor", 1..=100), t.one_of("reach", &["short", "long"]));
//! t.finish();
//! assert_eq!(sheet.close(ram).unwrap(), ("ram".to_owned(), 30, 1));
//! ```

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::kernel::problem::{Problem, Problems, Source, quote, suggest};
use crate::kernel::schema::{Form, Noted};

/// Characters a single text may have.
pub const TEXT_MAX: usize = 1000;

/// Bytes of a text in which every syntax error is looked for; in a longer one reading ends at the first.
const RECOVERY_MAX: usize = 64 * 1024;

/// Syntax errors told of one text: behind an open quote nearly every line is one.
const SYNTAX_MAX: usize = 8;

/// A parsed text, and what was found wrong in it so far.
#[derive(Debug)]
pub struct Sheet {
    /// The text itself first, then those it takes the rest from.
    layers: Vec<Layer>,
    problems: RefCell<Problems>,
    /// Where what its reader asks for is noted.
    noted: Option<Noted>,
    /// The names it gives, as far as they have been read under notes.
    given: RefCell<BTreeSet<String>>,
}

#[derive(Debug)]
struct Layer {
    source: Source,
    root: Entries,
}

/// A value as it was written, freed from the text it came from.
#[derive(Debug)]
enum Item {
    Text(String),
    Whole(i64),
    /// A whole number beyond 64 bits, by its digits.
    Huge(String),
    Fraction(String),
    Flag(bool),
    Moment(toml::value::Datetime),
    List(Vec<Placed>),
    Table(Entries),
}

/// An item with the bytes it stands at.
#[derive(Debug)]
struct Placed {
    span: Range<usize>,
    item: Item,
}

/// The entries of a table: by key, the bytes of the key and what it holds.
type Entries = BTreeMap<String, (Range<usize>, Placed)>;

/// A table of a sheet. When it goes, keys that nobody asked for are noted.
#[derive(Debug)]
pub struct Table<'a> {
    sheet: &'a Sheet,
    parts: Vec<Part<'a>>,
    asked: BTreeSet<&'a str>,
    /// Whether keys that nobody asked for are somebody else's.
    is_partial: bool,
    noted: Option<Noted>,
}

/// The entries a table has from one layer.
#[derive(Debug, Clone)]
struct Part<'a> {
    layer: usize,
    entries: &'a Entries,
    head: Range<usize>,
}

/// Where in a sheet something stands, to note a problem there later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    layer: usize,
    span: Range<usize>,
}

/// Names given so far, in order: no two alike, and others may refer to them.
#[derive(Debug, Clone, Default)]
pub struct Names {
    list: Vec<String>,
    first: BTreeMap<String, (String, usize)>,
}

/// A whole number a sheet can hold.
pub trait Whole: Copy + PartialOrd + Display + TryFrom<i128> + Into<i128> {}

impl<T: Copy + PartialOrd + Display + TryFrom<i128> + Into<i128>> Whole for T {}

/// A value with its layer.
#[derive(Debug, Clone, Copy)]
struct Value<'a> {
    layer: usize,
    placed: &'a Placed,
}

impl Sheet {
    /// Parse a text; every syntax error is a problem.
    pub fn parse(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Result<Self, Problems> {
        let source = Source::new(name, text);
        let (root, errors) = if source.text().len() <= RECOVERY_MAX {
            DeTable::parse_recoverable(source.text())
        } else {
            match DeTable::parse(source.text()) {
                Ok(root) => (root, Vec::new()),
                Err(error) => (Spanned::new(0..0, DeTable::new()), vec![error]),
            }
        };
        let mut problems = Problems::default();
        let told = errors.len().min(SYNTAX_MAX);
        for error in &errors[..told] {
            let phrase = error.message().trim().replace('\n', "; ");
            problems.push(source.problem(error.span().unwrap_or(0..0), phrase, None));
        }
        errors[told..].iter().for_each(|_| problems.count_further());
        problems.or(())?;
        let root = entries_from(root.into_inner());
        let layers = vec![Layer { source, root }];
        Ok(Self { layers, problems: RefCell::default(), noted: None, given: RefCell::default() })
    }

    /// Note what its reader asks for.
    #[must_use]
    pub(crate) fn noting(mut self, noted: Noted) -> Self {
        self.noted = Some(noted);
        self
    }

    /// Take every key that this sheet does not have itself from another one.
    #[must_use]
    pub fn over(mut self, base: Self) -> Self {
        self.layers.extend(base.layers);
        self.problems.get_mut().extend(base.problems.into_inner());
        self
    }

    /// Open the whole sheet as a table.
    #[must_use]
    pub fn table(&self) -> Table<'_> {
        self.noted.iter().for_each(Noted::open);
        self.whole(false)
    }

    /// Open the whole sheet to read a few of its keys; the others are somebody else's.
    pub(crate) fn table_in_part(&self) -> Table<'_> {
        self.whole(true)
    }

    fn whole(&self, is_partial: bool) -> Table<'_> {
        let parts = self.layers.iter().enumerate();
        let parts = parts.map(|(layer, of)| Part { layer, entries: &of.root, head: 0..0 }).collect();
        Table { sheet: self, parts, asked: BTreeSet::new(), is_partial, noted: self.noted.clone() }
    }

    /// Take out the problems noted so far.
    pub(crate) fn take_problems(&self) -> Problems {
        self.problems.take()
    }

    /// Give what was read, or all that was wrong.
    pub fn close<T>(self, value: T) -> Result<T, Problems> {
        self.problems.into_inner().or(value)
    }

    /// Read the whole sheet and give what was read, or all that was wrong.
    pub fn read<T>(&self, read: impl FnOnce(&mut Table<'_>) -> T) -> Result<T, Problems> {
        let mut table = self.table();
        let value = read(&mut table);
        table.finish();
        self.problems.take().or(value)
    }

    /// Note a problem at a place.
    pub fn fault(&self, place: &Place, problem: impl Into<String>, help: impl Into<Option<String>>) {
        let mut problems = self.problems.borrow_mut();
        if problems.is_full() {
            problems.count_further();
        } else {
            problems.push(self.problem_at(place, problem, help));
        }
    }

    /// State a problem at a place without noting it.
    #[must_use]
    pub fn problem_at(&self, place: &Place, problem: impl Into<String>, help: impl Into<Option<String>>) -> Problem {
        self.layers[place.layer].source.problem(place.span.clone(), problem, help.into())
    }

    /// Its own name, by which problems call it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.layers[0].source.name()
    }

    /// Its own text, as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        self.layers[0].source.text()
    }

    /// Write the sheet down as one text that needs no other: sorted keys, no comments, `without` some keys.
    #[must_use]
    pub fn flat_text(&self, without: &[&str]) -> String {
        let mut flat = toml::Table::new();
        for layer in self.layers.iter().rev() {
            for (key, (_, value)) in &layer.root {
                if !without.contains(&&**key) {
                    flat.insert(key.clone(), plain(&value.item));
                }
            }
        }
        flat.to_string()
    }
}

impl Names {
    /// Every name, in the order given.
    #[must_use]
    pub fn list(&self) -> &[String] {
        &self.list
    }

    /// Find a name's place in the order.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|known| known == name)
    }
}

/// What may be read. Each takes a key; a range is of the values that are right, a `count` of how many are.
impl<'a> Table<'a> {
    /// Read a text that must be there; on a fault it is empty.
    pub fn string(&mut self, key: &'a str) -> String {
        self.note(key, true, || Form::Text);
        self.needed(key, "a text", Self::as_text).unwrap_or_default()
    }

    /// Read a text that may be missing.
    pub fn opt_string(&mut self, key: &'a str) -> Option<String> {
        self.note(key, false, || Form::Text);
        self.optional(key, Self::as_text)
    }

    /// Read a text of any number of lines that must be there; it may be empty.
    pub fn block(&mut self, key: &'a str, bytes_max: usize) -> String {
        self.note(key, true, || Form::Lines(bytes_max));
        self.needed(key, "a text in quotes", |t, what, value| t.as_block(what, value, bytes_max)).unwrap_or_default()
    }

    /// Read a text of any number of lines that may be missing.
    pub fn opt_block(&mut self, key: &'a str, bytes_max: usize) -> Option<String> {
        self.note(key, false, || Form::Lines(bytes_max));
        self.optional(key, |t, what, value| t.as_block(what, value, bytes_max))
    }

    /// Read a name that nothing before it may have; on a fault it is empty or the doubled name.
    pub fn new_name(&mut self, key: &'a str, names: &mut Names) -> String {
        let name = self.string(key);
        let place = self.place(key);
        if !name.is_empty() {
            let here = self.sheet.problem_at(&place, "", None);
            match names.first.get(&name) {
                Some((file, line)) => {
                    let problem = format!("{} is named twice", quote(&name));
                    self.sheet.fault(
                        &place,
                        problem,
                        format!("it first stands at {file}:{line}; rename one of the two"),
                    );
                }
                None => {
                    names.first.insert(name.clone(), (here.file, here.line.unwrap_or(1)));
                }
            }
        }
        if self.noted.is_some() {
            self.sheet.given.borrow_mut().insert(name.clone());
        }
        // Kept even when doubled or empty, so that a name's place stays its row's place.
        names.list.push(name.clone());
        name
    }

    /// Read a whole number that must be there; on a fault it is the least of the range.
    pub fn int<T: Whole>(&mut self, key: &'a str, range: RangeInclusive<T>) -> T {
        self.note(key, true, || Form::whole(&range));
        let least = *range.start();
        self.needed(key, &whole_in(&range), |t, what, value| t.as_int(what, value, &range)).unwrap_or(least)
    }

    /// Read a whole number that may be missing.
    pub fn opt_int<T: Whole>(&mut self, key: &'a str, range: RangeInclusive<T>) -> Option<T> {
        self.note(key, false, || Form::whole(&range));
        self.optional(key, |t, what, value| t.as_int(what, value, &range))
    }

    /// Read a whole number, or take the usual one.
    pub fn int_or<T: Whole>(&mut self, key: &'a str, range: RangeInclusive<T>, usual: T) -> T {
        let found = self.opt_int(key, range);
        if let Some(noted) = &self.noted {
            noted.usual(key, i64::try_from(usual.into()).unwrap_or(i64::MAX).into());
        }
        found.unwrap_or(usual)
    }

    /// Read `true` or `false`, or take the usual one.
    pub fn flag_or(&mut self, key: &'a str, usual: bool) -> bool {
        self.note(key, false, || Form::Flag);
        if let Some(noted) = &self.noted {
            noted.usual(key, usual.into());
        }
        self.optional(key, Self::as_flag).unwrap_or(usual)
    }

    /// Read one of some names, which must be there, as its place among them; on a fault it is 0.
    pub fn one_of<S: AsRef<str>>(&mut self, key: &'a str, names: &[S]) -> usize {
        self.note(key, true, || self.form_of(names));
        // Worked out only when it is missing: files name hundreds of things that are right.
        let help = if self.has(key) { None } else { suggest("", names) };
        let help = help.unwrap_or_else(|| "there is nothing to name".to_owned());
        self.needed(key, &help, |t, what, value| t.as_one_of(what, value, names)).unwrap_or(0)
    }

    /// Read one of some names, which may be missing, as its place among them.
    pub fn opt_one_of<S: AsRef<str>>(&mut self, key: &'a str, names: &[S]) -> Option<usize> {
        self.note(key, false, || self.form_of(names));
        self.optional(key, |t, what, value| t.as_one_of(what, value, names))
    }

    /// Read one of some names, which must be there, as what it stands for; on a fault it is the first.
    pub fn choice<T: Clone>(&mut self, key: &'a str, choices: &[(&str, T)]) -> T {
        let place = self.one_of(key, &names_of(choices));
        choices[place].1.clone()
    }

    /// Read one of some names, which may be missing, as what it stands for.
    pub fn opt_choice<T: Clone>(&mut self, key: &'a str, choices: &[(&str, T)]) -> Option<T> {
        self.opt_one_of(key, &names_of(choices)).map(|place| choices[place].1.clone())
    }

    /// Read a list of whole numbers; it may be missing where `count` allows none. Faulty ones are left out.
    pub fn ints<T: Whole>(&mut self, key: &'a str, count: RangeInclusive<usize>, range: RangeInclusive<T>) -> Vec<T> {
        self.note_list(key, &count, || Form::whole(&range));
        self.list(key, count, &whole_in(&range), |t, what, value| t.as_int(what, value, &range))
    }

    /// Read a list of texts; it may be missing where `count` allows none. Faulty ones are left out.
    pub fn strings(&mut self, key: &'a str, count: RangeInclusive<usize>) -> Vec<String> {
        self.note_list(key, &count, || Form::Text);
        self.list(key, count, "texts", Self::as_text)
    }

    /// As [`Table::strings`], each with its place, to note a problem there when its meaning is known.
    pub fn placed_strings(&mut self, key: &'a str, count: RangeInclusive<usize>) -> Vec<(String, Place)> {
        self.note_list(key, &count, || Form::Text);
        self.list(key, count, "texts", |t, what, value| Some((t.as_text(what, value)?, value.place())))
    }

    /// Read a list of some names, as their places among them; it may be missing where `count` allows none.
    /// Faulty ones are left out.
    pub fn many_of<S: AsRef<str>>(&mut self, key: &'a str, count: RangeInclusive<usize>, names: &[S]) -> Vec<usize> {
        self.note_list(key, &count, || self.form_of(names));
        self.list(key, count, "names", |t, what, value| t.as_one_of(what, value, names))
    }

    /// Read a pair of whole numbers, as a spot or a tile is written; on a fault it is the least of both ranges.
    pub fn pair<T: Whole>(&mut self, key: &'a str, x: RangeInclusive<T>, y: RangeInclusive<T>) -> (T, T) {
        self.note(key, true, || Form::pair(&x, &y));
        let least = (*x.start(), *y.start());
        self.needed(key, &pair_in(&x, &y), |t, what, value| t.as_pair(what, value, &x, &y)).unwrap_or(least)
    }

    /// Read a pair of whole numbers that may be missing.
    pub fn opt_pair<T: Whole>(&mut self, key: &'a str, x: RangeInclusive<T>, y: RangeInclusive<T>) -> Option<(T, T)> {
        self.note(key, false, || Form::pair(&x, &y));
        self.optional(key, |t, what, value| t.as_pair(what, value, &x, &y))
    }

    /// Read a list of pairs; it may be missing where `count` allows none. Faulty ones are left out.
    pub fn pairs<T: Whole>(
        &mut self,
        key: &'a str,
        count: RangeInclusive<usize>,
        x: RangeInclusive<T>,
        y: RangeInclusive<T>,
    ) -> Vec<(T, T)> {
        self.note_list(key, &count, || Form::pair(&x, &y));
        self.list(key, count, &pair_in(&x, &y), |t, what, value| t.as_pair(what, value, &x, &y))
    }

    /// Open a table that must be there; on a fault there is none.
    pub fn child(&mut self, key: &'a str) -> Option<Table<'a>> {
        let within = self.note_table(key, true, |table| table);
        self.needed(key, "a table", |t, what, value| t.as_table(what, value, &within))
    }

    /// Open a table that may be missing.
    pub fn opt_child(&mut self, key: &'a str) -> Option<Table<'a>> {
        let within = self.note_table(key, false, |table| table);
        self.optional(key, |t, what, value| t.as_table(what, value, &within))
    }

    /// Open a list of tables (`[[key]]`); it may be missing where `count` allows none. Faulty ones are left out.
    pub fn tables(&mut self, key: &'a str, count: RangeInclusive<usize>) -> Vec<Table<'a>> {
        let within = self.note_table(key, *count.start() > 0, |table| Form::list(&count, table));
        let wanted = format!("tables, each begun by `[[{}]]`", self.header(key));
        self.list(key, count, &wanted, |t, what, value| t.as_table(what, value, &within))
    }

    /// Write a key of this table as a header would: `side.line` in a table begun by `[[side]]`.
    fn header(&self, key: &str) -> String {
        let Place { layer, span } = self.head();
        let head = self.sheet.layers[layer].source.text().get(span).unwrap_or_default();
        let own = head.strip_prefix('[').map(|own| own.trim_matches(['[', ']']));
        own.map_or_else(|| key.to_owned(), |own| format!("{own}.{key}"))
    }

    /// Tell whether a key is there, without asking for it.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.peek(key).is_some()
    }

    /// List every key there is, sorted, for tables whose keys are names.
    #[must_use]
    pub fn keys(&self) -> Vec<&'a str> {
        self.noted.iter().for_each(Noted::own_names);
        let keys: BTreeSet<&'a str> =
            self.parts.iter().flat_map(|part| part.entries.keys().map(String::as_str)).collect();
        keys.into_iter().collect()
    }

    /// Let a key pass that somebody else reads.
    pub fn pass(&mut self, key: &'a str) {
        self.asked.insert(key);
    }

    /// Find where a key's value stands; without it, where the table begins.
    #[must_use]
    pub fn place(&self, key: &str) -> Place {
        self.peek(key).map_or_else(|| self.head(), |value| value.place())
    }

    /// Find where the table begins.
    #[must_use]
    pub fn head(&self) -> Place {
        Place { layer: self.parts[0].layer, span: self.parts[0].head.clone() }
    }

    /// Note a problem with a key's value.
    pub fn fault(&self, key: &str, problem: impl Into<String>, help: impl Into<Option<String>>) {
        self.sheet.fault(&self.place(key), problem, help);
    }

    /// Note that a key is missing.
    pub fn missing(&self, key: &str, help: impl Into<Option<String>>) {
        self.sheet.fault(&self.head(), format!("missing key {}", quote(key)), help);
    }

    /// Note a problem at a place found before.
    pub fn fault_at(&self, place: &Place, problem: impl Into<String>, help: impl Into<Option<String>>) {
        self.sheet.fault(place, problem, help);
    }

    /// Note every key nobody asked for. Dropping the table does the same; this says so.
    pub fn finish(self) {}

    fn peek(&self, key: &str) -> Option<Value<'a>> {
        self.parts.iter().find_map(|part| Some(Value { layer: part.layer, placed: &part.entries.get(key)?.1 }))
    }

    fn note(&self, key: &str, is_needed: bool, form: impl FnOnce() -> Form) {
        if let Some(noted) = &self.noted {
            noted.key(key, is_needed, form());
        }
    }

    fn note_list(&self, key: &str, count: &RangeInclusive<usize>, of: impl FnOnce() -> Form) {
        self.note(key, *count.start() > 0, || Form::list(count, of()));
    }

    /// Note that a key takes a table, or what `form` makes of that; gives where to note what is in it.
    fn note_table(&self, key: &str, is_needed: bool, form: impl FnOnce(Form) -> Form) -> Option<Noted> {
        let noted = self.noted.as_ref()?;
        let within = noted.within(key);
        noted.key(key, is_needed, form(Form::Table(within.clone())));
        Some(within)
    }

    /// These names; where the file itself gives them, another file may give others.
    fn form_of<S: AsRef<str>>(&self, names: &[S]) -> Form {
        let given = self.sheet.given.borrow();
        if names.iter().all(|name| given.contains(name.as_ref())) {
            return Form::Text;
        }
        Form::Name(names.iter().map(|name| name.as_ref().to_owned()).collect())
    }

    /// Read what may be missing.
    fn optional<T>(&mut self, key: &'a str, read: impl FnOnce(&Self, &str, Value<'a>) -> Option<T>) -> Option<T> {
        self.asked.insert(key);
        let value = self.peek(key)?;
        read(self, &quote(key), value)
    }

    /// Read what must be there.
    fn needed<T>(
        &mut self,
        key: &'a str,
        wanted: &str,
        read: impl FnOnce(&Self, &str, Value<'a>) -> Option<T>,
    ) -> Option<T> {
        if !self.has(key) {
            self.missing(key, wanted.to_owned());
        }
        self.optional(key, read)
    }

    /// Read a list whose length is right.
    fn list<T>(
        &mut self,
        key: &'a str,
        count: RangeInclusive<usize>,
        wanted: &str,
        read: impl Fn(&Self, &str, Value<'a>) -> Option<T>,
    ) -> Vec<T> {
        if *count.start() == 0 && !self.has(key) {
            self.asked.insert(key);
            return Vec::new();
        }
        let wanted = list_of(&count, wanted);
        let found = self.needed(key, &wanted, |t, what, value| {
            let Item::List(items) = value.get() else { return t.wrong_kind(what, value, &wanted) };
            if !count.contains(&items.len()) {
                t.sheet.fault(&value.place(), format!("{what} is a list of {}", items.len()), wanted.clone());
            }
            let items = items.iter().take(*count.end()).enumerate();
            let read_one =
                |(place, item)| read(t, &format!("entry {} of {what}", place + 1), Value { placed: item, ..value });
            Some(items.filter_map(read_one).collect())
        });
        found.unwrap_or_default()
    }

    fn as_text(&self, what: &str, value: Value<'a>) -> Option<String> {
        let Item::Text(text) = value.get() else { return self.wrong_kind(what, value, "a text in quotes") };
        let length = text.chars().count();
        let (problem, help) = if text.trim().is_empty() {
            (format!("{what} is empty"), "a text".to_owned())
        } else if length > TEXT_MAX {
            (format!("{what} has {length} characters"), format!("at most {TEXT_MAX}"))
        } else if text.chars().any(char::is_control) {
            (format!("{what} has a control character in it"), "plain text on one line".to_owned())
        } else {
            return Some(text.clone());
        };
        self.sheet.fault(&value.place(), problem, help);
        None
    }

    fn as_block(&self, what: &str, value: Value<'a>, bytes_max: usize) -> Option<String> {
        let Item::Text(text) = value.get() else { return self.wrong_kind(what, value, "a text in quotes") };
        if text.len() > bytes_max {
            let problem = format!("{what} has {} bytes", text.len());
            self.sheet.fault(&value.place(), problem, format!("at most {bytes_max}"));
            return None;
        }
        Some(text.clone())
    }

    fn as_int<T: Whole>(&self, what: &str, value: Value<'a>, range: &RangeInclusive<T>) -> Option<T> {
        let digits = match value.get() {
            Item::Whole(found) => found.to_string(),
            Item::Huge(digits) => digits.clone(),
            _ => return self.wrong_kind(what, value, &whole_in(range)),
        };
        let right = digits.parse::<i128>().ok().and_then(|n| T::try_from(n).ok()).filter(|n| range.contains(n));
        if right.is_none() {
            let problem = format!("{what} is out of range: {}", quote(&digits));
            self.sheet.fault(&value.place(), problem, whole_in(range));
        }
        right
    }

    fn as_flag(&self, what: &str, value: Value<'a>) -> Option<bool> {
        match value.get() {
            Item::Flag(flag) => Some(*flag),
            _ => self.wrong_kind(what, value, "`true` or `false`"),
        }
    }

    fn as_one_of<S: AsRef<str>>(&self, what: &str, value: Value<'a>, names: &[S]) -> Option<usize> {
        let Item::Text(text) = value.get() else {
            return self.wrong_kind(what, value, &suggest("", names).unwrap_or_default());
        };
        let found = names.iter().position(|name| name.as_ref() == text);
        if found.is_none() {
            let problem = format!("{what} is unknown: {}", quote(text));
            self.sheet.fault(&value.place(), problem, suggest(text, names));
        }
        found
    }

    fn as_pair<T: Whole>(
        &self,
        what: &str,
        value: Value<'a>,
        x: &RangeInclusive<T>,
        y: &RangeInclusive<T>,
    ) -> Option<(T, T)> {
        let wanted = pair_in(x, y);
        let Item::List(items) = value.get() else { return self.wrong_kind(what, value, &wanted) };
        let [first, second] = &items[..] else {
            self.sheet.fault(&value.place(), format!("{what} is a list of {}", items.len()), wanted);
            return None;
        };
        let first = self.as_int(&format!("the first number of {what}"), Value { placed: first, ..value }, x);
        let second = self.as_int(&format!("the second number of {what}"), Value { placed: second, ..value }, y);
        Some((first?, second?))
    }

    fn as_table(&self, what: &str, value: Value<'a>, noted: &Option<Noted>) -> Option<Table<'a>> {
        let Item::Table(entries) = value.get() else { return self.wrong_kind(what, value, "a table") };
        let part = Part { layer: value.layer, entries, head: value.placed.span.clone() };
        noted.iter().for_each(Noted::open);
        let noted = noted.clone();
        Some(Table { sheet: self.sheet, parts: vec![part], asked: BTreeSet::new(), is_partial: false, noted })
    }

    fn wrong_kind<T>(&self, what: &str, value: Value<'a>, wanted: &str) -> Option<T> {
        let problem = format!("{what} is {}", kind_of(value.get()));
        self.sheet.fault(&value.place(), problem, wanted.to_owned());
        None
    }
}

impl Drop for Table<'_> {
    fn drop(&mut self) {
        if self.is_partial {
            return;
        }
        for part in &self.parts {
            for (key, (span, _)) in part.entries.iter().filter(|(key, _)| !self.asked.contains(key.as_str())) {
                let place = Place { layer: part.layer, span: span.clone() };
                self.sheet.fault(&place, format!("unknown key {}", quote(key)), suggest(key, &self.asked));
            }
        }
    }
}

impl<'a> Value<'a> {
    fn get(self) -> &'a Item {
        &self.placed.item
    }

    fn place(self) -> Place {
        Place { layer: self.layer, span: self.placed.span.clone() }
    }
}

fn names_of<'n, T>(choices: &[(&'n str, T)]) -> Vec<&'n str> {
    choices.iter().map(|(name, _)| *name).collect()
}

fn whole_in<T: Whole>(range: &RangeInclusive<T>) -> String {
    format!("a whole number from {} to {}", range.start(), range.end())
}

fn pair_in<T: Whole>(x: &RangeInclusive<T>, y: &RangeInclusive<T>) -> String {
    format!("`[x, y]`, x from {} to {}, y from {} to {}", x.start(), x.end(), y.start(), y.end())
}

fn list_of(count: &RangeInclusive<usize>, wanted: &str) -> String {
    match (*count.start(), *count.end()) {
        (least, most) if least == most => format!("a list of exactly {least}: {wanted}"),
        (0, usize::MAX) => format!("a list: {wanted}"),
        (least, usize::MAX) => format!("a list of at least {least}: {wanted}"),
        (0, most) => format!("a list of at most {most}: {wanted}"),
        (least, most) => format!("a list of {least} to {most}: {wanted}"),
    }
}

/// Say what a value is, as a person would.
fn kind_of(item: &Item) -> String {
    match item {
        Item::Text(text) => format!("the text {}", quote(text)),
        Item::Whole(number) => format!("the number `{number}`"),
        Item::Huge(digits) => format!("the number {}", quote(digits)),
        Item::Fraction(digits) => format!("the fraction {}", quote(digits)),
        Item::Flag(flag) => format!("`{flag}`"),
        Item::Moment(_) => "a date or time".to_owned(),
        Item::List(_) => "a list".to_owned(),
        Item::Table(_) => "a table".to_owned(),
    }
}

fn entries_from(table: DeTable<'_>) -> Entries {
    table.into_iter().map(|(key, value)| (key.get_ref().to_string(), (key.span(), placed_from(value)))).collect()
}

fn placed_from(value: Spanned<DeValue<'_>>) -> Placed {
    let span = value.span();
    let item = match value.into_inner() {
        DeValue::String(text) => Item::Text(text.into_owned()),
        DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
            Ok(number) => Item::Whole(number),
            Err(_) => Item::Huge(digits.to_string()),
        },
        DeValue::Float(digits) => Item::Fraction(digits.as_str().to_owned()),
        DeValue::Boolean(flag) => Item::Flag(flag),
        DeValue::Datetime(moment) => Item::Moment(moment),
        DeValue::Array(items) => Item::List(items.into_iter().map(placed_from).collect()),
        DeValue::Table(table) => Item::Table(entries_from(table)),
    };
    Placed { span, item }
}

/// Copy a value without its places. A number that does not fit becomes 0: no reader has accepted it.
fn plain(item: &Item) -> toml::Value {
    match item {
        Item::Text(text) => toml::Value::String(text.clone()),
        Item::Whole(number) => toml::Value::Integer(*number),
        Item::Huge(_) => toml::Value::Integer(0),
        Item::Fraction(digits) => toml::Value::Float(digits.parse().unwrap_or_default()),
        Item::Flag(flag) => toml::Value::Boolean(*flag),
        Item::Moment(moment) => toml::Value::Datetime(*moment),
        Item::List(items) => toml::Value::Array(items.iter().map(|one| plain(&one.item)).collect()),
        Item::Table(entries) => {
            toml::Value::Table(entries.iter().map(|(key, (_, value))| (key.clone(), plain(&value.item))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Read a text and list what is wrong with it, a problem a line.
    fn problems<T>(text: &str, read: impl FnOnce(&mut Table<'_>) -> T) -> Vec<String> {
        let found = Sheet::parse("f", text).and_then(|sheet| sheet.read(read).map(|_| ()));
        found.err().map_or(Vec::new(), |problems| problems.to_string().lines().map(str::to_owned).collect())
    }

    fn sheet(text: &str) -> Sheet {
        Sheet::parse("f", text).expect("the text is valid TOML")
    }

    #[test]
    fn a_right_sheet_is_read_whole() {
        let sheet = sheet(
            "name = 'ram'\nvigor = 1_000\nhex = 0x10\nbold = true\nkind = 'b'\ngrafts = ['y', 'x']\nat = [3, -5]\n\
             walls = [[1, 2], [3, 4]]\nlevels = [1, 2]\n[gear]\ncue = 'horn'\n[[unit]]\nid = 1\n[[unit]]\nid = 2\n",
        );
        let mut t = sheet.table();
        assert_eq!(t.string("name"), "ram");
        assert_eq!(t.int("vigor", 1..=10_000_u16), 1000);
        assert_eq!(t.int("hex", 0..=i64::MAX), 16);
        assert_eq!((t.flag_or("bold", false), t.flag_or("absent", true)), (true, true));
        assert_eq!(t.choice("kind", &[("a", 'A'), ("b", 'B')]), 'B');
        assert_eq!(t.opt_choice("other", &[("a", 'A')]), None);
        assert_eq!(t.many_of("grafts", 0..=2, &["x", "y"]), [1, 0]);
        assert_eq!(t.pair("at", -9..=9, -9..=9), (3, -5));
        assert_eq!(t.pairs("walls", 0..=9, 0..=9_u8, 0..=9), [(1, 2), (3, 4)]);
        assert_eq!(t.ints("levels", 1..=8, 1..=8_i32), [1, 2]);
        assert!(t.strings("absent", 0..=3).is_empty());
        assert_eq!((t.opt_string("none"), t.opt_int("none", 0..=1_u8), t.int_or("none", 0..=9, 7)), (None, None, 7));
        let mut gear = t.child("gear").expect("a table");
        assert_eq!(gear.string("cue"), "horn");
        gear.finish();
        let ids: Vec<u32> = t.tables("unit", 1..=4).iter_mut().map(|unit| unit.int("id", 1..=9)).collect();
        t.finish();
        assert_eq!(sheet.close(ids).expect("nothing is wrong"), [1, 2]);
    }

    #[test]
    fn every_kind_of_fault_has_its_place_and_its_help() {
        let text = "a = 1\nb = 'x'\nc = 1.5\nd = [1]\ne = true\nf = 'tru'\ng = {}\nh = 1979-05-27\nvigr = 3\n";
        let found = problems(text, |t| {
            t.string("a");
            t.int("b", 1..=9);
            t.int("c", 1..=9);
            t.string("d");
            t.string("e");
            t.flag_or("f", false);
            t.int("g", -1..=1);
            t.one_of("h", &["x", "y"]);
            t.int("vigor", 1..=10_000);
        });
        let expected = [
            "f:1:1: missing key `vigor`; a whole number from 1 to 10000",
            "f:1:5: `a` is the number `1`; a text in quotes",
            "f:2:5: `b` is the text `x`; a whole number from 1 to 9",
            "f:3:5: `c` is the fraction `1.5`; a whole number from 1 to 9",
            "f:4:5: `d` is a list; a text in quotes",
            "f:5:5: `e` is `true`; a text in quotes",
            "f:6:5: `f` is the text `tru`; `true` or `false`",
            "f:7:5: `g` is a table; a whole number from -1 to 1",
            "f:8:5: `h` is a date or time; it is one of `x`, `y`",
            "f:9:1: unknown key `vigr`; did you mean `vigor`?",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn numbers_beyond_every_width_are_out_of_range() {
        for digits in ["0", "10001", "-1", "9223372036854775808", "0xffffffffffffffffffff", &"9".repeat(100)] {
            let found = problems(&format!("vigor = {digits}"), |t| t.int("vigor", 1..=10_000));
            assert_eq!(found.len(), 1, "{digits}");
            assert!(found[0].starts_with("f:1:9: `vigor` is out of range: `"), "{found:?}");
            assert!(found[0].ends_with("; a whole number from 1 to 10000"), "{found:?}");
        }
        assert_eq!(sheet("n = -128").read(|t| t.int("n", i8::MIN..=i8::MAX)).expect("in range"), -128);
        assert!(problems("n = 256", |t| t.int("n", 0..=u8::MAX))[0].contains("out of range"));
    }

    #[test]
    fn an_unknown_name_gets_the_near_ones_and_a_list_shows_which_entry() {
        let known = ["thorn_graft", "moss_graft"];
        let found = problems("grafts = ['moss_graft', 'thorn_graf', 7]\nspecies = 'knight'", |t| {
            assert_eq!(t.many_of("grafts", 0..=3, &known), [1], "faulty ones are left out");
            t.one_of("species", &["sporeling"])
        });
        let expected = [
            "f:1:25: entry 2 of `grafts` is unknown: `thorn_graf`; did you mean `thorn_graft`?",
            "f:1:39: entry 3 of `grafts` is the number `7`; it is one of `thorn_graft`, `moss_graft`",
            "f:2:11: `species` is unknown: `knight`; it can only be `sporeling`",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_list_of_tables_is_begun_by_the_whole_way_to_it() {
        let lines = |t: &mut Table<'_>| {
            t.tables("side", 1..=2).iter_mut().for_each(|side| drop(side.tables("line", 1..=9)));
        };
        let help = "a list of 1 to 9: tables, each begun by";
        assert_eq!(problems("[[side]]", lines), [format!("f:1:1: missing key `line`; {help} `[[side.line]]`")]);
        assert_eq!(problems("side = [{}]", lines), [format!("f:1:9: missing key `line`; {help} `[[line]]`")]);
    }

    #[test]
    fn a_list_of_the_wrong_length_says_how_long_it_may_be() {
        let found = problems("a = [1, 2, 3]\nb = []\nc = 5\nat = [1]\nto = [1, 99]", |t| {
            assert_eq!(t.ints("a", 0..=2, 0..=9), [1, 2]);
            t.strings("b", 1..=usize::MAX);
            t.tables("c", 2..=2);
            t.pair("at", 0..=9, 0..=9);
            t.pair("to", 0..=9, 0..=9);
            t.tables("side", 2..=2).len()
        });
        let expected = [
            "f:1:1: missing key `side`; a list of exactly 2: tables, each begun by `[[side]]`",
            "f:1:5: `a` is a list of 3; a list of at most 2: a whole number from 0 to 9",
            "f:2:5: `b` is a list of 0; a list of at least 1: texts",
            "f:3:5: `c` is the number `5`; a list of exactly 2: tables, each begun by `[[c]]`",
            "f:4:6: `at` is a list of 1; `[x, y]`, x from 0 to 9, y from 0 to 9",
            "f:5:10: the second number of `to` is out of range: `99`; a whole number from 0 to 9",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn texts_are_plain_not_empty_and_not_endless() {
        let long = "x".repeat(1001);
        let found = problems(&format!("a = ''\nb = \"a\\u001bc\"\nc = '{long}'"), |t| {
            t.string("a");
            t.string("b");
            t.string("c")
        });
        let expected = [
            "f:1:5: `a` is empty; a text",
            "f:2:5: `b` has a control character in it; plain text on one line",
            "f:3:5: `c` has 1001 characters; at most 1000",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_missing_key_is_placed_at_its_table() {
        let text = "[[unit]]\nid = 1\n\n  [[unit]]\n  name = 'b'\n[gear]\nx = { y = 1 }\n";
        let found = problems(text, |t| {
            for mut unit in t.tables("unit", 0..=9) {
                unit.int("id", 1..=9);
                unit.opt_string("name");
            }
            let mut gear = t.child("gear").expect("a table");
            gear.string("cue");
            let mut x = gear.child("x").expect("a table");
            x.int("y", 0..=9);
            x.string("z");
        });
        let expected = [
            "f:4:3: missing key `id`; a whole number from 1 to 9",
            "f:6:1: missing key `cue`; a text",
            "f:7:5: missing key `z`; a text",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_name_given_twice_is_told_where_it_was_first() {
        let mut names = Names::default();
        let found = problems("[[u]]\nid = 'a'\n[[u]]\nid = 'b'\n[[u]]\nid = 'a'\n", |t| {
            for mut unit in t.tables("u", 0..=9) {
                unit.new_name("id", &mut names);
            }
        });
        assert_eq!(found, ["f:6:6: `a` is named twice; it first stands at f:2; rename one of the two"]);
        assert_eq!(names.list(), ["a", "b", "a"]);
        assert_eq!(names.position("b"), Some(1));
    }

    #[test]
    fn carriage_returns_and_letters_of_several_bytes_move_no_place() {
        let text = "\u{FEFF}title = 'Größe 菌' # ä\r\n\"ä\" = 1\r\n\"ö\" = 'ü'\r\n";
        let found = problems(text, |t| {
            t.string("title");
            t.int("ö", 0..=1)
        });
        let expected = [
            "f:2:1: unknown key `ä`; it is one of `title`, `ö`",
            "f:3:7: `ö` is the text `ü`; a whole number from 0 to 1",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn every_syntax_error_is_listed() {
        let found = problems("a = \nb = 1\nc = = 2\nd = 'x\n", |_| ());
        let lines: Vec<&str> = found.iter().filter_map(|line| line.split(':').nth(1)).collect();
        assert!(lines.contains(&"1") && lines.contains(&"3") && lines.contains(&"4"), "{found:?}");
    }

    #[test]
    fn a_doubled_key_is_a_fault() {
        let found = problems("a = 1\na = 2\n", |t| t.int("a", 0..=9));
        assert!(found.len() == 1 && found[0].starts_with("f:2:1: duplicate key"), "{found:?}");
    }

    #[test]
    fn endless_nesting_is_refused() {
        for text in [
            format!("a = {}", "[".repeat(100_000)),
            format!("a = {}{}", "[".repeat(5_000), "]".repeat(5_000)),
            format!("a = {}", "{b=".repeat(100_000)),
            format!("{} = 1", vec!["a"; 50_000].join(".")),
            format!("[{}]\nb = 1", vec!["a"; 50_000].join(".")),
        ] {
            assert!(!problems(&text, |_| ()).is_empty());
        }
    }

    #[test]
    fn a_flood_of_faults_is_bounded() {
        let text: String = (0..5_000).map(|n| format!("key{n} = 1\n")).collect();
        let found = problems(&text, |_| ());
        assert_eq!(found.len(), 101);
        assert_eq!(found[100], "and 4900 more");
        let junk = "=".repeat(60_000);
        assert!(problems(&junk, |_| ()).len() <= 101);
    }

    #[test]
    fn a_ruleset_can_note_a_problem_of_its_own() {
        let found = problems("order = '90 ally dance'\nskills = ['a', 'b']", |t| {
            t.string("order");
            t.fault("order", "unknown order `dance`", suggest("dance", ["retreat", "focus"]));
            let skills = t.placed_strings("skills", 0..=2);
            t.fault_at(&skills[1].1, "`b` needs a graft", None);
        });
        assert_eq!(
            found,
            ["f:1:9: unknown order `dance`; it is one of `retreat`, `focus`", "f:2:16: `b` needs a graft"]
        );
    }

    #[test]
    fn a_sheet_over_another_takes_what_it_lacks_and_faults_name_the_right_file() {
        let over = || {
            let base = Sheet::parse("base", "a = 1\nb = 'x'\n\nbad = 1\n").expect("valid");
            Sheet::parse("top", "a = 5\n").expect("valid").over(base)
        };
        let whole = over();
        let read = whole.read(|t| {
            t.pass("bad");
            (t.int("a", 0..=9), t.string("b"))
        });
        assert_eq!(read.expect("all there"), (5, "x".to_owned()));
        assert_eq!(whole.flat_text(&["bad"]), "a = 5\nb = \"x\"\n");
        let wrong = over().read(|t| (t.int("a", 0..=3), t.int("b", 0..=3), t.int("c", 0..=3)));
        let expected = "top:1:1: missing key `c`; a whole number from 0 to 3\n\
                        top:1:5: `a` is out of range: `5`; a whole number from 0 to 3\n\
                        base:2:5: `b` is the text `x`; a whole number from 0 to 3\n\
                        base:4:1: unknown key `bad`; it is one of `a`, `b`, `c`";
        assert_eq!(wrong.expect_err("faults").to_string(), expected);
    }

    #[test]
    fn a_flat_text_says_the_same() {
        let text =
            "b = [[1, 2]]\nf = 1.5\nd = 1979-05-27\n[[side]]\nname = 'a'\n[[side.unit]]\nat = [1, 2]\n[x]\ny = true\n";
        let flat = sheet(text).flat_text(&[]);
        assert_eq!(sheet(&flat).flat_text(&[]), flat);
        let same: toml::Table = toml::from_str(text).expect("valid");
        assert_eq!(toml::from_str::<toml::Table>(&flat).expect("valid"), same);
    }

    proptest! {
        #[test]
        fn junk_is_an_error_with_a_place_and_never_a_panic(text in "\\PC{0,80}|[a-z=\\[\\]{}\"'.,\n\r\t# 0-9]{0,120}") {
            for line in problems(&text, |t| t.string("name")) {
                let _ = line;
            }
            if let Err(problems) = Sheet::parse("f", text).and_then(|sheet| sheet.read(|t| t.string("name"))) {
                prop_assert!(problems.list().iter().all(|p| p.line.is_some()));
                let _ = problems.render(crate::kernel::problem::Look { colour: false, width: 80 });
            }
        }
    }
}
