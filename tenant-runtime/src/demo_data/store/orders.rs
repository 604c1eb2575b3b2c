//! Orders with their lines, payments, refunds and ledger entries.

use data_encoding::HEXLOWER;
use platform::db::TenantWrite;

use super::super::rows::{Batch, OrderRow, SealedOrderRow, SealedRow};
use super::super::year::Shop;
use super::json;
use crate::checkout::order_sealer;
use crate::ledger::Sealer;

pub(super) async fn insert_orders(db: &mut TenantWrite, shop: &Shop, batch: &Batch) -> Result<(), sqlx::Error> {
    let mut sealer = order_sealer(db).await?;
    let mut orders: Vec<&OrderRow> = batch.orders.iter().collect();
    orders.sort_unstable_by_key(|order| order.id);
    let sealed = orders.into_iter().map(|order| SealedOrderRow {
        order,
        seal: HEXLOWER.encode(&sealer.seal(&order.record, false)),
    });
    let orders = json(&sealed.collect::<Vec<_>>())?;
    sqlx::query!(
        "INSERT INTO checkout_orders
             (id, trans_record_id, customer_id, location_id, state, subtotal, taxes, total, currency,
             fingerprint, code, accepted_terms, created_at, settled_at, origin, discount_item_id, discount, seal)
         SELECT value ->> 'id', value ->> 'record', value ->> 'customer', value ->> 'location', value ->> 'state',
             value ->> 'subtotal', value ->> 'taxes', value ->> 'subtotal' + value ->> 'taxes', ?2,
             zeroblob(32), value ->> 'code', value ->> 'terms', value ->> 'at', value ->> 'settled',
             value ->> 'origin', value ->> 'discount_item', value ->> 'discount', unhex(value ->> 'seal')
         FROM json_each(?1)",
        orders,
        shop.currency
    )
    .execute(db.conn())
    .await?;
    let reversals = json(&batch.reversals)?;
    sqlx::query!(
        "INSERT INTO checkout_reversals
             (id, order_id, kind, state, amount, requested_by, code, created_at, settled_at, reason)
         SELECT value ->> 'id', value ->> 'order', 'refund', 'done', value ->> 'amount', 'demo', value ->> 'code',
             value ->> 'at', value ->> 'at',
             CASE (value ->> 'id') % 8 WHEN 0 THEN 'wrong_item' WHEN 1 THEN 'service_problem' WHEN 2 THEN 'duplicate'
                 WHEN 3 THEN 'service_problem' WHEN 4 THEN 'other' ELSE 'customer_request' END
         FROM json_each(?1)",
        reversals
    )
    .execute(db.conn())
    .await?;
    insert_addresses(db, batch).await?;
    let lines = json(&batch.lines)?;
    sqlx::query!(
        "INSERT INTO checkout_order_lines
             (id, order_id, product_id, product_type, name, price, taxes, tax_rate_ppm, value, quantity, is_gift,
             stock_taken, discount, monthly_price, use_limit, use_limit_per, reversal_id, refunded, address_id,
             fulfillment, carrier, tracking)
         SELECT value ->> 'id', value ->> 'order', value ->> 'product', value ->> 'kind', value ->> 'name',
             value ->> 'price', value ->> 'taxes', value ->> 'rate', value ->> 'value', value ->> 'quantity', 0,
             0, value ->> 'discount', value ->> 'monthly', value ->> 'limit', value ->> 'per',
             value ->> 'reversal', value ->> 'refunded', value ->> 'address', value ->> 'fulfillment',
             value ->> 'carrier', value ->> 'tracking'
         FROM json_each(?1)",
        lines
    )
    .execute(db.conn())
    .await?;
    let payments = json(&batch.payments)?;
    sqlx::query!(
        "INSERT INTO payments
             (reference, order_id, customer_id, processor, amount, refunded, currency, state, code,
             processor_transaction, initiator, decline_kind, created_at, settled_at)
         SELECT value ->> 'reference', value ->> 'order', value ->> 'customer', ?2, value ->> 'amount',
             value ->> 'refunded', ?3, value ->> 'state', value ->> 'code', value ->> 'transaction',
             value ->> 'initiator', value ->> 'decline', value ->> 'at', value ->> 'at' + 2000
         FROM json_each(?1)",
        payments,
        shop.processor,
        shop.currency
    )
    .execute(db.conn())
    .await?;
    let mut sealer = Sealer::open(db).await?;
    let sealed = batch.entries.iter().map(|entry| SealedRow {
        entry,
        seal: sealer.seal(&entry.sealed()).map(|seal| HEXLOWER.encode(&seal)),
    });
    let entries = json(&sealed.collect::<Vec<_>>())?;
    sqlx::query!(
        "INSERT INTO ledger_entries
             (txn_id, account, account_kind, account_id, source_kind, source_id, amount, order_id, location_id, at, seal)
         SELECT value ->> 'txn', value ->> 'account', value ->> 'account_kind', value ->> 'account_id',
             value ->> 'source_kind', COALESCE(value ->> 'source_number', value ->> 'hold'), value ->> 'amount',
             value ->> 'order', value ->> 'location', value ->> 'at', unhex(value ->> 'seal')
         FROM json_each(?1)",
        entries
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Inserts shipping addresses at the locations, so that they are in the site's country.
async fn insert_addresses(db: &mut TenantWrite, batch: &Batch) -> Result<(), sqlx::Error> {
    let addresses = json(&batch.addresses)?;
    sqlx::query!(
        "INSERT INTO checkout_addresses
             (id, customer_id, first, last, address1, address2, city, state, zip_code, is_home, created_at)
         SELECT value ->> 'id', c.id, c.first_name, c.last_name, value ->> 'street', '', l.city, l.state, l.zip, 0,
             value ->> 'at'
         FROM json_each(?1) JOIN customers c ON c.id = value ->> 'customer'
             JOIN catalog_locations l ON l.id = value ->> 'location'",
        addresses
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Inserts refunds into the audit log.
pub(super) async fn insert_audit(db: &mut TenantWrite, batch: &Batch) -> Result<(), sqlx::Error> {
    let reversals = json(&batch.reversals)?;
    sqlx::query!(
        "INSERT INTO audit (at, actor, role, action, subject, detail)
         SELECT value ->> 'at', 'demo', 'manager', 'order_reversal_done', 'order:' || (value ->> 'order'),
             json_object('reversal', value -> 'id', 'amount', value -> 'amount')
         FROM json_each(?1)",
        reversals
    )
    .execute(db.conn())
    .await?;
    Ok(())
}
