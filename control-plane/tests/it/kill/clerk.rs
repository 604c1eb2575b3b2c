//! The load: shoppers who buy, look and repeat themselves, and write down what they were told.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use platform::random::{Random, SeededRandom};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::shopper::{Shopper, Trouble};

/// A purchase that the server has acknowledged.
#[derive(Debug)]
pub struct Told {
    pub site: String,
    pub id: String,
    pub total: i64,
}

pub struct Clerk {
    shoppers: JoinSet<Vec<Told>>,
    closing: Arc<AtomicBool>,
}

impl Clerk {
    pub fn start(server: SocketAddr, shoppers: Vec<Shopper>, seed: u64) -> Self {
        let closing = Arc::<AtomicBool>::default();
        let mut tasks = JoinSet::new();
        for (number, shopper) in shoppers.into_iter().enumerate() {
            let visit = Visit {
                server,
                shopper,
                number,
                random: Arc::new(SeededRandom::new(seed.wrapping_add(number as u64 + 1))),
                closing: Arc::clone(&closing),
            };
            tasks.spawn(visit.run());
        }
        Self {
            shoppers: tasks,
            closing,
        }
    }

    /// Lets everyone finish what they are at; answers what all were told.
    pub async fn finish(self) -> Vec<Told> {
        self.closing.store(true, Ordering::Release);
        self.shoppers.join_all().await.into_iter().flatten().collect()
    }
}

struct Visit {
    server: SocketAddr,
    shopper: Shopper,
    number: usize,
    random: Arc<dyn Random>,
    closing: Arc<AtomicBool>,
}

impl Visit {
    async fn run(self) -> Vec<Told> {
        let mut told = Vec::new();
        let washes = self.shopper.washes(self.server).await;
        for count in 0.. {
            if self.closing.load(Ordering::Acquire) {
                break;
            }
            if self.random.below(4) == 0 {
                self.look().await;
                continue;
            }
            let units = 1 + self.random.below(2);
            let pick = |_| json!({"productId": washes[self.random.below(washes.len() as u64) as usize]});
            let body = json!({"products": (0..units).map(pick).collect::<Vec<_>>()});
            let key = format!("{}-{count}", self.number);
            let Some(result) = self.buy(&key, &body).await else {
                continue;
            };
            // Who repeats a request gets the same answer.
            if self.random.below(4) == 0
                && let Some(again) = self.buy(&key, &body).await
            {
                assert_eq!(again, result);
            }
            told.push(Told {
                site: self.shopper.site.clone(),
                id: result["transRecordId"].as_str().unwrap().to_owned(),
                total: result["total"].as_i64().unwrap(),
            });
        }
        told
    }

    /// Asks until there is a final answer; `None`: refused, or the shop closes before there is one.
    async fn buy(&self, key: &str, body: &Value) -> Option<Value> {
        let mut closing_since = None;
        loop {
            match self.shopper.post(self.server, "/orders", Some(key), body).await {
                Ok(result) if result["approved"] == true => return Some(result),
                // The payment is being checked.
                Ok(result) if result["code"] == "pending" => {}
                Ok(_) => return None,
                Err(Trouble::Lost) => {}
                Err(Trouble::Refused { status: 409 | 503, .. }) => {}
                Err(Trouble::Refused { status, body }) => panic!("{status} {body}"),
            }
            if self.closing.load(Ordering::Acquire) {
                let since = closing_since.get_or_insert_with(Instant::now);
                if since.elapsed() > Duration::from_secs(1) {
                    return None;
                }
            }
            tokio::time::sleep(Duration::from_millis(20 + self.random.below(40))).await;
        }
    }

    async fn look(&self) {
        let paths = [
            "/users/wallet",
            "/products/washes",
            "/users/purchases",
            "/accounts/site-config",
        ];
        let path = paths[self.random.below(paths.len() as u64) as usize];
        match self.shopper.get(self.server, path).await {
            Ok(_) => {}
            Err(Trouble::Lost | Trouble::Refused { status: 503, .. }) => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Err(Trouble::Refused { status, body }) => panic!("{path}: {status} {body}"),
        }
    }
}
