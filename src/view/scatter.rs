//! Scattering: what looks strewn at random and is the same in every picture.

/// A number in 0..1 that is always the same for the same two: scatters things without dice.
pub(super) fn scattered(number: u32, salt: u32) -> f32 {
    let mut x = number.wrapping_mul(0x9E37_79B9) ^ salt.wrapping_mul(0x85EB_CA6B);
    x = (x ^ (x >> 16)).wrapping_mul(0x7FEB_352D);
    x = (x ^ (x >> 15)).wrapping_mul(0x846C_A68B);
    ((x ^ (x >> 16)) >> 8) as f32 / (1 << 24) as f32
}
