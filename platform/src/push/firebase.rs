//! Firebase Cloud Messaging, HTTP v1: the merchant's service account, requests and responses.

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Message, Outcome};

/// Google's token endpoint. A key file names it too and is accepted only if it is the same, because uploaders must not
/// choose the server's targets.
pub(super) const TOKEN_URI: &str = "https://oauth2.googleapis.com/token";

/// Message endpoint.
pub(super) const MESSAGING: &str = "https://fcm.googleapis.com";

const SCOPE: &str = "https://www.googleapis.com/auth/firebase.messaging";

/// Lifetime of an assertion (at most an hour).
const ASSERTION: SignedDuration = SignedDuration::from_mins(10);

/// Service account of a Firebase project, as in its key file.
#[derive(Clone, Deserialize)]
pub struct ServiceAccount {
    pub project_id: String,
    client_email: String,
    private_key_id: String,
    private_key: SecretString,
}

/// Stored part of a service account: a key file without the fields only its console needs.
#[derive(Serialize)]
struct Kept<'a> {
    project_id: &'a str,
    client_email: &'a str,
    private_key_id: &'a str,
    private_key: &'a str,
}

/// Other fields of a key file.
#[derive(Deserialize)]
struct KeyFile {
    #[serde(rename = "type")]
    kind: String,
    token_uri: String,
}

/// The file isn't the key of a Google service account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a service account key file")]
pub struct NotAKeyFile;

#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    scope: &'a str,
    aud: &'a str,
    iat: i64,
    exp: i64,
}

impl fmt::Debug for ServiceAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceAccount")
            .field("project_id", &self.project_id)
            .finish_non_exhaustive()
    }
}

impl ServiceAccount {
    /// Reads the key file that Google's console hands out.
    ///
    /// # Errors
    /// It is none.
    pub fn from_key_file(file: &[u8]) -> Result<Self, NotAKeyFile> {
        let about: KeyFile = serde_json::from_slice(file).map_err(|_| NotAKeyFile)?;
        let account: Self = serde_json::from_slice(file).map_err(|_| NotAKeyFile)?;
        let named = |text: &str, more: &[char]| {
            !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(&c))
        };
        let is_one = about.kind == "service_account"
            && about.token_uri == TOKEN_URI
            && named(&account.project_id, &['-', '.', ':'])
            && named(&account.private_key_id, &[])
            && account.client_email.contains('@');
        account.signing_key()?;
        is_one.then_some(account).ok_or(NotAKeyFile)
    }

    /// Account for storage; the caller seals it.
    pub fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(&Kept {
            project_id: &self.project_id,
            client_email: &self.client_email,
            private_key_id: &self.private_key_id,
            private_key: self.private_key.expose_secret(),
        })
    }

    /// An account that [`Self::to_bytes`] wrote.
    ///
    /// # Errors
    /// The bytes are no account.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NotAKeyFile> {
        serde_json::from_slice(bytes).map_err(|_| NotAKeyFile)
    }

    /// Name that identifies the key and its account.
    pub(super) fn key_name(&self) -> String {
        format!("{} {}", self.client_email, self.private_key_id)
    }

    fn signing_key(&self) -> Result<EncodingKey, NotAKeyFile> {
        EncodingKey::from_rsa_pem(self.private_key.expose_secret().as_bytes()).map_err(|_| NotAKeyFile)
    }

    /// Signed assertion to request a bearer token (RFC 7523).
    pub(super) fn assertion(&self, now: Timestamp) -> Result<String, NotAKeyFile> {
        let claims = Claims {
            iss: &self.client_email,
            scope: SCOPE,
            aud: TOKEN_URI,
            iat: now.as_second(),
            exp: (now + ASSERTION).as_second(),
        };
        let header = Header {
            kid: Some(self.private_key_id.clone()),
            ..Header::new(Algorithm::RS256)
        };
        jsonwebtoken::encode(&header, &claims, &self.signing_key()?).map_err(|_| NotAKeyFile)
    }
}

/// Body of `messages:send`.
pub(super) fn body(token: &str, message: &Message, now: Timestamp) -> Value {
    let seconds = message.time_to_live.as_secs();
    let expires = (now + message.time_to_live).as_second();
    let mut body = json!({ "message": {
        "token": token,
        "notification": { "title": message.title, "body": message.body },
        "data": { "link": message.link },
        "android": { "ttl": format!("{seconds}s"), "collapse_key": message.topic },
        "apns": { "headers": { "apns-expiration": expires.to_string(), "apns-collapse-id": message.topic } },
        "webpush": { "headers": { "TTL": seconds.to_string(), "Topic": message.topic } },
    } });
    // Google rejects other links.
    if message.link.starts_with("https://") {
        body["message"]["webpush"]["fcm_options"] = json!({ "link": message.link });
    }
    body
}

/// Meaning of a response to `messages:send`. `None` for temporary failures.
pub(super) fn outcome(status: u16, answer: &Value) -> Option<Outcome> {
    let details = answer["error"]["details"].as_array().into_iter().flatten();
    let mut codes = details.filter_map(|detail| detail["errorCode"].as_str());
    match status {
        200..300 => Some(Outcome::Taken),
        // The second: the token belongs to another project, whose messages aren't ours.
        403 | 404 if codes.any(|code| matches!(code, "UNREGISTERED" | "SENDER_ID_MISMATCH")) => Some(Outcome::Gone),
        // 401: the bearer token; get a new one.
        401 | 408 | 429 | 500.. => None,
        other => Some(Outcome::Refused(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(code: &str) -> Value {
        json!({"error": {"status": "X", "details": [{"@type": "…FcmError", "errorCode": code}]}})
    }

    #[test]
    fn firebase_responses_are_classified() {
        for (status, answer, outcome) in [
            (200, json!({"name": "projects/p/messages/1"}), Some(Outcome::Taken)),
            (404, failure("UNREGISTERED"), Some(Outcome::Gone)),
            (403, failure("SENDER_ID_MISMATCH"), Some(Outcome::Gone)),
            (404, json!({}), Some(Outcome::Refused(404))),
            (400, failure("INVALID_ARGUMENT"), Some(Outcome::Refused(400))),
            (401, failure("THIRD_PARTY_AUTH_ERROR"), None),
            (429, failure("QUOTA_EXCEEDED"), None),
            (503, failure("UNAVAILABLE"), None),
        ] {
            assert_eq!(super::outcome(status, &answer), outcome, "{status} {answer}");
        }
    }

    #[test]
    fn invalid_key_file_is_rejected() {
        let file = json!({
            "type": "service_account", "project_id": "p", "private_key_id": "1", "client_email": "a@b",
            "private_key": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "token_uri": TOKEN_URI,
        });
        for text in ["", "{}", "[]", &file.to_string()] {
            assert_eq!(ServiceAccount::from_key_file(text.as_bytes()).unwrap_err(), NotAKeyFile);
        }
    }
}
