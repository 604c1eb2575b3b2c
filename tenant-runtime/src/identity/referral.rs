//! Referral codes of customers.

use platform::db::TenantWrite;
use platform::random::Random;

use super::{rules, store};
use crate::error::Fault;

/// An unused code.
///
/// # Errors
/// Ten draws in a row were in use. With billions of codes, this means that something else is wrong.
pub(super) async fn free_code(random: &dyn Random, db: &mut TenantWrite) -> Result<String, Fault> {
    for _ in 0..10 {
        let code = random.string(rules::REFERRAL_ALPHABET, rules::REFERRAL_LENGTH);
        if store::owner_of_referral_code(db, &code).await?.is_none() {
            return Ok(code);
        }
    }
    Err(Fault::internal("no free referral code was found"))
}
