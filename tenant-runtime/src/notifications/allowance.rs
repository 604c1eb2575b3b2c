//! Limits for requested emails to one address, so that no one is flooded in a merchant's name. They apply to the
//! recipient, not the requester, and to each type separately: gifts must not use up password resets.

use data_encoding::HEXLOWER;
use jiff::SignedDuration;
use platform::db::{TenantRead, TenantWrite};
use platform::keys::Purpose;
use platform::quota::{self, Quota, Wait};

use crate::tenant::TenantContext;

const ADDRESS: Purpose = Purpose("mails-to");

/// Type of requested email.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A link to confirm the address or to set a new password.
    Link,
    /// A gift to the address.
    Gift,
    /// A resent email.
    Again,
    /// A mail to oneself, to see how it looks.
    Test,
}

impl Asked {
    /// Why: docs/RULES.md#limits.
    fn quota(self, tenant: &TenantContext) -> Quota {
        let (name, count) = match self {
            Self::Link => ("mailed_links", 3),
            Self::Gift => ("mailed_gifts", 10),
            Self::Again => ("mailed_again", 3),
            Self::Test => ("mailed_tests", 20),
        };
        let quota = Quota {
            name,
            count,
            per: SignedDuration::from_hours(1),
        };
        quota.times(tenant.runtime.limits.scale())
    }
}

/// The address got too many emails. The wait until the next one.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("too many emails to this address")]
pub struct TooManyMails(pub Wait);

/// Counts an email to `email_key` within its transaction, or returns the time until the next one is allowed.
pub async fn take(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    asked: Asked,
    email_key: &str,
) -> Result<Result<(), TooManyMails>, sqlx::Error> {
    let taken = quota::take(db, asked.quota(tenant), &key(tenant, email_key), tenant.now()).await?;
    Ok(taken.map_err(TooManyMails))
}

/// Time until `email_key` can get the next email; `None` for now. Counts nothing.
pub async fn used_up(
    db: &mut TenantRead,
    tenant: &TenantContext,
    asked: Asked,
    email_key: &str,
) -> Result<Option<Wait>, sqlx::Error> {
    quota::used_up(db, asked.quota(tenant), &key(tenant, email_key), tenant.now()).await
}

/// Keyed, since an address leads to a person.
fn key(tenant: &TenantContext, email_key: &str) -> String {
    HEXLOWER.encode(&tenant.keys().hmac(ADDRESS, email_key.as_bytes())[..16])
}
