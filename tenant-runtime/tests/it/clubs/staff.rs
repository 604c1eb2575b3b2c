//! What the merchant's staff do to memberships.

use paystub::ChargeState;
use serde_json::{Value, json};

use super::billing::{at, back, club, joined, renewals, standing, stands};
use crate::support::mailbox::{decoded, mails};
use crate::support::{DECLINED_CARD, LOST_CARD, Reply, TestSite};

async fn pause(site: &TestSite, until: &str) -> Reply {
    site.owner()
        .await
        .post("/admin/clubs/1/pause", json!({ "until": until }))
        .await
}

#[tokio::test]
async fn a_pause_pushes_the_months_out_and_ends_by_itself() {
    let (site, ada) = joined().await;
    at(&site, "2026-11-30T18:00:00Z").await;
    pause(&site, "2027-01-09").await.succeeded();
    site.run_jobs().await;
    assert_eq!(standing(&ada).await, stands("active", "paused"));
    let told = decoded(&mails(&site, "club_paused", &ada.email)[0]);
    assert!(told.contains("until January 9, 2027"), "{told}");
    at(&site, "2027-01-09T08:59:59Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [0_i64; 0]);
    at(&site, "2027-01-09T09:00:00Z").await;
    assert_eq!(standing(&ada).await, stands("active", "ok"));
    // Twenty days were left, and forty passed.
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-01-29");
    assert_eq!(mails(&site, "club_resumed", &ada.email).len(), 1);
    at(&site, "2027-01-29T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625]);
    assert_eq!(club(&ada).await["nextBillingDate"], "2027-02-28");
}

#[tokio::test]
async fn pause_ends_after_today_and_within_six_months() {
    let (site, _) = joined().await;
    for (until, message) in [
        ("2026-11-20", "Enter a date after today."),
        ("2020-01-01", "Enter a date after today."),
        ("2027-05-21", "A pause lasts for six months at most."),
    ] {
        let refusal = pause(&site, until).await.refused(422, "invalid_fields");
        assert_eq!(refusal["fields"]["until"], message, "{until}");
    }
}

#[tokio::test]
async fn a_pause_may_outlast_the_month_that_is_paid_for() {
    let (site, ada) = joined().await;
    at(&site, "2026-11-30T18:00:00Z").await;
    pause(&site, "2027-03-09").await.succeeded();
    site.run_jobs().await;
    // The check that ends every test looks for members whom nobody bills.
    assert_eq!(standing(&ada).await, stands("active", "paused"));
}

#[tokio::test]
async fn a_pause_is_called_off_by_staff_or_by_leaving() {
    let (site, ada) = joined().await;
    at(&site, "2026-11-30T18:00:00Z").await;
    pause(&site, "2027-01-09").await.succeeded();
    at(&site, "2026-12-05T18:00:00Z").await;
    site.owner()
        .await
        .post("/admin/clubs/1/resume", json!({}))
        .await
        .succeeded();
    assert_eq!(club(&ada).await["nextBillingDate"], "2026-12-25");
    pause(&site, "2027-01-09").await.succeeded();
    at(&site, "2026-12-06T18:00:00Z").await;
    let ada = back(&ada).await;
    let left = ada.delete("/users/washclub").await.succeeded();
    assert_eq!(
        (&left["status"], &left["billingState"], &left["nextBillingDate"]),
        (&json!("endbillingpending"), &json!("ok"), &json!("2026-12-26"))
    );
    pause(&site, "2027-01-09").await.refused(409, "payment_pending");
}

async fn retry(site: &TestSite) -> Reply {
    site.owner().await.post("/admin/clubs/1/retry", json!({})).await
}

#[tokio::test]
async fn a_month_that_is_owed_is_tried_again_at_once_and_once() {
    let (site, ada) = joined().await;
    retry(&site).await.refused(409, "payment_pending");
    let ada = ada.with_card_number(DECLINED_CARD).await;
    at(&site, "2026-12-20T09:00:00Z").await;
    let member = site.owner().await.get("/admin/clubs").await.succeeded()["items"][0].clone();
    assert_eq!(
        (&member["billingState"], &member["attempts"]),
        (&json!("past_due"), &json!(1))
    );
    assert_eq!(member["unpaidSince"], "2026-12-20");
    assert_eq!(member["nextAttemptAt"], "2026-12-21T09:00:00Z");
    for _ in 0..2 {
        retry(&site).await.succeeded();
    }
    site.run_jobs().await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 2);
    assert_eq!(standing(&ada).await, stands("active", "past_due"));
}

#[tokio::test]
async fn a_card_that_will_not_do_any_more_is_not_tried_again_by_hand_either() {
    let (site, ada) = joined().await;
    ada.with_card_number(LOST_CARD).await;
    at(&site, "2026-12-20T09:00:00Z").await;
    retry(&site).await.refused(409, "payment_pending");
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 1);
}

