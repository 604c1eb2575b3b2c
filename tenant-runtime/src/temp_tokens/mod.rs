//! Short-lived tokens for kiosks: to use a club, or to pay with the card on file (docs/RULES.md#tokens).

mod error;
mod issue;
mod redeem;
pub mod rules;
mod store;
mod watch;

pub use redeem::{consume, owner};
pub use store::forget;

use platform::keys::Purpose;

use crate::http::{Policy, Routes, limits, routes};

/// To find a token without storing it.
const TOKEN_LOOKUP: Purpose = Purpose("temp-token-lookup");

pub fn routes() -> Routes {
    Routes::default()
        .call(
            routes!(issue::issue_temp_token),
            Policy::customer(limits::WRITE).refused_while_closed(),
        )
        .call(
            routes!(watch::watch_temp_token),
            Policy::customer(limits::READ).answers_while_closed(),
        )
}
