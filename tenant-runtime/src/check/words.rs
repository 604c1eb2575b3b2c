//! Readable names of rows: an order's number, a gift card's last four digits, a member's name.

use crate::domain::CheckedSite;

/// `Order k3v…`
pub(super) async fn order(site: &mut CheckedSite<'_>, id: i64) -> Result<String, sqlx::Error> {
    let number = sqlx::query_scalar!("SELECT trans_record_id FROM checkout_orders WHERE id = ?", id)
        .fetch_optional(site.conn())
        .await?;
    Ok(number.map_or_else(
        || "An order that doesn't exist".to_owned(),
        |number| format!("Order {number}"),
    ))
}

/// `Ada Byron`
pub(super) async fn customer(site: &mut CheckedSite<'_>, id: i64) -> Result<String, sqlx::Error> {
    let row = sqlx::query!("SELECT first_name, last_name, email FROM customers WHERE id = ?", id)
        .fetch_optional(site.conn())
        .await?;
    let Some(row) = row else {
        return Ok("A customer who doesn't exist".to_owned());
    };
    let name = [row.first_name, row.last_name]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ");
    Ok(match (name.trim(), row.email) {
        ("", None) => "A deleted customer".to_owned(),
        ("", Some(email)) => email,
        (name, _) => name.to_owned(),
    })
}

/// `Sunrise Wash in order k3v…`
pub(super) async fn line(site: &mut CheckedSite<'_>, id: i64) -> Result<String, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT l.name, o.trans_record_id AS number FROM checkout_order_lines l JOIN checkout_orders o ON o.id = l.order_id
           WHERE l.id = ?"#,
        id
    )
    .fetch_optional(site.conn())
    .await?;
    Ok(row.map_or_else(
        || "A line that doesn't exist".to_owned(),
        |row| format!("{} in order {}", row.name, row.number),
    ))
}

/// `Ada Byron's code for Sunrise Wash from order k3v…`
pub(super) async fn item(site: &mut CheckedSite<'_>, id: i64) -> Result<String, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT w.name, w.customer_id, o.trans_record_id AS "number?" FROM wallet_items w
           LEFT JOIN checkout_order_lines l ON l.id = w.order_line_id
           LEFT JOIN checkout_orders o ON o.id = l.order_id
           WHERE w.id = ?"#,
        id
    )
    .fetch_optional(site.conn())
    .await?;
    let Some(row) = row else {
        return Ok("A code that doesn't exist".to_owned());
    };
    let from = row
        .number
        .map(|number| format!(" from order {number}"))
        .unwrap_or_default();
    Ok(match row.customer_id {
        Some(owner) => format!("{}'s code for {}{from}", customer(site, owner).await?, row.name),
        None => format!("The unclaimed code for {}{from}", row.name),
    })
}

/// `Gift card ending in 1234`
pub(super) async fn gift_card(site: &mut CheckedSite<'_>, id: i64) -> Result<String, sqlx::Error> {
    let digits = sqlx::query_scalar!("SELECT last_four FROM gift_cards WHERE id = ?", id)
        .fetch_optional(site.conn())
        .await?;
    Ok(digits.map_or_else(
        || "A gift card that doesn't exist".to_owned(),
        |digits| format!("Gift card ending in {digits}"),
    ))
}

/// `Ada Byron's membership in Glow Club`
pub(super) async fn membership(site: &mut CheckedSite<'_>, id: i64) -> Result<String, sqlx::Error> {
    let row = sqlx::query!("SELECT customer_id, name FROM club_memberships WHERE id = ?", id)
        .fetch_optional(site.conn())
        .await?;
    Ok(match row {
        Some(row) => format!(
            "{}'s membership in {}",
            customer(site, row.customer_id).await?,
            row.name
        ),
        None => "A membership that doesn't exist".to_owned(),
    })
}

/// `Offer “Five off”`
pub(super) async fn offer(site: &mut CheckedSite<'_>, id: i64) -> Result<String, sqlx::Error> {
    let row = sqlx::query!("SELECT name, code FROM offers WHERE id = ?", id)
        .fetch_optional(site.conn())
        .await?;
    Ok(match row {
        Some(row) => match row.code {
            Some(code) => format!("Promo code {code}"),
            None => format!("Deal “{}”", row.name),
        },
        None => "An offer that doesn't exist".to_owned(),
    })
}

/// State of an order, as an adjective.
pub(super) fn state(state: &str) -> String {
    match state {
        "unknown" => "in doubt".to_owned(),
        other => other.replace('_', " "),
    }
}

/// `1 use`, `2 uses`.
pub(super) fn count(count: i64, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

/// Parts per million as a percentage: `8.6%`.
pub(super) fn percent(ppm: i64) -> String {
    let (whole, rest) = (ppm / 10_000, ppm % 10_000);
    let fraction = format!("{rest:04}");
    match fraction.trim_end_matches('0') {
        "" => format!("{whole}%"),
        fraction => format!("{whole}.{fraction}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_and_counts_read_well() {
        assert_eq!(percent(86_000), "8.6%");
        assert_eq!(percent(90_000), "9%");
        assert_eq!(percent(82_750), "8.275%");
        assert_eq!(
            (count(1, "use"), count(0, "use")),
            ("1 use".to_owned(), "0 uses".to_owned())
        );
    }
}
