//! Reads the `Idempotency-Key` with its request body.

use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, Method};
use data_encoding::HEXLOWER;
use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::http::{ApiError, ClientAddress, json_body, parse_json};
use platform::idempotency::{Claim, IdempotencyKey, Keep};
use platform::keys::{Purpose, SiteKeys};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::person::Person;
use super::routes::{API_BASE, RouteTemplate};
use super::terminal::Terminal;
use crate::error::{ErrorCode, Fault};
use crate::tenant::Tenant;

const FINGERPRINT: Purpose = Purpose("idempotency-fingerprint");
const SCOPE: Purpose = Purpose("idempotency-scope");

/// JSON body of a request that spends or creates.
pub struct IdempotentJson<T> {
    pub value: T,
    pub idempotency: Idempotency,
}

/// JSON body of a terminal's request. The terminal's transaction ID in it is the idempotency key.
pub struct TransactionJson<T> {
    pub value: T,
    pub idempotency: Idempotency,
}

/// A body with a `terminalTxnId`.
pub trait NamesTransaction {
    fn transaction(&self) -> &str;
}

/// Idempotency key of a request, if it has one, and the fingerprint of its content.
#[derive(Clone, Debug)]
pub struct Idempotency {
    key: Option<IdempotencyKey>,
    pub fingerprint: [u8; 32],
}

impl Idempotency {
    /// Whether the request has a key.
    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// The key, as sent by the client.
    pub fn key(&self) -> Option<&str> {
        self.key.as_ref().map(|key| &*key.key)
    }

    /// Claims the key in the transaction of its effect. Returns the stored result of an earlier request. Without a key,
    /// every request is the first.
    ///
    /// # Errors
    /// [`ClaimError::Reused`] or [`ClaimError::Running`].
    pub async fn claim(&self, db: &mut TenantWrite, now: Timestamp, keep: Keep) -> Result<Option<String>, ClaimError> {
        let Some(key) = &self.key else { return Ok(None) };
        match key.claim(db, now, keep).await? {
            Claim::Fresh => Ok(None),
            Claim::Finished(stored) => Ok(Some(stored)),
            Claim::Running => Err(ClaimError::Running),
            Claim::Reused => Err(ClaimError::Reused),
        }
    }

    /// The key of an earlier request of `person` to `POST {route}`, to look up its result.
    ///
    /// # Errors
    /// 400 if no request can have `key`.
    pub fn of_earlier(route: &str, person: &Person, key: String) -> Result<IdempotencyKey, ApiError> {
        Ok(IdempotencyKey {
            scope: scope_of_person(&Method::POST, &format!("{API_BASE}{route}"), person),
            key: checked(key)?,
            // Not from a request.
            fingerprint: [0; 32],
        })
    }

    /// Stores the response in the transaction of the effect.
    pub async fn finish<T: Serialize>(&self, db: &mut TenantWrite, answer: &T) -> Result<(), Fault> {
        let Some(key) = &self.key else { return Ok(()) };
        let answer = serde_json::to_string(answer).map_err(Fault::internal)?;
        Ok(key.finish(db, &answer).await?)
    }
}

/// Reason why a request is neither the first with its key nor gets the first response.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    #[error("the idempotency key was used for another request")]
    Reused,
    #[error("the first request with this idempotency key is in progress")]
    Running,
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for ClaimError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<ClaimError> for ApiError {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::Reused => {
                ErrorCode::KeyReused.because("This idempotency key was used for a different request.")
            }
            ClaimError::Running => in_progress(),
            ClaimError::Fault(fault) => fault.into(),
        }
    }
}

/// 409: the same request is already in progress.
pub fn in_progress() -> ApiError {
    ErrorCode::InProgress
        .because("This request is still in progress. Try again in a moment.")
        .retry_after(1)
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for IdempotentJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let key = key_of(request.headers())?;
        let keys = Tenant::of_request(request.extensions())?.keys().clone();
        let scope = scope_of(&request, &keys);
        let (value, fingerprint) = read(request, state, &keys).await?;
        let key = key.map(|key| IdempotencyKey {
            scope,
            key,
            fingerprint,
        });
        Ok(Self {
            value,
            idempotency: Idempotency { key, fingerprint },
        })
    }
}

