//! Encryption of push messages for a browser (RFC 8291), in a single `aes128gcm` record (RFC 8188) as required by push
//! services.
//!
//! Uses the cryptography already in the program, because the libraries for it add a second one.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, ParsedPublicKey, PrivateKey, UnparsedPublicKey, agree};
use hkdf::Hkdf;
use sha2::Sha256;

use super::Subscription;
use crate::random::Random;

/// Maximum size of a record in bytes (RFC 8291, section 4).
const RECORD: u32 = 4096;

/// Overhead of a record: salt, record size, sender's key with its length, delimiter and tag.
const AROUND: usize = 16 + 4 + 1 + 65 + 1 + 16;

/// Maximum size of a message in bytes.
pub(super) const MOST: usize = RECORD as usize - AROUND;

/// Delimiter of the last record (RFC 8188, section 2).
const LAST: u8 = 2;

/// The message is too long, or the browser's key is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("can't encrypt a message for this subscription")]
pub(super) struct CannotEncrypt;

/// Whether these bytes are a public key: an uncompressed point on the curve.
pub(super) fn is_point(bytes: &[u8]) -> bool {
    let public = UnparsedPublicKey::new(&ECDH_P256, bytes);
    bytes.len() == 65 && ParsedPublicKey::try_from(&public).is_ok()
}

/// Encrypts `message` with a single-use key.
pub(super) fn encrypt(
    message: &[u8],
    subscription: &Subscription,
    random: &dyn Random,
) -> Result<Vec<u8>, CannotEncrypt> {
    let sender = PrivateKey::from_private_key(&ECDH_P256, &random.bytes::<32>()).map_err(|_| CannotEncrypt)?;
    seal(message, subscription, &sender, &random.bytes())
}

fn seal(
    message: &[u8],
    subscription: &Subscription,
    sender: &PrivateKey,
    salt: &[u8; 16],
) -> Result<Vec<u8>, CannotEncrypt> {
    if message.len() > MOST {
        return Err(CannotEncrypt);
    }
    let receiver = &subscription.p256dh[..];
    let public = sender.compute_public_key().map_err(|_| CannotEncrypt)?;
    let public = public.as_ref();
    let info = [b"WebPush: info\0", receiver, public].concat();
    let key = UnparsedPublicKey::new(&ECDH_P256, receiver);
    let shared: [u8; 32] = agree(sender, key, CannotEncrypt, |secret| {
        derived(&subscription.auth, secret, &info)
    })?;
    let key: [u8; 16] = derived(salt, &shared, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; 12] = derived(salt, &shared, b"Content-Encoding: nonce\0")?;

    let mut sealed = [message, &[LAST]].concat();
    let key = UnboundKey::new(&AES_128_GCM, &key).map_err(|_| CannotEncrypt)?;
    LessSafeKey::new(key)
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
        .map_err(|_| CannotEncrypt)?;
    let length = u8::try_from(public.len()).map_err(|_| CannotEncrypt)?;
    Ok([&salt[..], &RECORD.to_be_bytes(), &[length], public, &sealed].concat())
}

fn derived<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> Result<[u8; N], CannotEncrypt> {
    let mut key = [0; N];
    let derived = Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut key);
    derived.map(|()| key).map_err(|_| CannotEncrypt)
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
    }

    /// The example of RFC 8291, appendix A.
    fn example() -> Subscription {
        Subscription {
            endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV".to_owned(),
            p256dh: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg").try_into().unwrap(),
        }
    }

    #[test]
    fn rfc_8291_example_is_reproduced() {
        let sender = bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let sender = PrivateKey::from_private_key(&ECDH_P256, &sender).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let message = b"When I grow up, I want to be a watermelon";
        let sealed = seal(message, &example(), &sender, &salt).unwrap();
        assert_eq!(
            BASE64URL_NOPAD.encode(&sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn invalid_subscription_cannot_be_encrypted() {
        let random = crate::random::SeededRandom::new(1);
        let whole = encrypt(&[b'x'; MOST], &example(), &random).unwrap();
        assert_eq!(whole.len(), 4096);
        assert_eq!(encrypt(&[b'x'; MOST + 1], &example(), &random), Err(CannotEncrypt));
        let mut off_the_curve = example();
        off_the_curve.p256dh[64] ^= 1;
        assert_eq!(encrypt(b"x", &off_the_curve, &random), Err(CannotEncrypt));
        assert!(is_point(&example().p256dh) && !is_point(&off_the_curve.p256dh) && !is_point(b""));
    }
}
