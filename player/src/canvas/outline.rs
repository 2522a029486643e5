//! Outlines: the points of curves, as views draw them.

use crate::geometry::{Vec2, vec2};

/// Sample a smooth closed curve through control points (Catmull–Rom), `steps` points a control point.
pub fn smooth_closed(through: &[Vec2], steps: u32, into: &mut Vec<Vec2>) {
    let n = through.len();
    for i in 0..n {
        let [a, b, c, d] = [(i + n - 1) % n, i, (i + 1) % n, (i + 2) % n].map(|i| through[i]);
        for step in 0..steps {
            into.push(catmull_rom(a, b, c, d, step as f32 / steps as f32));
        }
    }
}

fn catmull_rom(a: Vec2, b: Vec2, c: Vec2, d: Vec2, t: f32) -> Vec2 {
    let (t2, t3) = (t * t, t * t * t);
    (b * 2.0 + (c - a) * t + (a * 2.0 - b * 5.0 + c * 4.0 - d) * t2 + (b * 3.0 - a - c * 3.0 + d) * t3) * 0.5
}

/// Sample a part of an ellipse; angles in turns, both ends included.
pub fn arc(centre: Vec2, radius: Vec2, from: f32, to: f32, points: u32, into: &mut Vec<Vec2>) {
    let last = points.max(2) - 1;
    let (mut d, step) = (Vec2::at_turn(from), Vec2::at_turn((to - from) / last as f32));
    for _ in 0..=last {
        into.push(centre + vec2(d.x * radius.x, d.y * radius.y));
        d = d.turned_by(step);
    }
}

/// Sample a whole ellipse, the first point not repeated.
pub fn ellipse(centre: Vec2, radius: Vec2, points: u32, into: &mut Vec<Vec2>) {
    let (mut d, step) = (vec2(1.0, 0.0), Vec2::at_turn(1.0 / points as f32));
    for _ in 0..points {
        into.push(centre + vec2(d.x * radius.x, d.y * radius.y));
        d = d.turned_by(step);
    }
}

/// Points that a circle of this many pixels needs to look round: the chord's sag stays below an eighth of a pixel.
pub fn round_points(radius_pixels: f32) -> u32 {
    let points = (radius_pixels.max(0.5).sqrt() * 6.4) as u32;
    points.clamp(8, 160).next_multiple_of(4)
}

/// Sample a curve from `a` to `b` that is pulled toward `pull` (quadratic Bézier), both ends included.
pub fn bow(a: Vec2, pull: Vec2, b: Vec2, points: u32, into: &mut Vec<Vec2>) {
    let last = points.max(2) - 1;
    for i in 0..=last {
        let t = i as f32 / last as f32;
        into.push(a.toward(pull, t).toward(pull.toward(b, t), t));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smooth_curve_goes_through_its_points() {
        let through = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0), vec2(0.0, 4.0)];
        let mut points = Vec::new();
        smooth_closed(&through, 5, &mut points);
        assert_eq!(points.len(), 20);
        assert!(through.iter().all(|p| points.iter().any(|q| (*q - *p).length() < 1e-5)));
    }

    #[test]
    fn round_things_look_round() {
        for radius in [1.0_f32, 5.0, 20.0, 80.0, 300.0] {
            let half_chord = std::f32::consts::PI / round_points(radius) as f32;
            assert!(radius * (1.0 - half_chord.cos()) < 0.126, "radius {radius}");
        }
    }
}
