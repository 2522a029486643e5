//! Silhouettes: the outlines that creatures are drawn with, as vector shapes facing right.
//!
//! A body is about two units wide and high, its feet at y = 0.9. Every shape is named in the content's data; a name
//! that is not known here is drawn as a puffball, so that new content is seen before it has a shape of its own.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use player::canvas::outline;
use player::geometry::{Vec2, vec2};

/// Points of a curve between two of its control points.
const CURVE_STEPS: u32 = 5;
/// Points of an ellipse.
const ELLIPSE_POINTS: u32 = 20;

/// How a part is coloured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tone {
    /// The creature's own colour.
    Body,
    /// Its own colour, darker: what lies behind or below.
    Shade,
    /// Its own colour, lighter: what catches the light.
    Light,
    /// Almost black.
    Ink,
    /// Bone, teeth, eggs.
    Bone,
    /// What glows.
    Glow,
}

/// What a part is.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// A closed outline, filled. Its middle sees all of it.
    Filled(Vec<Vec2>),
    /// A line of this width.
    Stroked(Vec<Vec2>, f32),
    /// An eye of this radius, looking ahead.
    Eye(Vec2, f32),
}

/// A part of a silhouette.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it is.
    pub form: Form,
    /// How it is coloured.
    pub tone: Tone,
    /// It belongs to the outline that shows the side; details inside do not.
    pub outer: bool,
    /// How far it sways at its top.
    pub sway: f32,
    /// It is a curve: where it is small, fewer of its points do.
    pub smooth: bool,
}

/// A silhouette.
#[derive(Debug, Clone, PartialEq)]
pub struct Silhouette {
    /// Its parts, hindmost first.
    pub parts: Vec<Part>,
    /// How high it hovers; 0 for those that walk.
    pub hover: f32,
    /// The top of its back, where grafts sit.
    pub back: Vec2,
    /// The middle of its front, where others do.
    pub belly: Vec2,
}

/// Find the silhouette of a shape by its name in the content.
#[must_use]
pub fn of_shape(name: &str) -> &'static Silhouette {
    SHAPES.get(name).unwrap_or_else(|| &SHAPES["puffball"])
}

/// Tell whether a shape is drawn here.
#[cfg(test)]
pub(super) fn is_known_shape(name: &str) -> bool {
    SHAPES.contains_key(name)
}

/// Find what a graft adds by its name in the content; nothing for one that is not known here.
#[must_use]
pub fn of_cue(name: &str) -> Option<&'static Cue> {
    CUES.get(name)
}

static SHAPES: LazyLock<BTreeMap<&'static str, Silhouette>> = LazyLock::new(|| {
    BTreeMap::from([
        ("beetle", beetle()),
        ("thorn", thorn()),
        ("husk", husk()),
        ("ram", ram()),
        ("mantis", mantis()),
        ("vine", vine()),
        ("moth", moth()),
        ("spitter", spitter()),
        ("mortar", mortar()),
        ("cap", cap()),
        ("ember", ember()),
        ("jelly", jelly()),
        ("tender", tender()),
        ("coral", coral()),
        ("brood", brood()),
        ("puffball", puffball()),
        ("grub", grub()),
        ("sporeling", sporeling()),
    ])
});

