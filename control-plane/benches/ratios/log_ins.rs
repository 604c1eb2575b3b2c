//! Logins: throughput, whether their timing reveals accounts, and what a flood of them leaves to others. Passwords are
//! hashed as in production.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use serde_json::json;

use crate::load::{self, Connection};
use crate::server::Server;
use crate::shopper::{Shopper, Town};
use crate::support::{Installation, merchants};
use crate::{Bar, Row, Scale, median};

const EMAIL: &str = "shopper@example.com";
const PASSWORD: &str = "Sudsy-Foam-7";
const CONNECTIONS: usize = 8;
/// Connections that log in as fast as they can.
const FLOOD: usize = 128;
/// Number of wrong passwords before the next attempt must wait.
const WITHOUT_WAIT: usize = 5;

pub async fn rows(scale: Scale) -> Vec<Row> {
    let installation = Installation::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let stub = paystub::Stub::start_instant(listener, &installation.dir.path().join("paystub.log"))
        .await
        .unwrap();
    let sites = [("bench".to_owned(), merchants().join("sparkle"))];
    let mut server = Server::of_new_sites(&installation, &sites, stub.url());
    server.set("SUDS_PASSWORD_HASH", "standard");
    server.start().await;
    let mail = installation.data_dir().join("mail");
    let town = Town {
        server: server.address,
        stub: stub.url(),
        mail: &mail,
    };
    let shopper = Shopper::arrive(town, "bench", EMAIL).await;
    let desk = Desk {
        address: server.address,
        host: shopper.host(),
        app_key: shopper.app_key.clone(),
        token: shopper.token.clone(),
        scale,
    };
    let mut rows = vec![per_second(&desk).await];
    rows.extend(gaps(&desk).await);
    rows.push(flood(&desk).await);
    rows
}

/// Login endpoint.
#[derive(Clone)]
struct Desk {
    address: SocketAddr,
    host: String,
    app_key: String,
    token: String,
    scale: Scale,
}

impl Desk {
    /// Duration of each measurement.
    fn round(&self) -> Duration {
        self.scale.seconds(4.0)
    }

    /// Calls of each kind whose times are compared (promise 14).
    fn timed(&self) -> usize {
        match self.scale {
            Scale::Full => 300,
            Scale::Quick => 10,
        }
    }

    fn log_in(&self, email: &str, password: &str) -> Vec<u8> {
        let headers = [("host", self.host.as_str()), ("app-key", self.app_key.as_str())];
        let body = json!({ "email": email, "password": password }).to_string();
        load::request("POST", "/api/v1/users/login", &headers, &body)
    }

    fn sign_up(&self, email: &str) -> Vec<u8> {
        let headers = [("host", self.host.as_str()), ("app-key", self.app_key.as_str())];
        let body = json!({
            "firstName": "Ada", "lastName": "Known", "email": email, "birthdayMonth": 1, "birthdayDay": 2,
            "zipPostalCode": "85004", "cellPhoneNumber": "6025550123", "password": PASSWORD,
        });
        load::request("POST", "/api/v1/users", &headers, &body.to_string())
    }

    fn get(&self, path: &str) -> Vec<u8> {
        let token = format!("Bearer {}", self.token);
        let headers = [
            ("host", self.host.as_str()),
            ("app-key", self.app_key.as_str()),
            ("authorization", token.as_str()),
        ];
        load::request("GET", &format!("/api/v1{path}"), &headers, "")
    }
}

async fn per_second(desk: &Desk) -> Row {
    let (mut ratios, mut figures) = (Vec::new(), Vec::new());
    for round in desk.scale.with_warm_up(desk.scale.rounds(3)) {
        let bare = bare_per_second(desk.round()).await;
        let request = desk.log_in(EMAIL, PASSWORD);
        let next = move |_, _| request.clone();
        let suds = load::per_second(desk.address, CONNECTIONS, desk.round(), "accessToken", next).await;
        if desk.scale.counts(round) {
            ratios.push(suds / bare);
            figures.push((suds, bare));
        }
    }
    let (suds, bare) = figures[figures.len() / 2];
    Row {
        what: "log-ins, against bare argon2".to_owned(),
        measured: median(ratios),
        bar: Bar::AtLeast(0.8),
        details: format!("{suds:.0}/s to {bare:.0}/s, {CONNECTIONS} connections"),
    }
}

