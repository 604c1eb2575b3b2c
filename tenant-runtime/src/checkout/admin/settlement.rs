use platform::http::{Answer, ApiError, Envelope, Json, Path};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::list::summary_of;
use super::summary::OrderSummary;
use crate::checkout::actor::Actor;
use crate::checkout::settle::{Finding, settle_by_hand};
use crate::checkout::store::orders;
use crate::error::ErrorCode;
use crate::http::Person;
use crate::payments::processor::{Decline, Outcome};
use crate::payments::{self, Misread};
use crate::tenant::Tenant;

/// What a person found out about a charge in the processor's console.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Settlement {
    /// Whether the charge was approved. At `exacthosted`, which has no look-up, compare its search by reference number (the first
    /// 20 characters of the payment's `reference`), amount and card, also on the day after, before `false` is said.
    approved: bool,
    /// The processor's number of the approved charge (E-xact: its tag), for a later void or refund.
    #[serde(default)]
    transaction: Option<String>,
    /// Authorisation number of the approved charge. E-xact finds no transaction without it.
    #[serde(default)]
    code: Option<String>,
    /// Reverse the whole charge and fail the order, instead of fulfilling it. An order that has failed before can be reversed, too.
    #[serde(default)]
    take_back: Option<bool>,
    /// Minor units to refund, if the amount charged differs from the order's total.
    #[serde(default)]
    amount: Option<i64>,
}

impl Settlement {
    fn finding(&self, processor: &str, total: i64) -> Result<Finding, ApiError> {
        if !self.approved {
            // As if a look-up had found nothing: where look-ups exist, a late approval is reversed.
            return Ok(Finding {
                outcome: Outcome::Declined(Decline::soft(Decline::NOT_PROCESSED)),
                take_back: None,
            });
        }
        let [transaction, code] = [&self.transaction, &self.code].map(|text| text.as_deref().unwrap_or_default());
        let approval = payments::read_approval(processor, transaction, code)?;
        if !self.take_back.unwrap_or_default() {
            return Ok(Finding {
                outcome: Outcome::Approved(approval),
                take_back: None,
            });
        }
        let amount = self.amount.unwrap_or(total);
        if amount <= 0 {
            let message = "Please enter the amount that was charged.";
            return Err(ErrorCode::InvalidFields.because(message).field("amount", message));
        }
        Ok(Finding {
            outcome: Outcome::Approved(approval),
            take_back: Some(amount),
        })
    }
}

/// Settle an order whose payment has an unknown outcome
///
/// Takes what was found in the processor's console. Everything follows as if the processor had answered.
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/settlement", tag = "admin", request_body = Settlement,
    params(("transRecordId" = String, Path)), responses((status = 200, body = Envelope<OrderSummary>)))]
pub(super) async fn settle_order(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
    Json(found): Json<Settlement>,
) -> Result<Answer<OrderSummary>, ApiError> {
    let mut db = tenant.read().await?;
    let order = orders::find_any_order(&mut db, &id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let payment = payments::payment_of_order(&mut db, order.id).await?;
    drop(db);
    let is_late = found.take_back.unwrap_or_default() && order.state.has_failed();
    let payment = payment
        .filter(|_| is_late || order.waits_for_a_person(tenant.now()))
        .ok_or_else(nothing_unknown)?;
    let finding = found.finding(&payment.processor, order.total)?;
    if !settle_by_hand(&tenant, &order, (&payment.reference, &finding), Actor::from(&person)).await? {
        return Err(nothing_unknown());
    }
    let (_, order) = summary_of(&mut tenant.read().await?, &id).await?;
    Ok(Answer(order))
}

fn nothing_unknown() -> ApiError {
    ErrorCode::Taken.because("How the payment of this order went is known, or still being asked.")
}

impl From<Misread> for ApiError {
    fn from(misread: Misread) -> Self {
        let (field, message) = match misread {
            Misread::Transaction => (
                "transaction",
                "Please enter the number of the transaction as the processor shows it.",
            ),
            Misread::Code => (
                "code",
                "Please enter the authorization number as the processor shows it.",
            ),
        };
        ErrorCode::InvalidFields.because(message).field(field, message)
    }
}
