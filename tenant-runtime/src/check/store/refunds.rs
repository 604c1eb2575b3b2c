//! Refunds and voids.

use crate::check::words;
use crate::domain::CheckedSite;

/// Refunds are deducted from the order, completely and once: in the ledger, on its lines and in its state. Lines of a
/// failed order weren't sold, and other rules check its money.
pub(crate) async fn refunds_off_their_lines(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH booked AS (
               SELECT order_id, SUM(amount) AS amount FROM ledger_entries
               WHERE account_kind IN ('clearing', 'disputed', 'chargebacks') AND order_id IS NOT NULL GROUP BY order_id),
           returned AS (
               SELECT order_id, SUM(amount) AS amount, SUM(amount) FILTER (WHERE destination = 'card') AS to_card
               FROM checkout_reversals WHERE state = 'done' GROUP BY order_id),
           lines AS (
               SELECT l.order_id, SUM(l.refunded) AS amount
               FROM checkout_order_lines l JOIN checkout_reversals r ON r.id = l.reversal_id
               WHERE r.state = 'done' GROUP BY l.order_id)
           SELECT o.id AS "id!", o.state, o.total, COALESCE(booked.amount, 0) AS "booked!: i64",
                  COALESCE(returned.amount, 0) AS "returned!: i64", COALESCE(lines.amount, 0) AS "lines!: i64"
           FROM checkout_orders o
           LEFT JOIN booked ON booked.order_id = o.id
           LEFT JOIN returned ON returned.order_id = o.id
           LEFT JOIN lines ON lines.order_id = o.id
           WHERE (o.state <> 'failed' AND COALESCE(returned.amount, 0) <> COALESCE(lines.amount, 0))
              OR (o.state IN ('partially_refunded', 'refunded', 'voided')
                  AND COALESCE(booked.amount, 0) <> o.total - COALESCE(returned.to_card, 0))
              OR (o.state = 'paid' AND COALESCE(returned.amount, 0) <> 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.id).await?;
        found.push(format!(
            "{order} is {}: of {}, its refunds come to {} and those of its lines to {}, but the ledger has {} left.",
            words::state(&row.state),
            site.money(row.total),
            site.money(row.returned),
            site.money(row.lines),
            site.money(row.booked)
        ));
    }
    Ok(found)
}

/// A part that was split from a line belongs to the same order and is refunded: a refund that is declined joins the two again.
pub(crate) async fn parts_off_their_line(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT part.id AS "id!", part.price + part.taxes AS "amount!: i64"
           FROM checkout_order_lines part
           LEFT JOIN checkout_order_lines l ON l.id = part.part_of AND l.order_id = part.order_id AND l.part_of IS NULL
           LEFT JOIN checkout_reversals r ON r.id = part.reversal_id AND r.order_id = part.order_id AND r.state <> 'declined'
           WHERE part.part_of IS NOT NULL
             AND (l.id IS NULL OR r.id IS NULL OR part.refunded <> part.price + part.taxes
                  OR part.product_type NOT IN ('AirPay', 'AppBundle'))"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let line = words::line(site, row.id).await?;
        let amount = site.money(row.amount);
        found.push(format!(
            "{line}: a part of {amount} was split off for a refund, but doesn't match it."
        ));
    }
    Ok(found)
}

/// A refund to a gift card issued one card worth the refund; no other refund issued any.
pub(crate) async fn refunds_without_their_gift_card(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH issued AS (
               SELECT c.reversal_id, COALESCE(SUM(m.amount), 0) AS amount
               FROM gift_cards c LEFT JOIN gift_card_movements m ON m.gift_card_id = c.id AND m.kind = 'issue'
               WHERE c.reversal_id IS NOT NULL GROUP BY c.id),
           compared AS (
               SELECT r.order_id, COALESCE(i.amount, 0) AS issued,
                      IIF(r.state = 'done' AND r.destination = 'gift_card', r.amount, 0) AS refunded
               FROM checkout_reversals r LEFT JOIN issued i ON i.reversal_id = r.id
               WHERE r.destination = 'gift_card' OR i.reversal_id IS NOT NULL)
           SELECT order_id AS "order_id!: i64", issued AS "issued!: i64", refunded AS "refunded!: i64"
           FROM compared WHERE issued <> refunded"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.order_id).await?;
        found.push(format!(
            "{order} refunded {} to a gift card, but {} was issued.",
            site.money(row.refunded),
            site.money(row.issued)
        ));
    }
    Ok(found)
}

/// A refund in doubt is looked up until it is settled; earlier builds left it to staff.
pub(crate) async fn open_refunds_without_a_look_up(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT r.order_id FROM checkout_reversals r
           WHERE r.state IN ('initiated', 'unknown') AND r.reference IS NOT NULL
             AND NOT EXISTS (
               SELECT 1 FROM jobs
               WHERE unique_key IN ('checkout.sweep_reversal:' || r.id, 'checkout.take_back:' || r.order_id) AND dead = 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in rows {
        let order = words::order(site, id).await?;
        found.push(format!(
            "{order} has a refund in doubt, but no background job looks it up."
        ));
    }
    Ok(found)
}

/// A membership that was to end with a refund has ended, or a background job ends it once its renewal is charged.
pub(crate) async fn memberships_that_outlive_their_refund(
    site: &mut CheckedSite<'_>,
) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT DISTINCT m.id AS "id!" FROM checkout_reversals r
           JOIN checkout_order_lines l ON l.reversal_id = r.id
           JOIN club_periods p ON p.order_line_id = l.id AND p.state = 'paid'
           JOIN club_memberships m ON m.id = p.membership_id
           WHERE r.state = 'done' AND r.ends_membership = 1 AND m.status <> 'inactive'
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'clubs.end_refunded:' || m.id AND dead = 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in rows {
        let membership = words::membership(site, id).await?;
        found.push(format!("{membership} was to end with a refund, but is still running."));
    }
    Ok(found)
}

