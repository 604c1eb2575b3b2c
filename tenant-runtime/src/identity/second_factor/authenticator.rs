//! Authenticator apps of an account.

use platform::auth::second_factor::SharedSecret;

use super::store::Factor;
use super::{SECRET, place};
use crate::error::Fault;
use crate::tenant::TenantContext;

/// Secret shared with the authenticator app.
pub(super) fn secret(tenant: &TenantContext, customer_id: i64, factor: &Factor) -> Result<SharedSecret, Fault> {
    let opened = tenant.keys().open(SECRET, &place(customer_id), &factor.secret_sealed);
    let bytes = opened.map_err(Fault::internal)?;
    SharedSecret::from_bytes(&bytes).ok_or_else(|| Fault::internal("a stored authenticator secret is invalid"))
}
