//! Deals, promo codes and their discounts.

use super::prices::{is_agreed, was_switched};
use crate::catalog::tax::Price;
use crate::check::words;
use crate::domain::CheckedSite;

/// An offer's count matches its claims, and each claim is a code of the customer who claimed it.
pub(crate) async fn offers_off_their_claims(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT o.id AS "id!", o.claimed, COUNT(c.id) AS "claims!: i64", COUNT(w.id) AS "codes!: i64"
           FROM offers o
           LEFT JOIN offer_claims c ON c.offer_id = o.id
           LEFT JOIN wallet_items w ON w.id = c.item_id AND w.customer_id = c.customer_id AND w.order_line_id IS NULL
           GROUP BY o.id
           HAVING o.claimed <> COUNT(c.id) OR COUNT(c.id) <> COUNT(w.id)
               OR (o.withdrawn_at IS NOT NULL AND COUNT(w.id) FILTER (WHERE w.state IN ('active', 'reserved')) > 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let offer = words::offer(site, row.id).await?;
        found.push(format!(
            "{offer} counts {}, but customers have {} and {}.",
            words::count(row.claimed, "claim"),
            words::count(row.claims, "claim"),
            words::count(row.codes, "code")
        ));
    }
    Ok(found)
}

/// A claimed discount is worth what its offer is worth, or was before staff changed or imported it. Earlier builds imported offers
/// without recording amounts: what was claimed before isn't compared.
pub(crate) async fn codes_off_their_offer(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT w.id AS "id!", c.offer_id, w.discount, w.gross_discount, o.amount, o.gross_amount
           FROM offer_claims c JOIN offers o ON o.id = c.offer_id JOIN wallet_items w ON w.id = c.item_id
           WHERE (w.discount IS NOT o.amount OR w.gross_discount IS NOT o.gross_amount)
             AND NOT EXISTS (SELECT 1 FROM audit WHERE subject IN ('deals', 'promo-codes') AND action = 'offers_imported'
                             AND detail ->> 'changed' > 0 AND detail ->> 'amountsChanged' IS NULL AND at >= c.claimed_at)"#
    )
    .fetch_all(site.conn())
    .await?;
    let was_switched = was_switched(site).await?;
    let mut found = Vec::new();
    for row in rows {
        let imported = format!("$.amounts.\"offer {}\"", row.offer_id);
        let earlier = sqlx::query_scalar!(
            r#"SELECT "before" -> 'award' ->> 'amount' AS "amount?: i64" FROM audit
               WHERE subject = 'offer:' || ?1 AND action = 'offer_changed' AND "before" -> 'award' IS NOT NULL
               UNION SELECT "after" -> 'award' ->> 'amount' FROM audit
               WHERE subject = 'offer:' || ?1 AND action = 'offer_changed' AND "after" -> 'award' IS NOT NULL
               UNION SELECT "before" ->> ?2 FROM audit
               WHERE subject IN ('deals', 'promo-codes') AND action = 'offers_imported' AND "before" -> ?2 IS NOT NULL
               UNION SELECT "after" ->> ?2 FROM audit
               WHERE subject IN ('deals', 'promo-codes') AND action = 'offers_imported' AND "after" -> ?2 IS NOT NULL"#,
            row.offer_id,
            imported
        )
        .fetch_all(site.conn())
        .await?;
        let price = |net: Option<i64>, gross| net.map(|net| Price::of_columns(net, gross));
        let amounts: Vec<i64> = earlier.iter().flatten().copied().collect();
        let worth = price(row.discount, row.gross_discount);
        let is_right = match (worth, price(row.amount, row.gross_amount)) {
            (Some(worth), Some(offered)) => is_agreed(worth, offered, &amounts, was_switched),
            (Some(worth), None) => amounts.contains(&worth.amount()),
            (None, _) => earlier.contains(&None),
        };
        if is_right {
            continue;
        }
        let (code, offer) = (
            words::item(site, row.id).await?,
            words::offer(site, row.offer_id).await?,
        );
        let worth = site.money(worth.map_or(0, Price::amount));
        found.push(format!("{code} is worth {worth}. {offer} was never worth that."));
    }
    Ok(found)
}

/// An order's discount equals its lines' discounts and is at most its customer's discount. The ledger has it for lines
/// that are paid and not refunded.
pub(crate) async fn orders_off_their_discount(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH lines AS (
               SELECT l.order_id, SUM(l.discount) AS taken, SUM(COALESCE(l.discount_taxes, 0)) AS taxes, SUM(l.discount) FILTER (WHERE r.id IS NULL) AS kept
               FROM checkout_order_lines l LEFT JOIN checkout_reversals r ON r.id = l.reversal_id AND r.state = 'done'
               GROUP BY l.order_id),
           booked AS (
               SELECT order_id, SUM(amount) AS amount FROM ledger_entries
               WHERE account_kind = 'discounts' AND order_id IS NOT NULL GROUP BY order_id)
           SELECT o.id AS "id!", o.discount, COALESCE(lines.taken, 0) AS "taken!: i64",
                  COALESCE(w.discount, 0) AS "worth!: i64", COALESCE(booked.amount, 0) AS "booked!: i64"
           FROM checkout_orders o
           LEFT JOIN lines ON lines.order_id = o.id
           LEFT JOIN booked ON booked.order_id = o.id
           LEFT JOIN wallet_items w ON w.id = o.discount_item_id AND w.customer_id = o.customer_id
           WHERE o.discount <> COALESCE(lines.taken, 0) OR o.discount + IIF(w.gross_discount IS NULL, 0, lines.taxes) > COALESCE(w.gross_discount, w.discount, 0)
              OR COALESCE(booked.amount, 0) <> CASE
                   WHEN o.state IN ('pending', 'unknown', 'flagged', 'failed') THEN 0 ELSE COALESCE(lines.kept, 0) END"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.id).await?;
        found.push(format!(
            "{order} has a discount of {} from one worth {}, but its lines have {} and the ledger has {}.",
            site.money(row.discount),
            site.money(row.worth),
            site.money(row.taken),
            site.money(row.booked)
        ));
    }
    Ok(found)
}
