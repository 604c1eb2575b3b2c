//! Memberships compared with their plans and with what staff decided.

use crate::check::words;
use crate::domain::CheckedSite;

/// A membership can be used as often as its member agreed to, or as the club to which staff moved it.
pub(crate) async fn limits_off_their_plan(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT m.id AS "id!", m.use_limit, m.use_limit_per, l.use_limit AS agreed, l.use_limit_per AS agreed_per
           FROM club_memberships m JOIN checkout_order_lines l ON l.id = m.order_line_id
           WHERE (m.use_limit IS NOT l.use_limit OR m.use_limit_per IS NOT l.use_limit_per)
             AND NOT EXISTS (SELECT 1 FROM audit WHERE subject = 'club_membership:' || m.id AND action = 'club_moved')"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let membership = words::membership(site, row.id).await?;
        let limit = limit(row.use_limit, row.use_limit_per.as_deref());
        let agreed = limit_agreed(row.agreed, row.agreed_per.as_deref());
        found.push(format!("{membership} includes {limit}, but {agreed} agreed."));
    }
    Ok(found)
}

/// Codes and memberships work where they were sold for, or where staff moved the membership.
pub(crate) async fn locations_off_their_sale(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let codes = sqlx::query_scalar!(
        r#"SELECT w.id AS "id!" FROM wallet_items w JOIN checkout_order_lines l ON l.id = w.order_line_id
           WHERE w.locations <> l.locations OR w.washes <> l.washes"#
    )
    .fetch_all(site.conn())
    .await?;
    let memberships = sqlx::query_scalar!(
        r#"SELECT m.id AS "id!" FROM club_memberships m JOIN checkout_order_lines l ON l.id = m.order_line_id
           WHERE m.locations <> l.locations
             AND NOT EXISTS (SELECT 1 FROM audit WHERE subject = 'club_membership:' || m.id AND action = 'club_moved')"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in codes {
        let code = words::item(site, id).await?;
        found.push(format!(
            "{code} isn't limited to the locations and washes that were sold."
        ));
    }
    for id in memberships {
        let membership = words::membership(site, id).await?;
        found.push(format!("{membership} isn't limited to the locations that were sold."));
    }
    Ok(found)
}

/// `3 uses per day`, `unlimited uses`.
fn limit(uses: Option<i64>, per: Option<&str>) -> String {
    uses.map_or_else(
        || "unlimited uses".to_owned(),
        |uses| format!("{} per {}", words::count(uses, "use"), per.unwrap_or("month")),
    )
}

/// `3 uses per day were`, `1 use per day was`.
fn limit_agreed(uses: Option<i64>, per: Option<&str>) -> String {
    format!("{} {}", limit(uses, per), if uses == Some(1) { "was" } else { "were" })
}

/// A month is free without an order only if the club was free at the time.
pub(crate) async fn free_months_off_their_plan(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT p.membership_id, p.period_start, p.period_end, COALESCE(m.gross_monthly_price, m.monthly_price) AS "price!: i64"
           FROM club_periods p JOIN club_memberships m ON m.id = p.membership_id
           JOIN checkout_order_lines l ON l.id = m.order_line_id
           WHERE p.state = 'paid' AND p.amount = 0 AND p.order_line_id IS NULL AND l.monthly_price > 0
             AND NOT EXISTS (SELECT 1 FROM audit WHERE subject = 'product:' || m.product_id
                             AND action = 'club_price_announced' AND "after" ->> 'monthlyPrice' = 0)
             AND NOT EXISTS (SELECT 1 FROM audit WHERE subject = 'club_membership:' || m.id
                             AND action IN ('club_moved', 'club_changed'))"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        found.push(format!(
            "{}: the billing period from {} to {} is free, but a month costs {}.",
            words::membership(site, row.membership_id).await?,
            row.period_start,
            row.period_end,
            site.money(row.price)
        ));
    }
    Ok(found)
}

/// A paid month is worth what its order charged or credited for it: that value is refunded, or credited toward another club.
pub(crate) async fn months_off_their_price(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH sold AS (
               SELECT COALESCE(part_of, id) AS line, SUM(price) + SUM(credit) AS price FROM checkout_order_lines GROUP BY 1)
           SELECT p.membership_id, p.period_start, p.amount, sold.price AS "paid!: i64"
           FROM club_periods p JOIN checkout_order_lines l ON l.id = p.order_line_id JOIN sold ON sold.line = l.id
           WHERE p.state = 'paid' AND l.product_type = 'AppClub' AND p.amount <> sold.price
             AND NOT EXISTS (SELECT 1 FROM audit WHERE subject = 'club_membership:' || p.membership_id
                             AND action = 'club_prolonged')"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        found.push(format!(
            "{}: the billing period from {} is worth {}, but its order has {} for it.",
            words::membership(site, row.membership_id).await?,
            row.period_start,
            site.money(row.amount),
            site.money(row.paid)
        ));
    }
    Ok(found)
}

/// A membership is paused from the day on which staff paused it until the day they chose. The day may differ by the time zone.
pub(crate) async fn pauses_off_the_audit_log(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH logged AS (
               SELECT subject, at, COALESCE("after" ->> 'pausedUntil', detail ->> 'pausedUntil') AS until, MAX(id) FROM audit
               WHERE subject >= 'club_membership:' AND subject < 'club_membership;' AND action = 'club_paused'
               GROUP BY subject)
           SELECT m.id AS "id!", m.billing_state, m.paused_from, m.paused_until, date(logged.at / 1000, 'unixepoch') AS "chosen_from?: String",
                  logged.until AS "chosen?: String"
           FROM club_memberships m LEFT JOIN logged ON logged.subject = 'club_membership:' || m.id
           WHERE m.status <> 'inactive' AND (
               (m.billing_state = 'paused') <> (m.paused_until IS NOT NULL)
               OR (m.paused_until IS NOT NULL AND (
                   m.paused_until IS NOT logged.until
                   OR abs(julianday(m.paused_from) - julianday(date(logged.at / 1000, 'unixepoch'))) > 1)))"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let membership = words::membership(site, row.id).await?;
        let (Some(from), Some(until)) = (row.paused_from, row.paused_until) else {
            found.push(format!("{membership} is paused, but its pause has no dates."));
            continue;
        };
        let pause = format!("a pause from {from} until {until}");
        found.push(match (row.billing_state.as_str(), row.chosen_from, row.chosen) {
            ("paused", Some(from), Some(until)) => {
                format!("{membership} has {pause}, but the audit log has one from {from} until {until}.")
            }
            ("paused", ..) => format!("{membership} has {pause}, but the audit log has none."),
            _ => format!("{membership} isn't paused, but has {pause}."),
        });
    }
    Ok(found)
}
