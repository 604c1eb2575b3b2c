//! Pages of sites at the console.

use platform::config::OriginPattern;
use platform::ids::SiteId;
use serde::Serialize;
use utoipa::ToSchema;

use super::entry::{SiteEntry, SitesQuery};
use super::store::entries::{self as store, EntryFilter};
use crate::db::{ControlConn, ControlDbError};

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

/// Page of sites.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SitePage {
    items: Vec<SiteEntry>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<String>,
    /// Total number on all pages.
    count: i64,
}

/// A page of an environment's sites, by subdomain.
pub(super) async fn page(
    db: &mut ControlConn,
    origins: &OriginPattern,
    environment: &str,
    asked: &SitesQuery,
) -> Result<SitePage, ControlDbError> {
    let limit = asked.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    let filter = EntryFilter::of(environment, asked, limit + 1);
    // One extra row shows whether there is another page.
    let mut items = store::list(db, origins, &filter).await?;
    let more = items.len() as i64 > limit;
    items.truncate(usize::try_from(limit).unwrap_or_default());
    let next_cursor = items.last().filter(|_| more).map(|last| last.subdomain.to_string());
    let count = store::count(db, &filter).await?;
    Ok(SitePage {
        items,
        next_cursor,
        count,
    })
}

/// A site of an environment.
pub(super) async fn find(
    db: &mut ControlConn,
    origins: &OriginPattern,
    environment: &str,
    id: SiteId,
) -> Result<Option<SiteEntry>, ControlDbError> {
    let filter = EntryFilter::one(environment, id);
    Ok(store::list(db, origins, &filter).await?.into_iter().next())
}