static CUES: LazyLock<BTreeMap<&'static str, Cue>> = LazyLock::new(|| {
    BTreeMap::from([
        (
            "plates",
            on(Seat::Back, |b| {
                b.path(&[(-0.38, 0.5), (-0.26, 0.1), (0.1, -0.1)], 0.2, Tone::Bone);
                b.path(&[(-0.14, 0.62), (-0.04, 0.3), (0.28, 0.14)], 0.16, Tone::Bone);
            }),
        ),
        (
            "cords",
            on(Seat::Belly, |b| {
                b.path(&[(-0.5, 0.3), (-0.05, 0.02), (0.42, 0.14)], 0.1, Tone::Bone);
                b.path(&[(-0.48, 0.08), (-0.05, -0.2), (0.4, -0.1)], 0.1, Tone::Bone);
            }),
        ),
        ("gland", on(Seat::Belly, |b| b.disc(0.02, 0.12, 0.2, 0.2, Tone::Glow))),
        (
            "pulp",
            on(Seat::Belly, |b| {
                b.disc(-0.2, 0.14, 0.17, 0.15, Tone::Light);
                b.disc(0.1, 0.24, 0.13, 0.12, Tone::Light);
            }),
        ),
        (
            "stalk",
            on(Seat::Behind, |b| {
                b.path(&[(0.12, 0.25), (-0.08, -0.25), (0.12, -0.55)], 0.14, Tone::Shade);
                b.disc(0.16, -0.6, 0.18, 0.18, Tone::Body);
                b.eye(0.18, -0.6, 0.15);
            }),
        ),
        (
            "wings",
            on(Seat::Behind, |b| {
                b.curve(&[(0.12, 0.2), (-0.4, -0.75), (-0.95, -0.7), (-0.75, 0.0)], Tone::Light);
                b.swaying(0.05);
            }),
        ),
        (
            "spines",
            on(Seat::Behind, |b| {
                for (base, tip) in
                    [((-0.28, 0.25), (-0.66, -0.28)), ((0.0, 0.12), (-0.12, -0.6)), ((0.28, 0.15), (0.36, -0.5))]
                {
                    let (x, y): (f32, f32) = base;
                    b.corners(&[(x - 0.16, y + 0.14), tip, (x + 0.16, y + 0.1)], Tone::Bone);
                }
            }),
        ),
        ("lobe", on(Seat::Behind, |b| b.disc(-0.02, -0.12, 0.34, 0.28, Tone::Light))),
        (
            "scent",
            on(Seat::Back, |b| {
                b.disc(-0.22, -0.32, 0.11, 0.11, Tone::Glow);
                b.disc(0.06, -0.55, 0.08, 0.08, Tone::Glow);
                b.disc(-0.36, -0.64, 0.06, 0.06, Tone::Glow);
            }),
        ),
        (
            "barbs",
            on(Seat::Belly, |b| {
                for y in [-0.22, 0.04, 0.3] {
                    b.corners(&[(0.3, y - 0.09), (0.82, y - 0.02), (0.3, y + 0.11)], Tone::Bone);
                }
            }),
        ),
        (
            "sac",
            on(Seat::Behind, |b| {
                b.disc(-0.26, 0.18, 0.38, 0.42, Tone::Shade);
                b.inner().disc(-0.34, 0.04, 0.12, 0.14, Tone::Light);
            }),
        ),
        (
            "heart",
            on(Seat::Belly, |b| {
                b.disc(0.0, 0.0, 0.2, 0.21, Tone::Ink);
                b.disc(0.0, 0.0, 0.14, 0.15, Tone::Glow);
            }),
        ),
        (
            "pores",
            on(Seat::Belly, |b| {
                for (x, y) in [(-0.3, -0.05), (-0.02, -0.24), (0.22, 0.0), (-0.06, 0.2)] {
                    b.disc(x, y, 0.09, 0.08, Tone::Ink);
                }
            }),
        ),
    ])
});

/// Where on a body a graft sits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seat {
    /// Behind its back, with a rim of its own.
    Behind,
    /// On its back.
    Back,
    /// On its belly.
    Belly,
}

/// What a graft adds: parts around the place where it sits.
#[derive(Debug, Clone, PartialEq)]
pub struct Cue {
    /// Where it sits.
    pub seat: Seat,
    /// Its parts.
    pub shape: Silhouette,
}

fn on(seat: Seat, write: impl FnOnce(&mut Builder)) -> Cue {
    Cue { seat, shape: build(write) }
}

impl Silhouette {
    /// The place on the body where a graft sits.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> Vec2 {
        if seat == Seat::Belly { self.belly } else { self.back }
    }
}

/// Puts a silhouette together.
#[derive(Debug)]
struct Builder {
    parts: Vec<Part>,
    hover: f32,
    outer: bool,
    back: Vec2,
    belly: Vec2,
}

fn build(write: impl FnOnce(&mut Builder)) -> Silhouette {
    let mut builder = Builder { parts: Vec::new(), hover: 0.0, outer: true, back: Vec2::ZERO, belly: Vec2::ZERO };
    write(&mut builder);
    let Builder { parts, hover, back, belly, .. } = builder;
    Silhouette { parts, hover, back, belly }
}

impl Builder {
    fn put(&mut self, form: Form, tone: Tone) {
        self.parts.push(Part { form, tone, outer: self.outer, sway: 0.0, smooth: true });
    }

    /// Say where grafts sit: the top of the back, the middle of the front.
    fn seats(&mut self, back: (f32, f32), belly: (f32, f32)) {
        self.back = vec2(back.0, back.1);
        self.belly = vec2(belly.0, belly.1);
    }

    /// From here on, parts are details inside the outline.
    fn inner(&mut self) -> &mut Self {
        self.outer = false;
        self
    }

    fn curve(&mut self, through: &[(f32, f32)], tone: Tone) {
        let mut points = Vec::new();
        outline::smooth_closed(&vectors(through), CURVE_STEPS, &mut points);
        self.put(Form::Filled(points), tone);
    }

    fn corners(&mut self, corners: &[(f32, f32)], tone: Tone) {
        self.put(Form::Filled(vectors(corners)), tone);
        self.parts.last_mut().expect("one was just put").smooth = false;
    }

    fn disc(&mut self, x: f32, y: f32, w: f32, h: f32, tone: Tone) {
        let mut points = Vec::new();
        outline::ellipse(vec2(x, y), vec2(w, h), ELLIPSE_POINTS, &mut points);
        self.put(Form::Filled(points), tone);
    }

