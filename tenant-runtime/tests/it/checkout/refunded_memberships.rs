//! Memberships that end with the refund of their month. Every test ends with the check of the site's file.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::parts::House;

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
