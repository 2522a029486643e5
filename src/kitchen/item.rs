//! An item: one thing that can be carried, wherever it is. It keeps its number from when it came up until it is gone.

use bincode::{Decode, Encode};
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// What an item is: a plate, an ingredient of the pantry, or a dish of the book.
#[repr(transparent)]
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable, Encode, Decode, Serialize, Deserialize,
)]
pub struct Ware(pub u8);

/// What has been done to an item, in the order in which it can be.
#[repr(transparent)]
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable, Encode, Decode, Serialize, Deserialize,
)]
pub struct Form(pub u8);

/// One thing. Number 0 is nothing at all.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Item {
    /// Its number, from 1; no two in a round have the same.
    pub id: u16,
    /// What it is.
    pub ware: Ware,
    /// What was done to it.
    pub form: Form,
}

/// Who set an item down, and when. Seat 0 is nobody.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable, Encode, Decode, Serialize, Deserialize)]
pub struct Mark {
    /// Tick of the step in which it was set down.
    pub tick: u16,
    /// Seat of the cook plus one; 0 where no hand put it.
    pub by: u16,
}

impl Ware {
    /// A plate.
    pub const PLATE: Self = Self(1);
    /// Ingredients count from here.
    const INGREDIENTS: u8 = 2;
    /// Dishes count from here.
    const DISHES: u8 = 128;

    /// The most ingredients of a pantry.
    pub const INGREDIENTS_MAX: usize = (Self::DISHES - Self::INGREDIENTS) as usize;
    /// The most dishes of a book.
    pub const DISHES_MAX: usize = Self::DISHES as usize;

    /// Name an ingredient by its place in the pantry.
    #[must_use]
    pub const fn ingredient(place: usize) -> Self {
        Self(Self::INGREDIENTS + place as u8)
    }

    /// Name a dish by its place in the book.
    #[must_use]
    pub const fn dish(place: usize) -> Self {
        Self(Self::DISHES + place as u8)
    }

    /// Give the place in the pantry of an ingredient.
    #[must_use]
    pub const fn as_ingredient(self) -> Option<usize> {
        if self.0 >= Self::INGREDIENTS && self.0 < Self::DISHES {
            Some((self.0 - Self::INGREDIENTS) as usize)
        } else {
            None
        }
    }

    /// Give the place in the book of a dish.
    #[must_use]
    pub const fn as_dish(self) -> Option<usize> {
        if self.0 >= Self::DISHES { Some((self.0 - Self::DISHES) as usize) } else { None }
    }
}

impl Form {
    /// As it came from the shelf. A plate is clean.
    pub const RAW: Self = Self(0);
    /// Cut up.
    pub const CHOPPED: Self = Self(1);
    /// Done on the stove.
    pub const COOKED: Self = Self(2);
    /// Left on the stove for too long.
    pub const BURNT: Self = Self(3);
    /// A dish on a plate.
    pub const PLATED: Self = Self(4);
    /// A plate that was eaten from.
    pub const DIRTY: Self = Self(5);

    /// All forms with their names, by number.
    pub const NAMES: [(&str, Self); 6] = [
        ("raw", Self::RAW),
        ("chopped", Self::CHOPPED),
        ("cooked", Self::COOKED),
        ("burnt", Self::BURNT),
        ("plated", Self::PLATED),
        ("dirty", Self::DIRTY),
    ];

    /// Give its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.get(usize::from(self.0)).map_or("odd", |(name, _)| name)
    }
}

impl Item {
    /// Nothing.
    pub const NONE: Self = Self { id: 0, ware: Ware(0), form: Form::RAW };

    /// Tell whether there is anything.
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.id != 0
    }

    /// Tell whether it is a dirty plate.
    #[must_use]
    pub const fn is_dirty_plate(self) -> bool {
        self.ware.0 == Ware::PLATE.0 && matches!(self.form, Form::DIRTY)
    }

    /// Tell whether it is a clean plate.
    #[must_use]
    pub const fn is_clean_plate(self) -> bool {
        self.ware.0 == Ware::PLATE.0 && matches!(self.form, Form::RAW)
    }
}

impl Mark {
    /// No hand put it there.
    pub const NONE: Self = Self { tick: 0, by: 0 };

    /// Mark what a cook sets down.
    #[must_use]
    pub const fn new(seat: usize, tick: u16) -> Self {
        Self { tick, by: seat as u16 + 1 }
    }

    /// Give the seat of the cook who set it down.
    #[must_use]
    pub fn seat(self) -> Option<usize> {
        usize::from(self.by).checked_sub(1)
    }
}
