//! Chargebacks. Every test ends with the check of the site's file; these also check in between.

mod codes;
mod history;

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, TestSite};

const DUE: &str = "2027-01-15";

struct House {
    site: TestSite,
    ada: Customer,
    manager: Customer,
}

impl House {
    async fn new() -> Self {
        Self::at(Installation::new().await.site().await).await
    }

    async fn at(site: TestSite) -> Self {
        let ada = site.customer().await.confirmed().await.with_card().await;
        let manager = site.staff(Role::Manager).await;
        Self { site, ada, manager }
    }

    /// An order of two washes, each 12.00 with 8.6 %, paid: where staff find it.
    async fn two_washes(&self, key: &str) -> String {
        let order = json!({"products": [{"productId": 101}, {"productId": 101}]});
        let placed = self.ada.post_once("/orders", key, order).await.succeeded();
        format!("/admin/orders/{}", placed["transRecordId"].as_str().unwrap())
    }

    async fn detail(&self, order: &str) -> Value {
        self.manager.get(order).await.succeeded()
    }

    async fn disputed(&self, order: &str, body: Value) -> i64 {
        let dispute = self.manager.post(&format!("{order}/disputes"), body).await.succeeded();
        assert_eq!(dispute["state"], "open");
        self.holds().await;
        dispute["disputeId"].as_i64().unwrap()
    }

    async fn settled(&self, order: &str, id: i64, outcome: &str) {
        let path = format!("{order}/disputes/{id}");
        let settled = self.manager.post(&path, json!({"outcome": outcome})).await.succeeded();
        assert_eq!(settled["state"], outcome);
        self.holds().await;
        let again = self.manager.post(&path, json!({"outcome": "won"})).await;
        again.refused(409, "taken");
    }

    /// Asserts that the site's file is consistent.
    async fn holds(&self) {
        assert_eq!(self.site.violations().await, [""; 0]);
    }

    /// Ledger entries about disputes.
    async fn booked(&self) -> Vec<(String, String, i64)> {
        let mut ledger = self.site.ledger().await;
        ledger.retain(|(part, ..)| part.starts_with("dispute"));
        ledger
    }

    async fn waiting(&self) -> Value {
        let work = self.manager.get("/admin/waiting").await.succeeded();
        let work = work.as_array().unwrap().iter();
        let mut disputes = work.filter(|work| work["kind"] == "open_disputes");
        disputes.next().cloned().unwrap_or_default()
    }
}

fn fraud(amount: i64) -> Value {
    json!({"amount": amount, "reason": "fraud", "caseNumber": " CB-7  8 ", "respondBy": DUE})
}

fn entry(part: &str, account: &str, amount: i64) -> (String, String, i64) {
    (part.to_owned(), account.to_owned(), amount)
}

const BOTH: i64 = 2606;
const ONE: i64 = 1303;

#[tokio::test]
async fn disputed_amount_leaves_the_books_and_returns_when_won() {
    let house = House::new().await;
    let order = house.two_washes("a").await;
    assert_eq!(house.detail(&order).await["disputable"], BOTH);
    let id = house.disputed(&order, fraud(BOTH)).await;
    let detail = house.detail(&order).await;
    assert_eq!(
        (&detail["state"], &detail["disputed"], &detail["disputable"]),
        (&json!("paid"), &json!(BOTH), &json!(0))
    );
    let dispute = &detail["disputes"][0];
    assert_eq!(
        (&dispute["caseNumber"], &dispute["respondBy"], &dispute["reason"]),
        (&json!("CB-7 8"), &json!(DUE), &json!("fraud"))
    );
    let opened = [
        entry("dispute:1", "clearing", -BOTH),
        entry("dispute:1", "disputed", BOTH),
    ];
    assert_eq!(house.booked().await, opened);
    assert_eq!(house.ada.wallet().await.len(), 2, "nothing was to be taken back");
    assert_eq!(
        house.waiting().await,
        json!({"kind": "open_disputes", "count": 1, "due": DUE})
    );
    for (state, count) in [("open", 1), ("won", 0)] {
        let listed = house.manager.get(&format!("/admin/orders?dispute={state}")).await;
        assert_eq!(listed.succeeded()["count"], count, "{state}");
    }
    let payouts = house.manager.get("/admin/reports/payouts").await.succeeded();
    let figure = |report: &Value, measure: &str| {
        let figures = report["figures"].as_array().unwrap().iter();
        figures
            .filter(|figure| figure["measure"] == measure)
            .map(|figure| figure["value"].as_i64().unwrap())
            .sum::<i64>()
    };
    let told = ["charges", "chargedAmount", "refundedAmount", "disputedAmount", "payout"];
    assert_eq!(told.map(|measure| figure(&payouts, measure)), [1, BOTH, 0, BOTH, 0]);

    house.settled(&order, id, "won").await;
    let detail = house.detail(&order).await;
    assert_eq!((&detail["disputed"], &detail["disputable"]), (&json!(0), &json!(BOTH)));
    assert_eq!(house.waiting().await, Value::Null);
    let payouts = house.manager.get("/admin/reports/payouts").await.succeeded();
    assert_eq!(told.map(|measure| figure(&payouts, measure)), [1, BOTH, 0, 0, BOTH]);
    // It can be refunded again, but not disputed again.
    house
        .manager
        .post(&format!("{order}/void"), json!({}))
        .await
        .succeeded();
    house.holds().await;
    let gone = house.manager.post(&format!("{order}/disputes"), fraud(1)).await;
    assert!(gone.refused(422, "invalid_fields")["fields"]["amount"].is_string());
}

