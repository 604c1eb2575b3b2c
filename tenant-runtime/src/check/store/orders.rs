//! Orders, their lines and payments.

use platform::db::TenantRead;
use platform::money::Currency;

use crate::check::words;
use crate::domain::CheckedSite;

/// Currency of the site's current config.
pub(crate) async fn currency(db: &mut TenantRead) -> Result<Option<Currency>, sqlx::Error> {
    let code = sqlx::query_scalar!(
        r#"SELECT config ->> 'currency' AS "code?: String" FROM site_configs ORDER BY revision DESC LIMIT 1"#
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(code.flatten().and_then(|code| code.parse().ok()))
}

/// An order's amounts are the sums of its lines.
pub(crate) async fn orders_off_their_lines(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH lines AS (
               SELECT order_id, SUM(price) AS price, SUM(taxes) AS taxes FROM checkout_order_lines GROUP BY order_id)
           SELECT o.id AS "id!", o.subtotal, o.taxes, COALESCE(lines.price, 0) AS "price!: i64",
                  COALESCE(lines.taxes, 0) AS "line_taxes!: i64"
           FROM checkout_orders o LEFT JOIN lines ON lines.order_id = o.id
           WHERE o.subtotal <> COALESCE(lines.price, 0) OR o.taxes <> COALESCE(lines.taxes, 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.id).await?;
        found.push(format!(
            "{order}: its lines come to {} and {} of tax, but the order says {} and {}.",
            site.money(row.price),
            site.money(row.line_taxes),
            site.money(row.subtotal),
            site.money(row.taxes)
        ));
    }
    Ok(found)
}

/// A line's tax matches its price and rate. If prices include tax, it may differ by one minor unit. A part is counted
/// with its line.
pub(crate) async fn lines_off_their_tax(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH sold AS (
               SELECT COALESCE(part_of, id) AS line, SUM(price) AS price, SUM(taxes) AS taxes FROM checkout_order_lines
               GROUP BY 1)
           SELECT l.id AS "id!", sold.price AS "price!: i64", sold.taxes AS "taxes!: i64", l.tax_rate_ppm
           FROM checkout_order_lines l JOIN sold ON sold.line = l.id
           WHERE l.product_type <> 'AirPay' AND abs(sold.taxes * 1000000 - sold.price * l.tax_rate_ppm) > 1000000"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let line = words::line(site, row.id).await?;
        let rate = words::percent(row.tax_rate_ppm);
        found.push(format!(
            "{line}: the tax on {} is {}, which isn't {rate}.",
            site.money(row.price),
            site.money(row.taxes)
        ));
    }
    Ok(found)
}

/// Everything is sold in the site's currency.
pub(crate) async fn currencies_off_the_site(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let Some(currency) = site.currency() else {
        return Ok(Vec::new());
    };
    let code = currency.code();
    let rows = sqlx::query!(
        r#"SELECT 'order' AS "kind!: String", id AS "id!: i64", currency AS "currency!: String" FROM checkout_orders
           WHERE currency <> ?1
           UNION ALL SELECT 'payment', order_id, currency FROM payments WHERE currency <> ?1
           UNION ALL SELECT 'kiosk_sale', id, currency FROM terminal_sales WHERE currency <> ?1"#,
        code
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let sold = match row.kind.as_str() {
            "order" => words::order(site, row.id).await?,
            "payment" => format!(
                "The payment of {}",
                words::order(site, row.id).await?.replacen("Order", "order", 1)
            ),
            _ => crate::check::seals::kiosk_sale(site, row.id).await?,
        };
        found.push(format!("{sold} is in {}, but the site sells in {code}.", row.currency));
    }
    Ok(found)
}

/// The ledger's money at the processor or the customer's bank for an order equals what its payments left there.
pub(crate) async fn orders_off_their_payments(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH booked AS (
               SELECT order_id, SUM(amount) AS amount FROM ledger_entries
               WHERE account_kind IN ('clearing', 'disputed', 'chargebacks') AND order_id IS NOT NULL GROUP BY order_id),
           taken AS (
               SELECT order_id, SUM(amount - refunded) AS amount FROM payments
               WHERE state IN ('approved', 'refunded') GROUP BY order_id)
           SELECT o.id AS "id!", COALESCE(booked.amount, 0) AS "booked!: i64", COALESCE(taken.amount, 0) AS "taken!: i64"
           FROM checkout_orders o
           LEFT JOIN booked ON booked.order_id = o.id
           LEFT JOIN taken ON taken.order_id = o.id
           WHERE COALESCE(booked.amount, 0) <> COALESCE(taken.amount, 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.id).await?;
        found.push(format!(
            "{order}: the ledger has {} as received, but its payments come to {}.",
            site.money(row.booked),
            site.money(row.taken)
        ));
    }
    Ok(found)
}

/// No order is paid twice.
pub(crate) async fn orders_charged_twice(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT order_id AS "order_id!", COUNT(*) AS "charges!: i64" FROM payments
           WHERE state IN ('approved', 'refunded') GROUP BY order_id HAVING COUNT(*) > 1"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.order_id).await?;
        found.push(format!("{order} was charged {} times.", row.charges));
    }
    Ok(found)
}

/// The payment of an open order is looked up until it is settled.
pub(crate) async fn open_orders_without_a_look_up(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT o.id AS "id!", o.state FROM checkout_orders o
           WHERE o.state IN ('pending', 'unknown', 'flagged')
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'checkout.sweep:' || o.id AND dead = 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.id).await?;
        found.push(format!(
            "{order} is {}, but no background job looks up its payment.",
            words::state(&row.state)
        ));
    }
    Ok(found)
}

/// A sale is booked when and where its order was paid, within a minute.
pub(crate) async fn orders_off_their_booking(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT o.id AS "id!", o.location_id IS NOT e.location_id AS "is_moved!: bool",
                  COALESCE(abs(o.settled_at - e.at), 60001) > 60000 AS "is_redated!: bool"
           FROM checkout_orders o JOIN ledger_entries e ON e.order_id = o.id AND e.source_kind = 'sale'
           WHERE o.location_id IS NOT e.location_id OR COALESCE(abs(o.settled_at - e.at), 60001) > 60000
           GROUP BY o.id"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let order = words::order(site, row.id).await?;
        let differing = [(row.is_moved, "location"), (row.is_redated, "time")];
        for (_, what) in differing.into_iter().filter(|(differs, _)| *differs) {
            found.push(format!("{order}: the ledger has another {what} for its sale."));
        }
    }
    Ok(found)
}

/// Cards and payments are at the processor of their merchant account.
pub(crate) async fn payments_off_their_account(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT p.order_id AS "order_id?", NULL AS "customer_id?: i64", p.processor, a.processor AS "of_account!"
           FROM payments p JOIN payments_accounts a ON a.id = p.account_id WHERE p.processor <> a.processor
           UNION ALL
           SELECT NULL, c.customer_id, c.processor, a.processor
           FROM payments_cards c JOIN payments_accounts a ON a.id = c.account_id WHERE c.processor <> a.processor"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let what = match (row.order_id, row.customer_id) {
            (Some(order), _) => {
                let order = words::order(site, order).await?.replacen("Order", "order", 1);
                format!("The payment of {order}")
            }
            (None, customer) => format!("{}'s card", words::customer(site, customer.unwrap_or_default()).await?),
        };
        let (processor, of_account) = (row.processor, row.of_account);
        found.push(format!(
            "{what} is at {processor}, but its merchant account is at {of_account}."
        ));
    }
    Ok(found)
}
