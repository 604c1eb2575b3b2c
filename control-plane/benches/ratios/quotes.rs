//! Quotes (reads with rules) compared with a bare handler that returns the same bytes.

use serde_json::json;

use crate::bare::Bare;
use crate::load::{self, Connection};
use crate::world::World;
use crate::{Bar, Row, Scale, median};

const CONNECTIONS: usize = 32;

pub async fn row(world: &World, scale: Scale) -> Row {
    let (rounds, time) = (scale.rounds(3), scale.seconds(1.5));
    let shopper = &world.shoppers[0];
    let washes = shopper.washes(world.address()).await.unwrap();
    let products: Vec<_> = washes.iter().take(3).map(|id| json!({"productId": id})).collect();
    let body = json!({"products": products}).to_string();
    let host = shopper.host();
    let authorization = format!("Bearer {}", shopper.token);
    let headers = [
        ("host", host.as_str()),
        ("app-key", shopper.app_key.as_str()),
        ("authorization", authorization.as_str()),
    ];
    let ours = load::request("POST", "/api/v1/orders/quote", &headers, &body);
    let folder = tempfile::tempdir().unwrap();
    let answer = Connection::open(world.address()).await.call(&ours).await.to_vec();
    std::fs::write(folder.path().join("bytes"), &answer).unwrap();
    let bare = Bare::start(folder.path());
    let theirs = load::request("GET", "/bytes", &[("host", "localhost")], "");

    let (mut ratios, mut per_second) = (Vec::new(), Vec::new());
    for round in scale.with_warm_up(rounds) {
        let (ours, theirs) = (ours.clone(), theirs.clone());
        let bare = load::per_second(bare.address, CONNECTIONS, time, "", move |_, _| theirs.clone()).await;
        let next = move |_, _| ours.clone();
        let suds = load::per_second(world.address(), CONNECTIONS, time, "\"total\":", next).await;
        if scale.counts(round) {
            ratios.push(suds / bare);
            per_second.push(suds);
        }
    }
    Row {
        what: "quote of three washes, against bare axum".to_owned(),
        measured: median(ratios),
        // It reads a session, an account, three products and their rates. No paper sets a bar; this one is an alarm.
        bar: Bar::AtLeast(0.05),
        details: format!("{:.0}/s, {CONNECTIONS} connections of one customer", median(per_second)),
    }
}
