//! Pictures as pixels, and as PNG files.

/// A picture: red, green, blue, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Three bytes a pixel.
    pub rgb: Vec<u8>,
}

/// Why a picture cannot be written down.
#[derive(Debug, thiserror::Error)]
#[error("cannot encode a picture of {width} × {height}: {problem}")]
pub struct PictureError {
    width: u32,
    height: u32,
    problem: String,
}

impl PictureError {
    pub(crate) fn new((width, height): (u32, u32), problem: impl std::fmt::Display) -> Self {
        Self { width, height, problem: problem.to_string() }
    }
}

impl Picture {
    /// Give the bytes of a PNG file.
    ///
    /// # Errors
    /// The picture has no pixels, or not as many as its size says.
    pub fn to_png(&self) -> Result<Vec<u8>, PictureError> {
        self.encode().map_err(|error| PictureError::new((self.width, self.height), error))
    }

    fn encode(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_adaptive_filter(png::AdaptiveFilterType::Adaptive);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.rgb)?;
        writer.finish()?;
        Ok(bytes)
    }
}
