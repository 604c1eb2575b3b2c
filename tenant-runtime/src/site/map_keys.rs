//! The site's own keys of vendors of maps, which go before the installation's.

use platform::audit::{self, Change};
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::error::SiteError;
use super::map_key::{MapKey, MapKeys, TypedMapKeys};
use super::{rules, store};
use crate::error::Fault;
use crate::fields::FieldErrors;
use crate::http::Person;
use crate::tenant::Tenant;

#[derive(Serialize, ToSchema)]
pub(super) struct OwnMapKeys {
    /// Empty: the installation's.
    google: String,
    /// Empty: the installation's.
    apple: String,
    /// Where visitors find the site: what the vendor is to tie the keys to.
    addresses: Vec<String>,
}

/// Keys of maps
#[utoipa::path(get, path = "/admin/map-keys", tag = "admin", responses((status = 200, body = Envelope<OwnMapKeys>)))]
pub(super) async fn get_map_keys(tenant: Tenant) -> Result<Answer<OwnMapKeys>, ApiError> {
    let keys = load(&mut tenant.read().await?).await?;
    Ok(Answer(told(&tenant, &keys)))
}

/// Set the keys of maps
///
/// In force with the next page that is opened.
#[utoipa::path(put, path = "/admin/map-keys", tag = "admin", request_body = TypedMapKeys,
    responses((status = 200, body = Envelope<OwnMapKeys>)))]
pub(super) async fn set_map_keys(
    tenant: Tenant,
    person: Person,
    Json(typed): Json<TypedMapKeys>,
) -> Result<Answer<OwnMapKeys>, ApiError> {
    let keys = set(&tenant, &person, &typed).await?;
    Ok(Answer(told(&tenant, &keys)))
}

async fn set(tenant: &Tenant, person: &Person, typed: &TypedMapKeys) -> Result<MapKeys, SiteError> {
    let keys = rules::check_map_keys(typed)?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = load(&mut db).await?;
    store::set_map_keys(&mut db, &keys, now.as_millisecond()).await?;
    let change = Change::between(json!(before), json!(keys));
    audit::note(&mut db, now, &person.actor(), "map_keys_set", "map_keys", change).await?;
    // They stand in the shell.
    db.changes_public_data();
    db.commit().await?;
    Ok(keys)
}

fn told(tenant: &Tenant, keys: &MapKeys) -> OwnMapKeys {
    let text = |key: &Option<MapKey>| key.as_ref().map(MapKey::to_string).unwrap_or_default();
    OwnMapKeys {
        google: text(&keys.google),
        apple: text(&keys.apple),
        addresses: tenant.addresses(),
    }
}

/// The site's own keys.
///
/// # Errors
/// When the database refuses.
pub async fn load(db: &mut TenantRead) -> Result<MapKeys, Fault> {
    let row = store::map_keys(db).await?;
    // What is no key could not be used anyhow.
    let key = |text: Option<String>| text.and_then(|text| text.parse().ok());
    Ok(row.map_or_else(MapKeys::default, |row| MapKeys {
        google: key(row.google),
        apple: key(row.apple),
    }))
}

/// Writes the keys that a manifest declares.
///
/// # Errors
/// The outer one is the database's; the inner one names the fields that will not do.
pub async fn provision(
    db: &mut TenantWrite,
    now: jiff::Timestamp,
    declared: &TypedMapKeys,
) -> Result<Result<(), FieldErrors>, sqlx::Error> {
    let keys = match rules::check_map_keys(declared) {
        Ok(keys) => keys,
        Err(errors) => return Ok(Err(errors)),
    };
    store::set_map_keys(db, &keys, now.as_millisecond()).await?;
    db.changes_public_data();
    Ok(Ok(()))
}
