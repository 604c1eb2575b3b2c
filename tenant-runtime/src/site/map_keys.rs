//! Map keys of the site, which take precedence over the installation's.

use platform::audit::{self, Change};
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::error::SiteError;
use super::map_key::{MapKey, MapKeys, TypedMapKeys};
use super::{rules, store};
use crate::error::Fault;
use crate::fields::FieldErrors;
use crate::http::{Person, Version, Versioned};
use crate::tenant::Tenant;

#[derive(Serialize, ToSchema)]
pub(super) struct OwnMapKeys {
    /// Changes when the keys change.
    version: Version,
    /// Empty to use the installation-wide key.
    google: String,
    /// Empty to use the installation-wide key.
    apple: String,
    /// Site addresses to restrict the provider's keys to.
    addresses: Vec<String>,
}

/// New map keys.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MapKeysChange {
    /// Version you read, so you don't overwrite newer changes.
    version: Version,
    keys: TypedMapKeys,
}

/// Get the map keys
#[utoipa::path(get, path = "/admin/map-keys", tag = "admin", responses((status = 200, body = Envelope<OwnMapKeys>)))]
pub(super) async fn get_map_keys(tenant: Tenant) -> Result<Answer<OwnMapKeys>, ApiError> {
    let keys = Versioned::of(load(&mut tenant.read().await?).await?)?;
    Ok(Answer(told(&tenant, keys)))
}

/// Update the map keys
///
/// Takes effect with the next page load.
#[utoipa::path(put, path = "/admin/map-keys", tag = "admin", request_body = MapKeysChange,
    responses((status = 200, body = Envelope<OwnMapKeys>)))]
pub(super) async fn set_map_keys(
    tenant: Tenant,
    person: Person,
    Json(change): Json<MapKeysChange>,
) -> Result<Answer<OwnMapKeys>, ApiError> {
    let keys = set(&tenant, &person, &change).await?;
    Ok(Answer(told(&tenant, keys)))
}

async fn set(tenant: &Tenant, person: &Person, change: &MapKeysChange) -> Result<Versioned<MapKeys>, SiteError> {
    let keys = rules::check_map_keys(&change.keys)?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = Versioned::of(load(&mut db).await?)?;
    if !before.takes(&change.version, &keys)? {
        return Ok(before);
    }
    store::set_map_keys(&mut db, &keys, now.as_millisecond()).await?;
    let change = Change::between(json!(before.content), json!(keys));
    audit::note(&mut db, now, &person.actor(), "map_keys_set", "map_keys", change).await?;
    // They are part of the shell.
    db.changes_public_data();
    db.commit().await?;
    Ok(Versioned::of(keys)?)
}

fn told(tenant: &Tenant, Versioned { version, content: keys }: Versioned<MapKeys>) -> OwnMapKeys {
    let text = |key: Option<MapKey>| key.map(|key| key.to_string()).unwrap_or_default();
    OwnMapKeys {
        version,
        google: text(keys.google),
        apple: text(keys.apple),
        addresses: tenant.addresses(),
    }
}

/// Map keys of the site.
pub async fn load(db: &mut TenantRead) -> Result<MapKeys, Fault> {
    let row = store::map_keys(db).await?;
    // An invalid key couldn't be used anyway.
    let key = |text: Option<String>| text.and_then(|text| text.parse().ok());
    Ok(row.map_or_else(MapKeys::default, |row| MapKeys {
        google: key(row.google),
        apple: key(row.apple),
    }))
}

/// Saves the keys in a manifest.
///
/// # Errors
/// The outer error is the database's. The inner one has the invalid fields.
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
