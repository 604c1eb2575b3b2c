//! Double entry in minor units: the amounts of one transaction sum to zero (domain.md, section 3.1).

use jiff::Timestamp;
use platform::db::TenantWrite;

use super::rules::Order;
use super::store::{ledger, orders};

/// Money that lies at the processor.
const CLEARING: &str = "clearing";
const SALES: &str = "sales";
const TAX: &str = "tax";

/// Records that `order` was paid: the processor owes the merchant its total.
pub(super) async fn record_sale(db: &mut TenantWrite, order: &Order, now: Timestamp) -> Result<(), sqlx::Error> {
    let (subtotal, taxes) = orders::amounts(db, order.id).await?;
    let entries = [(CLEARING, subtotal + taxes), (SALES, -subtotal), (TAX, -taxes)];
    let txn = format!("sale:{}", order.trans_record_id);
    for (account, amount) in entries.into_iter().filter(|(_, amount)| *amount != 0) {
        ledger::insert(db, &txn, account, amount, order.id, now.as_millisecond()).await?;
    }
    Ok(())
}
