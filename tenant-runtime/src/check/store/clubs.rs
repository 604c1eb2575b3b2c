//! Clubs and the orders that pay for them.

use crate::check::words;
use crate::domain::CheckedSite;

/// Each paid line of a club paid exactly one month. An unpaid one, or one of a club that starts later, paid none.
pub(crate) async fn lines_without_their_club(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT l.id AS "id!", o.state
           FROM checkout_order_lines l
           JOIN checkout_orders o ON o.id = l.order_id
           LEFT JOIN club_periods p ON p.order_line_id = l.id AND p.state = 'paid'
           WHERE l.product_type = 'AppClub'
             AND (o.state NOT IN ('pending', 'unknown', 'flagged', 'failed') AND l.starts_on IS NULL) <> (p.id IS NOT NULL)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let line = words::line(site, row.id).await?;
        found.push(format!(
            "{line}: the order is {}, which doesn't match the billing period it pays for.",
            words::state(&row.state)
        ));
    }
    Ok(found)
}

/// A paid month with a price was paid by one of its member's orders.
pub(crate) async fn paid_months_without_an_order(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT p.membership_id, p.period_start, p.amount FROM club_periods p
         JOIN club_memberships m ON m.id = p.membership_id
         LEFT JOIN checkout_order_lines l ON l.id = p.order_line_id
         LEFT JOIN checkout_orders o ON o.id = l.order_id
             AND o.state IN ('paid', 'partially_refunded', 'refunded', 'voided') AND o.customer_id = m.customer_id
         WHERE p.state = 'paid' AND p.amount > 0 AND o.id IS NULL"
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let membership = words::membership(site, row.membership_id).await?;
        found.push(format!(
            "{membership}: the billing period from {} is paid with {}, but has no paid order.",
            row.period_start,
            site.money(row.amount)
        ));
    }
    Ok(found)
}

/// A line credits at most the value of the member's period, once, and no more than its order states.
pub(crate) async fn credits_off_their_month(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"WITH credited AS (
               SELECT l.id, l.order_id, l.credit, COALESCE(l.credit_taxes, 0) AS credit_taxes, o.customer_id,
                      l.credited_period_id AS period_id,
                      COUNT(*) OVER (PARTITION BY l.credited_period_id) AS times
               FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
               WHERE l.credited_period_id IS NOT NULL AND o.state NOT IN ('pending', 'unknown', 'flagged', 'failed')),
           sums AS (
               SELECT order_id, SUM(credit) AS credit FROM checkout_order_lines WHERE credit > 0 GROUP BY order_id)
           SELECT c.order_id AS "order_id!: i64" FROM credited c
           JOIN club_periods p ON p.id = c.period_id
           JOIN club_memberships m ON m.id = p.membership_id
           WHERE c.times > 1 OR c.credit + IIF(p.gross_amount IS NULL, 0, c.credit_taxes) > COALESCE(p.gross_amount, p.amount)
              OR p.state <> 'paid' OR m.customer_id <> c.customer_id
           UNION
           SELECT o.id FROM checkout_orders o LEFT JOIN sums ON sums.order_id = o.id
           WHERE o.credit <> COALESCE(sums.credit, 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in rows {
        let order = words::order(site, id).await?;
        found.push(format!("{order}: its credit doesn't match its billing period."));
    }
    Ok(found)
}

/// A next plan replaces an active one. Its member bought it, unless staff chose it, and it wasn't refunded.
pub(crate) async fn plans_off_their_membership(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT n.membership_id, n.name, r.id IS NOT NULL AS "is_refunded!: bool" FROM club_next_plans n
         JOIN club_memberships m ON m.id = n.membership_id
         LEFT JOIN checkout_order_lines l ON l.id = n.order_line_id
         LEFT JOIN checkout_orders o ON o.id = l.order_id
         LEFT JOIN checkout_reversals r ON r.id = l.reversal_id AND r.state = 'done'
         WHERE m.status <> 'active' OR o.customer_id <> m.customer_id
            OR o.state IN ('pending', 'unknown', 'flagged', 'failed')
            OR (n.order_line_id IS NOT NULL AND l.starts_on IS NULL)
            OR r.id IS NOT NULL"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let membership = words::membership(site, row.membership_id).await?;
        found.push(if row.is_refunded {
            format!(
                "{membership}: {} replaces it later, but its order was refunded.",
                row.name
            )
        } else {
            format!("{membership}: {} can't replace it.", row.name)
        });
    }
    Ok(found)
}
