//! Shots: pictures of the window as PNG files.

use std::io::Write;
use std::path::Path;

use super::WindowError;
use crate::picture::Picture;

/// Write a picture. An interrupted write leaves the old file.
pub(super) fn write(path: &Path, picture: &Picture) -> Result<(), WindowError> {
    let written = picture.to_png().map_err(|e| e.to_string()).and_then(|b| put(path, &b).map_err(|e| e.to_string()));
    written.map_err(|problem| WindowError::Shot { path: path.to_owned(), problem })
}

fn put(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory)?;
    }
    let half = path.with_extension("png.part");
    let mut file = std::fs::File::create(&half)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&half, path)
}
