//! Routes that a held site or a closed shop refuses.

use axum::http::{HeaderMap, Method, header};
use platform::http::ApiError;

use crate::error::ErrorCode;
use crate::http::{Person, Policy, Role, WhileClosed};
use crate::opening;
use crate::tenant::Tenant;

/// Seconds after which another try at a held site makes sense: a person releases it.
pub const HELD_RETRY: u64 = 300;

pub(super) fn refuse_while_held(policy: &Policy, tenant: &Tenant, method: &Method) -> Result<(), ApiError> {
    if tenant.is_held() && policy.is_refused_while_held(method) {
        return Err(site_held());
    }
    Ok(())
}

/// Whether the shop is closed, on a route that depends on it. Then the caller must be of the team.
///
/// # Errors
/// 403 `site_not_open` for callers without a token, and on routes that a closed shop refuses to all.
pub(super) async fn closed_to(policy: &Policy, tenant: &Tenant, headers: &HeaderMap) -> Result<bool, ApiError> {
    let when_closed = policy.when_closed();
    if when_closed == WhileClosed::Answers || opening::state(tenant).await?.open {
        return Ok(false);
    }
    if !headers.contains_key(header::AUTHORIZATION) || when_closed == WhileClosed::Refused {
        return Err(site_not_open());
    }
    Ok(true)
}

/// 403: the caller doesn't see the shop yet.
fn site_not_open() -> ApiError {
    ErrorCode::SiteNotOpen.because("This shop isn't open yet.")
}

/// # Errors
/// 403 `site_not_open` for callers who aren't on the team.
pub(super) fn check_sees_closed_shop(person: &Person) -> Result<(), ApiError> {
    if person.role > Role::Customer {
        Ok(())
    } else {
        Err(site_not_open())
    }
}

/// 503: an operator has not released the site yet.
fn site_held() -> ApiError {
    ErrorCode::SiteHeld
        .because("This site isn't taking orders or changes right now. Nothing was charged. Try again later.")
        .retry_after(HELD_RETRY)
}
