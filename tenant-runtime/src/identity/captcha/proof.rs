//! Creates puzzles and verifies their solutions. A puzzle is signed with a key of the site and not stored.

use altcha::{
    Challenge, CreateChallengeOptions, Payload, SolveChallengeOptions, VerifySolutionOptions, create_challenge,
    solve_challenge, verify_solution,
};
use data_encoding::{BASE64, HEXLOWER};
use jiff::{SignedDuration, Timestamp};
use platform::keys::{Purpose, SiteKeys};

use crate::error::Fault;

const KEY: Purpose = Purpose("captcha");

/// Lifetime of a puzzle.
const LIFETIME: SignedDuration = SignedDuration::from_mins(20);

/// Signed field with the expiry, in seconds since 1970.
const EXPIRES: &str = "expires";

/// A solved puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solved {
    /// Identifies the puzzle.
    pub(super) nonce: String,
    pub(super) expires_at: Timestamp,
}

/// A new puzzle. `cost`: iterations per attempt.
pub(super) fn new_challenge(keys: &SiteKeys, now: Timestamp, cost: u32) -> Result<Challenge, Fault> {
    make(keys, now, cost, "00")
}

/// A solution that skips the puzzle.
pub(super) fn pass(keys: &SiteKeys, now: Timestamp) -> Result<String, Fault> {
    let challenge = make(keys, now, 1, "")?;
    let solution = solve_challenge(SolveChallengeOptions::new(&challenge)).map_err(Fault::internal)?;
    let solution = solution.ok_or_else(|| Fault::internal("a trivial captcha challenge took too long"))?;
    let payload = serde_json::to_vec(&Payload { challenge, solution }).map_err(Fault::internal)?;
    Ok(BASE64.encode(&payload))
}

fn make(keys: &SiteKeys, now: Timestamp, cost: u32, key_prefix: &str) -> Result<Challenge, Fault> {
    let expires = (now + LIFETIME).as_second();
    let mut challenge = create_challenge(CreateChallengeOptions {
        algorithm: "PBKDF2/SHA-256".to_owned(),
        cost,
        key_prefix: key_prefix.to_owned(),
        data: Some([(EXPIRES.to_owned(), expires.into())].into()),
        hmac_signature_secret: Some(secret(keys)),
        ..CreateChallengeOptions::default()
    })
    .map_err(Fault::internal)?;
    // Only tells the widget when to fetch another challenge. The crate would compare it with the machine's clock, so
    // the signed field is checked below.
    challenge.parameters.expires_at = Some(expires);
    Ok(challenge)
}

/// Puzzle with its solution, of any site and age; `None` for other tokens.
pub(super) fn read(token: &str) -> Option<Payload> {
    serde_json::from_slice(&BASE64.decode(token.as_bytes()).ok()?).ok()
}

/// Puzzle solved by `payload`; `None` if it isn't a valid solution of this site's puzzle.
pub(super) fn check(keys: &SiteKeys, now: Timestamp, payload: Payload) -> Option<Solved> {
    let Payload {
        mut challenge,
        solution,
    } = payload;
    challenge.parameters.expires_at = None;
    let options = VerifySolutionOptions::new(&challenge, &solution, secret(keys));
    if !verify_solution(options).is_ok_and(|result| result.verified) {
        return None;
    }
    let expires = challenge.parameters.data.as_ref()?.get(EXPIRES)?.as_i64()?;
    let expires_at = Timestamp::from_second(expires).ok()?;
    (now < expires_at).then_some(Solved {
        nonce: challenge.parameters.nonce,
        expires_at,
    })
}

fn secret(keys: &SiteKeys) -> String {
    HEXLOWER.encode(keys.derive(KEY).expose())
}

#[cfg(test)]
mod tests {
    use platform::random::SeededRandom;
    use serde_json::{Value, json};

    use super::*;

    fn check(keys: &SiteKeys, now: Timestamp, token: &str) -> Option<Solved> {
        super::check(keys, now, read(token)?)
    }

    fn keys(seed: u64) -> SiteKeys {
        SiteKeys::generate(&SeededRandom::new(seed))
    }

    fn now() -> Timestamp {
        "2030-01-01T00:00:00Z".parse().unwrap()
    }

    fn solved(challenge: &Challenge) -> Value {
        let solution = solve_challenge(SolveChallengeOptions::new(challenge)).unwrap().unwrap();
        json!({"challenge": challenge, "solution": solution})
    }

    fn token(payload: &Value) -> String {
        BASE64.encode(payload.to_string().as_bytes())
    }

    #[test]
    fn solution_is_valid_until_the_puzzle_expires() {
        let challenge = new_challenge(&keys(1), now(), 10).unwrap();
        let token = token(&solved(&challenge));
        let found = check(&keys(1), now(), &token).unwrap();
        assert_eq!(found.nonce, challenge.parameters.nonce);
        assert_eq!(found.expires_at, now() + LIFETIME);
        assert!(check(&keys(1), now() + LIFETIME - SignedDuration::from_secs(1), &token).is_some());
        assert!(check(&keys(1), now() + LIFETIME, &token).is_none());
    }

    #[test]
    fn puzzle_belongs_to_one_site_and_cannot_be_modified() {
        let payload = solved(&new_challenge(&keys(1), now(), 10).unwrap());
        assert!(check(&keys(2), now(), &token(&payload)).is_none());
        for (pointer, value) in [
            ("/challenge/parameters/cost", json!(1)),
            ("/challenge/parameters/keyPrefix", json!("")),
            ("/challenge/parameters/nonce", json!("00000000000000000000000000000000")),
            (
                "/challenge/parameters/data/expires",
                json!(now().as_second() + 1_000_000),
            ),
            ("/challenge/parameters/data", json!({})),
            ("/challenge/signature", Value::Null),
            ("/challenge/signature", json!("")),
            ("/solution/derivedKey", json!("00")),
            ("/solution/derivedKey", json!("ü")),
            ("/solution/counter", json!(4_000_000_000_u32)),
            ("/solution", Value::Null),
        ] {
            let mut changed = payload.clone();
            *changed.pointer_mut(pointer).unwrap() = value;
            assert!(check(&keys(1), now(), &token(&changed)).is_none(), "{pointer}");
        }
        for nonsense in ["", "x", "e30=", "bnVsbA==", "=", "\u{1f9fd}"] {
            assert!(check(&keys(1), now(), nonsense).is_none(), "{nonsense}");
        }
    }

    #[test]
    fn test_captcha_passes() {
        let token = pass(&keys(1), now()).unwrap();
        assert!(check(&keys(1), now(), &token).is_some());
        assert!(check(&keys(2), now(), &token).is_none());
    }

    /// Fields that the widget (npm `altcha` 3) reads and sends back.
    #[test]
    fn puzzle_has_the_widgets_format() {
        let challenge = serde_json::to_value(new_challenge(&keys(1), now(), 5000).unwrap()).unwrap();
        let parameters = challenge["parameters"].as_object().unwrap();
        let names: Vec<&str> = parameters.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "algorithm",
                "cost",
                "data",
                "expiresAt",
                "keyLength",
                "keyPrefix",
                "nonce",
                "salt"
            ]
        );
        assert_eq!(parameters["algorithm"], "PBKDF2/SHA-256");
        assert_eq!(parameters["expiresAt"], (now() + LIFETIME).as_second());
        assert_eq!(challenge["signature"].as_str().unwrap().len(), 64);
    }
}
