//! SQL for this domain.

pub(super) mod admin;
pub(super) mod club_orders;
pub(super) mod disputes;
pub(super) mod lines;
pub(super) mod orders;
pub(super) mod parts;
pub(super) mod queries;
pub(super) mod reversals;
pub(super) mod shipping;
