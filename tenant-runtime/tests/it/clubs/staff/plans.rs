//! Plan changes by staff.

use paystub::ChargeState;
use serde_json::{Value, json};

use super::super::{at, club, joined, renewals};
use super::{listed, pause};
use crate::support::mailbox::mails;
use crate::support::{Reply, TestSite};

async fn moved(site: &TestSite, body: Value) -> Reply {
    site.owner().await.post("/admin/clubs/1/plan", body).await
}

#[tokio::test]
async fn member_changes_club_when_the_paid_period_ends() {
    let (site, ada) = joined().await;
    let body = json!({"productId": 302, "locations": [2], "reason": "Asked by telephone"});
    moved(&site, body).await.succeeded();
    site.run_jobs().await;
    let next = club(&ada).await;
    assert_eq!(
        (&next["locations"], &next["nextClub"]["monthlyPrice"]),
        (&json!([]), &json!(4000))
    );
    assert_eq!(mails(&site, "club_chosen", &ada.email).len(), 1);
    at(&site, "2026-12-20T09:00:00Z").await;
    // 40.00 and 5% tax.
    assert_eq!(renewals(&site, ChargeState::Approved), [4200]);
    let now = club(&ada).await;
    assert_eq!((&now["locations"], &now["nextClub"]), (&json!([2]), &Value::Null));
    at(&site, "2027-01-20T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [4200, 4200]);
    let changes: Vec<(String, String)> = site
        .rows(r#"SELECT "before", "after" FROM audit WHERE action = 'club_moved'"#)
        .await;
    let read = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    assert_eq!(
        (read(&changes[0].0), read(&changes[0].1)),
        (
            json!({"productId": 301, "monthlyPrice": 2500, "locations": []}),
            json!({"productId": 302, "monthlyPrice": 4000, "locations": [2]})
        )
    );
}

#[tokio::test]
async fn invalid_club_change_is_rejected() {
    let (site, _) = joined().await;
    for (field, body) in [
        ("productId", json!({"productId": 301, "reason": "x"})),
        ("productId", json!({"productId": 101, "reason": "x"})),
        ("locations", json!({"productId": 302, "locations": [99], "reason": "x"})),
        ("reason", json!({"productId": 302, "reason": " "})),
    ] {
        let refused = moved(&site, body).await.refused(422, "invalid_fields");
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
    // The same club at other places is another plan.
    moved(&site, json!({"productId": 301, "locations": [1], "reason": "x"}))
        .await
        .succeeded();
    at(&site, "2026-11-30T18:00:00Z").await;
    pause(&site, "2027-01-09").await.succeeded();
    moved(&site, json!({"productId": 302, "reason": "x"}))
        .await
        .refused(409, "payment_pending");
}

#[tokio::test]
async fn scheduled_club_change_is_listed_and_undone() {
    let (site, ada) = joined().await;
    moved(
        &site,
        json!({"productId": 302, "locations": [2], "reason": "Asked by phone"}),
    )
    .await
    .succeeded();
    assert_eq!(
        listed(&site).await["nextClub"],
        json!({"productId": 302, "name": "sparkle Big Club", "monthlyPrice": 4000, "locations": [2]})
    );
    assert_eq!(club(&ada).await["nextClub"]["locations"], json!([2]));
    let owner = site.owner().await;
    for _ in 0..2 {
        owner.delete("/admin/clubs/1/plan").await.succeeded();
    }
    let member = listed(&site).await;
    assert_eq!(
        (&member["nextClub"], &member["monthlyPrice"]),
        (&Value::Null, &json!(2500))
    );
    assert_eq!(club(&ada).await["nextClub"], Value::Null);
    site.run_jobs().await;
    assert_eq!(mails(&site, "club_reactivated", &ada.email).len(), 1);
    let undone: Vec<(String,)> = site
        .rows("SELECT subject FROM audit WHERE action = 'club_move_undone'")
        .await;
    assert_eq!(undone, [("club_membership:1".to_owned(),)]);
    at(&site, "2026-12-20T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
}
