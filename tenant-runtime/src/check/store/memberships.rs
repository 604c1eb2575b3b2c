//! Memberships, their billing periods and due dates.

use jiff::SignedDuration;
use jiff::civil::Date;

use super::prices::{is_agreed, was_switched};
use crate::catalog::tax::Price;
use crate::check::words;
use crate::clubs::rules::following;
use crate::domain::CheckedSite;

/// A membership has a paid month, and its months don't overlap. The next billing date isn't in a paid month.
pub(crate) async fn broken_memberships(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
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
                           AND p.period_start < q.period_end AND q.period_start < p.period_end)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in rows {
        let membership = words::membership(site, id).await?;
        found.push(format!("{membership}: its billing periods overlap, or none is paid."));
    }
    Ok(found)
}

/// The next billing date is when the paid month ends, when the open month starts, or the day to which pauses moved it. No
/// period is longer than a month.
pub(crate) async fn billing_dates_off_their_months(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH months AS (
               SELECT membership_id, MAX(period_end) FILTER (WHERE state = 'paid') AS paid_until,
                      MAX(period_start) FILTER (WHERE state = 'paid') AS paid_from,
                      MAX(period_start) FILTER (WHERE state IN ('due', 'charging', 'unknown')) AS open_from
               FROM club_periods GROUP BY membership_id)
           SELECT m.id AS "id!", m.next_billing_date, months.paid_until AS "paid_until?: String" FROM club_memberships m
           LEFT JOIN months ON months.membership_id = m.id
           WHERE m.status <> 'inactive'
             AND m.next_billing_date IS NOT months.paid_until AND m.next_billing_date IS NOT months.open_from
             AND NOT (m.next_billing_date = m.anchor_date AND m.next_billing_date > months.paid_until
                 AND julianday(m.next_billing_date) - julianday(months.paid_until) <= (
                     SELECT COALESCE(SUM(julianday(until) - julianday(at / 1000, 'unixepoch') + 2), 0) FROM (
                         SELECT at, COALESCE("after" ->> 'pausedUntil', detail ->> 'pausedUntil') AS until FROM audit
                         WHERE subject = 'club_membership:' || m.id AND action = 'club_paused')
                     WHERE until > months.paid_from))"#
    )
    .fetch_all(site.conn())
    .await?;
    let long = sqlx::query!(
        "SELECT membership_id, period_start, period_end FROM club_periods
         WHERE julianday(period_end) - julianday(period_start) > 31"
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in long {
        let membership = words::membership(site, row.membership_id).await?;
        found.push(format!(
            "{membership}: the billing period from {} to {} is longer than a month.",
            row.period_start, row.period_end
        ));
    }
    for row in rows {
        let membership = words::membership(site, row.id).await?;
        let paid = match row.paid_until {
            Some(end) => format!("it is paid until {end}"),
            None => "no billing period is paid".to_owned(),
        };
        found.push(format!(
            "{membership} is billed on {} next, but {paid}.",
            row.next_billing_date
        ));
    }
    Ok(found)
}

/// Billing periods are counted from the anchor, which a pause or downtime moves to the next billing date.
pub(crate) async fn periods_off_their_anchor(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT m.id AS "id!", m.anchor_date, p.period_start, p.period_end
           FROM club_memberships m
           JOIN club_periods p ON p.id = (SELECT id FROM club_periods WHERE membership_id = m.id AND state = 'paid'
                                          ORDER BY period_start DESC LIMIT 1)
           WHERE m.status <> 'inactive' AND m.anchor_date <> m.next_billing_date"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let dates = (
            row.anchor_date.parse::<Date>(),
            row.period_start.parse(),
            row.period_end.parse(),
        );
        let is_counted = match dates {
            (Ok(anchor), Ok(start), Ok(end)) => following(anchor, start) == Some(end),
            _ => false,
        };
        if !is_counted {
            let membership = words::membership(site, row.id).await?;
            found.push(format!(
                "{membership}: the billing period from {} to {} isn't counted from {}.",
                row.period_start, row.period_end, row.anchor_date
            ));
        }
    }
    Ok(found)
}

