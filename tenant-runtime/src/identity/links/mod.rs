//! Links in emails to confirm an address or to set a new password. A link's token is derived from its row and a key of
//! the site, so that nothing secret is stored, and a resent email contains the same link.

mod jobs;
mod store;

use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use platform::db::{TenantRead, TenantWrite};
use platform::keys::{Purpose, SiteKeys};
use strum::{EnumString, IntoStaticStr};
use subtle::ConstantTimeEq;

use crate::fields::email_key;
use crate::notifications::allowance::{self, Asked, TooManyMails};
use crate::tenant::TenantContext;

pub(super) use jobs::register as register_jobs;

const KEY: Purpose = Purpose("mailed-link");

/// Purpose of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Kind {
    EmailConfirmation,
    PasswordRecovery,
}

impl Kind {
    /// Starts when its email was due to be sent.
    pub(super) const fn lifetime(self) -> SignedDuration {
        match self {
            Self::EmailConfirmation => SignedDuration::from_hours(7 * 24),
            Self::PasswordRecovery => SignedDuration::from_hours(1),
        }
    }

    /// The page that the link opens. Opening it changes nothing by itself.
    const fn page(self) -> &'static str {
        match self {
            Self::EmailConfirmation => "/confirmEmail",
            Self::PasswordRecovery => "/passwordRecovery",
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Link {
    id: i64,
    pub(super) customer_id: i64,
    pub(super) expires_at: Timestamp,
    pub(super) used: bool,
}

/// Creates a link to the address `email_key` and enqueues its email, within the transaction `db`.
///
/// # Errors
/// The inner error: the address received too many. Nothing was created then.
pub(super) async fn send(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    kind: Kind,
    customer_id: i64,
    email_key: &str,
) -> Result<Result<(), TooManyMails>, sqlx::Error> {
    let now = tenant.now();
    if let Err(refused) = allowance::take(db, tenant, Asked::Link, email_key).await? {
        return Ok(Err(refused));
    }
    let expires_at = (now + kind.lifetime()).as_millisecond();
    let link = store::insert_link(
        db,
        kind.into_str(),
        customer_id,
        email_key,
        now.as_millisecond(),
        expires_at,
    )
    .await?;
    jobs::enqueue(db, now, link).await?;
    Ok(Ok(()))
}

/// Marks a link as used. The first time is kept.
pub(super) async fn use_up(db: &mut TenantWrite, now: Timestamp, link: &Link) -> Result<(), sqlx::Error> {
    store::use_link(db, link.id, now.as_millisecond()).await
}

/// Revokes all links of this type to a customer.
pub(super) async fn withdraw(db: &mut TenantWrite, kind: Kind, customer_id: i64) -> Result<(), sqlx::Error> {
    store::delete_links(db, kind.into_str(), customer_id).await
}

/// The link to this address with this token, even if used or expired.
pub(super) async fn find(
    db: &mut TenantRead,
    keys: &SiteKeys,
    kind: Kind,
    email_key: &str,
    token: &str,
) -> Result<Option<Link>, sqlx::Error> {
    let links = store::links(db, kind.into_str(), email_key).await?;
    let matches = |link: &Link| {
        let expected = self::token(keys, kind, link.id, link.customer_id, email_key);
        bool::from(expected.as_bytes().ct_eq(token.as_bytes()))
    };
    Ok(links.into_iter().find(matches))
}

fn token(keys: &SiteKeys, kind: Kind, id: i64, customer_id: i64, email_key: &str) -> String {
    let row = format!("{}\n{id}\n{customer_id}\n{email_key}", kind.into_str());
    BASE64URL_NOPAD.encode(&keys.hmac(KEY, row.as_bytes()))
}

/// URL of a link's page.
fn url(origin: &str, keys: &SiteKeys, kind: Kind, id: i64, customer_id: i64, email: &str) -> String {
    let token = token(keys, kind, id, customer_id, &email_key(email));
    format!(
        "{}&token={token}",
        crate::identity::rules::page_about(origin, kind.page(), email)
    )
}

#[cfg(test)]
mod tests {
    use platform::random::SeededRandom;

    use super::*;

    fn keys(seed: u64) -> SiteKeys {
        SiteKeys::generate(&SeededRandom::new(seed))
    }

    #[test]
    fn url_contains_address_and_token() {
        let url = url(
            "http://s.localhost:8080",
            &keys(1),
            Kind::EmailConfirmation,
            3,
            7,
            "Ann+wash@example.com",
        );
        let (start, token) = url.rsplit_once('=').unwrap();
        assert_eq!(
            start,
            "http://s.localhost:8080/confirmEmail?email=Ann%2Bwash%40example.com&token"
        );
        assert_eq!(token.len(), 43);
        assert_eq!(
            token,
            self::token(&keys(1), Kind::EmailConfirmation, 3, 7, "ann+wash@example.com")
        );
    }

    #[test]
    fn tokens_differ_by_site_row_and_address() {
        let kind = Kind::EmailConfirmation;
        let all = [
            token(&keys(1), kind, 3, 7, "ann@example.com"),
            token(&keys(2), kind, 3, 7, "ann@example.com"),
            token(&keys(1), kind, 4, 7, "ann@example.com"),
            token(&keys(1), kind, 3, 8, "ann@example.com"),
            token(&keys(1), kind, 3, 7, "bob@example.com"),
        ];
        assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), all.len());
    }
}
