use platform::http::ApiError;
use platform::sheet::SheetError;

use super::OfferKind;
use super::rules::{CODE_TAKEN, Refusal};
use crate::catalog::refused_sheet;
use crate::error::{ErrorCode, Fault};
use crate::fields::{FieldErrors, invalid_field, invalid_fields};
use crate::http::{ClaimError, Stale};
use crate::identity;

/// Errors of offers. The conversion into [`ApiError`] defines the response to clients.
#[derive(Debug, thiserror::Error)]
pub(super) enum OfferError {
    #[error("unknown deal, or it hasn't started")]
    NotFound,
    /// Also before it starts, so that guessing reveals nothing. `captcha`: the next attempt needs one.
    #[error("unknown promo code")]
    InvalidCode { captcha: bool },
    #[error("invalid code: {0}")]
    Code(&'static str),
    #[error("the offer has ended")]
    Over,
    #[error("staff withdrew the offer")]
    Withdrawn,
    #[error("the offer isn't valid at this location")]
    Elsewhere,
    #[error("the customer has reached the claim limit")]
    AlreadyClaimed,
    #[error("the offer is fully claimed")]
    SoldOut,
    #[error(transparent)]
    Stale(#[from] Stale),
    #[error("another promo code already uses this code")]
    CodeTaken,
    #[error("invalid fields: {0:?}")]
    Fields(FieldErrors),
    #[error("unreadable table: {0}")]
    Sheet(#[from] SheetError),
    #[error(transparent)]
    Key(#[from] ClaimError),
    #[error(transparent)]
    Fault(Fault),
}

impl OfferError {
    /// The offer doesn't exist.
    pub(super) fn unknown(kind: OfferKind) -> Self {
        match kind {
            OfferKind::Deal => Self::NotFound,
            OfferKind::Promo => Self::InvalidCode { captcha: false },
        }
    }

    pub(super) fn refused(kind: OfferKind, refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotBegun => Self::unknown(kind),
            Refusal::Over => Self::Over,
            Refusal::Elsewhere => Self::Elsewhere,
            Refusal::Claimed => Self::AlreadyClaimed,
            Refusal::SoldOut => Self::SoldOut,
        }
    }
}

impl<E> From<E> for OfferError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<FieldErrors> for OfferError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<OfferError> for ApiError {
    fn from(error: OfferError) -> Self {
        match error {
            OfferError::NotFound => Self::not_found(),
            OfferError::InvalidCode { captcha } => {
                let refusal = ErrorCode::InvalidCode.because("This code isn't valid. Check it and try again.");
                if captcha {
                    identity::asking_for_captcha(refusal)
                } else {
                    refusal
                }
            }
            OfferError::Code(message) => invalid_field("code", message),
            OfferError::Over => ErrorCode::Expired.because("This discount has ended."),
            OfferError::Withdrawn => ErrorCode::Expired.because("This discount has been withdrawn."),
            OfferError::Elsewhere => {
                ErrorCode::NotForThisLocation.because("This discount isn't available at your location.")
            }
            OfferError::AlreadyClaimed => ErrorCode::AlreadyClaimed.because("You've already claimed this discount."),
            OfferError::SoldOut => ErrorCode::SoldOut.because("This discount is no longer available."),
            OfferError::Stale(stale) => stale.into(),
            OfferError::CodeTaken => ErrorCode::Taken.because(CODE_TAKEN).field("code", CODE_TAKEN),
            OfferError::Fields(errors) => invalid_fields(errors),
            OfferError::Sheet(error) => refused_sheet(&error),
            OfferError::Key(error) => error.into(),
            OfferError::Fault(fault) => fault.into(),
        }
    }
}
