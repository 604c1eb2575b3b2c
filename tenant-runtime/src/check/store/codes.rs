//! Codes in customers' wallets.

use futures_util::TryStreamExt as _;

use crate::check::words;
use crate::domain::CheckedSite;
use crate::wallet;

/// A code is used exactly if it has no uses left.
pub(crate) async fn codes_off_their_uses(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", state, use_count, max_uses FROM wallet_items
           WHERE use_count > max_uses OR use_count < 0
              OR (state IN ('active', 'reserved') AND use_count >= max_uses)
              OR (state = 'used' AND use_count < max_uses)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let code = words::item(site, row.id).await?;
        found.push(format!(
            "{code} is {}, but counts {} of {}.",
            row.state,
            row.use_count,
            words::count(row.max_uses, "use")
        ));
    }
    Ok(found)
}

/// A code works once. One that was bought is valid as long as its product promised at the sale, give or take the time zone.
pub(crate) async fn codes_off_their_purchase(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let reusable = sqlx::query!(r#"SELECT id AS "id!", max_uses FROM wallet_items WHERE max_uses <> 1"#)
        .fetch_all(site.conn())
        .await?;
    let moved = sqlx::query!(
        r#"WITH bought AS (
               SELECT w.id, w.expires_on, date(w.purchased_at / 1000, 'unixepoch',
                          IIF(l.good_for_days IS NULL, '+1 year', '+' || l.good_for_days || ' days')) AS promised
               FROM wallet_items w JOIN checkout_order_lines l ON l.id = w.order_line_id)
           SELECT id AS "id!", expires_on, promised AS "promised!: String" FROM bought
           WHERE expires_on IS NULL OR abs(julianday(expires_on) - julianday(promised)) > 2"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in reusable {
        let (code, uses) = (words::item(site, row.id).await?, words::count(row.max_uses, "use"));
        found.push(format!("{code} allows {uses} instead of one."));
    }
    for row in moved {
        let code = words::item(site, row.id).await?;
        let expires = row
            .expires_on
            .map_or_else(|| "never expires".to_owned(), |day| format!("expires on {day}"));
        found.push(format!(
            "{code} {expires}, but was sold to be valid until about {}.",
            row.promised
        ));
    }
    Ok(found)
}

/// Each paid wash has one code, and each bundle has its number of codes. Unpaid ones have none.
pub(crate) async fn lines_without_their_code(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT l.id AS "id!", o.state, l.quantity, COUNT(w.id) AS "codes!: i64"
           FROM checkout_order_lines l
           JOIN checkout_orders o ON o.id = l.order_id
           LEFT JOIN wallet_items w ON w.order_line_id = l.id
           WHERE l.product_type IN ('AppWash', 'AppBundle')
           GROUP BY l.id
           HAVING (o.state IN ('paid', 'partially_refunded', 'refunded', 'voided') AND COUNT(w.id) <> l.quantity)
               OR (o.state IN ('pending', 'unknown', 'flagged', 'failed') AND COUNT(w.id) <> 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let line = words::line(site, row.id).await?;
        let (state, codes) = (words::state(&row.state), row.codes);
        let expected = words::count(row.quantity, "code");
        found.push(match row.state.as_str() {
            "pending" | "unknown" | "flagged" | "failed" => {
                format!(
                    "{line}: the order is {state}, but it has {}.",
                    words::count(codes, "code")
                )
            }
            _ => format!("{line}: the order is {state}, but it has {codes} of {expected}."),
        });
    }
    Ok(found)
}

/// No codes of a refunded line work.
pub(crate) async fn codes_of_returned_lines(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT w.id AS "id!" FROM wallet_items w
           JOIN checkout_order_lines l ON l.id = w.order_line_id
           JOIN checkout_reversals r ON r.id = l.reversal_id
           WHERE r.state IN ('initiated', 'unknown', 'done') AND w.state IN ('active', 'reserved')"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in rows {
        found.push(format!(
            "{} still works, but its line was refunded.",
            words::item(site, id).await?
        ));
    }
    Ok(found)
}

/// Codes revoked because of a dispute don't work, unless the dispute was won.
pub(crate) async fn codes_of_disputed_orders(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT w.id AS "id!" FROM wallet_items w JOIN checkout_disputes d ON d.id = w.dispute_id
           WHERE d.state <> 'won' AND w.state IN ('active', 'reserved')
           UNION
           SELECT w.id FROM checkout_disputes d
           JOIN checkout_order_lines l ON l.order_id = d.order_id
           JOIN wallet_items w ON w.order_line_id = l.id
           WHERE d.state <> 'won' AND d.took_back = 1 AND w.state IN ('active', 'reserved')"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in rows {
        found.push(format!(
            "{} still works, but its order is disputed.",
            words::item(site, id).await?
        ));
    }
    Ok(found)
}

/// Only codes of gifts have no owner.
pub(crate) async fn codes_without_an_owner(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM wallet_items
           WHERE customer_id IS NULL
             AND NOT EXISTS (SELECT 1 FROM gifts WHERE order_line_id = wallet_items.order_line_id)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in rows {
        found.push(format!(
            "{} belongs to no one, but it isn't a gift.",
            words::item(site, id).await?
        ));
    }
    Ok(found)
}

/// A purchased code belongs to its buyer or, if it was a gift, to the recipient. Its type matches the line.
pub(crate) async fn codes_off_their_buyer(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT w.id AS "id!", w.item_type <> l.product_type AS "is_of_another_type!: bool"
           FROM wallet_items w
           JOIN checkout_order_lines l ON l.id = w.order_line_id
           JOIN checkout_orders o ON o.id = l.order_id
           LEFT JOIN gifts g ON g.order_line_id = COALESCE(l.part_of, l.id)
           WHERE w.item_type <> l.product_type OR (w.customer_id IS NOT NULL AND w.customer_id IS NOT IIF(g.id IS NULL, o.customer_id, g.recipient_id))"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let code = words::item(site, row.id).await?;
        found.push(if row.is_of_another_type {
            format!("{code} isn't of the type that was sold.")
        } else {
            format!("{code} wasn't bought by this customer.")
        });
    }
    Ok(found)
}

/// A code that works can be read and found.
pub(crate) async fn unreadable_codes(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let keys = site.keys();
    let mut unreadable = Vec::new();
    let mut codes = sqlx::query!(
        r#"SELECT id AS "id!", code_hmac, code_sealed FROM wallet_items WHERE state IN ('active', 'reserved')"#
    )
    .fetch(site.conn());
    while let Some(code) = codes.try_next().await? {
        if !wallet::is_readable(keys, &code.code_hmac, &code.code_sealed) {
            unreadable.push(code.id);
        }
    }
    drop(codes);
    let mut found = Vec::new();
    for id in unreadable {
        let code = words::item(site, id).await?;
        found.push(format!("{code} can't be used: it was changed by hand."));
    }
    Ok(found)
}
