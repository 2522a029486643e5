//! Foregone: an auto-battler whose fights are decided before they are shown.

pub mod arena;
#[cfg(not(target_family = "wasm"))]
pub mod bench;
#[cfg(not(target_family = "wasm"))]
pub mod beside;
pub mod golden;
pub mod kernel;
pub mod kitchen;
pub mod legion;
pub mod notes;
pub mod registry;
#[cfg(not(target_family = "wasm"))]
pub mod report;
pub mod schemas;
pub mod skirmish;
pub mod summary;
pub mod sweep;
pub mod verify;
#[cfg(feature = "player")]
pub mod view;
