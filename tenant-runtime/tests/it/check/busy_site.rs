//! A site with a made-up year, and with everything that the made-up year lacks.

use std::path::Path;

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::demo_data::Wanted;
use tenant_runtime::http::Role;

use crate::demo_data::small_year;
use crate::gift_cards::mailed_number;
use crate::support::{Customer, Installation, Kiosk, TIMED_OUT_CARD, TestSite, manifest};

const YEAR: Wanted = Wanted {
    customers: 60,
    orders: 600,
    seed: 5,
};

async fn buy(customer: &Customer, key: &str, products: Value) -> String {
    let order = json!({"products": products, "acceptedTerms": true});
    let result = customer.post_once("/orders", key, order).await.succeeded();
    assert_eq!(result["approved"], true, "{result}");
    customer.site.run_jobs().await;
    result["transRecordId"].as_str().unwrap().to_owned()
}

async fn person(site: &TestSite, email: &str) -> Customer {
    site.customer_with_email(email)
        .await
        .confirmed()
        .await
        .with_card()
        .await
}

async fn newest(site: &TestSite, statement: &'static str) -> i64 {
    site.rows::<(i64,)>(statement).await[0].0
}

/// Newest code in the wallet of `customer`.
async fn newest_code(customer: &Customer) -> String {
    customer.wallet().await[0]["code"].as_str().unwrap().to_owned()
}

pub async fn busy_site() -> TestSite {
    let mut manifest = manifest("sparkle");
    manifest.site_config.insert("loyaltyProgram".to_owned(), true.into());
    let site = Installation::new()
        .await
        .site_from("sparkle", Path::new("."), &manifest)
        .await;
    small_year(&site, YEAR).await;
    let (manager, owner) = (site.staff(Role::Manager).await, site.owner().await);
    let kiosk = site.kiosk_at(1).await;
    let ada = person(&site, "ada@example.com").await;

    partial_refunds(&site, &owner).await;
    paused_and_blocked(&site, &manager).await;
    referral(&site, &ada).await;
    codes(&ada, &manager, &kiosk).await;
    disputes_and_refunds(&site, &ada, &manager, &owner).await;
    gift_cards(&site, &ada, &manager, &kiosk).await;
    clubs(&site).await;
    moved_account(&site, &manager).await;
    imported_discount(&site, &manager).await;
    at_the_kiosk(&site, &ada, &kiosk).await;

    let points = json!({"points": 50, "reason": "A rainy day"});
    let id = newest(&site, "SELECT id FROM customers WHERE email = 'ada@example.com'").await;
    manager
        .post_once(&format!("/admin/customers/{id}/points"), "points", points)
        .await
        .succeeded();
    let unsettled = site
        .customer_with_email("uma@example.com")
        .await
        .confirmed()
        .await
        .with_card_number(TIMED_OUT_CARD)
        .await;
    let order = json!({"products": [{"productId": 101}]});
    unsettled.post_once("/orders", "unsettled", order).await;
    person(&site, "gus@example.com").await.leave().await;
    site
}

/// Bob signs up with Ada's code and buys something.
async fn referral(site: &TestSite, ada: &Customer) {
    let account = ada.get("/users").await.succeeded();
    let mut form = Customer::form("bob@example.com");
    form["referralCode"] = account["referralCode"].clone();
    site.visitor().post("/users", form).await.succeeded();
    let bob = Customer::log_in(site, "bob@example.com", crate::support::PASSWORD).await;
    let bob = bob.confirmed().await.with_card_number("4111111111111111").await;
    buy(&bob, "first", json!([{"productId": 101}])).await;
}