    /// A line through three points, bowed toward the middle one.
    fn path(&mut self, through: &[(f32, f32); 3], width: f32, tone: Tone) {
        let [a, b, c] = [through[0], through[1], through[2]].map(|(x, y)| vec2(x, y));
        // The pull that makes the curve go through the middle point.
        let pull = b * 2.0 - (a + c) * 0.5;
        let mut points = Vec::new();
        outline::bow(a, pull, c, 8, &mut points);
        self.put(Form::Stroked(points, width), tone);
    }

    fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, tone: Tone) {
        self.put(Form::Stroked(vectors(&[from, to]), width), tone);
    }

    /// Legs from the body's underside to the ground.
    fn legs(&mut self, at: &[f32], from: f32, width: f32) {
        for x in at {
            self.path(&[(*x, from), (x * 1.16, from * 0.5 + 0.42), (x * 1.12 + 0.04, 0.9)], width, Tone::Shade);
        }
    }

    fn eye(&mut self, x: f32, y: f32, r: f32) {
        let outer = self.outer;
        self.outer = false;
        self.put(Form::Eye(vec2(x, y), r), Tone::Ink);
        self.outer = outer;
    }

    /// The last part sways.
    fn swaying(&mut self, by: f32) {
        if let Some(part) = self.parts.last_mut() {
            part.sway = by;
        }
    }
}

fn vectors(points: &[(f32, f32)]) -> Vec<Vec2> {
    points.iter().map(|(x, y)| vec2(*x, *y)).collect()
}

fn beetle() -> Silhouette {
    build(|b| {
        b.seats((-0.35, -0.6), (0.1, 0.12));
        b.legs(&[-0.62, -0.1, 0.42], 0.45, 0.17);
        b.curve(&[(0.5, 0.05), (0.95, -0.02), (1.12, 0.3), (0.9, 0.58), (0.55, 0.5)], Tone::Shade);
        b.curve(
            &[(-1.0, 0.5), (-0.98, -0.12), (-0.55, -0.68), (0.1, -0.78), (0.62, -0.35), (0.78, 0.5), (0.0, 0.6)],
            Tone::Body,
        );
        b.inner().curve(
            &[(-0.82, -0.05), (-0.5, -0.5), (0.05, -0.62), (0.4, -0.38), (-0.1, -0.28), (-0.55, -0.02)],
            Tone::Light,
        );
        b.path(&[(-0.98, 0.36), (-0.1, 0.26), (0.74, 0.38)], 0.07, Tone::Ink);
        b.path(&[(-0.2, -0.74), (-0.02, -0.2), (-0.05, 0.28)], 0.06, Tone::Ink);
        b.path(&[(0.34, -0.6), (0.42, -0.15), (0.38, 0.28)], 0.05, Tone::Ink);
        b.eye(0.93, 0.2, 0.12);
    })
}

fn thorn() -> Silhouette {
    build(|b| {
        b.seats((-0.35, -0.45), (0.05, 0.15));
        b.legs(&[-0.5, 0.0, 0.45], 0.5, 0.18);
        b.corners(
            &[
                (-0.85, 0.62),
                (-1.15, 0.2),
                (-0.82, 0.0),
                (-1.05, -0.38),
                (-0.68, -0.34),
                (-0.62, -0.85),
                (-0.3, -0.5),
                (0.0, -1.1),
                (0.16, -0.52),
                (0.55, -0.78),
                (0.52, -0.3),
                (0.9, -0.25),
                (0.8, 0.2),
                (0.8, 0.62),
            ],
            Tone::Body,
        );
        b.curve(&[(0.45, 0.0), (0.95, -0.1), (1.12, 0.25), (0.8, 0.55), (0.42, 0.45)], Tone::Body);
        b.inner().curve(&[(-0.6, 0.3), (-0.45, -0.12), (0.0, -0.3), (0.3, -0.05), (-0.1, 0.1)], Tone::Light);
        for (x, y) in [(-0.4, 0.38), (0.0, 0.3), (0.3, 0.42)] {
            b.disc(x, y, 0.07, 0.07, Tone::Shade);
        }
        b.path(&[(0.72, 0.42), (0.9, 0.46), (1.05, 0.36)], 0.06, Tone::Ink);
        b.eye(0.82, 0.14, 0.13);
    })
}

fn husk() -> Silhouette {
    build(|b| {
        b.seats((-0.4, -0.42), (0.0, 0.1));
        b.path(&[(-0.22, 0.4), (-0.36, 0.65), (-0.3, 0.9)], 0.26, Tone::Shade);
        b.path(&[(0.2, 0.4), (0.32, 0.65), (0.3, 0.9)], 0.26, Tone::Body);
        b.path(&[(-0.4, -0.25), (-0.8, 0.05), (-0.72, 0.45)], 0.2, Tone::Shade);
        b.curve(
            &[(-0.5, 0.5), (-0.62, -0.1), (-0.45, -0.55), (0.1, -0.62), (0.5, -0.3), (0.48, 0.45), (0.0, 0.62)],
            Tone::Body,
        );
        b.curve(&[(-0.1, -0.5), (-0.02, -1.0), (0.4, -1.12), (0.72, -0.85), (0.62, -0.48), (0.25, -0.36)], Tone::Body);
        b.path(&[(0.35, -0.2), (0.85, 0.0), (0.92, 0.38)], 0.2, Tone::Body);
        b.inner();
        for y in [-0.22, 0.02, 0.26] {
            b.path(&[(-0.38, y), (-0.02, y + 0.1), (0.34, y)], 0.08, Tone::Ink);
        }
        b.path(&[(-0.3, -0.45), (0.0, -0.5), (0.25, -0.42)], 0.07, Tone::Light);
        b.path(&[(0.12, -0.98), (0.28, -1.04), (0.48, -0.98)], 0.07, Tone::Light);
        b.disc(0.42, -0.76, 0.16, 0.14, Tone::Ink);
        b.disc(0.45, -0.76, 0.07, 0.07, Tone::Glow);
    })
}

