//! Random scenes for the property tests: ponds, settings that put every border somewhere, orders early, late and wrong.

use proptest::prelude::*;
use recorder::{Orders, Settings, Stamped};

use crate::toy::{Ask, Pond};

/// Few cases, each of them rich: the whole binary stays under half a minute. `PROPTEST_CASES` asks for more.
#[expect(clippy::disallowed_methods, reason = "how many cases to try is no part of any fight")]
pub fn cases(usual: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(usual), failure_persistence: None, ..ProptestConfig::default() }
}

prop_compose! {
    /// Caps lie around block borders as often as elsewhere.
    pub fn ponds()(
        seed: u64,
        skimmers in 0_u32..9,
        cap_ticks in prop_oneof![1_u32..300, prop::sample::select(vec![1, 15, 16, 31, 32, 63, 64, 65, 127, 128, 129, 256])],
        brittle: bool,
        shy: bool,
    ) -> Pond {
        Pond { seed, skimmers, cap_ticks, brittle, shy, ..Pond::default() }
    }
}

/// Memory budgets: nothing at all, next to nothing, too little for most fights, plenty.
pub fn budgets() -> impl Strategy<Value = usize> {
    prop::sample::select(vec![0, 1 << 10, 20 << 10, 60 << 10, 512 << 20])
}

prop_compose! {
    pub fn settings()(
        block_ticks in prop::sample::select(vec![1_u32, 2, 8, 16, 64]),
        denser in 0_u32..4,
        budget_bytes in budgets(),
    ) -> Settings {
        Settings { block_ticks, checkpoint_ticks: (block_ticks >> denser).max(1), budget_bytes }
    }
}

pub fn asks() -> impl Strategy<Value = Ask> {
    prop_oneof![
        (0_u32..12).prop_map(Ask::Startle),
        (0_u32..12).prop_map(Ask::Hush),
        Just(Ask::Hatch),
        prop::collection::vec(any::<u8>(), 0..40).prop_map(Ask::Sing),
    ]
}

/// Orders in any order, several a tick, some behind the end.
pub fn orders() -> impl Strategy<Value = Orders<Ask>> {
    let stamped = (0_u32..320, 0_u32..3, asks());
    let stamped = stamped.prop_map(|(tick, sequence, order)| Stamped { tick, sequence, order });
    prop::collection::vec(stamped, 0..8).prop_map(Orders::new)
}

/// A tick anywhere in `0..=last`, block borders and ends as likely as all the rest together.
pub fn tick_in(last: u32, pick: u32) -> u32 {
    let span = u64::from(last) + 1;
    let scaled = ((u64::from(pick >> 3) * span) >> 29) as u32;
    match pick & 7 {
        0 => 0,
        1 => last,
        2 => last.saturating_sub(1),
        3 => (scaled & !15).saturating_sub(1),
        4 => scaled & !15,
        _ => scaled,
    }
}
