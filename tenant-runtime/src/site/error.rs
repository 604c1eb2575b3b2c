use platform::http::{ApiError, Text};
use platform::money::Currency;
use platform::sandbox::SandboxError;

use super::pictures::PictureError;
use super::rules::ConfigError;
use crate::domain::CurrencyObjection;
use crate::error::{ErrorCode, Fault};
use crate::fields::{FieldErrors, invalid_field, invalid_fields, text};
use crate::http::Stale;

/// Errors of the site config. The conversion into [`ApiError`] defines the response to clients.
#[derive(Debug, thiserror::Error)]
pub(super) enum SiteError {
    #[error("the site can't change its currency to {1}: {0:?}")]
    Currency(CurrencyObjection, Currency),
    #[error("the request has no revision")]
    NoRevision,
    #[error("the change needs the password")]
    PasswordRequired,
    #[error("someone else saved a config")]
    StaleRevision,
    #[error("unknown revision")]
    NoSuchRevision,
    #[error("someone else published this text")]
    StaleText,
    #[error(transparent)]
    Stale(#[from] Stale),
    #[error("the text is too long")]
    TextTooLong,
    #[error("the text has too many unclosed elements")]
    TextTooComplex,
    #[error("invalid fields: {0:?}")]
    Fields(FieldErrors),
    #[error("not a JSON object")]
    NotJson,
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("unsupported file type")]
    UnknownKind,
    #[error("unreadable file: {0}")]
    Unreadable(String),
    #[error("the image has too many pixels")]
    TooManyPixels,
    #[error("the SVG file has filters")]
    DrawingHasFilters,
    #[error("the SVG file takes too long to render")]
    DrawingTooComplex,
    #[error("the image is too large")]
    TooLarge,
    #[error("the site's image storage is full")]
    NoRoom,
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for SiteError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<SandboxError> for SiteError {
    fn from(error: SandboxError) -> Self {
        match error {
            // Only SVG files need more than a worker has.
            SandboxError::Exhausted => Self::DrawingTooComplex,
            SandboxError::Unavailable(_) => Self::Fault(Fault::internal(error)),
        }
    }
}

impl From<FieldErrors> for SiteError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<PictureError> for SiteError {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Unreadable(why) => Self::Unreadable(why),
            PictureError::TooManyPixels => Self::TooManyPixels,
            PictureError::Storage(cause) => Self::Fault(Fault::internal(cause)),
        }
    }
}

impl From<SiteError> for ApiError {
    fn from(error: SiteError) -> Self {
        match error {
            SiteError::Currency(CurrencyObjection::Sold, _) => {
                invalid_field("currency", "You can't change the currency after the first sale.")
            }
            SiteError::Currency(CurrencyObjection::Processor { accepted }, currency) => {
                let text = Text::new("Your payment processor doesn't accept {currency}. It accepts {supported}.")
                    .with("currency", currency.code())
                    .with("supported", accepted.join(", "));
                ErrorCode::InvalidFields.because(text.clone()).field("currency", text)
            }
            SiteError::NoRevision => invalid_field("revision", "Send the revision you edited."),
            SiteError::PasswordRequired => ErrorCode::PasswordRequired.because("Enter your password first."),
            SiteError::StaleRevision => {
                ErrorCode::StaleRevision.because("Someone else saved the configuration. Reload and try again.")
            }
            SiteError::StaleText => {
                ErrorCode::StaleRevision.because("Someone else published a new version. Reload and try again.")
            }
            SiteError::Stale(stale) => stale.into(),
            SiteError::TextTooLong => invalid_field("html", text::TOO_LONG),
            SiteError::TextTooComplex => invalid_field(
                "html",
                "This HTML is too complex. Close elements such as <a> and <b>, or paste the text without formatting.",
            ),
            SiteError::Fields(errors) => invalid_fields(errors),
            SiteError::NoSuchRevision => Self::not_found(),
            SiteError::NotJson => invalid_field("text", "Config Error: Invalid Config."),
            SiteError::Config(ConfigError { field, message }) => {
                let message = Text::new(message);
                ErrorCode::InvalidFields.because(message.clone()).field(field, message)
            }
            SiteError::UnknownKind => invalid_field("file", "Upload an SVG, PNG, JPEG, WebP or MP4 file."),
            SiteError::Unreadable(_) => invalid_field("file", "We couldn't read this file."),
            SiteError::TooManyPixels => invalid_field("file", "This image has too many pixels. Upload a smaller one."),
            SiteError::DrawingHasFilters => invalid_field(
                "file",
                "Export this SVG without filter effects, such as shadows or blurs.",
            ),
            SiteError::DrawingTooComplex => invalid_field(
                "file",
                "This SVG takes too long to render. Simplify it, or upload a PNG.",
            ),
            SiteError::TooLarge => Self::too_large(),
            SiteError::NoRoom => {
                ErrorCode::LimitReached.because("Your image storage is full. Contact us for more space.")
            }
            SiteError::Fault(fault) => fault.into(),
        }
    }
}