#[tokio::test]
async fn lost_dispute_is_a_loss_without_a_refund() {
    let house = House::new().await;
    for (key, outcome) in [("a", "lost"), ("b", "accepted")] {
        let order = house.two_washes(key).await;
        let id = house.disputed(&order, fraud(ONE)).await;
        house.settled(&order, id, outcome).await;
        let detail = house.detail(&order).await;
        assert_eq!(
            (&detail["state"], &detail["disputed"], &detail["givenBack"]),
            (&json!("paid"), &json!(ONE), &json!(0))
        );
        assert_eq!(
            house.booked().await[..4]
                .iter()
                .map(|(_, _, amount)| amount)
                .sum::<i64>(),
            0
        );
        // The rest can be refunded, line by line, but not more.
        let all = house.manager.post(&format!("{order}/void"), json!({})).await;
        all.refused(422, "invalid_fields");
        let refund = json!({"lines": [detail["lines"][0]["lineId"]]});
        house.manager.post(&format!("{order}/refund"), refund).await.succeeded();
        house.holds().await;
        assert_eq!(house.detail(&order).await["disputable"], 0);
    }
    let lost = [
        entry("dispute_end:1", "disputed", -ONE),
        entry("dispute_end:1", "chargebacks", ONE),
    ];
    assert_eq!(house.booked().await[2..4], lost);
    let payouts = house.manager.get("/admin/reports/payouts").await.succeeded();
    let figures = payouts["figures"].as_array().unwrap().iter();
    let payout: Vec<&Value> = figures
        .filter(|figure| figure["measure"] == "payout")
        .map(|figure| &figure["value"])
        .collect();
    assert_eq!(payout, [&json!(0)]);
}

#[tokio::test]
async fn racing_refund_and_dispute_pay_once() {
    let house = House::new().await;
    for key in 0..8 {
        let order = house.two_washes(&format!("order-{key}")).await;
        let (refund, dispute) = (format!("{order}/void"), format!("{order}/disputes"));
        let body = fraud(BOTH);
        let (refunded, disputed) = tokio::join!(
            house.manager.post(&refund, json!({})),
            house.manager.post(&dispute, body)
        );
        let won = [refunded.status, disputed.status].map(|status| status == 200);
        assert!(won[0] != won[1], "{refunded:?} {disputed:?}");
        house.holds().await;
    }
}

#[tokio::test]
async fn invalid_dispute_is_rejected_with_its_field() {
    let house = House::new().await;
    let order = house.two_washes("a").await;
    let path = format!("{order}/disputes");
    for (field, value) in [
        ("amount", json!(0)),
        ("amount", json!(BOTH + 1)),
        ("respondBy", json!("2020-01-01")),
        ("respondBy", json!("2099-01-01")),
        ("caseNumber", json!("x".repeat(101))),
    ] {
        let mut body = fraud(ONE);
        body[field] = value;
        let refusal = house.manager.post(&path, body).await.refused(422, "invalid_fields");
        assert!(refusal["fields"][field].is_string(), "{refusal}");
    }
    house.disputed(&order, fraud(ONE)).await;
    house.manager.post(&path, fraud(ONE)).await.refused(409, "taken");
    let elsewhere = house.two_washes("b").await;
    let foreign = house
        .manager
        .post(&format!("{elsewhere}/disputes/1"), json!({"outcome": "won"}))
        .await;
    foreign.refused(404, "not_found");
    house
        .manager
        .post("/admin/orders/none/disputes", fraud(1))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn attendants_and_the_buyer_cannot_record_a_dispute() {
    let house = House::new().await;
    let order = house.two_washes("a").await;
    let path = format!("{order}/disputes");
    let attendant = house.site.staff(Role::Attendant).await;
    attendant.post(&path, fraud(ONE)).await.refused(403, "not_admin");
    house.ada.post(&path, fraud(ONE)).await.refused(403, "not_admin");
    let id = house.disputed(&order, fraud(ONE)).await;
    let settle = format!("{path}/{id}");
    attendant
        .post(&settle, json!({"outcome": "won"}))
        .await
        .refused(403, "not_admin");
    // No one can settle their own order.
    let own = house.manager.with_card().await;
    let placed = own
        .post_once("/orders", "own", json!({"products": [{"productId": 101}]}))
        .await
        .succeeded();
    let own_order = format!("/admin/orders/{}/disputes", placed["transRecordId"].as_str().unwrap());
    own.post(&own_order, fraud(1)).await.refused(403, "not_admin");
}
