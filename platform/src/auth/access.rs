//! Access tokens: JWT (RFC 7519) signed with HS256 by a key that only the audience has.

use jiff::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

use crate::keys::SecretKey;

/// Media type of access tokens (RFC 9068), so that no other signed token is accepted as one.
const TOKEN_TYPE: &str = "at+jwt";

/// Tolerance in seconds for a clock that was set back, compared with the start of a token's validity.
const NOT_BEFORE_LEEWAY: i64 = 5;
/// Seconds that `iat` may be in the future. Clocks are corrected by less while a machine runs.
const ISSUED_AT_LEEWAY: i64 = 60;

/// Claims of a token. They don't reveal whether the session still exists or what the subject can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    pub subject: String,
    pub session: String,
    pub token_id: String,
    /// For display only. Permissions are looked up with each request.
    pub is_admin: bool,
    pub issued_at: Timestamp,
    pub expires_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidToken {
    /// Not three parts separated by dots.
    #[error("Invalid JWT")]
    Shape,
    /// The signature, algorithm, type, issuer, audience or a claim is wrong. The error doesn't say which.
    #[error("This token isn't valid here.")]
    Forged,
    #[error("This token has expired.")]
    Expired,
}

/// Signs and verifies tokens of one issuer for one audience.
pub struct AccessTokens {
    issuer: String,
    audience: String,
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
}

/// Claims as serialized. `aud` is a single string; a list doesn't parse.
#[derive(Debug, Serialize, Deserialize)]
struct WireClaims {
    sub: String,
    iss: String,
    aud: String,
    /// Seconds since 1970, like `exp` and `nbf`.
    iat: i64,
    exp: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<i64>,
    jti: String,
    sid: String,
    #[serde(rename = "IsAdmin")]
    is_admin: String,
}

