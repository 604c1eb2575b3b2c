//! One run of a flow: its preparation, its requests and its result.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::super::Shop;
use super::super::failpoint::Failure;
use crate::support::{Client, Customer, PASSWORD, TestSite};

#[derive(Clone, Copy, Debug)]
pub(super) enum Flow {
    Purchase,
    Renewal,
    KioskCharge,
    Refund,
}

/// A flow about to run, in what outlives its process.
pub(super) struct Attempt {
    flow: Flow,
    number: usize,
    buyer: Buyer,
    kiosk_key: Option<String>,
    /// Order to refund; empty: none.
    order: String,
    /// Token that a kiosk charges; empty: none.
    token: String,
}

#[derive(Clone)]
pub(super) struct Buyer {
    pub(super) email: String,
    /// As the processor calls them.
    pub(super) payer: String,
}

/// State of the buyer's newest order.
#[derive(Debug)]
pub(super) struct End {
    state: String,
    total: i64,
    /// Minor units at the processor, for all orders of the buyer.
    held: i64,
    /// The same by the ledger.
    cleared: i64,
    /// Codes of the order that work.
    codes: i64,
    /// Charges and refunds of the buyer that are still open.
    pub(super) open: i64,
}

impl Attempt {
    /// Everything before the first write of the flow.
    pub(super) async fn prepare(shop: &Shop, flow: Flow, number: usize, buyer: &Buyer) -> Self {
        let mut attempt = Self {
            flow,
            number,
            buyer: buyer.clone(),
            kiosk_key: None,
            order: String::new(),
            token: String::new(),
        };
        let customer = Customer::log_in(&shop.site, &buyer.email, PASSWORD).await;
        match flow {
            Flow::Purchase => {}
            Flow::Renewal => {
                let dues: Vec<(i64,)> = shop
                    .site
                    .rows("SELECT due_at FROM jobs WHERE kind = 'clubs.bill'")
                    .await;
                let due = Timestamp::from_millisecond(dues[0].0).unwrap();
                // Other work of the month is done before.
                shop.pass(due.duration_since(shop.now()) - SignedDuration::from_mins(1))
                    .await;
                shop.site.installation.clock.advance(due.duration_since(shop.now()));
            }
            Flow::KioskCharge => {
                attempt.token = customer.token("TempToken").await;
                attempt.kiosk_key = shop.site.kiosk_at(1).await.client.token;
            }
            Flow::Refund => {
                let key = format!("bought-{number}");
                let bought = customer.post_once("/orders", &key, wash()).await.succeeded();
                bought["transRecordId"].as_str().unwrap().clone_into(&mut attempt.order);
                shop.site.run_jobs().await;
            }
        }
        attempt
    }

    /// Logged-in caller.
    pub(super) async fn client(&self, site: &TestSite) -> Client {
        let email = match self.flow {
            Flow::Purchase | Flow::Renewal => &self.buyer.email,
            Flow::Refund => "owner@example.com",
            Flow::KioskCharge => {
                let mut client = site.visitor();
                client.app_key = None;
                client.token.clone_from(&self.kiosk_key);
                return client;
            }
        };
        Customer::log_in(site, email, PASSWORD).await.client
    }

    /// Asks for it, or asks again.
    pub(super) async fn send(&self, site: &TestSite, client: &Client) {
        let key = format!("{:?}-{}", self.flow, self.number);
        match self.flow {
            Flow::Purchase => {
                client.post_once("/orders", &key, wash()).await;
            }
            Flow::Renewal => {
                // The runner retries a site after an error.
                if let Err(error) = site.try_jobs().await {
                    println!("{error}");
                }
            }
            Flow::KioskCharge => {
                let sale = json!({"tempId": self.token, "amount": 1086, "taxes": 86, "terminalTxnId": key,
                    "lines": [{"name": "Foam", "price": 1000, "taxes": 86}]});
                let paid = client.post("/terminal/payments", sale).await;
                if paid.status == 200 && paid.body["resultData"]["state"] == "approved" {
                    let payment = paid.body["resultData"]["paymentId"].as_str().unwrap();
                    let confirm = format!("/terminal/payments/{payment}/confirm");
                    client
                        .post(&confirm, json!({"terminalTxnId": format!("{key}-c")}))
                        .await;
                }
            }
            Flow::Refund => {
                let void = format!("/admin/orders/{}/void", self.order);
                client.post_once(&void, &key, json!({})).await;
            }
        }
    }