/// A used discount, a bundle, merchandise, a gift, a code redeemed by a kiosk and one held by it.
async fn codes(ada: &Customer, manager: &Customer, kiosk: &Kiosk) {
    let award = json!({"type": "DollarDiscTrans", "amount": 300});
    let promo = json!({"name": "3 off", "code": "OFF300", "award": award});
    manager.post("/admin/promo-codes", promo).await.succeeded();
    ada.post("/promo-codes", json!({"code": "OFF300"})).await.succeeded();
    buy(ada, "discounted", json!([{"productId": 101}])).await;
    for (how, txn) in [("confirm", "a"), ("hold", "b")] {
        buy(ada, how, json!([{"productId": 101}])).await;
        let body = json!({"code": newest_code(ada).await, "terminalTxnId": txn});
        let held = kiosk.post("/terminal/redemptions", body).await.succeeded();
        if how == "confirm" {
            let path = format!(
                "/terminal/redemptions/{}/confirm",
                held["redemptionId"].as_str().unwrap()
            );
            kiosk.post(&path, json!({"terminalTxnId": "c"})).await.succeeded();
        }
    }
    let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
        "zipCode": "85004"});
    let goods = json!([{"productId": 201}, {"productId": 501, "address": address}]);
    buy(ada, "goods", goods).await;
    let gift = json!([{"productId": 101, "isGift": true, "giftedEmail": "zoe@example.com", "giftHeader": 0}]);
    buy(ada, "gift", gift).await;
}

/// A promo code whose amount is imported after Ivy has claimed it.
async fn imported_discount(site: &TestSite, manager: &Customer) {
    let ivy = person(site, "ivy@example.com").await;
    let award = json!({"type": "DollarDiscTrans", "amount": 200});
    let promo = json!({"name": "2 off", "code": "OFF200", "award": award});
    let added = manager.post("/admin/promo-codes", promo).await.succeeded();
    ivy.post("/promo-codes", json!({"code": "OFF200"})).await.succeeded();
    let table = format!("id,amount\n{},4.00\n", added["id"]);
    let done = manager.upload("/admin/promo-codes/import", &table).await.succeeded();
    assert_eq!(done["changed"], 1, "{done}");
}

/// An order whose refund is in doubt, a disputed order whose codes are revoked, and an order with a refunded line.
async fn disputes_and_refunds(site: &TestSite, ada: &Customer, manager: &Customer, owner: &Customer) {
    let ian = person(site, "ian@example.com").await;
    let in_doubt = buy(&ian, "in-doubt", json!([{"productId": 101}])).await;
    let stub = &site.installation.stub;
    stub.set_manners(|manners| manners.loses_reversals = true);
    let void = format!("/admin/orders/{in_doubt}/void");
    let lost = owner.post_once(&void, "lost", json!({})).await.succeeded();
    assert_eq!(lost["state"], "unknown", "{lost}");
    stub.set_manners(|manners| manners.loses_reversals = false);
    let two = json!([{"productId": 101}, {"productId": 101}]);
    let disputed = buy(ada, "disputed", two.clone()).await;
    let fraud = json!({"amount": 2606, "reason": "fraud", "respondBy": "2027-01-15", "takeBack": true});
    manager
        .post(&format!("/admin/orders/{disputed}/disputes"), fraud)
        .await
        .succeeded();
    let refunded = buy(ada, "refunded", two).await;
    let line = newest(site, "SELECT MAX(id) FROM checkout_order_lines").await;
    owner
        .post_once(
            &format!("/admin/orders/{refunded}/refund"),
            "refund",
            json!({"lines": [line]}),
        )
        .await
        .succeeded();
}

/// Refunds an amount of a line, a line to a gift card, and a month of a continuing membership.
async fn partial_refunds(site: &TestSite, owner: &Customer) {
    let pam = person(site, "pam@example.com").await.with_vehicle().await;
    let refund = async |order: &str, body: Value| {
        let path = format!("/admin/orders/{order}/refund");
        let done = owner.post_once(&path, order, body).await.succeeded();
        assert_eq!(done["state"], "done", "{done}");
        site.run_jobs().await;
    };
    let line = async || newest(site, "SELECT MAX(id) FROM checkout_order_lines").await;
    let order = buy(&pam, "in-part", json!([{"productId": 101}])).await;
    let part = json!({"lineId": line().await, "amount": 543});
    refund(&order, json!({"parts": [part], "refundReason": "service_problem"})).await;
    let order = buy(&pam, "to-a-card", json!([{"productId": 101}, {"productId": 101}])).await;
    refund(&order, json!({"lines": [line().await], "destination": "gift_card"})).await;
    let order = buy(&pam, "club", json!([{"productId": 301}])).await;
    refund(&order, json!({"lines": [line().await]})).await;
    let ned = person(site, "ned@example.com").await.with_vehicle().await;
    let order = buy(&ned, "ended-club", json!([{"productId": 301}])).await;
    refund(&order, json!({"lines": [line().await], "endMembership": true})).await;
}

