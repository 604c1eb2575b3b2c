//! VAPID key pair that identifies an application server to push services (RFC 8292).

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde::Serialize;

use crate::keys::{Purpose, SiteKeys};

const KEY: Purpose = Purpose("application-server");

/// Lifetime of a token: at most a day (RFC 8292, section 2).
const LIFETIME: SignedDuration = SignedDuration::from_hours(12);

/// Sender of a site's messages.
pub struct ApplicationServer {
    public: Vec<u8>,
    key: EncodingKey,
    /// Contact for operators of push services: a `mailto:` or `https:` address.
    contact: String,
}

#[derive(Serialize)]
struct Claims<'a> {
    aud: &'a str,
    exp: i64,
    sub: &'a str,
}

impl ApplicationServer {
    /// Derives the key pair from the site's data key. It isn't stored, and stays the same for the life of the site, as
    /// subscriptions require.
    ///
    /// # Errors
    /// The cryptography fails, which no known input causes.
    pub fn of(keys: &SiteKeys, contact: String) -> Result<Self, Unspecified> {
        // Nearly all 32-byte values are valid private keys. If not, the next ones are tried.
        let drawn = (0..=u8::MAX).find_map(|attempt| {
            let bytes = keys.hmac(KEY, &[attempt]);
            Some((bytes, PrivateKey::from_private_key(&ECDH_P256, &bytes).ok()?))
        });
        let (private, agreement) = drawn.ok_or(Unspecified)?;
        let public = agreement.compute_public_key()?.as_ref().to_vec();
        let pair = EcdsaKeyPair::from_private_key_and_public_key(&ECDSA_P256_SHA256_FIXED_SIGNING, &private, &public)
            .map_err(|_| Unspecified)?;
        Ok(Self {
            key: EncodingKey::from_ec_der(pair.to_pkcs8v1()?.as_ref()),
            public,
            contact,
        })
    }

    /// Browser's `applicationServerKey`: an uncompressed point on P-256 in base64url.
    pub fn public_key(&self) -> String {
        BASE64URL_NOPAD.encode(&self.public)
    }

    /// `Authorization` header of a message to the push service at `origin`.
    pub(super) fn authorization(&self, origin: &str, now: Timestamp) -> Result<String, jsonwebtoken::errors::Error> {
        let claims = Claims {
            aud: origin,
            exp: (now + LIFETIME).as_second(),
            sub: &self.contact,
        };
        let token = jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &self.key)?;
        Ok(format!("vapid t={token}, k={}", self.public_key()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SeededRandom;

    fn server(seed: u64) -> ApplicationServer {
        ApplicationServer::of(&SiteKeys::generate(&SeededRandom::new(seed)), String::new()).unwrap()
    }

    #[test]
    fn each_site_has_one_key() {
        assert_eq!(server(1).public_key(), server(1).public_key());
        assert_ne!(server(1).public_key(), server(2).public_key());
        assert_eq!(server(1).public_key().len(), 87);
    }
}
