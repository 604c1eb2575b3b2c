//! Memberships that end with the refund of their month. Every test ends with the check of the site's file.

use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};

use super::parts::House;
use crate::clubs::{at, back};
use crate::support::TIMED_OUT_CARD;

/// A member, and the path of the order of the club.
async fn member() -> (House, String) {
    let house = House::new().await;
    let vehicle =
        json!({"make": "Volvo", "model": "240", "year": "1988", "license": "SUDS 1", "color": "Teal", "state": "AZ"});
    house.ada.post("/users/vehicle", vehicle).await.succeeded();
    let order = house.bought(&[301]).await;
    (house, order)
}

async fn status(house: &House) -> Value {
    house.ada.get("/users/washclub").await.succeeded()["status"].clone()
}

async fn ended(house: &House) -> Vec<(String, String)> {
    house
        .site
        .rows("SELECT actor, subject FROM audit WHERE action = 'club_ended'")
        .await
}

#[tokio::test]
async fn membership_ends_with_its_refund_only_if_requested() {
    for (ends, expected) in [(false, "active"), (true, "inactive")] {
        let (house, order) = member().await;
        let body = json!({"refundReason": "customer_request", "endMembership": ends});
        let path = format!("{order}/void");
        let done = house.manager.post_once(&path, "all", body.clone()).await.succeeded();
        assert_eq!(
            (&done["state"], &done["endsMembership"]),
            (&json!("done"), &json!(ends))
        );
        assert_eq!(
            house.manager.post_once(&path, "all", body).await.succeeded(),
            done,
            "once"
        );
        assert_eq!(status(&house).await, expected);
        let audited = ended(&house).await;
        assert_eq!(audited.len(), usize::from(ends));
        if ends {
            assert!(audited[0].0.starts_with("customer:") && audited[0].1 == "club_membership:1");
        }
    }
}

#[tokio::test]
async fn membership_ends_only_with_a_whole_club_item() {
    let (house, order) = member().await;
    let part = json!({"parts": [{"lineId": house.line(&order).await, "amount": 500}], "endMembership": true});
    let path = format!("{order}/refund");
    let refusal = house.manager.post_once(&path, "part", part).await;
    refusal.refused(422, "invalid_fields");
    let wash = house.bought(&[101]).await;
    let body = json!({"lines": [house.line(&wash).await], "endMembership": true});
    let refusal = house.manager.post_once(&format!("{wash}/refund"), "wash", body).await;
    refusal.refused(422, "invalid_fields");
    assert_eq!(status(&house).await, "active");
}

#[tokio::test]
async fn membership_ends_when_a_refund_in_doubt_settles() {
    for is_made in [true, false] {
        let (house, order) = member().await;
        let stub = &house.site.installation.stub;
        stub.set_manners(|manners| (manners.broken, manners.loses_reversals) = (!is_made, is_made));
        // Another line stays, so that a refund that was not made is not sent again.
        let line = house.line(&order).await;
        let body = json!({"parts": [{"lineId": line, "amount": 1}]});
        stub.set_manners(|manners| (manners.broken, manners.loses_reversals) = (false, false));
        house.refund(&order, "cent", body).await;
        stub.set_manners(|manners| (manners.broken, manners.loses_reversals) = (!is_made, is_made));
        let body = json!({"lines": [line], "endMembership": true});
        assert_eq!(house.refund(&order, "rest", body).await["state"], "unknown");
        stub.set_manners(|manners| (manners.broken, manners.loses_reversals) = (false, false));
        assert_eq!(status(&house).await, "active");
        for _ in 0..5 {
            house.site.installation.clock.advance(SignedDuration::from_mins(1));
            house.site.run_jobs().await;
        }
        let expected = if is_made { "inactive" } else { "active" };
        assert_eq!(status(&house).await, expected, "made: {is_made}");
        assert_eq!(ended(&house).await.len(), usize::from(is_made));
    }
}

