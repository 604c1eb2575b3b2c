//! Making a site out of a declared merchant.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use platform::db::{DbError, TenantWrite};
use platform::keys::SiteKeys;
use platform::storage::TenantStorage;
use serde_json::Value;

use super::manifest::{Manifest, ManifestError};
use super::{Merchant, SavedConfig, Support, Tones, html, pictures, rules, save_config, store};
use crate::notifications::mail;
use crate::{catalog, payments};

/// Why a site could not be made.
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

/// Writes everything that the merchant in `folder` declares into the empty site behind `db` and `storage`. The caller
/// commits. Pictures are stored first: one that nothing refers to does no harm, a reference to none would.
///
/// # Errors
/// [`ManifestError`] when the folder is at fault; then `db` must be dropped.
pub async fn provision(
    db: &mut TenantWrite,
    storage: &TenantStorage,
    keys: &SiteKeys,
    now: Timestamp,
    folder: &Path,
    manifest: &Manifest,
) -> Result<(), ProvisionError> {
    let path = folder.join("site.json");
    let invalid = |place: String, message: String| {
        ProvisionError::Manifest(ManifestError::Invalid {
            path: path.clone(),
            place,
            message,
        })
    };
    let mut raw = Value::Object(manifest.site_config.clone());
    let mut stored = HashMap::new();
    store_pictures(&mut raw, "siteConfig", folder, storage, &mut stored)
        .await
        .map_err(|(place, message)| invalid(place, message))?;
    let Value::Object(raw) = raw else {
        return Err(invalid("siteConfig".to_owned(), "an object is expected".to_owned()));
    };
    let config = rules::prepare(raw).map_err(|error| invalid("siteConfig".to_owned(), error.to_string()))?;
    save_config(db, now, &config, "manifest").await?;
    let saved = SavedConfig {
        tones: Tones::of(&config.brand),
        config,
        revision: 1,
        time_stamp: now,
    };
    mail::provision(db, folder, &saved)
        .await?
        .map_err(|mistake| ManifestError::Invalid {
            path: folder.join(mistake.path()),
            place: mistake
                .line
                .map_or_else(|| "template".to_owned(), |line| format!("line {line}")),
            message: mistake.message,
        })?;
    store::set_merchant(db, &merchant(manifest)).await?;
    let mut products = manifest.products.clone();
    for (index, product) in products.iter_mut().enumerate() {
        let mut image = Value::String(std::mem::take(&mut product.logo.image));
        let place = format!("products[{index}].logo.image");
        store_pictures(&mut image, &place, folder, storage, &mut stored)
            .await
            .map_err(|(place, message)| invalid(place, message))?;
        product.logo.image = image.as_str().unwrap_or_default().to_owned();
    }
    catalog::provision(db, &manifest.locations, &products, &manifest.ship_to_taxes)
        .await?
        .map_err(|error| invalid(error.place, error.message))?;
    payments::provision(db, keys, now, &manifest.processor)
        .await?
        .map_err(|message| invalid("processor".to_owned(), message))?;
    Ok(())
}

fn merchant(manifest: &Manifest) -> Merchant {
    let from = &manifest.merchant;
    Merchant {
        wash_club_terms: html::clean(&from.wash_club_terms),
        terms: html::clean(&from.terms),
        privacy_policy: html::clean(&from.privacy_policy),
        support: Support {
            support_email: from.support_email.clone(),
            support_phone: from.support_phone.clone(),
            support_faqs: html::clean(&from.support_faqs),
        },
        referral_points: from.referral_points,
    }
}

/// Replaces each value `images/<file>` by the path under which the stored picture is served. An error names the place.
async fn store_pictures(
    value: &mut Value,
    place: &str,
    folder: &Path,
    storage: &TenantStorage,
    stored: &mut HashMap<PathBuf, String>,
) -> Result<(), (String, String)> {
    match value {
        Value::String(text) if text.starts_with("images/") => {
            let at = |message: String| (place.to_owned(), message);
            let name = &text["images/".len()..];
            if name.contains(['/', '\\']) || name.starts_with('.') {
                return Err(at(format!("{text} is not the name of a file in images/")));
            }
            let file = folder.join("images").join(name);
            if !stored.contains_key(&file) {
                let content = std::fs::read(&file).map_err(|error| at(format!("{text}: {error}")))?;
                let served = pictures::put(storage, name, content).await.map_err(at)?;
                stored.insert(file.clone(), served);
            }
            if let Some(served) = stored.get(&file) {
                served.clone_into(text);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                Box::pin(store_pictures(
                    item,
                    &format!("{place}[{index}]"),
                    folder,
                    storage,
                    stored,
                ))
                .await?;
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields.iter_mut() {
                Box::pin(store_pictures(
                    field,
                    &format!("{place}.{key}"),
                    folder,
                    storage,
                    stored,
                ))
                .await?;
            }
        }
        _ => {}
    }
    Ok(())
}
