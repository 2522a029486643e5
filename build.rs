//! Embeds every `*.toml` under `assets/` in the program, as a table sorted by path.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    // A folder named here is watched with all that is in it, new files included.
    println!("cargo::rerun-if-changed=assets");
    println!("cargo::rerun-if-changed=build.rs");
    let mut paths = Vec::new();
    collect(Path::new("assets"), "", &mut paths);
    paths.sort();
    let mut table = String::from("&[\n");
    for path in paths {
        writeln!(table, "    ({path:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/assets/\", {path:?}))),")
            .expect("writing to a string cannot fail");
    }
    table.push_str("]\n");
    let target = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names the folder")).join("assets.rs");
    fs::write(target, table).expect("the build folder can be written");
}

/// Collect the paths below a folder, with `/` between their parts.
fn collect(folder: &Path, prefix: &str, paths: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let entry = entry.expect("the assets can be listed");
        let name = entry.file_name().into_string().expect("assets have plain names");
        let path = entry.path();
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), paths);
        } else if name.ends_with(".toml") {
            paths.push(format!("{prefix}{name}"));
        }
    }
}
