//! Acknowledged purchases against the same statements in the same transactions.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use crate::load;
use crate::statements::Tills;
use crate::world::{SHOPPERS, SITES, World};
use crate::{Bar, Row, median};

const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(4);

pub async fn row(world: &mut World) -> Row {
    let copies = tempfile::tempdir_in(world.installation.dir.path()).unwrap();
    let files = world.copy_files(copies.path()).await;
    let product = world.shoppers[0].washes(world.address()).await.unwrap()[0];
    let tills = Arc::new(Tills::open(&files, product).await);
    let body = json!({"products": [{"productId": product}]}).to_string();
    let shoppers = Arc::new(world.shoppers.clone());

    let (mut ratios, mut per_second) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let bare = tills.per_second(SHOPPERS, ROUND).await;
        let (shoppers, body) = (Arc::clone(&shoppers), body.clone());
        let next = move |number: usize, count: usize| {
            let shopper = &shoppers[number];
            let headers = [
                ("host", &*shopper.host()),
                ("app-key", &*shopper.app_key),
                ("authorization", &*format!("Bearer {}", shopper.token)),
                ("idempotency-key", &*format!("{round}-{count}")),
            ];
            load::request("POST", "/api/v1/orders", &headers, &body)
        };
        let suds = load::per_second(world.address(), SHOPPERS, ROUND, "\"approved\":true", next).await;
        world.quiet().await;
        // The first round warms up.
        if round > 0 {
            ratios.push(suds / bare);
            per_second.push((suds, bare));
        }
    }
    let (suds, bare) = per_second[ROUNDS / 2];
    Row {
        what: "acknowledged purchase, against its statements".to_owned(),
        measured: median(ratios),
        bar: Bar::AtLeast(0.5),
        details: format!("{suds:.0}/s to {bare:.0}/s, {SHOPPERS} clients, {SITES} sites; receipts written beside"),
    }
}
