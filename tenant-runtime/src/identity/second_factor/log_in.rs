//! The second step of a log-in.

use jiff::SignedDuration;
use platform::audit::{self, Change};
use platform::auth::second_factor::{SharedSecret, recovery_code_hash};
use platform::db::{Acting, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::store::{self, Factor};
use super::{SECRET, place};
use crate::error::Fault;
use crate::http::Role;
use crate::identity::device::{self, DeviceId};
use crate::identity::guessing::{self, Target};
use crate::identity::session::{self, Tokens};
use crate::identity::{IdentityError, store as people};
use crate::tenant::Tenant;

/// For how long a right password waits for its second factor.
const PATIENCE: SignedDuration = SignedDuration::from_mins(10);

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::identity) struct SecondStep {
    /// From the answer to the password.
    ticket: String,
    /// Six digits of an authenticator, or a recovery code.
    #[schema(value_type = String)]
    code: SecretString,
}

/// What a log-in goes on with, whose password was right, within the transaction `db`.
pub(in crate::identity) async fn ticket(
    db: &mut TenantWrite,
    tenant: &Tenant,
    customer_id: i64,
) -> Result<String, sqlx::Error> {
    let now = tenant.now();
    let ticket = tenant.runtime.random.token();
    let expires_at = (now + PATIENCE).as_millisecond();
    store::insert_ticket(db, &digest(&ticket), customer_id, now.as_millisecond(), expires_at).await?;
    Ok(ticket)
}

/// Log in with a second factor
///
/// With the ticket of a log-in that was answered 401 `second_factor_required`. It is good for ten minutes, and wrong codes wait
/// as wrong passwords do. No code is taken twice.
#[utoipa::path(post, path = "/users/login/second-factor", tag = "identity", request_body = SecondStep, responses((status = 200, body = Envelope<Tokens>)))]
pub(in crate::identity) async fn log_in_with_second_factor(
    tenant: Tenant,
    DeviceId(device): DeviceId,
    Json(entered): Json<SecondStep>,
) -> Result<Answer<Tokens>, ApiError> {
    Ok(Answer(log_in(&tenant, device.as_deref(), &entered).await?))
}

async fn log_in(tenant: &Tenant, device: Option<&str>, entered: &SecondStep) -> Result<Tokens, IdentityError> {
    let hash = digest(&entered.ticket);
    let ticket = store::ticket(&mut tenant.read().await?, &hash).await?;
    let customer_id = ticket.ok_or(IdentityError::TicketOver)?.customer_id;
    let guess = guessing::begin(tenant, Target::second_factor(tenant, customer_id), false).await?;

    let now = tenant.now();
    let mut db = tenant.write().await?;
    // Looked up again: of two that race, one logs in.
    let ticket = store::ticket(&mut db, &hash).await?;
    let is_good = ticket.is_some_and(|ticket| ticket.expires_at > now.as_millisecond());
    let account = people::account(&mut db, customer_id).await?.filter(|_| is_good);
    let account = account.ok_or(IdentityError::TicketOver)?;
    if !shown(&mut db, tenant, customer_id, account.role, entered.code.expose_secret()).await? {
        guess.was_wrong(&mut db, tenant).await?;
        db.commit().await?;
        return Err(IdentityError::WrongSecondFactor);
    }
    guess.was_right(&mut db).await?;
    store::delete_tickets(&mut db, customer_id).await?;
    if let Some(device) = device {
        device::remember(&mut db, customer_id, device, now.as_millisecond()).await?;
    }
    let tokens = session::begin(&mut db, tenant, customer_id, account.role, device).await?;
    db.commit().await?;
    Ok(tokens)
}

/// Whether `code` is one that this person has, which it uses up.
async fn shown(
    db: &mut TenantWrite,
    tenant: &Tenant,
    customer_id: i64,
    role: Role,
    code: &str,
) -> Result<bool, IdentityError> {
    let now = tenant.now();
    for factor in store::factors(db, customer_id).await? {
        if factor.confirmed_at.is_some()
            && let Some(step) = secret(tenant, customer_id, &factor)?.step_of(code, now, factor.last_step)
        {
            return Ok(store::use_step(db, factor.id, step, now.as_millisecond()).await?);
        }
    }
    if !store::use_recovery_code(db, customer_id, &recovery_code_hash(code), now.as_millisecond()).await? {
        return Ok(false);
    }
    let who = format!("customer:{customer_id}");
    db.is_made_by((role > Role::Customer).then(|| Acting {
        actor: who.clone(),
        role: role.into_str(),
    }));
    audit::note(db, now, &who, "recovery_code_used", &who, Change::default()).await?;
    Ok(true)
}

/// What is shared with the authenticator.
pub(super) fn secret(tenant: &Tenant, customer_id: i64, factor: &Factor) -> Result<SharedSecret, Fault> {
    let opened = tenant.keys().open(SECRET, &place(customer_id), &factor.secret_sealed);
    let bytes = opened.map_err(Fault::internal)?;
    SharedSecret::from_bytes(&bytes).ok_or_else(|| Fault::internal("what is kept of an authenticator is no secret"))
}

fn digest(ticket: &str) -> [u8; 32] {
    Sha256::digest(ticket).into()
}
