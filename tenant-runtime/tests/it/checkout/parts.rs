//! Refunds of parts of lines. Every test ends with the check of the site's file.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, Installation, TestSite, manifest};

pub struct House {
    pub site: TestSite,
    pub ada: Customer,
    pub manager: Customer,
}

impl House {
    pub async fn new() -> Self {
        Self::at(Installation::new().await.site().await).await
    }

    /// A site whose config has these fields.
    pub async fn with(fields: &[(&str, Value)]) -> Self {
        let mut manifest = manifest("sparkle");
        for (name, value) in fields {
            manifest.site_config.insert((*name).to_owned(), value.clone());
        }
        let installation = Installation::new().await;
        Self::at(installation.site_from("sparkle", Path::new("."), &manifest).await).await
    }

    async fn at(site: TestSite) -> Self {
        let ada = site.customer().await.confirmed().await.with_card().await;
        let manager = site.staff(Role::Manager).await;
        Self { site, ada, manager }
    }

    /// Path of a paid order of these products in the back office.
    pub async fn bought(&self, products: &[i64]) -> String {
        let key = format!(
            "order-{}",
            self.ada
                .get("/users/purchases")
                .await
                .succeeded()
                .as_array()
                .unwrap()
                .len()
        );
        let products: Vec<_> = products.iter().map(|id| json!({"productId": id})).collect();
        let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
            "zipCode": "85004"});
        let order = json!({"products": products, "address": address, "acceptedTerms": true});
        let placed = self.ada.post_once("/orders", &key, order).await.succeeded();
        assert_eq!(placed["approved"], true);
        format!("/admin/orders/{}", placed["transRecordId"].as_str().unwrap())
    }

    pub async fn detail(&self, order: &str) -> Value {
        self.manager.get(order).await.succeeded()
    }

    pub async fn refund(&self, order: &str, key: &str, body: Value) -> Value {
        let path = format!("{order}/refund");
        self.manager.post_once(&path, key, body).await.succeeded()
    }

    /// ID of the first line of an order.
    pub async fn line(&self, order: &str) -> Value {
        self.detail(order).await["lines"][0]["lineId"].clone()
    }

    /// Lines of an order: net price, taxes, refunded.
    pub async fn lines(&self, order: &str) -> Vec<(i64, i64, i64)> {
        let detail = self.detail(order).await;
        let lines = detail["lines"].as_array().unwrap().iter();
        let amount = |line: &Value, name: &str| line[name].as_i64().unwrap();
        lines
            .map(|line| (amount(line, "price"), amount(line, "taxes"), amount(line, "refunded")))
            .collect()
    }
}

#[tokio::test]
async fn amount_is_refunded_and_the_item_stays() {
    let house = House::new().await;
    let order = house.bought(&[101]).await;
    let line = house.detail(&order).await["lines"][0]["lineId"].clone();
    let body = json!({"parts": [{"lineId": line, "amount": 543}], "refundReason": "service_problem"});
    let done = house.refund(&order, "part", body.clone()).await;
    assert_eq!(
        (&done["state"], &done["kind"], &done["amount"]),
        (&json!("done"), &json!("refund"), &json!(543))
    );
    assert_eq!(house.refund(&order, "part", body).await, done, "once");
    assert_eq!(house.lines(&order).await, [(700, 60, 0), (500, 43, 543)]);
    let detail = house.detail(&order).await;
    assert_eq!(
        (&detail["state"], &detail["total"], &detail["lines"][1]["partOf"]),
        (&json!("partially_refunded"), &json!(1303), &line)
    );
    assert_eq!(detail["reversals"][0]["reason"], "service_problem");
    assert_eq!(house.ada.wallet().await.len(), 1, "the code works");
    house.site.run_jobs().await;
    let mail = decoded(&mails(&house.site, "refund", &house.ada.email)[0]);
    assert!(mail.contains("5.43"), "{mail}");

    // The rest is refunded as a whole, and the code is revoked with it.
    let rest = house
        .manager
        .post_once(&format!("{order}/void"), "rest", json!({}))
        .await
        .succeeded();
    assert_eq!((&rest["kind"], &rest["amount"]), (&json!("refund"), &json!(760)));
    assert_eq!(house.detail(&order).await["state"], "refunded");
    assert_eq!(house.ada.wallet().await, Vec::<Value>::new());
    let charge = &house.site.installation.stub.charges()[0];
    assert_eq!((charge.amount, charge.refunded), (1303, 1303));
}

