//! Hot reads: the site config and a list of 30 products.

use crate::bare::Bare;
use crate::load::{self, Connection};
use crate::world::World;
use crate::{Bar, Row, Scale, median};

const CONNECTIONS: usize = 32;

pub async fn rows(world: &World, scale: Scale) -> Vec<Row> {
    let (rounds, time) = (scale.rounds(5), scale.seconds(1.5));
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
        for round in scale.with_warm_up(rounds) {
            let (ours, theirs) = (ours.clone(), theirs.clone());
            let bare = load::per_second(bare.address, CONNECTIONS, time, "", move |_, _| theirs.clone()).await;
            let suds = load::per_second(world.address(), CONNECTIONS, time, "", move |_, _| ours.clone()).await;
            if scale.counts(round) {
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
