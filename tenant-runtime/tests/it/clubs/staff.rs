//! Staff actions on memberships.

use paystub::ChargeState;
use reqwest::Method;
use serde_json::{Value, json};

use super::billing::{at, back, club, joined, renewals, standing, stands};
use crate::support::mailbox::{decoded, mails};
use crate::support::{Customer, DECLINED_CARD, LOST_CARD, Reply, TestSite};

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
        ("2027-05-21", "A pause can last up to six months."),
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
    // The check that ends every test looks for members without billing.
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

#[tokio::test]
async fn reactivation_email_mentions_the_pause_that_the_cancellation_ended() {
    let (site, ada) = joined().await;
    at(&site, "2026-11-30T18:00:00Z").await;
    pause(&site, "2027-01-09").await.succeeded();
    let ada = back(&ada).await;
    ada.delete("/users/washclub").await.succeeded();
    ada.put("/users/washclub", json!({})).await.succeeded();
    site.run_jobs().await;
    let mail = decoded(&mails(&site, "club_reactivated", &ada.email)[0]);
    assert!(
        mail.contains("Your pause until January 9, 2027 ended when you canceled"),
        "{mail}"
    );
}

async fn listed(site: &TestSite) -> Value {
    site.owner().await.get("/admin/clubs").await.succeeded()["items"][0].clone()
}

#[tokio::test]
async fn coming_club_is_listed_and_its_move_undone() {
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

/// A member whose card was declined on December 20, at 01:00 of the day on which a decline ends the membership.
async fn on_the_last_day() -> (TestSite, Customer) {
    let (site, ada) = joined().await;
    let ada = ada.with_card_number(DECLINED_CARD).await;
    for date in 20..=26 {
        at(&site, &format!("2026-12-{date}T09:00:00Z")).await;
        assert_eq!(listed(&site).await["endsIfDeclined"], false, "December {date}");
    }
    at(&site, "2026-12-27T08:00:00Z").await;
    assert_eq!(listed(&site).await["endsIfDeclined"], true);
    (site, ada)
}

#[tokio::test]
async fn retry_past_the_grace_period_ends_the_membership() {
    let (site, ada) = on_the_last_day().await;
    retry(&site).await.succeeded();
    site.run_jobs().await;
    assert_eq!(standing(&ada).await, stands("inactive", "suspended"));
}

#[tokio::test]
async fn retry_past_the_grace_period_can_grant_one_more_try() {
    let (site, ada) = on_the_last_day().await;
    let owner = site.owner().await;
    let path = "/admin/clubs/1/retry?oneMoreTry=true";
    owner.post(path, json!({})).await.succeeded();
    site.run_jobs().await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 5);
    assert_eq!(standing(&ada).await, stands("active", "suspended"));
    let member = listed(&site).await;
    assert_eq!(
        (&member["nextAttemptAt"], &member["endsIfDeclined"]),
        (&json!("2026-12-30T09:00:00Z"), &json!(false))
    );
    at(&site, "2026-12-29T09:00:00Z").await;
    assert_eq!(standing(&ada).await, stands("active", "suspended"));
    at(&site, "2026-12-30T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Declined).len(), 6);
    assert_eq!(standing(&ada).await, stands("inactive", "suspended"));
    assert_eq!(mails(&site, "club_given_up", &ada.email).len(), 1);
}

#[tokio::test]
async fn membership_ends_with_the_paid_month_and_its_order_can_be_refunded() {
    let (site, ada) = joined().await;
    let owner = site.owner().await;
    owner.post("/admin/clubs/1/cancel", json!({})).await.succeeded();
    assert_eq!(standing(&ada).await, stands("endbillingpending", "ok"));
    let month = owner.get("/admin/clubs/1/month").await.succeeded();
    assert_eq!(
        (&month["start"], &month["end"]),
        (&json!("2026-11-20"), &json!("2026-12-20"))
    );
    let order = format!("/admin/orders/{}", month["transRecordId"].as_str().unwrap());
    let line = owner.get(&order).await.succeeded()["lines"][0]["lineId"].clone();
    owner
        .post(&format!("{order}/refund"), json!({"lines": [line]}))
        .await
        .succeeded();
    site.run_jobs().await;
    assert_eq!(mails(&site, "club_cancelled", &ada.email).len(), 1);
    let audited: Vec<(String,)> = site
        .rows("SELECT subject FROM audit WHERE action = 'club_canceled'")
        .await;
    assert_eq!(audited, [("club_membership:1".to_owned(),)]);
    at(&site, "2026-12-20T09:00:00Z").await;
    assert_eq!(standing(&ada).await, stands("inactive", "ok"));
    assert_eq!(renewals(&site, ChargeState::Approved), [0_i64; 0]);
    let owner = site.owner().await;
    owner
        .post("/admin/clubs/1/cancel", json!({}))
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn membership_that_owes_a_month_can_only_end_now() {
    let (site, ada) = joined().await;
    ada.with_card_number(DECLINED_CARD).await;
    at(&site, "2026-12-20T09:00:00Z").await;
    let owner = site.owner().await;
    owner
        .post("/admin/clubs/1/cancel", json!({}))
        .await
        .refused(409, "payment_pending");
    owner.get("/admin/clubs/9/month").await.refused(404, "not_found");
}

#[tokio::test]
async fn paused_member_reads_the_pause_and_the_true_billing_date() {
    let (site, ada) = joined().await;
    at(&site, "2026-11-30T18:00:00Z").await;
    pause(&site, "2027-01-09").await.succeeded();
    let paused = club(&ada).await;
    assert_eq!(
        (&paused["status"], &paused["billingState"], &paused["pausedUntil"]),
        (&json!("active"), &json!("paused"), &json!("2027-01-09"))
    );
    // Twenty days are paid for and come after the pause.
    assert_eq!(paused["nextBillingDate"], "2027-01-29");
    assert_eq!(listed(&site).await["nextBillingDate"], "2027-01-29");
    let ada = back(&ada).await;
    let left = ada.delete("/users/washclub").await.succeeded();
    assert_eq!(
        (
            &left["pausedUntil"],
            &left["canceledPauseUntil"],
            &left["nextBillingDate"]
        ),
        (&Value::Null, &json!("2027-01-09"), &json!("2026-12-20"))
    );
    let kept = ada.send(Method::PUT, "/users/washclub", None, &[]).await.succeeded();
    assert_eq!(
        (&kept["status"], &kept["billingState"], &kept["canceledPauseUntil"]),
        (&json!("active"), &json!("ok"), &Value::Null)
    );
}

#[tokio::test]
async fn announced_price_is_shown_until_a_month_costs_it() {
    let (site, ada) = joined().await;
    assert_eq!(club(&ada).await["nextPrice"], Value::Null);
    let price = json!({"productId": 301, "monthlyPrice": 3000, "from": "2027-01-15"});
    let owner = site.owner().await;
    owner.post("/admin/clubs/prices", price).await.succeeded();
    let announced = json!({"monthlyPrice": 3000, "monthlyTaxes": 150, "from": "2027-01-15"});
    assert_eq!(club(&ada).await["nextPrice"], announced);
    at(&site, "2026-12-20T09:00:00Z").await;
    assert_eq!(club(&ada).await["nextPrice"], announced);
    at(&site, "2027-01-20T09:00:00Z").await;
    assert_eq!(club(&ada).await["nextPrice"], Value::Null);
}
