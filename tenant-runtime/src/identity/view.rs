//! Read-only access of the provider's staff to a site's back office, for support. It uses a special token, valid for 15
//! minutes. The gate rejects it everywhere else.

use axum::http::HeaderMap;
use jiff::{SignedDuration, Timestamp};
use platform::auth::access::{AccessTokens, Claims};
use platform::ids::SiteId;
use platform::keys::{Purpose, SiteKeys};
use platform::random::Random;

use super::{IdentityError, staff};
use crate::error::Fault;
use crate::http::{Person, Role, bearer};
use crate::tenant::Tenant;

const KEY: Purpose = Purpose("view-token");
const ISSUER: &str = "suds-view";

/// Distinguishes it from a session token before any computation.
const PREFIX: &str = "view.";

/// Lifetime of a view token.
pub const VIEW_LIFETIME: SignedDuration = SignedDuration::from_mins(15);

/// View token.
pub struct ViewPass {
    pub token: String,
    pub expires_at: Timestamp,
}

/// The staff member who views a site.
pub struct Viewer {
    pub id: String,
    /// At the console. The view ends with it.
    pub session: String,
}

/// Allows `viewer`, who is the provider's staff, to view a site from `now` on.
///
/// # Errors
/// Signing fails, which no known input causes.
pub fn let_view(
    keys: &SiteKeys,
    site: SiteId,
    random: &dyn Random,
    now: Timestamp,
    viewer: &Viewer,
) -> Result<ViewPass, Fault> {
    let expires_at = now + VIEW_LIFETIME;
    let claims = Claims {
        subject: viewer.id.clone(),
        session: viewer.session.clone(),
        token_id: random.token(),
        is_admin: true,
        issued_at: now,
        expires_at,
    };
    let token = tokens(keys, site).issue(&claims).map_err(Fault::internal)?;
    Ok(ViewPass {
        token: format!("{PREFIX}{token}"),
        expires_at,
    })
}

/// Whether the request has a view token, valid or not.
pub fn brings_view_token(headers: &HeaderMap) -> bool {
    bearer(headers).is_some_and(|token| token.starts_with(PREFIX))
}

/// The staff member whose view token `headers` carry; `None`: they carry none.
///
/// # Errors
/// [`IdentityError::InvalidToken`]
pub fn viewer(tenant: &Tenant, headers: &HeaderMap) -> Result<Option<Viewer>, IdentityError> {
    let Some(token) = bearer(headers).and_then(|token| token.strip_prefix(PREFIX)) else {
        return Ok(None);
    };
    let claims = tokens(tenant.keys(), tenant.id()).verify(token, tenant.now())?;
    Ok(Some(Viewer {
        id: claims.subject,
        session: claims.session,
    }))
}

/// Person as whom the back office is viewed: one of the owners, so that it shows what they see.
pub(super) async fn viewed(tenant: &Tenant, headers: &HeaderMap) -> Result<Person, IdentityError> {
    let token = bearer(headers).and_then(|token| token.strip_prefix(PREFIX));
    let token = token.ok_or(IdentityError::LoggedOut)?;
    tokens(tenant.keys(), tenant.id()).verify(token, tenant.now())?;
    let people = staff::colleagues(&mut tenant.read().await?).await?;
    // Owners come first. A site without owners is viewed without a person.
    let owner = people.iter().find(|person| person.role == Role::Owner);
    Ok(Person {
        id: owner.map_or(0, |owner| owner.id),
        role: Role::Owner,
        email_confirmed: true,
        session: String::new(),
        unlocked_until: None,
        language: None,
        lacks_second_factor: false,
    })
}

fn tokens(keys: &SiteKeys, site: SiteId) -> AccessTokens {
    AccessTokens::new(&keys.derive(KEY), ISSUER, &site.to_string())
}
