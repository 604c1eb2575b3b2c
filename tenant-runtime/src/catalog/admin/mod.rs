//! Catalog for the merchant's staff: lists, changes and imports.

mod audit_note;
pub(super) mod import;
mod locations;
mod products;
mod records;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::error::EntryError;
use super::geocoding;
use super::rules::sheet::Formats;
use crate::error::Fault;
use crate::fields::cursor_key;
use crate::http::{Caller, Policy, Routes, limits, routes};
use crate::site;
use crate::tenant::Tenant;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

/// Maximum size of an imported file in bytes.
pub(crate) const MOST_BYTES: usize = 4 << 20;

/// Sort key in `cursor`, and size of a page.
fn page<K: DeserializeOwned>(limit: Option<i64>, cursor: Option<&str>) -> Result<(Option<K>, usize), EntryError> {
    let after = cursor_key(cursor).ok_or(EntryError::NoSuchPage)?;
    let limit = limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    Ok((after, usize::try_from(limit).unwrap_or_default()))
}

/// The site's formats for amounts and times.
pub(crate) async fn formats(tenant: &Tenant) -> Result<Formats, Fault> {
    let saved = site::saved_config(tenant).await?;
    Ok(Formats {
        currency: saved.config.currency,
        zone: saved.config.time_zone.clone(),
    })
}

/// Items to archive or unarchive together.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Several {
    /// At most 200.
    #[schema(max_items = 200)]
    ids: Vec<i64>,
}

impl Several {
    fn checked(self) -> Result<Vec<i64>, EntryError> {
        if self.ids.is_empty() || self.ids.len() > usize::try_from(MOST).unwrap_or_default() {
            return Err(EntryError::HowMany);
        }
        Ok(self.ids)
    }
}

pub(super) fn routes() -> Routes {
    let read = Policy::attendant(limits::READ);
    let write = Policy::manager(limits::WRITE);
    Routes::default()
        .call(routes!(products::list_products), read.table_for(Caller::Manager))
        .call(routes!(products::add_product), write.takes_idempotency_key())
        .call(routes!(products::get_product), read)
        .call(routes!(products::change_product), write)
        .call(routes!(products::archive_products), write)
        .call(routes!(products::restore_products), write)
        .call(routes!(products::delete_example_products), write)
        .call(routes!(products::delete_product), write)
        .call(routes!(products::move_product), write)
        .call(routes!(import::products::import_products), write.body_limit(MOST_BYTES))
        .call(routes!(locations::list_all_locations), read.table_for(Caller::Manager))
        .call(routes!(locations::add_location), write.takes_idempotency_key())
        .call(
            routes!(geocoding::find_address),
            Policy::manager(limits::ADDRESS_LOOKUP),
        )
        .call(routes!(locations::get_location), read)
        .call(routes!(locations::change_location), write)
        .call(routes!(locations::archive_locations), write)
        .call(routes!(locations::restore_locations), write)
        .call(routes!(locations::move_location), write)
        .call(
            routes!(import::locations::import_locations),
            write.body_limit(MOST_BYTES),
        )
}