impl<S: Send + Sync, T: DeserializeOwned + NamesTransaction> FromRequest<S> for TransactionJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let terminal = request.extensions().get::<Terminal>().ok_or_else(Terminal::unknown)?;
        let scope = format!(
            "{} {} terminal:{}",
            request.method(),
            template_of(&request),
            terminal.id
        );
        let keys = Tenant::of_request(request.extensions())?.keys().clone();
        let (value, fingerprint) = read::<S, T>(request, state, &keys).await?;
        let key = value.transaction().to_owned();
        if !is_key(&key) {
            let message = "A terminalTxnId must have 1 to 128 visible ASCII characters.";
            return Err(ApiError::malformed(message).field("terminalTxnId", message));
        }
        let key = Some(IdempotencyKey {
            scope,
            key,
            fingerprint,
        });
        Ok(Self {
            value,
            idempotency: Idempotency { key, fingerprint },
        })
    }
}

/// A request's body, and the fingerprint of its content.
async fn read<S: Send + Sync, T: DeserializeOwned>(
    request: Request,
    state: &S,
    keys: &SiteKeys,
) -> Result<(T, [u8; 32]), ApiError> {
    let start = format!("{} {}\n", request.method(), request.uri().path());
    let body = json_body(request, state).await?;
    // Keyed, because it is stored: a plain digest of a short body with a password could be guessed.
    let fingerprint = keys.hmac(FINGERPRINT, &[start.as_bytes(), &body].concat());
    Ok((parse_json(&body)?, fingerprint))
}

/// Identity of a request and its repeats: route, caller and key. `None` without a valid key.
pub(crate) fn repeatable(request: &Request, keys: &SiteKeys) -> Option<String> {
    let key = key_of(request.headers()).ok()??;
    Some(format!("{}\n{key}", scope_of(request, keys)))
}

/// Route and caller: the user, otherwise the device, otherwise the IP address. Devices and addresses are stored as
/// keyed digests, because they could identify people whose accounts may be deleted.
fn scope_of(request: &Request, keys: &SiteKeys) -> String {
    let route = template_of(request);
    let device = ["device-id", "deviceid"]
        .iter()
        .find_map(|name| request.headers().get(*name)?.to_str().ok());
    let digest = |text: &str| HEXLOWER.encode(&keys.hmac(SCOPE, text.as_bytes())[..16]);
    let caller = match (request.extensions().get::<Person>(), device) {
        (Some(person), _) => return scope_of_person(request.method(), route, person),
        (None, Some(device)) => format!("device:{}", digest(device)),
        (None, None) => {
            let address = request.extensions().get::<ClientAddress>();
            let address = address.map_or_else(String::new, |address| address.0.to_string());
            format!("address:{}", digest(&address))
        }
    };
    format!("{} {route} {caller}", request.method())
}

fn template_of(request: &Request) -> &str {
    let route = request.extensions().get::<RouteTemplate>();
    route.map_or("", |template| &*template.0)
}

fn scope_of_person(method: &Method, route: &str, person: &Person) -> String {
    format!("{method} {route} customer:{}", person.id)
}

fn key_of(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let value = headers.get("idempotency-key");
    value
        .map(|value| checked(value.to_str().unwrap_or_default().to_owned()))
        .transpose()
}

fn checked(key: String) -> Result<String, ApiError> {
    if is_key(&key) {
        Ok(key)
    } else {
        Err(ApiError::malformed(
            "An Idempotency-Key must have 1 to 128 visible ASCII characters.",
        ))
    }
}

fn is_key(text: &str) -> bool {
    (1..=128).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}
