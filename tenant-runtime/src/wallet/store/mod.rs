pub(super) mod redeemed;

use platform::db::{TenantRead, TenantWrite};

use super::KioskRules;
use crate::catalog::tax::Price;
use redeemed::ItemColumns;

pub(super) struct NewItemRow<'a> {
    pub(super) customer_id: Option<i64>,
    pub(super) order_line_id: Option<i64>,
    pub(super) item_type: &'a str,
    pub(super) name: &'a str,
    pub(super) code_hmac: &'a [u8],
    pub(super) code_sealed: &'a [u8],
    pub(super) locations: &'a str,
    pub(super) washes: &'a str,
    pub(super) purchased_at: i64,
    pub(super) expires_on: Option<String>,
    pub(super) max_uses: i64,
    pub(super) is_gift: bool,
    pub(super) gifted_from: Option<&'a str>,
    pub(super) gift_message: Option<&'a str>,
    pub(super) discount: Option<i64>,
    pub(super) gross_discount: Option<i64>,
    pub(super) kiosk: &'a KioskRules,
}

/// ID of the inserted item. `None`: another item has this code.
pub(super) async fn insert(db: &mut TenantWrite, item: &NewItemRow<'_>) -> Result<Option<i64>, sqlx::Error> {
    let result = sqlx::query!(
        "INSERT INTO wallet_items
           (customer_id, order_line_id, item_type, name, label, code_hmac, code_sealed, locations, purchased_at,
            expires_on, max_uses, is_gift, gifted_from, gift_message, discount, kiosk_item, allow_upgrade, auto_select,
            gross_discount, washes)
         VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
         ON CONFLICT (code_hmac) DO NOTHING",
        item.customer_id,
        item.order_line_id,
        item.item_type,
        item.name,
        item.code_hmac,
        item.code_sealed,
        item.locations,
        item.purchased_at,
        item.expires_on,
        item.max_uses,
        item.is_gift,
        item.gifted_from,
        item.gift_message,
        item.discount,
        item.kiosk.kiosk_item,
        item.kiosk.allow_upgrade,
        item.kiosk.auto_select,
        item.gross_discount,
        item.washes
    )
    .execute(db.conn())
    .await?;
    Ok((result.rows_affected() == 1).then(|| result.last_insert_rowid()))
}

/// Amount of each usable discount. One held by an order keeps its price.
pub(super) async fn unused_discounts(db: &mut TenantRead) -> Result<Vec<(i64, Price)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", discount AS "discount!", gross_discount FROM wallet_items
           WHERE discount IS NOT NULL AND state = 'active'"#
    )
    .fetch_all(db.conn())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.id, Price::of_columns(row.discount, row.gross_discount)))
        .collect())
}

/// `columns`: net and gross.
pub(super) async fn set_discount(
    db: &mut TenantWrite,
    id: i64,
    (net, gross): (i64, Option<i64>),
) -> Result<(), sqlx::Error> {
    let net = net.max(1);
    sqlx::query!(
        "UPDATE wallet_items SET discount = ?, gross_discount = ? WHERE id = ?",
        net,
        gross,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) struct ItemRow {
    pub(super) id: i64,
    /// Owner; `None` for an unclaimed gift.
    pub(super) customer_id: Option<i64>,
    pub(super) item_type: String,
    pub(super) name: String,
    pub(super) label: String,
    pub(super) code_sealed: Vec<u8>,
    pub(super) locations: String,
    pub(super) washes: String,
    pub(super) purchased_at: i64,
    pub(super) is_gift: bool,
    pub(super) gifted_from: Option<String>,
    pub(super) gift_message: Option<String>,
    /// As in its offer: with tax if prices include it.
    pub(super) discount: Option<i64>,
    pub(super) state: String,
    pub(super) use_count: i64,
    pub(super) max_uses: i64,
    pub(super) expires_on: Option<String>,
    pub(super) reserved_by: Option<String>,
    pub(super) reserved_until: Option<i64>,
}

impl ItemRow {
    /// State columns of the item.
    pub(super) fn columns(&self) -> ItemColumns {
        ItemColumns {
            state: self.state.clone(),
            use_count: self.use_count,
            max_uses: self.max_uses,
            expires_on: self.expires_on.clone(),
            reserved_by: self.reserved_by.clone(),
            reserved_until: self.reserved_until,
        }
    }
}

/// Usable items of a customer on the local day `today`, newest first.
pub(super) async fn usable(db: &mut TenantRead, customer_id: i64, today: &str) -> Result<Vec<ItemRow>, sqlx::Error> {
    sqlx::query_as!(
        ItemRow,
        r#"SELECT id AS "id!", customer_id, item_type, name, label, code_sealed, locations, washes, purchased_at,
                  is_gift AS "is_gift: bool", gifted_from, gift_message,
                  COALESCE(gross_discount, discount) AS "discount: i64", state, use_count, max_uses,
                  expires_on, reserved_by, reserved_until
           FROM wallet_items
           WHERE customer_id = ? AND state IN ('active', 'reserved') AND (expires_on IS NULL OR expires_on >= ?)
           ORDER BY purchased_at DESC, id DESC"#,
        customer_id,
        today
    )
    .fetch_all(db.conn())
    .await
}

/// Items of a customer in any state, newest first, at most 100.
pub(super) async fn newest(db: &mut TenantRead, customer_id: i64) -> Result<Vec<ItemRow>, sqlx::Error> {
    sqlx::query_as!(
        ItemRow,
        r#"SELECT id AS "id!", customer_id, item_type, name, label, code_sealed, locations, washes, purchased_at,
                  is_gift AS "is_gift: bool", gifted_from, gift_message,
                  COALESCE(gross_discount, discount) AS "discount: i64", state, use_count, max_uses,
                  expires_on, reserved_by, reserved_until
           FROM wallet_items WHERE customer_id = ? ORDER BY purchased_at DESC, id DESC LIMIT 100"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await
}

/// Whether a customer has an item of a type that is usable on the local day `today`.
pub(super) async fn holds(
    db: &mut TenantRead,
    customer_id: i64,
    item_type: &str,
    today: &str,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM wallet_items
                          WHERE customer_id = ? AND item_type = ? AND state IN ('active', 'reserved')
                            AND (expires_on IS NULL OR expires_on >= ?)) AS "holds!: bool""#,
        customer_id,
        item_type,
        today
    )
    .fetch_one(db.conn())
    .await
}

