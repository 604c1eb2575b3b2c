//! A purchase, a renewal, a kiosk charge and a refund, each with a failure at every one of its writes. Afterwards its client repeats
//! the request, the jobs run, and the money has moved once or not at all.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use jiff::{SignedDuration, Timestamp};
use platform::tenancy::Site;
use serde_json::json;

use super::Shop;
use super::acquirer::Acquirer;
use super::failpoint::{Failpoint, Failure};
use crate::support::{Client, Customer, FilesLeft, Installation, Log, PASSWORD, TestSite};

/// Most writes that a flow may have: beyond, the counter is broken.
const MOST_WRITES: usize = 300;

/// Longer than every look-up, retry and confirmation takes.
const SETTLED_WITHIN: SignedDuration = SignedDuration::from_hours(3);

#[derive(Clone, Copy, Debug)]
enum Flow {
    Purchase,
    Renewal,
    KioskCharge,
    Refund,
}

/// A flow about to run, in what outlives its process.
struct Attempt {
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
struct Buyer {
    email: String,
    /// As the processor calls them.
    payer: String,
}

/// State of the buyer's newest order.
#[derive(Debug)]
struct End {
    state: String,
    total: i64,
    /// Minor units at the processor, for all orders of the buyer.
    held: i64,
    /// The same by the ledger.
    cleared: i64,
    /// Codes of the order that work.
    codes: i64,
    /// Charges and refunds of the buyer that are still open.
    open: i64,
}

impl Attempt {
    /// Everything before the first write of the flow.
    async fn prepare(shop: &Shop, flow: Flow, number: usize, buyer: &Buyer) -> Self {
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
    async fn client(&self, site: &TestSite) -> Client {
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
    async fn send(&self, site: &TestSite, client: &Client) {
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
    async fn judge(&self, shop: &Shop, failure: Failure, is_repeated: bool) {
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

    async fn end(&self, shop: &Shop) -> End {
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

/// A shop with one customer, who is a member of a club where `flow` renews it.
async fn open(flow: Flow, log: Log) -> (Shop, Buyer) {
    let shop = Shop::open(log).await;
    let (email, payer) = shop.customer(1).await;
    if let Flow::Renewal = flow {
        let customer = Customer::log_in(&shop.site, &email, PASSWORD).await;
        customer.with_vehicle().await.in_club(301).await;
    }
    shop.site.run_jobs().await;
    (shop, Buyer { email, payer })
}

/// Refuses every row of the flow once, in a process that continues.
async fn refuse_each_row(flow: Flow) {
    let (log, _guard) = Log::of_this_test();
    let (shop, buyer) = open(flow, log).await;
    let failpoint = Failpoint::watch(&shop.site).await;
    for number in 1.. {
        assert!(number < MOST_WRITES, "the writes of a flow do not end");
        let attempt = Attempt::prepare(&shop, flow, number, &buyer).await;
        let client = attempt.client(&shop.site).await;
        failpoint.plan(Failure::Row(number));
        attempt.send(&shop.site, &client).await;
        let has_failed = failpoint.clear();
        // Wait for pending responses.
        while !shop.site.installation.runtime.under_way.is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        attempt.send(&shop.site, &client).await;
        shop.pass(SETTLED_WITHIN).await;
        attempt.judge(&shop, Failure::Row(number), true).await;
        if !has_failed {
            println!("{flow:?}: {} rows", number - 1);
            assert!(number > 10, "a flow writes more than that");
            return;
        }
    }
}

/// The process ends at each commit of the flow, before or after it, and another one takes over its files.
fn end_at_each_commit(flow: Flow) {
    let kinds: [fn(usize) -> Failure; 2] = [Failure::BeforeCommit, Failure::AfterCommit];
    for kind in kinds {
        let mut number = 1;
        while end_at(flow, kind(number)) {
            number += 1;
        }
        println!("{flow:?}: {} commits", number - 1);
        assert!(number > 2, "an intent and its settlement are two commits");
    }
}

fn process() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

/// State that outlives a process.
struct Left {
    files: FilesLeft,
    site: Arc<Site>,
    acquirer: Arc<Acquirer>,
    attempt: Attempt,
    log: Log,
}

impl Left {
    /// Another process takes over.
    async fn reopen(self) -> (Shop, Attempt) {
        let Self {
            files,
            site,
            acquirer,
            attempt,
            log,
        } = self;
        acquirer.listen_while(Failpoint::default());
        let installation = Installation::after(files, Arc::clone(&acquirer) as Arc<_>).await;
        let site = TestSite { installation, site };
        (Shop { site, acquirer, log }, attempt)
    }
}

/// Runs the flow in a process that ends at `failure`; `None`: the flow has no write for it.
fn interrupt(flow: Flow, failure: Failure, log: &Log) -> Option<Left> {
    let first = process();
    let left = first.block_on(async {
        let (shop, buyer) = open(flow, log.clone()).await;
        let attempt = Attempt::prepare(&shop, flow, 1, &buyer).await;
        let client = attempt.client(&shop.site).await;
        let failpoint = Failpoint::watch(&shop.site).await;
        shop.acquirer.listen_while(failpoint.clone());
        failpoint.plan(failure);
        tokio::select! {
            biased;
            () = failpoint.ended() => {}
            () = attempt.send(&shop.site, &client) => {}
        }
        let files = shop.site.installation.files_left();
        failpoint.has_ended().then(|| Left {
            files,
            site: Arc::clone(&shop.site.site),
            acquirer: Arc::clone(&shop.acquirer),
            attempt,
            log: log.clone(),
        })
    });
    // With everything that it had in memory.
    drop(first);
    left
}

/// Whether the flow has a write for `failure`.
fn end_at(flow: Flow, failure: Failure) -> bool {
    let (log, _guard) = Log::of_this_test();
    let Some(left) = interrupt(flow, failure, &log) else {
        return false;
    };
    process().block_on(async {
        let (shop, attempt) = left.reopen().await;
        let client = attempt.client(&shop.site).await;
        attempt.send(&shop.site, &client).await;
        shop.pass(SETTLED_WITHIN).await;
        attempt.judge(&shop, failure, false).await;
    });
    true
}

/// Jobs that complete a charge or refund whose process ended.
const RECOVERY: &str = "DELETE FROM jobs WHERE kind IN ('checkout.sweep', 'checkout.sweep_reversal')";

/// The test of these tests: in a build that loses the recovery job of an intent, [`Attempt::judge`] fails, and the site check names
/// the open charge or refund.
fn lose_recovery(flow: Flow) {
    let (log, _guard) = Log::of_this_test();
    for number in 1..MOST_WRITES {
        let failure = Failure::AfterCommit(number);
        let Some(left) = interrupt(flow, failure, &log) else {
            panic!("{flow:?} leaves nothing open");
        };
        let found = process().block_on(async {
            let (shop, attempt) = left.reopen().await;
            shop.site.change(RECOVERY).await;
            let is_open = attempt.end(&shop).await.open > 0;
            let mut found = None;
            if is_open {
                let client = attempt.client(&shop.site).await;
                attempt.send(&shop.site, &client).await;
                shop.pass(SETTLED_WITHIN).await;
                let judged = AssertUnwindSafe(attempt.judge(&shop, failure, false))
                    .catch_unwind()
                    .await;
                assert!(judged.is_err(), "{flow:?}: the lost recovery passes unnoticed");
                found = Some(shop.site.violations().await);
            }
            // It stays broken, so it isn't checked at the end.
            shop.site.installation.forget(shop.site.site.id);
            found
        });
        if let Some(violations) = found {
            let open = match flow {
                Flow::Purchase | Flow::Renewal | Flow::KioskCharge => "no background job looks up its payment.",
                Flow::Refund => "no background job looks it up.",
            };
            assert!(
                violations.iter().any(|violation| violation.ends_with(open)),
                "{flow:?}: {violations:#?}"
            );
            return;
        }
    }
}

#[tokio::test]
async fn purchase_with_a_refused_row_is_charged_once() {
    refuse_each_row(Flow::Purchase).await;
}

#[tokio::test]
async fn renewal_with_a_refused_row_is_charged_once() {
    refuse_each_row(Flow::Renewal).await;
}

#[tokio::test]
async fn kiosk_charge_with_a_refused_row_is_charged_once() {
    refuse_each_row(Flow::KioskCharge).await;
}

#[tokio::test]
async fn refund_with_a_refused_row_is_made_once() {
    refuse_each_row(Flow::Refund).await;
}

#[test]
fn purchase_whose_process_ends_is_charged_once_or_not_at_all() {
    end_at_each_commit(Flow::Purchase);
}

#[test]
fn renewal_whose_process_ends_is_charged_once() {
    end_at_each_commit(Flow::Renewal);
}

#[test]
fn kiosk_charge_whose_process_ends_is_charged_once_or_not_at_all() {
    end_at_each_commit(Flow::KioskCharge);
}

#[test]
fn refund_whose_process_ends_is_made_once_or_not_at_all() {
    end_at_each_commit(Flow::Refund);
}

#[test]
fn purchase_without_its_recovery_job_is_named_by_the_site_check() {
    lose_recovery(Flow::Purchase);
}

#[test]
fn renewal_without_its_recovery_job_is_named_by_the_site_check() {
    lose_recovery(Flow::Renewal);
}

#[test]
fn kiosk_charge_without_its_recovery_job_is_named_by_the_site_check() {
    lose_recovery(Flow::KioskCharge);
}

#[test]
fn refund_without_its_recovery_job_is_named_by_the_site_check() {
    lose_recovery(Flow::Refund);
}
