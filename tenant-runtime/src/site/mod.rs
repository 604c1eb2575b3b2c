//! The site's face: its config and history, its public merchant information, its pictures.

mod business;
mod colour;
pub mod config;
mod countries;
mod drawing;
mod editing;
mod error;
mod first_steps;
mod formless;
mod html;
mod icons;
mod languages;
mod map_key;
mod map_keys;
mod migrate;
mod navigation;
mod pictures;
mod public;
mod raster;
mod raw;
mod rules;
mod schema;
mod states;
mod store;
mod support;
mod svg;
mod text_limits;
mod texts;
mod tones;
mod uploads;
mod zone_change;

pub use colour::HexColour;
pub use countries::Country;
pub use drawing::{DrawPicture, Picture};
pub use first_steps::{has_company_name, has_contact, has_example_home_page, is_dressed};
pub use html::CleanHtml;
pub use icons::{Icon, Square, draw_squares, version as icon_version};
pub use languages::{OfPages, Wanted};
pub use map_key::{InvalidMapKey, MapKey, MapKeys, TypedMapKeys};
pub use map_keys::{load as map_keys, provision as provision_map_keys};
pub use migrate::{MigrateError, migrate as migrate_schema};
pub use pictures::{PictureError, UPLOADS, put as put_picture, sources as picture_sources};
pub use raster::ScaleImage;
pub use rules::ConfigError;
pub use schema::schema_versions;
pub use states::{State, codes_of as state_codes_of, of_country as states_of};
pub use svg::CleanDrawing;
pub use texts::{FROM_MANIFEST, PublishedText, TextKind, find_text, newest_text};
pub use tones::{Tones, on as text_on};
pub use zone_change::{ZoneChange, zone_change};

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform::causes::json_reason;
use platform::db::{TenantRead, TenantWrite};
use platform::money::Currency;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::error::Fault;
use crate::http::{Policy, Routes, limits, routes};
use crate::tenant::{Tenant, TenantContext};
pub use config::SiteConfig;

/// Current site config.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedConfig {
    #[serde(flatten)]
    pub config: SiteConfig,
    /// Incremented by each save.
    pub revision: i64,
    /// Save time.
    #[schema(value_type = String, format = DateTime)]
    pub time_stamp: Timestamp,
    /// Colors with sufficient contrast, derived from the brand colors when saved.
    pub tones: Tones,
    /// Schema version of the stored config. This build converts it when reading.
    #[serde(skip)]
    pub stored_as: String,
}

/// Public information about the merchant. Texts are sanitized HTML.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Merchant {
    #[serde(rename = "WCTerms")]
    pub wash_club_terms: String,
    pub terms: String,
    pub privacy_policy: String,
    pub support: Support,
    pub referral_points: i64,
}