/// Item of a customer, in any state.
pub(super) async fn of_customer(
    db: &mut TenantRead,
    customer_id: i64,
    id: i64,
) -> Result<Option<ItemRow>, sqlx::Error> {
    sqlx::query_as!(
        ItemRow,
        r#"SELECT id AS "id!", customer_id, item_type, name, label, code_sealed, locations, washes, purchased_at,
                  is_gift AS "is_gift: bool", gifted_from, gift_message,
                  COALESCE(gross_discount, discount) AS "discount: i64", state, use_count, max_uses,
                  expires_on, reserved_by, reserved_until
           FROM wallet_items WHERE customer_id = ? AND id = ?"#,
        customer_id,
        id
    )
    .fetch_optional(db.conn())
    .await
}

/// Revokes all usable items of a customer.
pub async fn revoke_all(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE wallet_items SET state = 'revoked', reserved_by = NULL, reserved_until = NULL
         WHERE customer_id = ? AND state IN ('active', 'reserved')",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn sealed_codes_of_line(db: &mut TenantRead, order_line_id: i64) -> Result<Vec<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT code_sealed FROM wallet_items WHERE order_line_id = ? ORDER BY id",
        order_line_id
    )
    .fetch_all(db.conn())
    .await
}

/// Items sold with these order lines.
pub(super) async fn of_lines(db: &mut TenantRead, lines: &[i64]) -> Result<Vec<ItemRow>, sqlx::Error> {
    let lines = serde_json::to_string(lines).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query_as!(
        ItemRow,
        r#"SELECT id AS "id!", customer_id, item_type, name, label, code_sealed, locations, washes, purchased_at,
                  is_gift AS "is_gift: bool", gifted_from, gift_message,
                  COALESCE(gross_discount, discount) AS "discount: i64", state, use_count, max_uses,
                  expires_on, reserved_by, reserved_until
           FROM wallet_items WHERE order_line_id IN (SELECT value FROM json_each(?)) ORDER BY id"#,
        lines
    )
    .fetch_all(db.conn())
    .await
}

/// Transfers the unclaimed gift of a line to the customer; returns the number of items.
pub async fn hand_over(db: &mut TenantWrite, order_line_id: i64, customer_id: i64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE wallet_items SET customer_id = ?2 WHERE order_line_id = ?1 AND customer_id IS NULL",
        order_line_id,
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected())
}

