//! Pricing an order: the same for a quote and for the purchase.

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json};

use super::rules::{self, MAX_UNITS, PricedUnit};
use super::{OrderBody, Quote};
use crate::catalog::{self, ProductType};
use crate::error::ErrorCode;
use crate::identity::{self, Person};
use crate::tenant::Tenant;

/// An order with its prices of this moment.
pub(super) struct Priced {
    pub(super) units: Vec<PricedUnit>,
    pub(super) location: Option<i64>,
    pub(super) quote: Quote,
}

/// What an order would cost
#[utoipa::path(post, path = "/orders/quote", tag = "checkout", request_body = OrderBody,
    responses((status = 200, body = Envelope<Quote>)))]
pub(super) async fn quote_order(
    tenant: Tenant,
    person: Person,
    Json(body): Json<OrderBody>,
) -> Result<Answer<Quote>, ApiError> {
    let currency = tenant.config().await?.config.currency.clone();
    let mut db = tenant.read().await?;
    Ok(Answer(price(&mut db, &tenant, &person, &body, &currency).await?.quote))
}

/// Checks and prices `body` for `person`.
///
/// # Errors
/// 422 that names the unit at fault.
pub(super) async fn price(
    db: &mut TenantRead,
    tenant: &Tenant,
    person: &Person,
    body: &OrderBody,
    currency: &str,
) -> Result<Priced, ApiError> {
    if body.products.is_empty() || body.products.len() > MAX_UNITS {
        return Err(invalid(
            "products",
            format!("Between 1 and {MAX_UNITS} items are expected."),
        ));
    }
    let chosen = body.location_id.filter(|id| *id != 0);
    if let Some(id) = chosen
        && !catalog::location_exists(db, id).await?
    {
        return Err(invalid("locationId", "There is no such location.".to_owned()));
    }
    let home = identity::find_account(db, person.id)
        .await?
        .and_then(|account| account.home_location_id);
    let location = catalog::pricing_location(db, chosen, home).await?;
    let mut units = Vec::with_capacity(body.products.len());
    for (index, item) in body.products.iter().enumerate() {
        let field = |name: &str| format!("products[{index}].{name}");
        let listing = catalog::find_on_sale(db, item.product_id, tenant.now()).await?;
        let Some(listing) = listing else {
            return Err(invalid(&field("productId"), "This is not on sale any more.".to_owned()));
        };
        if listing.product_type != ProductType::AppWash {
            return Err(invalid(
                &field("productId"),
                "This cannot be bought here yet.".to_owned(),
            ));
        }
        if item.is_gift {
            return Err(invalid(
                &field("isGift"),
                "This cannot be given as a gift yet.".to_owned(),
            ));
        }
        if let Some(chosen) = chosen
            && !catalog::rules::allowed_at(&listing.locations, chosen)
        {
            return Err(
                ErrorCode::NotForThisLocation.because(format!("{} is not sold at this location.", listing.name))
            );
        }
        let rate = catalog::tax_rate(db, location, &listing.tax_class).await?;
        units.push(PricedUnit::new(listing, rate));
    }
    let quote = rules::quote(&units, currency)
        .ok_or_else(|| invalid("products", "This is more than can be sold at once.".to_owned()))?;
    Ok(Priced { units, location, quote })
}

fn invalid(field: &str, message: String) -> ApiError {
    ErrorCode::InvalidFields.because(message.clone()).field(field, message)
}
