//! Audit events and cache invalidation of catalog changes.

use platform::audit::{self, Change};
use platform::db::TenantWrite;

use crate::error::Fault;
use crate::http::Person;
use crate::tenant::TenantContext;

/// Adds an audit event and rebuilds cached lists with the commit.
pub(super) async fn note(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    person: &Person,
    action: &'static str,
    subject: &str,
    change: Change,
) -> Result<(), Fault> {
    audit::note(db, tenant.now(), &person.actor(), action, subject, change).await?;
    db.changes_public_data();
    Ok(())
}
