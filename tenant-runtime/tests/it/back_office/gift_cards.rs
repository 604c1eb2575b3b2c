//! Gift cards as staff look them up and correct them.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::gift_cards::{balance, buy, buyer, mailed_number};
use crate::support::mailbox::mails;
use crate::support::{Customer, Installation, TestSite};

const CARD: &str = "/admin/gift-cards/1";

async fn sold() -> (TestSite, Customer, String) {
    let site = Installation::new().await.site().await;
    let ada = buyer(&site).await;
    buy(&ada, "card", json!({"productId": 401})).await;
    let number = mailed_number(&site, "gift_card", &ada.email);
    (site, ada, number)
}

async fn found(staff: &Customer, query: &str) -> Vec<i64> {
    let page = staff.get(&format!("/admin/gift-cards?{query}")).await.succeeded();
    let items = page["items"].as_array().unwrap();
    items.iter().map(|card| card["cardId"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn card_is_found_by_number_buyer_recipient_or_order() {
    let (site, ada, number) = sold().await;
    let gift = json!({"productId": 401, "isGift": true, "giftedEmail": "bob@example.com"});
    buy(&ada, "gift", gift).await;
    let attendant = site.staff(Role::Attendant).await;
    let card = attendant.get(CARD).await.succeeded();
    let record = card["transRecordId"].as_str().unwrap().to_owned();
    let digits = number.replace('-', "");
    for words in [number.as_str(), &digits, &digits[15..], "ada@", &record] {
        let found = found(&attendant, &format!("q={words}")).await;
        assert!(found.contains(&1), "{words}: {found:?}");
    }
    assert_eq!(found(&attendant, &format!("q={digits}")).await, [1]);
    assert_eq!(found(&attendant, "q=bob@example.com").await, [2]);
    assert_eq!(found(&attendant, "").await, [2, 1]);
    assert_eq!(found(&attendant, "limit=1&cursor=2").await, [1]);
    assert!(found(&attendant, "state=blocked").await.is_empty());
    assert!(found(&attendant, "q=nobody").await.is_empty());
    assert_eq!(
        (&card["balance"], &card["held"], &card["buyerEmail"]),
        (&json!(5500), &json!(0), &json!(ada.email))
    );
    assert_eq!(card["movements"][0]["kind"], "issue");
    assert!(
        !card.to_string().contains(&number.replace('-', "")),
        "the number is shown to nobody"
    );
    assert_eq!(
        attendant.get("/admin/gift-cards/2").await.succeeded()["sentTo"],
        "bob@example.com"
    );
    attendant.get("/admin/gift-cards/99").await.refused(404, "not_found");

    // As CSV: the same content as the list, for those who may export it.
    let csv = [("Accept", "text/csv")];
    let path = "/admin/gift-cards?q=bob@example.com";
    let denied = attendant.send(reqwest::Method::GET, path, None, &csv).await;
    denied.refused(403, "not_admin");
    let manager = site.staff(Role::Manager).await;
    let locked = manager.send(reqwest::Method::GET, path, None, &csv).await;
    locked.refused(403, "password_required");
    manager.unlock().await;
    let table = manager.send(reqwest::Method::GET, path, None, &csv).await;
    let rows: Vec<&str> = table.text.lines().collect();
    assert_eq!(rows.len(), 2, "{}", table.text);
    assert!(rows[0].starts_with("cardId,name,lastFour,state,balance"), "{}", rows[0]);
    assert!(rows[1].starts_with("2,") && rows[1].contains(",55.00,"), "{}", rows[1]);
}

fn adjustment(amount: i64) -> Value {
    json!({"amount": amount, "reason": "The kiosk took too much"})
}

#[tokio::test]
async fn balance_adjustment_is_booked_once() {
    let (site, ada, number) = sold().await;
    let manager = site.staff(Role::Manager).await;
    let path = format!("{CARD}/adjustments");
    for _ in 0..2 {
        let adjusted = manager.post_once(&path, "once", adjustment(1000)).await.succeeded();
        assert_eq!(adjusted["balance"], 6500);
    }
    manager.post(&path, adjustment(-6500)).await.succeeded();
    assert_eq!(balance(&ada, &number).await["balance"], 0);
    for (amount, reason) in [(0, "x"), (-1, "x"), (200_001, "x"), (1, "")] {
        let refused = manager.post(&path, json!({"amount": amount, "reason": reason})).await;
        refused.refused(422, "invalid_fields");
    }
    let booked: Vec<(String, i64)> = site
        .rows("SELECT account, amount FROM ledger_entries WHERE txn_id LIKE 'adjustment:%' ORDER BY id")
        .await;
    let expected = [
        ("gift_card:1", -1000),
        ("adjustment", 1000),
        ("gift_card:1", 6500),
        ("adjustment", -6500),
    ];
    assert_eq!(booked, expected.map(|(account, amount)| (account.to_owned(), amount)));
    // The check that ends every test holds movements against the ledger.
}

#[tokio::test]
async fn blocked_card_pays_nothing_until_unblocked() {
    let (site, ada, number) = sold().await;
    let manager = site.staff(Role::Manager).await;
    let block = json!({"reason": "Reported as stolen"});
    manager.post(&format!("{CARD}/block"), block).await.succeeded();
    assert_eq!(balance(&ada, &number).await["responseMessage"], "Card blocked");
    assert_eq!(found(&manager, "state=blocked").await, [1]);
    manager.post(&format!("{CARD}/unblock"), json!({})).await.succeeded();
    assert_eq!(balance(&ada, &number).await["responseMessage"], "Active");
}

#[tokio::test]
async fn number_is_resent_to_its_previous_recipient() {
    let (site, ada, _) = sold().await;
    let gift = json!({"productId": 401, "isGift": true, "giftedEmail": "bob@example.com"});
    buy(&ada, "gift", gift).await;
    let attendant = site.staff(Role::Attendant).await;
    for card in [1, 2] {
        attendant
            .post(&format!("/admin/gift-cards/{card}/resend"), json!({}))
            .await
            .succeeded();
    }
    site.run_jobs().await;
    assert_eq!(mails(&site, "gift_card", &ada.email).len(), 2);
    assert_eq!(mails(&site, "gift", "bob@example.com").len(), 2);
    ada.leave().await;
    let path = format!("{CARD}/resend");
    attendant.post(&path, json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn staff_cannot_load_their_own_card() {
    let (site, ada, _) = sold().await;
    site.change("UPDATE customers SET role = 'manager' WHERE id = 1").await;
    let path = format!("{CARD}/adjustments");
    ada.post(&path, adjustment(1000)).await.refused(403, "not_admin");
    ada.post(&format!("{CARD}/unblock"), json!({}))
        .await
        .refused(403, "not_admin");
}
