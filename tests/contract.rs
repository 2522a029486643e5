//! The rules look at nothing outside: no clock, file, thread, environment, float or hashed container by name.
//!
//! clippy bans what can be banned for the whole package; this reads the sources of kernel and rulesets for the rest.
//! The reader itself is tested with seeded faults, and so is the list of what may be an exception.

use std::fs;
use std::path::Path;

/// Folders whose sources are rules, or what rules stand on.
const RULES: [&str; 5] = ["src/kernel", "src/skirmish", "src/legion", "src/arena", "src/kitchen"];

/// Rules in `f32`: + − × ÷ √ and comparisons, the rest through `kernel::math`. clippy bans the other float functions.
const FLOATS: &str = "src/legion/";

/// Names that have no business there.
const FORBIDDEN: [&str; 17] = [
    "std::fs",
    "File",
    "Instant",
    "SystemTime",
    "thread",
    "env::",
    "process::",
    "net::",
    "HashMap",
    "HashSet",
    "RandomState",
    "f32",
    "f64",
    "sort_unstable",
    "static mut",
    "thread_local",
    "unsafe",
];

/// File, name and why it may stand there.
const EXCEPTIONS: [(&str, &str, &str); 3] = [
    ("src/kernel/assets.rs", "std::fs", "content is read before a fight starts"),
    ("src/kernel/assets.rs", "File", "content is read before a fight starts"),
    ("src/kernel/math.rs", "f32", "the one door to floats beyond + − × ÷ √"),
];

/// Random sources that seed themselves from the system: none may be among what the product is built from.
const UNSEEDED: [&str; 6] = ["rand", "getrandom", "fastrand", "oorandom", "quad-rand", "uuid"];

/// A forbidden name and where it stands.
#[derive(Debug, PartialEq)]
struct Finding {
    file: String,
    line: usize,
    name: &'static str,
}

/// Find forbidden names in the code of one file: not in comments, not in texts, not in its tests.
fn findings(file: &str, source: &str) -> Vec<Finding> {
    let product = source.split("\n#[cfg(test)]\nmod tests").next().unwrap_or(source);
    let mut found = Vec::new();
    for (place, line) in product.lines().enumerate() {
        let code = code_of(line);
        for name in FORBIDDEN {
            let is_excepted = EXCEPTIONS.iter().any(|(at, what, _)| *at == file && *what == name)
                || (name == "f32" && file.starts_with(FLOATS));
            if !is_excepted && names_in(&code, name) {
                found.push(Finding { file: file.to_owned(), line: place + 1, name });
            }
        }
    }
    found
}

/// Blank out comments and texts. Texts over several lines are not understood; there are none in rules.
fn code_of(line: &str) -> String {
    let mut code = String::new();
    let mut is_text = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if is_text => drop(chars.next()),
            '\'' if !is_text && chars.peek() == Some(&'"') => drop(chars.next()),
            '"' => is_text = !is_text,
            '/' if !is_text && chars.peek() == Some(&'/') => break,
            _ if !is_text => code.push(c),
            _ => {}
        }
    }
    code
}

/// Tell whether a name stands in code on its own, not as a part of a longer one.
fn names_in(code: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + name.len()..].chars().next();
        let ends_open = name.ends_with(':');
        !before.is_some_and(is_word) && (ends_open || !after.is_some_and(is_word) || name == "sort_unstable")
    })
}

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("the folder is there").flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).expect("sources are text");
            found.push((path.display().to_string().replace('\\', "/"), text));
        }
    }
}

#[test]
fn rules_look_at_nothing_outside() {
    let mut all = Vec::new();
    for folder in RULES {
        sources(Path::new(folder), &mut all);
    }
    assert!(all.len() > 20, "only {} files were read", all.len());
    let found: Vec<Finding> = all.iter().flat_map(|(file, text)| findings(file, text)).collect();
    assert!(found.is_empty(), "{found:#?}");
    for (file, name, why) in EXCEPTIONS {
        let text = &all.iter().find(|(at, _)| at == file).expect("the exception's file is there").1;
        assert!(text.contains(name), "{file} no longer needs {name} ({why}); drop the exception");
    }
}

#[test]
fn each_forbidden_name_is_found_where_it_is_seeded() {
    let seeds = [
        ("use std::fs;", "std::fs"),
        ("let f = File::open(p)?;", "File"),
        ("let now = Instant::now();", "Instant"),
        ("use std::time::{Duration, SystemTime};", "SystemTime"),
        ("std::thread::spawn(run);", "thread"),
        ("let seed = std::env::var(name);", "env::"),
        ("std::process::exit(1);", "process::"),
        ("use std::net::TcpStream;", "net::"),
        ("let units: HashMap<u32, Unit> = all;", "HashMap"),
        ("fn seen(s: &HashSet<u32>) {}", "HashSet"),
        ("let s = RandomState::new();", "RandomState"),
        ("pace: f32,", "f32"),
        ("let half = x as f64 / 2.0;", "f64"),
        ("ids.sort_unstable_by_key(|u| u.id);", "sort_unstable"),
        ("static mut TICK: u32 = 0;", "static mut"),
        ("thread_local!(static N: u32 = 0);", "thread_local"),
        ("unsafe { go() }", "unsafe"),
    ];
    assert_eq!(seeds.map(|(_, name)| name), FORBIDDEN, "every name has its seed");
    for (line, name) in seeds {
        let source = format!("//! A rule.\n\nfn step() {{\n    {line}\n}}\n");
        let found = findings("src/skirmish/seeded.rs", &source);
        assert_eq!(found, [Finding { file: "src/skirmish/seeded.rs".to_owned(), line: 4, name }], "{line}");
    }
}

#[test]
fn comments_texts_tests_and_longer_names_are_no_findings() {
    let source = "//! Not an f32 in sight, and no Instant.\nlet s = \"a HashMap \\\" of f64\"; // f32\nlet threads = 2;\n\
                  let profile = Profile::instant();\nlet c = '\"'; let d = '\"';\n\n#[cfg(test)]\nmod tests { use std::fs; }\n";
    assert_eq!(findings("src/skirmish/seeded.rs", source), []);
}

#[test]
fn no_random_source_that_seeds_itself_is_built_in() {
    for manifest in ["Cargo.toml", "recorder/Cargo.toml"] {
        let text = fs::read_to_string(manifest).expect("the manifest is there");
        let manifest: toml::Table = toml::from_str(&text).expect("the manifest is TOML");
        let targets = manifest["target"].as_table().expect("some are for some targets");
        let tables = targets.values().map(|target| &target["dependencies"]).chain([&manifest["dependencies"]]);
        let built_in: Vec<&String> = tables.filter_map(toml::Value::as_table).flat_map(toml::Table::keys).collect();
        assert!(built_in.len() > 5, "{built_in:?}");
        let found: Vec<&str> =
            UNSEEDED.into_iter().filter(|name| built_in.iter().any(|known| *known == name)).collect();
        assert!(found.is_empty(), "{found:?} in {text}");
    }
}
