//! Load at the wash: kiosks that race for one customer's codes, charge another's card, repeat unanswered requests, and
//! record the responses.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use platform::random::{Random, SeededRandom};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::shopper::{Shopper, Trouble};
use crate::support::Installation;

/// Result of an action, as received by a kiosk.
#[derive(Clone, Debug)]
pub enum Ended {
    /// A redemption, by its id.
    Confirmed {
        redemption: String,
    },
    Cancelled {
        redemption: String,
    },
    /// An order.
    Paid {
        site: String,
        order: String,
    },
    /// Nothing of it stays charged.
    GivenBack {
        site: String,
        order: String,
    },
}

/// Request a kiosk waits for when its server is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    ForNothing,
    ToReserve,
    /// The code is reserved.
    ToConfirm,
    ToCharge,
    /// The card is charged.
    ToConfirmPayment,
}

/// Those that a few kills meet for sure.
pub const STEPS: [Waits; 3] = [Waits::ToConfirm, Waits::ToCharge, Waits::ToConfirmPayment];

/// All kiosks at work.
pub struct Lanes {
    tasks: JoinSet<()>,
    steps: Vec<Arc<Mutex<Waits>>>,
    ended: Arc<Mutex<Vec<Ended>>>,
    closing: Arc<AtomicBool>,
    met: Vec<Waits>,
}

impl Lanes {
    /// Two kiosks for each customer, at the customer's site.
    pub async fn open(installation: &Installation, server: SocketAddr, customers: &[Shopper], seed: u64) -> Self {
        let mut lanes = Self {
            tasks: JoinSet::new(),
            steps: Vec::new(),
            ended: Arc::default(),
            closing: Arc::default(),
            met: Vec::new(),
        };
        for (number, customer) in customers.iter().flat_map(|one| [one, one]).enumerate() {
            let step = Arc::new(Mutex::new(Waits::ForNothing));
            let lane = Lane {
                server,
                customer: customer.clone(),
                kiosk: paired(installation, server, customer).await,
                number,
                random: Arc::new(SeededRandom::new(seed.wrapping_add(1000 + number as u64))),
                step: Arc::clone(&step),
                ended: Arc::clone(&lanes.ended),
                closing: Arc::clone(&lanes.closing),
            };
            lanes.steps.push(step);
            lanes.tasks.spawn(lane.run());
        }
        lanes
    }

    /// Records what the kiosks were waiting for when the server was killed.
    pub fn note(&mut self) {
        self.met.extend(self.steps.iter().map(|step| *step.lock().unwrap()));
    }

    /// Number of kiosks interrupted at `step` by a kill.
    pub fn met(&self, step: Waits) -> usize {
        self.met.iter().filter(|met| **met == step).count()
    }

    /// Lets everyone finish; returns their responses.
    pub async fn close(&mut self) -> Vec<Ended> {
        self.closing.store(true, Ordering::Release);
        while let Some(lane) = self.tasks.join_next().await {
            lane.unwrap();
        }
        self.ended.lock().unwrap().clone()
    }
}

/// A new terminal of the customer's site.
async fn paired(installation: &Installation, server: SocketAddr, customer: &Shopper) -> Shopper {
    let words = [
        "terminal",
        "pair",
        "--site",
        &customer.site,
        "--location",
        "1",
        "--label",
        "Lane",
    ];
    let code = installation.json(&words)["pairingCode"].clone();
    let mut kiosk = Shopper {
        token: String::new(),
        ..customer.clone()
    };
    let body = json!({ "pairingCode": code });
    let paired = kiosk.post(server, "/terminal/pair", None, &body).await.unwrap();
    paired["terminalKey"].as_str().unwrap().clone_into(&mut kiosk.token);
    kiosk
}

struct Lane {
    server: SocketAddr,
    customer: Shopper,
    /// Its requests carry the terminal's key.
    kiosk: Shopper,
    number: usize,
    random: Arc<dyn Random>,
    step: Arc<Mutex<Waits>>,
    ended: Arc<Mutex<Vec<Ended>>>,
    closing: Arc<AtomicBool>,
}

/// Error code of a rejection.
type Refused = String;

impl Lane {
    async fn run(self) {
        for count in 0.. {
            if self.closing.load(Ordering::Acquire) {
                break;
            }
            let txn = format!("lane-{}-{count}", self.number);
            if self.random.below(2) == 0 {
                self.wash(&txn).await;
            } else {
                self.charge(&txn).await;
            }
            self.waits(Waits::ForNothing);
            tokio::time::sleep(Duration::from_millis(5 + self.random.below(30))).await;
        }
    }

