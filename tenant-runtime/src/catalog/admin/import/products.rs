use std::collections::BTreeMap;

use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Query};
use platform::sheet::Sheet;

use super::super::records::CatalogRecord;
use super::{Brought, ImportQuery, ImportReport, Planned, TableForm, bring};
use crate::catalog::error::EntryError;
use crate::catalog::product_entry::{ProductEntry, ProductRecord};
use crate::catalog::rules::sheet::{Formats, Wanted, products};
use crate::catalog::store;
use crate::http::{Person, UploadedFile};
use crate::language::Locale;
use crate::tenant::{Tenant, TenantContext};

/// Import products
///
/// CSV (UTF-8) in the format of `GET /admin/products`. Rows with a `productId` update that product; rows without one create
/// a product. Missing columns aren't changed. If any row has an error, nothing is imported.
#[utoipa::path(post, path = "/admin/products/import", tag = "admin", params(ImportQuery),
    request_body(content = TableForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ImportReport>)))]
pub(in crate::catalog::admin) async fn import_products(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Query(ImportQuery { dry_run }): Query<ImportQuery>,
    UploadedFile(file): UploadedFile,
) -> Result<Answer<ImportReport>, ApiError> {
    let planned = bring::<ProductRecord>(&tenant, &person, file, dry_run).await?;
    Ok(Answer(ImportReport::of(planned, dry_run, &locale)))
}

impl Brought for ProductRecord {
    const SUBJECT: &'static str = "products";
    const ACTION: &'static str = "products_imported";

    async fn plan(
        db: &mut TenantRead,
        sheet: &Sheet,
        known: &BTreeMap<i64, Self>,
        formats: &Formats,
    ) -> Result<Planned<ProductEntry>, EntryError> {
        Ok(products::plan(sheet, known, &store::locations::ids(db).await?, formats))
    }

    async fn write(
        db: &mut TenantWrite,
        tenant: &TenantContext,
        _person: &Person,
        before: Option<&Self>,
        wanted: &Wanted<ProductEntry>,
    ) -> Result<(), EntryError> {
        let id = Self::store(db, tenant.now(), before.map(|before| before.product_id), &wanted.entry).await?;
        Self::set_archived(db, id, wanted.archived).await?;
        Ok(())
    }
}
