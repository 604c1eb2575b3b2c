//! A purchase, a renewal, a kiosk charge and a refund, each with a failure at every one of its writes. Afterwards its client repeats
//! the request, the jobs run, and the money has moved once or not at all.

mod attempt;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use jiff::SignedDuration;
use platform::tenancy::Site;

use super::Shop;
use super::acquirer::Acquirer;
use super::failpoint::{Failpoint, Failure};
use crate::support::{Customer, FilesLeft, Installation, Log, PASSWORD, TestSite};
use attempt::{Attempt, Buyer, Flow};

/// Most writes that a flow may have: beyond, the counter is broken.
const MOST_WRITES: usize = 300;

/// Longer than every look-up, retry and confirmation takes.
const SETTLED_WITHIN: SignedDuration = SignedDuration::from_hours(3);

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
async fn purchase_with_a_failing_write_is_charged_once() {
    refuse_each_row(Flow::Purchase).await;
}

#[tokio::test]
async fn renewal_with_a_failing_write_is_charged_once() {
    refuse_each_row(Flow::Renewal).await;
}

#[tokio::test]
async fn kiosk_charge_with_a_failing_write_is_charged_once() {
    refuse_each_row(Flow::KioskCharge).await;
}

#[tokio::test]
async fn refund_with_a_failing_write_is_made_once() {
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
