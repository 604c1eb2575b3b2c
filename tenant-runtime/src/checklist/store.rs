use platform::db::{TenantRead, TenantWrite};

pub(super) async fn is_dismissed(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    let found = sqlx::query_scalar!("SELECT dismissed_at FROM checklist_dismissal WHERE id = 1")
        .fetch_optional(db.conn())
        .await?;
    Ok(found.is_some())
}

pub(super) async fn dismiss(db: &mut TenantWrite, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO checklist_dismissal (id, dismissed_at) VALUES (1, ?) ON CONFLICT (id) DO NOTHING",
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn bring_back(db: &mut TenantWrite) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM checklist_dismissal WHERE id = 1")
        .execute(db.conn())
        .await?;
    Ok(())
}
