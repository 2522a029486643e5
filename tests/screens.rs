//! Every screen at every size, without a window: something is written, nothing that is written is cut off or runs into
//! something else, and nothing of a panel lies outside the window. The tours are those that the window is taken through.

use player::canvas::{Canvas, Layer, Shape, text_rect};
use player::geometry::{Rect, vec2};
use player::house::House;
use player::script::{Deed, Script};

use crate::stage::{self, BATTLE_TOUR, KITCHEN_TOUR, SIZES, TOUR};

/// A text on a panel: where it is, what of it can be seen, and on what layer.
struct Written {
    text: String,
    rect: Rect,
    clip: Rect,
    layer: Layer,
}

/// The texts of panels. What is written on the field moves with it, and may run into each other and over its edge.
fn written(canvas: &Canvas) -> Vec<Written> {
    let window = Rect::new(0.0, 0.0, canvas.size().x, canvas.size().y);
    let is_veil = |shape: &Shape| matches!(shape, Shape::Box { rect, .. } if rect.shared_with(window) == window);
    // What lies under a veil over the whole window counts as covered.
    let veil = canvas.items().iter().rposition(|item| item.layer == Layer::Overlay && is_veil(&item.shape));
    let least = if veil.is_some() { Layer::Overlay } else { Layer::Panel };
    let seen = canvas.items().iter().skip(veil.unwrap_or(0));
    seen.filter(|item| item.layer >= least)
        .filter_map(|item| {
            let Shape::Text { at, style, letters } = &item.shape else { return None };
            let text = canvas.letters(letters).to_owned();
            let whole = text_rect(*at, *style, &text);
            // Letters do not fill the whole height of their line.
            let rect = Rect::around(whole.centre(), whole.w, whole.h * 0.62);
            Some(Written { text, rect, clip: canvas.clip_rect(item.clip), layer: item.layer.min(Layer::Overlay) })
        })
        .filter(|written| written.rect.overlaps(written.clip))
        .collect()
}

/// What is wrong with a picture.
fn faults(canvas: &Canvas) -> Vec<String> {
    let mut faults = Vec::new();
    let texts = written(canvas);
    let window = Rect::new(0.0, 0.0, canvas.size().x, canvas.size().y);
    for (place, Written { text, rect, clip, layer }) in texts.iter().enumerate() {
        let seen = rect.shared_with(*clip).shared_with(window);
        // Lists are scrolled up and down, and cut there; nothing is cut at the sides, or by the window.
        if seen.w < rect.w - 0.6 {
            faults.push(format!("`{text}` is cut at a side: {rect:?} in {clip:?}"));
        }
        if rect.shared_with(window).h < rect.h - 0.6 && *clip == window {
            faults.push(format!("`{text}` runs out of the window: {rect:?}"));
        }
        for other in texts[place + 1..].iter().filter(|other| is_beside(*layer, other.layer)) {
            let shared = seen.shared_with(other.rect.shared_with(other.clip));
            if shared.w > 0.6 && shared.h > 0.6 {
                faults.push(format!("`{text}` runs into `{}`: {rect:?}, {:?}", other.text, other.rect));
            }
        }
    }
    faults
}

/// Whether what is on two layers lies beside each other; what lies over all covers the rest.
fn is_beside(a: Layer, b: Layer) -> bool {
    (a == Layer::Overlay) == (b == Layer::Overlay)
}

#[test]
fn every_look_of_the_tour_is_neat_at_every_size() {
    let found = faults_of_tour(TOUR, &|| stage::house_with("skirmish/demo"));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_look_at_a_battle_of_three_armies_is_neat_at_every_size() {
    let found = faults_of_tour(BATTLE_TOUR, &stage::house_with_battle);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_look_at_an_evening_in_a_kitchen_is_neat_at_every_size() {
    let found = faults_of_tour(KITCHEN_TOUR, &|| stage::house_with_round("kitchen/level3"));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What is wrong with the looks of a tour, at every size.
fn faults_of_tour(tour: &str, open: &dyn Fn() -> House) -> Vec<String> {
    let script = Script::read(tour).expect("the tour is a script");
    let mut found = Vec::new();
    for (width, height) in SIZES {
        let (size, mut house) = (vec2(width as f32, height as f32), open());
        let mut canvas = Canvas::new(size);
        for frame in 0..=script.last_frame().expect("the tour has an end") {
            house.set_size(size, 1.0);
            script.play(frame, &mut house);
            for deed in script.at(frame) {
                let Deed::Shot(name) = deed else { continue };
                house.draw(&mut canvas);
                let faults = faults(&canvas).into_iter();
                let blank = written(&canvas).is_empty().then(|| "nothing is written".to_owned());
                found.extend(faults.chain(blank).map(|fault| format!("{name} at {width}×{height}: {fault}")));
            }
        }
    }
    found
}

#[test]
fn what_is_not_neat_is_found() {
    use player::canvas::Style;
    use player::colour::palette;
    let mut canvas = Canvas::new(vec2(200.0, 100.0));
    canvas.layer(Layer::Panel);
    let style = Style::new(12.0, palette::BONE);
    canvas.text(vec2(10.0, 20.0), style, "one line");
    canvas.text(vec2(40.0, 24.0), style, "another");
    canvas.text(vec2(170.0, 60.0), style, "over the edge");
    canvas.clipped(Rect::new(0.0, 70.0, 30.0, 30.0), |canvas| _ = canvas.text(vec2(10.0, 80.0), style, "clipped"));
    let faults = faults(&canvas);
    assert_eq!(faults.len(), 3, "{faults:?}");
    for (fault, says) in faults.iter().zip(["runs into", "over the edge", "clipped"]) {
        assert!(fault.contains(says), "{fault}");
    }
}
