//! Pieces that come back into the stock: each once, however its order ends.

use platform::db::TenantWrite;

use super::rules::reversal::{Reversal, ReversalState};
use super::rules::shipment::ShipmentState;
use super::store::lines;
use super::store::reversals::{self, SoldLine};
use crate::catalog;

/// Returns the stock that a failed order had taken.
pub(super) async fn give_up(db: &mut TenantWrite, order_id: i64) -> Result<(), sqlx::Error> {
    for line in lines::of_order(db, order_id).await? {
        restock(db, line.id, line.product_id).await?;
    }
    Ok(())
}

/// Cancels the shipment of those of `lines` that `reversal` refunds, as far as it has not left.
pub(super) async fn cancel_refunded(
    db: &mut TenantWrite,
    reversal: &Reversal,
    lines: &[SoldLine],
) -> Result<(), sqlx::Error> {
    for line in lines.iter().filter(|line| line.reversal_id == Some(reversal.id)) {
        let Some(state) = line.fulfillment else { continue };
        if state.is_for_sale_again(true) {
            restock(db, line.id, line.product_id).await?;
        }
        if state.is_waiting() {
            lines::set_shipment_state(db, line.id, ShipmentState::Cancelled).await?;
        }
    }
    Ok(())
}

/// Returns goods to stock, before or after their refund.
pub(super) async fn take_in(db: &mut TenantWrite, line: &SoldLine) -> Result<(), sqlx::Error> {
    let reversal = match line.reversal_id {
        Some(id) => reversals::find(db, id).await?,
        None => None,
    };
    let refunded = reversal.is_some_and(|reversal| reversal.state == ReversalState::Done);
    if ShipmentState::Returned.is_for_sale_again(refunded) {
        restock(db, line.id, line.product_id).await?;
    }
    Ok(())
}

/// Only a piece that was taken for the line, and has not been put back.
async fn restock(db: &mut TenantWrite, line_id: i64, product_id: Option<i64>) -> Result<(), sqlx::Error> {
    if let Some(product_id) = product_id
        && lines::release_piece(db, line_id).await?
    {
        catalog::put_piece_back(db, product_id).await?;
    }
    Ok(())
}