/// The team changes Lin's email address, which locks her card.
async fn moved_account(site: &TestSite, manager: &Customer) {
    let lin = person(site, "lin@example.com").await;
    site.installation.clock.advance(SignedDuration::from_secs(1));
    let account = lin.get("/users").await.succeeded();
    let path = format!("/admin/customers/{}", account["userId"].as_str().unwrap());
    let contact = json!({"firstName": "Lin", "lastName": "Byron", "email": "lin.byron@example.com",
        "cellPhoneNumber": "6025550199", "zipPostalCode": "85004"});
    manager.correct_contact(&path, contact).await.succeeded();
}

/// Hal's club is paused, and his gift card is blocked.
async fn paused_and_blocked(site: &TestSite, manager: &Customer) {
    let hal = person(site, "hal@example.com")
        .await
        .with_vehicle()
        .await
        .in_club(301)
        .await;
    let membership = newest(site, "SELECT MAX(id) FROM club_memberships").await;
    let until = site.tenant().await.now() + SignedDuration::from_hours(24 * 40);
    let until = until.to_zoned(jiff::tz::TimeZone::UTC).date().to_string();
    let pause = format!("/admin/clubs/{membership}/pause");
    manager.post(&pause, json!({ "until": until })).await.succeeded();
    buy(&hal, "blocked", json!([{"productId": 401}])).await;
    let card = newest(site, "SELECT MAX(id) FROM gift_cards").await;
    let block = format!("/admin/gift-cards/{card}/block");
    manager
        .post_once(&block, "blocked", json!({"reason": "Lost"}))
        .await
        .succeeded();
}

/// An adjusted card, part of which is held by a kiosk.
async fn gift_cards(site: &TestSite, ada: &Customer, manager: &Customer, kiosk: &Kiosk) {
    buy(ada, "card", json!([{"productId": 401}])).await;
    let card = newest(site, "SELECT MAX(id) FROM gift_cards").await;
    let adjustment = json!({"amount": 500, "reason": "A rainy day"});
    manager
        .post_once(&format!("/admin/gift-cards/{card}/adjustments"), "adjusted", adjustment)
        .await
        .succeeded();
    let number = mailed_number(site, "gift_card", &ada.email);
    let body = json!({"cardNumber": number, "amount": 2000, "terminalTxnId": "d"});
    kiosk.post("/terminal/gift-cards/authorize", body).await.succeeded();
}

/// Dan changes to a dearer club, and Eve to a cheaper one later.
async fn clubs(site: &TestSite) {
    let dan = person(site, "dan@example.com")
        .await
        .with_vehicle()
        .await
        .in_club(301)
        .await;
    buy(&dan, "dearer", json!([{"productId": 302}])).await;
    let eve = person(site, "eve@example.com")
        .await
        .with_vehicle()
        .await
        .in_club(302)
        .await;
    buy(&eve, "cheaper", json!([{"productId": 301}])).await;
    let _member = person(site, "fay@example.com")
        .await
        .with_vehicle()
        .await
        .in_club(301)
        .await;
}

/// Ada pays with AirPAY, which the kiosk has not confirmed, and with cash.
async fn at_the_kiosk(site: &TestSite, ada: &Customer, kiosk: &Kiosk) {
    let lines = json!([{"name": "Foam", "price": 1000, "taxes": 86}]);
    let payment = json!({"tempId": ada.token("TempToken").await, "amount": 1086, "taxes": 86, "terminalTxnId": "e",
        "lines": lines.clone()});
    kiosk.post("/terminal/payments", payment).await.succeeded();
    let sale = json!({"amount": 1086, "taxes": 86, "terminalTxnId": "f", "lines": lines,
        "customerCode": newest_code(ada).await});
    kiosk.post("/terminal/sales", sale).await.succeeded();
    site.installation.clock.advance(SignedDuration::from_secs(5));
}
