//! Export of all data about a customer, for the customer: JSON files in a zip.

use std::io::{Cursor, Write as _};

use axum::http::{HeaderName, HeaderValue, header};
use platform::http::ApiError;
use serde::Serialize;
use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::store;
use crate::domain::{self, exported};
use crate::http::Person;
use crate::site;
use crate::tenant::Tenant;

/// Person, site and explanation of the export.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct About<'a> {
    company_name: &'a str,
    site: String,
    written: jiff::Timestamp,
    currency: &'a str,
    amounts: &'static str,
    records: &'static str,
}

/// Export the caller's data as a zip file with JSON files
#[utoipa::path(get, path = "/users/export", tag = "identity", responses((status = 200, content_type = "application/zip", body = Vec<u8>)))]
pub(super) async fn export_account(
    tenant: Tenant,
    person: Person,
) -> Result<([(HeaderName, HeaderValue); 3], Vec<u8>), ApiError> {
    let saved = site::saved_config(&tenant).await?;
    let about = About {
        company_name: &saved.config.company_name,
        site: tenant.origin(),
        written: tenant.now(),
        currency: saved.config.currency.code(),
        amounts: "minor units of the currency",
        records: "everything stored about you, by table; the other files are easier to read",
    };
    let mut db = tenant.read().await?;
    let mut files = vec![("about.json".to_owned(), exported(&about)?)];
    for export in domain::all(&tenant.runtime)?.iter().flat_map(|domain| domain.exports) {
        files.push((
            export.file.to_owned(),
            (export.content)(&tenant, &mut db, &person).await?,
        ));
    }
    for (table, rows) in store::records_of(&mut db, person.id).await? {
        files.push((format!("records/{table}.json"), rows));
    }
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

fn pack(files: &[(String, Value)]) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(
            name.as_str(),
            SimpleFileOptions::default().compression_method(CompressionMethod::Stored),
        )?;
        zip.write_all(format!("{content:#}\n").as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}
