//! Whom events speak of, and how rows name each other: by ids that count from 1 in row order, 0 for nobody.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// Someone an event speaks of. With the form, it can be named without its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct Actor {
    /// Row place.
    pub place: u16,
    /// Index into the cast's forms.
    pub form: u16,
}

/// Give the id of the unit at a row place.
#[must_use]
#[inline]
pub fn id_from_place(place: usize) -> u16 {
    u16::try_from(place + 1).expect("a fight has fewer than 65,535 rows")
}

/// Give the row place of an id; `None` for nobody.
#[must_use]
#[inline]
pub fn place_from_id(id: u16) -> Option<usize> {
    (id > 0).then(|| usize::from(id) - 1)
}
