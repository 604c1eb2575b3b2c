//! When checking whether an address has an account needs a captcha: after five checks a minute from the caller's address,
//! or after four times as many from the IPv6 network around it.

use std::net::IpAddr;

use data_encoding::HEXLOWER;
use jiff::SignedDuration;
use platform::http::ClientAddress;
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

/// One customer of a provider has all addresses of a network.
const FREE_OF_NETWORK: Quota = Quota {
    name: "email_checks_from_network",
    count: 20,
    ..FREE
};

const KEY: Purpose = Purpose("email-checks-from");

/// Counts a check from `address`; whether it needs a captcha.
pub(super) async fn is_due(tenant: &Tenant, address: ClientAddress) -> Result<bool, Fault> {
    let key = |address: IpAddr| HEXLOWER.encode(&tenant.keys().hmac(KEY, address.to_string().as_bytes())[..16]);
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let mut is_due = quota::take(&mut db, FREE, &key(address.limit_key()), now)
        .await?
        .is_err();
    if let Some(network) = address.network() {
        is_due |= quota::take(&mut db, FREE_OF_NETWORK, &key(network), now)
            .await?
            .is_err();
    }
    db.commit().await?;
    Ok(is_due)
}
