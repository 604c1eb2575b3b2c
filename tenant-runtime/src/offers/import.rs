//! Import of offers from a table.

use std::collections::BTreeMap;

use bytes::Bytes;
use platform::audit::{self, Change};
use platform::http::{Answer, ApiError, Envelope, Query};
use serde_json::{Map, json};

use super::OfferKind;
use super::error::OfferError;
use super::rules::sheet::{Ground, Plan, plan};
use super::store::{self, Wanted};
use crate::catalog::rules::sheet::SheetFaults;
use crate::catalog::{self, ImportQuery, ImportReport, TableForm};
use crate::http::{Person, UploadedFile};
use crate::language::Locale;
use crate::tenant::Tenant;

/// Import deals
///
/// CSV (UTF-8) in the format of `GET /admin/deals`. Rows with an `id` update that deal; rows without one create a deal.
/// Missing columns aren't changed. `claimed` is ignored, and imports can't withdraw deals. If any row has an error, nothing
/// is imported.
#[utoipa::path(post, path = "/admin/deals/import", tag = "admin", params(ImportQuery),
    request_body(content = TableForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ImportReport>)))]
pub(super) async fn import_deals(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Query(query): Query<ImportQuery>,
    UploadedFile(file): UploadedFile,
) -> Result<Answer<ImportReport>, ApiError> {
    let outcome = bring(&tenant, &person, OfferKind::Deal, file, query.dry_run).await?;
    Ok(Answer(report(outcome, query.dry_run, &locale)))
}

/// Import promo codes
///
/// CSV (UTF-8) in the format of `GET /admin/promo-codes`. Rows with an `id` update that promo code; rows without one create
/// a promo code. Missing columns aren't changed. `claimed` is ignored, and imports can't withdraw promo codes. If any row
/// has an error, nothing is imported.
#[utoipa::path(post, path = "/admin/promo-codes/import", tag = "admin", params(ImportQuery),
    request_body(content = TableForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ImportReport>)))]
pub(super) async fn import_promo_codes(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Query(query): Query<ImportQuery>,
    UploadedFile(file): UploadedFile,
) -> Result<Answer<ImportReport>, ApiError> {
    let outcome = bring(&tenant, &person, OfferKind::Promo, file, query.dry_run).await?;
    Ok(Answer(report(outcome, query.dry_run, &locale)))
}

fn report(outcome: Result<Plan, SheetFaults>, dry_run: bool, locale: &Locale) -> ImportReport {
    match outcome {
        Ok(plan) => ImportReport::of_plan(!dry_run, plan.created, plan.changed, plan.unchanged),
        Err(faults) => ImportReport::of_faults(faults, locale),
    }
}

/// An import for the audit log: with the discounts that it changed, which `suds site check` compares with what was claimed. `before`:
/// minor units of each earlier offer.
fn change_of(plan: &Plan, before: &BTreeMap<i64, Option<i64>>) -> Change {
    let (mut was, mut is) = (Map::new(), Map::new());
    for wanted in &plan.wanted {
        let Some((id, before)) = wanted.id.and_then(|id| Some((id, *before.get(&id)?))) else {
            continue;
        };
        let after = wanted.offer.item().discount();
        if after != before {
            was.insert(format!("offer {id}"), json!(before));
            is.insert(format!("offer {id}"), json!(after));
        }
    }
    let counts = json!({"created": plan.created, "changed": plan.changed, "amountsChanged": is.len()});
    let change = match is.is_empty() {
        true => Change::default(),
        false => Change::between(json!({"amounts": was}), json!({"amounts": is})),
    };
    change.with(counts)
}

async fn bring(
    tenant: &Tenant,
    person: &Person,
    kind: OfferKind,
    file: Bytes,
    dry_run: bool,
) -> Result<Result<Plan, SheetFaults>, OfferError> {
    let formats = catalog::formats(tenant).await?;
    let sheet = catalog::read_sheet(tenant, file).await?.map_err(OfferError::Sheet)?;
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let known = store::offers(&mut db, kind, Wanted::All, &[]).await?;
    let amounts: BTreeMap<i64, Option<i64>> = known
        .iter()
        .map(|stored| (stored.id, stored.offer.item().discount()))
        .collect();
    let locations = catalog::location_ids(&mut db).await?;
    let plan = match plan(&sheet, &Ground::new((kind, known), &locations, &formats, now)) {
        Ok(plan) if !dry_run => plan,
        outcome => return Ok(outcome),
    };
    let basis = super::basis(&mut db).await?;
    for wanted in &plan.wanted {
        let written = match wanted.id {
            Some(id) => store::update(&mut db, id, &wanted.offer, basis).await?,
            None => store::insert(&mut db, kind, &wanted.offer, basis, now.as_millisecond())
                .await?
                .is_some(),
        };
        if !written {
            return Err(OfferError::CodeTaken);
        }
    }
    if !plan.wanted.is_empty() {
        let change = change_of(&plan, &amounts);
        let subject = kind.plural();
        audit::note(&mut db, now, &person.actor(), "offers_imported", subject, change).await?;
    }
    db.commit().await?;
    Ok(Ok(plan))
}
