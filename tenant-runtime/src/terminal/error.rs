use platform::http::{ApiError, Text};
use platform::quota::Wait;

use super::rules::payment::PaymentRefusal;
use super::rules::{RedemptionState, Settled};
use crate::clubs::rules::plates::UnclearPlate;
use crate::clubs::rules::uses::UseRefusal;
use crate::error::{ErrorCode, Fault};
use crate::fields::{FieldErrors, invalid_field, invalid_fields};
use crate::gift_cards::rules::NOT_FOUND;
use crate::gift_cards::rules::hold::{HoldState, Refusal};
use crate::http::{ClaimError, Terminal};
use crate::payments::PaymentError;
use crate::wallet::CodeRefusal;

/// Errors of terminal requests. The conversion into [`ApiError`] defines the response to clients.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    #[error("the terminal's key isn't valid here")]
    NotPaired,
    #[error("unknown terminal")]
    NotFound,
    #[error("unknown location")]
    NoSuchLocation,
    #[error("invalid label: {0}")]
    Label(&'static str),
    #[error("invalid kiosk item: {0}")]
    KioskItem(&'static str),
    #[error("unknown or used pairing code")]
    NoSuchPairingCode,
    #[error("the pairing code has expired")]
    PairingCodeExpired,
    #[error(transparent)]
    Code(CodeRefusal),
    #[error("the club isn't usable: {0}")]
    Club(UseRefusal),
    #[error("several members have the license plate: {0:?}")]
    SeveralMembers(Vec<String>),
    #[error("the token is for a payment")]
    PaysOnly,
    #[error("invalid sale: {0:?}")]
    Fields(FieldErrors),
    #[error("the payment amount is zero")]
    NothingToPay,
    #[error("the card has reached its daily kiosk limit")]
    ChargedEnough,
    #[error("the customer has no card on file")]
    NoCard,
    #[error("the payment's status is unknown")]
    PaymentUnsettled,
    #[error("the payment was declined")]
    PaymentDeclined,
    #[error("the payment is already confirmed")]
    PaymentConfirmed,
    #[error("the payment was refunded")]
    PaymentVoided,
    #[error(transparent)]
    Processor(#[from] PaymentError),
    /// Wait until the next code.
    #[error("the terminal sent too many unknown codes")]
    TooManyMisses(Wait),
    #[error("invalid gift card number: {0}")]
    CardNumber(&'static str),
    #[error("no gift card has this number")]
    NoSuchCard,
    #[error("a gift card can't pay this amount")]
    Amount,
    #[error(transparent)]
    GiftCard(Refusal),
    #[error("the redemption is already confirmed")]
    Confirmed,
    #[error("the redemption is already canceled")]
    Cancelled,
    #[error(transparent)]
    Key(#[from] ClaimError),
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for TerminalError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<CodeRefusal> for TerminalError {
    fn from(refusal: CodeRefusal) -> Self {
        Self::Code(refusal)
    }
}

impl From<UseRefusal> for TerminalError {
    fn from(refusal: UseRefusal) -> Self {
        Self::Club(refusal)
    }
}

impl From<UnclearPlate> for TerminalError {
    fn from(unclear: UnclearPlate) -> Self {
        match unclear {
            UnclearPlate::NoMember => Self::Club(UseRefusal::NoMember),
            UnclearPlate::Several(states) => Self::SeveralMembers(states),
        }
    }
}

impl From<FieldErrors> for TerminalError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<PaymentRefusal> for TerminalError {
    fn from(refusal: PaymentRefusal) -> Self {
        match refusal {
            PaymentRefusal::Unsettled => Self::PaymentUnsettled,
            PaymentRefusal::Declined => Self::PaymentDeclined,
            PaymentRefusal::Confirmed => Self::PaymentConfirmed,
            PaymentRefusal::Voided => Self::PaymentVoided,
        }
    }
}

impl From<Refusal> for TerminalError {
    fn from(refusal: Refusal) -> Self {
        Self::GiftCard(refusal)
    }
}

impl From<Settled> for TerminalError {
    fn from(settled: Settled) -> Self {
        match settled.0 {
            RedemptionState::Cancelled => Self::Cancelled,
            _ => Self::Confirmed,
        }
    }
}

impl From<TerminalError> for ApiError {
    fn from(error: TerminalError) -> Self {
        match error {
            TerminalError::NotPaired => Terminal::unknown(),
            TerminalError::NotFound => Self::not_found(),
            TerminalError::NoSuchLocation => invalid_field("locationId", "Unknown location."),
            TerminalError::Label(message) => invalid_field("label", message),
            TerminalError::KioskItem(message) => invalid_field("kioskItem", message),
            TerminalError::NoSuchPairingCode => {
                ErrorCode::InvalidCode.because("This pairing code isn't valid. Check it and try again.")
            }
            TerminalError::PairingCodeExpired => {
                ErrorCode::Expired.because("This code has expired. Request a new one.")
            }
            TerminalError::Code(refusal) => refused(refusal),
            TerminalError::Club(refusal) => refusal.into(),
            TerminalError::SeveralMembers(states) => several_members(&states),
            TerminalError::PaysOnly => ErrorCode::InvalidCode.because("This is a payment code, not a wash code."),
            TerminalError::Fields(errors) => invalid_fields(errors),
            TerminalError::NothingToPay => invalid_field("amount", "There's nothing to pay."),
            TerminalError::ChargedEnough => {
                ErrorCode::LimitReached.because("This card has reached today's limit for kiosk payments.")
            }
            TerminalError::NoCard => ErrorCode::CardRequired.because("Add a card first."),
            TerminalError::PaymentUnsettled => {
                ErrorCode::PaymentPending.because("This payment is still being checked. Try again in a moment.")
            }
            TerminalError::PaymentDeclined => ErrorCode::PaymentOver.because("This payment was declined."),
            TerminalError::PaymentConfirmed => ErrorCode::PaymentOver.because("This payment was already confirmed."),
            TerminalError::PaymentVoided => ErrorCode::PaymentOver.because("This payment was refunded."),
            TerminalError::Processor(error) => error.into(),
            TerminalError::TooManyMisses(wait) => ErrorCode::RateLimited
                .because("Too many wrong codes. Wait a moment and try again.")
                .retry_after(wait.as_seconds()),
            TerminalError::CardNumber(message) => invalid_field("cardNumber", message),
            TerminalError::NoSuchCard => ErrorCode::InvalidCode.because(NOT_FOUND),
            TerminalError::Amount => invalid_field("amount", "Enter an amount within the gift card limit."),
            TerminalError::GiftCard(refusal) => not_paid(refusal),
            TerminalError::Confirmed => ErrorCode::RedemptionOver.because("This redemption was already confirmed."),
            TerminalError::Cancelled => ErrorCode::RedemptionOver.because("This redemption was already canceled."),
            TerminalError::Key(error) => error.into(),
            TerminalError::Fault(fault) => fault.into(),
        }
    }
}

fn several_members(states: &[String]) -> ApiError {
    if states.len() > 1 {
        let text = Text::new("Several members have this license plate: {states}. Choose the plate's state.");
        return ErrorCode::SeveralMembers.because(text.with("states", states.join(", ")));
    }
    ErrorCode::SeveralMembers.because("Several members have this license plate. Scan the member's code instead.")
}

fn not_paid(refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::NotInUse => ErrorCode::Revoked.because("This card can't be used."),
        Refusal::TooLittle(_) => ErrorCode::InsufficientBalance.because("This card's balance is too low."),
        Refusal::TooMuch(_) => invalid_field("amount", "You can't capture more than the authorized amount."),
        Refusal::Over(HoldState::Captured) => ErrorCode::RedemptionOver.because("This hold was already captured."),
        Refusal::Over(_) => ErrorCode::RedemptionOver.because("This hold was already released."),
    }
}

fn refused(refusal: CodeRefusal) -> ApiError {
    match refusal {
        CodeRefusal::Mistyped => {
            ErrorCode::MistypedCode.because("This code has a wrong digit. Check it and try again.")
        }
        CodeRefusal::Unknown => ErrorCode::InvalidCode.because("Unknown code."),
        CodeRefusal::Used => ErrorCode::TokenUsed.because("This code was already used."),
        CodeRefusal::Expired => ErrorCode::Expired.because("This code has expired."),
        CodeRefusal::Revoked => ErrorCode::Revoked.because("This code was voided."),
        CodeRefusal::Elsewhere => ErrorCode::NotForThisLocation.because("This code isn't valid at this location."),
        CodeRefusal::Reserved => {
            ErrorCode::ReservedElsewhere.because("This code is being redeemed at another terminal.")
        }
    }
}
