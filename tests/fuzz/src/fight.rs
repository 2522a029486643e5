//! Recordings: opened, shown tick by tick, summed up, and saved again.

use foregone::golden::Golden;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::tally::Tally;
use foregone::kernel::turns::Turns;
use foregone::registry::{self, Job};
use foregone::summary::Summary;
use recorder::Recording;
use recorder::file;

use crate::loose::seal;

/// Ticks of a recording that are looked at.
const TICKS_MAX: u32 = 64;

/// A `.fight` file. The first byte says whether the rest is one as it lies on a disk, or one without checksums and
/// compression, which are then put on: few changes get past them by chance.
pub fn fight(bytes: &[u8]) {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let sealed = if kind % 2 == 0 { rest.to_vec() } else { seal(rest) };
    match file::peek(&sealed) {
        Ok(head) => drop(registry::dispatch(&head.ruleset.clone(), Watch { bytes: &sealed, ruleset: &head.ruleset })),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

struct Watch<'a> {
    bytes: &'a [u8],
    ruleset: &'a str,
}

impl Job for Watch<'_> {
    type Output = ();

    fn run<G: Ruleset>(self) {
        match file::open::<G>(self.bytes, self.ruleset, None) {
            Ok(opened) => watch(&opened.recording),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Look at everything that a person can.
fn watch<G: Ruleset>(recording: &Recording<G>) {
    let (cast, first) = (recording.cast(), recording.first_tick());
    let last = recording.last_tick().min(first.saturating_add(TICKS_MAX));
    for tick in first..=last {
        let Ok(frame) = recording.seek(tick) else { continue };
        for (place, row) in frame.rows().enumerate() {
            drop((G::body(cast, place, row), G::strength(cast, place, row)));
        }
        drop(frame.outcome().map(|outcome| G::verdict(cast, outcome)));
    }
    let events = recording.events(recording.first_event()..recording.event_count());
    for event in events.chain(recording.late_refusals()) {
        drop((G::tell(cast, event), G::fact(event)));
    }
    drop(Summary::at(recording, last));
    if let Ok(tally) = Tally::of(recording, last) {
        let turns = Turns::of(&tally, recording.tick_hz());
        turns.told.iter().for_each(|turn| drop(turn.words("ally", G::POINTS, recording.tick_hz())));
    }
    drop(Golden::of("hostile", recording).map(|golden| golden.to_text()));
    if let Ok(saved) = recording.clip(first..=last) {
        let again = file::open::<G>(&saved, recording.ruleset(), None).expect("what was saved opens");
        assert_eq!(again.recording.digest(last), recording.digest(last));
    }
}
