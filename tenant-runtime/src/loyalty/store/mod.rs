pub(super) mod referrals;

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;
use utoipa::ToSchema;

/// Entry of a points ledger.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PointsEntry)]
pub struct Entry {
    #[serde(skip)]
    pub(super) id: i64,
    /// `earn`, `award`, `referral`, `reverse`, `adjust` or `expire`.
    pub(super) kind: String,
    /// Positive amounts increase the balance.
    pub(super) points: i64,
    /// Source: `order_line:<id>`, `kiosk_sale:<id>`, `friend:<userId>`, or `award:<id>` of the entry whose reward was
    /// revoked. Null without a source.
    pub(super) subject: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
}

/// A JSON object. `None`: nothing was changed yet.
pub(super) async fn settings(db: &mut TenantRead) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!("SELECT settings FROM loyalty_settings WHERE id = 1")
        .fetch_optional(db.conn())
        .await
}

pub(super) async fn set_settings(db: &mut TenantWrite, settings: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO loyalty_settings (id, settings) VALUES (1, ?)
         ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
        settings
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// `earned`: a JSON array of `[subject, points]`.
pub(super) async fn insert_earned(
    db: &mut TenantWrite,
    customer_id: i64,
    earned: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO loyalty_points (customer_id, kind, points, subject, created_at)
         SELECT ?1, 'earn', value ->> 1, value ->> 0, ?3 FROM json_each(?2)",
        customer_id,
        earned,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Deducts the points earned with lines, minus the share that isn't refunded, rounded up. `lines`: a JSON array of
/// [`RefundedLine`](crate::loyalty::RefundedLine).
pub(super) async fn reverse_earned(db: &mut TenantWrite, lines: &str, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO loyalty_points (customer_id, kind, points, subject, created_at)
         SELECT p.customer_id, 'reverse',
             (SUM(p.points) FILTER (WHERE p.kind = 'earn') * (l.value ->> 'kept') + MAX(l.value ->> 'sold', 1) - 1)
                 / MAX(l.value ->> 'sold', 1) - SUM(p.points),
             'order_line:' || (l.value ->> 'id'), ?2
         FROM json_each(?1) l
         CROSS JOIN json_each(l.value ->> 'lines') sold
         CROSS JOIN loyalty_points p ON p.subject = 'order_line:' || sold.value AND p.kind IN ('earn', 'reverse')
         GROUP BY p.customer_id, l.value ->> 'id'
         HAVING (SUM(p.points) FILTER (WHERE p.kind = 'earn') * (l.value ->> 'kept') + MAX(l.value ->> 'sold', 1) - 1)
                 / MAX(l.value ->> 'sold', 1) - SUM(p.points) < 0",
        lines,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Inserts an entry without an order line and returns its ID.
pub(super) async fn insert(
    db: &mut TenantWrite,
    customer_id: i64,
    kind: &'static str,
    points: i64,
    subject: Option<&str>,
    now: i64,
) -> Result<i64, sqlx::Error> {
    let result = sqlx::query!(
        "INSERT INTO loyalty_points (customer_id, kind, points, subject, created_at) VALUES (?, ?, ?, ?, ?)",
        customer_id,
        kind,
        points,
        subject,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(result.last_insert_rowid())
}

/// An award in a wallet, with its cost.
pub(super) struct AwardRow {
    /// Of its points entry.
    pub(super) entry_id: i64,
    pub(super) item_id: i64,
    /// Points, above zero.
    pub(super) cost: i64,
}

/// Records the wallet item created for the points of an entry.
pub(super) async fn insert_award(db: &mut TenantWrite, entry_id: i64, item_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO loyalty_awards (entry_id, item_id) VALUES (?, ?)",
        entry_id,
        item_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Awards of a customer that weren't revoked, newest first.
pub(super) async fn awards(db: &mut TenantRead, customer_id: i64) -> Result<Vec<AwardRow>, sqlx::Error> {
    sqlx::query_as!(
        AwardRow,
        r#"SELECT a.entry_id AS "entry_id!", a.item_id, -p.points AS "cost!: i64"
           FROM loyalty_awards a JOIN loyalty_points p ON p.id = a.entry_id
           WHERE p.customer_id = ? AND NOT EXISTS (
               SELECT 1 FROM loyalty_points WHERE customer_id = p.customer_id AND subject = 'award:' || p.id)
           ORDER BY p.id DESC"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await
}

/// Customer data for a purchase.
pub(super) struct Standing {
    /// Points.
    pub(super) balance: i64,
    /// Whether the customer was referred by a friend and hasn't ordered yet.
    pub(super) is_referred: bool,
}

pub(super) async fn standing(db: &mut TenantRead, customer_id: i64) -> Result<Standing, sqlx::Error> {
    sqlx::query_as!(
        Standing,
        r#"SELECT (SELECT COALESCE(SUM(points), 0) FROM loyalty_points WHERE customer_id = ?1) AS "balance!: i64",
                  EXISTS (SELECT 1 FROM loyalty_referrals WHERE friend_id = ?1 AND state = 'pending') AS "is_referred!: bool""#,
        customer_id
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn balance(db: &mut TenantRead, customer_id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COALESCE(SUM(points), 0) AS "balance!: i64" FROM loyalty_points WHERE customer_id = ?"#,
        customer_id
    )
    .fetch_one(db.conn())
    .await
}

/// Customer's points from these order lines, without those deducted by refunds or staff since then: points of all
/// orders are interchangeable.
pub(super) async fn earned_with(db: &mut TenantRead, customer_id: i64, lines: &[i64]) -> Result<i64, sqlx::Error> {
    let lines = serde_json::to_string(lines).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query_scalar!(
        r#"WITH given AS (
               SELECT MIN(id) AS first, COALESCE(SUM(points), 0) AS points FROM loyalty_points
               WHERE customer_id = ?1 AND kind IN ('earn', 'reverse')
                 AND subject IN (SELECT 'order_line:' || value FROM json_each(?2))),
           taken AS (
               SELECT COALESCE(SUM(l.points), 0) AS points FROM loyalty_points l JOIN given ON l.id > given.first
               WHERE l.customer_id = ?1 AND l.kind = 'adjust' AND l.points < 0)
           SELECT MAX(given.points + taken.points, 0) AS "earned!: i64" FROM given, taken"#,
        customer_id,
        lines
    )
    .fetch_one(db.conn())
    .await
}

/// Customers with at least this many points.
pub(super) async fn with_points(db: &mut TenantRead, points: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT customer_id FROM loyalty_points GROUP BY customer_id HAVING SUM(points) >= ?",
        points
    )
    .fetch_all(db.conn())
    .await
}

/// Entries of a customer, newest first, up to `limit`, before the entry `before`.
pub(super) async fn entries(
    db: &mut TenantRead,
    customer_id: i64,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<Entry>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", kind, points, subject, created_at FROM loyalty_points
           WHERE customer_id = ?1 AND (?2 IS NULL OR id < ?2) ORDER BY id DESC LIMIT ?3"#,
        customer_id,
        before,
        limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Entry {
                id: row.id,
                kind: row.kind,
                points: row.points,
                subject: row.subject,
                created_at: Timestamp::from_millisecond(row.created_at)
                    .map_err(|error| sqlx::Error::Decode(error.into()))?,
            })
        })
        .collect()
}
