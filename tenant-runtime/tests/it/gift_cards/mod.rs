mod reloads;

use serde_json::{Value, json};
use tenant_runtime::gift_cards;
use tenant_runtime::ledger::{Placed, Transaction};

use crate::support::mailbox::mails;
use crate::support::{Client, Customer, DECLINED_CARD, Installation, TestSite};

pub async fn buyer(site: &TestSite) -> Customer {
    site.customer().await.confirmed().await.with_card().await
}

pub async fn buy(customer: &Customer, key: &str, unit: Value) {
    let result = customer
        .post_once("/orders", key, json!({"products": [unit]}))
        .await
        .succeeded();
    assert_eq!(result["approved"], true, "{result}");
    customer.site.run_jobs().await;
}

/// The number in the newest mail of `kind` to `email`, as it is written there.
pub fn mailed_number(site: &TestSite, kind: &str, email: &str) -> String {
    let mail = mails(site, kind, email).pop().unwrap_or_default();
    let start = mail.find(" 9").unwrap_or_else(|| panic!("no number in {mail}")) + 1;
    mail[start..start + "9123-4567-8901-2345-678".len()].to_owned()
}

pub async fn balance(client: &Client, number: &str) -> Value {
    client
        .post("/gift-cards/balance", json!({"cardNumber": number}))
        .await
        .succeeded()
}

#[tokio::test]
async fn card_is_bought_emailed_and_worth_its_value() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    let mail = mails(&site, "gift_card", &ada.email).pop().unwrap();
    assert!(mail.contains("$55.00") && mail.contains("sparkle Card"), "{mail}");
    let expected = json!({"balance": 5500, "responseMessage": "Active"});
    assert_eq!(balance(&ada, &number).await, expected);
    let digits = number.replace('-', "");
    assert_eq!(digits.len(), 19);
    let reply = ada.get(&format!("/gift-cards?cardNumber={digits}")).await;
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!(reply.succeeded(), expected);
    assert_eq!(
        ada.get("/users/wallet").await.succeeded(),
        json!([]),
        "a card is no wallet item"
    );
    assert_eq!(site.installation.stub.charges()[0].amount, 5000);
}

#[tokio::test]
async fn card_is_reloaded_by_its_number() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    let reload = json!({"productId": 411, "cardNumber": number});
    buy(&ada, "own", reload.clone()).await;
    let bob = site.customer_with_email("bob@example.com").await.confirmed().await;
    let bob = bob.with_card().await;
    buy(&bob, "another's", reload.clone()).await;
    assert_eq!(balance(&bob, &number).await["balance"], 5500 + 2500 + 2500);

    // A card of another site is none here.
    let there = installation.site_called("there").await;
    let eve = buyer(&there).await;
    let order = json!({"products": [reload]});
    for path in ["/orders/quote", "/orders"] {
        let refusal = eve.post(path, order.clone()).await.refused(422, "invalid_fields");
        assert_eq!(refusal["fields"]["products[0].cardNumber"], "Card not found");
    }
    assert_eq!(
        balance(&eve, &number).await,
        json!({"balance": 0, "responseMessage": "Card not found"})
    );
}

#[tokio::test]
async fn card_balance_is_limited() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    let reloads = |count: usize| json!({"products": vec![json!({"productId": 411, "cardNumber": number}); count]});
    // 55.00 and 76 times 25.00 are 1955.00.
    for (key, count) in [("many", 50), ("more", 26)] {
        let result = ada.post_once("/orders", key, reloads(count)).await.succeeded();
        assert_eq!(result["approved"], true, "{result}");
    }
    let full = "A card can hold up to $2,000.00.";
    for path in ["/orders/quote", "/orders"] {
        let refusal = ada.post(path, reloads(2)).await.refused(422, "invalid_fields");
        assert_eq!(refusal["fields"]["products[1].cardNumber"], full);
    }
    ada.post_once("/orders", "last", reloads(1)).await.succeeded();
    assert_eq!(balance(&ada, &number).await["balance"], 198_000);
    let refusal = ada.post_once("/orders", "over", reloads(1)).await;
    let refusal = refusal.refused(422, "invalid_fields");
    assert_eq!(refusal["fields"]["products[0].cardNumber"], full);
}

