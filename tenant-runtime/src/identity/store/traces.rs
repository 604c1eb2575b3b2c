//! SQL of a customer's devices and sessions, for the export and for staff.

use jiff::Timestamp;
use platform::db::TenantRead;
use serde::Serialize;
use utoipa::ToSchema;

/// Device or session. Timestamps are RFC 3339.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountTrace)]
pub struct Trace {
    device_id: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    since: jiff::Timestamp,
    #[schema(value_type = String, format = DateTime)]
    last_seen: jiff::Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    ended: Option<jiff::Timestamp>,
}

/// Devices of a customer, oldest first.
pub async fn devices(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Trace>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT device_id, first_seen_at, last_seen_at FROM identity_devices WHERE customer_id = ? ORDER BY first_seen_at",
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    let trace = |device_id, since, last_seen| Trace {
        device_id: Some(device_id),
        since: instant(since),
        last_seen: instant(last_seen),
        ended: None,
    };
    Ok(rows
        .into_iter()
        .map(|row| trace(row.device_id, row.first_seen_at, row.last_seen_at))
        .collect())
}

/// Sessions of a customer, oldest first.
pub async fn sessions(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Trace>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT device_id, created_at, last_used_at, ended_at FROM identity_sessions WHERE customer_id = ?
         ORDER BY created_at",
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Trace {
            device_id: row.device_id,
            since: instant(row.created_at),
            last_seen: instant(row.last_used_at),
            ended: row.ended_at.map(instant),
        })
        .collect())
}

pub(in crate::identity) async fn share_device(db: &mut TenantRead, one: i64, other: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT device_id FROM identity_devices WHERE customer_id = ?1
               UNION SELECT device_id FROM identity_sessions WHERE customer_id = ?1 AND device_id IS NOT NULL
               INTERSECT
               SELECT device_id FROM (
                   SELECT device_id FROM identity_devices WHERE customer_id = ?2
                   UNION SELECT device_id FROM identity_sessions WHERE customer_id = ?2)) AS "shared!: bool""#,
        one,
        other
    )
    .fetch_one(db.conn())
    .await
}

fn instant(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MIN)
}
