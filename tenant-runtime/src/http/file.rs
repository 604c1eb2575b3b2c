//! Reads an uploaded file of a form.

use axum::extract::{FromRequest, Multipart, Request};
use bytes::Bytes;
use platform::http::ApiError;

const NO_FILE: &str = "We couldn't read this file.";

/// Content of a form's only file (`multipart/form-data`, RFC 7578), with any part name.
pub struct UploadedFile(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for UploadedFile {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let form = Multipart::from_request(request, state).await;
        let mut form = form.map_err(|_| ApiError::unsupported_media_type())?;
        let unreadable = |_| ApiError::malformed(NO_FILE);
        let part = form.next_field().await.map_err(unreadable)?;
        let part = part.ok_or_else(|| ApiError::malformed(NO_FILE))?;
        Ok(Self(part.bytes().await.map_err(unreadable)?))
    }
}
