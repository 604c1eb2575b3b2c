//! Lines that are refunded, as a whole or split for a refund.

use platform::db::{TenantRead, TenantWrite};

use super::lines::product_type;
use crate::catalog::ProductType;
use crate::checkout::rules::part::{Divisible, Share};

/// A line of this order, without its unused codes and credit.
pub(in crate::checkout) async fn divisible(
    db: &mut TenantRead,
    (order_id, line_id): (i64, i64),
) -> Result<Option<Divisible>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT name, product_type, price, taxes, tax_rate_ppm, discount, discount_taxes, quantity, is_gift AS "is_gift: bool",
                  reversal_id
           FROM checkout_order_lines WHERE id = ? AND order_id = ?"#,
        line_id,
        order_id
    )
    .fetch_optional(db.conn())
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Divisible {
        name: row.name,
        product_type: product_type(&row.product_type)?,
        price: row.price,
        taxes: row.taxes,
        tax_rate: row.tax_rate_ppm,
        discount: row.discount,
        discount_taxes: row.discount_taxes,
        credited: 0,
        quantity: row.quantity,
        unused: 0,
        is_gift: row.is_gift,
        returned: row.reversal_id.is_some(),
    }))
}

/// Splits a share off a line and returns the new line's ID. A share without codes has no product, which stays with the
/// other line.
pub(in crate::checkout) async fn split(db: &mut TenantWrite, line_id: i64, share: Share) -> Result<i64, sqlx::Error> {
    let kind: &str = if share.codes > 0 {
        ProductType::AppBundle
    } else {
        ProductType::AirPay
    }
    .into();
    let quantity = share.codes.max(1);
    sqlx::query!(
        "UPDATE checkout_order_lines SET price = price - ?2, taxes = taxes - ?3, discount = discount - ?4,
             discount_taxes = discount_taxes - ?5, quantity = quantity - ?6
         WHERE id = ?1",
        line_id,
        share.price,
        share.taxes,
        share.discount,
        share.discount_taxes,
        share.codes
    )
    .execute(db.conn())
    .await?;
    let result = sqlx::query!(
        "INSERT INTO checkout_order_lines (order_id, product_id, product_type, name, price, taxes, tax_rate_ppm, locations, value,
             quantity, is_gift, stock_taken, discount, discount_taxes, credit_taxes, good_for_days, part_of, washes)
         SELECT order_id, product_id, ?2, name, ?3, ?4, tax_rate_ppm, locations, 0, ?5, 0, 0, ?6, ?7,
             IIF(credit_taxes IS NULL, NULL, 0), good_for_days, id, washes
         FROM checkout_order_lines WHERE id = ?1",
        line_id,
        kind,
        share.price,
        share.taxes,
        quantity,
        share.discount,
        share.discount_taxes
    )
    .execute(db.conn())
    .await?;
    Ok(result.last_insert_rowid())
}

/// Parts refunded by the reversal `id`, each with the line it was split from.
pub(in crate::checkout) async fn of_reversal(db: &mut TenantRead, id: i64) -> Result<Vec<(i64, i64)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", part_of AS "part_of!" FROM checkout_order_lines
           WHERE reversal_id = ? AND part_of IS NOT NULL"#,
        id
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.part_of)).collect())
}

/// Undoes [`split`]. The codes of `part` are already back at `line_id`.
pub(in crate::checkout) async fn merge(db: &mut TenantWrite, (part, line_id): (i64, i64)) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE checkout_order_lines SET (price, taxes, discount, discount_taxes, quantity) =
             (SELECT checkout_order_lines.price + part.price, checkout_order_lines.taxes + part.taxes,
                     checkout_order_lines.discount + part.discount,
                     checkout_order_lines.discount_taxes + part.discount_taxes,
                     checkout_order_lines.quantity + iif(part.product_type = 'AppBundle', part.quantity, 0)
              FROM checkout_order_lines part WHERE part.id = ?2)
         WHERE id = ?1",
        line_id,
        part
    )
    .execute(db.conn())
    .await?;
    sqlx::query!("DELETE FROM checkout_order_lines WHERE id = ?", part)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// A line and the parts split from it.
pub(in crate::checkout) struct SplitLine {
    /// IDs of the line and its parts, as a JSON array.
    pub(in crate::checkout) lines: String,
    /// Minor units, net, that aren't refunded or being refunded.
    pub(in crate::checkout) kept: i64,
    /// Minor units, net.
    pub(in crate::checkout) sold: i64,
}

impl SplitLine {
    /// Share of `amount` that isn't refunded, rounded down.
    pub(in crate::checkout) fn kept_of(&self, amount: i64) -> i64 {
        if self.kept >= self.sold {
            return amount;
        }
        let share = i128::from(amount) * i128::from(self.kept) / i128::from(self.sold.max(1));
        i64::try_from(share).unwrap_or(amount)
    }
}

/// The line `line_id` and its parts.
pub(in crate::checkout) async fn split_line(db: &mut TenantRead, line_id: i64) -> Result<SplitLine, sqlx::Error> {
    sqlx::query_as!(
        SplitLine,
        r#"SELECT json_group_array(id) AS "lines!: String",
                  COALESCE(SUM(price) FILTER (WHERE reversal_id IS NULL), 0) AS "kept!: i64", COALESCE(SUM(price), 0) AS "sold!: i64"
           FROM checkout_order_lines WHERE id = ?1 OR part_of = ?1"#,
        line_id
    )
    .fetch_one(db.conn())
    .await
}

/// Whether the line is refunded or being refunded.
pub(in crate::checkout) async fn is_returned(db: &mut TenantRead, line_id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT reversal_id IS NOT NULL AS "is_returned!: bool" FROM checkout_order_lines WHERE id = ?"#,
        line_id
    )
    .fetch_one(db.conn())
    .await
}
