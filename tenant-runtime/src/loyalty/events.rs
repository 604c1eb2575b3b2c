//! Events of other domains that affect points and referrals.

use platform::db::TenantWrite;

use super::{earn, referral};
use crate::domain::Event;
use crate::error::Fault;
use crate::tenant::TenantContext;

pub async fn on_event(db: &mut TenantWrite, tenant: &TenantContext, event: Event) -> Result<(), Fault> {
    match event {
        Event::Referred { friend_id, referrer_id } => referral::begin(db, tenant, friend_id, referrer_id).await,
        Event::KioskSale {
            sale_id,
            customer_id: Some(customer_id),
            net,
        } => earn::bought_at_kiosk(db, tenant, customer_id, (sale_id, net)).await,
        _ => Ok(()),
    }
}