fn ram() -> Silhouette {
    build(|b| {
        b.seats((-0.45, -0.42), (-0.2, 0.1));
        b.legs(&[-0.65, -0.2, 0.25], 0.4, 0.17);
        b.curve(
            &[(0.55, 0.1), (0.92, -0.2), (1.05, -0.72), (1.3, -0.9), (1.22, -0.35), (1.05, 0.12), (0.75, 0.35)],
            Tone::Bone,
        );
        b.curve(&[(0.3, -0.25), (0.75, -0.3), (1.0, 0.05), (0.9, 0.45), (0.5, 0.55)], Tone::Shade);
        b.curve(
            &[(-1.05, 0.3), (-0.9, -0.25), (-0.4, -0.55), (0.2, -0.5), (0.58, -0.05), (0.5, 0.5), (-0.4, 0.6)],
            Tone::Body,
        );
        b.inner().curve(&[(-0.85, 0.0), (-0.5, -0.36), (0.0, -0.42), (0.2, -0.25), (-0.3, -0.14)], Tone::Light);
        b.path(&[(-1.0, 0.3), (-0.3, 0.2), (0.5, 0.34)], 0.06, Tone::Ink);
        b.path(&[(-0.25, -0.52), (-0.15, -0.15), (-0.2, 0.22)], 0.06, Tone::Ink);
        b.eye(0.74, 0.08, 0.12);
    })
}

fn mantis() -> Silhouette {
    build(|b| {
        b.seats((-0.5, 0.12), (0.05, -0.08));
        b.path(&[(-0.3, 0.3), (-0.75, 0.35), (-0.7, 0.9)], 0.1, Tone::Shade);
        b.path(&[(-0.05, 0.3), (0.1, 0.55), (0.35, 0.9)], 0.1, Tone::Shade);
        b.path(&[(-0.2, 0.3), (-0.4, 0.6), (-0.2, 0.9)], 0.1, Tone::Shade);
        b.curve(&[(-1.1, 0.48), (-0.85, 0.12), (-0.35, 0.0), (0.0, 0.15), (-0.1, 0.42), (-0.6, 0.6)], Tone::Body);
        b.curve(&[(-0.15, 0.25), (-0.12, -0.3), (0.12, -0.75), (0.32, -0.7), (0.24, -0.2), (0.12, 0.25)], Tone::Body);
        b.corners(&[(0.0, -0.98), (0.72, -0.82), (0.42, -0.48), (0.18, -0.55)], Tone::Body);
        b.path(&[(0.18, -0.28), (0.6, -0.62), (0.92, -0.5)], 0.15, Tone::Body);
        b.curve(&[(0.85, -0.62), (1.12, -0.42), (1.02, 0.05), (0.7, 0.34), (0.86, -0.05), (0.84, -0.36)], Tone::Bone);
        b.path(&[(0.1, -0.1), (0.45, -0.3), (0.62, -0.1)], 0.12, Tone::Shade);
        b.inner().curve(&[(-0.95, 0.38), (-0.7, 0.16), (-0.3, 0.08), (-0.35, 0.22)], Tone::Light);
        b.path(&[(0.2, -0.95), (0.3, -1.2), (0.6, -1.25)], 0.05, Tone::Shade);
        b.eye(0.44, -0.78, 0.13);
    })
}

fn vine() -> Silhouette {
    build(|b| {
        b.seats((-0.25, -0.05), (-0.05, 0.62));
        b.path(&[(-0.35, 0.75), (-0.95, 0.1), (-0.55, -0.45)], 0.16, Tone::Shade);
        b.swaying(0.06);
        b.path(&[(-0.6, -0.5), (-0.35, -0.62), (-0.3, -0.35)], 0.13, Tone::Shade);
        b.swaying(0.06);
        b.path(&[(0.25, 0.75), (0.85, 0.3), (0.8, -0.1)], 0.15, Tone::Shade);
        b.swaying(-0.05);
        b.curve(&[(-0.75, 0.88), (-0.55, 0.5), (0.0, 0.36), (0.55, 0.5), (0.75, 0.88), (0.0, 0.95)], Tone::Body);
        b.path(&[(-0.1, 0.6), (-0.35, -0.2), (0.2, -0.62)], 0.34, Tone::Body);
        b.curve(&[(0.05, -0.9), (0.5, -1.05), (0.92, -0.85), (0.98, -0.5), (0.6, -0.32), (0.15, -0.42)], Tone::Body);
        b.inner().disc(0.76, -0.62, 0.2, 0.22, Tone::Ink);
        for (x, y) in [(0.62, -0.74), (0.62, -0.52), (0.9, -0.74), (0.9, -0.52)] {
            b.disc(x, y, 0.06, 0.06, Tone::Bone);
        }
        b.path(&[(-0.26, 0.35), (-0.34, -0.05), (-0.12, -0.4)], 0.08, Tone::Light);
        b.eye(0.36, -0.82, 0.12);
    })
}

