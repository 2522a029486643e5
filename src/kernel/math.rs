//! Floats beyond + − × ÷ √: each through `libm`, whose code is its own and so gives the same bits on every machine.
//!
//! Rules use these where they draw up a battle or aim once in a while, and keep angles out of what they do to every man
//! at every tick: a facing is a vector of length 1.

/// Sine of an angle in radians.
#[must_use]
#[inline]
pub fn sin(radians: f32) -> f32 {
    libm::sinf(radians)
}

/// Cosine of an angle in radians.
#[must_use]
#[inline]
pub fn cos(radians: f32) -> f32 {
    libm::cosf(radians)
}

/// Tangent of an angle in radians.
#[must_use]
#[inline]
pub fn tan(radians: f32) -> f32 {
    libm::tanf(radians)
}

/// The angle of a vector from the first axis to the second, in radians, −π to π; 0 for no vector.
#[must_use]
#[inline]
pub fn atan2(second: f32, first: f32) -> f32 {
    libm::atan2f(second, first)
}

/// The angle of a cosine, in radians, 0 to π. Beyond ±1 it counts as ±1.
#[must_use]
#[inline]
pub fn acos(cosine: f32) -> f32 {
    libm::acosf(cosine.clamp(-1.0, 1.0))
}

/// The angle of a sine, in radians, −π/2 to π/2. Beyond ±1 it counts as ±1.
#[must_use]
#[inline]
pub fn asin(sine: f32) -> f32 {
    libm::asinf(sine.clamp(-1.0, 1.0))
}

/// e to a power.
#[must_use]
#[inline]
pub fn exp(power: f32) -> f32 {
    libm::expf(power)
}

/// The natural logarithm.
#[must_use]
#[inline]
pub fn ln(x: f32) -> f32 {
    libm::logf(x)
}

/// A base to a power.
#[must_use]
#[inline]
pub fn powf(base: f32, power: f32) -> f32 {
    libm::powf(base, power)
}

/// The greatest whole number not above `x`; beyond 32 bits the nearest there is. Cheaper than `floor` where a machine's
/// base instructions have none.
#[must_use]
#[inline]
pub fn floor_int(x: f32) -> i32 {
    let whole = x as i32;
    whole.saturating_sub(i32::from(whole as f32 > x))
}

/// The vector of length 1 of a compass angle in whole degrees from the first axis to the second. Quarter turns are exact.
#[must_use]
pub fn unit_from_degrees(degrees: i32) -> [f32; 2] {
    match degrees.rem_euclid(360) {
        0 => [1.0, 0.0],
        90 => [0.0, 1.0],
        180 => [-1.0, 0.0],
        270 => [0.0, -1.0],
        other => {
            let radians = other as f32 * (std::f32::consts::PI / 180.0);
            [cos(radians), sin(radians)]
        }
    }
}

/// A vector made one of length 1; what has hardly any length gives `otherwise`.
#[must_use]
#[inline]
pub fn unit_or(x: f32, z: f32, otherwise: [f32; 2]) -> [f32; 2] {
    let length_sq = x * x + z * z;
    if length_sq < 1e-12 {
        return otherwise;
    }
    let length = length_sq.sqrt();
    // −0 never gets into a state.
    [x / length + 0.0, z / length + 0.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    // Taken down once. Another value on any machine, under any compiler, is another battle.
    #[test]
    fn the_bits_are_the_same_everywhere() {
        let bits =
            [sin(1.0), cos(1.0), tan(0.5), atan2(3.0, -4.0), acos(0.3), asin(0.3), exp(-1.5), ln(10.0), powf(1.7, 2.3)]
                .map(f32::to_bits);
        assert_eq!(bits.map(|b| format!("{b:08x}")).join(" "), BITS);
    }

    const BITS: &str = "3f576aa4 3f0a5140 3f0bda7b 401fe0bc 3fa20faf 3e9c00ad 3e647c3c 40135d8e 4058e063";

    #[test]
    fn flooring_goes_down_on_both_sides_of_zero() {
        for x in [-2.5, -2.0, -0.1, -0.0, 0.0, 0.9, 1.0, 77.7, -380_123.4, 1e20, -1e20] {
            assert_eq!(floor_int(x), x.floor() as i32, "{x}");
        }
    }

    #[test]
    fn directions_have_length_one_and_quarter_turns_no_rest() {
        for degrees in -720..720 {
            let [x, z] = unit_from_degrees(degrees);
            assert!((x * x + z * z - 1.0).abs() < 1e-6, "{degrees}");
        }
        assert_eq!(unit_from_degrees(-90), [0.0, -1.0]);
        assert_eq!(unit_from_degrees(450), [0.0, 1.0]);
    }

    #[test]
    fn a_vector_of_no_length_is_given_one() {
        assert_eq!(unit_or(0.0, 0.0, [0.0, 1.0]), [0.0, 1.0]);
        assert_eq!(unit_or(3.0, -4.0, [0.0, 1.0]), [0.6, -0.8]);
        let [x, z] = unit_or(-0.0, 2.0, [1.0, 0.0]);
        assert_eq!((x.to_bits(), z), (0, 1.0), "no −0");
    }
}
