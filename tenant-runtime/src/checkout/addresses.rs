//! Where a customer's goods went.

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope};

use super::ShippingAddress;
use super::rules::entries::Address;
use super::store::addresses;
use crate::http::Person;
use crate::tenant::Tenant;

impl From<Address> for ShippingAddress {
    fn from(address: Address) -> Self {
        Self {
            first: address.first,
            last: address.last,
            address1: address.address1,
            address2: address.address2,
            city: address.city,
            state: address.state,
            zip_code: address.zip_code,
            use_home: None,
            is_home: Some(address.is_home),
            addressed_to: address.addressed_to,
        }
    }
}

/// The caller's shipping address
///
/// The one saved as home, otherwise the one used last; null if there is none. Sending a parcel elsewhere does not change
/// the home address.
#[utoipa::path(get, path = "/users/shipping-address", tag = "checkout",
    responses((status = 200, body = Envelope<Option<ShippingAddress>>)))]
pub(super) async fn get_shipping_address(
    tenant: Tenant,
    person: Person,
) -> Result<Answer<Option<ShippingAddress>>, ApiError> {
    let address = addresses::home_or_latest(&mut tenant.read().await?, person.id).await?;
    Ok(Answer(address.map(ShippingAddress::from)))
}

/// Every address of a customer, the newest first.
///
/// # Errors
/// When the database refuses.
pub async fn addresses_of(db: &mut TenantRead, customer_id: i64) -> Result<Vec<ShippingAddress>, sqlx::Error> {
    let found = addresses::of_customer(db, customer_id).await?;
    Ok(found.into_iter().map(ShippingAddress::from).collect())
}

/// Whether goods that a customer bought are still to be sent.
///
/// # Errors
/// When the database refuses.
pub async fn has_goods_to_send(db: &mut TenantRead, customer_id: i64) -> Result<bool, sqlx::Error> {
    addresses::waits_for_goods(db, customer_id).await
}