fn moth() -> Silhouette {
    build(|b| {
        b.seats((0.12, -0.2), (0.12, 0.2));
        b.hover = 0.35;
        b.curve(&[(0.0, -0.2), (-0.3, -0.95), (-0.8, -1.12), (-0.95, -0.7), (-0.6, -0.1)], Tone::Shade);
        b.swaying(0.12);
        b.curve(&[(0.1, 0.0), (-0.5, -0.85), (-1.1, -0.8), (-1.2, -0.2), (-0.7, 0.25), (-0.1, 0.3)], Tone::Body);
        b.swaying(0.1);
        b.curve(&[(0.0, 0.15), (-0.6, 0.2), (-0.85, 0.6), (-0.5, 0.85), (-0.05, 0.5)], Tone::Light);
        b.curve(&[(-0.12, 0.7), (-0.14, 0.1), (0.1, -0.3), (0.36, -0.1), (0.25, 0.4)], Tone::Shade);
        b.disc(0.34, -0.34, 0.27, 0.26, Tone::Body);
        b.inner().disc(-0.75, -0.35, 0.2, 0.2, Tone::Ink);
        b.disc(-0.75, -0.35, 0.1, 0.1, Tone::Glow);
        b.disc(-0.5, 0.52, 0.1, 0.1, Tone::Ink);
        b.path(&[(0.36, -0.55), (0.5, -0.9), (0.85, -0.98)], 0.06, Tone::Shade);
        b.path(&[(0.26, -0.56), (0.28, -0.92), (0.52, -1.1)], 0.06, Tone::Shade);
        b.eye(0.44, -0.36, 0.13);
    })
}

fn spitter() -> Silhouette {
    build(|b| {
        b.seats((-0.35, -0.25), (-0.1, 0.35));
        b.path(&[(-0.5, 0.55), (-0.85, 0.7), (-0.6, 0.88)], 0.22, Tone::Shade);
        b.path(&[(0.35, 0.5), (0.5, 0.72), (0.62, 0.88)], 0.2, Tone::Shade);
        b.curve(
            &[
                (-0.85, 0.75),
                (-0.9, 0.1),
                (-0.45, -0.25),
                (0.1, -0.55),
                (0.5, -0.85),
                (0.85, -0.7),
                (0.72, -0.2),
                (0.6, 0.55),
                (0.0, 0.88),
            ],
            Tone::Body,
        );
        b.curve(&[(0.55, -0.78), (0.95, -0.85), (1.22, -0.72), (1.2, -0.5), (0.9, -0.42), (0.6, -0.45)], Tone::Shade);
        b.curve(&[(0.3, -0.1), (0.62, -0.3), (0.86, -0.02), (0.78, 0.34), (0.42, 0.42), (0.2, 0.18)], Tone::Light);
        b.inner().disc(1.14, -0.62, 0.08, 0.1, Tone::Glow);
        b.curve(&[(-0.72, 0.2), (-0.4, -0.1), (0.0, -0.28), (-0.1, -0.02), (-0.5, 0.25)], Tone::Light);
        for (x, y) in [(-0.5, 0.4), (-0.2, 0.22), (-0.25, 0.58)] {
            b.disc(x, y, 0.09, 0.08, Tone::Shade);
        }
        b.eye(0.52, -0.6, 0.15);
    })
}

