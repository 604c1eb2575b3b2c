//! Creates a site from a merchant's manifest.

mod declared;
mod manifest;
mod pictures;
mod position;
mod schemas;
mod source;

use std::collections::HashMap;

use jiff::Timestamp;
use platform::db::{DbError, TenantWrite};
use platform::keys::SiteKeys;
use platform::sandbox::SiteSandbox;
use platform::storage::TenantStorage;
use serde_json::Value;

pub use manifest::{Manifest, ManifestError};
pub use position::Position;
pub use schemas::json_schemas;
pub use source::Source;

use crate::fields::FieldErrors;
use crate::notifications::mail;
use crate::survey::QuestionEntry;
use crate::{catalog, identity, offers, opening, payments, site, survey};
use pictures::store_pictures;

/// Error of creating a site.
#[derive(Debug, thiserror::Error)]
pub enum ProvisionError {
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<sqlx::Error> for ProvisionError {
    fn from(error: sqlx::Error) -> Self {
        Self::Db(error.into())
    }
}

/// Writes `manifest` into the empty site behind `db` and `storage`. The caller commits. Pictures are
/// stored first: an unused one does no harm, but a broken reference would.
///
/// # Errors
/// [`ManifestError`] if it is invalid. `db` must then be dropped.
pub async fn provision(
    db: &mut TenantWrite,
    (storage, sandbox): (&TenantStorage, &SiteSandbox),
    keys: &SiteKeys,
    now: Timestamp,
    manifest: &Manifest,
) -> Result<(), ProvisionError> {
    let invalid = |place: String, message: String| ProvisionError::Manifest(manifest.mistake(place, message));
    let mut raw = Value::Object(manifest.site_config.clone());
    let mut stored = HashMap::new();
    store_pictures(
        &mut raw,
        "siteConfig",
        &manifest.source,
        (storage, sandbox),
        &mut stored,
    )
    .await
    .map_err(|(place, message)| invalid(place, message))?;
    let Value::Object(raw) = raw else {
        return Err(invalid("siteConfig".to_owned(), "use an object".to_owned()));
    };
    let merchant = manifest.merchant.clone().into();
    let saved = site::provision(db, now, raw, merchant, manifest.source.saved_by())
        .await?
        .map_err(|mistake| invalid(format!("siteConfig.{}", mistake.field), mistake.message.into_owned()))?;
    if let Some(folder) = manifest.source.folder() {
        mail::provision(db, folder, &saved)
            .await?
            .map_err(|mistake| ManifestError::Invalid {
                path: folder.join(mistake.path()),
                place: mistake
                    .line
                    .map_or_else(|| "template".to_owned(), |line| format!("line {line}")),
                message: mistake.message,
                at: None,
            })?;
    }
    let mut products = manifest.products.clone();
    for (index, product) in products.iter_mut().enumerate() {
        let mut image = Value::String(std::mem::take(&mut product.product.logo.image));
        let place = format!("products[{index}].logo.image");
        store_pictures(&mut image, &place, &manifest.source, (storage, sandbox), &mut stored)
            .await
            .map_err(|(place, message)| invalid(place, message))?;
        product.product.logo.image = image.as_str().unwrap_or_default().to_owned();
    }
    catalog::provision(db, &manifest.locations, &products, &manifest.ship_to_taxes)
        .await?
        .map_err(|error| invalid(error.place, error.message))?;
    let locations: Vec<i64> = manifest.locations.iter().map(|location| location.id).collect();
    offers::provision(db, now, &locations, &manifest.deals, &manifest.promo_codes)
        .await?
        .map_err(|(place, message)| invalid(place, message))?;
    if let Some(processor) = &manifest.processor {
        payments::provision(db, keys, now, saved.config.currency, processor)
            .await?
            .map_err(|message| invalid("processor".to_owned(), message))?;
    }
    let named = |whose: &str, errors: FieldErrors| {
        let (field, message) = errors.into_iter().next().unwrap_or_default();
        invalid(format!("{whose}.{field}"), message.to_owned())
    };
    if let Some(captcha) = &manifest.captcha {
        identity::provision_captcha(db, keys, now, captcha)
            .await?
            .map_err(|errors| named("captcha", errors))?;
    }
    if let Some(map_keys) = &manifest.map_keys {
        site::provision_map_keys(db, now, map_keys)
            .await?
            .map_err(|errors| named("mapKeys", errors))?;
    }
    let questions: Vec<_> = manifest
        .leaving_survey
        .iter()
        .map(|question| QuestionEntry::in_words(question))
        .collect();
    let questions = survey::check_questions(&questions)
        .map_err(|errors| invalid("leavingSurvey".to_owned(), format!("{errors:?}")))?;
    survey::provision(db, now, &questions).await?;
    opening::provision(db, now, manifest.open).await?;
    Ok(())
}
