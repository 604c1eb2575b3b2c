//! Wallets, for staff, and granted items.

mod grant;
mod held;

pub use held::{HeldItem, SoldItem, held_by, sold_with};

use crate::http::{Policy, Routes, limits, routes};

pub(super) fn routes() -> Routes {
    Routes::default().call(
        routes!(grant::grant_item),
        Policy::manager(limits::WRITE).takes_idempotency_key(),
    )
}
