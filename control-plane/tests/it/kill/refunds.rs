//! Load in the back office: managers who refund orders, repeat unanswered requests, and record the responses.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use platform::random::{Random, SeededRandom};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::shopper::{Shopper, Trouble};

/// All managers at work.
pub struct Refunds {
    tasks: JoinSet<()>,
    notes: Arc<Notes>,
    met: usize,
}

/// Requests and responses.
#[derive(Default)]
struct Notes {
    closing: AtomicBool,
    /// Number of pending requests.
    waiting: AtomicUsize,
    /// Orders with a requested refund.
    asked: Mutex<BTreeSet<String>>,
    /// Orders whose full refund was confirmed.
    made: Mutex<Vec<String>>,
}

impl Refunds {
    /// `buyer`: whose orders are refunded.
    pub fn start(server: SocketAddr, managers: &[Shopper], buyer: &str, seed: u64) -> Self {
        let (mut tasks, notes) = (JoinSet::new(), Arc::<Notes>::default());
        for (number, manager) in managers.iter().enumerate() {
            let desk = Desk {
                server,
                manager: manager.clone(),
                buyer: buyer.to_owned(),
                random: Arc::new(SeededRandom::new(seed.wrapping_add(2000 + number as u64))),
                notes: Arc::clone(&notes),
            };
            tasks.spawn(desk.run());
        }
        Self { tasks, notes, met: 0 }
    }

    /// Records whether a refund was in progress when the server was killed.
    pub fn note(&mut self) {
        self.met += usize::from(self.notes.waiting.load(Ordering::Acquire) > 0);
    }

    /// Number of kills during a refund.
    pub fn met(&self) -> usize {
        self.met
    }

    /// Waits until all of them finish.
    pub async fn close(&mut self) {
        self.notes.closing.store(true, Ordering::Release);
        while let Some(desk) = self.tasks.join_next().await {
            desk.unwrap();
        }
    }

    /// Whether a refund of this order was requested.
    pub fn has_asked(&self, order: &str) -> bool {
        self.notes.asked.lock().unwrap().contains(order)
    }

    /// Orders whose full refund was confirmed.
    pub fn made(&self) -> Vec<String> {
        self.notes.made.lock().unwrap().clone()
    }
}

struct Desk {
    server: SocketAddr,
    manager: Shopper,
    buyer: String,
    random: Arc<dyn Random>,
    notes: Arc<Notes>,
}

impl Desk {
    async fn run(self) {
        for count in 0.. {
            if self.notes.closing.load(Ordering::Acquire) {
                break;
            }
            self.refund(&format!("refund-{count}")).await;
            self.notes.waiting.store(0, Ordering::Release);
            tokio::time::sleep(Duration::from_millis(20 + self.random.below(60))).await;
        }
    }

    /// Refunds one of the buyer's latest orders, or its first line.
    async fn refund(&self, key: &str) -> Option<()> {
        let listed = self.manager.get(self.server, "/admin/orders?limit=50&state=paid").await;
        let listed = listed.ok()?;
        let orders: Vec<&Value> = listed["items"]
            .as_array()?
            .iter()
            .filter(|order| order["customerEmail"] == self.buyer.as_str() && order["total"] != 0)
            .collect();
        let chosen = self.random.below(orders.len().max(1) as u64);
        let order = orders.get(usize::try_from(chosen).ok()?)?["transRecordId"]
            .as_str()?
            .to_owned();
        let path = format!("/admin/orders/{order}");
        let is_whole = self.random.below(2) == 0;
        let (path, body) = if is_whole {
            (format!("{path}/void"), json!({}))
        } else {
            let detail = self.manager.get(self.server, &path).await.ok()?;
            let line = detail["lines"][0]["lineId"].clone();
            (format!("{path}/refund"), json!({ "lines": [line] }))
        };
        self.notes.asked.lock().unwrap().insert(order.clone());
        self.notes.waiting.fetch_add(1, Ordering::AcqRel);
        let answer = self.insist(&path, key, &body).await?;
        if is_whole && answer["state"] == "done" {
            self.notes.made.lock().unwrap().push(order);
        }
        Some(())
    }

    /// Asks until there is an answer; `None`: it is refused, or the office closes before there is one.
    async fn insist(&self, path: &str, key: &str, body: &Value) -> Option<Value> {
        let mut closing_since = None;
        loop {
            match self.manager.post(self.server, path, Some(key), body).await {
                Ok(answer) => return Some(answer),
                Err(Trouble::Lost | Trouble::Refused { status: 409 | 503, .. }) => {}
                Err(Trouble::Refused { status: 422, .. }) => return None,
                Err(trouble) => panic!("{path}: {trouble:?}"),
            }
            if self.notes.closing.load(Ordering::Acquire) {
                let since = closing_since.get_or_insert_with(Instant::now);
                if since.elapsed() > Duration::from_secs(1) {
                    return None;
                }
            }
            tokio::time::sleep(Duration::from_millis(20 + self.random.below(40))).await;
        }
    }
}
