//! Load in the shop: customers who buy, look up and repeat requests, and record the responses.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use platform::random::{Random, SeededRandom};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::shopper::{Shopper, Trouble};

/// Purchase whose result the server returned.
#[derive(Clone, Debug)]
pub struct Told {
    pub site: String,
    pub id: String,
    pub total: i64,
    /// Or it was declined.
    pub approved: bool,
}

/// Responses received by all shoppers.
#[derive(Clone, Default)]
pub struct Heard(Arc<Mutex<Vec<Told>>>);

impl Heard {
    fn write(&self, told: Told) {
        self.0.lock().unwrap().push(told);
    }

    pub fn all(&self) -> Vec<Told> {
        self.0.lock().unwrap().clone()
    }

    /// Whether anyone received the result of this order.
    pub fn knows(&self, id: &str) -> bool {
        self.0.lock().unwrap().iter().any(|told| told.id == id)
    }
}

pub struct Clerk {
    shoppers: JoinSet<()>,
    pub heard: Heard,
    closing: Arc<AtomicBool>,
}

impl Clerk {
    pub fn start(server: SocketAddr, shoppers: Vec<Shopper>, seed: u64) -> Self {
        let closing = Arc::<AtomicBool>::default();
        let (mut tasks, heard) = (JoinSet::new(), Heard::default());
        for (number, shopper) in shoppers.into_iter().enumerate() {
            let visit = Visit {
                server,
                shopper,
                number,
                random: Arc::new(SeededRandom::new(seed.wrapping_add(number as u64 + 1))),
                heard: heard.clone(),
                closing: Arc::clone(&closing),
            };
            tasks.spawn(visit.run());
        }
        Self {
            shoppers: tasks,
            heard,
            closing,
        }
    }

    /// Lets everyone finish; returns all their responses.
    pub async fn finish(self) -> Vec<Told> {
        self.closing.store(true, Ordering::Release);
        self.shoppers.join_all().await;
        self.heard.all()
    }
}

struct Visit {
    server: SocketAddr,
    shopper: Shopper,
    number: usize,
    random: Arc<dyn Random>,
    heard: Heard,
    closing: Arc<AtomicBool>,
}

impl Visit {
    async fn run(self) {
        // Killed before it listed the products: no purchases in this round.
        let Ok(washes) = self.shopper.washes(self.server).await else {
            return;
        };
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
            // A repeated request gets the same response.
            if self.random.below(4) == 0
                && let Some(again) = self.buy(&key, &body).await
            {
                assert_eq!(again, result);
            }
        }
    }

    /// Asks until there is a final answer, and writes it down; `None`: the shop closes before there is one.
    async fn buy(&self, key: &str, body: &Value) -> Option<Value> {
        let mut closing_since = None;
        loop {
            match self.shopper.post(self.server, "/orders", Some(key), body).await {
                // The payment is being checked.
                Ok(result) if result["code"] == "pending" => {}
                Ok(result) => {
                    self.heard.write(Told {
                        site: self.shopper.site.clone(),
                        id: result["transRecordId"].as_str().unwrap().to_owned(),
                        total: result["total"].as_i64().unwrap(),
                        approved: result["approved"] == true,
                    });
                    return Some(result);
                }
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
