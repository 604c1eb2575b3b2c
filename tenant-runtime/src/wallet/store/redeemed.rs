//! SQL of items at kiosks.

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use crate::catalog::tax::Price;
use crate::wallet::KioskRules;
use crate::wallet::rules::Discount;
use crate::wallet::rules::item::{Hold, Item, State};

/// State columns of an item.
pub(in crate::wallet) struct ItemColumns {
    pub(in crate::wallet) state: String,
    pub(in crate::wallet) use_count: i64,
    pub(in crate::wallet) max_uses: i64,
    pub(in crate::wallet) expires_on: Option<String>,
    pub(in crate::wallet) reserved_by: Option<String>,
    pub(in crate::wallet) reserved_until: Option<i64>,
}

impl ItemColumns {
    /// # Errors
    /// The columns are inconsistent.
    pub(in crate::wallet) fn item(self) -> Result<Item, sqlx::Error> {
        let undecodable = |error: jiff::Error| sqlx::Error::Decode(error.into());
        let state = match (self.state.as_str(), self.reserved_by, self.reserved_until) {
            ("active", ..) => State::Active,
            ("used", ..) => State::Used,
            ("expired", ..) => State::Expired,
            ("revoked", ..) => State::Revoked,
            ("reserved", Some(by), Some(until)) => State::Reserved(Hold {
                by,
                until: Timestamp::from_millisecond(until).map_err(undecodable)?,
            }),
            (other, ..) => return Err(sqlx::Error::Decode(format!("wallet item state {other}").into())),
        };
        Ok(Item {
            state,
            uses: self.use_count,
            max_uses: self.max_uses,
            expires_on: self
                .expires_on
                .map(|date| date.parse())
                .transpose()
                .map_err(undecodable)?,
        })
    }
}

/// The item of a code.
pub(in crate::wallet) struct FoundRow {
    pub(in crate::wallet) id: i64,
    pub(in crate::wallet) name: String,
    pub(in crate::wallet) item_type: String,
    pub(in crate::wallet) locations: String,
    pub(in crate::wallet) washes: String,
    pub(in crate::wallet) discount: Option<Price>,
    pub(in crate::wallet) kiosk: KioskRules,
    pub(in crate::wallet) item: Item,
}

pub(in crate::wallet) async fn find_by_code(
    db: &mut TenantRead,
    code_hmac: &[u8],
) -> Result<Option<FoundRow>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT id AS "id!", name, item_type, locations, washes, discount, gross_discount, kiosk_item, allow_upgrade AS "allow_upgrade: bool",
                  auto_select AS "auto_select: bool", state, use_count, max_uses, expires_on, reserved_by,
                  reserved_until
           FROM wallet_items WHERE code_hmac = ?"#,
        code_hmac
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        let columns = ItemColumns {
            state: row.state,
            use_count: row.use_count,
            max_uses: row.max_uses,
            expires_on: row.expires_on,
            reserved_by: row.reserved_by,
            reserved_until: row.reserved_until,
        };
        Ok(FoundRow {
            id: row.id,
            name: row.name,
            item_type: row.item_type,
            locations: row.locations,
            washes: row.washes,
            discount: row.discount.map(|net| Price::of_columns(net, row.gross_discount)),
            kiosk: KioskRules {
                kiosk_item: row.kiosk_item,
                allow_upgrade: row.allow_upgrade,
                auto_select: row.auto_select,
            },
            item: columns.item()?,
        })
    })
    .transpose()
}

/// Owner of a code's item. The inner `None` means unclaimed.
pub(in crate::wallet) async fn owner_of_code(
    db: &mut TenantRead,
    code_hmac: &[u8],
) -> Result<Option<Option<i64>>, sqlx::Error> {
    sqlx::query_scalar!("SELECT customer_id FROM wallet_items WHERE code_hmac = ?", code_hmac)
        .fetch_optional(db.conn())
        .await
}

/// Discount, with its owner and locations.
pub(in crate::wallet) struct DiscountRow {
    pub(in crate::wallet) discount: Discount,
    pub(in crate::wallet) locations: String,
    pub(in crate::wallet) item: Item,
}

/// Discounts of a customer, available or reserved by a kiosk, by expiry.
pub(in crate::wallet) async fn discounts(
    db: &mut TenantRead,
    customer_id: i64,
) -> Result<Vec<DiscountRow>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", name, item_type, discount AS "discount!", gross_discount, locations, state, use_count,
                  max_uses, expires_on, reserved_by, reserved_until
           FROM wallet_items
           WHERE customer_id = ? AND discount IS NOT NULL AND state IN ('active', 'reserved')
           ORDER BY expires_on IS NULL, expires_on, id"#,
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            let columns = ItemColumns {
                state: row.state,
                use_count: row.use_count,
                max_uses: row.max_uses,
                expires_on: row.expires_on,
                reserved_by: row.reserved_by,
                reserved_until: row.reserved_until,
            };
            Ok(DiscountRow {
                discount: Discount {
                    item_id: row.id,
                    name: row.name,
                    amount: Price::of_columns(row.discount, row.gross_discount),
                    off_one: row.item_type == "DollarDiscItem",
                },
                locations: row.locations,
                item: columns.item()?,
            })
        })
        .collect()
}

/// The current item `id`.
pub(in crate::wallet) async fn find(db: &mut TenantRead, id: i64) -> Result<Option<Item>, sqlx::Error> {
    let columns = sqlx::query_as!(
        ItemColumns,
        "SELECT state, use_count, max_uses, expires_on, reserved_by, reserved_until FROM wallet_items WHERE id = ?",
        id
    )
    .fetch_optional(db.conn())
    .await?;
    columns.map(ItemColumns::item).transpose()
}

/// Saves the changed item `id`, in the transaction that read it.
pub(in crate::wallet) async fn update(db: &mut TenantWrite, id: i64, item: &Item) -> Result<(), sqlx::Error> {
    let hold = match &item.state {
        State::Reserved(hold) => Some(hold),
        _ => None,
    };
    let state = item.state.text();
    let (by, until) = hold.map(|hold| (hold.by.as_str(), hold.until.as_millisecond())).unzip();
    sqlx::query!(
        "UPDATE wallet_items SET state = ?2, use_count = ?3, reserved_by = ?4, reserved_until = ?5 WHERE id = ?1",
        id,
        state,
        item.uses,
        by,
        until
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Releases the item `id`, if the redemption `by` holds it, and returns it.
pub(in crate::wallet) async fn release(db: &mut TenantWrite, id: i64, by: &str) -> Result<Option<Item>, sqlx::Error> {
    let Some(mut item) = find(db, id).await? else {
        return Ok(None);
    };
    item.release(by);
    update(db, id, &item).await?;
    Ok(Some(item))
}