fn mortar() -> Silhouette {
    build(|b| {
        b.seats((-0.45, 0.15), (0.05, 0.2));
        b.curve(
            &[(-1.0, 0.88), (-0.75, 0.45), (-0.2, 0.2), (0.4, 0.3), (0.85, 0.6), (1.0, 0.88), (0.0, 0.95)],
            Tone::Shade,
        );
        b.corners(
            &[(-0.55, 0.3), (-0.35, -0.1), (0.22, -0.95), (0.86, -0.55), (0.42, 0.2), (0.2, 0.5), (-0.3, 0.55)],
            Tone::Body,
        );
        b.put(
            Form::Filled({
                let mut rim = Vec::new();
                outline::ellipse(Vec2::ZERO, vec2(0.46, 0.2), ELLIPSE_POINTS, &mut rim);
                rim.into_iter().map(|p| p.turned(0.09) + vec2(0.56, -0.78)).collect()
            }),
            Tone::Light,
        );
        b.inner();
        b.put(
            Form::Filled({
                let mut mouth = Vec::new();
                outline::ellipse(Vec2::ZERO, vec2(0.32, 0.12), ELLIPSE_POINTS, &mut mouth);
                mouth.into_iter().map(|p| p.turned(0.09) + vec2(0.56, -0.78)).collect()
            }),
            Tone::Ink,
        );
        b.path(&[(-0.3, 0.0), (0.1, 0.12), (0.45, 0.1)], 0.07, Tone::Shade);
        b.path(&[(-0.1, -0.32), (0.25, -0.2), (0.6, -0.22)], 0.07, Tone::Shade);
        for (x, y) in [(-0.55, 0.62), (0.55, 0.62), (-0.1, 0.72)] {
            b.disc(x, y, 0.1, 0.08, Tone::Light);
        }
        b.eye(0.1, 0.28, 0.15);
    })
}

fn cap() -> Silhouette {
    build(|b| {
        b.seats((-0.5, -0.78), (0.02, 0.6));
        b.curve(
            &[(-0.32, 0.9), (-0.38, 0.3), (-0.28, -0.2), (0.28, -0.2), (0.38, 0.3), (0.32, 0.9), (0.0, 0.96)],
            Tone::Light,
        );
        b.curve(
            &[(-0.98, 0.02), (-0.55, -0.12), (0.0, -0.16), (0.55, -0.12), (0.98, 0.02), (0.45, 0.16), (-0.45, 0.16)],
            Tone::Shade,
        );
        b.curve(
            &[
                (-1.02, -0.02),
                (-0.88, -0.6),
                (-0.35, -1.02),
                (0.3, -1.04),
                (0.86, -0.62),
                (1.02, -0.02),
                (0.5, -0.14),
                (-0.5, -0.14),
            ],
            Tone::Body,
        );
        b.inner();
        for (x, y, r) in [(-0.5, -0.5, 0.18), (0.05, -0.76, 0.15), (0.52, -0.42, 0.2), (-0.05, -0.36, 0.11)] {
            b.disc(x, y, r, r * 0.86, Tone::Glow);
        }
        b.path(&[(-0.06, 0.62), (0.08, 0.68), (0.24, 0.6)], 0.06, Tone::Ink);
        b.eye(-0.08, 0.38, 0.11);
        b.eye(0.2, 0.38, 0.11);
    })
}

fn ember() -> Silhouette {
    build(|b| {
        b.seats((-0.4, -0.7), (0.0, 0.12));
        b.path(&[(0.0, 0.1), (-0.06, 0.5), (0.0, 0.9)], 0.2, Tone::Shade);
        b.curve(&[(-0.02, 0.75), (-0.45, 0.45), (-0.85, 0.6), (-0.5, 0.88)], Tone::Shade);
        b.curve(&[(0.02, 0.75), (0.45, 0.45), (0.85, 0.6), (0.5, 0.88)], Tone::Shade);
        for i in 0..9 {
            let turn = 0.25 + (i as f32 - 4.0) / 9.0;
            let (out, side) = (Vec2::at_turn(turn + 0.5), Vec2::at_turn(turn + 0.75));
            let middle = vec2(0.0, -0.2);
            let long = if i % 2 == 0 { 0.92 } else { 0.74 };
            let petal = [
                middle + side * 0.16,
                middle + out * long * 0.6 + side * 0.22,
                middle + out * long,
                middle + out * long * 0.6 - side * 0.22,
                middle - side * 0.16,
            ];
            let mut points = Vec::new();
            outline::smooth_closed(&petal, CURVE_STEPS, &mut points);
            b.put(Form::Filled(points), if i % 2 == 0 { Tone::Body } else { Tone::Shade });
        }
        b.disc(0.0, -0.2, 0.4, 0.38, Tone::Light);
        b.inner().disc(0.0, -0.2, 0.27, 0.25, Tone::Glow);
        b.eye(-0.08, -0.22, 0.1);
        b.eye(0.17, -0.22, 0.1);
    })
}

fn jelly() -> Silhouette {
    build(|b| {
        b.seats((-0.5, -0.78), (0.0, -0.05));
        b.hover = 0.3;
        for (i, x) in [-0.6, -0.22, 0.2, 0.58].into_iter().enumerate() {
            let long = if i % 2 == 0 { 0.82 } else { 0.95 };
            b.path(
                &[(x, -0.1), (x * 1.2 + 0.14, 0.4), (x * 0.9 - 0.08, long)],
                0.13,
                if i % 2 == 0 { Tone::Shade } else { Tone::Light },
            );
            b.swaying(-0.08);
        }
        b.curve(
            &[
                (-0.92, 0.0),
                (-0.85, -0.6),
                (-0.35, -1.05),
                (0.3, -1.06),
                (0.82, -0.62),
                (0.92, 0.0),
                (0.45, 0.14),
                (0.0, 0.02),
                (-0.45, 0.14),
            ],
            Tone::Body,
        );
        b.inner().curve(&[(-0.68, -0.3), (-0.5, -0.68), (-0.1, -0.88), (0.15, -0.82), (-0.25, -0.55)], Tone::Light);
        b.disc(0.1, -0.34, 0.36, 0.28, Tone::Glow);
        b.eye(0.08, -0.3, 0.11);
        b.eye(0.38, -0.3, 0.11);
    })
}

