//! Points as the merchant's staff decide about them, see and correct them.

pub(super) mod points;
pub(super) mod settings;
