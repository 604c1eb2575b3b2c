//! Changing to another club: what is left of the paid month goes towards a dearer one, and any other begins as that month ends.

use reqwest::Method;
use serde_json::{Value, json};

use super::{at, back, club, joined, order, standing, stands};
use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, DECLINED_CARD, TIMED_OUT_CARD, TestSite};

/// Ten days of the month are over, which cost 9.00 to join.
pub(super) async fn after_ten_days() -> (TestSite, Customer) {
    let (site, ada) = joined().await;
    at(&site, "2026-11-30T18:00:00Z").await;
    let ada = back(&ada).await;
    (site, ada)
}

async fn quote(ada: &Customer, product: i64) -> Value {
    ada.post("/orders/quote", order(product)).await.succeeded()
}

pub(super) async fn change(ada: &Customer, product: i64) -> Value {
    ada.post_once("/orders", &format!("to-{product}"), order(product))
        .await
        .succeeded()
}

/// Memberships of a customer: product, status, end reason, first-period value.
pub(super) async fn memberships(site: &TestSite) -> Vec<(i64, String, Option<String>, i64)> {
    site.rows("SELECT product_id, status, end_reason, price FROM club_memberships ORDER BY id")
        .await
}

pub(super) fn live(product: i64, worth: i64) -> (i64, String, Option<String>, i64) {
    (product, "active".to_owned(), None, worth)
}

pub(super) fn left(product: i64, worth: i64) -> (i64, String, Option<String>, i64) {
    (product, "inactive".to_owned(), Some("changed".to_owned()), worth)
}

pub(super) fn charged(site: &TestSite) -> Vec<i64> {
    site.installation
        .stub
        .charges()
        .iter()
        .map(|charge| charge.amount)
        .collect()
}

#[tokio::test]
async fn emails_about_another_club_have_both_prices() {
    let (site, ada) = after_ten_days().await;
    for (product, kind, expected) in [
        (
            302,
            "club_changed",
            "It costs $40.00 a month, plus tax, instead of $25.00.",
        ),
        (
            301,
            "club_chosen",
            "It then costs $25.00 a month, plus tax, instead of $40.00.",
        ),
    ] {
        assert_eq!(change(&ada, product).await["approved"], true);
        site.run_jobs().await;
        let told = decoded(&mails(&site, kind, &ada.email)[0]);
        assert!(told.contains(expected), "{told}");
    }
}

#[tokio::test]
async fn upgrade_starts_as_the_old_club_ends() {
    let (site, ada) = after_ten_days().await;
    let quoted = quote(&ada, 302).await;
    // 20 of 30 days of 9.00, and 5 % tax on what is left of 40.00.
    assert_eq!(
        (
            &quoted["credit"],
            &quoted["subtotal"],
            &quoted["taxes"],
            &quoted["total"]
        ),
        (
            &json!({"name": "sparkle Club", "amount": 600, "taxes": 30}),
            &json!(3400),
            &json!(170),
            &json!(3570)
        )
    );
    let line = &quoted["lines"][0];
    assert_eq!((&line["price"], &line["credit"]), (&json!(3400), &json!(600)));

    assert_eq!(change(&ada, 302).await["approved"], true);
    assert_eq!(memberships(&site).await, [left(301, 900), live(302, 4000)]);
    let joined = club(&ada).await;
    assert_eq!(
        (&joined["name"], &joined["status"], &joined["nextBillingDate"]),
        (&json!("sparkle Big Club"), &json!("active"), &json!("2026-12-30"))
    );
    site.run_jobs().await;
    assert_eq!(mails(&site, "club_changed", &ada.email).len(), 1);
    assert_eq!(mails(&site, "club_ended", &ada.email).len(), 0);
    let receipts = mails(&site, "receipt", &ada.email);
    let told = receipts.iter().map(|mail| decoded(mail));
    assert_eq!(
        told.filter(|mail| mail.contains("Credit for your previous club: -$6.00"))
            .count(),
        1
    );
    let purchase = ada.get("/users/purchases").await.succeeded()[0].clone();
    assert_eq!(
        (&purchase["credit"], &purchase["purchasedProducts"][0]["unitPrice"]),
        (&json!(600), &json!(4000))
    );
    let audited: Vec<(String,)> = site
        .rows("SELECT subject FROM audit WHERE action = 'club_changed'")
        .await;
    assert_eq!(audited, [("club_membership:2".to_owned(),)]);

    // The old club isn't charged anymore, and the new one is charged in full.
    at(&site, "2026-12-20T09:00:00Z").await;
    assert_eq!(charged(&site), [945, 3570]);
    at(&site, "2026-12-30T09:00:00Z").await;
    assert_eq!(charged(&site), [945, 3570, 4200]);
}

