//! Second step of a login.

use std::collections::BTreeSet;

use platform::audit::{self, Change};
use platform::auth::passkey::Challenge;
use platform::db::{Acting, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json};
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::authenticator::secret;
use super::passkeys::{self, SignedChallenge};
use super::recovery::{self, Compared};
use super::shapes::{PATIENCE, SecondStep, ticket_hash};
use super::store::{self, Factor, Kind};
use crate::http::{LoggedIn, Role};
use crate::identity::device::{self, Visit};
use crate::identity::guessing::{self, Target};
use crate::identity::session::{self, Tokens};
use crate::identity::{IdentityError, store as people};
use crate::notifications::mail;
use crate::tenant::{PageOrigin, Tenant, TenantContext};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::identity) struct TicketShown {
    /// Ticket from the `second_factor_required` response.
    ticket: String,
}

/// Options for the second login step.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::identity) struct SecondStepOffer {
    /// Whether they have an authenticator app.
    has_authenticator: bool,
    /// Null without passkeys for this host.
    passkey: Option<AskedPasskey>,
    /// Other hosts that their passkeys were created for, before the site's address changed. They work only there.
    other_passkey_hosts: Vec<String>,
}

/// Challenge for a passkey. Bytes are base64url.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AskedPasskey {
    challenge: String,
    /// Host of the site.
    rp_id: String,
    /// IDs of the accepted passkeys, which were created for this host.
    credential_ids: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::identity) struct PasskeyStep {
    /// Ticket from the `second_factor_required` response.
    ticket: String,
    signed: SignedChallenge,
}

/// Proof entered by the customer.
#[derive(Clone, Copy)]
enum Shown<'a> {
    Code(&'a str),
    /// At this origin.
    Signed(&'a str, &'a SignedChallenge),
}

/// Starts the second step of a login after a correct password, within the transaction `db`.
pub(in crate::identity) async fn ticket(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
) -> Result<String, sqlx::Error> {
    let now = tenant.now();
    let ticket = tenant.runtime.random.token();
    let expires_at = (now + PATIENCE).as_millisecond();
    store::insert_ticket(db, &ticket_hash(&ticket), customer_id, now.as_millisecond(), expires_at).await?;
    Ok(ticket)
}

/// Complete a login with two-factor authentication
///
/// Needs the ticket of a 401 `second_factor_required` response, valid for ten minutes. Wrong codes wait like wrong
/// passwords. A code works once.
#[utoipa::path(post, path = "/users/login/second-factor", tag = "identity", request_body = SecondStep, responses((status = 200, body = Envelope<Tokens>)))]
pub(in crate::identity) async fn log_in_with_second_factor(
    tenant: Tenant,
    visit: Visit,
    Json(entered): Json<SecondStep>,
) -> Result<LoggedIn<Tokens>, ApiError> {
    let shown = Shown::Code(entered.code.expose_secret());
    Ok(log_in(&tenant, &visit, &entered.ticket, shown).await?)
}

/// Get the options for the second login step
///
/// Each passkey challenge works once.
#[utoipa::path(post, path = "/users/login/second-factor/offer", tag = "identity", request_body = TicketShown,
    responses((status = 200, body = Envelope<SecondStepOffer>)))]
pub(in crate::identity) async fn offer_second_step(
    tenant: Tenant,
    PageOrigin(origin): PageOrigin,
    Json(TicketShown { ticket }): Json<TicketShown>,
) -> Result<Answer<SecondStepOffer>, ApiError> {
    Ok(Answer(
        offer(&tenant, mail::host(&origin), &ticket_hash(&ticket)).await?,
    ))
}

async fn offer(tenant: &Tenant, host: &str, hash: &[u8; 32]) -> Result<SecondStepOffer, IdentityError> {
    let mut db = tenant.write().await?;
    let ticket = store::ticket(&mut db, hash).await?;
    let ticket = ticket.filter(|ticket| ticket.is_valid(tenant.now()));
    let customer_id = ticket.ok_or(IdentityError::TicketOver)?.customer_id;
    let factors = store::factors(&mut db, customer_id).await?;
    let own = tenant.origin();
    let own = mail::host(&own);
    let (known, others): (Vec<_>, Vec<_>) = passkeys::passkeys(tenant, customer_id, &factors)?
        .into_iter()
        .partition(|(_, passkey)| passkey.host(own) == host);
    let other_hosts: BTreeSet<_> = others.iter().map(|(_, passkey)| passkey.host(own)).collect();
    let passkey = if known.is_empty() {
        None
    } else {
        let challenge = Challenge::generate(&*tenant.runtime.random);
        let sealed = passkeys::seal(tenant, customer_id, &challenge);
        store::set_challenge(&mut db, hash, Some(&sealed)).await?;
        Some(AskedPasskey {
            challenge: challenge.to_text(),
            rp_id: host.to_owned(),
            credential_ids: known.into_iter().map(|(_, passkey)| passkey.id).collect(),
        })
    };
    db.commit().await?;
    let shows_codes = |factor: &Factor| factor.kind == Kind::Authenticator && factor.confirmed_at.is_some();
    Ok(SecondStepOffer {
        has_authenticator: factors.iter().any(shows_codes),
        passkey,
        other_passkey_hosts: other_hosts.into_iter().map(str::to_owned).collect(),
    })
}

