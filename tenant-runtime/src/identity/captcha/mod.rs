//! Captcha: a puzzle that costs a browser a second of work (ALTCHA, proof of work, version 2), or the widget of the
//! site's provider. Route policies define where it is required; the gate checks it here.

mod admin;
mod checks;
mod jobs;
mod proof;
mod rules;
mod settings;
mod siteverify;
mod store;
mod suspicion;
mod tokens;
mod vendor;
mod wrong_codes;

use altcha::Challenge;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use platform::http::{Answer, ApiError, ClientAddress, Envelope};
use platform::keys::Purpose;
use serde::Serialize;
use utoipa::ToSchema;

pub(super) use jobs::register as register_jobs;
pub use settings::{provision, vendor_of};
pub use siteverify::CaptchaVendors;
pub(super) use suspicion::{clear, note};
pub use vendor::{CaptchaEndpoints, CaptchaManifest, CaptchaVendor};
pub use wrong_codes::note as note_wrong_code;

use super::IdentityError;
use crate::error::Fault;
use crate::http::{Captcha, Policy, Routes, limits, routes};
use crate::tenant::Tenant;

/// Cost of one puzzle attempt, in PBKDF2 iterations. About 256 attempts are needed.
pub const COST: u32 = 5_000;

const HEADER: &str = "captcha-token";
/// In bytes. The puzzle's tokens have about 700. Some of the providers' are longer.
const LONGEST: usize = 8192;

/// Challenge for the ALTCHA widget; null if the installation uses no captcha.
#[derive(Serialize, ToSchema)]
#[schema(value_type = Option<Object>)]
struct Puzzle(Option<Offered>);

/// The built-in puzzle, and a provider whose widget may be shown instead.
#[derive(Serialize)]
struct Offered {
    #[serde(flatten)]
    challenge: Challenge,
    #[serde(skip_serializing_if = "Option::is_none")]
    widget: Option<tokens::Widget>,
}

pub(super) fn routes() -> Routes {
    let sets = Policy::owner(limits::WRITE).asks_for_password();
    Routes::default()
        .call(
            routes!(get_challenge),
            Policy::anyone(limits::CAPTCHA).answers_while_closed(),
        )
        .call(routes!(admin::get_captcha), Policy::owner(limits::READ))
        .call(routes!(admin::set_captcha), sets)
        .call(routes!(admin::test_captcha), sets)
}

/// Get a captcha challenge
///
/// Challenge for the ALTCHA widget. Send its solution in the `Captcha-Token` header of one request. If the site uses
/// another provider, `widget` has its name (`vendor`) and site key (`siteKey`), and you can send that widget's token
/// instead. Null if the installation uses no captcha.
#[utoipa::path(get, path = "/captcha/challenge", tag = "identity", responses((status = 200, body = Envelope<Puzzle>)))]
async fn get_challenge(tenant: Tenant) -> Result<Response, ApiError> {
    let puzzle = match tenant.runtime.captcha {
        Some(cost) => Some(Offered {
            challenge: proof::new_challenge(tenant.keys(), tenant.now(), cost)?,
            widget: tokens::widget(&tenant).await?,
        }),
        None => None,
    };
    let not_stored = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((not_stored, Answer(Puzzle(puzzle))).into_response())
}

/// A captcha token for a call by this process, which has nothing to prove.
///
/// # Errors
/// It can't be created, which no known input causes.
pub fn pass(tenant: &Tenant) -> Result<String, Fault> {
    proof::pass(tenant.keys(), tenant.now())
}

/// A request that may need a captcha.
pub(crate) struct Demand {
    pub(crate) when: Captcha,
    pub(crate) address: ClientAddress,
    /// The caller. `None`: there was no token.
    pub(crate) customer_id: Option<i64>,
    /// Identity shared only by repeats of the same request.
    pub(crate) repeatable: Option<String>,
}

/// Rejects a request that needs a captcha, unless it contains an unused solution.
///
/// # Errors
/// [`IdentityError::CaptchaWanted`] or [`IdentityError::CaptchaRefused`].
pub(crate) async fn demand(tenant: &Tenant, headers: &HeaderMap, asked: Demand) -> Result<(), IdentityError> {
    let has_captcha = tenant.runtime.captcha.is_some();
    if !has_captcha || !is_due(tenant, &asked, headers).await? {
        return Ok(());
    }
    let Some(token) = headers.get(HEADER).filter(|token| !token.is_empty()) else {
        return Err(IdentityError::CaptchaWanted);
    };
    let token = token.to_str().ok().filter(|token| token.len() <= LONGEST);
    let token = token.ok_or(IdentityError::CaptchaRefused)?;
    let solved = solved(tenant, token).await?.ok_or(IdentityError::CaptchaRefused)?;

    // After a lost response, the same request is sent again, and its key ensures that it takes effect once. The key alone isn't
    // enough: another caller's request with the same key is a different one.
    let repeatable = asked.repeatable.as_deref();
    let repeatable = repeatable.map(|what| HEXLOWER.encode(&tenant.keys().hmac(REPEATABLE, what.as_bytes())));
    let mut db = tenant.write().await?;
    if !store::use_up(&mut db, &solved, repeatable.as_deref()).await? {
        return Err(IdentityError::CaptchaRefused);
    }
    jobs::enqueue(&mut db, tenant.now(), solved.expires_at).await?;
    Ok(db.commit().await?)
}

/// Proof in a token. Every site accepts puzzle solutions, so that people whose browsers can't reach a provider aren't
/// locked out.
async fn solved(tenant: &Tenant, token: &str) -> Result<Option<proof::Solved>, Fault> {
    let Some(payload) = proof::read(token) else {
        return tokens::check(tenant, token).await;
    };
    let (keys, now) = (tenant.keys().clone(), tenant.now());
    // Checking takes as long as one attempt in the browser: a few milliseconds.
    let checked = tokio::task::spawn_blocking(move || proof::check(&keys, now, payload));
    checked.await.map_err(Fault::internal)
}

const REPEATABLE: Purpose = Purpose("captcha-idempotency-key");

async fn is_due(tenant: &Tenant, asked: &Demand, headers: &HeaderMap) -> Result<bool, Fault> {
    Ok(match asked.when {
        Captcha::Never => false,
        Captcha::Always => true,
        Captcha::WithoutToken => asked.customer_id.is_none(),
        Captcha::AfterFailures => {
            suspicion::is_due(tenant, asked.address.limit_key(), super::device::of(headers)).await?
        }
        Captcha::AfterFive => checks::is_due(tenant, asked.address).await?,
        Captcha::AfterWrongCodes => match asked.customer_id {
            Some(customer_id) => wrong_codes::is_due(tenant, customer_id).await?,
            None => true,
        },
    })
}
