//! When checking whether an address has an account needs a captcha: after five checks a minute from the caller's address.

use std::net::IpAddr;

use data_encoding::HEXLOWER;
use jiff::SignedDuration;
use platform::keys::Purpose;
use platform::quota::{self, Quota};

use crate::error::Fault;
use crate::tenant::Tenant;

/// Checks without a captcha. Not scaled with the limits, since nothing is refused.
const FREE: Quota = Quota {
    name: "email_checks_from",
    count: 5,
    per: SignedDuration::from_mins(1),
};

const KEY: Purpose = Purpose("email-checks-from");

/// Counts a check from `address`; whether it needs a captcha.
pub(super) async fn is_due(tenant: &Tenant, address: IpAddr) -> Result<bool, Fault> {
    let key = HEXLOWER.encode(&tenant.keys().hmac(KEY, address.to_string().as_bytes())[..16]);
    let mut db = tenant.write().await?;
    let taken = quota::take(&mut db, FREE, &key, tenant.now()).await?;
    db.commit().await?;
    Ok(taken.is_err())
}
