//! Everything that a site knows about a customer, for the customer: JSON files in a zip.

mod store;

use std::io::{Cursor, Write as _};

use axum::http::{HeaderName, HeaderValue, header};
use platform::http::ApiError;
use serde::Serialize;
use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{Person, account, vehicle};
use crate::notifications::inbox;
use crate::tenant::Tenant;
use crate::{checkout, clubs, gift_cards, gifts, payments, wallet};

/// What the customer's devices and log-ins leave behind. Instants are RFC 3339.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Trace {
    pub(super) device_id: Option<String>,
    pub(super) since: jiff::Timestamp,
    pub(super) last_seen: jiff::Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ended: Option<jiff::Timestamp>,
}

/// Whose data this is, and how to read it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct About<'a> {
    company_name: &'a str,
    site: String,
    written: jiff::Timestamp,
    currency: &'a str,
    amounts: &'static str,
}

/// The caller's data as a zip of JSON files.
#[utoipa::path(get, path = "/users/export", tag = "identity", responses((status = 200, content_type = "application/zip", body = Vec<u8>)))]
pub(super) async fn export_account(
    tenant: Tenant,
    person: Person,
) -> Result<([(HeaderName, HeaderValue); 3], Vec<u8>), ApiError> {
    let saved = tenant.config().await?;
    let about = About {
        company_name: &saved.config.company_name,
        site: tenant.origin(),
        written: tenant.now(),
        currency: saved.config.currency.code(),
        amounts: "minor units of the currency",
    };
    let mut db = tenant.read().await?;
    let files = [
        ("about.json", json(&about)?),
        ("account.json", json(&account::load(&mut db, person.id).await?)?),
        ("vehicle.json", json(&vehicle::load(&mut db, person.id).await?)?),
        ("card.json", json(&payments::card_on_file(&mut db, person.id).await?)?),
        ("devices.json", json(&store::devices(&mut db, person.id).await?)?),
        (
            "purchases.json",
            json(&checkout::purchases_of(&mut db, person.id).await?)?,
        ),
        (
            "addresses.json",
            json(&checkout::addresses_of(&mut db, person.id).await?)?,
        ),
        (
            "wallet.json",
            json(&wallet::items_of(&tenant, &mut db, person.id).await?)?,
        ),
        (
            "notifications.json",
            json(&inbox::of_customer(&tenant, &mut db, person.id).await?)?,
        ),
        ("gifts.json", json(&gifts::of_customer(&mut db, person.id).await?)?),
        (
            "gift-cards.json",
            json(&gift_cards::bought_by(&mut db, person.id).await?)?,
        ),
        (
            "wash-club.json",
            json(&clubs::washclub_of(&tenant, &mut db, person.id).await?)?,
        ),
        ("sessions.json", json(&store::sessions(&mut db, person.id).await?)?),
    ];
    drop(db);
    let zip = pack(&files).map_err(ApiError::internal)?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/zip")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"account.zip\""),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, zip))
}

fn json<T: Serialize>(part: &T) -> Result<Value, ApiError> {
    serde_json::to_value(part).map_err(ApiError::internal)
}

fn pack(files: &[(&str, Value)]) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(
            *name,
            SimpleFileOptions::default().compression_method(CompressionMethod::Stored),
        )?;
        zip.write_all(format!("{content:#}\n").as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}
