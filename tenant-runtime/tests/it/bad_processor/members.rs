//! The same promise after the first purchase: renewals, club changes, refunds and gift card holds by kiosks. After any
//! processor behavior, and manual settlement where required, the books match the processor's charges.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::acquirer::{BadDay, Verdict};
use super::{LENGTH, Shop, from_environment};
use crate::support::{Customer, Kiosk, Log, PASSWORD};

/// Number of simultaneous members.
const AT_ONCE: u64 = 10;

/// Member whose charges and refunds follow a schedule.
struct Member {
    seed: u64,
    email: String,
    /// As the processor calls them.
    payer: String,
    id: i64,
}

/// An order of a member, and its charge at the processor.
struct Sold {
    id: i64,
    trans_record_id: String,
    origin: String,
    state: String,
    reference: String,
}

#[tokio::test]
async fn no_schedule_of_a_member_moves_money_twice() {
    let count = from_environment("SUDS_SCHEDULES", 500).div_ceil(20);
    let first = from_environment("SUDS_SCHEDULES_SEED", 1);
    println!("{count} members from seed {first}");
    let mut ends: BTreeMap<(String, String), u32> = BTreeMap::new();
    for seeds in (first..first + count).step_by(usize::try_from(AT_ONCE).unwrap()) {
        let (log, _guard) = Log::of_this_test();
        let shop = Shop::open(log).await;
        let mut members = Vec::new();
        for seed in seeds..(seeds + AT_ONCE).min(first + count) {
            let (email, payer) = shop.customer(seed).await;
            let ada = Customer::log_in(&shop.site, &email, PASSWORD)
                .await
                .with_vehicle()
                .await;
            let joined = ada.post_once("/orders", "join", club(301)).await.succeeded();
            assert_eq!(joined["approved"], true, "seed {seed}: {joined}");
            let id = payer.rsplit('-').next().unwrap().parse().unwrap();
            members.push(Member { seed, email, payer, id });
        }
        shop.renew(&members).await;
        shop.refund(&members).await;
        shop.refund_in_part(&members).await;
        shop.change_plans(&members).await;
        shop.hold_gift_cards(&members).await;
        for member in &members {
            for order in shop.orders(member).await {
                *ends.entry((order.origin, order.state)).or_default() += 1;
            }
        }
    }
    println!("{ends:?}");
    assert!(count < 20 || ends.len() >= 5, "the schedules are too tame: {ends:?}");
}

fn club(product: i64) -> Value {
    json!({"products": [{"productId": product}], "acceptedTerms": true})
}

impl Shop {
    /// The month of every member is charged on a bad day.
    async fn renew(&self, members: &[Member]) {
        for member in members {
            self.acquirer.plan(&member.payer, BadDay::of(member.seed).unattended());
        }
        let due: Timestamp = "2026-12-20T09:00:00Z".parse().unwrap();
        self.site.installation.clock.advance(due.duration_since(self.now()));
        self.pass(LENGTH).await;
        self.settle_by_hand(members).await;
        for member in members {
            let orders = self.orders(member).await;
            let paid = orders
                .iter()
                .filter(|order| order.origin == "renewal" && order.state == "paid");
            assert!(paid.count() <= 1, "seed {}: a month is paid twice", member.seed);
        }
        self.agree(members, "renewals").await;
    }

    /// Refunds the last payment and loses the responses.
    async fn refund(&self, members: &[Member]) {
        let owner = self.owner().await;
        for member in members {
            let orders = self.orders(member).await;
            let Some(order) = orders.iter().rfind(|order| order.state == "paid") else {
                continue;
            };
            let path = format!("/admin/orders/{}", order.trans_record_id);
            let line = owner.get(&path).await.succeeded()["lines"][0]["lineId"].clone();
            let refund = format!("{path}/refund");
            owner.post(&refund, json!({"lines": [line]})).await.succeeded();
        }
        self.pass(SignedDuration::from_hours(1)).await;
        self.settle_by_hand(members).await;
        self.agree(members, "refunds").await;
        for member in members {
            for order in self
                .orders(member)
                .await
                .iter()
                .filter(|order| order.state == "refunded")
            {
                let references = [order.reference.clone()];
                assert_eq!(
                    self.acquirer.held(&references),
                    0,
                    "seed {}: refunded in part",
                    member.seed
                );
            }
        }
    }

