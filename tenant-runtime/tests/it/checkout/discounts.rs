//! Discounts of the wallet, as the shop takes them off.

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, DECLINED_CARD, GOOD_CARD, Installation, PASSWORD, TIMED_OUT_CARD, TestSite};

/// A customer with this card, who has claimed these discounts of the whole purchase.
async fn house(card: &str, amounts: &[i64]) -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let ada = site.customer().await.confirmed().await.with_card_number(card).await;
    for amount in amounts {
        let code = format!("OFF{amount}");
        let award = json!({"type": "DollarDiscTrans", "amount": amount});
        let entered = json!({"name": format!("{amount} off"), "code": code, "award": award});
        manager.post("/admin/promo-codes", entered).await.succeeded();
        ada.post("/promo-codes", json!({ "code": code })).await.succeeded();
    }
    (site, ada)
}

fn of(products: &[i64]) -> Value {
    let products: Vec<Value> = products.iter().map(|id| json!({ "productId": id })).collect();
    json!({ "products": products })
}

fn showing(products: &[i64], total: i64) -> Value {
    let mut order = of(products);
    order["expectedTotal"] = json!(total);
    order
}

async fn quote(customer: &Customer, products: &[i64]) -> Value {
    customer.post("/orders/quote", of(products)).await.succeeded()
}

/// State of each discount in the wallet, newest first.
async fn discounts(site: &TestSite) -> Vec<(String, i64)> {
    site.rows("SELECT state, use_count FROM wallet_items WHERE discount IS NOT NULL ORDER BY id DESC")
        .await
}

fn state(text: &str, uses: i64) -> (String, i64) {
    (text.to_owned(), uses)
}

#[tokio::test]
async fn large_discount_is_kept_for_a_large_purchase() {
    for claimed in [[5000, 500], [500, 5000]] {
        let (site, ada) = house(GOOD_CARD, &claimed).await;
        let manager = site.staff(Role::Manager).await;
        let wash = json!({"productType": "AppWash", "name": "Rinse", "price": 300});
        let wash = manager.post("/admin/products", wash).await.succeeded()["productId"]
            .as_i64()
            .unwrap();
        let quoted = quote(&ada, &[wash]).await;
        assert_eq!(quoted["discount"]["name"], "500 off", "claimed {claimed:?}");
        assert_eq!(quoted["total"], 0);

        let mut kept = of(&[wash]);
        kept["keepDiscounts"] = json!([quoted["discountItemId"]]);
        let next = ada.post("/orders/quote", kept.clone()).await.succeeded();
        assert_eq!(next["discount"]["name"], "5000 off", "the next one is offered");
        kept["keepDiscounts"] = json!([quoted["discountItemId"], next["discountItemId"]]);
        let none = ada.post("/orders/quote", kept.clone()).await.succeeded();
        assert_eq!(
            (&none["discount"], &none["discountItemId"]),
            (&Value::Null, &Value::Null)
        );
        kept["expectedTotal"] = none["total"].clone();
        assert_eq!(
            ada.post_once("/orders", "kept", kept).await.succeeded()["approved"],
            true
        );
        assert_eq!(discounts(&site).await, [state("active", 0), state("active", 0)]);
        let used = ada.post_once("/orders", "used", showing(&[wash], 0)).await.succeeded();
        assert_eq!(used["approved"], true);
        assert_eq!(
            quote(&ada, &[101]).await["discount"]["name"],
            "5000 off",
            "the large one is left"
        );
    }
}

