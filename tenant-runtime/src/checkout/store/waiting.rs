use platform::db::TenantRead;

/// `asked_by`: those that are being paid count if they were placed by this instant, in milliseconds.
pub(in crate::checkout) async fn unknown_charges(db: &mut TenantRead, asked_by: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM checkout_orders
           WHERE state IN ('pending', 'unknown', 'flagged') AND (state = 'unknown' OR state = 'pending' AND created_at <= ?)"#,
        asked_by
    )
    .fetch_one(db.conn())
    .await
}

pub(in crate::checkout) async fn has_paid_order(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM checkout_orders
             WHERE state IN ('paid', 'partially_refunded', 'refunded', 'voided')) AS "sold!: bool""#
    )
    .fetch_one(db.conn())
    .await
}

pub(in crate::checkout) async fn flagged_orders(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM checkout_orders
           WHERE state IN ('pending', 'unknown', 'flagged') AND state = 'flagged'"#
    )
    .fetch_one(db.conn())
    .await
}

pub(in crate::checkout) async fn unknown_refunds(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT COUNT(*) AS "count!: i64" FROM checkout_reversals WHERE state = 'unknown'"#)
        .fetch_one(db.conn())
        .await
}

pub(in crate::checkout) async fn goods_to_send(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(DISTINCT o.id) AS "count!: i64"
           FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
           WHERE l.fulfillment IN ('queued', 'packed') AND o.state IN ('paid', 'partially_refunded')"#
    )
    .fetch_one(db.conn())
    .await
}
