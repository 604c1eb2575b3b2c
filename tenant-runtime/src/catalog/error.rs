use platform::http::{ApiError, Text};
use platform::sheet::{MOST_COLUMNS, SheetError};

use super::rules::locations::LAST_LOCATION;
use super::rules::sheet::MOST_ROWS;
use crate::error::{ErrorCode, Fault};
use crate::fields::{FieldErrors, invalid_fields};
use crate::http::{ClaimError, Stale};

/// Reason why the catalog couldn't be changed. The conversion into [`ApiError`] defines the response to clients.
#[derive(Debug, thiserror::Error)]
pub(super) enum EntryError {
    #[error("unknown product or location")]
    NotFound,
    #[error(transparent)]
    Stale(#[from] Stale),
    #[error("the last location can't be removed")]
    LastLocation,
    #[error("the product has been sold")]
    Sold { name: String },
    #[error("other products include the wash")]
    IncludedIn { products: String },
    #[error("returning members are offered the club")]
    OfferedToReturning { name: String },
    #[error("invalid cursor")]
    NoSuchPage,
    #[error("invalid page limit")]
    HowMany,
    #[error("invalid fields: {0:?}")]
    Fields(FieldErrors),
    #[error("unreadable table: {0}")]
    Sheet(#[from] SheetError),
    #[error(transparent)]
    Key(#[from] ClaimError),
    #[error(transparent)]
    Fault(Fault),
}

impl<E> From<E> for EntryError
where
    Fault: From<E>,
{
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

impl From<FieldErrors> for EntryError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<EntryError> for ApiError {
    fn from(error: EntryError) -> Self {
        match error {
            EntryError::NotFound => Self::not_found(),
            EntryError::Stale(stale) => stale.into(),
            EntryError::LastLocation => ErrorCode::InvalidFields.because(LAST_LOCATION),
            EntryError::Sold { name } => ErrorCode::ProductInUse.because(
                Text::new("{name} has been sold, so you can't delete it. Archive it instead.").with("name", name),
            ),
            EntryError::IncludedIn { products } => ErrorCode::ProductInUse.because(
                Text::new("This wash is included in {products}. Remove it there first.").with("products", products),
            ),
            EntryError::OfferedToReturning { name } => ErrorCode::ProductInUse.because(
                Text::new("Returning members are offered {name}. Choose another club for them first.")
                    .with("name", name),
            ),
            EntryError::NoSuchPage => Self::malformed("Invalid cursor."),
            EntryError::HowMany => Self::malformed("Enter a limit from 1 to 200."),
            EntryError::Fields(errors) => invalid_fields(errors),
            EntryError::Sheet(error) => refused_sheet(&error),
            EntryError::Key(error) => error.into(),
            EntryError::Fault(fault) => fault.into(),
        }
    }
}

/// Client error for an invalid file.
pub(crate) fn refused_sheet(error: &SheetError) -> ApiError {
    let text = match error {
        SheetError::NotUtf8 => Text::new("This file isn't UTF-8. Save it as “CSV UTF-8” in your spreadsheet."),
        SheetError::Empty => Text::new("This file is empty. Its first line must name the columns."),
        SheetError::Ragged { line } => {
            Text::new("Line {line} has a different number of columns than the header.").with("line", line)
        }
        SheetError::TooWide => Text::new("Import up to {most} columns at a time.").with("most", MOST_COLUMNS),
        SheetError::Exhausted => Text::new("We couldn't read this file."),
        SheetError::TooLong => Text::new("Import up to {most} rows at a time.").with("most", MOST_ROWS),
    };
    ErrorCode::InvalidFields.because(text)
}