/// Expires the unused items of an unclaimed gift line.
pub async fn expire_line(db: &mut TenantWrite, order_line_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE wallet_items SET state = 'expired', reserved_by = NULL, reserved_until = NULL
         WHERE order_line_id = ? AND state IN ('active', 'reserved')",
        order_line_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Erases the senders and messages of gifts by and to an account being deleted. `given`: the lines it gave as gifts.
pub async fn forget_gifts(db: &mut TenantWrite, customer_id: i64, given: &[i64]) -> Result<(), sqlx::Error> {
    for line in given {
        sqlx::query!(
            "UPDATE wallet_items SET gifted_from = NULL WHERE order_line_id = ?",
            line
        )
        .execute(db.conn())
        .await?;
    }
    sqlx::query!(
        "UPDATE wallet_items SET gifted_from = NULL, gift_message = NULL WHERE customer_id = ?",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Number of codes of an order line redeemed, or reserved by a terminal.
pub async fn used_of_line(db: &mut TenantRead, order_line_id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "used!: i64" FROM wallet_items
           WHERE order_line_id = ? AND (use_count > 0 OR state IN ('reserved', 'used'))"#,
        order_line_id
    )
    .fetch_one(db.conn())
    .await
}

/// Number of codes of an order line that are neither used nor reserved.
pub async fn unused_of_line(db: &mut TenantRead, order_line_id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "unused!: i64" FROM wallet_items
           WHERE order_line_id = ? AND state = 'active' AND use_count = 0"#,
        order_line_id
    )
    .fetch_one(db.conn())
    .await
}

/// Moves `count` unused codes of a line, newest first, to another line of its order.
pub async fn move_unused(db: &mut TenantWrite, (from, to): (i64, i64), count: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE wallet_items SET order_line_id = ?2
         WHERE id IN (SELECT id FROM wallet_items WHERE order_line_id = ?1 AND state = 'active' AND use_count = 0
                      ORDER BY id DESC LIMIT ?3)",
        from,
        to,
        count
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Moves all codes of a line to another line of its order.
pub async fn move_line(db: &mut TenantWrite, from: i64, to: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE wallet_items SET order_line_id = ?2 WHERE order_line_id = ?1",
        from,
        to
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Voids the codes of a line because of the reversal `reversal_id`.
pub async fn revoke_line(db: &mut TenantWrite, order_line_id: i64, reversal_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE wallet_items SET state = 'revoked', reversal_id = ?2, reserved_by = NULL, reserved_until = NULL
         WHERE order_line_id = ?1 AND (state IN ('active', 'reserved') OR state = 'revoked' AND dispute_id IS NOT NULL)",
        order_line_id,
        reversal_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Voids the codes of a line because of the dispute `dispute_id`.
pub async fn revoke_disputed(db: &mut TenantWrite, order_line_id: i64, dispute_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE wallet_items SET state = 'revoked', dispute_id = ?2, reserved_by = NULL, reserved_until = NULL
         WHERE order_line_id = ?1 AND state IN ('active', 'reserved')",
        order_line_id,
        dispute_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Owners of the codes that `dispute_id` revoked. `None`: an unclaimed gift.
pub(super) async fn owners_of_disputed(db: &mut TenantRead, dispute_id: i64) -> Result<Vec<Option<i64>>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT DISTINCT customer_id FROM wallet_items WHERE dispute_id = ?",
        dispute_id
    )
    .fetch_all(db.conn())
    .await
}

/// Reactivates the codes of `owner` that `dispute_id` revoked, except those in a reversal.
pub(super) async fn restore_disputed(
    db: &mut TenantWrite,
    dispute_id: i64,
    owner: Option<i64>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE wallet_items
         SET state = CASE WHEN state = 'revoked' AND reversal_id IS NULL THEN 'active' ELSE state END, dispute_id = NULL
         WHERE dispute_id = ? AND customer_id IS ?",
        dispute_id,
        owner
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Whether the item is usable and was never used. A terminal may have reserved it.
pub async fn is_unused(db: &mut TenantRead, id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM wallet_items WHERE id = ? AND state IN ('active', 'reserved') AND use_count = 0)
             AS "unused!: bool""#,
        id
    )
    .fetch_one(db.conn())
    .await
}

/// Revokes an item that was never used, even if a terminal has reserved it; returns whether it did.
pub async fn revoke_unused(db: &mut TenantWrite, id: i64) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "UPDATE wallet_items SET state = 'revoked', reserved_by = NULL, reserved_until = NULL
         WHERE id = ? AND state IN ('active', 'reserved') AND use_count = 0",
        id
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Revokes the usable items with these IDs.
pub async fn revoke_items(db: &mut TenantWrite, ids: &[i64]) -> Result<(), sqlx::Error> {
    let ids = serde_json::to_string(ids).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query!(
        "UPDATE wallet_items SET state = 'revoked', reserved_by = NULL, reserved_until = NULL
         WHERE id IN (SELECT value FROM json_each(?)) AND state IN ('active', 'reserved')",
        ids
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Owners of the codes that `reversal_id` revoked. `None`: an unclaimed gift.
pub(super) async fn owners_of_taken(db: &mut TenantRead, reversal_id: i64) -> Result<Vec<Option<i64>>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT DISTINCT customer_id FROM wallet_items WHERE reversal_id = ? AND state = 'revoked'",
        reversal_id
    )
    .fetch_all(db.conn())
    .await
}

/// Reactivates the codes of `owner` that `reversal_id` revoked.
pub(super) async fn restore(db: &mut TenantWrite, reversal_id: i64, owner: Option<i64>) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE wallet_items
         SET state = CASE WHEN dispute_id IS NULL THEN 'active' ELSE state END, reversal_id = NULL
         WHERE reversal_id = ? AND state = 'revoked' AND customer_id IS ?",
        reversal_id,
        owner
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
