//! Shots: pictures of the window as PNG files.

use std::io::Write;
use std::path::Path;

use super::WindowError;
use super::paint::Picture;

/// Write a picture. An interrupted write leaves the old file.
pub(super) fn write(path: &Path, picture: &Picture) -> Result<(), WindowError> {
    let written = encode(picture).and_then(|bytes| put(path, &bytes).map_err(|e| e.to_string()));
    written.map_err(|problem| WindowError::Shot { path: path.to_owned(), problem })
}

fn encode(picture: &Picture) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|e| e.to_string())?;
    writer.write_image_data(&picture.rgb).map_err(|e| e.to_string())?;
    writer.finish().map_err(|e| e.to_string())?;
    Ok(bytes)
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
