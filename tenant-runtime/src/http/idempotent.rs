//! Reading the `Idempotency-Key` together with the body that it stands for.

use axum::extract::{FromRequest, MatchedPath, Request};
use axum::http::HeaderMap;
use bytes::Bytes;
use jiff::Timestamp;
use platform::db::TenantWrite;
use platform::http::{ApiError, ClientAddress, parse_json};
use platform::idempotency::{Claim, IdempotencyKey, Keep};
use platform::keys::Purpose;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::ErrorCode;
use crate::identity::Person;
use crate::tenant::Tenant;

const FINGERPRINT: Purpose = Purpose("idempotency-fingerprint");

/// A JSON body of a request that spends or creates.
pub struct IdempotentJson<T> {
    pub value: T,
    pub idempotency: Idempotency,
}

/// The key of a request, if it carries one, and the fingerprint of its content.
#[derive(Clone, Debug)]
pub struct Idempotency {
    key: Option<IdempotencyKey>,
    pub fingerprint: [u8; 32],
}

impl Idempotency {
    /// Whether the request carries a key.
    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// Claims the key within the transaction of the effect; without a key every request is the first.
    ///
    /// # Errors
    /// 422 `key_reused` when the key came with another request.
    pub async fn claim(&self, db: &mut TenantWrite, now: Timestamp, keep: Keep) -> Result<Claim, ApiError> {
        let Some(key) = &self.key else { return Ok(Claim::Fresh) };
        match key.claim(db, now, keep).await? {
            Claim::Reused => Err(ErrorCode::KeyReused.because("This idempotency key was used for another request.")),
            claim => Ok(claim),
        }
    }

    /// Stores the answer within the transaction of the effect.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn finish<T: Serialize>(&self, db: &mut TenantWrite, answer: &T) -> Result<(), ApiError> {
        let Some(key) = &self.key else { return Ok(()) };
        let answer = serde_json::to_string(answer).map_err(|error| ApiError::internal(&error))?;
        Ok(key.finish(db, &answer).await?)
    }
}

/// 409: the first request with this key is still under way.
pub fn in_progress() -> ApiError {
    ErrorCode::InProgress
        .because("This request is still being worked on. Please wait a moment.")
        .retry_after(1)
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for IdempotentJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let scope = scope_of(&request);
        let key = key_of(request.headers())?;
        let tenant = request.extensions().get::<Tenant>();
        let keys = tenant
            .ok_or_else(|| ApiError::internal(&"a route outside the gate"))?
            .keys()
            .clone();
        let start = format!("{} {}\n", request.method(), request.uri().path());
        let body = Bytes::from_request(request, state).await.map_err(|rejection| {
            ApiError::new(
                rejection.status(),
                platform::http::Code("malformed"),
                "The body could not be read.",
            )
        })?;
        let value = parse_json(&body)?;
        // Keyed, since it is stored: a bare digest of a short body with a password in it could be guessed at.
        let fingerprint = keys.hmac(FINGERPRINT, &[start.as_bytes(), &body].concat());
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

/// Route and caller: the person, else the device, else the address.
fn scope_of(request: &Request) -> String {
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("", MatchedPath::as_str);
    let device = ["device-id", "deviceid"]
        .iter()
        .find_map(|name| request.headers().get(*name)?.to_str().ok());
    let caller = match (
        request.extensions().get::<Person>(),
        device,
        request.extensions().get::<ClientAddress>(),
    ) {
        (Some(person), _, _) => format!("customer:{}", person.id),
        (None, Some(device), _) => format!("device:{device}"),
        (None, None, Some(address)) => format!("address:{}", address.0),
        (None, None, None) => "address:unknown".to_owned(),
    };
    format!("{} {route} {caller}", request.method())
}

fn key_of(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let valid = (1..=128).contains(&value.len()) && value.as_bytes().iter().all(u8::is_ascii_graphic);
    match value.to_str() {
        Ok(key) if valid => Ok(Some(key.to_owned())),
        _ => Err(ApiError::malformed(
            "An Idempotency-Key has 1 to 128 visible ASCII characters.",
        )),
    }
}
