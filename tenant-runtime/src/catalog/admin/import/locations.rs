use std::collections::BTreeMap;

use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Query};
use platform::sheet::Sheet;

use super::super::records::{write, write_archived};
use super::{Brought, ImportQuery, ImportReport, Planned, TableForm, bring};
use crate::catalog::error::EntryError;
use crate::catalog::location_entry::{LocationEntry, LocationRecord};
use crate::catalog::rules::sheet::{Formats, Wanted, locations};
use crate::http::{Person, UploadedFile};
use crate::language::Locale;
use crate::tenant::{Tenant, TenantContext};

/// Import locations
///
/// CSV (UTF-8) in the format of `GET /admin/locations`. Rows with a `locationId` update that location; rows without one
/// create a location. Missing columns aren't changed. If any row has an error, nothing is imported. One location always
/// remains.
#[utoipa::path(post, path = "/admin/locations/import", tag = "admin", params(ImportQuery),
    request_body(content = TableForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ImportReport>)))]
pub(in crate::catalog::admin) async fn import_locations(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Query(ImportQuery { dry_run }): Query<ImportQuery>,
    UploadedFile(file): UploadedFile,
) -> Result<Answer<ImportReport>, ApiError> {
    let planned = bring::<LocationRecord>(&tenant, &person, file, dry_run).await?;
    Ok(Answer(ImportReport::of(planned, dry_run, &locale)))
}

impl Brought for LocationRecord {
    const SUBJECT: &'static str = "locations";
    const ACTION: &'static str = "locations_imported";

    async fn plan(
        _db: &mut TenantRead,
        sheet: &Sheet,
        known: &BTreeMap<i64, Self>,
        formats: &Formats,
    ) -> Result<Planned<LocationEntry>, EntryError> {
        Ok(locations::plan(sheet, known, formats))
    }

    async fn write(
        db: &mut TenantWrite,
        tenant: &TenantContext,
        person: &Person,
        before: Option<&Self>,
        wanted: &Wanted<LocationEntry>,
    ) -> Result<(), EntryError> {
        let id = match before {
            Some(before) if before.location == wanted.entry => before.location_id,
            before => write(db, tenant, person, before, &wanted.entry).await?.location_id,
        };
        write_archived::<Self>(db, tenant, person, id, wanted.archived).await
    }
}