#[tokio::test]
async fn bad_pauses_and_prices_say_why() {
    let (site, _) = joined().await;
    let owner = site.owner().await;
    for until in ["2026-11-20", "2027-05-21"] {
        let refused = owner.post("/admin/clubs/1/pause", json!({ "until": until })).await;
        assert!(refused.refused(422, "invalid_fields")["fields"]["until"].is_string());
    }
    owner
        .post("/admin/clubs/2/pause", json!({"until": "2026-12-20"}))
        .await
        .refused(404, "not_found");
    for (field, body) in [
        (
            "from",
            json!({"productId": 301, "monthlyPrice": 3000, "from": "2026-12-19"}),
        ),
        (
            "monthlyPrice",
            json!({"productId": 301, "monthlyPrice": -1, "from": "2026-12-20"}),
        ),
        (
            "productId",
            json!({"productId": 101, "monthlyPrice": 3000, "from": "2026-12-20"}),
        ),
    ] {
        let refused = owner
            .post("/admin/clubs/prices", body)
            .await
            .refused(422, "invalid_fields");
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
}

#[tokio::test]
async fn another_price_reaches_members_after_it_was_announced() {
    let (site, ada) = joined().await;
    let owner = site.owner().await;
    let price = json!({"productId": 301, "monthlyPrice": 3000, "from": "2027-01-15"});
    owner.post("/admin/clubs/prices", price).await.succeeded();
    site.run_jobs().await;
    let told = decoded(&mails(&site, "club_price", &ada.email)[0]);
    assert!(told.contains("$30.00") && told.contains("January 15, 2027"), "{told}");
    at(&site, "2026-12-20T09:00:00Z").await;
    at(&site, "2027-01-20T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625, 3150]);
    // A second one leaves what was announced before as it is until its own day.
    let owner = site.owner().await;
    let price = json!({"productId": 301, "monthlyPrice": 1000, "from": "2027-03-01"});
    owner.post("/admin/clubs/prices", price).await.succeeded();
    at(&site, "2027-02-20T09:00:00Z").await;
    at(&site, "2027-03-20T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625, 3150, 3150, 1050]);
}

#[tokio::test]
async fn members_are_listed_and_can_be_shown_out() {
    let (site, ada) = joined().await;
    let owner = site.owner().await;
    let page = owner.get("/admin/clubs?status=active").await.succeeded();
    let member = &page["items"][0];
    assert_eq!(
        (
            &member["customerEmail"],
            &member["monthlyPrice"],
            &member["billingState"],
            &page["nextCursor"]
        ),
        (&json!(ada.email), &json!(2500), &json!("ok"), &Value::Null)
    );
    let product = &member["productId"];
    for (query, count) in [
        ("q=ada", 1),
        ("q=Neil", 1),
        ("q=nobody", 0),
        (&format!("productId={product}"), 1),
        ("productId=1", 0),
    ] {
        let found = owner.get(&format!("/admin/clubs?{query}")).await.succeeded();
        assert_eq!(
            (&found["count"], found["items"].as_array().unwrap().len()),
            (&json!(count), count),
            "{query}"
        );
    }
    owner.post("/admin/clubs/1/end", json!({})).await.succeeded();
    owner
        .post("/admin/clubs/1/end", json!({}))
        .await
        .refused(404, "not_found");
    site.run_jobs().await;
    assert_eq!(standing(&ada).await, stands("inactive", "ok"));
    assert_eq!(mails(&site, "club_ended", &ada.email).len(), 1);
    assert_eq!(
        owner.get("/admin/clubs?status=active").await.succeeded()["items"],
        json!([])
    );
    let audit: Vec<(String,)> = site.rows("SELECT action FROM audit WHERE action LIKE 'club_%'").await;
    assert_eq!(audit, [("club_ended".to_owned(),)]);
}

async fn moved(site: &TestSite, body: Value) -> Reply {
    site.owner().await.post("/admin/clubs/1/plan", body).await
}

#[tokio::test]
async fn a_member_is_moved_as_the_paid_month_ends_and_pays_the_other_price_from_then_on() {
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
    // 40.00 and 5 % tax.
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
async fn a_member_stays_where_moving_is_not_right() {
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