    /// One of two washes is refunded during an outage. Such a refund is never sent twice.
    async fn refund_in_part(&self, members: &[Member]) {
        let owner = self.owner().await;
        for member in members {
            let bad = BadDay::of(member.seed + 2_000_000);
            let day = BadDay {
                has_look_up: bad.has_look_up,
                outage: bad.outage,
                lost_reversals: bad.lost_reversals,
                dropped_reversals: bad.dropped_reversals,
                ..BadDay::good()
            };
            self.acquirer.plan(&member.payer, day);
            let ada = Customer::log_in(&self.site, &member.email, PASSWORD).await;
            let body = json!({"products": [{"productId": 101}, {"productId": 101}]});
            let bought = ada.post_once("/orders", "two-washes", body).await.succeeded();
            assert_eq!(bought["approved"], true, "seed {}: {bought}", member.seed);
            let path = format!("/admin/orders/{}", bought["transRecordId"].as_str().unwrap());
            let line = owner.get(&path).await.succeeded()["lines"][0]["lineId"].clone();
            owner
                .post(&format!("{path}/refund"), json!({"lines": [line]}))
                .await
                .succeeded();
        }
        self.pass(SignedDuration::from_hours(1)).await;
        self.settle_by_hand(members).await;
        self.agree(members, "partial refunds").await;
        for member in members {
            let orders = self.orders(member).await;
            let order = orders.last().unwrap();
            let refunds = self.acquirer.find(&order.reference).unwrap().reversed.len();
            let expected = ["paid", "partially_refunded"][refunds.min(1)];
            assert_eq!(
                (order.state.as_str(), refunds <= 1),
                (expected, true),
                "seed {}",
                member.seed
            );
        }
    }

    /// Members join the dearer club on a bad day.
    async fn change_plans(&self, members: &[Member]) {
        for member in members {
            self.acquirer
                .plan(&member.payer, BadDay::of(member.seed + 1_000_000).unattended());
            let ada = Customer::log_in(&self.site, &member.email, PASSWORD).await;
            // Past-due payments precede plan changes.
            ada.post_once("/orders", "change", club(302)).await;
        }
        self.pass(LENGTH).await;
        self.settle_by_hand(members).await;
        self.agree(members, "changes of plan").await;
    }

    /// A kiosk holds a part of a card whose price is refunded.
    async fn hold_gift_cards(&self, members: &[Member]) {
        let kiosk: Kiosk = self.site.kiosk_at(1).await;
        for member in members {
            let day = BadDay {
                lost_reversals: u32::from(member.seed % 2 == 0),
                dropped_reversals: u32::from(member.seed % 3 == 0),
                ..BadDay::good()
            };
            self.acquirer.plan(&member.payer, day);
            let ada = Customer::log_in(&self.site, &member.email, PASSWORD).await;
            let body = json!({"products": [{"productId": 401}]});
            let bought = ada.post_once("/orders", "gift-card", body).await.succeeded();
            assert_eq!(bought["approved"], true, "seed {}: {bought}", member.seed);
            self.site.run_jobs().await;
            let number = crate::gift_cards::mailed_number(&self.site, "gift_card", &member.email);
            let hold = json!({"cardNumber": number, "amount": 2000, "terminalTxnId": format!("hold-{}", member.seed)});
            let held = kiosk.post("/terminal/gift-cards/authorize", hold).await.succeeded();
            let owner = self.owner().await;
            let order = format!("/admin/orders/{}", bought["transRecordId"].as_str().unwrap());
            // Refused or not, what the kiosk holds is not refunded.
            owner.post(&format!("{order}/void"), json!({})).await;
            let how = ["capture", "void"][usize::try_from(member.seed % 2).unwrap()];
            let end = json!({"terminalTxnId": format!("end-{}", member.seed), "amount": 2000});
            let authorization = held["authorizationId"].as_str().unwrap();
            let path = format!("/terminal/gift-cards/{authorization}/{how}");
            let end = if how == "void" {
                json!({"terminalTxnId": format!("end-{}", member.seed)})
            } else {
                end
            };
            kiosk.post(&path, end).await.succeeded();
        }
        self.pass(SignedDuration::from_hours(2)).await;
        self.settle_by_hand(members).await;
        self.agree(members, "gift cards").await;
    }

    async fn owner(&self) -> Customer {
        Customer::log_in(&self.site, "owner@example.com", PASSWORD).await
    }

    /// Advances the clock and runs due jobs.
    pub(super) async fn pass(&self, length: SignedDuration) {
        let end = self.now() + length;
        while self.now() < end {
            self.acquirer.tell();
            self.site.run_jobs().await;
            let next = self.next_job().await.unwrap_or(end).min(end);
            let next = next.max(self.now() + SignedDuration::from_secs(1));
            self.site.installation.clock.advance(next.duration_since(self.now()));
        }
        self.site.run_jobs().await;
    }

