//! Passkeys of the caller, and challenges for the browser to sign.

use data_encoding::BASE64URL_NOPAD;
use platform::audit::{self, Change};
use platform::auth::passkey::{ALGORITHM, Asked, Challenge, Passkey};
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use platform::keys::Purpose;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::recovery::NewCodes;
use super::shapes::{self, NewFactor, RecoveryCodes};
use super::store::{self, Factor, Kind};
use super::{SECRET, place};
use crate::error::Fault;
use crate::http::Person;
use crate::identity::guessing::{self, Target};
use crate::identity::{IdentityError, reauthentication, store as people};
use crate::notifications::mail;
use crate::site;
use crate::tenant::{PageOrigin, Tenant, TenantContext};

const CHALLENGE: Purpose = Purpose("passkey-challenge");

/// Options for creating a passkey, as in Web Authentication. Bytes are base64url.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::identity) struct BegunPasskey {
    factor_id: i64,
    challenge: String,
    /// Host of the site.
    rp_id: String,
    rp_name: String,
    /// User handle: the same for all of a person's passkeys.
    user_id: String,
    user_name: String,
    display_name: String,
    algorithm: i32,
    /// IDs of existing passkeys.
    known: Vec<String>,
}

/// Passkey created by a browser, in base64url.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::identity) struct MadePasskey {
    client_data: String,
    authenticator_data: String,
}

/// Signature from a browser, in base64url.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::identity) struct SignedChallenge {
    credential_id: String,
    client_data: String,
    authenticator_data: String,
    signature: String,
}

/// Start creating a passkey
///
/// It takes effect after you confirm it.
#[utoipa::path(post, path = "/users/second-factors/passkeys", tag = "identity", request_body = NewFactor,
    responses((status = 200, body = Envelope<BegunPasskey>)))]
pub(in crate::identity) async fn begin_passkey(
    tenant: Tenant,
    PageOrigin(origin): PageOrigin,
    person: Person,
    Json(entered): Json<NewFactor>,
) -> Result<Answer<BegunPasskey>, ApiError> {
    let label = shapes::clean_label(&entered.label)
        .map_err(IdentityError::from)?
        .to_owned();
    Ok(Answer(
        begin(&tenant, &person, (&origin, &label), entered.password).await?,
    ))
}

async fn begin(
    tenant: &Tenant,
    person: &Person,
    (origin, label): (&str, &str),
    password: SecretString,
) -> Result<BegunPasskey, IdentityError> {
    let proof = reauthentication::reauthenticate(tenant, person, password).await?;
    let challenge = Challenge::generate(&*tenant.runtime.random);
    let sealed = seal(tenant, person.id, &challenge);
    let rp_name = site::saved_config(tenant).await?.config.company_name.clone();
    let mut db = tenant.write().await?;
    proof.still_holds(&mut db).await?;
    let account = people::account(&mut db, person.id)
        .await?
        .ok_or(IdentityError::NoAccount)?;
    store::delete_unconfirmed(&mut db, person.id).await?;
    let factors = store::factors(&mut db, person.id).await?;
    let new = store::NewFactorRow {
        kind: Kind::Passkey,
        label,
        secret_sealed: &sealed,
    };
    let factor_id = store::insert(&mut db, person.id, &new, tenant.now().as_millisecond()).await?;
    db.commit().await?;
    let known = passkeys(tenant, person.id, &factors)?;
    Ok(BegunPasskey {
        factor_id,
        challenge: challenge.to_text(),
        rp_id: mail::host(origin).to_owned(),
        rp_name,
        user_id: BASE64URL_NOPAD.encode(place(person.id).as_bytes()),
        user_name: account.email,
        display_name: format!("{} {}", account.first_name, account.last_name),
        algorithm: ALGORITHM,
        known: known.into_iter().map(|(_, passkey)| passkey.id).collect(),
    })
}

/// Confirm a passkey
///
/// As created by the browser. Logins then require two-factor authentication. Your other sessions end. The first one comes with backup codes.
#[utoipa::path(post, path = "/users/second-factors/passkeys/{factorId}/confirm", tag = "identity", request_body = MadePasskey,
    params(("factorId" = i64, Path)), responses((status = 200, body = Envelope<RecoveryCodes>)))]
pub(in crate::identity) async fn confirm_passkey(
    tenant: Tenant,
    PageOrigin(origin): PageOrigin,
    person: Person,
    Path(id): Path<i64>,
    Json(made): Json<MadePasskey>,
) -> Result<Answer<RecoveryCodes>, ApiError> {
    Ok(Answer(confirm(&tenant, &person, id, (&origin, &made)).await?))
}

