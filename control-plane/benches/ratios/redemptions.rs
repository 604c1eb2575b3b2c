//! Codes that kiosks look at, reserve and use up, durably, against rows like theirs, written in as many transactions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use platform::db::{ConnectionKind, connect};
use serde_json::{Value, json};
use sqlx::Connection as _;
use tokio::task::JoinSet;

use crate::load::{self, Connection};
use crate::world::{SHOPPERS, SITES, World};
use crate::written_rows::WrittenRows;
use crate::{Bar, Row, Scale, median};

/// Reservation, and confirmation.
const COMMITS: usize = 2;

/// A kiosk with the code of one customer, which can be used as often as one likes.
#[derive(Clone)]
struct Lane {
    host: String,
    key: String,
    code: String,
}

pub async fn row(world: &mut World, scale: Scale) -> Row {
    let (rounds, round) = (scale.rounds(3), scale.seconds(4.0));
    let mut lanes = Vec::new();
    for number in 0..SHOPPERS {
        lanes.push(lane(world, number).await);
    }
    let copies = tempfile::tempdir_in(world.installation.dir.path()).unwrap();
    let before = world.copy_files(&copies.path().join("before")).await;
    let mut connection = Connection::open(world.address()).await;
    lanes[0].redeem(&mut connection, "measured").await;
    drop(connection);
    let after = world.copy_files(&copies.path().join("after")).await;
    let files: Vec<_> = (0..SITES)
        .map(|number| copies.path().join(format!("{number}.sqlite")))
        .collect();
    let rows = Arc::new(WrittenRows::of_call(&before[0], &after[0], &files, COMMITS).await);

    let (mut ratios, mut per_second) = (Vec::new(), Vec::new());
    for number in scale.with_warm_up(rounds) {
        let bare = rows.per_second(SHOPPERS, round).await;
        let suds = redeemed_per_second(world, &lanes, number, round).await;
        world.quiet().await;
        if scale.counts(number) {
            ratios.push(suds / bare);
            per_second.push((suds, bare));
        }
    }
    let (suds, bare) = per_second[per_second.len() / 2];
    Row {
        what: "redeemed code, against its rows".to_owned(),
        measured: median(ratios),
        bar: Bar::AtLeast(0.3),
        details: format!(
            "{suds:.0}/s to {bare:.0}/s of {}, {SHOPPERS} kiosks, {SITES} sites; looked at, reserved, confirmed",
            rows.summary
        ),
    }
}

async fn lane(world: &World, number: usize) -> Lane {
    let shopper = &world.shoppers[number];
    let product = shopper.washes(world.address()).await.unwrap()[0];
    let order = json!({"products": [{"productId": product}]});
    let key = format!("lane-{number}");
    let bought = shopper
        .post(world.address(), "/orders", Some(&key), &order)
        .await
        .unwrap();
    assert_eq!(bought["approved"], true, "{bought}");
    let wallet = shopper.get(world.address(), "/users/wallet").await.unwrap();
    let code = wallet[0]["code"].as_str().unwrap().to_owned();
    let file = world.file_of(number);
    let mut db = connect(&file, ConnectionKind::Writer).await.unwrap();
    let lasting = "UPDATE wallet_items SET max_uses = 1000000000";
    sqlx::query(lasting).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let words = [
        "terminal",
        "pair",
        "--site",
        &shopper.site,
        "--location",
        "1",
        "--label",
        &key,
    ];
    let pairing = world.installation.json(&words);
    let body = json!({"pairingCode": pairing["pairingCode"]});
    let paired = shopper
        .post(world.address(), "/terminal/pair", None, &body)
        .await
        .unwrap();
    Lane {
        host: shopper.host(),
        key: paired["terminalKey"].as_str().unwrap().to_owned(),
        code,
    }
}

async fn redeemed_per_second(world: &World, lanes: &[Lane], round: usize, time: Duration) -> f64 {
    let started = Instant::now();
    let mut tasks = JoinSet::new();
    for lane in lanes {
        let (lane, address) = (lane.clone(), world.address());
        tasks.spawn(async move {
            let mut connection = Connection::open(address).await;
            let mut count = 0;
            while started.elapsed() < time {
                lane.redeem(&mut connection, &format!("{round}-{count}")).await;
                count += 1;
            }
            count
        });
    }
    let count: i32 = tasks.join_all().await.into_iter().sum();
    f64::from(count) / started.elapsed().as_secs_f64()
}

impl Lane {
    async fn redeem(&self, connection: &mut Connection, txn: &str) {
        self.call(connection, "/terminal/codes/resolve", &json!({"code": self.code}))
            .await;
        let reservation = json!({"code": self.code, "terminalTxnId": format!("{txn}-r")});
        let reserved = self.call(connection, "/terminal/redemptions", &reservation).await;
        let id = reserved["redemptionId"].as_str().unwrap();
        let path = format!("/terminal/redemptions/{id}/confirm");
        let confirmed = self
            .call(connection, &path, &json!({"terminalTxnId": format!("{txn}-c")}))
            .await;
        assert_eq!(confirmed["state"], "confirmed", "{confirmed}");
    }

    async fn call(&self, connection: &mut Connection, path: &str, body: &Value) -> Value {
        let bearer = format!("Bearer {}", self.key);
        let headers = [("host", self.host.as_str()), ("authorization", bearer.as_str())];
        let request = load::request("POST", &format!("/api/v1{path}"), &headers, &body.to_string());
        let mut answer: Value = serde_json::from_slice(connection.call(&request).await).unwrap();
        answer["resultData"].take()
    }
}