fn tender() -> Silhouette {
    build(|b| {
        b.seats((-0.45, -0.66), (0.02, 0.35));
        b.curve(
            &[(-0.55, 0.9), (-0.42, 0.3), (-0.26, -0.3), (0.22, -0.3), (0.4, 0.3), (0.55, 0.9), (0.0, 0.96)],
            Tone::Shade,
        );
        b.curve(&[(-0.16, 0.9), (-0.14, 0.2), (0.0, -0.2), (0.3, 0.2), (0.34, 0.9), (0.1, 0.94)], Tone::Light);
        b.path(&[(0.2, 0.1), (0.5, 0.06), (0.74, -0.12)], 0.13, Tone::Shade);
        b.path(&[(0.76, -0.66), (0.78, 0.0), (0.78, 0.9)], 0.08, Tone::Ink);
        b.curve(
            &[(-0.9, -0.28), (-0.6, -0.72), (0.0, -1.08), (0.55, -0.78), (0.85, -0.28), (0.4, -0.36), (-0.4, -0.36)],
            Tone::Body,
        );
        b.disc(0.78, -0.78, 0.2, 0.2, Tone::Glow);
        b.inner().curve(&[(-0.6, -0.5), (-0.3, -0.82), (0.0, -0.94), (0.05, -0.72), (-0.3, -0.55)], Tone::Light);
        b.eye(0.02, -0.14, 0.1);
        b.eye(0.24, -0.14, 0.1);
    })
}

fn coral() -> Silhouette {
    build(|b| {
        b.seats((-0.35, -0.55), (0.0, 0.6));
        b.curve(&[(-0.8, 0.9), (-0.5, 0.55), (0.0, 0.4), (0.5, 0.55), (0.8, 0.9), (0.0, 0.96)], Tone::Shade);
        for (to, middle, width) in [
            ((-0.85, -0.5), (-0.62, 0.1), 0.3),
            ((0.82, -0.6), (0.55, 0.05), 0.3),
            ((-0.32, -1.0), (-0.25, -0.3), 0.34),
            ((0.38, -1.02), (0.22, -0.3), 0.32),
        ] {
            b.path(&[(0.0, 0.5), middle, to], width, Tone::Body);
        }
        b.curve(&[(-0.42, 0.75), (-0.36, 0.1), (0.0, -0.15), (0.36, 0.1), (0.42, 0.75), (0.0, 0.85)], Tone::Body);
        b.inner();
        for (x, y, r) in [(-0.85, -0.5, 0.15), (0.82, -0.6, 0.15), (-0.32, -1.0, 0.17), (0.38, -1.02, 0.16)] {
            b.disc(x, y, r, r, Tone::Glow);
        }
        b.curve(&[(-0.24, 0.3), (-0.1, 0.02), (0.06, 0.0), (-0.06, 0.3)], Tone::Light);
        b.eye(-0.02, 0.36, 0.11);
        b.eye(0.24, 0.36, 0.11);
    })
}

fn brood() -> Silhouette {
    build(|b| {
        b.seats((-0.5, -0.78), (-0.35, 0.1));
        b.legs(&[-0.7, -0.2, 0.3, 0.6], 0.5, 0.15);
        b.curve(
            &[
                (-1.15, 0.2),
                (-1.0, -0.5),
                (-0.45, -0.92),
                (0.15, -0.72),
                (0.42, -0.1),
                (0.25, 0.5),
                (-0.4, 0.72),
                (-0.95, 0.6),
            ],
            Tone::Body,
        );
        b.curve(&[(0.25, -0.25), (0.7, -0.4), (1.08, -0.12), (1.08, 0.3), (0.7, 0.52), (0.28, 0.35)], Tone::Shade);
        b.inner();
        for (x, y, r) in [
            (-0.7, -0.22, 0.22),
            (-0.25, -0.5, 0.2),
            (-0.28, -0.02, 0.24),
            (-0.72, 0.26, 0.2),
            (0.05, -0.26, 0.16),
            (-0.25, 0.42, 0.18),
        ] {
            b.disc(x, y, r, r, Tone::Bone);
            b.disc(x + r * 0.15, y + r * 0.1, r * 0.5, r * 0.5, Tone::Light);
        }
        b.path(&[(0.95, 0.2), (1.18, 0.36), (1.02, 0.56)], 0.1, Tone::Ink);
        b.eye(0.84, -0.06, 0.13);
        b.eye(1.02, 0.0, 0.08);
    })
}

