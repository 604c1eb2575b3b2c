//! `suds site check`: invariants of every site's file (docs/RULES.md#promises, 2). The list of domains names each
//! domain's rules; rules may read the tables of all domains.

mod constraints;
pub mod instants;
mod pictures;
mod schema;
mod seals;
mod store;
mod words;

use jiff::Timestamp;
use platform::db::TenantRead;
use platform::keys::SiteKeys;

use crate::domain::{CheckedSite, Domains};

pub use pictures::named_uploads;
pub(crate) use seals::broken_seals;
pub(crate) use store::*;

/// Every violation of the rules of `domains`, in words; empty when the site keeps them all. `keys`: the site's, and whether its
/// ledger has been sealed, according to the index of files.
///
/// # Errors
/// The file can't be read.
pub async fn violations(
    domains: Domains,
    keys: (&SiteKeys, bool),
    now: Timestamp,
    db: &mut TenantRead,
) -> Result<Vec<String>, sqlx::Error> {
    let mut found = schema::differences(db).await?;
    let is_whole = found.is_empty();
    if is_whole {
        found.extend(constraints::broken(db).await?);
        found.extend(instants::in_future(db, now).await?);
    }
    let mut unread = 0;
    let currency = if is_whole { store::currency(db).await? } else { None };
    let mut site = CheckedSite::new(db, keys, now, currency);
    for check in domains.iter().flat_map(|domain| domain.checks) {
        match check(&mut site).await {
            Ok(violations) => found.extend(violations),
            // The table is missing, which another check reports.
            Err(sqlx::Error::Database(_)) if !is_whole => unread += 1,
            Err(error) => return Err(error),
        }
    }
    if unread > 0 {
        let checks = words::count(unread, "check");
        found.push(format!("{checks} can't run until the tables are restored."));
    }
    Ok(found)
}
