//! Passkeys for two-factor authentication (Web Authentication, level 3): verifies a browser's responses when it creates a passkey
//! and when it signs with one.
//!
//! Only the required checks of a relying party are implemented. Keys are on P-256 (ES256), which every passkey provider
//! supports. Attestation isn't requested, so only the key itself is trusted. Signatures are verified by the
//! cryptography library of TLS.

use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1, UnparsedPublicKey};
use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::random::Random;

/// ES256 in COSE.
pub const ALGORITHM: i32 = -7;

/// Maximum length of a credential ID (Web Authentication, level 3, 4).
const LONGEST_ID: usize = 1023;

/// User presence flag.
const USER_PRESENT: u8 = 1;
/// Flag: the key is included.
const KEY_INCLUDED: u8 = 1 << 6;

/// Hash of the relying party ID, flags and counter.
const HEADER: usize = 32 + 1 + 4;
/// Length of the header before a new credential's ID: authenticator model and length of the ID.
const ID_HEADER: usize = 16 + 2;

/// COSE key on P-256 in the only encoding allowed for authenticators (CTAP 2, 8): bytes before its x and its y.
const BEFORE_X: [u8; 10] = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
const BEFORE_Y: [u8; 3] = [0x22, 0x58, 0x20];

/// Challenge for a browser, valid once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge([u8; 32]);

impl Challenge {
    pub fn generate(random: &dyn Random) -> Self {
        Self(random.bytes())
    }

    /// From stored bytes. `None`: invalid.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub const fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// In base64url, as the browser returns it.
    pub fn to_text(&self) -> String {
        BASE64URL_NOPAD.encode(&self.0)
    }
}

/// Expected origin and challenge.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// `https://sparkle.example.com`
    pub origin: &'a str,
    /// Host of the origin, without its port.
    pub host: &'a str,
    pub challenge: &'a Challenge,
}

/// Stored passkey. None of it is secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passkey {
    /// Credential ID in base64url.
    pub id: String,
    /// Coordinates of its P-256 key in base64url.
    key: String,
    /// Signature counter, if the authenticator supports it; otherwise 0.
    count: u32,
    /// Host that it was created for. Browsers use it nowhere else. Earlier builds didn't store it.
    #[serde(default)]
    host: Option<String>,
}

/// Reason why a response is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("unreadable response")]
    Malformed,
    #[error("the response is for another challenge or page")]
    Astray,
    #[error("the user wasn't present")]
    NobodyThere,
    #[error("the key type wasn't requested")]
    OtherKey,
    #[error("wrong signature")]
    BadSignature,
    #[error("the signature counter went backwards, which suggests a copied passkey")]
    Copied,
}

/// The relevant part of the browser's client data.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

impl Asked<'_> {
    /// Whether the browser was asked this by this page.
    fn check(&self, kind: &str, client_data: &[u8]) -> Result<(), Refused> {
        let said: ClientData = serde_json::from_slice(client_data).map_err(|_| Refused::Malformed)?;
        let fits = said.kind == kind
            && said.challenge == self.challenge.to_text()
            && said.origin == self.origin
            && !said.cross_origin;
        if fits { Ok(()) } else { Err(Refused::Astray) }
    }

    /// Flags and counter of the authenticator data, if it is for this site and the user was present.
    fn header(&self, authenticator_data: &[u8]) -> Result<(u8, u32), Refused> {
        let (header, _) = authenticator_data.split_at_checked(HEADER).ok_or(Refused::Malformed)?;
        let (hash, rest) = header.split_at(32);
        if hash != Sha256::digest(self.host).as_slice() {
            return Err(Refused::Astray);
        }
        let [flags, count @ ..] = rest else {
            return Err(Refused::Malformed);
        };
        if flags & USER_PRESENT == 0 {
            return Err(Refused::NobodyThere);
        }
        let count = u32::from_be_bytes(count.try_into().map_err(|_| Refused::Malformed)?);
        Ok((*flags, count))
    }
}

impl Passkey {
    /// The passkey that a browser has just made (Web Authentication, level 3, 7.1).
    ///
    /// # Errors
    /// See [`Refused`].
    pub fn made(asked: Asked<'_>, client_data: &[u8], authenticator_data: &[u8]) -> Result<Self, Refused> {
        asked.check("webauthn.create", client_data)?;
        let (flags, count) = asked.header(authenticator_data)?;
        if flags & KEY_INCLUDED == 0 {
            return Err(Refused::Malformed);
        }
        let credential = &authenticator_data[HEADER..];
        let (id_header, rest) = credential.split_at_checked(ID_HEADER).ok_or(Refused::Malformed)?;
        let length = usize::from(u16::from_be_bytes([id_header[16], id_header[17]]));
        if length == 0 || length > LONGEST_ID {
            return Err(Refused::Malformed);
        }
        let (id, key) = rest.split_at_checked(length).ok_or(Refused::Malformed)?;
        let key = coordinates(key).ok_or(Refused::OtherKey)?;
        Ok(Self {
            id: BASE64URL_NOPAD.encode(id),
            key: BASE64URL_NOPAD.encode(&key),
            count,
            host: Some(asked.host.to_owned()),
        })
    }

