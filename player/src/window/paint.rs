//! The painter: the mesh of a picture, given to macroquad.

use macroquad::camera::{Camera2D, set_camera, set_default_camera};
use macroquad::math::{Rect, vec2, vec3, vec4};
use macroquad::models::{Mesh as Batch, Vertex as Corner, draw_mesh};
use macroquad::texture::{FilterMode, RenderTarget, Texture2D, render_target};

use crate::canvas::mesh::Mesh;
use crate::canvas::{ATLAS_PIXELS, Atlas, Canvas};
use crate::picture::Picture;

/// Draws pictures, keeping its memory from one to the next.
pub(super) struct Painter {
    atlas: Atlas,
    mesh: Mesh,
    texture: Texture2D,
    texture_version: Option<u32>,
    batch: Batch,
    target: Option<RenderTarget>,
}

impl Painter {
    pub(super) fn new() -> Self {
        let side = ATLAS_PIXELS as u16;
        let texture = Texture2D::from_rgba8(side, side, &vec![0; usize::from(side) * usize::from(side) * 4]);
        texture.set_filter(FilterMode::Linear);
        let batch = Batch { vertices: Vec::new(), indices: Vec::new(), texture: Some(texture.clone()) };
        Self { atlas: Atlas::new(), mesh: Mesh::new(), texture, texture_version: None, batch, target: None }
    }

    /// Draw a picture onto the window.
    pub(super) fn paint(&mut self, canvas: &Canvas, scale: f32) {
        self.mesh.build(canvas, &mut self.atlas, scale);
        self.follow_atlas();
        self.draw(scale);
    }

    /// Draw a picture beside the window and read it back. Reading from the window itself is a hundred times slower.
    pub(super) fn capture(&mut self, canvas: &Canvas, scale: f32) -> Picture {
        let size = canvas.size();
        let (width, height) = ((size.x * scale).round() as u32, (size.y * scale).round() as u32);
        let fits = |t: &RenderTarget| (t.texture.width() as u32, t.texture.height() as u32) == (width, height);
        let target = self.target.take().filter(fits).unwrap_or_else(|| render_target(width, height));
        let mut camera = Camera2D::from_display_rect(Rect::new(0.0, 0.0, size.x, size.y));
        camera.render_target = Some(target.clone());
        set_camera(&camera);
        self.mesh.build(canvas, &mut self.atlas, scale);
        self.follow_atlas();
        self.draw(scale);
        set_default_camera();
        let image = target.texture.get_texture_data();
        self.target = Some(target);
        // Textures are read from the lowest row up.
        let rows = image.bytes.chunks_exact(width as usize * 4).rev();
        let rgb = rows.flat_map(|row| row.chunks_exact(4)).flat_map(|p| [p[0], p[1], p[2]]).collect();
        Picture { width, height, rgb }
    }

    fn follow_atlas(&mut self) {
        if self.texture_version == Some(self.atlas.version()) {
            return;
        }
        let pixels: Vec<u8> = self.atlas.pixels().iter().flat_map(|coverage| [255, 255, 255, *coverage]).collect();
        self.texture.update_from_bytes(ATLAS_PIXELS, ATLAS_PIXELS, &pixels);
        self.texture_version = Some(self.atlas.version());
    }

    fn draw(&mut self, scale: f32) {
        let to_points = 1.0 / scale;
        for run in &self.mesh.runs {
            self.batch.vertices.clear();
            self.batch.vertices.extend(self.mesh.vertices[run.vertices.clone()].iter().map(|v| Corner {
                position: vec3(v.at.x * to_points, v.at.y * to_points, 0.0),
                uv: vec2(v.atlas.x, v.atlas.y),
                color: [v.colour.r, v.colour.g, v.colour.b, v.colour.a],
                normal: vec4(0.0, 0.0, 0.0, 0.0),
            }));
            self.batch.indices.clear();
            self.batch.indices.extend_from_slice(&self.mesh.indices[run.indices.clone()]);
            draw_mesh(&self.batch);
        }
    }
}
