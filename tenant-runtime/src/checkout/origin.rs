//! What differs between the origins of orders: who asks the card network, and who is told how the charge went.

use platform::db::TenantWrite;

use super::jobs;
use super::rules::{Order, Origin};
use super::store::lines::Line;
use super::store::orders;
use crate::clubs;
use crate::domain::{self, Event, Failure, RenewalOrder};
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
            if let Some(renewal) = renewal_of(db, order).await? {
                let event = match end {
                    End::Paid => Event::RenewalPaid(renewal),
                    End::InDoubt => Event::RenewalInDoubt(renewal),
                    End::Failed { outcome, .. } => Event::RenewalFailed(renewal, failure(outcome)),
                };
                domain::publish(db, tenant, event).await?;
            }
            match end {
                End::Paid => Ok(jobs::enqueue_receipt(db, order.id, now).await?),
                End::Failed { .. } | End::InDoubt => Ok(()),
            }
        }
    }
}

/// The membership that a renewal's order renews. An order that an earlier build wrote doesn't name it: the month that it charges
/// knows the membership.
async fn renewal_of(db: &mut TenantWrite, order: &Order) -> Result<Option<RenewalOrder>, Fault> {
    let Some(row) = orders::renewal(db, order.id).await? else {
        return Ok(None);
    };
    let order_line_id = row.order_line_id;
    let membership_id = match row.membership_id {
        Some(id) => Some(id),
        None => clubs::membership_charged_with(db, order_line_id).await?,
    };
    Ok(membership_id.map(|membership_id| RenewalOrder {
        membership_id,
        order_line_id,
    }))
}

fn failure(outcome: &Outcome) -> Failure {
    let Outcome::Declined(decline) = outcome else {
        // Approved, and reversed.
        return Failure::Soft;
    };
    match (decline.code.as_str(), decline.kind) {
        (Decline::UNREACHABLE | Decline::NOT_PROCESSED, _) => Failure::Unreachable,
        (Decline::NOT_SENT, _) => Failure::NotAsked,
        (_, DeclineKind::Soft) => Failure::Soft,
        (_, DeclineKind::Hard) => Failure::Hard,
    }
}
