//! Clock and randomness of the stub. It simulates an external company, so it has its own.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rand::RngExt;

/// Now.
#[expect(
    clippy::disallowed_methods,
    reason = "an outside system does not run on the site's clock"
)]
pub(crate) fn now() -> Timestamp {
    Timestamp::now()
}

/// Current year and month.
pub(crate) fn this_month() -> (u16, u8) {
    let today = now().to_zoned(TimeZone::UTC);
    (today.year().unsigned_abs(), today.month().unsigned_abs())
}

/// A text of random letters and digits.
#[expect(
    clippy::disallowed_methods,
    reason = "an outside system does not draw from the site's randomness"
)]
pub(crate) fn token(length: usize) -> String {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let mut dice = rand::rng();
    (0..length)
        .map(|_| char::from(ALPHABET[dice.random_range(0..ALPHABET.len())]))
        .collect()
}

/// Random decimal digits.
#[expect(
    clippy::disallowed_methods,
    reason = "an outside system does not draw from the site's randomness"
)]
pub(crate) fn digits(length: usize) -> String {
    let mut dice = rand::rng();
    (0..length)
        .map(|_| char::from(b'0' + dice.random_range(0..10_u8)))
        .collect()
}