#[tokio::test]
async fn refund_deducts_the_balance_and_its_decline_restores_it() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    let digits = mailed_number(&site, "gift_card", &ada.email).replace('-', "");
    let tenant = site.tenant().await;
    // Not committed: the orders don't have this refund.
    let mut db = tenant.write().await.unwrap();
    let order = Placed {
        id: 1,
        location_id: None,
    };
    let reversal = Transaction::reversal(1, order, tenant.now());
    gift_cards::debit_for_refund(&mut db, 1, 5500, &reversal).await.unwrap();
    let card = gift_cards::find(&mut db, &tenant, &digits).await.unwrap().unwrap();
    assert_eq!((card.balance, card.is_in_use()), (0, false));
    // There is nothing left to take.
    gift_cards::debit_for_refund(&mut db, 1, 0, &reversal).await.unwrap();
    gift_cards::undo_refund(&mut db, 1, &reversal).await.unwrap();
    let card = gift_cards::find(&mut db, &tenant, &digits).await.unwrap().unwrap();
    assert_eq!((card.balance, card.is_in_use()), (5500, true));
    // A line that put nothing on a card.
    gift_cards::debit_for_refund(&mut db, 99, 1, &reversal).await.unwrap();
    let card = gift_cards::find(&mut db, &tenant, &digits).await.unwrap().unwrap();
    assert_eq!(card.balance, 5500);
}

#[tokio::test]
async fn declined_refund_does_not_email_the_number_again() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    let owner = site.owner().await;
    let stub = &site.installation.stub;
    stub.void_by_hand(&stub.charges()[0]).unwrap();
    let (id,): (String,) = site.rows("SELECT trans_record_id FROM checkout_orders").await.remove(0);
    let declined = owner
        .post(&format!("/admin/orders/{id}/void"), json!({}))
        .await
        .succeeded();
    assert_eq!(declined["state"], "declined", "{declined}");
    site.run_jobs().await;
    assert_eq!(mails(&site, "gift_card", &ada.email).len(), 1);
}

#[tokio::test]
async fn balance_checks_are_limited() {
    let site = Installation::with_limits().await.site().await;
    let ada = site.customer().await;
    for _ in 0..10 {
        balance(&ada, "79927398713").await;
    }
    // Both ways count together.
    ada.get("/gift-cards?cardNumber=79927398713")
        .await
        .refused(429, "too_many_requests");
    ada.post("/gift-cards/balance", json!({"cardNumber": "79927398713"}))
        .await
        .refused(429, "too_many_requests");
}

#[tokio::test]
async fn numbers_are_validated_as_in_the_form() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    for (entered, message) in [
        ("", "Input is required."),
        ("9000x", "Must only include numbers"),
        ("79927398710", "Enter a valid card number."),
        ("00000000000000000000", "Enter a valid card number."),
    ] {
        let get = ada.get(&format!("/gift-cards?cardNumber={entered}")).await;
        let post = ada.post("/gift-cards/balance", json!({"cardNumber": entered})).await;
        for reply in [get, post] {
            assert_eq!(reply.header("cache-control"), Some("no-store"));
            let refusal = reply.refused(422, "invalid_fields");
            assert_eq!(refusal["fields"]["cardNumber"], message);
        }
    }
    ada.get("/gift-cards").await.refused(422, "invalid_fields");
    ada.post("/gift-cards/balance", json!({}))
        .await
        .refused(422, "invalid_fields");
    assert_eq!(
        balance(&ada, "79927398713").await,
        json!({"balance": 0, "responseMessage": "Card not found"})
    );
}

#[tokio::test]
async fn balance_check_without_a_token_needs_a_captcha() {
    let site = Installation::with_captcha().await.site().await;
    let mut visitor = site.visitor();
    let path = "/gift-cards?cardNumber=79927398713";
    let refusal = visitor.get(path).await.refused(422, "invalid_fields");
    assert!(refusal["fields"]["captcha"].is_string(), "{refusal}");
    let body = json!({"cardNumber": "79927398713"});
    let refusal = visitor
        .post("/gift-cards/balance", body.clone())
        .await
        .refused(422, "invalid_fields");
    assert!(refusal["fields"]["captcha"].is_string(), "{refusal}");
    visitor.token = Some("no.such.token".to_owned());
    visitor.get(path).await.refused(401, "invalid_token");
    visitor
        .post("/gift-cards/balance", body)
        .await
        .refused(401, "invalid_token");
}

#[tokio::test]
async fn declined_payment_creates_and_loads_no_card() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    let bob = site.customer_with_email("bob@example.com").await.confirmed().await;
    let bob = bob.with_card_number(DECLINED_CARD).await;
    for (key, unit) in [
        ("new", json!({"productId": 401})),
        ("reload", json!({"productId": 411, "cardNumber": number})),
    ] {
        let result = bob
            .post_once("/orders", key, json!({"products": [unit]}))
            .await
            .succeeded();
        assert_eq!(result["approved"], false);
    }
    site.run_jobs().await;
    assert!(mails(&site, "gift_card", &bob.email).is_empty());
    assert_eq!(balance(&bob, &number).await["balance"], 5500);
}

#[tokio::test]
async fn card_survives_the_account_that_bought_it() {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "first", json!({"productId": 401})).await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    let digits = number.replace('-', "");
    assert!(
        ada.get("/users/export")
            .await
            .text
            .contains(&digits[digits.len() - 4..])
    );
    ada.leave().await;
    let bob = site.customer_with_email("bob@example.com").await;
    assert_eq!(balance(&bob, &number).await["balance"], 5500);
}
