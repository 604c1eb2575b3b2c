//! What the lines of a paid order create, in the transaction that settles it.

use platform::db::TenantWrite;
use platform::http::ApiError;

use super::rules::Order;
use super::store::lines::{self, Line};
use crate::catalog::ProductType;
use crate::tenant::Tenant;
use crate::wallet::rules::CodeClass;
use crate::wallet::{self, NewItem};

/// Whether a line of this type can be fulfilled, so that it may be sold.
pub(super) const fn is_offered(product_type: ProductType, is_gift: bool) -> bool {
    matches!(
        product_type,
        ProductType::AppWash | ProductType::AppBundle | ProductType::Swag
    ) && !is_gift
}

/// Creates what the lines of a paid order promise. `time_zone`: the site's.
pub(super) async fn fulfil(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    time_zone: &str,
) -> Result<(), ApiError> {
    for line in lines::of_order(db, order.id).await? {
        match line.product_type {
            ProductType::AppWash => issue_codes(db, tenant, order, &line, CodeClass::Wash, time_zone).await?,
            ProductType::AppBundle => issue_codes(db, tenant, order, &line, CodeClass::Bundle, time_zone).await?,
            ProductType::Swag => queue(db, &line).await?,
            // Nothing else can be ordered: the quote refuses what is not offered.
            other @ (ProductType::AppClub | ProductType::GiftCard | ProductType::GiftCardRecharge) => {
                return Err(ApiError::internal(&format!(
                    "a line of type {other:?} cannot be fulfilled"
                )));
            }
        }
    }
    Ok(())
}

/// One wash, or each wash of a bundle: a code of its own, under the same label.
async fn issue_codes(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    line: &Line,
    class: CodeClass,
    time_zone: &str,
) -> Result<(), ApiError> {
    for _ in 0..line.quantity {
        let item = NewItem {
            customer_id: Some(order.customer_id),
            order_line_id: line.id,
            class,
            item_type: line.product_type,
            name: &line.name,
            locations: &line.locations,
            max_uses: 1,
            gift: None,
        };
        wallet::issue(db, tenant, time_zone, item).await?;
    }
    Ok(())
}

/// Goods go to those who pack them, or wait for an address.
async fn queue(db: &mut TenantWrite, line: &Line) -> Result<(), ApiError> {
    let state = if line.address_id.is_some() {
        "queued"
    } else {
        "awaiting_address"
    };
    Ok(lines::set_fulfillment(db, line.id, state).await?)
}