#[tokio::test]
async fn unused_codes_of_a_bundle_are_refunded_at_their_share() {
    let house = House::new().await;
    let order = house.bought(&[201]).await;
    let line = house.detail(&order).await["lines"][0]["lineId"].clone();
    let unused = json!({"parts": [{"lineId": line, "unusedCodes": true}]});
    let path = format!("{order}/refund");
    house
        .manager
        .post(&path, unused.clone())
        .await
        .refused(422, "invalid_fields");
    let code = house.ada.wallet().await[0]["code"].as_str().unwrap().replace(' ', "");
    let kiosk = house.site.kiosk_at(1).await;
    kiosk.redeem(&code).await;

    let shown = house.detail(&order).await["lines"][0].clone();
    assert_eq!(
        (&shown["used"], &shown["unused"], &shown["quantity"]),
        (&json!(1), &json!(2), &json!(3))
    );
    // Two thirds of 30.00 with 8.6 %.
    let done = house.refund(&order, "unused", unused).await;
    assert_eq!((&done["state"], &done["amount"]), (&json!("done"), &json!(2172)));
    assert_eq!(house.lines(&order).await, [(1000, 86, 0), (2000, 172, 2172)]);
    assert_eq!(house.ada.wallet().await, Vec::<Value>::new());
    // A used code needs a reason.
    let rest = json!({"lines": [line]});
    house.manager.post(&path, rest).await.refused(422, "invalid_fields");
    let rest = json!({"lines": [line], "override": true, "reason": "asked"});
    assert_eq!(house.refund(&order, "rest", rest).await["amount"], 1086);
    assert_eq!(house.detail(&order).await["state"], "refunded");
}

#[tokio::test]
async fn declined_part_leaves_the_line_as_it_was() {
    let house = House::new().await;
    let order = house.bought(&[201]).await;
    let line = house.detail(&order).await["lines"][0]["lineId"].clone();
    house.site.installation.stub.stop().await;
    let body = json!({"parts": [{"lineId": line, "amount": 1000}]});
    assert_eq!(house.refund(&order, "part", body).await["state"], "declined");
    assert_eq!(house.lines(&order).await, [(3000, 258, 0)]);
    assert_eq!(house.ada.wallet().await.len(), 3);
    assert_eq!(house.detail(&order).await["state"], "paid");
}

#[tokio::test]
async fn part_is_less_than_its_line_and_no_gift_card() {
    let house = House::new().await;
    let order = house.bought(&[101]).await;
    let line = house.detail(&order).await["lines"][0]["lineId"].clone();
    let path = format!("{order}/refund");
    for part in [
        json!({"lineId": line, "amount": 1303}),
        json!({"lineId": line, "amount": 0}),
        json!({"lineId": line, "amount": -5}),
        json!({"lineId": line}),
        json!({"lineId": line, "amount": 5, "unusedCodes": true}),
        json!({"lineId": line, "quantity": 1}),
    ] {
        let refusal = house.manager.post(&path, json!({"parts": [part]})).await;
        assert!(refusal.refused(422, "invalid_fields")["fields"]["parts"].is_string());
    }
    let stranger = json!({"parts": [{"lineId": 999, "amount": 5}]});
    house.manager.post(&path, stranger).await.refused(422, "invalid_fields");
    let part = json!({"lineId": line, "amount": 5});
    for twice in [
        json!({"parts": [part, part]}),
        json!({"lines": [line], "parts": [part]}),
    ] {
        let refusal = house.manager.post(&path, twice).await;
        assert!(refusal.refused(422, "invalid_fields")["fields"]["parts"].is_string());
    }
    house
        .manager
        .post(&path, json!({}))
        .await
        .refused(422, "invalid_fields");
    assert_eq!(house.lines(&order).await, [(1200, 103, 0)]);
}

#[tokio::test]
async fn refunded_merchandise_stays_out_of_stock_without_restock() {
    let house = House::new().await;
    let order = house.bought(&[501]).await;
    let line = house.detail(&order).await["lines"][0]["lineId"].clone();
    let body = json!({"lines": [line], "restock": false, "refundReason": "wrong_item"});
    house.refund(&order, "mug", body).await;
    let stock: Vec<(i64,)> = house
        .site
        .rows("SELECT stock FROM catalog_products WHERE id = 501")
        .await;
    assert_eq!(stock, [(1,)]);
    let again = house.bought(&[501]).await;
    let line = house.line(&again).await;
    house.refund(&again, "second-mug", json!({"lines": [line]})).await;
    let stock: Vec<(i64,)> = house
        .site
        .rows("SELECT stock FROM catalog_products WHERE id = 501")
        .await;
    assert_eq!(stock, [(1,)], "the second one returns to stock");
}

#[tokio::test]
async fn one_of_three_codes_is_refunded_at_a_time() {
    let house = House::new().await;
    let order = house.bought(&[201]).await;
    let line = house.line(&order).await;
    let one = json!({"parts": [{"lineId": line, "quantity": 1}]});
    assert_eq!(house.refund(&order, "first", one.clone()).await["amount"], 1086);
    assert_eq!(house.ada.wallet().await.len(), 2);
    assert_eq!(house.refund(&order, "second", one.clone()).await["amount"], 1086);
    assert_eq!(house.ada.wallet().await.len(), 1);
    // The last one is the rest of the line.
    let path = format!("{order}/refund");
    house.manager.post(&path, one).await.refused(422, "invalid_fields");
    let rest = json!({"lines": [line]});
    assert_eq!(house.refund(&order, "rest", rest).await["amount"], 1086);
    assert_eq!(house.detail(&order).await["state"], "refunded");
    assert_eq!(house.site.installation.stub.charges()[0].refunded, 3258);
}

