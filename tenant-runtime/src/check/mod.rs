//! `suds site check`: what must hold in every site's file at every moment (docs/RULES.md#promises, 2). Which domain asks for
//! what stands in the list of domains; rules may read the tables of all.

mod store;

use platform::db::TenantRead;

use crate::domain::Domains;

pub(crate) use store::*;

/// Every rule of `domains` that is broken, in words; empty when all is well.
///
/// # Errors
/// When the file cannot be read.
pub async fn violations(domains: Domains, db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let mut found = Vec::new();
    for check in domains.iter().flat_map(|domain| domain.checks) {
        found.extend(check(db).await?);
    }
    Ok(found)
}