#[tokio::test]
async fn second_upgrade_keeps_the_credit() {
    let (site, ada) = after_ten_days().await;
    change(&ada, 302).await;
    site.change("UPDATE catalog_products SET price = 9000 WHERE id = 301")
        .await;
    // On the same day all of the month is left: the 34.00 that were paid for it and the 6.00 that were credited.
    assert_eq!(quote(&ada, 301).await["credit"]["amount"], 4000);
    change(&ada, 301).await;
    assert_eq!(
        memberships(&site).await,
        [left(301, 900), left(302, 4000), live(301, 9000)]
    );
    assert_eq!(charged(&site), [945, 3570, 5250]);
}

#[tokio::test]
async fn refunded_period_has_no_value() {
    let (site, ada) = after_ten_days().await;
    let order = ada.get("/users/purchases").await.succeeded()[0]["transRecordId"].clone();
    let refund = format!("/admin/orders/{}/refund", order.as_str().unwrap());
    let owner = site.owner().await;
    let detail = owner.get(refund.trim_end_matches("/refund")).await.succeeded();
    let lines = json!({"lines": [detail["lines"][0]["lineId"]]});
    owner.post(&refund, lines).await.succeeded();
    let quoted = quote(&ada, 302).await;
    assert_eq!((&quoted["credit"], &quoted["subtotal"]), (&json!(null), &json!(4000)));
    change(&ada, 302).await;
    assert_eq!(memberships(&site).await, [left(301, 900), live(302, 4000)]);
}

#[tokio::test]
async fn disputed_period_has_no_value() {
    let (site, ada) = after_ten_days().await;
    let order = ada.get("/users/purchases").await.succeeded()[0]["transRecordId"].clone();
    let path = format!("/admin/orders/{}/disputes", order.as_str().unwrap());
    let owner = site.owner().await;
    assert_eq!(quote(&ada, 302).await["credit"]["amount"], 600);
    let dispute = json!({"amount": 945, "reason": "fraud", "respondBy": "2026-12-20", "takeBack": false});
    let dispute = owner.post(&path, dispute).await.succeeded();
    assert_eq!(quote(&ada, 302).await["credit"], json!(null));
    let decided = format!("{path}/{}", dispute["disputeId"]);
    owner.post(&decided, json!({"outcome": "won"})).await.succeeded();
    assert_eq!(quote(&ada, 302).await["credit"]["amount"], 600);
}

#[tokio::test]
async fn credited_period_is_refunded_without_its_credit() {
    let (site, ada) = after_ten_days().await;
    let joined = ada.get("/users/purchases").await.succeeded()[0]["transRecordId"].clone();
    change(&ada, 302).await;
    let owner = site.owner().await;
    let order = format!("/admin/orders/{}", joined.as_str().unwrap());
    let line = owner.get(&order).await.succeeded()["lines"][0]["lineId"].clone();
    let refund = format!("{order}/refund");
    let done = owner.post(&refund, json!({"lines": [line]})).await.succeeded();
    // 6.00 of 9.00 went towards the dearer club, with their taxes.
    assert_eq!(
        (&done["state"], &done["amount"]),
        (&json!("done"), &json!(315)),
        "{done}"
    );
    assert_eq!(site.installation.stub.charges()[0].refunded, 315);
    assert_eq!(owner.get(&order).await.succeeded()["state"], "partially_refunded");
}

#[tokio::test]
async fn declined_upgrade_leaves_the_club_unchanged() {
    let (site, ada) = after_ten_days().await;
    let ada = ada.with_card_number(DECLINED_CARD).await;
    assert_eq!(change(&ada, 302).await["approved"], false);
    assert_eq!(memberships(&site).await, [live(301, 900)]);
    assert_eq!(standing(&ada).await, stands("active", "ok"));
}