/// A month costs what the member agreed to, or what staff announced or chose later.
pub(crate) async fn prices_off_their_plan(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT m.id AS "id!", m.product_id, m.monthly_price, m.gross_monthly_price,
               l.monthly_price AS "agreed!: i64", l.gross_monthly_price AS agreed_gross
           FROM club_memberships m JOIN checkout_order_lines l ON l.id = m.order_line_id
           WHERE (m.monthly_price <> l.monthly_price OR m.gross_monthly_price IS NOT l.gross_monthly_price)
             AND NOT EXISTS (SELECT 1 FROM audit WHERE subject = 'club_membership:' || m.id AND action = 'club_moved')"#
    )
    .fetch_all(site.conn())
    .await?;
    let was_switched = was_switched(site).await?;
    let mut found = Vec::new();
    for row in rows {
        let announced = sqlx::query_scalar!(
            r#"SELECT "after" ->> 'monthlyPrice' AS "price!: i64" FROM audit
               WHERE subject = 'product:' || ?1 AND action = 'club_price_announced'"#,
            row.product_id
        )
        .fetch_all(site.conn())
        .await?;
        let charged = Price::of_columns(row.monthly_price, row.gross_monthly_price);
        let agreed = Price::of_columns(row.agreed, row.agreed_gross);
        if is_agreed(charged, agreed, &announced, was_switched) {
            continue;
        }
        let membership = words::membership(site, row.id).await?;
        let (price, agreed) = (site.money(charged.amount()), site.money(agreed.amount()));
        found.push(format!(
            "{membership} costs {price} a month, but the agreed price is {agreed}."
        ));
    }
    Ok(found)
}

/// A background job bills each membership, at the latest on the day after its next billing date or the end of its
/// pause. What is owed is charged again at its next attempt, and what is in progress is looked at every hour.
pub(crate) async fn memberships_without_billing(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let waits = site.later(SignedDuration::from_hours(2));
    let rows = sqlx::query_scalar!(
        r#"SELECT m.id AS "id!" FROM club_memberships m
           WHERE m.status <> 'inactive' AND NOT EXISTS (
               SELECT 1 FROM jobs j WHERE j.unique_key = 'clubs.bill:' || m.id AND j.dead = 0
                   AND j.due_at < MAX((unixepoch(MAX(m.next_billing_date, COALESCE(m.paused_until, ''))) + 2 * 86400) * 1000, ?1,
                        COALESCE((SELECT MAX(COALESCE(next_attempt_at, 0), COALESCE(unixepoch(last_try_on) + 2 * 86400, 0) * 1000) + 1
                                  FROM club_periods WHERE membership_id = m.id AND state = 'due'), 0),
                        COALESCE(unixepoch(m.unpaid_since) + 9 * 86400, 0) * 1000))"#,
        waits
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in rows {
        found.push(format!(
            "{}: no background job bills it.",
            words::membership(site, id).await?
        ));
    }
    Ok(found)
}

/// An unpaid month starts where the paid ones end, only members who owe one are past due, and nothing is owed for an
/// ended membership.
pub(crate) async fn months_off_their_membership(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT m.id AS "id!" FROM club_memberships m
           LEFT JOIN club_periods p ON p.membership_id = m.id AND p.state IN ('due', 'charging', 'unknown')
           WHERE (m.status = 'inactive' AND p.state = 'due')
              OR (m.status <> 'inactive' AND (
                   (m.billing_state IN ('past_due', 'suspended')) <> (m.unpaid_since IS NOT NULL)
                   OR (m.unpaid_since IS NOT NULL AND p.id IS NULL)
                   OR p.period_start > m.next_billing_date))"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in rows {
        let membership = words::membership(site, id).await?;
        found.push(format!(
            "{membership}: its billing state doesn't match its billing periods."
        ));
    }
    Ok(found)
}
