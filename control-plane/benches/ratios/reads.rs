//! Hot reads: the site config and a list of 30 products.

use std::time::Duration;

use crate::bare::Bare;
use crate::load::{self, Connection};
use crate::world::World;
use crate::{Bar, Row, median};

const CONNECTIONS: usize = 32;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_millis(1500);

pub async fn rows(world: &World) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, path) in [
        ("site config", "/api/v1/accounts/site-config"),
        ("30 products", "/api/v1/products/washes"),
    ] {
        let shopper = &world.shoppers[0];
        let host = shopper.host();
        let headers = [("host", host.as_str()), ("app-key", shopper.app_key.as_str())];
        let ours = load::request("GET", path, &headers, "");
        let folder = tempfile::tempdir().unwrap();
        let body = Connection::open(world.address()).await.call(&ours).await.to_vec();
        std::fs::write(folder.path().join("bytes"), &body).unwrap();
        let bare = Bare::start(folder.path());
        let theirs = load::request("GET", "/bytes", &[("host", "localhost")], "");
        assert_eq!(Connection::open(bare.address).await.call(&theirs).await, body);

        let (mut ratios, mut per_second) = (Vec::new(), Vec::new());
        for round in 0..=ROUNDS {
            let (ours, theirs) = (ours.clone(), theirs.clone());
            let bare = load::per_second(bare.address, CONNECTIONS, ROUND, "", move |_, _| theirs.clone()).await;
            let suds = load::per_second(world.address(), CONNECTIONS, ROUND, "", move |_, _| ours.clone()).await;
            // The first round warms up.
            if round > 0 {
                ratios.push(suds / bare);
                per_second.push(suds);
            }
        }
        rows.push(Row {
            what: format!("hot read, {name}, against bare axum"),
            measured: median(ratios),
            bar: Bar::AtLeast(0.6),
            details: format!(
                "{:.0}/s of {} bytes, {CONNECTIONS} connections",
                median(per_second),
                body.len()
            ),
        });
    }
    rows
}
