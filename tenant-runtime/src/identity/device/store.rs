use platform::db::{TenantRead, TenantWrite};

pub(in crate::identity) async fn is_known(
    db: &mut TenantRead,
    id: i64,
    device: Option<&str>,
) -> Result<bool, sqlx::Error> {
    let found = sqlx::query_scalar!(
        r#"SELECT 1 AS "found!: i64" FROM identity_devices WHERE customer_id = ? AND device_id = ?"#,
        id,
        device
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(found.is_some())
}

pub(in crate::identity) async fn remember(
    db: &mut TenantWrite,
    id: i64,
    device: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO identity_devices (customer_id, device_id, first_seen_at, last_seen_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (customer_id, device_id) DO UPDATE SET last_seen_at = excluded.last_seen_at",
        id,
        device,
        now,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
