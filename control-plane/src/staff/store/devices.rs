//! The SQL of devices that have logged in at the console.

use jiff::Timestamp;
use uuid::Uuid;

use crate::db::{ControlConn, ControlWrite};

/// Whether a device of the staff member has the key with this hash.
pub async fn is_known_device(db: &mut ControlConn, member: Uuid, key_hash: &str) -> Result<bool, sqlx::Error> {
    let member = member.to_string();
    let found = sqlx::query_scalar!(
        "SELECT COUNT(*) FROM staff_devices WHERE staff_id = $1 AND key_hash = $2",
        member,
        key_hash
    )
    .fetch_one(db.conn())
    .await?;
    Ok(found > 0)
}

/// Replaces the key of a device, if it had one, and makes the device one of the staff member's.
pub async fn admit_device(
    db: &mut ControlWrite,
    member: Uuid,
    earlier: Option<&str>,
    key_hash: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let (member, now) = (member.to_string(), now.as_millisecond());
    sqlx::query!(
        "UPDATE staff_devices SET key_hash = $1 WHERE key_hash = $2",
        key_hash,
        earlier
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "INSERT INTO staff_devices (staff_id, key_hash, last_used_at) VALUES ($1, $2, $3)
         ON CONFLICT (staff_id, key_hash) DO UPDATE SET last_used_at = excluded.last_used_at",
        member,
        key_hash,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Forgets the devices of a staff member who was removed.
pub async fn forget_devices(db: &mut ControlWrite, member: Uuid) -> Result<(), sqlx::Error> {
    let member = member.to_string();
    sqlx::query!("DELETE FROM staff_devices WHERE staff_id = $1", member)
        .execute(db.conn())
        .await?;
    Ok(())
}
