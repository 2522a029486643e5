//! The documents speak of what is there: every test that DETERMINISM.md names is a test, every file a file, and every
//! order that the README gives is obeyed. The fuzz targets are all told of, given time, and started from something.

use std::fs;
use std::path::Path;

use crate::command::foregone;

/// Everything between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Tell whether a word is the name of a test: a claim, in several words.
fn is_claim(word: &str) -> bool {
    word.matches('_').count() >= 2 && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("the folder can be listed").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&fs::read_to_string(&path).expect("sources are text"));
        }
    }
}

#[test]
fn every_test_and_file_that_determinism_md_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = fs::read_to_string(root.join("DETERMINISM.md")).expect("it is there");
    let mut code = String::new();
    for folder in ["src", "tests", "recorder/src", "recorder/tests", "player/src"] {
        sources(&root.join(folder), &mut code);
    }
    let (mut claims, mut files) = (0, 0);
    for word in quoted(&document) {
        if is_claim(word) && word != "iter_over_hash_type" {
            assert!(code.contains(&format!("fn {word}(")), "no test is called {word}");
            claims += 1;
        } else if word.contains('/') && !word.contains(' ') {
            assert!(root.join(word).exists(), "there is no {word}");
            files += 1;
        }
    }
    assert!(claims > 12 && files > 5, "the document is read: {claims} tests, {files} files");
}

/// The words of a shell's line, those in quotes as one.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('"').enumerate();
    let apart = quoted.flat_map(|(n, part)| match n % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    apart.collect()
}

#[test]
fn every_order_that_the_readme_gives_is_obeyed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("it is there");
    let commands = readme.lines().filter_map(|line| line.strip_prefix("$ foregone engage "));
    let mut given = 0;
    for line in commands.filter(|line| line.contains("--order ")) {
        let line = line.split('#').next().expect("there is a first part");
        let typed = words(line);
        let mut args = vec!["engage"];
        args.extend(typed.iter().map(String::as_str));
        let ran = foregone(&args);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        assert!(!ran.out.contains("Orders refused"), "{line}: {}", ran.out);
        given += 1;
    }
    assert!(given >= 4, "the recipes are read: {given}");
}

#[test]
fn every_fuzz_target_is_told_of_run_and_has_seeds() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz");
    let text = |name: &str| fs::read_to_string(fuzz.join(name)).expect("it is there");
    let (told, run, seeds) = (text("README.md"), text("run"), text("src/bin/seeds.rs"));
    let of_all = run.split("targets=(").last().and_then(|rest| rest.split(')').next()).expect("`run` has a list");
    let run: Vec<&str> = of_all.split_whitespace().collect();
    let bins = fs::read_dir(fuzz.join("src/bin")).expect("it can be listed").flatten();
    let stem = |path: std::path::PathBuf| path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let mut targets: Vec<String> = bins.map(|entry| stem(entry.path())).filter(|name| name != "seeds").collect();
    targets.sort();
    assert_eq!(run, targets, "tests/fuzz/run");
    for target in &targets {
        assert!(told.contains(&format!("| `{target}` |")), "the README says nothing of {target}");
        assert!(seeds.contains(&format!("(\"{target}\", ")), "{target} starts from nothing");
    }
}