#[tokio::test]
async fn canceled_or_paused_member_must_resolve_that_first() {
    let (site, ada) = after_ten_days().await;
    let refused = async |product: i64, status: u16, code: &str| {
        ada.post("/orders/quote", order(product)).await.refused(status, code)
    };
    ada.delete("/users/washclub").await.succeeded();
    let cancelled = refused(302, 422, "invalid_fields").await;
    assert!(cancelled["fields"]["products[0].productId"].is_string(), "{cancelled}");
    ada.send(Method::PUT, "/users/washclub", None, &[]).await.succeeded();
    let owner = site.owner().await;
    let until = json!({"until": "2027-01-09"});
    owner.post("/admin/clubs/1/pause", until).await.succeeded();
    refused(302, 409, "club_suspended").await;
    owner.post("/admin/clubs/1/resume", json!({})).await.succeeded();
    change(&ada, 302).await;
    let own = refused(302, 422, "invalid_fields").await;
    assert!(own["fields"]["products[0].productId"].is_string(), "{own}");
}

#[tokio::test]
async fn member_with_an_unpaid_period_pays_it_first() {
    let (site, ada) = joined().await;
    let ada = ada.with_card_number(DECLINED_CARD).await;
    at(&site, "2026-12-20T09:00:00Z").await;
    let ada = back(&ada).await;
    ada.post("/orders/quote", order(302))
        .await
        .refused(409, "club_suspended");
}

/// A member of the club for 40.00 a month, since 20 November, who has chosen the one for 25.00 ten days later.
pub(super) async fn after_choosing() -> (TestSite, Customer) {
    let (site, ada) = after_ten_days().await;
    change(&ada, 302).await;
    at(&site, "2026-12-05T18:00:00Z").await;
    let ada = back(&ada).await;
    let chosen = change(&ada, 301).await;
    assert_eq!((&chosen["approved"], &chosen["total"]), (&json!(true), &json!(0)));
    site.run_jobs().await;
    (site, ada)
}

#[tokio::test]
async fn downgrade_starts_when_the_period_ends() {
    let (site, ada) = after_ten_days().await;
    change(&ada, 302).await;
    let quoted = quote(&ada, 301).await;
    let line = &quoted["lines"][0];
    assert_eq!(
        (&quoted["total"], &quoted["credit"], &line["price"], &line["startsOn"]),
        (&json!(0), &json!(null), &json!(0), &json!("2026-12-30"))
    );
    assert_eq!(quoted["requires"]["terms"], true);
    change(&ada, 301).await;
    site.run_jobs().await;
    // Until then, everything stays unchanged and nothing is charged.
    let own = club(&ada).await;
    assert_eq!(
        (&own["name"], &own["nextClub"], &own["nextBillingDate"]),
        (
            &json!("sparkle Big Club"),
            &json!({"name": "sparkle Club", "monthlyPrice": 2500, "monthlyTaxes": 125, "locations": []}),
            &json!("2026-12-30")
        )
    );
    let chosen = mails(&site, "club_chosen", &ada.email);
    assert!(decoded(&chosen[0]).contains("Your wash club changes to sparkle Club on December 30, 2026."));
    assert_eq!(charged(&site), [945, 3570]);
    let owner = site.owner().await;
    let listed = owner.get("/admin/clubs").await.succeeded();
    assert_eq!(listed["items"][0]["monthlyPrice"], 2500, "of the next month");

    at(&site, "2026-12-30T09:00:00Z").await;
    assert_eq!(charged(&site), [945, 3570, 2625]);
    let own = club(&ada).await;
    assert_eq!(
        (
            &own["name"],
            &own["nextClub"],
            &own["useCountDisplay"],
            &own["nextBillingDate"]
        ),
        (
            &json!("sparkle Club"),
            &json!(null),
            &json!("0 of 1 today"),
            &json!("2027-01-30")
        )
    );
    at(&site, "2027-01-30T09:00:00Z").await;
    assert_eq!(charged(&site), [945, 3570, 2625, 2625]);
}