#[tokio::test]
async fn points_are_deducted_in_proportion() {
    let house = House::with(&[("loyaltyProgram", json!(true))]).await;
    let order = house.bought(&[101]).await;
    let points = async || house.ada.get("/users/points").await.succeeded()["current_points"].clone();
    assert_eq!(points().await, 1200);
    let line = house.line(&order).await;
    // 5.00 of 12.00, and then 0.01.
    house
        .refund(&order, "a", json!({"parts": [{"lineId": line, "amount": 543}]}))
        .await;
    assert_eq!(points().await, 700);
    house
        .refund(&order, "b", json!({"parts": [{"lineId": line, "amount": 1}]}))
        .await;
    assert_eq!(points().await, 699);
    house.refund(&order, "c", json!({"lines": [line]})).await;
    assert_eq!(points().await, 0);
}

#[tokio::test]
async fn discount_returns_with_the_rest_of_its_line() {
    let house = House::new().await;
    let code = json!({"name": "Five off", "code": "FIVE", "award": {"type": "DollarDiscTrans", "amount": 500}});
    house.manager.post("/admin/promo-codes", code).await.succeeded();
    house
        .ada
        .post("/promo-codes", json!({"code": "FIVE"}))
        .await
        .succeeded();
    let discount = async || -> (String, i64) {
        let found: Vec<(String, i64)> = house
            .site
            .rows("SELECT state, use_count FROM wallet_items WHERE discount IS NOT NULL")
            .await;
        found[0].clone()
    };
    let order = house.bought(&[101]).await;
    assert_eq!(house.lines(&order).await, [(700, 60, 0)]);
    let line = house.line(&order).await;
    house
        .refund(&order, "a", json!({"parts": [{"lineId": line, "amount": 380}]}))
        .await;
    assert_eq!(house.lines(&order).await, [(350, 30, 0), (350, 30, 380)]);
    assert_eq!(discount().await, ("used".to_owned(), 1));
    house.refund(&order, "b", json!({"lines": [line]})).await;
    assert_eq!(discount().await, ("active".to_owned(), 0));
    assert_eq!(house.detail(&order).await["state"], "refunded");
}

#[tokio::test]
async fn reports_and_tables_add_up_after_a_partial_refund() {
    let house = House::new().await;
    let order = house.bought(&[101]).await;
    let line = house.line(&order).await;
    let body = json!({"parts": [{"lineId": line, "amount": 543}], "refundReason": "service_problem"});
    house.refund(&order, "part", body).await;
    let report = async |name: &str, group: &str| {
        let path = format!("/admin/reports/{name}?from=2026-01-01&to=2026-12-31&group={group}");
        let report = house.manager.get(&path).await.succeeded();
        move |measure: &str| {
            let mut figures = report["figures"].as_array().unwrap().iter();
            let figure = figures.find(|figure| figure["measure"] == measure);
            figure.unwrap_or_else(|| panic!("{measure}: {report}"))["value"].clone()
        }
    };
    let sales = report("sales", "day").await;
    assert_eq!(
        (sales("grossSales"), sales("refunds"), sales("netSales")),
        (json!(1200), json!(500), json!(700))
    );
    let payouts = report("payouts", "day").await;
    assert_eq!(payouts("refundedAmount"), 543);
    let sold: Vec<(i64, i64, i64)> = house
        .site
        .rows("SELECT COUNT(*), SUM(price), SUM(taxes) FROM checkout_order_lines")
        .await;
    assert_eq!(sold, [(2, 1200, 103)]);
    let accept = [("Accept", "text/csv")];
    house.manager.unlock().await;
    let csv = house
        .manager
        .send(Method::GET, "/admin/orders", None, &accept)
        .await
        .text;
    assert!(csv.contains("sparkle Sunrise,") && !csv.contains("2 × "), "{csv}");
    // The customer sees the order as it was placed.
    let history = house.ada.get("/users/purchases").await.succeeded();
    let products = &history[0]["purchasedProducts"];
    assert_eq!(products.as_array().unwrap().len(), 1, "{history}");
    assert_eq!(products[0]["unitPrice"], 1200, "{history}");
}

#[tokio::test]
async fn prices_that_include_tax_are_divided_too() {
    let house = House::with(&[("pricesIncludeTax", json!(true))]).await;
    let order = house.bought(&[101]).await;
    let paid = house.detail(&order).await["total"].as_i64().unwrap();
    let line = house.line(&order).await;
    let body = json!({"parts": [{"lineId": line, "amount": 500}]});
    assert_eq!(house.refund(&order, "part", body).await["amount"], 500);
    let lines = house.lines(&order).await;
    assert_eq!(lines[0].0 + lines[0].1, paid - 500);
    assert_eq!((lines[1].0 + lines[1].1, lines[1].2), (500, 500));
    house.refund(&order, "rest", json!({"lines": [line]})).await;
    assert_eq!(house.detail(&order).await["state"], "refunded");
}
