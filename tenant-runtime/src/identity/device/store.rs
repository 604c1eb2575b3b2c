use platform::db::{TenantRead, TenantWrite};

/// Whether a device of the account has the key with this hash.
pub(in crate::identity) async fn is_known(
    db: &mut TenantRead,
    customer_id: i64,
    key_hash: &[u8; 32],
) -> Result<bool, sqlx::Error> {
    let key_hash = key_hash.as_slice();
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM identity_devices WHERE customer_id = ? AND key_hash = ?) AS "known!: bool""#,
        customer_id,
        key_hash
    )
    .fetch_one(db.conn())
    .await
}

/// Hashes of the keys of the account's devices.
pub(in crate::identity) async fn key_hashes(
    db: &mut TenantRead,
    customer_id: i64,
) -> Result<Vec<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT key_hash AS "key_hash!" FROM identity_devices WHERE customer_id = ? AND key_hash IS NOT NULL"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await
}

/// Replaces a key at every account of its device.
pub(super) async fn replace_key(
    db: &mut TenantWrite,
    earlier: &[u8; 32],
    key_hash: &[u8; 32],
) -> Result<(), sqlx::Error> {
    let (earlier, key_hash) = (earlier.as_slice(), key_hash.as_slice());
    sqlx::query!(
        "UPDATE identity_devices SET key_hash = ? WHERE key_hash = ?",
        key_hash,
        earlier
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Sets the key of one of the account's devices.
pub(super) async fn set_key(
    db: &mut TenantWrite,
    customer_id: i64,
    device: &str,
    key_hash: &[u8; 32],
) -> Result<(), sqlx::Error> {
    let key_hash = key_hash.as_slice();
    sqlx::query!(
        "UPDATE identity_devices SET key_hash = ? WHERE customer_id = ? AND device_id = ?",
        key_hash,
        customer_id,
        device
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn remember(db: &mut TenantWrite, id: i64, device: &str, now: i64) -> Result<(), sqlx::Error> {
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
