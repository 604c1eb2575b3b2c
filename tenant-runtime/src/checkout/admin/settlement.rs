//! Results that staff found in the processor's dashboard for charges and reversals with unknown outcomes.

use platform::http::{Answer, ApiError, Envelope, Json, Path};
use platform::money::{Currency, parse_decimal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::OrderReversal;
use super::list::summary_of;
use crate::checkout::charge;
use crate::checkout::error::{CheckoutError, id_in_path};
use crate::checkout::reversal;
use crate::checkout::rules::Actor;
use crate::checkout::rules::machine::{Act, Heard, News};
use crate::checkout::rules::reversal::ReversalState;
use crate::checkout::store::{orders, reversals};
use crate::checkout::wire::OrderSummary;
use crate::error::ErrorCode;
use crate::fields::invalid_field;
use crate::http::Person;
use crate::payments::processor::{Approval, Decline, Found, Outcome};
use crate::payments::{self, Misread, PaymentRecord};
use crate::site;
use crate::tenant::Tenant;

/// Outcome that staff found in the processor's dashboard.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Settlement {
    /// Whether the charge was approved. `exacthosted` has no lookup: before you send `false`, search by reference
    /// number (the first 20 characters of `reference`), amount and card, also on the following day.
    approved: bool,
    /// Processor's transaction ID of the approved charge (E-xact: its tag), for a later void or refund.
    #[serde(default)]
    transaction: Option<String>,
    /// Authorization code of the approved charge. Required by E-xact to find the transaction.
    #[serde(default)]
    code: Option<String>,
    /// Whether to reverse the whole charge and fail the order instead of fulfilling it. Also works for failed orders.
    #[serde(default)]
    take_back: Option<bool>,
    /// The charged amount in minor units. If it isn't the order's total, the charge can only be refunded (`takeBack`).
    #[serde(default)]
    amount: Option<i64>,
}

impl Settlement {
    /// The result that `actor` reports for `payment`. `found`: the lookup's result.
    fn heard(
        &self,
        payment: &PaymentRecord,
        currency: Currency,
        found: Found,
        actor: Actor,
    ) -> Result<Heard, ApiError> {
        let take_back = self.take_back.unwrap_or_default();
        if !self.approved {
            return match (take_back, self.amount) {
                (true, _) => Err(invalid_field("takeBack", "Only an approved charge can be refunded.")),
                (false, Some(_)) => Err(invalid_field("amount", "Only an approved charge has an amount.")),
                (false, None) => Ok(Heard::person(actor, None, None)),
            };
        }
        let [transaction, code] = [&self.transaction, &self.code].map(|text| text.as_deref().unwrap_or_default());
        let typed = payments::read_approval(&payment.processor, transaction, code)?;
        let amount = self.amount.unwrap_or(payment.amount);
        let charged = match &found {
            Found::Approved(_) => Some(payment.amount),
            // As the processor writes it.
            Found::OtherAmount(_, text) => parse_decimal(text, &currency),
            _ => None,
        };
        let is_wrong = charged.is_some_and(|charged| self.amount.is_some_and(|typed| typed != charged));
        if amount <= 0 || amount > MOST_CHARGED.max(payment.amount) || is_wrong {
            return Err(invalid_field("amount", "Enter the amount charged."));
        }
        let charged = charged.unwrap_or(amount);
        if !take_back && charged != payment.amount {
            return Err(invalid_field("amount", ONLY_THE_TOTAL));
        }
        let (approval, amount) = match found {
            // The processor's data takes precedence over manual input.
            Found::Approved(approval) | Found::OtherAmount(approval, _) => (approval, charged),
            Found::NoLookUp => (typed, charged),
            Found::Declined(_) | Found::Nothing => return Err(not_approved()),
            Found::NoAnswer(_) => return Err(ErrorCode::ProcessorUnavailable.because(UNCHECKED)),
        };
        Ok(Heard::person(actor, Some(approval), take_back.then_some(amount)))
    }
}

/// Largest amount of a charge that was never requested, in minor units. More is a typing error.
const MOST_CHARGED: i64 = 100_000_000;

/// Message for staff who keep a charge of another amount.
const ONLY_THE_TOTAL: &str = "Only the order's total can be kept. Refund any other amount.";

/// Message for staff if the payment processor doesn't respond to a lookup.
const UNCHECKED: &str = "We can't reach the payment processor to check this charge. Try again in a few minutes.";

