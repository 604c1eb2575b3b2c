use std::collections::BTreeMap;

use platform::db::{TenantRead, TenantWrite};
use platform::http::{Answer, ApiError, Envelope, Query};
use platform::money::Currency;
use platform::sheet::Sheet;

use super::{Brought, ImportQuery, ImportReport, Planned, TableForm, bring};
use crate::catalog;
use crate::catalog::error::EntryError;
use crate::catalog::product_entry::{ProductEntry, ProductRecord};
use crate::catalog::rules::sheet::{Wanted, products};
use crate::catalog::store;
use crate::http::{Person, UploadedFile};
use crate::language::Locale;
use crate::site;
use crate::tenant::Tenant;

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
    let currency = site::saved_config(&tenant).await?.config.currency;
    let planned = bring::<ProductRecord>(&tenant, &person, &file, &currency, dry_run).await?;
    Ok(Answer(ImportReport::of(planned, dry_run, &locale)))
}

impl Brought for ProductRecord {
    /// Prices are in it.
    type Besides = Currency;

    const SUBJECT: &'static str = "products";
    const ACTION: &'static str = "products_imported";

    async fn all(db: &mut TenantRead) -> Result<Vec<Self>, EntryError> {
        Ok(store::products::records(db, None).await?)
    }

    async fn plan(
        db: &mut TenantRead,
        sheet: &Sheet,
        known: &BTreeMap<i64, Self>,
        currency: &Currency,
    ) -> Result<Planned<ProductEntry>, EntryError> {
        Ok(products::plan(
            sheet,
            known,
            &store::locations::ids(db).await?,
            currency,
        ))
    }

    async fn write(
        db: &mut TenantWrite,
        _tenant: &Tenant,
        _person: &Person,
        before: Option<&Self>,
        wanted: &Wanted<ProductEntry>,
    ) -> Result<(), EntryError> {
        let basis = catalog::basis(db, wanted.entry.product_type.tax_class()).await?;
        let id = match before {
            Some(before) => {
                store::products::update(db, before.product_id, &wanted.entry, basis).await?;
                before.product_id
            }
            None => store::products::insert(db, None, &wanted.entry, basis).await?,
        };
        store::products::archive(db, id, wanted.archived).await?;
        Ok(())
    }
}
