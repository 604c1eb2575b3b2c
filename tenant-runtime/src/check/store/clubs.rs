use platform::db::TenantRead;

use super::told;

/// Each paid line of a club paid one period, once; one that was not paid none, nor one of a club that begins later.
pub(crate) async fn lines_without_their_club(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT l.id AS "id!", o.state
           FROM checkout_order_lines l
           JOIN checkout_orders o ON o.id = l.order_id
           LEFT JOIN club_periods p ON p.order_line_id = l.id AND p.state = 'paid'
           WHERE l.product_type = 'AppClub'
             AND (o.state NOT IN ('pending', 'unknown', 'flagged', 'failed') AND l.starts_on IS NULL) <> (p.id IS NOT NULL)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |row| {
        format!(
            "order line {} of a {} order does not agree with its club",
            row.id, row.state
        )
    }))
}

/// What a line was credited is at most what the month of its customer was worth, once, and what its order says.
pub(crate) async fn credits_off_their_month(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"WITH credited AS (
               SELECT l.id, l.order_id, l.credit, COALESCE(l.credit_taxes, 0) AS credit_taxes, o.customer_id,
                      l.credited_period_id AS period_id,
                      COUNT(*) OVER (PARTITION BY l.credited_period_id) AS times
               FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
               WHERE l.credited_period_id IS NOT NULL AND o.state NOT IN ('pending', 'unknown', 'flagged', 'failed'))
           SELECT c.order_id AS "order_id!: i64" FROM credited c
           JOIN club_periods p ON p.id = c.period_id
           JOIN club_memberships m ON m.id = p.membership_id
           WHERE c.times > 1 OR c.credit + IIF(p.gross_amount IS NULL, 0, c.credit_taxes) > COALESCE(p.gross_amount, p.amount)
              OR p.state <> 'paid' OR m.customer_id <> c.customer_id
           UNION ALL
           SELECT o.id FROM checkout_orders o
           WHERE o.credit <> (SELECT COALESCE(SUM(credit), 0) FROM checkout_order_lines WHERE order_id = o.id)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |id| {
        format!("what order {id} credits does not agree with the month that it is for")
    }))
}

/// The periods of a membership begin at its anchor, which a pause may have moved since, do not overlap, and a live one is not billed for a month
/// that is recorded already.
pub(crate) async fn broken_memberships(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT m.id AS "id!" FROM club_memberships m
           WHERE NOT EXISTS (SELECT 1 FROM club_periods WHERE membership_id = m.id AND period_start <= m.anchor_date
                             AND state = 'paid')
              OR EXISTS (SELECT 1 FROM club_periods p WHERE p.membership_id = m.id
                         AND p.period_start <> (SELECT MIN(period_start) FROM club_periods WHERE membership_id = m.id)
                         AND NOT EXISTS (SELECT 1 FROM club_periods
                                         WHERE membership_id = m.id AND period_end <= p.period_start))
              OR EXISTS (SELECT 1 FROM club_periods p JOIN club_periods q ON q.membership_id = p.membership_id
                         WHERE p.membership_id = m.id AND p.id <> q.id
                           AND p.period_start < q.period_end AND q.period_start < p.period_end)
              OR (m.status <> 'inactive'
                  AND m.next_billing_date < (SELECT MAX(period_end) FROM club_periods
                                             WHERE membership_id = m.id AND state = 'paid'))"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |id| {
        format!("the periods of club membership {id} do not fit together")
    }))
}

/// What was chosen to follow a club follows one that goes on, and was bought by its member, if not chosen by staff.
pub(crate) async fn plans_off_their_membership(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT n.membership_id AS "id!" FROM club_next_plans n
           JOIN club_memberships m ON m.id = n.membership_id
           LEFT JOIN checkout_order_lines l ON l.id = n.order_line_id
           LEFT JOIN checkout_orders o ON o.id = l.order_id
           WHERE m.status <> 'active' OR o.customer_id <> m.customer_id
              OR o.state IN ('pending', 'unknown', 'flagged', 'failed')
              OR (n.order_line_id IS NOT NULL AND l.starts_on IS NULL)"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |id| {
        format!("what follows club membership {id} cannot follow it")
    }))
}

/// Each membership is looked after, and not later than on the day after its next billing date or the end of its pause, but for
/// what is owed or under way since then.
pub(crate) async fn members_whom_nobody_bills(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT m.id AS "id!" FROM club_memberships m
           WHERE m.status <> 'inactive' AND NOT EXISTS (
               SELECT 1 FROM jobs j WHERE j.unique_key = 'clubs.bill:' || m.id AND j.dead = 0
                   AND (j.due_at < (unixepoch(MAX(m.next_billing_date, COALESCE(m.paused_until, ''))) + 2 * 86400) * 1000
                        OR EXISTS (SELECT 1 FROM club_periods
                                   WHERE membership_id = m.id AND state IN ('due', 'charging', 'unknown'))))"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |id| format!("nobody bills club membership {id}")))
}

/// What is owed begins where what is paid ends; whoever owes nothing is in order, and nothing is owed of what has ended.
pub(crate) async fn months_off_their_membership(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT m.id AS "id!" FROM club_memberships m
           LEFT JOIN club_periods p ON p.membership_id = m.id AND p.state IN ('due', 'charging', 'unknown')
           WHERE (m.status = 'inactive' AND p.state = 'due')
              OR (m.status <> 'inactive' AND (
                   (m.billing_state IN ('past_due', 'suspended')) <> (m.unpaid_since IS NOT NULL)
                   OR (m.unpaid_since IS NOT NULL AND p.id IS NULL)
                   OR p.period_start > m.next_billing_date))"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(told(rows, |id| {
        format!("club membership {id} does not stand as its months do")
    }))
}
