//! The back office at full size: reports and lists over a year that `suds demo-data` makes up. In milliseconds from request to
//! answer, without a browser.

use std::path::Path;
use std::time::Instant;

use jiff::Span;
use jiff::civil::Date;
use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::load::{self, Connection};
use crate::server::Server;
use crate::shopper::{Shopper, Town};
use crate::support::{Installation, merchants};
use crate::{Bar, Row, Scale, median};

const SITE: &str = "busy";

/// Most milliseconds of a report over a year, and of a page of a list.
const REPORT: f64 = 300.0;
const LIST: f64 = 100.0;

/// All reports with their default grouping, and the slowest groupings.
const REPORTS: [(&str, &str); 13] = [
    ("sales", "day"),
    ("sales", "location"),
    ("sales", "product"),
    ("sales", "tender"),
    ("members", "day"),
    ("members", "product"),
    ("redemptions", "location"),
    ("redemptions", "hour"),
    ("liability", "month"),
    ("liability", "product"),
    ("taxes", "location"),
    ("payouts", "day"),
    ("offers", "offer"),
];

/// Lists as they open, as they are searched and filtered, and a page far down.
const LISTS: [(&str, &str); 32] = [
    ("orders", "orders"),
    ("orders far down", "orders?cursor=100000"),
    ("orders that were refunded", "orders?state=refunded"),
    ("orders that nobody has", "orders?state=flagged"),
    ("orders with work", "orders?needs=settlement"),
    ("goods to send", "orders?needs=shipment"),
    ("orders of a name", "orders?q=garcia"),
    ("orders of half of all names", "orders?q=a"),
    ("orders of a month", "orders?from=2026-05-01&to=2026-05-31"),
    ("customers", "customers"),
    ("customers of a name", "customers?q=garcia"),
    ("customers by telephone", "customers?q=6025551"),
    // After the name "m".
    (
        "customers by name",
        "customers?sort=name&cursor=eyJpZCI6MSwibmFtZSI6Im0iLCJzZWVuIjowfQ",
    ),
    ("customers by when they were seen", "customers?sort=seen"),
    ("customers who are blocked", "customers?standing=blocked"),
    ("customers of a location", "customers?locationId=1"),
    ("products", "products"),
    ("products of a name", "products?q=wash"),
    ("locations", "locations"),
    ("gift cards", "gift-cards"),
    ("gift cards of a name", "gift-cards?q=garcia"),
    ("gift cards by their last digits", "gift-cards?q=1234"),
    ("gift cards that are blocked", "gift-cards?state=blocked"),
    ("members", "clubs"),
    ("members who owe", "clubs?billingState=past_due"),
    ("members of a name", "clubs?q=garcia"),
    ("deals", "deals"),
    ("promo codes", "promo-codes"),
    ("audit", "audit"),
    ("messages", "notifications"),
    ("whom a message reaches", "notifications/recipients?segment=members"),
    ("what waits", "waiting"),
];

/// Customers and orders of the year.
fn size(scale: Scale) -> (usize, usize) {
    match scale {
        Scale::Full => (10_000, 200_000),
        Scale::Quick => (100, 1_000),
    }
}

pub async fn rows(scale: Scale) -> Vec<Row> {
    let (customers, orders) = size(scale);
    let installation = Installation::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let stub = paystub::Stub::start_instant(listener, &installation.dir.path().join("paystub.log"))
        .await
        .unwrap();
    let sites = [(SITE.to_owned(), merchants().join("sparkle"))];
    let mut server = Server::of_new_sites(&installation, &sites, stub.url());
    let started = Instant::now();
    installation.json(&[
        "demo-data",
        "--site",
        SITE,
        "--customers",
        &customers.to_string(),
        "--orders",
        &orders.to_string(),
    ]);
    println!(
        "{orders} orders of {customers} customers made up in {:.0} s",
        started.elapsed().as_secs_f64()
    );
    server.start().await;
    let mail = installation.data_dir().join("mail");
    let town = Town {
        server: server.address,
        stub: stub.url(),
        mail: &mail,
    };
    let owner = Shopper::sign_up(town, SITE, "owner@example.com").await;
    let id = installation.json(&["site", "show", SITE])["id"]
        .as_str()
        .unwrap()
        .to_owned();
    promote(&installation.data_dir().join("sites").join(id).join("site.sqlite")).await;

    let bearer = format!("Bearer {}", owner.token);
    let host = owner.host();
    let headers = [
        ("host", host.as_str()),
        ("app-key", owner.app_key.as_str()),
        ("authorization", bearer.as_str()),
    ];
    let mut connection = Connection::open(server.address).await;
    let ask = |path: &str| load::request("GET", &format!("/api/v1/admin/{path}"), &headers, "");
    let today: Value = serde_json::from_slice(connection.call(&ask("reports/payouts")).await).unwrap();
    let to: Date = today["resultData"]["to"].as_str().unwrap().parse().unwrap();
    let from = to.saturating_sub(Span::new().days(364));

    let mut rows = Vec::new();
    for (name, group) in REPORTS {
        let path = format!("reports/{name}?from={from}&to={to}&group={group}");
        let measured = milliseconds(&mut connection, scale.rounds(7), &ask(&path)).await;
        rows.push(row(format!("report, {name} by {group}"), measured, REPORT, orders));
    }
    for (name, path) in LISTS {
        let measured = milliseconds(&mut connection, scale.rounds(7), &ask(path)).await;
        rows.push(row(format!("list, {name}"), measured, LIST, orders));
    }
    let terms: Value = serde_json::from_slice(connection.call(&ask("texts/clubTerms?limit=1")).await).unwrap();
    let path = format!("acceptances?textId={}", terms["resultData"]["items"][0]["textId"]);
    let measured = milliseconds(&mut connection, scale.rounds(7), &ask(&path)).await;
    rows.push(row(
        "list, who accepted the terms of clubs".to_owned(),
        measured,
        LIST,
        orders,
    ));
    rows
}

fn row(what: String, measured: (f64, usize), bar: f64, orders: usize) -> Row {
    Row {
        what: format!("{what}, ms"),
        measured: measured.0,
        bar: Bar::AtMost(bar),
        details: format!("{} bytes, of a year with {orders} orders", measured.1),
    }
}

/// Duration and length of a response.
async fn milliseconds(connection: &mut Connection, rounds: usize, ask: &[u8]) -> (f64, usize) {
    let mut took = Vec::new();
    let mut length = 0;
    for _ in 0..rounds {
        let since = Instant::now();
        length = connection.call(ask).await.len();
        took.push(since.elapsed().as_secs_f64() * 1000.0);
    }
    (median(took), length)
}

/// Makes the signed-up customer the owner: the server reads the role at each request.
pub async fn promote(file: &Path) {
    let mut file = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::query("UPDATE customers SET role = 'owner' WHERE email = 'owner@example.com'")
        .execute(&mut file)
        .await
        .unwrap();
    file.close().await.unwrap();
}
