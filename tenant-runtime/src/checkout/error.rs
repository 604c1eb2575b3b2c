use platform::http::{ApiError, Text};
use platform::jobs::JobError;

use super::rules::part::PartRefusal;
use super::rules::{OwnOrder, UNREACHABLE, cart, dispute, refund};
use crate::clubs::rules::plan_change::ChangeRefusal;
use crate::error::{ErrorCode, Fault};
use crate::fields::{FieldErrors, invalid_fields};
use crate::http::{ClaimError, in_progress};
use crate::notifications::allowance::TooManyMails;
use crate::payments::PaymentError;

/// Error of an order operation. Its conversion into [`ApiError`] decides the response.
#[derive(Debug, thiserror::Error)]
pub(super) enum CheckoutError {
    /// Also if it belongs to another customer, so that its existence isn't revealed.
    #[error("unknown order, line or reversal")]
    NotFound,
    #[error("staff can't move money for their own orders")]
    OwnOrder,
    /// The same order, or another reversal of it.
    #[error("the order is being processed")]
    InProgress,
    #[error("the customer's earlier payment is still unresolved")]
    PaymentPending,
    #[error("the order's total differs from the expected total")]
    PriceChanged,
    #[error("the order needs a card on file")]
    CardRequired,
    #[error("the order needs a vehicle")]
    VehicleRequired,
    #[error("the order needs accepted terms")]
    TermsRequired,
    #[error("the order needs an address")]
    AddressRequired,
    #[error("can't reach the processor; nothing was charged")]
    ProcessorUnreachable,
    #[error("the transaction already paid for another order")]
    OtherOrderPaid,
    /// `products[2].cardNumber`
    #[error("invalid {field}: {message}")]
    Field { field: String, message: Text },
    /// Of the club at this index.
    #[error("can't change the customer's club: {refusal}")]
    PlanChange { index: usize, refusal: ChangeRefusal },
    #[error("invalid fields: {0:?}")]
    Fields(FieldErrors),
    #[error("invalid cart: {0:?}")]
    Cart(cart::Refusal),
    #[error("another refund of the order is in progress")]
    ReversalInProgress,
    #[error("the membership's renewal is being charged")]
    RenewalInProgress,
    #[error("the refund's amount differs from the expected amount")]
    RefundChanged,
    /// The order was refunded since staff read it.
    #[error("the order was refunded since it was read")]
    RefundedSince,
    #[error("can't refund the lines: {0:?}")]
    Reversal(refund::Refusal),
    #[error("no part of the line can be refunded: {0:?}")]
    Part(PartRefusal),
    #[error("invalid dispute: {0:?}")]
    Dispute(dispute::Refusal),
    #[error(transparent)]
    TooManyMails(#[from] TooManyMails),
    #[error(transparent)]
    Key(#[from] ClaimError),
    #[error(transparent)]
    Payment(#[from] PaymentError),
    #[error(transparent)]
    Fault(Fault),
}

impl CheckoutError {
    pub(super) fn field(field: impl Into<String>, message: impl Into<Text>) -> Self {
        Self::Field {
            field: field.into(),
            message: message.into(),
        }
    }
}

impl<E> From<E> for CheckoutError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<OwnOrder> for CheckoutError {
    fn from(_: OwnOrder) -> Self {
        Self::OwnOrder
    }
}

impl From<FieldErrors> for CheckoutError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<cart::Refusal> for CheckoutError {
    fn from(refusal: cart::Refusal) -> Self {
        Self::Cart(refusal)
    }
}

impl From<refund::Refusal> for CheckoutError {
    fn from(refusal: refund::Refusal) -> Self {
        Self::Reversal(refusal)
    }
}

impl From<dispute::Refusal> for CheckoutError {
    fn from(refusal: dispute::Refusal) -> Self {
        Self::Dispute(refusal)
    }
}

impl From<CheckoutError> for ApiError {
    fn from(error: CheckoutError) -> Self {
        match error {
            CheckoutError::NotFound => Self::not_found(),
            CheckoutError::OwnOrder => ErrorCode::NotAdmin.because("You can't change your own order. Ask a teammate."),
            CheckoutError::InProgress => in_progress(),
            CheckoutError::ReversalInProgress => ErrorCode::InProgress
                .because("Another refund of this order is in progress. Wait for it to finish, then reload the order."),
            CheckoutError::RenewalInProgress => ErrorCode::PaymentPending.because(
                "This membership is being renewed. Try again in a moment, or refund without ending the membership.",
            ),
            CheckoutError::PaymentPending => {
                ErrorCode::PaymentPending.because("We're still checking your last payment. Try again in a moment.")
            }
            CheckoutError::PriceChanged => {
                ErrorCode::PriceChanged.because("The price has changed. Check the new total.")
            }
            CheckoutError::CardRequired => ErrorCode::CardRequired.because("Add a card first."),
            CheckoutError::VehicleRequired => ErrorCode::VehicleRequired.because("Add your vehicle first."),
            CheckoutError::TermsRequired => ErrorCode::TermsRequired.because("Accept the Wash Club terms."),
            CheckoutError::AddressRequired => ErrorCode::AddressRequired.because("Enter a shipping address."),
            CheckoutError::ProcessorUnreachable => ErrorCode::ProcessorUnavailable.because(UNREACHABLE),
            CheckoutError::OtherOrderPaid => invalid("transaction", "This transaction already paid for another order."),
            CheckoutError::Field { field, message } => invalid(&field, message),
            CheckoutError::PlanChange { index, refusal } => unchangeable(index, refusal),
            CheckoutError::Fields(errors) => invalid_fields(errors),
            CheckoutError::Cart(refusal) => unsellable(refusal),
            CheckoutError::RefundChanged => refund_changed("The refund amount has changed. Check the new amount."),
            CheckoutError::RefundedSince => {
                refund_changed("This order has been refunded since you opened it. Check what's left to refund.")
            }
            CheckoutError::Reversal(refusal) => invalid("lines", unreturnable(refusal)),
            CheckoutError::Part(refusal) => invalid("parts", indivisible(refusal)),
            CheckoutError::Dispute(refusal) => undisputable(refusal),
            CheckoutError::TooManyMails(error) => error.into(),
            CheckoutError::Key(error) => error.into(),
            CheckoutError::Payment(error) => error.into(),
            CheckoutError::Fault(fault) => fault.into(),
        }
    }
}

impl From<CheckoutError> for JobError {
    fn from(error: CheckoutError) -> Self {
        Self::transient(error)
    }
}

fn unsellable(refusal: cart::Refusal) -> ApiError {
    match refusal {
        cart::Refusal::Field { field, message } => invalid(&field, message),
        cart::Refusal::NotHere(name) => {
            let text = Text::new("{name} isn't sold at this location.");
            ErrorCode::NotForThisLocation.because(text.with("name", name))
        }
        cart::Refusal::SoldOut { name, left: 0 } => {
            ErrorCode::SoldOut.because(Text::new("{name} is sold out.").with("name", name))
        }
        cart::Refusal::SoldOut { name, left } => {
            let text = Text::new("Only {left} left: {name}.");
            ErrorCode::SoldOut.because(text.with("left", left).with("name", name))
        }
    }
}

fn unchangeable(index: usize, refusal: ChangeRefusal) -> ApiError {
    let message = match refusal {
        ChangeRefusal::Owed => {
            return ErrorCode::ClubSuspended
                .because("Your wash club payment is past due or in progress. Try again after it's paid.");
        }
        ChangeRefusal::Paused => {
            return ErrorCode::ClubSuspended.because("Your wash club is paused. You can change it after it resumes.");
        }
        ChangeRefusal::SameClub => "You're already in this wash club.",
        ChangeRefusal::Cancelled => "Your wash club is canceled. Reactivate it first.",
    };
    invalid(&format!("products[{index}].productId"), message)
}

fn refund_changed(message: &'static str) -> ApiError {
    ErrorCode::PriceChanged
        .because(message)
        .field("expectedAmount", message)
}

fn unreturnable(refusal: refund::Refusal) -> Text {
    use refund::Refusal;
    match refusal {
        Refusal::NotPaid => Text::new("There's nothing left to refund on this order."),
        Refusal::Empty => Text::new("Select at least one item to refund."),
        Refusal::NoSuchLine(id) => Text::new("This order has no line {line}.").with("line", id),
        Refusal::Returned(name) => Text::new("{name} was already refunded.").with("name", name),
        Refusal::Twice(name) => Text::new("Select {name} only once.").with("name", name),
        Refusal::Used(name) => Text::new("{name} was used. Use an override to refund it anyway.").with("name", name),
        Refusal::Sent(name) => Text::new("{name} was shipped. Use an override to refund it anyway.").with("name", name),
        Refusal::Held(name) => {
            Text::new("A kiosk is using {name}. Try again when it finishes, within an hour.").with("name", name)
        }
        Refusal::Credited(name) => {
            Text::new("{name} was credited toward another club. Refund that one first.").with("name", name)
        }
        Refusal::Chosen(name) => {
            Text::new("This order didn't charge for {name}. Its renewals have their own orders.").with("name", name)
        }
        Refusal::NotStarted(name) => {
            Text::new("Nothing was charged for {name}, which hasn't started. Undo the change in Memberships.")
                .with("name", name)
        }
        Refusal::NoMembership => Text::new("To end the membership, refund the whole club item."),
        Refusal::NoAccount => Text::new("This customer's account is deleted. Refund to the card instead."),
        Refusal::Disputed => Text::new(
            "The bank has already returned this money to the customer. You can only refund the undisputed part.",
        ),
    }
}

fn indivisible(refusal: PartRefusal) -> Text {
    match refusal {
        PartRefusal::Returned(name) => Text::new("{name} was already refunded.").with("name", name),
        PartRefusal::Twice(name) => Text::new("Select {name} only once.").with("name", name),
        PartRefusal::Free(name) => {
            Text::new("Nothing was paid for {name}. Refund the whole item instead.").with("name", name)
        }
        PartRefusal::Amount(name) => {
            Text::new("Enter more than 0 and less than the remaining price of {name}.").with("name", name)
        }
        PartRefusal::GiftCard(name) => {
            Text::new("{name} is a gift card. Refund the whole line. The amount depends on its balance.")
                .with("name", name)
        }
        PartRefusal::NoCodes(name) => {
            Text::new("{name} isn't a bundle. Refund an amount or the whole item.").with("name", name)
        }
        PartRefusal::Gift(name) => {
            Text::new("{name} was a gift. Refund an amount or the whole item.").with("name", name)
        }
        PartRefusal::TooManyCodes(name) => Text::new("{name} doesn't have that many unused codes.").with("name", name),
        PartRefusal::AllCodes(name) => {
            Text::new("To refund all codes of {name}, select the whole item.").with("name", name)
        }
    }
}

fn undisputable(refusal: dispute::Refusal) -> ApiError {
    use dispute::Refusal;
    match refusal {
        Refusal::NothingLeft => invalid("amount", "There's nothing left to dispute on this payment."),
        Refusal::TooMuch => invalid("amount", "This is more than the remaining amount of this payment."),
        Refusal::OpenAlready => ErrorCode::Taken.because("This order already has an open dispute."),
        Refusal::Settled => ErrorCode::Taken.because("This dispute's outcome is already recorded."),
    }
}

/// ID of a line, reversal or dispute in a path. Invalid ones are not found.
pub(super) fn id_in_path(text: &str) -> Result<i64, CheckoutError> {
    text.parse().map_err(|_| CheckoutError::NotFound)
}

fn invalid(field: &str, message: impl Into<Text>) -> ApiError {
    let message = message.into();
    ErrorCode::InvalidFields.because(message.clone()).field(field, message)
}
