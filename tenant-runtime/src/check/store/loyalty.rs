use platform::db::TenantRead;

use super::told;

/// Points may be owed after a refund, but never because of an award.
pub(crate) async fn awards_beyond_points(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT customer_id AS "customer_id!: i64", balance AS "balance!: i64"
           FROM (SELECT customer_id, kind, SUM(points) OVER (PARTITION BY customer_id ORDER BY id) AS balance
                 FROM loyalty_points)
           WHERE kind = 'award' AND balance < 0"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!("customer {} had {} points after an award", row.customer_id, row.balance)
    }))
}

/// Points were earned with lines that their customer has paid, and taken back with the price, or with what a kiosk has sold to the
/// customer; but for a deleted account, whose points are gone.
pub(crate) async fn points_off_their_lines(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT p.id AS "id!", p.subject AS "subject!", o.state AS "state?" FROM loyalty_points p
           JOIN customers c ON c.id = p.customer_id
           LEFT JOIN checkout_order_lines l ON l.id = CAST(substr(p.subject, 12) AS INTEGER)
           LEFT JOIN checkout_orders o ON o.id = l.order_id AND o.customer_id = p.customer_id
           LEFT JOIN checkout_reversals r ON r.id = l.reversal_id AND r.state = 'done'
           WHERE p.kind = 'earn' AND p.subject LIKE 'order_line:%' AND c.deleted_at IS NULL
             AND (o.id IS NULL OR o.state NOT IN ('paid', 'partially_refunded', 'refunded', 'voided')
               OR (r.id IS NOT NULL) <> EXISTS (
                   SELECT 1 FROM loyalty_points
                   WHERE subject = p.subject AND kind = 'reverse' AND customer_id = p.customer_id
                     AND points = -p.points))"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "points {} do not agree with {} of a {:?} order",
            row.id, row.subject, row.state
        )
    }))
}

/// Who has the points for an award gets it by a job, if not at once.
pub(crate) async fn awards_that_nobody_makes(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT customer_id, SUM(points) AS "points!: i64" FROM loyalty_points GROUP BY customer_id
           HAVING SUM(points) >= COALESCE((SELECT settings ->> 'pointGoal' FROM loyalty_settings), 10000)
              AND NOT EXISTS (
                  SELECT 1 FROM jobs WHERE unique_key = 'loyalty.next_award:' || loyalty_points.customer_id AND dead = 0)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "customer {} has {} points, and nobody makes an award of them",
            row.customer_id, row.points
        )
    }))
}

/// A referral that has qualified is settled by a job.
pub(crate) async fn referrals_that_nobody_settles(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT friend_id AS "friend_id!" FROM loyalty_referrals r WHERE state = 'qualified'
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'loyalty.referral:' || r.friend_id AND dead = 0)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |friend| {
        format!("the referral of customer {friend} has qualified, and nobody settles it")
    }))
}

/// Points for a referral are those of one that was awarded, as far as its accounts stand, on either side.
pub(crate) async fn rewards_off_their_referrals(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT p.id AS "id!", p.subject AS "subject!" FROM loyalty_points p
           JOIN customers c ON c.id = p.customer_id
           JOIN customers f ON f.id = CAST(substr(p.subject, 8) AS INTEGER)
           LEFT JOIN loyalty_referrals r ON r.friend_id = f.id AND p.customer_id IN (r.friend_id, r.referrer_id)
           WHERE p.kind = 'referral' AND c.deleted_at IS NULL AND f.deleted_at IS NULL AND r.state IS NOT 'awarded'
             AND NOT (p.customer_id = f.id AND r.friend_id IS NULL)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "points {} were given for {}, which was not awarded",
            row.id, row.subject
        )
    }))
}
