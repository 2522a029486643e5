//! DETERMINISM.md speaks of what is there: every test that it names is a test, every file a file.

use std::fs;
use std::path::Path;

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
