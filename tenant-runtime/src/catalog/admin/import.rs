use std::collections::BTreeMap;

use platform::audit::Change;
use platform::http::{Answer, ApiError, Envelope, Query};
use platform::money::Currency;
use platform::sheet;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::written::note;
use crate::catalog::error::EntryError;
use crate::catalog::rules::sheet::{MOST_ROWS, Plan, SheetFaults, plan};
use crate::catalog::store::entries as store;
use crate::http::{Person, UploadedFile};
use crate::language::Locale;
use crate::site;
use crate::tenant::Tenant;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportQuery {
    /// Only says what would come of it.
    #[serde(default)]
    #[param(required = false)]
    dry_run: bool,
}

/// The one file of a form (`multipart/form-data`).
#[derive(ToSchema)]
pub(super) struct TableForm {
    #[schema(format = Binary)]
    #[expect(dead_code, reason = "describes the form, which is read as it comes")]
    file: String,
}

/// What is wrong with a table that was brought.
#[derive(Serialize, ToSchema)]
pub(super) struct ImportFault {
    /// Of the file; the first one names the columns.
    line: u64,
    column: String,
    message: String,
}

/// What came of a table, or would.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportReport {
    /// Whether the catalogue was changed: not by a dry run, and not by a table with a fault.
    imported: bool,
    created: usize,
    changed: usize,
    unchanged: usize,
    /// The first hundred.
    faults: Vec<ImportFault>,
    /// How many there are in all.
    fault_count: usize,
}

/// Bring a table of products
///
/// As `GET /admin/products` hands it out; CSV, UTF-8. A row with a `productId` changes that product, one without adds another. A
/// column that is not there leaves what it would say as it is. With one fault anywhere nothing is changed.
#[utoipa::path(post, path = "/admin/products/import", tag = "admin", params(ImportQuery),
    request_body(content = TableForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ImportReport>)))]
pub(super) async fn import_products(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Query(query): Query<ImportQuery>,
    UploadedFile(file): UploadedFile,
) -> Result<Answer<ImportReport>, ApiError> {
    let currency = site::saved_config(&tenant).await?.config.currency;
    let outcome = bring(&tenant, &person, &file, &currency, query.dry_run).await?;
    Ok(Answer(match outcome {
        Ok(plan) => ImportReport {
            imported: !query.dry_run,
            created: plan.created,
            changed: plan.changed,
            unchanged: plan.unchanged,
            faults: Vec::new(),
            fault_count: 0,
        },
        Err(faults) => ImportReport {
            imported: false,
            created: 0,
            changed: 0,
            unchanged: 0,
            fault_count: faults.count,
            faults: faults
                .told
                .into_iter()
                .map(|fault| ImportFault {
                    line: fault.line,
                    column: fault.column,
                    message: locale.say(fault.message),
                })
                .collect(),
        },
    }))
}

async fn bring(
    tenant: &Tenant,
    person: &Person,
    file: &[u8],
    currency: &Currency,
    dry_run: bool,
) -> Result<Result<Plan, SheetFaults>, EntryError> {
    let sheet = sheet::read(file, MOST_ROWS)?;
    let mut db = tenant.write().await?;
    let known = store::products(&mut db, None).await?;
    let known: BTreeMap<_, _> = known.into_iter().map(|record| (record.product_id, record)).collect();
    let plan = match plan(&sheet, &known, &store::location_ids(&mut db).await?, currency) {
        Ok(plan) if !dry_run => plan,
        outcome => return Ok(outcome),
    };
    for wanted in &plan.wanted {
        let id = match wanted.product_id {
            Some(id) => {
                store::update_product(&mut db, id, &wanted.product).await?;
                id
            }
            None => store::insert_product(&mut db, None, &wanted.product).await?,
        };
        store::archive_product(&mut db, id, wanted.archived).await?;
    }
    if !plan.wanted.is_empty() {
        let change = Change::default().with(json!({"created": plan.created, "changed": plan.changed}));
        note(&mut db, tenant, person, "products_imported", "products", change).await?;
    }
    db.commit().await?;
    Ok(Ok(plan))
}
