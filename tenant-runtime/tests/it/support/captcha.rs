use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use data_encoding::BASE64;

use super::TestSite;

/// Content of the widget's hidden field.
pub async fn solved(site: &TestSite) -> String {
    let puzzle = site.visitor().get("/captcha/challenge").await.succeeded();
    let challenge: Challenge = serde_json::from_value(puzzle).unwrap();
    let solution = solve_challenge(SolveChallengeOptions::new(&challenge))
        .unwrap()
        .unwrap();
    BASE64.encode(&serde_json::to_vec(&Payload { challenge, solution }).unwrap())
}