/// A refund has the options that its request is logged with. Refunds of earlier versions are logged without them.
pub(crate) async fn refunds_off_the_audit_log(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH logged AS (
               SELECT CAST(substr(subject, 7) AS INTEGER) AS order_id, detail ->> 'reversal' AS reversal,
                      detail ->> 'restock' AS restock, detail ->> 'endMembership' AS ends,
                      detail ->> 'destination' AS destination, detail ->> 'refundReason' AS reason
               FROM audit WHERE subject >= 'order:' AND subject < 'order;' AND action = 'order_reversal_begun'),
           compared AS (
               SELECT r.order_id, r.amount, r.restocks <> l.restock AS restock, r.ends_membership <> l.ends AS ends,
                      r.destination <> l.destination AS destination, r.reason IS NOT l.reason AS reason,
                      r.restocks, r.ends_membership
               FROM checkout_reversals r JOIN logged l ON l.reversal = r.id AND l.order_id = r.order_id
               WHERE l.restock IS NOT NULL AND l.ends IS NOT NULL AND l.destination IS NOT NULL)
           SELECT order_id, amount, restock AS "restock!: bool", ends AS "ends!: bool", destination AS "destination!: bool",
                  reason AS "reason!: bool", restocks AS "restocks!: bool", ends_membership AS "ends_membership!: bool"
           FROM compared WHERE restock OR ends OR destination OR reason"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.order_id).await?;
        let amount = site.money(row.amount);
        let differing = [
            (
                row.restock,
                if row.restocks {
                    "restocks items"
                } else {
                    "doesn't restock items"
                },
            ),
            (
                row.ends,
                if row.ends_membership {
                    "ends the membership"
                } else {
                    "doesn't end the membership"
                },
            ),
            (row.destination, "has another destination"),
            (row.reason, "has another reason"),
        ];
        for (_, option) in differing.into_iter().filter(|(differs, _)| *differs) {
            found.push(format!(
                "{order}: the refund of {amount} {option}, unlike in the audit log."
            ));
        }
    }
    Ok(found)
}

/// A refunded line or code belongs to the order of its refund.
pub(crate) async fn refunds_off_their_order(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let lines = sqlx::query_scalar!(
        r#"SELECT l.id AS "id!" FROM checkout_order_lines l JOIN checkout_reversals r ON r.id = l.reversal_id
           WHERE r.order_id <> l.order_id"#
    )
    .fetch_all(site.conn())
    .await?;
    let codes = sqlx::query_scalar!(
        r#"SELECT w.id AS "id!" FROM wallet_items w LEFT JOIN checkout_order_lines l ON l.id = w.order_line_id
           WHERE w.reversal_id IS NOT NULL AND w.reversal_id IS NOT l.reversal_id"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in lines {
        let line = words::line(site, id).await?;
        found.push(format!("{line} belongs to a refund of another order."));
    }
    for id in codes {
        let code = words::item(site, id).await?;
        found.push(format!("{code} was voided by a refund that doesn't include it."));
    }
    Ok(found)
}

/// A void returned a whole order, and its state says so.
pub(crate) async fn voids_off_their_order(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH voids AS (
               SELECT order_id, SUM(amount) AS amount FROM checkout_reversals
               WHERE state = 'done' AND kind = 'void' GROUP BY order_id)
           SELECT o.id AS "id!", o.state, o.total, COALESCE(v.amount, 0) AS "voided!: i64"
           FROM checkout_orders o LEFT JOIN voids v ON v.order_id = o.id
           WHERE o.state <> 'failed' AND (o.state = 'voided' OR v.order_id IS NOT NULL)
             AND (o.state <> 'voided' OR v.amount IS NOT o.total)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.id).await?;
        found.push(format!(
            "{order} is {} with a total of {}, but its voids come to {}.",
            words::state(&row.state),
            site.money(row.total),
            site.money(row.voided)
        ));
    }
    Ok(found)
}

/// The audit log has each refund. Those of earlier versions have no reference.
pub(crate) async fn refunds_without_an_audit_event(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT order_id, amount FROM checkout_reversals r
           WHERE reference IS NOT NULL AND NOT EXISTS (
               SELECT 1 FROM audit WHERE subject = 'order:' || r.order_id AND action = 'order_reversal_begun'
                   AND detail ->> 'reversal' = r.id)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.order_id).await?;
        let amount = site.money(row.amount);
        found.push(format!("{order}: the refund of {amount} isn't in the audit log."));
    }
    Ok(found)
}
