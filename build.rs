//! Embeds every `*.toml` under `assets/` and every `*.snap` under `goldens/` in the program, as tables sorted by path.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    embed("assets", ".toml");
    embed("goldens", ".snap");
}

/// Write the table of a folder: path and text of every file with this ending.
fn embed(folder: &str, ending: &str) {
    // A folder named here is watched with all that is in it, new files included.
    println!("cargo::rerun-if-changed={folder}");
    let mut paths = Vec::new();
    collect(Path::new(folder), "", ending, &mut paths);
    paths.sort();
    let mut table = String::from("&[\n");
    for path in paths {
        let file = format!("/{folder}/{path}");
        writeln!(table, "    ({path:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {file:?}))),")
            .expect("writing to a string cannot fail");
    }
    table.push_str("]\n");
    #[expect(clippy::disallowed_methods, reason = "cargo tells a build script its folder this way")]
    let target = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names the folder"));
    fs::write(target.join(format!("{folder}.rs")), table).expect("the build folder can be written");
}

/// Collect the paths below a folder, with `/` between their parts.
fn collect(folder: &Path, prefix: &str, ending: &str, paths: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let entry = entry.expect("the folder can be listed");
        let name = entry.file_name().into_string().expect("files have plain names");
        let path = entry.path();
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), ending, paths);
        } else if name.ends_with(ending) {
            paths.push(format!("{prefix}{name}"));
        }
    }
}
