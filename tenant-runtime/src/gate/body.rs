//! Reading a request's body, before the request is worked on.

use axum::body::{Body, HttpBody as _};
use axum::extract::Request;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use platform::http::ApiError;

/// Replaces the body of `request` by its bytes, at most `most` of them.
///
/// # Errors
/// 413 for a longer one, told from its declared length where there is one; 400 for one that breaks off or does not come in
/// time.
pub(super) async fn read_body(request: &mut Request, most: usize) -> Result<(), ApiError> {
    if request.body().is_end_stream() {
        return Ok(());
    }
    if request.body().size_hint().lower() > most as u64 {
        return Err(ApiError::too_large());
    }
    let body = Limited::new(std::mem::take(request.body_mut()), most);
    match Box::pin(body.collect()).await {
        Ok(whole) => {
            *request.body_mut() = Body::from(whole.to_bytes());
            Ok(())
        }
        Err(error) if error.is::<LengthLimitError>() => Err(ApiError::too_large()),
        Err(_) => Err(ApiError::malformed("We couldn't read the request body.")),
    }
}
