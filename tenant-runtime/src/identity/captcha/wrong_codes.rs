//! When a promo code needs a captcha: after ten of the same customer within an hour that were none.

use jiff::SignedDuration;
use platform::db::TenantWrite;
use platform::quota::{self, Quota};

use crate::error::Fault;
use crate::tenant::{Tenant, TenantContext};

/// Wrong codes without a captcha. Not scaled with the limits, since nothing is refused.
const FREE: Quota = Quota {
    name: "wrong_codes_by",
    count: 10,
    per: SignedDuration::from_hours(1),
};

pub(super) async fn is_due(tenant: &Tenant, customer_id: i64) -> Result<bool, Fault> {
    let mut db = tenant.read().await?;
    let used_up = quota::used_up(&mut db, FREE, &customer_id.to_string(), tenant.now()).await?;
    Ok(used_up.is_some())
}

/// Records an invalid code of a customer. Returns whether the next one requires a captcha.
pub async fn note(db: &mut TenantWrite, tenant: &TenantContext, customer_id: i64) -> Result<bool, sqlx::Error> {
    if tenant.runtime.captcha.is_none() {
        return Ok(false);
    }
    let (key, now) = (customer_id.to_string(), tenant.now());
    // The result doesn't matter here, only whether attempts are left.
    let _ = quota::take(db, FREE, &key, now).await?;
    Ok(quota::used_up(db, FREE, &key, now).await?.is_some())
}