    async fn orders(&self, member: &Member) -> Vec<Sold> {
        let tenant = self.site.tenant().await;
        let mut db = tenant.read().await.unwrap();
        let rows: Vec<(i64, String, String, String, String)> = sqlx::query_as(
            "SELECT o.id, o.trans_record_id, o.origin, o.state, p.reference
             FROM checkout_orders o JOIN payments p ON p.order_id = o.id WHERE o.customer_id = ? ORDER BY o.id",
        )
        .bind(member.id)
        .fetch_all(db.conn())
        .await
        .unwrap();
        let orders = rows
            .into_iter()
            .map(|(id, trans_record_id, origin, state, reference)| Sold {
                id,
                trans_record_id,
                origin,
                state,
                reference,
            });
        orders.collect()
    }

    /// A person looks into the processor's console, until nothing is left that only a person can settle.
    async fn settle_by_hand(&self, members: &[Member]) {
        for _ in 0..6 {
            let owner = self.owner().await;
            let mut is_done = true;
            for member in members {
                for order in self.orders(member).await {
                    is_done &= !self.settle(&owner, &order).await;
                }
            }
            if is_done {
                return;
            }
            self.pass(SignedDuration::from_hours(2)).await;
        }
        panic!("something stays open");
    }

    /// Whether something of `order` was open, which is settled now.
    async fn settle(&self, owner: &Customer, order: &Sold) -> bool {
        let path = format!("/admin/orders/{}", order.trans_record_id);
        let day = self.acquirer.find(&order.reference);
        let is_open = ["pending", "unknown", "flagged"].contains(&order.state.as_str());
        let is_overcharged = day
            .as_ref()
            .is_some_and(|day| day.verdict == Verdict::WrongAmount && day.held > 0 && order.state == "failed");
        let detail = owner.get(&path).await.succeeded();
        let is_unbooked = detail["payment"]["state"] == "declined";
        if is_open || (is_overcharged && is_unbooked) {
            let found = match day.filter(|day| day.held > 0) {
                None => json!({"approved": false}),
                Some(day) if day.verdict == Verdict::WrongAmount => {
                    json!({"approved": true, "transaction": order.reference, "takeBack": true, "amount": day.held})
                }
                Some(_) => json!({"approved": true, "transaction": order.reference}),
            };
            owner.post(&format!("{path}/settlement"), found).await;
            return true;
        }
        let mut is_settled = false;
        for reversal in detail["reversals"].as_array().unwrap() {
            if reversal["state"] == "initiated" {
                is_settled = true;
            }
            if reversal["state"] == "unknown" {
                let done = self.is_reversed(order, reversal["reversalId"].as_i64().unwrap()).await;
                let settle = format!("{path}/reversals/{}", reversal["reversalId"]);
                owner.post(&settle, json!({ "done": done })).await;
                is_settled = true;
            }
        }
        is_settled
    }

    async fn is_reversed(&self, order: &Sold, reversal_id: i64) -> bool {
        let tenant = self.site.tenant().await;
        let mut db = tenant.read().await.unwrap();
        let reference: String = sqlx::query_scalar("SELECT reference FROM checkout_reversals WHERE id = ?")
            .bind(reversal_id)
            .fetch_one(db.conn())
            .await
            .unwrap();
        let day = self.acquirer.find(&order.reference);
        day.is_some_and(|day| day.has_reversed(&reference))
    }

    /// Compares the books with the processor's charges.
    async fn agree(&self, members: &[Member], after: &str) {
        for member in members {
            let orders = self.orders(member).await;
            let references: Vec<String> = orders.iter().map(|order| order.reference.clone()).collect();
            let tenant = self.site.tenant().await;
            let mut db = tenant.read().await.unwrap();
            let mut cleared = 0;
            for order in &orders {
                cleared += sqlx::query_scalar::<_, i64>(
                    "SELECT COALESCE(SUM(amount), 0) FROM ledger_entries WHERE order_id = ? AND account = 'clearing'",
                )
                .bind(order.id)
                .fetch_one(db.conn())
                .await
                .unwrap();
            }
            let states: Vec<_> = orders.iter().map(|order| (&order.origin, &order.state)).collect();
            for reference in &references {
                let made = self
                    .acquirer
                    .find(reference)
                    .map(|day| day.reversed)
                    .unwrap_or_default();
                let distinct: BTreeSet<_> = made.iter().map(|(reference, _)| reference).collect();
                assert_eq!(
                    distinct.len(),
                    made.len(),
                    "seed {} after {after}: made twice",
                    member.seed
                );
            }
            assert_eq!(
                self.acquirer.held(&references),
                cleared,
                "seed {} after {after}: {states:?}",
                member.seed
            );
        }
    }
}