#[tokio::test]
async fn membership_that_ended_before_its_refund_settles_stays_ended() {
    let (house, order) = member().await;
    let stub = &house.site.installation.stub;
    stub.set_manners(|manners| manners.loses_reversals = true);
    let body = json!({"endMembership": true});
    let open = house
        .manager
        .post_once(&format!("{order}/void"), "all", body)
        .await
        .succeeded();
    assert_eq!(open["state"], "unknown");
    stub.set_manners(|manners| manners.loses_reversals = false);
    house.manager.post("/admin/clubs/1/end", json!({})).await.succeeded();
    for _ in 0..5 {
        house.site.installation.clock.advance(SignedDuration::from_mins(1));
        house.site.run_jobs().await;
    }
    assert_eq!(house.detail(&order).await["state"], "voided");
    assert_eq!(ended(&house).await.len(), 1);
}

/// Processor responses to refunds are lost.
fn lose(house: &House, is_lost: bool) {
    let stub = &house.site.installation.stub;
    stub.set_manners(|manners| manners.loses_reversals = is_lost);
}

/// Minute by minute, until the unresolved refund is looked up.
async fn look_up(house: &House) {
    for _ in 0..5 {
        house.site.installation.clock.advance(SignedDuration::from_mins(1));
        house.site.run_jobs().await;
    }
}

async fn charged(house: &House) -> Vec<i64> {
    let charges = house.site.installation.stub.charges();
    charges.iter().map(|charge| charge.amount).collect()
}

/// The house 15 seconds before the renewal, with everyone logged in again.
async fn before_renewal() -> (House, String) {
    let (house, order) = member().await;
    at(&house.site, "2026-12-20T08:59:45Z").await;
    let house = House {
        ada: back(&house.ada).await,
        manager: back(&house.manager).await,
        site: house.site,
    };
    (house, order)
}

#[tokio::test]
async fn renewal_waits_while_a_refund_that_ends_the_membership_is_in_doubt() {
    for is_made in [true, false] {
        let (house, order) = before_renewal().await;
        let line = house.line(&order).await;
        // The membership doesn't end with this one.
        let cent = json!({"parts": [{"lineId": line, "amount": 1}]});
        house.refund(&order, "cent", cent).await;
        let stub = &house.site.installation.stub;
        stub.set_manners(|manners| (manners.broken, manners.loses_reversals) = (!is_made, is_made));
        let body = json!({"lines": [line], "endMembership": true});
        assert_eq!(house.refund(&order, "rest", body).await["state"], "unknown");
        stub.set_manners(|manners| (manners.broken, manners.loses_reversals) = (false, false));
        at(&house.site, "2026-12-20T09:00:00Z").await;
        assert_eq!(charged(&house).await, [945], "made: {is_made}");
        look_up(&house).await;
        at(&house.site, "2026-12-20T10:30:00Z").await;
        let (expected, charges) = if is_made {
            ("inactive", vec![945])
        } else {
            ("active", vec![945, 2625])
        };
        let ada = back(&house.ada).await;
        assert_eq!(ada.get("/users/washclub").await.succeeded()["status"], expected);
        assert_eq!(charged(&house).await, charges, "made: {is_made}");
    }
}

#[tokio::test]
async fn reactivated_membership_ends_with_its_refund() {
    let (house, order) = member().await;
    lose(&house, true);
    let body = json!({"endMembership": true});
    let path = format!("{order}/void");
    let open = house.manager.post_once(&path, "all", body).await.succeeded();
    assert_eq!(open["state"], "unknown");
    lose(&house, false);
    house.ada.delete("/users/washclub").await.succeeded();
    house
        .ada
        .send(Method::PUT, "/users/washclub", None, &[])
        .await
        .succeeded();
    assert_eq!(status(&house).await, "active");
    look_up(&house).await;
    assert_eq!(status(&house).await, "inactive");
    assert_eq!(ended(&house).await.len(), 1);
    at(&house.site, "2026-12-20T09:00:00Z").await;
    assert_eq!(charged(&house).await, [945]);
}

#[tokio::test]
async fn new_membership_outlives_the_refund_of_the_one_before() {
    let (house, order) = member().await;
    lose(&house, true);
    let body = json!({"endMembership": true});
    let path = format!("{order}/void");
    house.manager.post_once(&path, "all", body).await.succeeded();
    lose(&house, false);
    house.manager.post("/admin/clubs/1/end", json!({})).await.succeeded();
    house.bought(&[302]).await;
    look_up(&house).await;
    let club = house.ada.get("/users/washclub").await.succeeded();
    assert_eq!(
        (&club["status"], &club["name"]),
        (&json!("active"), &json!("sparkle Big Club"))
    );
    assert_eq!(house.detail(&order).await["state"], "voided");
    assert_eq!(ended(&house).await.len(), 1, "by staff");
}