fn not_approved() -> ApiError {
    let message = "The payment processor has no approved charge for this order.";
    ErrorCode::InvalidFields.because(message).field("approved", message)
}

/// Record the outcome of an unknown payment
///
/// Records the outcome from the processor's dashboard. The effect is the same as a response from the processor. If the
/// processor has a lookup, approvals are checked: 422 if it has no approved charge, 503 if it doesn't answer.
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/settlement", tag = "admin", request_body = Settlement,
    params(("transRecordId" = String, Path)), responses((status = 200, body = Envelope<OrderSummary>)))]
pub(super) async fn settle_order(
    tenant: Tenant,
    person: Person,
    Path(id): Path<String>,
    Json(found): Json<Settlement>,
) -> Result<Answer<OrderSummary>, ApiError> {
    let actor = Actor::from(&person);
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
    actor.may_move_money_of(&order).map_err(CheckoutError::from)?;
    let looked_up = if found.approved && payment.can_be_looked_up {
        payments::look_up(&tenant, &payment.reference).await?
    } else {
        Found::NoLookUp
    };
    let currency = site::saved_config(&tenant).await?.config.currency;
    let heard = found.heard(&payment, currency, looked_up, actor)?;
    let settled = charge::settle(&tenant, &order, Some((&payment.reference, &heard))).await?;
    if !matches!(settled.act, Act::Settle | Act::Correct) {
        return Err(nothing_unknown());
    }
    let (_, order) = summary_of(&mut tenant.read().await?, &id).await?;
    Ok(Answer(order))
}

/// Outcome that staff found at the processor.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Finding {
    /// Whether the refund was completed.
    done: bool,
}

impl Finding {
    /// The result that `actor` reports for a reversal. `found`: the lookup's result. Staff may have refunded it in the
    /// processor's dashboard, where lookups don't find it.
    fn heard(&self, found: Found, actor: Actor) -> Heard {
        if matches!(found, Found::Approved(_)) {
            return Heard::look_up(found);
        }
        let (news, outcome) = if self.done {
            let approval = Approval {
                transaction: String::new(),
                code: "confirmed".to_owned(),
                network_reference: None,
            };
            (News::FoundApproved, Outcome::Approved(approval))
        } else {
            (News::FoundMissing, Outcome::Declined(Decline::hard("not_done")))
        };
        Heard {
            news,
            outcome,
            unsold: None,
            actor: Some(actor),
        }
    }
}

/// Record the outcome of a refund or void
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/reversals/{reversalId}", tag = "admin", request_body = Finding,
    params(("transRecordId" = String, Path), ("reversalId" = String, Path)),
    responses((status = 200, body = Envelope<OrderReversal>)))]
pub(super) async fn settle_reversal(
    tenant: Tenant,
    person: Person,
    Path((id, reversal_id)): Path<(String, String)>,
    Json(finding): Json<Finding>,
) -> Result<Answer<OrderReversal>, ApiError> {
    let actor = Actor::from(&person);
    let reversal_id = id_in_path(&reversal_id)?;
    let mut db = tenant.read().await?;
    let order = orders::find_any_order(&mut db, &id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    actor.may_move_money_of(&order).map_err(CheckoutError::from)?;
    let found = reversals::find(&mut db, reversal_id).await?;
    let found = found
        .filter(|reversal| reversal.order_id == order.id)
        .ok_or_else(ApiError::not_found)?;
    drop(db);
    if found.state != ReversalState::Unknown {
        return Err(ErrorCode::Taken.because("This payment's outcome is already recorded."));
    }
    let heard = finding.heard(reversal::look_up(&tenant, &found).await?, actor);
    reversal::settle(&tenant, reversal_id, &heard).await?;
    let settled = reversals::find(&mut tenant.read().await?, reversal_id).await?;
    Ok(Answer(settled.ok_or_else(ApiError::not_found)?.into()))
}

fn nothing_unknown() -> ApiError {
    ErrorCode::Taken.because("This order's payment is already resolved or still being checked.")
}

impl From<Misread> for ApiError {
    fn from(misread: Misread) -> Self {
        let (field, message) = match misread {
            Misread::Transaction => ("transaction", "Enter the transaction number shown by your processor."),
            Misread::Code => ("code", "Enter the authorization number shown by your processor."),
        };
        ErrorCode::InvalidFields.because(message).field(field, message)
    }
}
