//! Shots: pictures of the screen as PNG files.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::picture::Picture;

/// Pictures of one moment at most.
const BESIDE_MAX: u32 = 999;

/// Write a picture, in place of one that is there. An interrupted write leaves the old file.
pub(crate) fn write(path: &Path, picture: &Picture) -> Result<(), String> {
    let bytes = picture.to_png().map_err(|error| error.to_string())?;
    put(path, &bytes).map_err(|error| error.to_string())
}

/// Write a picture at a path without an ending, over no file that is there: the second gets `-2`, and so on. Gives the
/// path it went to.
pub(crate) fn write_beside(stem: &Path, picture: &Picture) -> Result<PathBuf, String> {
    let bytes = picture.to_png().map_err(|error| error.to_string())?;
    for number in 1..=BESIDE_MAX {
        let path = numbered(stem, number);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return fill(&mut file, &path, &bytes).map_err(|error| error.to_string()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(format!("there are {BESIDE_MAX} pictures of this moment already"))
}

fn numbered(stem: &Path, number: u32) -> PathBuf {
    let mut name = OsString::from(stem);
    if number > 1 {
        name.push(format!("-{number}"));
    }
    name.push(".png");
    name.into()
}

/// Fill a new file, or leave none.
fn fill(file: &mut File, path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    match file.write_all(bytes).and_then(|()| file.sync_all()) {
        Ok(()) => Ok(path.to_owned()),
        Err(error) => {
            _ = fs::remove_file(path);
            Err(error)
        }
    }
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let half = path.with_extension("png.part");
    let mut file = File::create(&half)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&half, path)
}