#[tokio::test]
async fn month_in_a_refund_in_doubt_is_not_credited_to_another_club() {
    let (house, order) = member().await;
    lose(&house, true);
    let line = house.line(&order).await;
    let body = json!({"lines": [line], "endMembership": true});
    assert_eq!(house.refund(&order, "month", body).await["state"], "unknown");
    lose(&house, false);
    let dearer = json!({"products": [{"productId": 302}], "acceptedTerms": true});
    let quote = house.ada.post("/orders/quote", dearer).await.succeeded();
    assert_eq!((&quote["credit"], &quote["subtotal"]), (&Value::Null, &json!(4000)));
    look_up(&house).await;
    assert_eq!(status(&house).await, "inactive");
}

#[tokio::test]
async fn two_refunds_end_a_membership_once() {
    let (house, first) = before_renewal().await;
    at(&house.site, "2026-12-20T09:00:00Z").await;
    assert_eq!(charged(&house).await, [945, 2625]);
    let purchases = house.ada.get("/users/purchases").await.succeeded();
    let second = format!("/admin/orders/{}", purchases[0]["transRecordId"].as_str().unwrap());
    assert_ne!(first, second);
    lose(&house, true);
    for order in [&first, &second] {
        let body = json!({"lines": [house.line(order).await], "endMembership": true});
        assert_eq!(house.refund(order, order, body).await["state"], "unknown");
    }
    lose(&house, false);
    look_up(&house).await;
    assert_eq!(house.detail(&first).await["state"], "refunded");
    assert_eq!(house.detail(&second).await["state"], "voided", "on its day");
    assert_eq!(status(&house).await, "inactive");
    assert_eq!(ended(&house).await.len(), 1);
}

#[tokio::test]
async fn membership_ends_after_a_renewal_that_an_earlier_build_started() {
    let (house, order) = before_renewal().await;
    let ada = back(&house.ada).await.with_card_number(TIMED_OUT_CARD).await;
    lose(&house, true);
    let body = json!({"lines": [house.line(&order).await], "endMembership": true});
    assert_eq!(house.refund(&order, "all", body).await["state"], "unknown");
    lose(&house, false);
    let site = &house.site;
    // As a build did that didn't wait.
    site.change("UPDATE checkout_reversals SET ends_membership = 0").await;
    at(site, "2026-12-20T09:00:00Z").await;
    site.change("UPDATE checkout_reversals SET ends_membership = 1").await;
    site.change("UPDATE jobs SET due_at = due_at + 82800000 WHERE kind = 'checkout.sweep'")
        .await;
    look_up(&house).await;
    assert_eq!(house.detail(&order).await["state"], "refunded");
    assert_eq!(ada.get("/users/washclub").await.succeeded()["status"], "active");
    let waiting = "SELECT unique_key FROM jobs WHERE kind = 'clubs.end_refunded'";
    assert_eq!(
        site.rows::<(String,)>(waiting).await,
        [("clubs.end_refunded:1".to_owned(),)]
    );
    assert_eq!(site.violations().await, [""; 0]);
    // Neither another try to end it nor one to keep it is in its way.
    let twice = json!({"lines": [house.line(&order).await], "endMembership": true});
    let refused = house.manager.post(&format!("{order}/refund"), twice).await;
    refused.refused(422, "invalid_fields");
    let kept = ada.send(Method::PUT, "/users/washclub", None, &[]).await;
    assert_eq!(kept.status, 200, "{}", kept.text);
    at(site, "2026-12-22T10:00:00Z").await;
    at(site, "2026-12-22T11:00:00Z").await;
    let ada = back(&ada).await;
    assert_eq!(ada.get("/users/washclub").await.succeeded()["status"], "inactive");
    assert_eq!(ended(&house).await.len(), 1);
    assert_eq!(site.rows::<(String,)>(waiting).await, []);
    at(site, "2027-01-20T09:00:00Z").await;
    assert_eq!(charged(&house).await.len(), 2, "no further month");
}