/// Passwords that argon2 alone checks in a second, on as many cores as the server leaves to it.
async fn bare_per_second(time: Duration) -> f64 {
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
    let started = Instant::now();
    let check = move || {
        let argon2 = Argon2::default();
        let stored = argon2
            .hash_password_with_salt(PASSWORD.as_bytes(), b"sixteen bytes...")
            .unwrap();
        let mut count = 0;
        while started.elapsed() < time {
            argon2.verify_password(PASSWORD.as_bytes(), &stored).unwrap();
            count += 1;
        }
        count
    };
    let checks: Vec<_> = (0..threads).map(|_| tokio::task::spawn_blocking(check)).collect();
    let mut count = 0;
    for check in checks {
        count += check.await.unwrap();
    }
    f64::from(count) / started.elapsed().as_secs_f64()
}

async fn gaps(desk: &Desk) -> [Row; 2] {
    // Enough that none of them has to wait.
    let mut connection = Connection::open(desk.address).await;
    for number in 0..desk.timed() / WITHOUT_WAIT {
        connection
            .call(&desk.sign_up(&format!("known{number}@example.com")))
            .await;
    }
    let log_in =
        |who: &str, call: usize| desk.log_in(&format!("{who}{}@example.com", call / WITHOUT_WAIT), "Guess-1234");
    let forgotten = |email: &str| desk.get(&format!("/users/emails/forgot-password?email={email}"));
    [
        gap(
            desk,
            "log-in",
            |call| log_in("known", call),
            |call| log_in("unknown", call),
        )
        .await,
        gap(
            desk,
            "forgotten password",
            |_| forgotten(EMAIL),
            |_| forgotten("nobody@example.com"),
        )
        .await,
    ]
}

/// Difference of the medians in percent. The requests alternate, so that disturbances affect both.
async fn gap(desk: &Desk, what: &str, known: impl Fn(usize) -> Vec<u8>, unknown: impl Fn(usize) -> Vec<u8>) -> Row {
    let mut connection = Connection::open(desk.address).await;
    let mut times = [Vec::new(), Vec::new()];
    for call in 0..desk.timed() {
        for which in [call % 2, (call + 1) % 2] {
            let request = if which == 0 { known(call) } else { unknown(call) };
            let started = Instant::now();
            connection.status(&request).await;
            times[which].push(started.elapsed().as_secs_f64());
        }
    }
    let [known, unknown] = times.map(median);
    Row {
        what: format!("{what}: known against unknown, gap in %"),
        measured: (known - unknown).abs() / known.max(unknown) * 100.0,
        bar: Bar::AtMost(5.0),
        details: format!(
            "medians of {}: {:.2} and {:.2} ms",
            desk.timed(),
            known * 1e3,
            unknown * 1e3
        ),
    }
}

/// Promise 8 for logins.
async fn flood(desk: &Desk) -> Row {
    let quiet = p99(desk, desk.round()).await;
    let stop = Arc::new(AtomicBool::new(false));
    let (checked, turned_away) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let crowd: Vec<_> = (0..FLOOD)
        .map(|number| {
            let (desk, stop) = (desk.clone(), Arc::clone(&stop));
            let (checked, turned_away) = (Arc::clone(&checked), Arc::clone(&turned_away));
            tokio::spawn(async move {
                let mut connection = Connection::open(desk.address).await;
                let mut calls = 0;
                while !stop.load(Ordering::Relaxed) {
                    calls += 1;
                    let request = desk.log_in(&format!("nobody{number}-{calls}@example.com"), "Guess-1234");
                    match connection.status(&request).await {
                        503 => turned_away.fetch_add(1, Ordering::Relaxed),
                        _ => checked.fetch_add(1, Ordering::Relaxed),
                    };
                }
            })
        })
        .collect();
    let flooded = p99(desk, desk.round() * 2).await;
    stop.store(true, Ordering::Relaxed);
    for one in crowd {
        one.await.unwrap();
    }
    let bar = (2.0 * quiet).max(0.050);
    Row {
        what: "p99 of others under a log-in flood, of its bar".to_owned(),
        measured: flooded / bar,
        bar: Bar::AtMost(1.0),
        details: format!(
            "{:.1} ms quiet, {:.1} ms flooded; {} checked, {} turned away",
            quiet * 1e3,
            flooded * 1e3,
            checked.load(Ordering::Relaxed),
            turned_away.load(Ordering::Relaxed)
        ),
    }
}

/// 99th percentile of a person's response times, in seconds.
async fn p99(desk: &Desk, time: Duration) -> f64 {
    let requests = ["/products/washes", "/users/wallet", "/users"].map(|path| desk.get(path));
    load::p99(desk.address, &requests, time).await
}
