//! What people type into fields: how it is checked, and how a refusal names each field at fault.

mod email;
pub mod text;

use std::borrow::Cow;
use std::collections::BTreeMap;

use platform::http::ApiError;

pub use email::{email, email_key};

use crate::error::ErrorCode;

/// A field's value, or the message that says why it is refused.
pub type Checked<T> = Result<T, &'static str>;

/// Message by field, as it is called on the wire: `firstName`, `products[2].giftedEmail`.
pub type FieldErrors = BTreeMap<Cow<'static, str>, &'static str>;

/// Collects what is wrong with fields.
#[derive(Default)]
pub struct Notes(FieldErrors);

impl Notes {
    /// The field's value; where it is refused, its message is noted and a stand-in answered.
    pub fn take<T: Default>(&mut self, field: impl Into<Cow<'static, str>>, checked: Checked<T>) -> T {
        checked.unwrap_or_else(|message| {
            self.0.insert(field.into(), message);
            T::default()
        })
    }

    /// `value`, if nothing was wrong.
    ///
    /// # Errors
    /// The message of each field at fault.
    pub fn into_result<T>(self, value: T) -> Result<T, FieldErrors> {
        if self.0.is_empty() { Ok(value) } else { Err(self.0) }
    }
}

/// 422 with the message of each field at fault.
pub fn invalid_fields(errors: FieldErrors) -> ApiError {
    let message = match errors.values().collect::<Vec<_>>()[..] {
        [only] => *only,
        _ => "Please check your entries.",
    };
    let refusal = ErrorCode::InvalidFields.because(message);
    errors
        .into_iter()
        .fold(refusal, |refusal, (field, message)| refusal.field(field, message))
}

/// 422 for one field.
pub fn invalid_field(field: &'static str, message: &'static str) -> ApiError {
    invalid_fields([(Cow::Borrowed(field), message)].into())
}
