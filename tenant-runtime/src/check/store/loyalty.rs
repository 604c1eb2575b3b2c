//! Points.

use crate::check::{seals, words};
use crate::domain::CheckedSite;

/// Points may be negative after a refund, but never because of an award.
pub(crate) async fn awards_beyond_points(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT customer_id AS "customer_id!: i64", balance AS "balance!: i64"
           FROM (SELECT customer_id, kind, SUM(points) OVER (PARTITION BY customer_id ORDER BY id) AS balance
                 FROM loyalty_points)
           WHERE kind = 'award' AND balance < 0"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let customer = words::customer(site, row.customer_id).await?;
        found.push(format!("{customer} had {} points after an award.", row.balance));
    }
    Ok(found)
}

/// Points are earned with a customer's paid lines and deducted with a refund (in proportion for partial refunds),
/// except for deleted accounts.
pub(crate) async fn points_off_their_lines(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT p.customer_id, p.points, l.id AS "line?" FROM loyalty_points p
           JOIN customers c ON c.id = p.customer_id
           LEFT JOIN checkout_order_lines l ON l.id = CAST(substr(p.subject, 12) AS INTEGER)
           LEFT JOIN checkout_orders o ON o.id = l.order_id AND o.customer_id = p.customer_id
           LEFT JOIN checkout_reversals r ON r.id = l.reversal_id AND r.state = 'done'
           WHERE p.kind = 'earn' AND p.subject LIKE 'order_line:%' AND c.deleted_at IS NULL
             AND (o.id IS NULL OR o.state NOT IN ('paid', 'partially_refunded', 'refunded', 'voided')
               OR (SELECT COALESCE(SUM(points), 0) FROM loyalty_points
                   WHERE customer_id = p.customer_id AND kind = 'reverse' AND subject IN (
                       SELECT 'order_line:' || id FROM checkout_order_lines WHERE id = l.id OR part_of = l.id))
                  <> IIF(r.id IS NOT NULL, 0, (
                       SELECT IIF(COUNT(back.id) = 0, p.points,
                           (p.points * COALESCE(SUM(part.price) FILTER (WHERE back.id IS NULL), 0) + MAX(SUM(part.price), 1) - 1)
                               / MAX(SUM(part.price), 1))
                       FROM checkout_order_lines part
                       LEFT JOIN checkout_reversals back ON back.id = part.reversal_id AND back.state = 'done'
                       WHERE part.id = l.id OR part.part_of = l.id)) - p.points)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let customer = words::customer(site, row.customer_id).await?;
        let line = words::line(site, row.line.unwrap_or_default()).await?;
        found.push(format!(
            "{customer} has {} points for {line}, which doesn't match the order.",
            row.points
        ));
    }
    Ok(found)
}

/// Earned points match the price at a rate the merchant has used.
pub(crate) async fn points_off_their_price(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let Some(currency) = site.currency() else {
        return Ok(Vec::new());
    };
    let unit = 10_i64.pow(u32::from(currency.fraction_digits()));
    let rows = sqlx::query!(
        r#"WITH rates AS MATERIALIZED (
               SELECT 100 AS rate
               UNION SELECT settings ->> 'pointsPerUnit' FROM loyalty_settings WHERE settings ->> 'pointsPerUnit' IS NOT NULL
               UNION SELECT "before" ->> 'pointsPerUnit' FROM audit
                   WHERE subject = 'loyalty' AND action = 'loyalty_changed' AND "before" ->> 'pointsPerUnit' IS NOT NULL
               UNION SELECT "after" ->> 'pointsPerUnit' FROM audit
                   WHERE subject = 'loyalty' AND action = 'loyalty_changed' AND "after" ->> 'pointsPerUnit' IS NOT NULL)
           SELECT p.customer_id, p.points, l.id AS "line?", s.id AS "sale?" FROM loyalty_points p
           LEFT JOIN checkout_order_lines l ON p.subject LIKE 'order_line:%' AND l.id = CAST(substr(p.subject, 12) AS INTEGER)
           LEFT JOIN terminal_sales s ON p.subject LIKE 'kiosk_sale:%' AND s.id = CAST(substr(p.subject, 12) AS INTEGER)
           WHERE p.kind = 'earn'
             AND NOT EXISTS (SELECT 1 FROM rates WHERE p.points = COALESCE((SELECT SUM(price) FROM checkout_order_lines WHERE id = l.id OR part_of = l.id),
                                                                    (SELECT SUM(value ->> 'price') FROM json_each(s.lines)), 0) * rate / ?1)"#,
        unit
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let customer = words::customer(site, row.customer_id).await?;
        let sold = match (row.line, row.sale) {
            (None, Some(sale)) => seals::kiosk_sale(site, sale).await?.replacen("The", "the", 1),
            (line, _) => words::line(site, line.unwrap_or_default()).await?,
        };
        found.push(format!(
            "{customer} earned {} points with {sold}, which isn't what its price earns.",
            row.points
        ));
    }
    Ok(found)
}

/// Points that staff added or deducted are in the audit log.
pub(crate) async fn adjusted_points_off_the_audit_log(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH adjusted AS (
               SELECT customer_id AS customer, SUM(points) AS points, COUNT(*) AS times FROM loyalty_points
               WHERE kind = 'adjust' AND subject IS NULL GROUP BY customer_id),
           logged AS (
               SELECT CAST(substr(subject, 10) AS INTEGER) AS customer, SUM(detail ->> 'points') AS points, COUNT(*) AS times
               FROM audit WHERE subject >= 'customer:' AND subject < 'customer;' AND action = 'points_adjusted'
               GROUP BY subject),
           customers AS (SELECT customer FROM adjusted UNION SELECT customer FROM logged)
           SELECT c.customer AS "customer!: i64", COALESCE(a.points, 0) AS "adjusted!: i64", COALESCE(l.points, 0) AS "logged!: i64"
           FROM customers c LEFT JOIN adjusted a ON a.customer = c.customer LEFT JOIN logged l ON l.customer = c.customer
           WHERE COALESCE(a.points, 0) <> COALESCE(l.points, 0) OR COALESCE(a.times, 0) <> COALESCE(l.times, 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let customer = words::customer(site, row.customer).await?;
        found.push(format!(
            "{customer}: {} points were adjusted, but the audit log has {}.",
            row.adjusted, row.logged
        ));
    }
    Ok(found)
}

/// Points expire only with their account.
pub(crate) async fn expired_points_of_live_accounts(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT p.customer_id, p.points FROM loyalty_points p JOIN customers c ON c.id = p.customer_id
         WHERE p.kind = 'expire' AND c.deleted_at IS NULL"
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let customer = words::customer(site, row.customer_id).await?;
        found.push(format!(
            "{customer}: {} points expired, but the account isn't deleted.",
            row.points
        ));
    }
    Ok(found)
}

/// If a customer with enough points isn't awarded immediately, a background job does it.
pub(crate) async fn awards_without_a_job(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT customer_id, SUM(points) AS "points!: i64" FROM loyalty_points GROUP BY customer_id
           HAVING SUM(points) >= COALESCE((SELECT settings ->> 'pointGoal' FROM loyalty_settings), 10000)
              AND NOT EXISTS (
                  SELECT 1 FROM jobs WHERE unique_key = 'loyalty.next_award:' || loyalty_points.customer_id AND dead = 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let customer = words::customer(site, row.customer_id).await?;
        found.push(format!(
            "{customer} has {} points, but no background job awards them.",
            row.points
        ));
    }
    Ok(found)
}
