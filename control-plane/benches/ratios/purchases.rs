//! Acknowledged purchases against rows like theirs, written in as many transactions.

use std::sync::Arc;

use serde_json::json;

use crate::load;
use crate::world::{SHOPPERS, SITES, World};
use crate::written_rows::WrittenRows;
use crate::{Bar, Row, Scale, median};

/// Intent, and settlement.
const COMMITS: usize = 2;

pub async fn row(world: &mut World, scale: Scale) -> Row {
    let (rounds, round) = (scale.rounds(3), scale.seconds(4.0));
    let copies = tempfile::tempdir_in(world.installation.dir.path()).unwrap();
    let before = world.copy_files(&copies.path().join("before")).await;
    let product = world.shoppers[0].washes(world.address()).await.unwrap()[0];
    let order = json!({"products": [{"productId": product}]});
    let bought = world.shoppers[0]
        .post(world.address(), "/orders", Some("measured"), &order)
        .await
        .unwrap();
    assert_eq!(bought["approved"], true, "{bought}");
    let after = world.copy_files(&copies.path().join("after")).await;
    let files: Vec<_> = (0..SITES)
        .map(|number| copies.path().join(format!("{number}.sqlite")))
        .collect();
    let rows = Arc::new(WrittenRows::of_call(&before[0], &after[0], &files, COMMITS).await);
    let body = order.to_string();
    let shoppers = Arc::new(world.shoppers.clone());

    let (mut ratios, mut per_second) = (Vec::new(), Vec::new());
    for number in scale.with_warm_up(rounds) {
        let bare = rows.per_second(SHOPPERS, round).await;
        let (shoppers, body) = (Arc::clone(&shoppers), body.clone());
        let next = move |client: usize, count: usize| {
            let shopper = &shoppers[client];
            let headers = [
                ("host", &*shopper.host()),
                ("app-key", &*shopper.app_key),
                ("authorization", &*format!("Bearer {}", shopper.token)),
                ("idempotency-key", &*format!("{number}-{count}")),
            ];
            load::request("POST", "/api/v1/orders", &headers, &body)
        };
        let suds = load::per_second(world.address(), SHOPPERS, round, "\"approved\":true", next).await;
        world.quiet().await;
        if scale.counts(number) {
            ratios.push(suds / bare);
            per_second.push((suds, bare));
        }
    }
    let (suds, bare) = per_second[per_second.len() / 2];
    Row {
        what: "acknowledged purchase, against its rows".to_owned(),
        measured: median(ratios),
        bar: Bar::AtLeast(0.3),
        details: format!(
            "{suds:.0}/s to {bare:.0}/s of {}, {SHOPPERS} clients, {SITES} sites; receipts written beside",
            rows.summary
        ),
    }
}