async fn confirm(
    tenant: &Tenant,
    person: &Person,
    id: i64,
    (origin, made): (&str, &MadePasskey),
) -> Result<RecoveryCodes, IdentityError> {
    let guess = guessing::begin(tenant, Target::second_factor(tenant, person.id)).await?;
    let new_codes = NewCodes::generate_for_first(tenant, person.id).await?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let factors = store::factors(&mut db, person.id).await?;
    let begun = factors
        .iter()
        .find(|factor| factor.id == id && factor.kind == Kind::Passkey && factor.confirmed_at.is_none());
    let begun = begun.ok_or(IdentityError::NoSecondFactor)?;
    let challenge = open(tenant, person.id, &begun.secret_sealed)?;
    let (words, data) = (bytes(&made.client_data), bytes(&made.authenticator_data));
    let taken = words
        .zip(data)
        .and_then(|(words, data)| Passkey::made(asked(origin, &challenge), &words, &data).ok());
    let Some(passkey) = taken else {
        guess.was_wrong(&mut db, tenant).await?;
        db.commit().await?;
        return Err(IdentityError::WrongPasskey);
    };
    guess.was_right(&mut db).await?;
    let sealed = kept(tenant, person.id, &passkey)?;
    store::use_passkey(&mut db, id, &sealed, now.as_millisecond()).await?;
    let change = Change::made(json!({ "label": begun.label, "kind": "passkey" }));
    let actor = person.actor();
    audit::note(&mut db, now, &actor, "second_factor_added", &actor, change).await?;
    super::note_added(&mut db, now, person, &begun.label).await?;
    let recovery_codes = match new_codes {
        Some(codes) if factors.iter().all(|factor| factor.confirmed_at.is_none()) => {
            codes.store(&mut db, person.id).await?
        }
        _ => Vec::new(),
    };
    db.commit().await?;
    Ok(RecoveryCodes { recovery_codes })
}

/// Whether one of this person's passkeys signed the sealed `challenge` at `origin`. Stores the passkey's new counter.
pub(super) async fn has_signed(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    (origin, challenge, signed): (&str, &[u8], &SignedChallenge),
) -> Result<bool, IdentityError> {
    let challenge = open(tenant, customer_id, challenge)?;
    let parts = [&signed.client_data, &signed.authenticator_data, &signed.signature].map(|text| bytes(text));
    let [Some(words), Some(data), Some(signature)] = parts else {
        return Ok(false);
    };
    let factors = store::factors(db, customer_id).await?;
    for (factor_id, passkey) in passkeys(tenant, customer_id, &factors)? {
        if passkey.id != signed.credential_id {
            continue;
        }
        let Ok(counted) = passkey.signed(asked(origin, &challenge), &words, &data, &signature) else {
            continue;
        };
        let sealed = kept(tenant, customer_id, &counted)?;
        store::use_passkey(db, factor_id, &sealed, tenant.now().as_millisecond()).await?;
        return Ok(true);
    }
    Ok(false)
}

/// Passkeys among the active `factors`, each with its factor's ID.
pub(super) fn passkeys(
    tenant: &TenantContext,
    customer_id: i64,
    factors: &[Factor],
) -> Result<Vec<(i64, Passkey)>, Fault> {
    let guarding = factors
        .iter()
        .filter(|factor| factor.kind == Kind::Passkey && factor.confirmed_at.is_some());
    guarding
        .map(|factor| {
            let opened = tenant.keys().open(SECRET, &place(customer_id), &factor.secret_sealed);
            let bytes = opened.map_err(Fault::internal)?;
            Ok((factor.id, serde_json::from_slice(&bytes).map_err(Fault::internal)?))
        })
        .collect()
}

/// A passkey in its stored form.
fn kept(tenant: &TenantContext, customer_id: i64, passkey: &Passkey) -> Result<Vec<u8>, Fault> {
    let bytes = serde_json::to_vec(passkey).map_err(Fault::internal)?;
    Ok(tenant.keys().seal(SECRET, &place(customer_id), &bytes))
}

/// A challenge in its stored form.
pub(super) fn seal(tenant: &TenantContext, customer_id: i64, challenge: &Challenge) -> Vec<u8> {
    tenant.keys().seal(CHALLENGE, &place(customer_id), challenge.as_bytes())
}

fn open(tenant: &TenantContext, customer_id: i64, sealed: &[u8]) -> Result<Challenge, Fault> {
    let opened = tenant.keys().open(CHALLENGE, &place(customer_id), sealed);
    let bytes = opened.map_err(Fault::internal)?;
    Challenge::from_bytes(&bytes).ok_or_else(|| Fault::internal("a stored challenge is invalid"))
}

fn asked<'a>(origin: &'a str, challenge: &'a Challenge) -> Asked<'a> {
    Asked {
        origin,
        host: mail::host(origin),
        challenge,
    }
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    BASE64URL_NOPAD.decode(text.as_bytes()).ok()
}
