//! XChaCha20-Poly1305 with a random nonce: `format (1) | key version (4) | nonce (24) | ciphertext and tag`.

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};

use crate::random::{Random, SystemRandom};

const FORMAT: u8 = 1;
const HEADER_LENGTH: usize = 5;
const NONCE_LENGTH: usize = 24;

/// The data was encrypted with another key or for another place, or was changed. The error doesn't say which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("can't decrypt sealed data")]
pub struct CannotOpen;

pub(super) fn seal(key: &[u8; 32], key_version: u32, associated: &[u8], plaintext: &[u8]) -> Vec<u8> {
    // Never from an injected source: repeating a nonce under the same key would reveal the plaintext.
    let nonce: [u8; NONCE_LENGTH] = (&SystemRandom as &dyn Random).bytes();
    let header = header(key_version);
    let payload = Payload {
        msg: plaintext,
        aad: &bind(&header, associated),
    };
    let sealed = XChaCha20Poly1305::new(&Key::from(*key)).encrypt(&XNonce::from(nonce), payload);
    // The cipher fails only for messages over 256 GiB.
    let sealed = sealed.unwrap_or_default();
    [&header, &nonce[..], &sealed].concat()
}

pub(super) fn open(key: &[u8; 32], key_version: u32, associated: &[u8], sealed: &[u8]) -> Result<Vec<u8>, CannotOpen> {
    let (header, rest) = sealed.split_at_checked(HEADER_LENGTH).ok_or(CannotOpen)?;
    let (nonce, ciphertext) = rest.split_first_chunk::<NONCE_LENGTH>().ok_or(CannotOpen)?;
    if header != self::header(key_version) {
        return Err(CannotOpen);
    }
    let payload = Payload {
        msg: ciphertext,
        aad: &bind(header, associated),
    };
    XChaCha20Poly1305::new(&Key::from(*key))
        .decrypt(&XNonce::from(*nonce), payload)
        .map_err(|_| CannotOpen)
}

/// Version of the key that sealed these bytes.
pub(super) fn key_version(sealed: &[u8]) -> Option<u32> {
    match sealed {
        [FORMAT, a, b, c, d, ..] => Some(u32::from_be_bytes([*a, *b, *c, *d])),
        _ => None,
    }
}

fn header(key_version: u32) -> [u8; HEADER_LENGTH] {
    let [a, b, c, d] = key_version.to_be_bytes();
    [FORMAT, a, b, c, d]
}

fn bind(header: &[u8], associated: &[u8]) -> Vec<u8> {
    [header, associated].concat()
}
