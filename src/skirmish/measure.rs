//! Measures in words: what the rules count in ticks, millitiles and thousandths, as people say it. Never rounded.

use crate::kernel::space::TILE_MILLITILES;
use crate::skirmish::rules::TICK_HZ;

/// Write a time: `3.5 s`.
#[must_use]
pub fn seconds(ticks: i32) -> String {
    format!("{} s", decimal(ticks, TICK_HZ.cast_signed()))
}

/// Write a length: `1.7 tiles`.
#[must_use]
pub fn tiles(millitiles: i32) -> String {
    let unit = if millitiles == TILE_MILLITILES { "tile" } else { "tiles" };
    format!("{} {unit}", decimal(millitiles, TILE_MILLITILES))
}

/// Write a pace that is given in millitiles a tick: `1.1 tiles/s`.
#[must_use]
pub fn tiles_per_second(millitiles_per_tick: i32) -> String {
    format!("{} tiles/s", decimal(millitiles_per_tick * TICK_HZ.cast_signed(), TILE_MILLITILES))
}

/// Write a part in per cent: `40 %`.
#[must_use]
pub fn percent(percent: i32) -> String {
    format!("{percent} %")
}

/// Write a chance that is given in thousandths: `11 %`.
#[must_use]
pub fn chance(per_mille: i32) -> String {
    format!("{} %", decimal(per_mille, 10))
}

/// Write a number without a unit.
#[must_use]
pub fn plain(number: i32) -> String {
    decimal(number, 1)
}

/// Write a fraction of ten, a hundred or a thousand without the zeros that say nothing: `−0.25`.
fn decimal(number: i32, of: i32) -> String {
    let (whole, part) = (number.abs() / of, number.abs() % of);
    let digits = of.ilog10() as usize;
    let sign = if number < 0 { "−" } else { "" };
    let text = format!("{sign}{whole}.{part:0digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_lose_nothing_and_say_no_empty_zeros() {
        assert_eq!([seconds(35), seconds(30), seconds(4), seconds(100)], ["3.5 s", "3 s", "0.4 s", "10 s"]);
        assert_eq!(
            [tiles(1700), tiles(250), tiles(1000), tiles(-50)],
            ["1.7 tiles", "0.25 tiles", "1 tile", "−0.05 tiles"]
        );
        assert_eq!([tiles_per_second(110), tiles_per_second(450)], ["1.1 tiles/s", "4.5 tiles/s"]);
        assert_eq!([chance(110), chance(5), chance(1000)], ["11 %", "0.5 %", "100 %"]);
    }
}
