//! Second step of a console login.

use std::sync::Arc;

use axum::extract::Extension;
use data_encoding::HEXLOWER;
use platform::http::{ApiError, Envelope, Json};
use secrecy::ExposeSecret as _;
use serde_json::json;
use tenant_runtime::http::{LoggedIn, NewDeviceKey};
use tenant_runtime::identity::IdentityError;
use tenant_runtime::identity::second_factor_shapes::{PATIENCE, SecondStep, ticket_hash};
use uuid::Uuid;

use super::recovery::{self, Compared};
use super::{store, unseal};
use crate::db::ControlWrite;
use crate::plane::ControlPlane;
use crate::staff::guesses::Target;
use crate::staff::session;
use crate::staff::visit::{self, ConsoleToken, Visit};
use crate::staff::{StaffError, StaffMember, store as members};

/// Starts the second step of a login after a correct password, within the transaction `db`. `remember`: duration of the
/// session.
pub(in crate::staff) async fn ticket(
    db: &mut ControlWrite,
    plane: &ControlPlane,
    member: Uuid,
    remember: bool,
) -> Result<String, sqlx::Error> {
    let now = plane.now();
    let ticket = plane.random.token();
    store::delete_expired_tickets(db, now).await?;
    store::insert_ticket(db, &kept(&ticket), member, remember, now + PATIENCE).await?;
    Ok(ticket)
}

/// Complete a console login with two-factor authentication
///
/// Needs the ticket of a 401 `second_factor_required` response, valid for ten minutes. Wrong codes wait like wrong
/// passwords. A code works once.
#[utoipa::path(post, path = "/provider/login/second-factor", tag = "provider", request_body = SecondStep, responses((status = 200, body = Envelope<ConsoleToken>)))]
pub(in crate::staff) async fn log_in_to_console_with_second_factor(
    visit: Visit,
    Extension(plane): Extension<Arc<ControlPlane>>,
    Json(entered): Json<SecondStep>,
) -> Result<LoggedIn<ConsoleToken>, ApiError> {
    let (access_token, key) = enter(&plane, &visit, &entered).await?;
    Ok(visit::logged_in(&plane, access_token, key))
}

async fn enter(
    plane: &ControlPlane,
    visit: &Visit,
    entered: &SecondStep,
) -> Result<(String, NewDeviceKey), StaffError> {
    let hash = kept(&entered.ticket);
    let known = store::ticket(&mut plane.db.read().await?, &hash, plane.now()).await?;
    let known = known.ok_or(IdentityError::TicketOver)?;
    let target = Target::second_factor(plane, &known.environment, &known.staff_id.to_string());
    let refused = |reason: &StaffError| visit.note_failure(&known.environment, Some(known.staff_id), reason);
    target.guess(plane).await.inspect_err(refused)?;

    let compared = recovery::compare(plane, known.staff_id, entered.code.expose_secret()).await?;
    let mut db = plane.db.write().await?;
    // Looked up again: of two that race, one logs in.
    let ticket = store::ticket(&mut db, &hash, plane.now()).await?;
    let ticket = ticket.ok_or(IdentityError::TicketOver)?;
    let member = members::find(&mut db, &ticket.environment, ticket.staff_id).await?;
    let member = member.ok_or(IdentityError::TicketOver)?;
    compared.replace_old(&mut db, member.id).await?;
    if !shown(&mut db, plane, &member, entered.code.expose_secret(), &compared).await? {
        let wrong = IdentityError::WrongSecondFactor.into();
        refused(&wrong);
        return Err(wrong);
    }
    target.was_right(&mut db).await?;
    store::delete_tickets(&mut db, member.id).await?;
    let device_key = visit.admit(&mut db, plane, member.id).await?;
    let token = session::begin(&mut db, plane, &member, visit, ticket.remember).await?;
    let id = member.id.to_string();
    let subject = (Some(&*member.environment), &*id);
    let details = json!({ "secondFactor": true });
    plane.audit(&mut db, &id, "staff.log_in", subject, details).await?;
    db.commit().await?;
    Ok((token, device_key))
}

/// Whether `code` is one that this member has, which it uses up.
async fn shown(
    db: &mut ControlWrite,
    plane: &ControlPlane,
    member: &StaffMember,
    code: &str,
    compared: &Compared,
) -> Result<bool, StaffError> {
    let now = plane.now();
    for factor in store::factors(db, member.id).await? {
        if factor.confirmed_at.is_some()
            && let Some(step) = unseal(plane, member.id, &factor.secret)?.step_of(code, now, factor.last_step)
        {
            return Ok(store::use_step(db, factor.id, step, now).await?);
        }
    }
    let Some(hash) = &compared.matching else {
        return Ok(false);
    };
    if !store::use_recovery_code(db, member.id, hash, now).await? {
        return Ok(false);
    }
    let id = member.id.to_string();
    let subject = (Some(&*member.environment), &*id);
    plane.audit(db, &id, "staff.recovery_code", subject, json!({})).await?;
    Ok(true)
}

fn kept(ticket: &str) -> String {
    HEXLOWER.encode(&ticket_hash(ticket))
}
