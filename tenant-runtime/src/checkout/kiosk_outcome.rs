//! What follows when an order of a kiosk is paid.

use platform::db::TenantWrite;

use super::rules::Order;
use super::store::lines::Line;
use crate::domain::{self, Event};
use crate::error::Fault;
use crate::notifications::inbox::{self, About, Notice};
use crate::tenant::Tenant;

/// Tells that `order` is paid, to its customer and to who else cares.
pub(super) async fn tell_paid(
    db: &mut TenantWrite,
    tenant: &Tenant,
    order: &Order,
    lines: &[Line],
) -> Result<(), Fault> {
    let subject = format!("order:{}", order.id);
    let about = About {
        subject: Some(&subject),
        name: lines.first().map(|line| line.name.as_str()),
        recipient: None,
    };
    inbox::notify_about(db, order.customer_id, Notice::PaidAtKiosk, about, tenant.now()).await?;
    let event = Event::KioskOrderPaid { order_id: order.id };
    domain::publish(db, tenant, event).await
}
