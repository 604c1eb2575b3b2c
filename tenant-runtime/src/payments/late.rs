//! Charges that were given up, looked for once more, so that a late approval does not keep a customer's money.

use platform::jobs::JobError;

use super::processor::Approval;
use super::rules::{self, PaymentState, Reconciliation};
use super::{charge, store};
use crate::tenant::Tenant;

/// An approval of a charge that had been given up.
#[derive(Debug)]
pub struct LateApproval {
    pub order_id: i64,
    pub approval: Approval,
}

/// Looks once more for the charge `reference` that was given up; answers its approval, which is to be booked and reversed.
/// `None`: there is nothing to reverse.
///
/// # Errors
/// When it is to be looked for again.
pub async fn look_for_late(tenant: &Tenant, reference: &str) -> Result<Option<LateApproval>, JobError> {
    let mut db = tenant.read().await?;
    let row = store::find_payment(&mut db, reference).await?;
    drop(db);
    let Some(row) = row.filter(|row| row.state == PaymentState::Declined.into_str() && row.token_sealed.is_some())
    else {
        return Ok(None);
    };
    let now = tenant.now();
    let found = charge::ask(tenant, &row).await?;
    match rules::reconcile(found, charge::instant(row.created_at), now) {
        Reconciliation::TakeBack(approval) => Ok(Some(LateApproval {
            order_id: row.order_id,
            approval,
        })),
        Reconciliation::AskAgain(after) => Err(JobError::NotBefore(now + after)),
        Reconciliation::NeedsReview(after) => {
            tracing::error!(
                order.id = row.order_id,
                payment.reference = reference,
                "nobody tells what became of a charge that was given up"
            );
            Err(JobError::NotBefore(now + after))
        }
        Reconciliation::Over => {
            forget_token(tenant, reference).await?;
            Ok(None)
        }
    }
}

async fn forget_token(tenant: &Tenant, reference: &str) -> Result<(), JobError> {
    let mut db = tenant.write().await?;
    store::forget_token(&mut db, reference).await?;
    Ok(db.commit().await?)
}