#[tokio::test]
async fn discount_with_the_highest_saving_is_applied_and_used() {
    let (site, ada) = house(GOOD_CARD, &[300, 500, 400]).await;
    let quoted = quote(&ada, &[101, 101]).await;
    // 9.50 twice, with 8.6 %.
    assert_eq!(
        (
            &quoted["discount"],
            &quoted["subtotal"],
            &quoted["taxes"],
            &quoted["total"]
        ),
        (
            &json!({"name": "500 off", "amount": 500, "taxes": 42}),
            &json!(1900),
            &json!(164),
            &json!(2064)
        )
    );
    assert_eq!(
        (&quoted["lines"][0]["price"], &quoted["lines"][0]["discount"]),
        (&json!(950), &json!(250))
    );
    let paid = ada
        .post_once("/orders", "a", showing(&[101, 101], 2064))
        .await
        .succeeded();
    assert_eq!(paid["approved"], true, "{paid}");
    assert_eq!(
        discounts(&site).await,
        [state("active", 0), state("used", 1), state("active", 0)]
    );
    let booked: Vec<(String, i64)> = site
        .ledger()
        .await
        .into_iter()
        .map(|(_, account, amount)| (account, amount))
        .collect();
    let entry = |account: &str, amount| (account.to_owned(), amount);
    let entries = [
        entry("clearing", 2064),
        entry("sales", -2400),
        entry("discounts", 500),
        entry("tax", -164),
    ];
    assert_eq!(booked, entries);

    let purchase = ada.get("/users/purchases").await.succeeded()[0].clone();
    assert_eq!(
        (
            &purchase["discount"],
            &purchase["subtotal"],
            &purchase["purchasedProducts"][0]["unitPrice"]
        ),
        (&json!(500), &json!(1900), &json!(1200))
    );
    site.run_jobs().await;
    let receipt = decoded(&mails(&site, "receipt", &ada.email).remove(0));
    assert!(receipt.contains("Discount: -$5.00"), "{receipt}");

    // The next discount is lower, so a customer with the old total gets an error.
    ada.post_once("/orders", "b", showing(&[101, 101], 2064))
        .await
        .refused(409, "price_changed");
    assert_eq!(quote(&ada, &[101]).await["discount"]["amount"], 400);
    // Money on a card is none the cheaper.
    assert_eq!(quote(&ada, &[401]).await["discount"], json!(null));
}

#[tokio::test]
async fn discount_applies_only_where_and_while_valid() {
    let (site, ada) = house(GOOD_CARD, &[]).await;
    let manager = site.staff(Role::Manager).await;
    let award = json!({"type": "DollarDiscItem", "amount": 700});
    let expiry = json!({"type": "relative", "days": 1});
    let entered = json!({"name": "West", "code": "WEST", "award": award, "locations": [2], "expiry": expiry});
    manager.post("/admin/promo-codes", entered).await.succeeded();
    let code = json!({"code": "WEST", "locationId": 2});
    ada.post("/promo-codes", code).await.succeeded();

    let at = async |ada: &Customer, location: i64| {
        let mut order = of(&[101]);
        order["locationId"] = json!(location);
        ada.post("/orders/quote", order).await.succeeded()["discount"].clone()
    };
    assert_eq!(at(&ada, 1).await, json!(null));
    assert_eq!(at(&ada, 2).await["amount"], 700);
    site.installation.clock.advance(SignedDuration::from_hours(48));
    let ada = Customer::log_in(&site, &ada.email, PASSWORD).await;
    assert_eq!(at(&ada, 2).await, json!(null), "it has expired");
}

/// Another customer's discount doesn't work either.
#[tokio::test]
async fn simultaneous_orders_use_a_discount_once() {
    let (site, ada) = house(GOOD_CARD, &[500]).await;
    let bob = site.customer_with_email("bob@example.com").await;
    assert_eq!(quote(&bob, &[101]).await["discount"], json!(null));
    let total = quote(&ada, &[101]).await["total"].as_i64().unwrap();
    let tries = (0..8).map(|number| {
        let ada = &ada;
        async move {
            let key = format!("key-{number}");
            ada.post_once("/orders", &key, showing(&[101], total)).await
        }
    });
    let answers = futures_util::future::join_all(tries).await;
    let paid = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(paid, 1);
    for answer in answers.into_iter().filter(|answer| answer.status != 200) {
        let code = answer.body["errorCode"].as_str().unwrap_or_default();
        assert!(["payment_pending", "price_changed"].contains(&code), "{}", answer.text);
    }
    assert_eq!(discounts(&site).await, [state("used", 1)]);
}

#[tokio::test]
async fn free_discounted_order_charges_nothing() {
    let (site, ada) = house(GOOD_CARD, &[9000]).await;
    let paid = ada.post_once("/orders", "a", showing(&[101], 0)).await.succeeded();
    assert_eq!((&paid["approved"], &paid["total"]), (&json!(true), &json!(0)));
    assert!(site.installation.stub.charges().is_empty());
    assert_eq!(discounts(&site).await, [state("used", 1)]);
}