    fn waits(&self, step: Waits) {
        *self.step.lock().unwrap() = step;
    }

    fn ended(&self, ended: Ended) {
        self.ended.lock().unwrap().push(ended);
    }

    /// Reserves one of the customer's codes, and confirms or cancels it; now and then it says nothing more.
    async fn wash(&self, txn: &str) -> Option<()> {
        let wallet = self.customer.get(self.server, "/users/wallet").await.ok()?;
        let codes: Vec<&str> = wallet
            .as_array()?
            .iter()
            .filter_map(|item| item["code"].as_str())
            .collect();
        // The oldest few, so that two kiosks meet at one.
        let code = *codes.get(self.random.below(4) as usize)?;
        self.waits(Waits::ToReserve);
        let body = json!({"code": code, "terminalTxnId": txn});
        let reserved = match self.insist("/terminal/redemptions", &body).await? {
            Ok(reserved) => reserved,
            Err(code) => {
                assert!(matches!(code.as_str(), "reserved_elsewhere" | "token_used"), "{code}");
                return None;
            }
        };
        self.waits(Waits::ToConfirm);
        let redemption = reserved["redemptionId"].as_str()?.to_owned();
        let ending = ["confirm", "confirm", "confirm", "cancel", ""][self.random.below(5) as usize];
        if ending.is_empty() {
            return None;
        }
        let path = format!("/terminal/redemptions/{redemption}/{ending}");
        let body = json!({ "terminalTxnId": format!("{txn}-{ending}") });
        self.insist(&path, &body).await?.unwrap();
        self.ended(if ending == "confirm" {
            Ended::Confirmed { redemption }
        } else {
            Ended::Cancelled { redemption }
        });
        Some(())
    }

    /// Charges the customer's card, and confirms or voids the payment; now and then it says nothing more.
    async fn charge(&self, txn: &str) -> Option<()> {
        let wanted = json!({"TempIdType": "TempToken"});
        let token = self
            .customer
            .post(self.server, "/temptoken", None, &wanted)
            .await
            .ok()?;
        self.waits(Waits::ToCharge);
        let body = json!({"tempId": token["tempId"], "amount": 700, "taxes": 0, "terminalTxnId": txn,
            "lines": [{"name": "Foam", "price": 700}]});
        let paid = loop {
            match self.insist("/terminal/payments", &body).await? {
                Ok(paid) if paid["state"] == "unknown" => tokio::time::sleep(Duration::from_millis(50)).await,
                Ok(paid) => break paid,
                Err(code) => {
                    // The other kiosk created another token in the meantime, or the server was down for longer than a
                    // token's lifetime.
                    assert!(matches!(code.as_str(), "expired" | "token_used"), "{code}");
                    return None;
                }
            }
        };
        let (site, order) = (self.kiosk.site.clone(), paid["transRecordId"].as_str()?.to_owned());
        if paid["state"] != "approved" {
            // It was voided in the meantime, or the server was killed before the processor received it.
            assert!(
                ["voided", "declined"].map(Value::from).contains(&paid["state"]),
                "{paid}"
            );
            self.ended(Ended::GivenBack { site, order });
            return None;
        }
        self.waits(Waits::ToConfirmPayment);
        let ending = ["confirm", "confirm", "confirm", "void", ""][self.random.below(5) as usize];
        if ending.is_empty() {
            return None;
        }
        let path = format!("/terminal/payments/{}/{ending}", paid["paymentId"].as_str()?);
        let body = json!({ "terminalTxnId": format!("{txn}-{ending}") });
        match self.insist(&path, &body).await? {
            Ok(answer) if answer["state"] == "confirmed" => self.ended(Ended::Paid { site, order }),
            Ok(_) => self.ended(Ended::GivenBack { site, order }),
            Err(code) => {
                // Not confirmed within a minute, so it was voided.
                assert_eq!(code, "payment_over");
                self.ended(Ended::GivenBack { site, order });
            }
        }
        Some(())
    }

    /// Asks until there is an answer; `None`: the wash closes before there is one.
    async fn insist(&self, path: &str, body: &Value) -> Option<Result<Value, Refused>> {
        let mut closing_since = None;
        loop {
            match self.kiosk.post(self.server, path, None, body).await {
                Ok(answer) => return Some(Ok(answer)),
                Err(Trouble::Lost | Trouble::Refused { status: 503, .. }) => {}
                Err(Trouble::Refused { body, .. }) if body["errorCode"] == "in_progress" => {}
                Err(Trouble::Refused { body, .. }) => return Some(Err(body["errorCode"].as_str()?.to_owned())),
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
}
