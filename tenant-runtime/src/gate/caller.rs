//! Caller of a request: authenticated, and authorized by the route's policy.

use axum::extract::Request;
use axum::http::{HeaderMap, header};
use platform::http::{ApiError, wants_table};

use super::Gate;
use super::availability::check_sees_closed_shop;
use crate::http::{Caller, Policy, Staff, StaffRole, authorise, bearer, demand_password};
use crate::identity::{self, IdentityError};
use crate::tenant::Tenant;
use crate::terminal;

/// Whether a request at a site must name its caller, or names them where it may.
pub(super) fn is_named(policy: &Policy, headers: &HeaderMap) -> bool {
    policy.caller == Caller::Terminal || names_person(policy, headers)
}

fn names_person(policy: &Policy, headers: &HeaderMap) -> bool {
    match policy.caller {
        Caller::Anyone | Caller::Terminal => false,
        Caller::Optional => headers.contains_key(header::AUTHORIZATION),
        _ => true,
    }
}

/// Looks up the caller of a request at a site, and adds them to the request. `closed`: only the team sees the shop.
pub(super) async fn check_caller(
    gate: &Gate,
    tenant: &Tenant,
    request: &mut Request,
    closed: bool,
) -> Result<(), ApiError> {
    let policy = &gate.policy;
    if policy.caller == Caller::Terminal {
        let terminal = Box::pin(terminal::authenticate(tenant, request.headers())).await?;
        request.extensions_mut().insert(terminal);
    }
    if closed || names_person(policy, request.headers()) {
        check_viewer(gate, tenant, request.headers()).await?;
        // On the heap, so that the futures of all requests do not carry its size.
        let person = Box::pin(identity::authenticate(tenant, request.headers())).await?;
        if closed {
            check_sees_closed_shop(&person)?;
        }
        let table = policy.table.filter(|_| wants_table(request.headers()));
        authorise(&person, table.unwrap_or(policy.caller))?;
        if policy.asks_for_password || (policy.asks_for_password_for_table && table.is_some()) {
            demand_password(&person, tenant.now())?;
        }
        request.extensions_mut().insert(tenant.clone().used_by(person.acting()));
        request.extensions_mut().insert(person);
    }
    Ok(())
}

/// Looks up the staff member of a request at the console, and adds them to the request.
pub(super) async fn check_staff(gate: &Gate, request: &mut Request) -> Result<(), ApiError> {
    if let Caller::Staff(least) = gate.policy.caller {
        let token = bearer(request.headers()).ok_or_else(Staff::unknown)?;
        let staff = gate.staff.find(token).await?.ok_or_else(Staff::unknown)?;
        staff.authorise(least)?;
        if !gate.policy.open_before_setup {
            staff.demand_setup()?;
        }
        request.extensions_mut().insert(staff);
    }
    Ok(())
}

/// Ends a view of the back office with the session and the role of the staff member who started it.
async fn check_viewer(gate: &Gate, tenant: &Tenant, headers: &HeaderMap) -> Result<(), ApiError> {
    let Some(viewer) = identity::viewer(tenant, headers)? else {
        return Ok(());
    };
    let staff = gate.staff.of_session(&viewer.session).await?;
    let may_view = |staff: &Staff| {
        staff.id == viewer.id
            && staff.environment == tenant.site.environment.name
            && staff.authorise(StaffRole::Operator).is_ok()
    };
    if staff.as_ref().is_some_and(may_view) {
        Ok(())
    } else {
        Err(IdentityError::SessionEnded.into())
    }
}
