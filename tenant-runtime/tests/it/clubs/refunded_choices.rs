//! Refunds of orders with a club that starts later.

use serde_json::{Value, json};

use super::plan_change::{after_choosing, after_ten_days, change, charged};
use super::{at, back, club, order};
use crate::support::mailbox::mails;
use crate::support::{Customer, TestSite};

#[tokio::test]
async fn order_of_a_choice_is_not_refunded() {
    let (site, ada) = after_choosing().await;
    let order = ada.get("/users/purchases").await.succeeded()[0]["transRecordId"].clone();
    let path = format!("/admin/orders/{}", order.as_str().unwrap());
    let owner = site.owner().await;
    let line = owner.get(&path).await.succeeded()["lines"][0].clone();
    assert_eq!(line["refundable"], Value::Null, "{line}");
    let refund = json!({"lines": [line["lineId"]]});
    for (how, body) in [("refund", refund), ("void", json!({}))] {
        let refused = owner.post_once(&format!("{path}/{how}"), how, body).await;
        refused.refused(422, "invalid_fields");
    }
}

/// As [`after_choosing`], with a wash for 13.03 in the same order. Returns its number.
async fn after_choosing_with_a_wash() -> (TestSite, Customer, String) {
    let (site, ada) = after_ten_days().await;
    change(&ada, 302).await;
    at(&site, "2026-12-05T18:00:00Z").await;
    let ada = back(&ada).await;
    let mut both = order(301);
    both["products"] = json!([{"productId": 101}, {"productId": 301}]);
    let ordered = ada.post_once("/orders", "both", both).await.succeeded();
    assert_eq!((&ordered["approved"], &ordered["total"]), (&json!(true), &json!(1303)));
    site.run_jobs().await;
    (site, ada, ordered["transRecordId"].as_str().unwrap().to_owned())
}

/// IDs of an order's lines with the amounts of their refunds.
async fn refundable_lines(owner: &Customer, order: &str) -> Vec<(i64, Option<i64>, bool)> {
    let detail = owner.get(&format!("/admin/orders/{order}")).await.succeeded();
    let lines = detail["lines"].as_array().unwrap().iter();
    lines
        .map(|line| {
            (
                line["lineId"].as_i64().unwrap(),
                line["refundable"].as_i64(),
                line["startsLater"] == true,
            )
        })
        .collect()
}

async fn state_of(owner: &Customer, order: &str) -> Value {
    owner.get(&format!("/admin/orders/{order}")).await.succeeded()["state"].clone()
}

#[tokio::test]
async fn void_of_an_order_drops_its_later_club() {
    let (site, ada, order) = after_choosing_with_a_wash().await;
    let owner = site.owner().await;
    let lines = refundable_lines(&owner, &order).await;
    assert_eq!(
        lines.iter().map(|line| (line.1, line.2)).collect::<Vec<_>>(),
        [(Some(1303), false), (Some(0), true)]
    );
    let voided = owner
        .post_once(&format!("/admin/orders/{order}/void"), "void", json!({}))
        .await
        .succeeded();
    assert_eq!((&voided["kind"], &voided["state"]), (&json!("void"), &json!("done")));
    assert_eq!(state_of(&owner, &order).await, "voided");
    let own = club(&ada).await;
    assert_eq!(
        (&own["name"], &own["nextClub"]),
        (&json!("sparkle Big Club"), &json!(null))
    );
    site.run_jobs().await;
    assert_eq!(mails(&site, "club_reactivated", &ada.email).len(), 1);
    let audited: Vec<(String, bool)> = site
        .rows("SELECT subject, detail ->> 'refunded' FROM audit WHERE action = 'club_move_undone'")
        .await;
    assert_eq!(audited, [("club_membership:2".to_owned(), true)]);
    at(&site, "2026-12-30T09:00:00Z").await;
    assert_eq!(charged(&site), [945, 3570, 1303, 4200], "the current club renews");
}

#[tokio::test]
async fn refund_of_another_line_keeps_the_later_club() {
    let (site, ada, order) = after_choosing_with_a_wash().await;
    let owner = site.owner().await;
    let lines = refundable_lines(&owner, &order).await;
    let refund = format!("/admin/orders/{order}/refund");
    let alone = json!({"lines": [lines[1].0]});
    let refused = owner.post_once(&refund, "alone", alone).await;
    let refused = refused.refused(422, "invalid_fields");
    assert_eq!(
        refused["fields"]["lines"],
        "Nothing was charged for sparkle Club, which hasn't started. Undo the change in Memberships."
    );
    let wash = json!({"lines": [lines[0].0]});
    owner.post_once(&refund, "wash", wash).await.succeeded();
    assert_eq!(state_of(&owner, &order).await, "partially_refunded");
    assert_eq!(club(&ada).await["nextClub"]["name"], "sparkle Club");
    at(&site, "2026-12-30T09:00:00Z").await;
    assert_eq!(charged(&site), [945, 3570, 1303, 2625]);
}

#[tokio::test]
async fn refund_of_an_order_keeps_a_later_club_that_started() {
    let (site, ada, order) = after_choosing_with_a_wash().await;
    at(&site, "2026-12-30T09:00:00Z").await;
    let owner = site.owner().await;
    let lines = refundable_lines(&owner, &order).await;
    assert_eq!(
        lines.iter().map(|line| (line.1, line.2)).collect::<Vec<_>>(),
        [(Some(1303), false), (None, false)]
    );
    let path = format!("/admin/orders/{order}/void");
    let refunded = owner.post_once(&path, "void", json!({})).await.succeeded();
    assert_eq!(refunded["amount"], 1303);
    assert_eq!(state_of(&owner, &order).await, "partially_refunded");
    assert_eq!(club(&ada).await["name"], "sparkle Club");
}

#[tokio::test]
async fn renewal_waits_while_the_refund_of_a_later_club_is_in_doubt() {
    let (site, ada, order) = after_choosing_with_a_wash().await;
    at(&site, "2026-12-30T08:59:45Z").await;
    let owner = site.owner().await;
    let stub = &site.installation.stub;
    stub.set_manners(|manners| manners.loses_reversals = true);
    let void = format!("/admin/orders/{order}/void");
    let lost = owner.post_once(&void, "lost", json!({})).await.succeeded();
    assert_eq!(lost["state"], "unknown", "{lost}");
    stub.set_manners(|manners| manners.loses_reversals = false);
    at(&site, "2026-12-30T09:00:00Z").await;
    let own = club(&ada).await;
    assert_eq!(
        (&own["name"], &own["nextClub"]["name"]),
        (&json!("sparkle Big Club"), &json!("sparkle Club"))
    );
    assert_eq!(charged(&site), [945, 3570, 1303]);
    at(&site, "2026-12-30T10:30:00Z").await;
    let own = club(&ada).await;
    assert_eq!(
        (&own["name"], &own["nextClub"]),
        (&json!("sparkle Big Club"), &json!(null))
    );
    assert_eq!(charged(&site), [945, 3570, 1303, 4200]);
}
