//! Redemptions and gift card payments at kiosks.

use platform::db::TenantRead;

use super::super::rules::{Key, Parts, Window};
use super::{json, key, numbers};

/// Redemptions at kiosks.
pub(in crate::reports) struct Redeemed {
    pub(in crate::reports) key: Key,
    pub(in crate::reports) codes: i64,
    pub(in crate::reports) club: i64,
}

/// By when.
pub(in crate::reports) async fn by_time(db: &mut TenantRead, parts: &Parts) -> Result<Vec<Redeemed>, sqlx::Error> {
    let pieces = json(parts)?;
    let rows = sqlx::query!(
        r#"WITH pieces (starts, ends, number) AS MATERIALIZED (
               SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))
           SELECT p.number AS "row!: i64",
                  (SELECT json_array(COUNT(*), COUNT(r.item_id)) FROM terminal_redemptions r
                   WHERE r.state = 'confirmed' AND r.settled_at >= p.starts AND r.settled_at < p.ends) AS "counts!: String"
           FROM pieces p"#,
        pieces
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| redeemed(key(parts, row.row), &row.counts))
        .collect()
}

/// By where.
pub(in crate::reports) async fn by_location(
    db: &mut TenantRead,
    window: &Window,
) -> Result<Vec<Redeemed>, sqlx::Error> {
    let (from, until) = (window.start(), window.end());
    let rows = sqlx::query!(
        r#"SELECT l.id AS "id!",
                  (SELECT json_array(COUNT(*), COUNT(r.item_id)) FROM terminal_redemptions r
                   WHERE r.state = 'confirmed' AND r.location_id = l.id AND r.settled_at >= ?1
                     AND r.settled_at < ?2) AS "counts!: String"
           FROM catalog_locations l"#,
        from,
        until
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| redeemed(Key::Id(row.id), &row.counts))
        .collect()
}

fn redeemed(key: Key, counts: &str) -> Result<Redeemed, sqlx::Error> {
    let [all, codes] = numbers(counts)?;
    Ok(Redeemed {
        key,
        codes,
        club: all - codes,
    })
}

/// Gift card payments at kiosks: location, time, minor units.
pub(in crate::reports) async fn gift_card_payments(
    db: &mut TenantRead,
    parts: &Parts,
) -> Result<Vec<(Option<i64>, Key, i64)>, sqlx::Error> {
    let pieces = json(parts)?;
    let rows = sqlx::query!(
        r#"SELECT h.location_id AS "location_id?: i64", piece.value ->> 2 AS "row!: i64",
                  -SUM(e.amount) AS "amount!: i64"
           FROM json_each(?1) piece CROSS JOIN ledger_entries e
             ON e.account_kind = 'kiosks' AND e.at >= piece.value ->> 0 AND e.at < piece.value ->> 1
           LEFT JOIN gift_card_holds h ON e.source_kind = 'hold' AND h.id = e.source_id
           GROUP BY h.location_id, piece.value ->> 2"#,
        pieces
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.location_id, key(parts, row.row), row.amount))
        .collect())
}
