//! Swatches: the few colours that stand for all colours of a film.

/// Colours at most; the last number of a byte is left for "as before".
pub const SWATCHES_MAX: usize = 255;
/// Bits of a channel that colours are gathered by; finer than the eye tells apart in motion.
const BITS: u32 = 6;
const SHADES: usize = 1 << BITS;
/// Rounds in which each swatch moves to the middle of the colours it stands for.
const ROUNDS: usize = 2;
/// No swatch found yet.
const UNKNOWN: u16 = u16::MAX;

/// Colours of pictures, gathered.
pub struct Census {
    bins: Vec<Bin>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Bin {
    count: u64,
    sums: [u64; 3],
}

impl std::fmt::Debug for Census {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Census").field("colours", &self.bins.iter().filter(|bin| bin.count > 0).count()).finish()
    }
}

impl Default for Census {
    fn default() -> Self {
        Self::new()
    }
}

impl Census {
    /// Make a census of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self { bins: vec![Bin::default(); SHADES * SHADES * SHADES] }
    }

    /// Gather a picture, `0xBBGGRR` a pixel.
    pub fn gather(&mut self, pixels: &[u32]) {
        for pixel in pixels {
            let rgb = channels(*pixel);
            let bin = &mut self.bins[key(rgb)];
            bin.count += 1;
            (0..3).for_each(|c| bin.sums[c] += u64::from(rgb[c]));
        }
    }

    /// Choose swatches for all that was gathered.
    #[must_use]
    pub fn choose(&self) -> Swatches {
        let mut colours: Vec<Colour> = self.bins.iter().filter(|bin| bin.count > 0).map(Colour::of).collect();
        let mut boxes = vec![Pile::of(&colours, 0..colours.len())];
        while boxes.len() < SWATCHES_MAX {
            let worst = (0..boxes.len()).max_by(|a, b| boxes[*a].spread.total_cmp(&boxes[*b].spread));
            let Some(worst) = worst.filter(|place| boxes[*place].spread > 0.0) else { break };
            let pile = boxes.swap_remove(worst);
            let half = pile.split(&mut colours);
            boxes.push(Pile::of(&colours, pile.range.start..half));
            boxes.push(Pile::of(&colours, half..pile.range.end));
        }
        let mut swatches: Vec<[f32; 3]> = boxes.iter().map(|pile| pile.middle).collect();
        (0..ROUNDS).for_each(|_| settle(&mut swatches, &colours));
        Swatches::new(swatches.iter().map(|middle| middle.map(|channel| (channel + 0.5) as u8)).collect())
    }
}

fn channels(pixel: u32) -> [u8; 3] {
    let [r, g, b, _] = pixel.to_le_bytes();
    [r, g, b]
}

fn key(rgb: [u8; 3]) -> usize {
    rgb.iter().fold(0, |key, channel| key << BITS | usize::from(*channel) >> (8 - BITS))
}

/// The colours of a bin as one, weighted so that what is small and bright is not drowned by the ground.
#[derive(Debug, Clone, Copy)]
struct Colour {
    rgb: [f32; 3],
    weight: f32,
}

impl Colour {
    fn of(bin: &Bin) -> Self {
        let count = bin.count as f32;
        Self { rgb: bin.sums.map(|sum| sum as f32 / count), weight: count.sqrt() }
    }
}

/// A part of the colours: a range of the list.
struct Pile {
    range: std::ops::Range<usize>,
    middle: [f32; 3],
    /// Weighted squares of the distances from the middle, along the widest channel.
    spread: f32,
    widest: usize,
}

impl Pile {
    fn of(colours: &[Colour], range: std::ops::Range<usize>) -> Self {
        let own = &colours[range.clone()];
        let weight: f32 = own.iter().map(|colour| colour.weight).sum();
        let mean = |c: usize| own.iter().map(|colour| colour.rgb[c] * colour.weight).sum::<f32>() / weight.max(1e-6);
        let middle = [mean(0), mean(1), mean(2)];
        let spread = |c: usize| -> f32 {
            own.iter().map(|colour| (colour.rgb[c] - middle[c]) * (colour.rgb[c] - middle[c]) * colour.weight).sum()
        };
        let spreads = [spread(0), spread(1), spread(2)];
        let widest = (0..3).fold(0, |best, c| if spreads[c] > spreads[best] { c } else { best });
        let spread = if own.len() > 1 { spreads[widest] } else { 0.0 };
        Self { range, middle, spread, widest }
    }