impl AccessTokens {
    pub fn new(key: &SecretKey, issuer: &str, audience: &str) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        // The library uses the machine's clock, so times are compared below.
        validation.validate_exp = false;
        validation.validate_nbf = false;
        validation.set_issuer(&[issuer]);
        validation.set_audience(&[audience]);
        validation.set_required_spec_claims(&["exp", "aud", "iss", "sub"]);
        Self {
            issuer: issuer.to_owned(),
            audience: audience.to_owned(),
            encoding: EncodingKey::from_secret(key.expose()),
            decoding: DecodingKey::from_secret(key.expose()),
            validation,
        }
    }

    /// # Errors
    /// Signing fails, which no known input causes.
    pub fn issue(&self, claims: &Claims) -> Result<String, jsonwebtoken::errors::Error> {
        let wire = WireClaims {
            sub: claims.subject.clone(),
            iss: self.issuer.clone(),
            aud: self.audience.clone(),
            iat: claims.issued_at.as_second(),
            exp: claims.expires_at.as_second(),
            nbf: None,
            jti: claims.token_id.clone(),
            sid: claims.session.clone(),
            is_admin: claims.is_admin.to_string(),
        };
        let header = Header {
            typ: Some(TOKEN_TYPE.to_owned()),
            ..Header::new(Algorithm::HS256)
        };
        jsonwebtoken::encode(&header, &wire, &self.encoding)
    }

    pub fn verify(&self, token: &str, now: Timestamp) -> Result<Claims, InvalidToken> {
        let claims = self.verify_expired(token, now)?;
        if claims.expires_at <= now {
            Err(InvalidToken::Expired)
        } else {
            Ok(claims)
        }
    }

    /// Like [`verify`](Self::verify), but accepts an expired token, for renewal.
    pub fn verify_expired(&self, token: &str, now: Timestamp) -> Result<Claims, InvalidToken> {
        if token.split('.').count() != 3 {
            return Err(InvalidToken::Shape);
        }
        let decoded = jsonwebtoken::decode::<WireClaims>(token, &self.decoding, &self.validation);
        let decoded = decoded.map_err(|_| InvalidToken::Forged)?;
        let claims = decoded.claims;
        // Compared again, because by default the library accepts a token without issuer or audience.
        let ours = decoded.header.typ.as_deref() == Some(TOKEN_TYPE)
            && decoded.header.alg == Algorithm::HS256
            && claims.iss == self.issuer
            && claims.aud == self.audience;
        let counts = claims
            .nbf
            .is_none_or(|not_before| not_before <= now.as_second() + NOT_BEFORE_LEEWAY);
        // Issued while the clock was ahead, so it would be valid for much longer than intended.
        let is_from_future = claims.iat > now.as_second() + ISSUED_AT_LEEWAY;
        if !ours || !counts || is_from_future {
            return Err(InvalidToken::Forged);
        }
        let instant = |seconds| Timestamp::from_second(seconds).map_err(|_| InvalidToken::Forged);
        Ok(Claims {
            subject: claims.sub,
            session: claims.sid,
            token_id: claims.jti,
            is_admin: claims.is_admin == "true",
            issued_at: instant(claims.iat)?,
            expires_at: instant(claims.exp)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;
    use jiff::SignedDuration;
    use serde_json::{Value, json};

    use super::*;

    const KEY: [u8; 32] = [7; 32];
    const SITE: &str = "6a0c9a0e-1111-4222-8333-444455556666";

    fn tokens() -> AccessTokens {
        AccessTokens::new(&SecretKey::new(KEY), "site", SITE)
    }

    fn now() -> Timestamp {
        "2030-01-01T12:00:00Z".parse().unwrap()
    }

    fn claims() -> Claims {
        Claims {
            subject: "17".into(),
            session: "session".into(),
            token_id: "token".into(),
            is_admin: true,
            issued_at: now(),
            expires_at: now() + SignedDuration::from_mins(60),
        }
    }

    /// Token by a forger with the right key.
    fn signed(header: Header, change: impl FnOnce(&mut Value)) -> String {
        let mut claims = json!({
            "sub": "17", "iss": "site", "aud": SITE, "iat": now().as_second(), "exp": now().as_second() + 3600,
            "jti": "token", "sid": "session", "IsAdmin": "false",
        });
        change(&mut claims);
        jsonwebtoken::encode(&header, &claims, &EncodingKey::from_secret(&KEY)).unwrap()
    }

    fn header() -> Header {
        Header {
            typ: Some("at+jwt".into()),
            ..Header::new(Algorithm::HS256)
        }
    }

    fn verdict(token: &str) -> Result<Claims, InvalidToken> {
        tokens().verify(token, now())
    }

    #[test]
    fn issued_token_verifies() {
        let token = tokens().issue(&claims()).unwrap();
        assert_eq!(verdict(&token), Ok(claims()));
        let payload = BASE64URL_NOPAD
            .decode(token.split('.').nth(1).unwrap().as_bytes())
            .unwrap();
        let payload: Value = serde_json::from_slice(&payload).unwrap();
        assert_eq!(payload["IsAdmin"], "true");
        assert_eq!(payload["aud"], SITE);
        assert!(verdict(&signed(header(), |_| {})).is_ok());
    }

    #[test]
    fn token_parts_are_counted() {
        let token = tokens().issue(&claims()).unwrap();
        let (two, _) = token.rsplit_once('.').unwrap();
        for text in [two, "", "a", &format!("{token}."), "......"] {
            assert_eq!(verdict(text), Err(InvalidToken::Shape), "{text}");
        }
        assert_eq!(InvalidToken::Shape.to_string(), "Invalid JWT");
        assert_eq!(verdict(".."), Err(InvalidToken::Forged));
    }

    #[test]
    fn expired_token_is_valid_for_renewal_only() {
        let token = tokens().issue(&claims()).unwrap();
        let just_before = claims().expires_at - SignedDuration::from_secs(1);
        assert!(tokens().verify(&token, just_before).is_ok());
        assert_eq!(tokens().verify(&token, claims().expires_at), Err(InvalidToken::Expired));
        assert!(
            tokens()
                .verify_expired(&token, claims().expires_at + SignedDuration::from_hours(24))
                .is_ok()
        );
    }

    #[test]
    fn foreign_key_issuer_and_audience_are_rejected() {
        let foreign_key = AccessTokens::new(&SecretKey::new([8; 32]), "site", SITE);
        let foreign_issuer = AccessTokens::new(&SecretKey::new(KEY), "staff", SITE);
        let foreign_audience = AccessTokens::new(&SecretKey::new(KEY), "site", "another");
        for foreign in [foreign_key, foreign_issuer, foreign_audience] {
            let token = foreign.issue(&claims()).unwrap();
            assert_eq!(verdict(&token), Err(InvalidToken::Forged));
            assert_eq!(tokens().verify_expired(&token, now()), Err(InvalidToken::Forged));
        }
    }

    #[test]
    fn claims_are_required_and_typed() {
        for missing in ["sub", "iss", "aud", "iat", "exp", "jti", "sid", "IsAdmin"] {
            let token = signed(header(), |claims| drop(claims.as_object_mut().unwrap().remove(missing)));
            assert_eq!(verdict(&token), Err(InvalidToken::Forged), "without {missing}");
        }
        for (claim, value) in [
            ("aud", json!([SITE])),
            ("aud", json!([SITE, "another"])),
            ("aud", json!("")),
            ("iss", json!(["site"])),
            ("exp", json!("tomorrow")),
            ("exp", json!(i64::MAX)),
            ("nbf", json!(now().as_second() + 6)),
            ("nbf", json!("now")),
            ("iat", json!(now().as_second() + 61)),
            ("iat", json!(now().as_second() + 315_360_000)),
            ("IsAdmin", json!(true)),
        ] {
            let token = signed(header(), |claims| claims[claim] = value.clone());
            assert_eq!(verdict(&token), Err(InvalidToken::Forged), "{claim}: {value}");
        }
        assert!(verdict(&signed(header(), |claims| claims["iat"] = json!(now().as_second() + 60))).is_ok());
        assert!(verdict(&signed(header(), |claims| claims["nbf"] = json!(now().as_second() + 5))).is_ok());
    }

    #[test]
    fn other_algorithms_and_types_are_rejected() {
        for algorithm in [Algorithm::HS384, Algorithm::HS512] {
            let header = Header {
                typ: Some("at+jwt".into()),
                ..Header::new(algorithm)
            };
            assert_eq!(verdict(&signed(header, |_| {})), Err(InvalidToken::Forged));
        }
        for kind in [None, Some("JWT".to_owned())] {
            assert_eq!(
                verdict(&signed(Header { typ: kind, ..header() }, |_| {})),
                Err(InvalidToken::Forged)
            );
        }
        let token = signed(header(), |_| {});
        let parts: Vec<&str> = token.split('.').collect();
        let none = BASE64URL_NOPAD.encode(br#"{"alg":"none","typ":"at+jwt"}"#);
        for unsigned in [
            format!("{none}.{}.", parts[1]),
            format!("{none}.{}.{}", parts[1], parts[2]),
        ] {
            assert_eq!(verdict(&unsigned), Err(InvalidToken::Forged));
        }
    }

    #[test]
    fn modified_payload_is_detected() {
        let token = signed(header(), |_| {});
        let other = signed(header(), |claims| claims["sub"] = json!("18"));
        let (head, _) = token.rsplit_once('.').unwrap();
        let (_, signature) = other.rsplit_once('.').unwrap();
        assert_eq!(verdict(&format!("{head}.{signature}")), Err(InvalidToken::Forged));
    }
}