#[tokio::test]
async fn open_order_blocks_its_discount_at_kiosks() {
    let (site, ada) = house(TIMED_OUT_CARD, &[500]).await;
    let code = ada.wallet().await[0]["code"].clone();
    let result = ada.post_once("/orders", "a", of(&[101])).await.succeeded();
    assert_eq!(result["code"], "pending");
    let kiosk = site.kiosk_at(1).await;
    let body = json!({"code": code, "terminalTxnId": "r"});
    kiosk
        .post("/terminal/redemptions", body.clone())
        .await
        .refused(409, "reserved_elsewhere");
    for _ in 0..10 {
        site.installation.clock.advance(SignedDuration::from_secs(61));
        site.run_jobs().await;
    }
    assert_eq!(discounts(&site).await, [state("used", 1)]);
    kiosk
        .post("/terminal/redemptions", body)
        .await
        .refused(409, "token_used");
}

#[tokio::test]
async fn kiosk_blocks_a_discount_in_the_shop() {
    let (site, ada) = house(GOOD_CARD, &[500]).await;
    let total = quote(&ada, &[101]).await["total"].as_i64().unwrap();
    let code = ada.wallet().await[0]["code"].clone();
    let kiosk = site.kiosk_at(1).await;
    let body = json!({"code": code, "terminalTxnId": "r"});
    kiosk.post("/terminal/redemptions", body).await.succeeded();
    assert_eq!(quote(&ada, &[101]).await["discount"], json!(null));
    ada.post_once("/orders", "a", showing(&[101], total))
        .await
        .refused(409, "price_changed");
}

#[tokio::test]
async fn declined_order_keeps_the_discount() {
    let (site, ada) = house(DECLINED_CARD, &[500]).await;
    let result = ada.post_once("/orders", "a", of(&[101])).await.succeeded();
    assert_eq!(result["approved"], false);
    assert_eq!(discounts(&site).await, [state("active", 0)]);
}

#[tokio::test]
async fn full_refund_returns_the_discount_and_only_what_was_paid() {
    let (site, ada) = house(GOOD_CARD, &[500]).await;
    let paid = ada.post_once("/orders", "a", of(&[101, 102])).await.succeeded();
    // Until tomorrow the charge would be voided.
    site.installation.clock.advance(SignedDuration::from_hours(24));
    let owner = site.owner().await;
    let order = format!("/admin/orders/{}", paid["transRecordId"].as_str().unwrap());
    let lines = owner.get(&order).await.succeeded()["lines"].clone();
    let refund = format!("{order}/refund");
    owner
        .post(&refund, json!({"lines": [lines[0]["lineId"]]}))
        .await
        .succeeded();
    assert_eq!(discounts(&site).await, [state("used", 1)]);
    owner
        .post(&refund, json!({"lines": [lines[1]["lineId"]]}))
        .await
        .succeeded();
    assert_eq!(discounts(&site).await, [state("active", 0)]);
    assert_eq!(
        site.installation.stub.charges()[0].refunded,
        paid["total"].as_i64().unwrap()
    );
}

#[tokio::test]
async fn withdrawn_offer_keeps_the_discount_of_an_open_order() {
    let (site, ada) = house(TIMED_OUT_CARD, &[500]).await;
    ada.post_once("/orders", "a", of(&[101])).await.succeeded();
    let manager = site.staff(Role::Manager).await;
    manager.delete("/admin/promo-codes/1").await.succeeded();
    for _ in 0..10 {
        site.installation.clock.advance(SignedDuration::from_secs(61));
        site.run_jobs().await;
    }
    assert_eq!(discounts(&site).await, [state("used", 1)]);
    let order = ada.get("/users/purchases").await.succeeded()[0]["transRecordId"].clone();
    let owner = site.owner().await;
    let refund = format!("/admin/orders/{}/void", order.as_str().unwrap());
    owner.post(&refund, json!({})).await.succeeded();
    assert_eq!(
        discounts(&site).await,
        [state("revoked", 0)],
        "the offer stands no more"
    );
}