    /// Order the colours of the pile so that those below its middle come first; gives where the others begin.
    fn split(&self, colours: &mut [Colour]) -> usize {
        let own = &mut colours[self.range.clone()];
        let channel = |colour: &Colour| colour.rgb[self.widest];
        own.sort_by(|a, b| channel(a).total_cmp(&channel(b)));
        let half = own.partition_point(|colour| channel(colour) < self.middle[self.widest]);
        self.range.start + half.clamp(1, own.len() - 1)
    }
}

/// Move each swatch to the middle of the colours nearest to it.
fn settle(swatches: &mut [[f32; 3]], colours: &[Colour]) {
    let mut sums = vec![([0.0_f32; 3], 0.0_f32); swatches.len()];
    for colour in colours {
        let (sum, weight) = &mut sums[nearest(swatches, colour.rgb)];
        (0..3).for_each(|c| sum[c] += colour.rgb[c] * colour.weight);
        *weight += colour.weight;
    }
    for (swatch, (sum, weight)) in swatches.iter_mut().zip(sums) {
        if weight > 0.0 {
            *swatch = sum.map(|channel| channel / weight);
        }
    }
}

/// The place of the nearest colour; of equals, the first.
fn nearest(swatches: &[[f32; 3]], rgb: [f32; 3]) -> usize {
    let mut best = (f32::MAX, 0);
    for (place, swatch) in swatches.iter().enumerate() {
        let [r, g, b] = [0, 1, 2].map(|c| swatch[c] - rgb[c]);
        // Green counts most to the eye, blue least.
        let distance = r * r * 3.0 + g * g * 5.0 + b * b * 2.0;
        if distance < best.0 {
            best = (distance, place);
        }
    }
    best.1
}

/// The chosen colours, and which of them stands for which colour.
#[derive(Debug, Clone)]
pub struct Swatches {
    colours: Vec<[u8; 3]>,
    exact: Vec<[f32; 3]>,
    /// Found as they are asked for.
    known: Vec<u16>,
}

impl Swatches {
    fn new(colours: Vec<[u8; 3]>) -> Self {
        let exact = colours.iter().map(|rgb| rgb.map(f32::from)).collect();
        Self { colours, exact, known: vec![UNKNOWN; SHADES * SHADES * SHADES] }
    }

    /// The colours, red, green and blue.
    #[must_use]
    pub fn colours(&self) -> &[[u8; 3]] {
        &self.colours
    }

    /// The number of the swatch that stands for a colour.
    pub fn of(&mut self, rgb: [u8; 3]) -> u8 {
        let key = key(rgb);
        if self.known[key] == UNKNOWN {
            // The middle of all colours that share the place, so that it does not matter which one asks first.
            let middle = rgb.map(|channel| f32::from(channel >> (8 - BITS) << (8 - BITS)) + 1.5);
            self.known[key] = nearest(&self.exact, middle) as u16;
        }
        self.known[key] as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let pixels = [0x0000_00FF, 0x0000_FF00, 0x00FF_0000, 0x0080_8080, 0x0000_00FF];
        let mut census = Census::new();
        census.gather(&pixels);
        let mut swatches = census.choose();
        assert_eq!(swatches.colours().len(), 4);
        for pixel in pixels {
            let number = swatches.of(channels(pixel));
            assert_eq!(swatches.colours()[usize::from(number)], channels(pixel));
        }
    }

    #[test]
    fn many_colours_come_out_close() {
        let pixels: Vec<u32> = (0..40_000_u32).map(|i| i.wrapping_mul(2_654_435_761) >> 8 & 0x003F_7F3F).collect();
        let mut census = Census::new();
        census.gather(&pixels);
        let mut swatches = census.choose();
        assert_eq!(swatches.colours().len(), SWATCHES_MAX);
        let off = |pixel: u32| -> u32 {
            let (want, number) = (channels(pixel), swatches.of(channels(pixel)));
            let got = swatches.colours()[usize::from(number)];
            (0..3).map(|c| u32::from(want[c].abs_diff(got[c]))).sum()
        };
        let total: u32 = pixels.iter().copied().map(off).sum();
        assert!(total / 40_000 < 18, "{}", total / 40_000);
    }
}
