use platform::db::{TenantRead, TenantWrite};

/// Something that a terminal says it confirmed.
pub(in crate::terminal) struct JournalRow {
    pub(in crate::terminal) terminal_id: String,
    pub(in crate::terminal) kind: String,
    pub(in crate::terminal) subject_id: String,
    pub(in crate::terminal) confirmed_at: i64,
    /// Minor units.
    pub(in crate::terminal) amount: Option<i64>,
}

pub(in crate::terminal) async fn insert(db: &mut TenantWrite, row: &JournalRow) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO terminal_journal (terminal_id, kind, subject_id, confirmed_at, amount) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (terminal_id, kind, subject_id) DO UPDATE SET confirmed_at = excluded.confirmed_at, amount = excluded.amount",
        row.terminal_id,
        row.kind,
        row.subject_id,
        row.confirmed_at,
        row.amount
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(in crate::terminal) async fn note_report(
    db: &mut TenantWrite,
    terminal_id: &str,
    since: i64,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO terminal_journal_reports (terminal_id, since, reported_at) VALUES (?, ?, ?)
         ON CONFLICT (terminal_id) DO UPDATE SET since = excluded.since, reported_at = excluded.reported_at",
        terminal_id,
        since,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// When a terminal reported what it had confirmed since `since` or earlier, but not before `from`, in milliseconds.
pub(in crate::terminal) async fn reported_at(
    db: &mut TenantRead,
    terminal_id: &str,
    since: i64,
    from: i64,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT reported_at FROM terminal_journal_reports WHERE terminal_id = ? AND since <= ? AND reported_at >= ?",
        terminal_id,
        since,
        from
    )
    .fetch_optional(db.conn())
    .await
}

/// Entries not confirmed in the site's database, by time. Those of gift cards are compared by their own domain.
pub(in crate::terminal) async fn unknown(
    db: &mut TenantRead,
    since: i64,
    sale_tolerance: i64,
) -> Result<Vec<JournalRow>, sqlx::Error> {
    sqlx::query_as!(
        JournalRow,
        "SELECT terminal_id, kind, subject_id, confirmed_at, amount FROM terminal_journal AS j
         WHERE confirmed_at >= ?1 AND CASE kind
             WHEN 'redemption' THEN NOT EXISTS
               (SELECT 1 FROM terminal_redemptions WHERE id = j.subject_id AND state = 'confirmed')
             WHEN 'payment' THEN NOT EXISTS
               (SELECT 1 FROM terminal_payments WHERE id = j.subject_id AND state = 'confirmed')
             WHEN 'sale' THEN NOT EXISTS
               (SELECT 1 FROM terminal_sales AS s WHERE s.terminal_id = j.terminal_id AND s.amount = j.amount
                  AND ABS(s.sold_at - j.confirmed_at) <= ?2)
             ELSE 1 END
         ORDER BY confirmed_at, terminal_id, kind, subject_id",
        since,
        sale_tolerance
    )
    .fetch_all(db.conn())
    .await
}

/// When the newest redemption, charge or sale in the database started, in milliseconds.
pub(in crate::terminal) async fn newest(db: &mut TenantRead) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT MAX(at) AS "newest: i64" FROM (
             SELECT MAX(created_at) AS at FROM terminal_redemptions
             UNION ALL SELECT MAX(created_at) FROM terminal_payments
             UNION ALL SELECT MAX(created_at) FROM terminal_sales)"#
    )
    .fetch_one(db.conn())
    .await
}

/// Deletes all reports because the site was released.
pub(in crate::terminal) async fn forget(db: &mut TenantWrite) -> Result<(), sqlx::Error> {
    sqlx::query!("DELETE FROM terminal_journal").execute(db.conn()).await?;
    sqlx::query!("DELETE FROM terminal_journal_reports")
        .execute(db.conn())
        .await?;
    Ok(())
}
