//! Loyalty settings and customers' points, for staff.

pub(super) mod points;
pub(super) mod settings;
