use jiff::Timestamp;
use platform::causes::undecodable;
use platform::db::{TenantRead, TenantWrite};

use crate::ledger::Tender;
use crate::terminal::rules::sale::SaleLine;

/// A sale to save.
pub(in crate::terminal) struct NewSale<'a> {
    pub(in crate::terminal) terminal_id: &'a str,
    pub(in crate::terminal) location_id: i64,
    pub(in crate::terminal) customer_id: Option<i64>,
    pub(in crate::terminal) lines: &'a [SaleLine],
    pub(in crate::terminal) amount: i64,
    pub(in crate::terminal) taxes: i64,
    pub(in crate::terminal) currency: &'a str,
    pub(in crate::terminal) tender: Tender,
    pub(in crate::terminal) sold_at: i64,
    pub(in crate::terminal) created_at: i64,
}

pub(in crate::terminal) async fn insert(db: &mut TenantWrite, new: &NewSale<'_>) -> Result<i64, sqlx::Error> {
    let lines = serde_json::to_string(new.lines).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let tender = new.tender.into_str();
    sqlx::query_scalar!(
        r#"INSERT INTO terminal_sales
             (terminal_id, location_id, customer_id, lines, amount, taxes, currency, tender, sold_at, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS "id!""#,
        new.terminal_id,
        new.location_id,
        new.customer_id,
        lines,
        new.amount,
        new.taxes,
        new.currency,
        tender,
        new.sold_at,
        new.created_at
    )
    .fetch_one(db.conn())
    .await
}

/// A saved sale.
pub(in crate::terminal) struct Sale {
    pub(in crate::terminal) lines: Vec<SaleLine>,
    pub(in crate::terminal) amount: i64,
    pub(in crate::terminal) taxes: i64,
    pub(in crate::terminal) currency: String,
    pub(in crate::terminal) tender: Tender,
    pub(in crate::terminal) sold_at: Timestamp,
}

/// Sales with a customer's code, newest first.
pub(in crate::terminal) async fn of_customer(db: &mut TenantRead, customer_id: i64) -> Result<Vec<Sale>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT lines, amount, taxes, currency, tender, sold_at FROM terminal_sales WHERE customer_id = ?
         ORDER BY sold_at DESC, id DESC",
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    let sales = rows.into_iter().map(|row| {
        Ok(Sale {
            lines: serde_json::from_str(&row.lines).map_err(undecodable)?,
            amount: row.amount,
            taxes: row.taxes,
            currency: row.currency,
            tender: row.tender.parse().map_err(|_| sqlx::Error::Decode(row.tender.into()))?,
            sold_at: Timestamp::from_millisecond(row.sold_at).map_err(|error| sqlx::Error::Decode(error.into()))?,
        })
    });
    sales.collect()
}

/// Removes an account that is being deleted from sales with its code.
pub(in crate::terminal) async fn forget(db: &mut TenantWrite, customer_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE terminal_sales SET customer_id = NULL WHERE customer_id = ?",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
