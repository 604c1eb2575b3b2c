//! Promise 8: response times of login and forgotten password don't reveal accounts, and a flood of logins is limited.

use std::time::{Duration, Instant};

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::{Client, Customer, Installation, PASSWORD, Reply, TestSite, size};

/// Calls of each kind at the gate; `SUDS_TIMINGS` says another number, such as the release's 1,000.
const CALLS: usize = 200;
/// The promise is 5%; a busy machine is allowed five times as much.
const GAP: f64 = 0.25;

async fn log_in(client: &Client, email: &str) -> Reply {
    client
        .post("/users/login", json!({"email": email, "password": "Guess-1234"}))
        .await
}

async fn forget(client: &Client, email: &str) -> Reply {
    client
        .get(&format!("/users/emails/forgot-password?email={email}"))
        .await
}

/// Difference of two requests' median durations, as a fraction of the longer one. The requests alternate, so that
/// disturbances affect both.
async fn gap(known: impl AsyncFn() -> Reply, unknown: impl AsyncFn() -> Reply) -> f64 {
    let calls = size("SUDS_TIMINGS", CALLS);
    let (mut of_known, mut of_unknown) = (Vec::new(), Vec::new());
    for call in 0..calls {
        for turn in [call % 2, (call + 1) % 2] {
            let started = Instant::now();
            if turn == 0 {
                known().await;
                of_known.push(started.elapsed());
            } else {
                unknown().await;
                of_unknown.push(started.elapsed());
            }
        }
    }
    let (one, other) = (median(of_known), median(of_unknown));
    println!("median of {calls}: known {one:?}, unknown {other:?}");
    one.abs_diff(other).as_secs_f64() / one.max(other).as_secs_f64()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[tokio::test]
async fn response_times_do_not_reveal_accounts() {
    let site = Installation::new().await.site().await;
    site.customer().await;
    let client = site.visitor();
    let clock = &site.installation.clock;
    // Neither has to wait, so that each is a whole log-in.
    let log_in = async |email: &str| {
        clock.advance(SignedDuration::from_mins(1));
        log_in(&client, email).await
    };
    let log_ins = gap(
        async || log_in("ada@example.com").await,
        async || log_in("bob@example.com").await,
    )
    .await;
    let forgotten = gap(
        async || forget(&client, "ada@example.com").await,
        async || forget(&client, "bob@example.com").await,
    )
    .await;
    println!(
        "gap: log-in {:.1} %, forgotten password {:.1} %",
        log_ins * 100.0,
        forgotten * 100.0
    );
    assert!(log_ins < GAP && forgotten < GAP, "{log_ins} {forgotten}");
}

/// Rows of the tables that either call writes to.
async fn rows(site: &TestSite) -> Vec<i64> {
    let tenant = site.tenant().await;
    let mut db = tenant.read().await.unwrap();
    let mut counts = Vec::new();
    for statement in [
        "SELECT count(*) FROM jobs",
        "SELECT coalesce(sum(count), 0) FROM identity_guesses",
        "SELECT count(*) FROM identity_mailed_links",
        "SELECT count(*) FROM quotas",
        "SELECT count(*) FROM audit",
    ] {
        counts.push(sqlx::query_scalar(statement).fetch_one(db.conn()).await.unwrap());
    }
    counts
}

#[tokio::test]
async fn known_and_unknown_accounts_cost_the_same_work() {
    let site = Installation::new().await.site().await;
    site.customer().await;
    site.run_jobs().await;
    let (client, hashers) = (site.visitor(), &site.installation.runtime.hashers);
    let mut work = Vec::new();
    for email in ["ada@example.com", "bob@example.com"] {
        let (hashes, before) = (hashers.done(), rows(&site).await);
        log_in(&client, email).await.refused(401, "wrong_credentials");
        forget(&client, email).await.succeeded();
        let after = rows(&site).await;
        let written: Vec<i64> = after.iter().zip(before).map(|(after, before)| after - before).collect();
        work.push((hashers.done() - hashes, written));
    }
    assert_eq!(work[0], work[1], "hashes, and rows written");
    // One hash for the login; one job for the email, which isn't sent during the request, and no link yet.
    assert_eq!(work[0], (1, vec![1, 1, 0, 0, 0]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn login_flood_is_rejected_while_others_are_served() {
    let site = Installation::with_slow_hashes().await.site().await;
    site.visitor()
        .post("/users", Customer::form("ada@example.com"))
        .await
        .succeeded();
    let visitor = site.visitor();
    visitor.get("/products/washes").await.succeeded();
    let flood: Vec<_> = (0..400)
        .map(|number| {
            let client = visitor.clone();
            tokio::spawn(async move { log_in(&client, &format!("nobody{number}@example.com")).await })
        })
        .collect();
    let mut served = 0;
    while !flood.iter().all(tokio::task::JoinHandle::is_finished) {
        visitor.get("/products/washes").await.succeeded();
        served += 1;
    }
    assert!(served > 0);
    let mut turned_away = 0;
    for answer in flood {
        let answer = answer.await.unwrap();
        if answer.status == 503 {
            assert_eq!(answer.header("retry-after"), Some("2"));
            answer.refused(503, "busy");
            turned_away += 1;
        } else {
            answer.refused(401, "wrong_credentials");
        }
    }
    assert!(turned_away > 0, "more waited than two seconds' worth");
    // When the flood is over, people log in as before.
    let tokens: Value = site
        .visitor()
        .post(
            "/users/login",
            json!({"email": "ada@example.com", "password": PASSWORD}),
        )
        .await
        .succeeded();
    assert!(tokens["accessToken"].is_string());
}