    /// Host that it was created for. `own`: the site's host, for passkeys of earlier builds.
    pub fn host<'a>(&'a self, own: &'a str) -> &'a str {
        self.host.as_deref().unwrap_or(own)
    }

    /// Verifies the signature of the challenge `asked` (Web Authentication, level 3, 7.2). Returns the passkey with its
    /// new state.
    ///
    /// # Errors
    /// See [`Refused`].
    pub fn signed(
        &self,
        asked: Asked<'_>,
        client_data: &[u8],
        authenticator_data: &[u8],
        signature: &[u8],
    ) -> Result<Self, Refused> {
        asked.check("webauthn.get", client_data)?;
        let (_, count) = asked.header(authenticator_data)?;
        let coordinates = BASE64URL_NOPAD
            .decode(self.key.as_bytes())
            .map_err(|_| Refused::OtherKey)?;
        // An uncompressed point.
        let point = [&[0x04], coordinates.as_slice()].concat();
        let message = [authenticator_data, Sha256::digest(client_data).as_slice()].concat();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point)
            .verify(&message, signature)
            .map_err(|_| Refused::BadSignature)?;
        if (count, self.count) != (0, 0) && count <= self.count {
            return Err(Refused::Copied);
        }
        Ok(Self {
            count,
            host: Some(asked.host.to_owned()),
            ..self.clone()
        })
    }
}

/// x and y of a P-256 COSE key at the start of `cose`.
fn coordinates(cose: &[u8]) -> Option<[u8; 64]> {
    let rest = cose.strip_prefix(&BEFORE_X)?;
    let (x, rest) = rest.split_at_checked(32)?;
    let (y, _) = rest.strip_prefix(&BEFORE_Y)?.split_at_checked(32)?;
    let mut key = [0; 64];
    key[..32].copy_from_slice(x);
    key[32..].copy_from_slice(y);
    Some(key)
}

#[cfg(test)]
mod tests {
    use aws_lc_rs::rand::SystemRandom;
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
    use serde_json::json;

    use super::*;
    use crate::random::SeededRandom;

    const ORIGIN: &str = "https://sparkle.example.com:8443";
    const HOST: &str = "sparkle.example.com";

    struct Key(EcdsaKeyPair);

    impl Key {
        fn new() -> Self {
            Self(EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap())
        }

        fn cose(&self) -> Vec<u8> {
            let point = self.0.public_key().as_ref();
            [&BEFORE_X, &point[1..33], &BEFORE_Y, &point[33..]].concat()
        }

        fn sign(&self, client_data: &[u8], authenticator_data: &[u8]) -> Vec<u8> {
            let message = [authenticator_data, Sha256::digest(client_data).as_slice()].concat();
            let signed = self.0.sign(&SystemRandom::new(), &message).unwrap();
            signed.as_ref().to_vec()
        }
    }

    fn said(kind: &str, challenge: &Challenge, origin: &str) -> Vec<u8> {
        json!({"type": kind, "challenge": challenge.to_text(), "origin": origin, "crossOrigin": false})
            .to_string()
            .into_bytes()
    }

    fn header(host: &str, flags: u8, count: u32) -> Vec<u8> {
        [Sha256::digest(host).as_slice(), &[flags], &count.to_be_bytes()].concat()
    }

    fn with_key(header: Vec<u8>, key: &[u8]) -> Vec<u8> {
        [header.as_slice(), &[0; 16], &[0, 4], b"id-1", key].concat()
    }

    fn challenge(seed: u64) -> Challenge {
        Challenge::generate(&SeededRandom::new(seed))
    }

