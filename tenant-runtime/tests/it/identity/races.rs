//! Promise 7: racing refreshes log no one out, a replay ends the session, a new password ends all sessions.

use std::time::{Duration, Instant};

use jiff::SignedDuration;
use platform::random::{Random, SeededRandom};
use serde_json::{Value, json};

use crate::support::{Customer, Installation, PASSWORD, Reply, TestSite, size};

/// Refreshes at the gate; `SUDS_RACES` says another number, such as the release's 10,000.
const REFRESHES: usize = 1_000;
const SEED: u64 = 20_261_120;
const PEOPLE: usize = 4;
const NEW: &str = "Fresh-Suds-8";

async fn renew(site: &TestSite, pair: &Value) -> Reply {
    site.visitor().put("/users/tokens", pair.clone()).await
}

async fn is_alive(site: &TestSite, pair: &Value) -> bool {
    let mut client = site.visitor();
    client.token = pair["accessToken"].as_str().map(str::to_owned);
    client.get("/users").await.status == 200
}

fn pair(customer: &Customer) -> Value {
    json!({"accessToken": customer.client.token, "refreshToken": customer.refresh_token})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn racing_refreshes_log_no_one_out() {
    let refreshes = size("SUDS_RACES", REFRESHES);
    println!("seed {SEED}, {refreshes} refreshes");
    let seeded = SeededRandom::new(SEED);
    let random: &dyn Random = &seeded;
    let installation = Installation::seeded(SEED).await;
    let site = installation.site().await;
    let mut pairs = Vec::new();
    for number in 0..PEOPLE {
        pairs.push(pair(
            &site.customer_with_email(&format!("ada{number}@example.com")).await,
        ));
    }
    for race in 0..refreshes / 2 {
        let stored = &mut pairs[race % PEOPLE];
        let (one, other) = if random.below(4) == 0 {
            // The first answer is lost, and the client asks again a while later.
            let lost = renew(&site, stored).await;
            let pause = i64::try_from(random.below(20)).unwrap();
            installation.clock.advance(SignedDuration::from_secs(pause));
            (lost, renew(&site, stored).await)
        } else {
            tokio::join!(renew(&site, stored), renew(&site, stored))
        };
        let (one, other) = (one.succeeded(), other.succeeded());
        assert_ne!(one["refreshToken"], other["refreshToken"]);
        // Whichever answer is stored last, its session lives.
        *stored = if random.below(2) == 0 { one } else { other };
        if race % 16 == 0 {
            assert!(is_alive(&site, stored).await, "race {race}");
        }
    }
    for pair in &pairs {
        assert!(is_alive(&site, pair).await);
    }
}

#[tokio::test]
async fn replay_ends_every_branch_of_its_family_and_no_other() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let ada = site.customer().await;
    let elsewhere = Customer::log_in(&site, "ada@example.com", PASSWORD).await;
    let stolen = pair(&ada);
    let (one, other) = (
        renew(&site, &stolen).await.succeeded(),
        renew(&site, &stolen).await.succeeded(),
    );
    let (one, other) = (
        renew(&site, &one).await.succeeded(),
        renew(&site, &other).await.succeeded(),
    );
    installation.clock.advance(SignedDuration::from_secs(21));
    renew(&site, &stolen).await.refused(401, "invalid_token");
    for branch in [&one, &other, &stolen] {
        assert!(!is_alive(&site, branch).await);
        renew(&site, branch).await.refused(401, "invalid_token");
    }
    elsewhere.get("/users").await.succeeded();
}

#[tokio::test]
async fn new_password_ends_twenty_sessions_within_a_second() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let mut sessions = Vec::new();
    for _ in 0..20 {
        sessions.push(pair(&Customer::log_in(&site, "ada@example.com", PASSWORD).await));
    }
    let body = json!({"currentPassword": PASSWORD, "newPassword": NEW});
    ada.post("/users/update-password", body).await.succeeded();
    let answered = Instant::now();
    for session in &sessions {
        assert!(!is_alive(&site, session).await);
    }
    // Ended with the answer, however long a busy machine takes to ask twenty times.
    assert!(answered.elapsed() < Duration::from_secs(20));
    for session in &sessions {
        renew(&site, session).await.refused(401, "invalid_token");
    }
}
