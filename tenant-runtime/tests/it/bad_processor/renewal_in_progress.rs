//! Refusals while a renewal is being charged: as long as its request waits for the processor, and while its outcome is unknown.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::Shop;
use super::acquirer::{Answer, BadDay};
use crate::support::{Customer, Log, PASSWORD};

/// Time after which the processor answers, or its lookup finds the charge.
const ANSWER_AFTER: SignedDuration = SignedDuration::from_mins(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// The request waits for its response.
    Intent,
    /// The response is lost.
    Asked,
}

/// A member whose renewal is in progress, and the job that charges it.
struct Renewal {
    shop: Shop,
    email: String,
    /// Path of the order that paid for the first month.
    order: String,
    job: JoinHandle<()>,
}

impl Renewal {
    async fn in_progress(progress: Progress, log: Log) -> Self {
        let shop = Shop::open(log).await;
        let (email, payer) = shop.customer(1).await;
        let ada = Customer::log_in(&shop.site, &email, PASSWORD).await;
        ada.with_vehicle().await.in_club(301).await;
        shop.site.run_jobs().await;
        let (_, order, _) = shop.newest_order(&payer).await;
        let answer = match progress {
            Progress::Intent => Answer::Late,
            Progress::Asked => Answer::Unheard,
        };
        let day = BadDay {
            answer,
            answered_at: ANSWER_AFTER.as_secs(),
            visible_at: ANSWER_AFTER.as_secs(),
            ..BadDay::good()
        };
        let due: Timestamp = "2026-12-20T09:00:00Z".parse().unwrap();
        shop.pass(due.duration_since(shop.now()) - SignedDuration::from_mins(1))
            .await;
        shop.acquirer.plan(&payer, day);
        shop.site.installation.clock.advance(due.duration_since(shop.now()));
        let (installation, site) = (Arc::clone(&shop.site.installation), Arc::clone(&shop.site.site));
        let job = tokio::spawn(async move {
            installation.run_jobs(&site).await;
        });
        let expected = match progress {
            Progress::Intent => "pending",
            Progress::Asked => "unknown",
        };
        let is_in_progress = async || {
            let renewals: Vec<(String,)> = shop
                .site
                .rows("SELECT state FROM checkout_orders WHERE origin = 'renewal'")
                .await;
            renewals == [(expected.to_owned(),)]
        };
        while !is_in_progress().await {
            tokio::task::yield_now().await;
        }
        Self {
            shop,
            email,
            order: format!("/admin/orders/{order}"),
            job,
        }
    }

    async fn owner(&self) -> Customer {
        Customer::log_in(&self.shop.site, "owner@example.com", PASSWORD).await
    }

    async fn member(&self) -> Customer {
        Customer::log_in(&self.shop.site, &self.email, PASSWORD).await
    }

    /// The response comes, or the lookup finds the charge.
    async fn settle(self) -> Shop {
        self.shop.site.installation.clock.advance(ANSWER_AFTER);
        self.shop.acquirer.tell();
        self.job.await.unwrap();
        self.shop.pass(SignedDuration::from_mins(10)).await;
        self.shop
    }
}

async fn status(customer: &Customer) -> Value {
    customer.get("/users/washclub").await.succeeded()["status"].clone()
}

#[tokio::test]
async fn refund_ends_no_membership_while_its_renewal_is_charged() {
    for progress in [Progress::Intent, Progress::Asked] {
        let (log, _guard) = Log::of_this_test();
        let renewal = Renewal::in_progress(progress, log).await;
        let (owner, order, email) = (renewal.owner().await, renewal.order.clone(), renewal.email.clone());
        let line = owner.get(&order).await.succeeded()["lines"][0]["lineId"].clone();
        let body = |ends: bool| json!({"lines": [line], "endMembership": ends});
        let path = format!("{order}/refund");
        let refused = owner.post(&path, body(true)).await.refused(409, "payment_pending");
        let message = refused["errorMessage"].as_str().unwrap();
        assert!(message.contains("being renewed"), "{progress:?}: {message}");
        let reversals = owner.get(&order).await.succeeded()["reversals"].clone();
        assert_eq!(reversals, json!([]), "{progress:?}");

        let shop = renewal.settle().await;
        let owner = Customer::log_in(&shop.site, "owner@example.com", PASSWORD).await;
        let done = owner.post(&path, body(true)).await.succeeded();
        assert_eq!(done["state"], "done", "{progress:?}");
        let ada = Customer::log_in(&shop.site, &email, PASSWORD).await;
        assert_eq!(status(&ada).await, "inactive", "{progress:?}");
    }
}

#[tokio::test]
async fn refund_without_ending_the_membership_is_made_while_its_renewal_is_charged() {
    let (log, _guard) = Log::of_this_test();
    let renewal = Renewal::in_progress(Progress::Asked, log).await;
    let (owner, order) = (renewal.owner().await, renewal.order.clone());
    let line = owner.get(&order).await.succeeded()["lines"][0]["lineId"].clone();
    let refund = json!({"lines": [line]});
    let done = owner.post(&format!("{order}/refund"), refund).await.succeeded();
    assert_eq!(
        (&done["state"], &done["endsMembership"]),
        (&json!("done"), &json!(false))
    );
    assert_eq!(status(&renewal.member().await).await, "active");
    renewal.settle().await;
}

#[tokio::test]
async fn membership_is_not_changed_while_its_renewal_is_charged() {
    for progress in [Progress::Intent, Progress::Asked] {
        let (log, _guard) = Log::of_this_test();
        let renewal = Renewal::in_progress(progress, log).await;
        let owner = renewal.owner().await;
        let plan = json!({"productId": 302, "reason": "By phone"});
        for (change, body) in [
            ("end", json!({})),
            ("cancel", json!({})),
            ("plan", plan.clone()),
            ("pause", json!({"until": "2027-01-20"})),
            ("retry", json!({})),
        ] {
            let reply = owner.post(&format!("/admin/clubs/1/{change}"), body).await;
            assert_eq!(reply.status, 409, "{progress:?}, {change}: {}", reply.text);
            reply.refused(409, "payment_pending");
        }
        let dearer = json!({"products": [{"productId": 302}], "acceptedTerms": true});
        let member = renewal.member().await;
        member
            .post_once("/orders", "dearer", dearer)
            .await
            .refused(409, "club_suspended");
        assert_eq!(status(&member).await, "active", "{progress:?}");

        let shop = renewal.settle().await;
        let owner = Customer::log_in(&shop.site, "owner@example.com", PASSWORD).await;
        owner.post("/admin/clubs/1/plan", plan).await.succeeded();
        owner.post("/admin/clubs/1/end", json!({})).await.succeeded();
        let renewals: Vec<(String,)> = shop
            .site
            .rows("SELECT state FROM checkout_orders WHERE origin = 'renewal'")
            .await;
        assert_eq!(renewals, [("paid".to_owned(),)], "{progress:?}");
    }
}
