//! Device keys: secrets that prove an earlier login of a browser to an account. A device ID proves nothing, because
//! clients choose it. The cookie is sent only with logins, and each login replaces the key.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use headers::{Cookie, HeaderMapExt as _};
use platform::http::Answer;
use platform::random::Random;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

const COOKIE: &str = "device-key";

/// Characters of a key.
const LENGTH: usize = 43;

/// A year, in seconds.
const LIFETIME: u32 = 365 * 24 * 3600;

/// SHA-256 of the device key that the caller's browser has, if any.
pub struct DeviceKey(pub Option<[u8; 32]>);

impl DeviceKey {
    fn of(headers: &HeaderMap) -> Self {
        let cookie = headers.typed_get::<Cookie>();
        let key = cookie.as_ref().and_then(|cookie| cookie.get(COOKIE));
        Self(key.filter(|key| key.len() == LENGTH).map(hash))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for DeviceKey {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self::of(&parts.headers))
    }
}

/// Key for a browser that has just logged in.
pub struct NewDeviceKey(String);

impl NewDeviceKey {
    /// Creates a key.
    pub fn generate(random: &dyn Random) -> Self {
        Self(random.token())
    }

    /// SHA-256, for storage.
    pub fn hash(&self) -> [u8; 32] {
        hash(&self.0)
    }

    /// `path`: login and its subpaths. `is_https`: whether pages have TLS.
    fn cookie(&self, path: &str, is_https: bool) -> Option<HeaderValue> {
        let secure = if is_https { "; Secure" } else { "" };
        let cookie = format!(
            "{COOKIE}={}; Path={path}; Max-Age={LIFETIME}; HttpOnly; SameSite=Strict{secure}",
            self.0
        );
        HeaderValue::try_from(cookie).ok()
    }
}

/// Response to a login: its tokens and the browser's new key.
pub struct LoggedIn<T> {
    pub tokens: T,
    pub key: Option<NewDeviceKey>,
    /// Path to which the cookie is sent.
    pub path: &'static str,
    pub is_https: bool,
}

impl<T: Serialize> IntoResponse for LoggedIn<T> {
    fn into_response(self) -> Response {
        let cookie = self.key.and_then(|key| key.cookie(self.path, self.is_https));
        let mut response = Answer(self.tokens).into_response();
        if let Some(cookie) = cookie {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}

fn hash(key: &str) -> [u8; 32] {
    Sha256::digest(key).into()
}
