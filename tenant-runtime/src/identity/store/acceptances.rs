use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use crate::identity::Acceptance;

struct Row {
    customer_id: i64,
    text_id: i64,
    accepted_at: i64,
}

impl TryFrom<Row> for Acceptance {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            customer_id: row.customer_id,
            text_id: row.text_id,
            accepted_at: Timestamp::from_millisecond(row.accepted_at)
                .map_err(|error| sqlx::Error::Decode(error.into()))?,
        })
    }
}

pub(in crate::identity) async fn insert(
    db: &mut TenantWrite,
    customer_id: i64,
    text_id: i64,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO identity_acceptances (customer_id, text_id, accepted_at) VALUES (?, ?, ?)",
        customer_id,
        text_id,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(in crate::identity) async fn of_text(
    db: &mut TenantRead,
    text_id: i64,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<Acceptance>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT customer_id, text_id, accepted_at FROM identity_acceptances
         WHERE text_id = ?1 AND (?2 IS NULL OR customer_id < ?2) ORDER BY customer_id DESC LIMIT ?3",
        text_id,
        before,
        limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

pub(in crate::identity) async fn of_customer(
    db: &mut TenantRead,
    customer_id: i64,
) -> Result<Vec<Acceptance>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT customer_id, text_id, accepted_at FROM identity_acceptances WHERE customer_id = ? ORDER BY text_id",
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}
