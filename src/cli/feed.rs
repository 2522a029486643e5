//! The journal as lines of text.

use foregone::kernel::ruleset::{Body, Line, Ruleset};
use recorder::Recording;
use serde::Serialize;

/// One line of the journal, as `--json` prints it.
#[derive(Debug, Serialize)]
pub(crate) struct Entry {
    /// The tick whose frame first shows it.
    pub tick: u32,
    pub kind: &'static str,
    pub text: String,
    /// Ids of the units it speaks of.
    pub actors: Vec<u32>,
}

/// Tell the events before number `until`.
pub(crate) fn entries<G: Ruleset>(recording: &Recording<G>, until: u32, bodies: &[Body]) -> Vec<Entry> {
    let lines = recording.events(0..until).filter_map(|event| G::tell(recording.cast(), event));
    lines.map(|line| entry(line, bodies)).collect()
}

/// Tell the refusals of orders that came after the end.
pub(crate) fn late_entries<G: Ruleset>(recording: &Recording<G>, bodies: &[Body]) -> Vec<Entry> {
    let lines = recording.late_refusals().iter().filter_map(|event| G::tell(recording.cast(), event));
    lines.map(|line| entry(line, bodies)).collect()
}

/// Tell every refusal of an order, those after the end last.
pub(crate) fn refusals<G: Ruleset>(recording: &Recording<G>, bodies: &[Body]) -> Vec<Entry> {
    let mut refused = entries(recording, recording.event_count(), bodies);
    refused.retain(|entry| entry.kind == "refused");
    refused.extend(late_entries(recording, bodies));
    refused
}

fn entry(line: Line, bodies: &[Body]) -> Entry {
    let actors = line.actors.iter().filter_map(|place| bodies.get(*place)).map(|body| body.id).collect();
    Entry { tick: line.tick, kind: line.kind, text: line.text, actors }
}
