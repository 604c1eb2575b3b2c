use platform::http::ApiError;

use super::FieldErrors;
use crate::error::ErrorCode;

/// 422 with a message per invalid field.
pub fn invalid_fields(errors: FieldErrors) -> ApiError {
    let message = match errors.values().collect::<Vec<_>>()[..] {
        [only] => *only,
        _ => "Check your entries.",
    };
    let refusal = ErrorCode::InvalidFields.because(message);
    errors
        .into_iter()
        .fold(refusal, |refusal, (field, message)| refusal.field(field, message))
}

/// 422 for one field.
pub fn invalid_field(field: &'static str, message: &'static str) -> ApiError {
    invalid_fields([(field.into(), message)].into())
}
