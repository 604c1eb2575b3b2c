//! Devices of a customer.

use std::sync::Arc;

use platform::http::{Answer, ApiError, Envelope, Json};
use platform::push::PushServices;
use serde::Deserialize;
use utoipa::ToSchema;

use super::address::{Address, digest_of_app, digest_of_browser};
use super::error::PushError;
use super::{rules, store};
use crate::http::Person;
use crate::tenant::Tenant;

/// Browser's push subscription, as returned by `toJSON` (W3C Push API).
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PushSubscription {
    endpoint: String,
    /// Ignored: push services report when a subscription ends.
    #[serde(default, rename = "expirationTime")]
    _expiration_time: Option<f64>,
    keys: PushSubscriptionKeys,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PushSubscriptionKeys {
    /// Base64url.
    p256dh: String,
    /// Base64url.
    auth: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PushEndpoint {
    endpoint: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PushToken {
    /// Firebase token of an app.
    token: String,
}

/// Register a browser for push notifications
///
/// Registers or renews it. It ends with the session.
#[utoipa::path(post, path = "/users/push-subscriptions", tag = "notifications", request_body = PushSubscription,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn register_browser(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<PushSubscription>,
) -> Result<Answer<bool>, ApiError> {
    let services = tenant.runtime.state::<Arc<PushServices>>()?;
    let PushSubscriptionKeys { p256dh, auth } = entered.keys;
    let subscription = rules::subscription(entered.endpoint, &p256dh, &auth, |endpoint| services.takes(endpoint));
    register(
        &tenant,
        &person,
        &Address::WebPush(subscription.map_err(PushError::Fields)?),
    )
    .await?;
    Ok(Answer(true))
}

/// Unregister a browser
#[utoipa::path(delete, path = "/users/push-subscriptions", tag = "notifications", request_body = PushEndpoint,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn remove_browser(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<PushEndpoint>,
) -> Result<Answer<bool>, ApiError> {
    remove(&tenant, &person, &digest_of_browser(tenant.keys(), &entered.endpoint)).await?;
    Ok(Answer(true))
}

/// Register an app for push notifications
///
/// Registers or renews a Firebase token. It ends with the session.
#[utoipa::path(post, path = "/users/firebase", tag = "notifications", request_body = PushToken,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn register_app(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<PushToken>,
) -> Result<Answer<bool>, ApiError> {
    let token =
        rules::token(&entered.token).map_err(|message| PushError::Fields([("token".into(), message)].into()))?;
    register(&tenant, &person, &Address::Firebase(token.to_owned())).await?;
    Ok(Answer(true))
}

/// Unregister an app
#[utoipa::path(delete, path = "/users/firebase", tag = "notifications", request_body = PushToken,
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn remove_app(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<PushToken>,
) -> Result<Answer<bool>, ApiError> {
    remove(&tenant, &person, &digest_of_app(tenant.keys(), &entered.token)).await?;
    Ok(Answer(true))
}

async fn register(tenant: &Tenant, person: &Person, address: &Address) -> Result<(), PushError> {
    let keys = tenant.keys();
    let device = store::NewDevice {
        customer_id: person.id,
        session_id: &person.session,
        service: address.service(),
        address_digest: &address.digest(keys),
        address_sealed: &address.seal(keys).map_err(PushError::internal)?,
    };
    let mut db = tenant.write().await?;
    store::register(&mut db, &device, tenant.now().as_millisecond()).await?;
    Ok(db.commit().await?)
}

async fn remove(tenant: &Tenant, person: &Person, digest: &[u8]) -> Result<(), PushError> {
    let mut db = tenant.write().await?;
    store::remove(&mut db, person.id, digest).await?;
    Ok(db.commit().await?)
}
