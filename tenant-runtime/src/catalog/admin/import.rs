//! CSV import by staff, with a dry run.

pub(super) mod locations;
pub(super) mod products;

use std::collections::BTreeMap;

use bytes::Bytes;
use platform::audit::Change;
use platform::db::{TenantRead, TenantWrite};
use platform::sandbox::SandboxError;
use platform::sheet::{ReadSheet, Sheet, SheetError};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::audit_note::note;
use super::formats;
use super::records::CatalogRecord;
use crate::catalog::error::EntryError;
use crate::catalog::rules::sheet::{Formats, MOST_ROWS, Plan, SheetFaults, Wanted};
use crate::error::Fault;
use crate::http::Person;
use crate::language::Locale;
use crate::tenant::{Tenant, TenantContext};

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportQuery {
    /// Dry run: only returns the result.
    #[serde(default)]
    #[param(required = false)]
    pub(crate) dry_run: bool,
}

/// File upload with one file (`multipart/form-data`).
#[derive(ToSchema)]
pub(crate) struct TableForm {
    #[schema(format = Binary)]
    #[expect(dead_code, reason = "describes the form, which is read as it comes")]
    file: String,
}

/// Error in an import file.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportFault {
    /// 1-based line of the file; line 1 is the header.
    line: u64,
    column: String,
    message: String,
}

/// Result of an import or dry run.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportReport {
    /// Whether anything was imported: false for dry runs and files with errors.
    imported: bool,
    created: usize,
    changed: usize,
    unchanged: usize,
    /// First 100 errors.
    faults: Vec<ImportFault>,
    /// Total number of errors.
    fault_count: usize,
}

type Planned<E> = Result<Plan<E>, SheetFaults>;

/// Record type that can be imported.
trait Brought: CatalogRecord {
    /// Resource and action in the audit log.
    const SUBJECT: &'static str;
    const ACTION: &'static str;

    async fn plan(
        db: &mut TenantRead,
        sheet: &Sheet,
        known: &BTreeMap<i64, Self>,
        formats: &Formats,
    ) -> Result<Planned<Self::Entry>, EntryError>;

    async fn write(
        db: &mut TenantWrite,
        tenant: &TenantContext,
        person: &Person,
        before: Option<&Self>,
        wanted: &Wanted<Self::Entry>,
    ) -> Result<(), EntryError>;
}

/// Reads an uploaded table, in a sandbox.
pub(crate) async fn read(tenant: &Tenant, file: Bytes) -> Result<Result<Sheet, SheetError>, Fault> {
    let task = ReadSheet {
        file,
        most_rows: MOST_ROWS,
    };
    match tenant.sandbox().run(task).await {
        Ok(sheet) => Ok(sheet),
        Err(SandboxError::Exhausted) => Ok(Err(SheetError::Exhausted)),
        Err(error @ SandboxError::Unavailable(_)) => Err(Fault::internal(error)),
    }
}

/// Imports `file` completely if it has no errors and this isn't a dry run.
async fn bring<R: Brought>(
    tenant: &Tenant,
    person: &Person,
    file: Bytes,
    dry_run: bool,
) -> Result<Planned<R::Entry>, EntryError> {
    let sheet = read(tenant, file).await?.map_err(EntryError::Sheet)?;
    let formats = formats(tenant).await?;
    let mut db = tenant.write().await?;
    let all = R::load(&mut db, None).await?;
    let known: BTreeMap<_, _> = all.into_iter().map(|record| (record.id(), record)).collect();
    let plan = match R::plan(&mut db, &sheet, &known, &formats).await? {
        Ok(plan) if !dry_run => plan,
        outcome => return Ok(outcome),
    };
    for wanted in &plan.wanted {
        let before = wanted.id.and_then(|id| known.get(&id));
        R::write(&mut db, tenant, person, before, wanted).await?;
    }
    if !plan.wanted.is_empty() {
        let change = Change::default().with(json!({"created": plan.created, "changed": plan.changed}));
        note(&mut db, tenant, person, R::ACTION, R::SUBJECT, change).await?;
    }
    db.commit().await?;
    Ok(Ok(plan))
}

impl ImportReport {
    fn of<E>(planned: Planned<E>, dry_run: bool, locale: &Locale) -> Self {
        match planned {
            Ok(plan) => Self::of_plan(!dry_run, plan.created, plan.changed, plan.unchanged),
            Err(faults) => Self::of_faults(faults, locale),
        }
    }

    pub(crate) fn of_plan(imported: bool, created: usize, changed: usize, unchanged: usize) -> Self {
        Self {
            imported,
            created,
            changed,
            unchanged,
            faults: Vec::new(),
            fault_count: 0,
        }
    }

    pub(crate) fn of_faults(faults: SheetFaults, locale: &Locale) -> Self {
        let told = faults.told.into_iter().map(|fault| ImportFault {
            line: fault.line,
            column: fault.column,
            message: locale.say(fault.message),
        });
        Self {
            imported: false,
            created: 0,
            changed: 0,
            unchanged: 0,
            faults: told.collect(),
            fault_count: faults.count,
        }
    }
}
