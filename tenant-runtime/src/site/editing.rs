//! The site config as the merchant edits it: saved against the revision that it was read at, with every earlier one kept.

use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::config::Brand;
use super::error::SiteError;
use super::{SavedConfig, SiteConfig, Tones, business, formless, rules, save_config, saved_from, store};
use crate::domain::{self, Event};
use crate::error::Fault;
use crate::http::{Person, demand_password};
use crate::tenant::{Tenant, TenantContext};

/// Maximum number of listed versions.
const MOST_LISTED: i64 = 200;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct EditedConfig {
    /// Complete config with the `revision` it was edited from.
    #[schema(value_type = Object)]
    site_config: Map<String, Value>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RevisionToRestore {
    revision: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DraftBrand {
    brand: Brand,
}

/// Revision of the site config.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PastConfig {
    revision: i64,
    #[schema(value_type = String, format = DateTime)]
    time_stamp: Timestamp,
    /// `customer:<id>` for a team member; `manifest` for the initial version.
    saved_by: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct ConfigHistory {
    items: Vec<PastConfig>,
}

/// Save the site config
///
/// Returns the saved config, completed with required entries. An outdated `revision` returns 409 `stale_revision`. After the
/// first sale, the currency can't change. Fields that no form has, such as unknown keys, change after `POST /users/unlock`.
#[utoipa::path(post, path = "/accounts/site-config", tag = "admin", request_body = EditedConfig,
    responses((status = 200, body = Envelope<SavedConfig>)))]
pub(super) async fn save_site_config(
    tenant: Tenant,
    person: Person,
    Json(edited): Json<EditedConfig>,
) -> Result<Answer<SavedConfig>, ApiError> {
    let based_on = edited.site_config.get("revision").and_then(Value::as_i64);
    let based_on = based_on.ok_or(SiteError::NoRevision)?;
    Ok(Answer(save(&tenant, &person, based_on, edited.site_config).await?))
}

/// List site config revisions
///
/// Newest first; the first one is current.
#[utoipa::path(get, path = "/accounts/site-config/history", tag = "admin", responses((status = 200, body = Envelope<ConfigHistory>)))]
pub(super) async fn list_site_configs(tenant: Tenant) -> Result<Answer<ConfigHistory>, ApiError> {
    let rows = store::configs(&mut tenant.read().await?, MOST_LISTED).await;
    let items = rows.map_err(Fault::from)?.into_iter().map(|row| {
        Ok(PastConfig {
            revision: row.revision,
            time_stamp: Timestamp::from_millisecond(row.saved_at).map_err(Fault::internal)?,
            saved_by: row.saved_by,
        })
    });
    Ok(Answer(ConfigHistory {
        items: items.collect::<Result<_, Fault>>()?,
    }))
}

/// Get a site config revision
///
/// Converted to this version of the software.
#[utoipa::path(get, path = "/accounts/site-config/history/{revision}", tag = "admin", params(("revision" = i64, Path)),
    responses((status = 200, body = Envelope<SavedConfig>)))]
pub(super) async fn get_past_site_config(
    tenant: Tenant,
    Path(revision): Path<i64>,
) -> Result<Answer<SavedConfig>, ApiError> {
    Ok(Answer(
        past(&mut tenant.read().await.map_err(Fault::from)?, revision).await?,
    ))
}

/// Restore a site config revision
///
/// Saved as a new revision, so you can undo it. Asks for the password where saving does.
#[utoipa::path(post, path = "/accounts/site-config/restore", tag = "admin", request_body = RevisionToRestore,
    responses((status = 200, body = Envelope<SavedConfig>)))]
pub(super) async fn restore_site_config(
    tenant: Tenant,
    person: Person,
    Json(RevisionToRestore { revision }): Json<RevisionToRestore>,
) -> Result<Answer<SavedConfig>, ApiError> {
    Ok(Answer(restore(&tenant, &person, revision).await?))
}

/// Get adjusted colors of a draft
///
/// Colors adjusted for readable text. Nothing is saved.
#[utoipa::path(post, path = "/accounts/site-config/tones", tag = "admin", request_body = DraftBrand,
    responses((status = 200, body = Envelope<Tones>)))]
pub(super) async fn derive_tones(Json(draft): Json<DraftBrand>) -> Answer<Tones> {
    Answer(Tones::of(&draft.brand))
}

/// Saves a change of the config of revision `based_on`.
pub(super) async fn save(
    tenant: &Tenant,
    person: &Person,
    based_on: i64,
    raw: Map<String, Value>,
) -> Result<SavedConfig, SiteError> {
    let config = rules::prepare(raw)?;
    let mut db = tenant.write().await?;
    let newest = store::newest_config(&mut db)
        .await?
        .ok_or(Fault::Incomplete("config"))?;
    if newest.revision != based_on {
        return Err(SiteError::StaleRevision);
    }
    let before = saved_from(&newest)?;
    guard(tenant, person, &before.config, &config)?;
    rules::check_change(&before.config, &config)?;
    business::check_currency(&mut db, tenant, (&before.config, &config)).await?;
    Ok(keep(db, tenant, person, &before, config, "site_config_saved").await?)
}

/// Asks for the password, as the JSON text does, before fields change that only the text shows.
fn guard(tenant: &Tenant, person: &Person, before: &SiteConfig, after: &SiteConfig) -> Result<(), SiteError> {
    if formless::changes_formless_fields(before, after) && demand_password(person, tenant.now()).is_err() {
        return Err(SiteError::PasswordRequired);
    }
    Ok(())
}

async fn restore(tenant: &Tenant, person: &Person, revision: i64) -> Result<SavedConfig, SiteError> {
    let mut db = tenant.write().await?;
    let newest = store::newest_config(&mut db)
        .await?
        .ok_or(Fault::Incomplete("config"))?;
    let before = saved_from(&newest)?;
    let earlier = past(&mut db, revision).await?;
    guard(tenant, person, &before.config, &earlier.config)?;
    rules::check_change(&before.config, &earlier.config)?;
    business::check_currency(&mut db, tenant, (&before.config, &earlier.config)).await?;
    Ok(keep(db, tenant, person, &before, earlier.config, "site_config_restored").await?)
}

/// Saves `config` with its author. What depends on the time zone or on whether prices include tax follows in the same commit.
async fn keep(
    mut db: TenantWrite,
    tenant: &TenantContext,
    person: &Person,
    before: &SavedConfig,
    config: SiteConfig,
    action: &'static str,
) -> Result<SavedConfig, Fault> {
    let (now, actor) = (tenant.now(), person.actor());
    let revision = save_config(&mut db, now, &config, &actor).await?;
    let change = Change::between(json!(before.config), json!(config)).with(json!({ "before": before.revision }));
    audit::note(&mut db, now, &actor, action, &format!("site-config:{revision}"), change).await?;
    if config.prices_include_tax != before.config.prices_include_tax {
        let gross = config.prices_include_tax;
        domain::publish(&mut db, tenant, Event::PriceBasisChanged { gross }).await?;
    }
    if config.time_zone != before.config.time_zone {
        let before = before.revision;
        domain::publish(&mut db, tenant, Event::TimeZoneChanged { before }).await?;
    }
    db.commit().await?;
    Ok(SavedConfig {
        tones: Tones::of(&config.brand),
        stored_as: before.stored_as.clone(),
        config,
        revision,
        time_stamp: now,
    })
}

async fn past(db: &mut TenantRead, revision: i64) -> Result<SavedConfig, SiteError> {
    let row = store::config(db, revision).await?.ok_or(SiteError::NoSuchRevision)?;
    Ok(saved_from(&row)?)
}