#[tokio::test]
async fn member_can_keep_the_current_club() {
    let (site, ada) = after_choosing().await;
    let kept = ada.send(Method::PUT, "/users/washclub", None, &[]).await.succeeded();
    assert_eq!(
        (&kept["name"], &kept["nextClub"]),
        (&json!("sparkle Big Club"), &json!(null))
    );
    site.run_jobs().await;
    assert_eq!(mails(&site, "club_reactivated", &ada.email).len(), 1);
    at(&site, "2026-12-30T09:00:00Z").await;
    assert_eq!(charged(&site), [945, 3570, 4200]);
}

#[tokio::test]
async fn dropped_choice_leaves_the_purchase_history() {
    let totals = async |ada: &Customer| -> Vec<i64> {
        let purchases = ada.get("/users/purchases").await.succeeded();
        let purchases = purchases.as_array().unwrap().iter();
        purchases.map(|purchase| purchase["total"].as_i64().unwrap()).collect()
    };
    let (_, ada) = after_choosing().await;
    assert_eq!(totals(&ada).await, [0, 3570, 945], "while it is chosen");
    ada.send(Method::PUT, "/users/washclub", None, &[]).await.succeeded();
    assert_eq!(totals(&ada).await, [3570, 945]);

    let (site, ada) = after_choosing().await;
    at(&site, "2026-12-30T09:00:00Z").await;
    let ada = back(&ada).await;
    assert_eq!(totals(&ada).await, [2625, 0, 3570, 945], "once it has begun");
}

#[tokio::test]
async fn canceled_club_has_no_successor() {
    let (site, ada) = after_choosing().await;
    ada.delete("/users/washclub").await.succeeded();
    // A member who reactivates returns to the same club.
    let back_in = ada.send(Method::PUT, "/users/washclub", None, &[]).await.succeeded();
    assert_eq!(
        (&back_in["name"], &back_in["nextClub"]),
        (&json!("sparkle Big Club"), &json!(null))
    );

    let choose = async |key: &str| ada.post_once("/orders", key, order(301)).await.succeeded();
    choose("again").await;
    site.change("UPDATE catalog_products SET price = 9000 WHERE id = 301")
        .await;
    // A scheduled club keeps its price; the same club at today's price starts immediately.
    assert_eq!(club(&ada).await["nextClub"]["monthlyPrice"], 2500);
    choose("dearer").await;
    assert_eq!(
        memberships(&site).await,
        [left(301, 900), left(302, 4000), live(301, 9000)]
    );
    assert_eq!(club(&ada).await["nextClub"], json!(null));
    let kept: Vec<(i64,)> = site.rows("SELECT membership_id FROM club_next_plans").await;
    assert_eq!(kept, []);
}

#[tokio::test]
async fn chosen_club_lapses_with_the_current_one() {
    let (site, ada) = after_ten_days().await;
    change(&ada, 302).await;
    let ada = ada.with_card_number(TIMED_OUT_CARD).await;
    let mut wash_and_club = order(301);
    wash_and_club["products"] = json!([{"productId": 101}, {"productId": 301}]);
    let ordered = ada.post_once("/orders", "both", wash_and_club).await.succeeded();
    assert_eq!(ordered["code"], "pending");
    ada.delete("/users/washclub").await.succeeded();
    site.change("UPDATE jobs SET due_at = due_at + 3456000000 WHERE kind = 'checkout.sweep'")
        .await;
    at(&site, "2026-12-30T09:00:00Z").await;
    assert_eq!(club(&ada).await["status"], "inactive");
    at(&site, "2027-01-15T09:00:00Z").await;

    // The wash was paid for and is there; the choice cost nothing, and there is nothing that it could follow.
    assert_eq!(charged(&site), [945, 3570, 1303]);
    let wallet = back(&ada).await.get("/users/wallet").await.succeeded();
    assert_eq!(wallet.as_array().map(Vec::len), Some(1), "{wallet}");
    let cancelled = (302, "inactive".to_owned(), Some("cancelled".to_owned()), 4000);
    assert_eq!(memberships(&site).await, [left(301, 900), cancelled]);
    let lapsed: Vec<(String,)> = site
        .rows("SELECT subject FROM audit WHERE action = 'club_choice_lapsed'")
        .await;
    assert_eq!(lapsed, [("customer:1".to_owned(),)]);
}