fn puffball() -> Silhouette {
    build(|b| {
        b.seats((-0.45, -0.62), (0.05, 0.4));
        b.line((-0.32, 0.6), (-0.38, 0.88), 0.22, Tone::Shade);
        b.line((0.3, 0.6), (0.36, 0.88), 0.22, Tone::Shade);
        b.curve(&[(-0.14, -0.86), (-0.1, -1.08), (0.12, -1.08), (0.16, -0.86)], Tone::Shade);
        b.disc(0.0, -0.05, 0.88, 0.85, Tone::Body);
        b.inner().curve(&[(-0.66, -0.1), (-0.5, -0.5), (-0.1, -0.72), (0.1, -0.6), (-0.3, -0.3)], Tone::Light);
        for (x, y) in [(-0.5, 0.3), (-0.2, 0.52), (0.55, -0.4), (0.2, -0.62), (0.62, 0.35)] {
            b.disc(x, y, 0.09, 0.08, Tone::Shade);
        }
        b.path(&[(0.2, 0.28), (0.36, 0.36), (0.52, 0.26)], 0.06, Tone::Ink);
        b.eye(0.18, 0.0, 0.13);
        b.eye(0.52, 0.0, 0.13);
    })
}

fn grub() -> Silhouette {
    build(|b| {
        b.seats((-0.2, -0.1), (0.0, 0.3));
        b.disc(-0.78, 0.5, 0.32, 0.34, Tone::Shade);
        b.disc(-0.42, 0.28, 0.4, 0.44, Tone::Body);
        b.disc(0.05, 0.2, 0.46, 0.52, Tone::Body);
        b.disc(0.55, 0.38, 0.44, 0.46, Tone::Shade);
        b.inner();
        for (x, y) in [(-0.48, 0.08), (0.0, -0.06)] {
            b.disc(x, y, 0.18, 0.12, Tone::Light);
        }
        b.path(&[(0.9, 0.5), (1.08, 0.58), (0.96, 0.74)], 0.1, Tone::Ink);
        b.eye(0.66, 0.28, 0.15);
    })
}

fn sporeling() -> Silhouette {
    build(|b| {
        b.seats((-0.4, -0.65), (0.05, 0.48));
        b.line((-0.2, 0.55), (-0.28, 0.88), 0.22, Tone::Shade);
        b.line((0.2, 0.55), (0.28, 0.88), 0.22, Tone::Shade);
        b.curve(
            &[(-0.42, 0.65), (-0.46, 0.0), (-0.3, -0.2), (0.3, -0.2), (0.46, 0.0), (0.42, 0.65), (0.0, 0.75)],
            Tone::Light,
        );
        b.curve(
            &[(-0.85, -0.08), (-0.7, -0.62), (-0.1, -0.98), (0.55, -0.72), (0.85, -0.08), (0.3, -0.2), (-0.3, -0.2)],
            Tone::Body,
        );
        b.inner().disc(-0.3, -0.5, 0.15, 0.13, Tone::Glow);
        b.disc(0.3, -0.56, 0.12, 0.1, Tone::Glow);
        b.eye(-0.02, 0.16, 0.15);
        b.eye(0.3, 0.16, 0.15);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a fan around the middle covers an outline without folding over.
    fn is_seen_from_its_middle(points: &[Vec2]) -> bool {
        let middle = points.iter().fold(Vec2::ZERO, |sum, p| sum + *p) * (1.0 / points.len() as f32);
        let turn = |a: Vec2, b: Vec2| (a - middle).x * (b - middle).y - (a - middle).y * (b - middle).x;
        let turns: Vec<f32> = (0..points.len()).map(|i| turn(points[i], points[(i + 1) % points.len()])).collect();
        turns.iter().all(|t| *t > -4e-3) || turns.iter().all(|t| *t < 4e-3)
    }

    #[test]
    fn every_filled_part_is_seen_from_its_middle() {
        let mut hidden = Vec::new();
        for (name, shape) in SHAPES.iter().chain(CUES.iter().map(|(name, cue)| (name, &cue.shape))) {
            for (place, part) in shape.parts.iter().enumerate() {
                if let Form::Filled(points) = &part.form
                    && !is_seen_from_its_middle(points)
                {
                    hidden.push(format!("{name} {place}"));
                }
            }
        }
        assert_eq!(hidden, [""; 0], "drawn as a fan around the middle, these would fold over");
    }

    #[test]
    fn every_shape_keeps_within_its_room_and_stands_on_the_ground() {
        for (name, shape) in SHAPES.iter() {
            let points = shape.parts.iter().flat_map(|part| match &part.form {
                Form::Filled(points) | Form::Stroked(points, _) => points.clone(),
                Form::Eye(at, _) => vec![*at],
            });
            let points: Vec<Vec2> = points.collect();
            assert!(points.iter().all(|p| p.x.abs() <= 1.35 && p.y.abs() <= 1.3), "{name}");
            let lowest = points.iter().map(|p| p.y).fold(f32::MIN, f32::max);
            assert!((0.75..=1.0).contains(&lowest), "{name} stands at {lowest}");
        }
    }
}
