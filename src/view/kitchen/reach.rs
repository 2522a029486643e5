//! Reach: the tiles that a hand tries, in their order, how far it reaches, and what a press would be at.

use player::canvas::{Canvas, Layer, Style, text_width};
use player::colour::{Colour, palette};
use player::geometry::{Rect, Vec2, vec2};
use player::layout::on_field;
use player::view::{Look, Scene};

use super::sight::{Pose, Sight};
use super::{cooks, middle, tile};
use crate::kitchen::constants::REACH_MAX;
use crate::kitchen::grain::{Cell, TILE};
use crate::kitchen::ladder::{self, Verb};
use crate::kitchen::reach::{candidates, is_in_reach, target_among};
use crate::kitchen::station::Station;
use crate::kitchen::ticket::Ticket;
use crate::kitchen::{Cast, Kitchen};

/// The tiles that a hand tries.
pub(super) const WALK: Colour = Colour::hex(0x008F_D6E8);
/// What a press would be at.
pub(super) const AIM: Colour = palette::AMBER;

/// Draw the reach of those it is shown of: the selected, or with the overlay everyone.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene<'_, Kitchen>, look: &Look<'_>, sight: &Sight<'_>) {
    for pose in sight.back_to_front() {
        let is_chosen = look.selected.contains(&pose.seat) || look.driven == Some(pose.seat);
        if look.overlays.shows(0) || is_chosen {
            draw_reach(canvas, scene, look, sight, pose, is_chosen);
        }
    }
}

fn draw_reach(
    canvas: &mut Canvas,
    scene: &Scene<'_, Kitchen>,
    look: &Look<'_>,
    sight: &Sight<'_>,
    pose: &Pose<'_>,
    is_chosen: bool,
) {
    let scale = look.lens.scale;
    let tint = cooks::tint_of(sight, pose.seat);
    canvas.layer(Layer::Under);
    let far = REACH_MAX as f32 / TILE as f32 * scale;
    if look.overlays.shows(0) {
        canvas.ring(look.lens.screen_from_field(pose.at), far, (scale * 0.03).max(1.0), tint.lighter(0.3).faded(0.75));
        for (place, cell) in candidates(pose.cook.at, pose.cook.facing).into_iter().enumerate() {
            let rect = look.lens.screen_rect(tile(cell)).inset(scale * 0.05);
            let strength = if is_in_reach(pose.cook.at, cell) { 0.9 } else { 0.3 };
            canvas.frame(rect, scale * 0.08, (scale * 0.035).max(1.0), WALK.faded(strength));
            let style = Style::new((scale * 0.2).max(8.0), WALK.faded(strength)).bold().centred().edged(palette::NIGHT);
            canvas.text(rect.at(0.13, 0.16), style, &(place + 1).to_string());
        }
    }
    let stations: Vec<Station> = sight.stations.iter().map(|(now, _)| **now).collect();
    let target = target_among(|cell| station_on(sight.cast, cell), &stations, pose.cook);
    let aimed = target.station().and_then(|place| sight.cast.stations.get(place));
    if let Some(aimed) = aimed {
        let rect = look.lens.screen_rect(tile(aimed.cell)).inset(scale * 0.02);
        canvas.layer(Layer::Over);
        canvas.frame(rect, scale * 0.1, (scale * 0.06).max(2.0), AIM);
    }
    if !is_chosen {
        return;
    }
    // What a press would do; only rules can tell, and a recording may have none.
    let fits = |rules: &&std::sync::Arc<Kitchen>| rules.level.spots.len() == stations.len();
    let Some(rules) = scene.recording.rules().filter(fits) else { return };
    let tickets: Vec<Ticket> = sight.tickets.iter().map(|ticket| **ticket).collect();
    let kitchen = ladder::Scene {
        tick: sight.tick,
        pantry: &rules.pantry,
        level: &rules.level,
        stations: &stations,
        tickets: &tickets,
    };
    let told = kitchen.judge(pose.cook, pose.seat, target);
    if let (Ok(verb), Some(aimed)) = (told, aimed) {
        let head = look.lens.screen_from_field(middle(aimed.cell) - vec2(0.0, 0.68));
        draw_words(canvas, look, head, words(verb), scale);
    }
}

/// The station on a tile, by its index.
fn station_on(cast: &Cast, cell: Cell) -> Option<usize> {
    cast.stations.iter().position(|look| look.cell == cell)
}

/// What a press would do, in a word.
pub(super) fn words(verb: Verb) -> &'static str {
    match verb {
        Verb::PickItem | Verb::PickFromStation => "take",
        Verb::Release | Verb::PlaceOnStation => "put down",
        Verb::PlateDish => "put on",
        Verb::StartWork | Verb::HoldWork => "hold to work",
        Verb::Serve => "serve",
        Verb::Wash => "hold to wash",
        Verb::Trash => "hold to throw away",
    }
}

fn draw_words(canvas: &mut Canvas, look: &Look<'_>, at: Vec2, words: &str, scale: f32) {
    let style = Style::new(on_field(canvas.size(), scale * 0.26, 10.0, 22.0), palette::NIGHT).bold().centred();
    let (w, h) = (text_width(words, style) + style.size, style.size * 1.5);
    let view = look.lens.view;
    let at =
        vec2(at.x.clamp(view.x + w * 0.5, (view.right() - w * 0.5).max(view.x + w * 0.5)), at.y.max(view.y + h * 0.5));
    let pill = Rect::around(at, w, h);
    canvas.layer(Layer::Figures);
    canvas.rounded(pill.inset(-1.5), h * 0.5 + 1.5, palette::NIGHT.faded(0.8));
    canvas.rounded(pill, h * 0.5, AIM);
    canvas.text(pill.centre(), style, words);
}
