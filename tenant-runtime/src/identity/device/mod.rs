//! Devices: a random ID stored by the client, and the key that a login stores in a cookie. Only the key proves that a
//! device belongs to the person.

mod store;
mod visit;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) use store::{is_known, key_hashes};
pub(super) use visit::{Visit, admit};

use crate::error::ErrorCode;
use crate::http::Person;
use crate::tenant::Tenant;

const LONGEST: usize = 64;

/// The `Device-Id` header, if it is there and usable.
pub(super) struct DeviceId(pub(super) Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for DeviceId {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(of(&parts.headers).map(ToOwned::to_owned)))
    }
}

/// The device in `headers`, if valid.
pub(super) fn of(headers: &HeaderMap) -> Option<&str> {
    let value = ["device-id", "deviceid"]
        .iter()
        .find_map(|name| headers.get(*name)?.to_str().ok());
    value.filter(|id| is_usable(id))
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(super) struct DeviceEntry {
    /// Required only without the `Device-Id` header.
    device_id: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Device {
    device_id: String,
}

/// Register the caller's device
#[utoipa::path(post, path = "/devices", tag = "identity", request_body = DeviceEntry, responses((status = 200, body = Envelope<Device>)))]
pub(super) async fn register_device(
    tenant: Tenant,
    person: Person,
    DeviceId(header): DeviceId,
    Json(entry): Json<DeviceEntry>,
) -> Result<Answer<Device>, ApiError> {
    let device_id = header.or(entry.device_id).filter(|id| is_usable(id)).ok_or_else(|| {
        let message = "A device ID must have 1 to 64 visible characters.";
        ErrorCode::InvalidFields.because(message).field("deviceId", message)
    })?;
    let mut db = tenant.write().await?;
    store::remember(&mut db, person.id, &device_id, tenant.now().as_millisecond()).await?;
    db.commit().await?;
    Ok(Answer(Device { device_id }))
}

fn is_usable(id: &str) -> bool {
    (1..=LONGEST).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
}