impl Merchant {
    fn text(&self, kind: TextKind) -> String {
        let text = match kind {
            TextKind::Terms => &self.terms,
            TextKind::Privacy => &self.privacy_policy,
            TextKind::ClubTerms => &self.wash_club_terms,
            TextKind::Faqs => &self.support.support_faqs,
        };
        text.clone()
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Support {
    pub support_email: String,
    pub support_phone: String,
    /// HTML.
    pub support_faqs: String,
}

/// Support contacts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SupportContacts {
    support_email: String,
    /// Digits, with a leading + for international numbers; empty for none.
    support_phone: String,
}

/// Most bytes of a config that is saved.
const MOST_BYTES: usize = 256 * 1024;

pub fn routes() -> Routes {
    let public = Policy::anyone(limits::READ).answers_while_closed();
    let (looks, edits) = (Policy::manager(limits::READ), Policy::manager(limits::WRITE));
    Routes::default()
        .call(routes!(public::get_site_key), public.without_app_key())
        .call(routes!(public::get_site_config), public)
        .call(routes!(public::list_states), public)
        .call(routes!(public::get_merchant), public)
        .call(routes!(editing::save_site_config), edits.body_limit(MOST_BYTES))
        .call(routes!(editing::list_site_configs), looks)
        .call(routes!(editing::get_past_site_config), looks)
        .call(routes!(editing::restore_site_config), edits)
        .call(routes!(editing::derive_tones), edits.answers_while_held())
        .call(routes!(raw::get_raw_config), looks.asks_for_password())
        .call(
            routes!(raw::save_raw_config),
            // A text within a text: its quotes are written with a stroke before them.
            edits.asks_for_password().body_limit(2 * MOST_BYTES),
        )
        .call(routes!(uploads::upload_picture), edits.body_limit(uploads::MOST_BYTES))
        .call(routes!(uploads::list_uploads), looks)
        .call(routes!(business::get_business), looks)
        .call(routes!(support::get_support), looks)
        .call(routes!(support::set_support), edits)
        .call(routes!(map_keys::get_map_keys), Policy::owner(limits::READ))
        .call(routes!(map_keys::set_map_keys), Policy::owner(limits::WRITE))
        .call(routes!(texts::editing::list_texts), looks)
        .call(routes!(texts::editing::list_editions), looks)
        .call(
            routes!(texts::editing::publish_text),
            edits.body_limit(texts::editing::MOST_BYTES),
        )
        .call(
            routes!(texts::editing::preview_text),
            edits.body_limit(texts::editing::MOST_BYTES).answers_while_held(),
        )
        .document("/icons/{name}", icons::get_icon, public.without_app_key())
        .document("/uploads/{name}", pictures::get_upload, public.without_app_key())
}

/// Current terms of the Wash Club as sanitized HTML.
pub async fn wash_club_terms(db: &mut TenantRead) -> Result<String, sqlx::Error> {
    let newest = newest_text(db, TextKind::ClubTerms).await?;
    Ok(newest.map(|text| text.html).unwrap_or_default())
}

/// Points for a referral.
pub async fn referral_points(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    Ok(store::referral_points(db).await?.unwrap_or_default())
}

/// Sets the points for a referral.
pub async fn set_referral_points(db: &mut TenantWrite, points: i64) -> Result<(), sqlx::Error> {
    db.changes_public_data();
    store::set_referral_points(db, points).await
}

/// The current config, parsed once per version.
///
/// # Errors
/// [`Fault::Incomplete`] if the site has none.
pub async fn saved_config(tenant: &Tenant) -> Result<Arc<SavedConfig>, Fault> {
    tenant.cached("site-config", "", || load_config(tenant)).await
}

/// The site's config for callers that hold a connection: the one in use if it was loaded, or else read with `db`.
///
/// # Errors
/// [`Fault::Incomplete`] when the site has no config.
pub async fn config_within(tenant: &TenantContext, db: &mut TenantRead) -> Result<Arc<SavedConfig>, Fault> {
    if let Some(saved) = tenant.kept("site-config", "").await {
        return Ok(saved);
    }
    let row = store::newest_config(db).await?.ok_or(Fault::Incomplete("config"))?;
    Ok(Arc::new(saved_from(&row)?))
}

/// Whether the prices that staff enter include tax, as the transaction `db` sees it.
pub async fn prices_include_tax(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    store::prices_include_tax(db).await
}

/// Currency of a site, read from its file.
///
/// # Errors
/// [`Fault::Incomplete`] when the site has no config.
pub async fn currency(db: &mut TenantRead) -> Result<Currency, Fault> {
    let row = store::newest_config(db).await?.ok_or(Fault::Incomplete("config"))?;
    Ok(saved_from(&row)?.config.currency)
}

/// Time zone of a site, read from its file.
///
/// # Errors
/// [`Fault::Incomplete`] when the site has no config.
pub async fn time_zone(db: &mut TenantRead) -> Result<TimeZone, Fault> {
    let row = store::newest_config(db).await?.ok_or(Fault::Incomplete("config"))?;
    Ok(saved_from(&row)?.config.time_zone)
}

/// Default language of a site.
///
/// # Errors
/// [`Fault::Incomplete`] when the site has no config.
pub async fn first_language(db: &mut TenantRead) -> Result<String, Fault> {
    let row = store::newest_config(db).await?.ok_or(Fault::Incomplete("config"))?;
    Ok(saved_from(&row)?.config.locale_kept(None).tag().to_owned())
}

/// Reads the newest config, with its weight for the cache.
async fn load_config(tenant: &Tenant) -> Result<(SavedConfig, u32), Fault> {
    let mut db = tenant.read().await?;
    let row = store::newest_config(&mut db)
        .await?
        .ok_or(Fault::Incomplete("config"))?;
    let weight = u32::try_from(row.config.len()).unwrap_or(u32::MAX).saturating_mul(2);
    Ok((saved_from(&row)?, weight))
}

/// A stored config as this build reads it.
fn saved_from(row: &store::ConfigRow) -> Result<SavedConfig, Fault> {
    let unreadable = |error: serde_json::Error| Fault::internal(format!("unreadable config: {}", json_reason(&error)));
    let raw: Map<String, Value> = serde_json::from_str(&row.config).map_err(unreadable)?;
    Ok(SavedConfig {
        stored_as: schema::version_of(&raw).to_owned(),
        config: rules::prepare(raw).map_err(Fault::internal)?,
        revision: row.revision,
        time_stamp: Timestamp::from_millisecond(row.saved_at).map_err(Fault::internal)?,
        tones: serde_json::from_str(&row.tones).map_err(unreadable)?,
    })
}

/// Stores the first config of an empty site and its merchant. Returns the resulting config, or the errors in it.
///
/// # Errors
/// The database fails. The inner error: the config is invalid, and nothing was written.
pub async fn provision(
    db: &mut TenantWrite,
    now: Timestamp,
    raw: Map<String, Value>,
    merchant: Merchant,
    saved_by: &str,
) -> Result<Result<SavedConfig, ConfigError>, sqlx::Error> {
    let prepared = rules::prepare(raw).and_then(|config| rules::check_saved(&config).map(|()| config));
    let config = match prepared {
        Ok(config) => config,
        Err(error) => return Ok(Err(error)),
    };
    let revision = save_config(db, now, &config, saved_by).await?;
    store::set_merchant(db, &merchant).await?;
    texts::provision(db, now, |kind| merchant.text(kind)).await?;
    Ok(Ok(SavedConfig {
        tones: Tones::of(&config.brand),
        stored_as: config.version.clone(),
        config,
        revision,
        time_stamp: now,
    }))
}

/// Saves `config` as a new revision, with tones derived from its brand. Returns the revision. It keeps the schema
/// version of the previous one, which changes with the environment, not with a save.
async fn save_config(
    db: &mut TenantWrite,
    now: Timestamp,
    config: &SiteConfig,
    saved_by: &str,
) -> Result<i64, sqlx::Error> {
    let text = match store::newest_config(db).await? {
        Some(before) => migrate::stored_like(config, &before.config),
        None => serde_json::to_string(config).map_err(|error| sqlx::Error::Encode(error.into())),
    }?;
    let tones = serde_json::to_string(&Tones::of(&config.brand)).map_err(|error| sqlx::Error::Encode(error.into()))?;
    db.changes_public_data();
    store::insert_config(db, &text, &tones, now.as_millisecond(), saved_by).await
}
