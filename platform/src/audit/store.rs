use super::Entry;
use crate::db::TenantWrite;

pub(super) async fn insert(db: &mut TenantWrite, at: i64, entry: &Entry<'_>) -> Result<(), sqlx::Error> {
    let detail = entry.detail.to_string();
    sqlx::query!(
        "INSERT INTO audit (at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?)",
        at,
        entry.actor,
        entry.action,
        entry.subject,
        detail
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
