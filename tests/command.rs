//! Running the command itself, for what only it decides: exit codes, JSON, files.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// What a run of the command came to.
#[derive(Debug)]
pub struct Ran {
    /// The exit code.
    pub code: i32,
    /// What it printed as its result.
    pub out: String,
    /// What else it said.
    pub err: String,
}

impl Ran {
    /// Read the one object that `--json` prints.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }
}

/// Run the command in a folder.
pub fn foregone_in(folder: &Path, args: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
    let output = command.current_dir(folder).args(args).output().expect("the command can be started");
    Ran {
        code: output.status.code().expect("it ended by itself"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Run the command where the package is.
pub fn foregone(args: &[&str]) -> Ran {
    foregone_in(Path::new(env!("CARGO_MANIFEST_DIR")), args)
}

/// Copy a folder with all that is in it, as content for the command.
pub fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("it can be listed") {
        let entry = entry.expect("it can be listed");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("copied");
        }
    }
}