    /// `is_repeated`: whether the same process could write again at once, so that what was asked for was done.
    pub(super) async fn judge(&self, shop: &Shop, failure: Failure, is_repeated: bool) {
        let end = self.end(shop).await;
        let told = format!("{:?} with {failure:?}: {end:?}", self.flow);
        assert_eq!((end.open, end.held), (0, end.cleared), "{told}");
        let is_done = match (self.flow, end.state.as_str()) {
            (Flow::Purchase, "paid") => {
                assert_eq!(end.codes, 1, "{told}");
                true
            }
            (Flow::Purchase, "failed" | "none") => {
                assert_eq!(end.codes, 0, "{told}");
                false
            }
            (Flow::Renewal, "paid") => true,
            (Flow::KioskCharge, "paid") => true,
            (Flow::KioskCharge, "failed" | "voided" | "none") => false,
            (Flow::Refund, "voided" | "refunded") => {
                assert_eq!(end.codes, 0, "{told}");
                true
            }
            (Flow::Refund, "paid") => {
                assert_eq!(end.codes, 1, "{told}");
                false
            }
            _ => panic!("{told}"),
        };
        assert!(is_done || !is_repeated, "{told}");
        let charged = self.charged(shop).await;
        let expected = match (self.flow, is_done) {
            (Flow::Purchase | Flow::Renewal | Flow::KioskCharge, true) | (Flow::Refund, false) => end.total,
            (Flow::Purchase | Flow::Renewal | Flow::KioskCharge, false) | (Flow::Refund, true) => 0,
        };
        assert_eq!(charged, expected, "{told}");
    }

    /// Minor units that the processor holds for the attempt.
    async fn charged(&self, shop: &Shop) -> i64 {
        let references = self
            .references(shop, "AND o.id = (SELECT MAX(id) FROM checkout_orders)")
            .await;
        shop.acquirer.held(&references)
    }

    async fn references(&self, shop: &Shop, condition: &'static str) -> Vec<String> {
        let (_, customer) = self.buyer.payer.rsplit_once('-').unwrap();
        let tenant = shop.site.tenant().await;
        let mut db = tenant.read().await.unwrap();
        let statement = format!(
            "SELECT p.reference FROM checkout_orders o JOIN payments p ON p.order_id = o.id
             WHERE o.customer_id = ? {condition}"
        );
        sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
            .bind(customer.parse::<i64>().unwrap())
            .fetch_all(db.conn())
            .await
            .unwrap()
    }

    pub(super) async fn end(&self, shop: &Shop) -> End {
        let references = self.references(shop, "").await;
        let newest: Vec<(String, i64, i64)> = shop
            .site
            .rows(
                "SELECT o.state, o.total,
                    (SELECT COUNT(*) FROM wallet_items w JOIN checkout_order_lines l ON l.id = w.order_line_id
                     WHERE l.order_id = o.id AND w.state = 'active')
                 FROM checkout_orders o ORDER BY o.id DESC LIMIT 1",
            )
            .await;
        let sums: Vec<(i64, i64)> = shop
            .site
            .rows(
                "SELECT (SELECT COALESCE(SUM(amount), 0) FROM ledger_entries WHERE account = 'clearing'),
                    (SELECT COUNT(*) FROM checkout_orders WHERE state IN ('pending', 'unknown', 'flagged'))
                    + (SELECT COUNT(*) FROM checkout_reversals WHERE state IN ('initiated', 'unknown'))",
            )
            .await;
        let (state, total, codes) = newest.into_iter().next().unwrap_or(("none".to_owned(), 0, 0));
        End {
            state,
            total,
            held: shop.acquirer.held(&references),
            cleared: sums[0].0,
            codes,
            open: sums[0].1,
        }
    }
}

fn wash() -> serde_json::Value {
    json!({"products": [{"productId": 101}]})
}
