//! When a login needs a captcha: after two failures from its address or device within an hour, regardless of the
//! accounts.

use std::net::IpAddr;

use data_encoding::HEXLOWER;
use jiff::SignedDuration;
use platform::db::TenantWrite;
use platform::keys::Purpose;
use platform::quota::{self, Quota};

use crate::error::Fault;
use crate::tenant::{Tenant, TenantContext};

/// Failures without a captcha. Not scaled with the limits, since nothing is refused.
const FREE: Quota = Quota {
    name: "log_in_failures_from",
    count: 2,
    per: SignedDuration::from_hours(1),
};

const KEY: Purpose = Purpose("log-in-failures-from");

pub(super) async fn is_due(tenant: &Tenant, address: IpAddr, device: Option<&str>) -> Result<bool, Fault> {
    let mut db = tenant.read().await?;
    for key in keys(tenant, address, device) {
        if quota::used_up(&mut db, FREE, &key, tenant.now()).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Counts a failed login within the transaction `db`. Returns whether the next one requires a captcha.
pub(in crate::identity) async fn note(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    address: IpAddr,
    device: Option<&str>,
) -> Result<bool, sqlx::Error> {
    if tenant.runtime.captcha.is_none() {
        return Ok(false);
    }
    let now = tenant.now();
    let mut is_due = false;
    for key in keys(tenant, address, device) {
        // The result doesn't matter here, only whether attempts are left.
        let _ = quota::take(db, FREE, &key, now).await?;
        is_due |= quota::used_up(db, FREE, &key, now).await?.is_some();
    }
    Ok(is_due)
}

/// Forgets the failures from a device whose owner has logged in. Those from the address stay: others may share it.
pub(in crate::identity) async fn clear(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    device: Option<&str>,
) -> Result<(), sqlx::Error> {
    match device {
        Some(device) => quota::restore(db, FREE, &key(tenant, "device", device)).await,
        None => Ok(()),
    }
}

fn keys(tenant: &TenantContext, address: IpAddr, device: Option<&str>) -> impl Iterator<Item = String> {
    let address = key(tenant, "address", &address.to_string());
    let device = device.map(|device| key(tenant, "device", device));
    std::iter::once(address).chain(device)
}

/// Keyed, since addresses and devices lead to people.
fn key(tenant: &TenantContext, kind: &str, value: &str) -> String {
    let digest = tenant.keys().hmac(KEY, format!("{kind}\n{value}").as_bytes());
    HEXLOWER.encode(&digest[..16])
}
