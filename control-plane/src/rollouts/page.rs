use super::{RolloutPage, WantedRollouts, store};
use crate::db::ControlDbError;
use crate::plane::ControlPlane;

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

/// Number of items per page.
pub(super) fn size(limit: Option<i64>) -> i64 {
    limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST)
}

/// A page of rollouts, newest first.
pub async fn page(plane: &ControlPlane, wanted: &WantedRollouts) -> Result<RolloutPage, ControlDbError> {
    let limit = size(wanted.limit);
    // One extra row shows whether there is another page.
    let items = store::list(&mut plane.db.read().await?, wanted, limit + 1).await?;
    let (items, next_cursor) = cut(items, limit, |rollout| rollout.id.to_string());
    Ok(RolloutPage { items, next_cursor })
}

/// At most `limit` of `items`, and the cursor of the next page, if any.
pub(super) fn cut<T>(mut items: Vec<T>, limit: i64, cursor: impl Fn(&T) -> String) -> (Vec<T>, Option<String>) {
    let limit = usize::try_from(limit).unwrap_or_default();
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| more).map(cursor);
    (items, next)
}