/// Log in with a passkey
///
/// Needs the ticket of a 401 `second_factor_required` response and the passkey's signature. A signature works once.
#[utoipa::path(post, path = "/users/login/second-factor/passkey", tag = "identity", request_body = PasskeyStep, responses((status = 200, body = Envelope<Tokens>)))]
pub(in crate::identity) async fn log_in_with_passkey(
    tenant: Tenant,
    PageOrigin(origin): PageOrigin,
    visit: Visit,
    Json(entered): Json<PasskeyStep>,
) -> Result<LoggedIn<Tokens>, ApiError> {
    let shown = Shown::Signed(&origin, &entered.signed);
    Ok(log_in(&tenant, &visit, &entered.ticket, shown).await?)
}

async fn log_in(
    tenant: &Tenant,
    visit: &Visit,
    ticket: &str,
    shown: Shown<'_>,
) -> Result<LoggedIn<Tokens>, IdentityError> {
    let hash = ticket_hash(ticket);
    let ticket = store::ticket(&mut tenant.read().await?, &hash).await?;
    let customer_id = ticket.ok_or(IdentityError::TicketOver)?.customer_id;
    let guess = guessing::begin(tenant, Target::second_factor(tenant, customer_id))
        .await
        .inspect_err(|error| visit.note_failure(customer_id, error))?;

    let compared = match shown {
        Shown::Code(code) => recovery::compare(tenant, customer_id, code).await?,
        Shown::Signed(..) => Compared::default(),
    };
    let now = tenant.now();
    let mut db = tenant.write().await?;
    compared.replace_old(&mut db, customer_id).await?;
    // Looked up again: of two that race, one logs in.
    let ticket = store::ticket(&mut db, &hash).await?;
    let ticket = ticket.filter(|ticket| ticket.is_valid(now));
    let ticket = ticket.ok_or(IdentityError::TicketOver)?;
    let account = people::account(&mut db, customer_id).await?;
    let account = account.ok_or(IdentityError::TicketOver)?;
    let is_shown = match shown {
        Shown::Code(code) => is_theirs(&mut db, tenant, (customer_id, account.role), code, &compared).await?,
        Shown::Signed(origin, signed) => {
            // A challenge is used only once.
            store::set_challenge(&mut db, &hash, None).await?;
            let challenge = ticket.challenge_sealed.unwrap_or_default();
            !challenge.is_empty()
                && passkeys::has_signed(&mut db, tenant, customer_id, (origin, &challenge, signed)).await?
        }
    };
    if !is_shown {
        guess.was_wrong(&mut db, tenant).await?;
        db.commit().await?;
        visit.note_failure(customer_id, &IdentityError::WrongSecondFactor);
        return Err(IdentityError::WrongSecondFactor);
    }
    guess.was_right(&mut db).await?;
    store::delete_tickets(&mut db, customer_id).await?;
    let device_key = device::admit(&mut db, tenant, customer_id, visit).await?;
    let tokens = session::begin(&mut db, tenant, customer_id, account.role, visit).await?;
    db.commit().await?;
    Ok(session::logged_in(tenant, tokens, device_key))
}

/// Whether `code` is one that this person has, which it uses up.
async fn is_theirs(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    (customer_id, role): (i64, Role),
    code: &str,
    compared: &Compared,
) -> Result<bool, IdentityError> {
    let now = tenant.now();
    for factor in store::factors(db, customer_id).await? {
        if factor.kind == Kind::Authenticator
            && factor.confirmed_at.is_some()
            && let Some(step) = secret(tenant, customer_id, &factor)?.step_of(code, now, factor.last_step)
        {
            return Ok(store::use_step(db, factor.id, step, now.as_millisecond()).await?);
        }
    }
    if !compared.use_up(db, customer_id, now.as_millisecond()).await? {
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
