//! What differs between the origins of orders: who asks the card network, and who is told how the charge went.

use platform::db::TenantWrite;

use super::jobs;
use super::rules::{Order, Origin};
use super::store::lines::Line;
use crate::domain::{self, Event, Failure};
use crate::error::Fault;
use crate::notifications::inbox::{self, About, Notice};
use crate::payments::processor::{Decline, DeclineKind, Initiator, Outcome};
use crate::tenant::Tenant;

/// How the charge of an order went.
#[derive(Clone, Copy)]
pub(super) enum End<'a> {
    Paid,
    /// `outcome`: of the charge. `was_awaited`: whether the customer was told to wait for an email.
    Failed {
        outcome: &'a Outcome,
        was_awaited: bool,
    },
    InDoubt,
}

impl Origin {
    /// Who asks for the charge, as card networks want to know.
    pub(super) const fn initiator(self) -> Initiator {
        match self {
            Self::Shop | Self::Kiosk => Initiator::Customer,
            Self::Renewal => Initiator::Recurring,
        }
    }
}

/// Tells everyone concerned how the charge of `order` went, within the transaction that settles it.
pub(super) async fn tell(
    db: &mut TenantWrite,
    tenant: &Tenant,
    (order, lines): (&Order, &[Line]),
    end: End<'_>,
) -> Result<(), Fault> {
    let now = tenant.now();
    match (order.origin, end) {
        (Origin::Shop, End::Paid) => Ok(jobs::enqueue_receipt(db, order.id, now).await?),
        (Origin::Kiosk, End::Paid) => {
            let subject = format!("order:{}", order.id);
            let about = About {
                subject: Some(&subject),
                name: lines.first().map(|line| line.name.as_str()),
                recipient: None,
            };
            inbox::notify_about(db, order.customer_id, Notice::PaidAtKiosk, about, now).await?;
            domain::publish(db, tenant, Event::KioskOrderPaid { order_id: order.id }).await?;
            Ok(jobs::enqueue_receipt(db, order.id, now).await?)
        }
        (Origin::Shop | Origin::Kiosk, End::Failed { was_awaited: true, .. }) => {
            Ok(jobs::enqueue_failure_mail(db, order.id, now).await?)
        }
        (Origin::Shop | Origin::Kiosk, End::Failed { .. } | End::InDoubt) => Ok(()),
        (Origin::Renewal, end) => {
            let order_line_id = lines.first().map(|line| line.id);
            let order_line_id = order_line_id.ok_or_else(|| Fault::internal("a renewal without a line"))?;
            let event = match end {
                End::Paid => Event::RenewalPaid { order_line_id },
                End::InDoubt => Event::RenewalInDoubt { order_line_id },
                End::Failed { outcome, .. } => Event::RenewalFailed {
                    order_line_id,
                    failure: failure(outcome),
                },
            };
            domain::publish(db, tenant, event).await?;
            match end {
                End::Paid => Ok(jobs::enqueue_receipt(db, order.id, now).await?),
                End::Failed { .. } | End::InDoubt => Ok(()),
            }
        }
    }
}

fn failure(outcome: &Outcome) -> Failure {
    let Outcome::Declined(decline) = outcome else {
        // Approved, and reversed.
        return Failure::Soft;
    };
    match (decline.code.as_str(), decline.kind) {
        (Decline::UNREACHABLE | Decline::NOT_SENT | Decline::NOT_PROCESSED, _) => Failure::NotAsked,
        (_, DeclineKind::Soft) => Failure::Soft,
        (_, DeclineKind::Hard) => Failure::Hard,
    }
}