    fn asked(challenge: &Challenge) -> Asked<'_> {
        Asked {
            origin: ORIGIN,
            host: HOST,
            challenge,
        }
    }

    fn made(key: &Key, count: u32) -> Passkey {
        let challenge = challenge(1);
        let data = with_key(header(HOST, USER_PRESENT | KEY_INCLUDED, count), &key.cose());
        Passkey::made(asked(&challenge), &said("webauthn.create", &challenge, ORIGIN), &data).unwrap()
    }

    #[test]
    fn passkey_signs_the_challenge() {
        let key = Key::new();
        let passkey = made(&key, 0);
        assert_eq!(passkey.id, BASE64URL_NOPAD.encode(b"id-1"));
        let challenge = challenge(2);
        let (data, words) = (header(HOST, USER_PRESENT, 0), said("webauthn.get", &challenge, ORIGIN));
        let signature = key.sign(&words, &data);
        // A counter that stays at 0 is accepted repeatedly.
        for _ in 0..2 {
            assert_eq!(
                passkey.signed(asked(&challenge), &words, &data, &signature),
                Ok(passkey.clone())
            );
        }
        let other = Key::new().sign(&words, &data);
        assert_eq!(
            passkey.signed(asked(&challenge), &words, &data, &other),
            Err(Refused::BadSignature)
        );
        let mut later = data.clone();
        later[36] = 9;
        assert_eq!(
            passkey.signed(asked(&challenge), &words, &later, &signature),
            Err(Refused::BadSignature)
        );
    }

    #[test]
    fn response_to_another_challenge_is_rejected() {
        let key = Key::new();
        let passkey = made(&key, 0);
        let (mine, old) = (challenge(2), challenge(3));
        for (words, data, refused) in [
            (
                said("webauthn.get", &old, ORIGIN),
                header(HOST, USER_PRESENT, 0),
                Refused::Astray,
            ),
            (
                said("webauthn.create", &mine, ORIGIN),
                header(HOST, USER_PRESENT, 0),
                Refused::Astray,
            ),
            (
                said("webauthn.get", &mine, "https://sparkle.example.com"),
                header(HOST, USER_PRESENT, 0),
                Refused::Astray,
            ),
            (
                said("webauthn.get", &mine, ORIGIN),
                header("evil.example", USER_PRESENT, 0),
                Refused::Astray,
            ),
            (
                said("webauthn.get", &mine, ORIGIN),
                header(HOST, 0, 0),
                Refused::NobodyThere,
            ),
            (said("webauthn.get", &mine, ORIGIN), vec![0; 36], Refused::Malformed),
            (b"{}".to_vec(), header(HOST, USER_PRESENT, 0), Refused::Malformed),
        ] {
            let signature = key.sign(&words, &data);
            assert_eq!(passkey.signed(asked(&mine), &words, &data, &signature), Err(refused));
        }
        let framed =
            json!({"type": "webauthn.get", "challenge": mine.to_text(), "origin": ORIGIN, "crossOrigin": true});
        let (words, data) = (framed.to_string().into_bytes(), header(HOST, USER_PRESENT, 0));
        let signature = key.sign(&words, &data);
        assert_eq!(
            passkey.signed(asked(&mine), &words, &data, &signature),
            Err(Refused::Astray)
        );
    }

    #[test]
    fn copied_passkey_is_detected_by_its_counter() {
        let key = Key::new();
        let passkey = made(&key, 7);
        let challenge = challenge(2);
        let sign = |known: &Passkey, count| {
            let (data, words) = (
                header(HOST, USER_PRESENT, count),
                said("webauthn.get", &challenge, ORIGIN),
            );
            let signature = key.sign(&words, &data);
            known.signed(asked(&challenge), &words, &data, &signature)
        };
        let later = sign(&passkey, 8).unwrap();
        assert_eq!(sign(&later, 8), Err(Refused::Copied));
        assert_eq!(sign(&later, 0), Err(Refused::Copied));
        assert!(sign(&later, 9).is_ok());
    }

    #[test]
    fn key_on_another_curve_is_rejected() {
        let challenge = challenge(1);
        let words = said("webauthn.create", &challenge, ORIGIN);
        let key = Key::new().cose();
        let made = |header: Vec<u8>, key: &[u8]| Passkey::made(asked(&challenge), &words, &with_key(header, key));
        let flags = USER_PRESENT | KEY_INCLUDED;
        // RS256, and a truncated key.
        assert_eq!(
            made(header(HOST, flags, 0), &[0xa4, 0x01, 0x03]),
            Err(Refused::OtherKey)
        );
        assert_eq!(made(header(HOST, flags, 0), &key[..70]), Err(Refused::OtherKey));
        assert_eq!(made(header(HOST, USER_PRESENT, 0), &key), Err(Refused::Malformed));
        for length in 0..HEADER + ID_HEADER + 4 {
            let data = &with_key(header(HOST, flags, 0), &key)[..length];
            assert!(Passkey::made(asked(&challenge), &words, data).is_err(), "{length}");
        }
    }
}
