//! Staff actions on memberships.

mod pauses;
mod plans;
mod retries;

use paystub::ChargeState;
use serde_json::{Value, json};

use super::{at, club, joined, renewals, standing, stands};
use crate::support::mailbox::{decoded, mails};
use crate::support::{DECLINED_CARD, Reply, TestSite};

async fn pause(site: &TestSite, until: &str) -> Reply {
    site.owner()
        .await
        .post("/admin/clubs/1/pause", json!({ "until": until }))
        .await
}

#[tokio::test]
async fn invalid_pauses_and_prices_have_a_reason() {
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
async fn announced_price_reaches_current_members() {
    let (site, ada) = joined().await;
    let owner = site.owner().await;
    let price = json!({"productId": 301, "monthlyPrice": 3000, "from": "2027-01-15"});
    owner.post("/admin/clubs/prices", price).await.succeeded();
    site.run_jobs().await;
    let told = decoded(&mails(&site, "club_price", &ada.email)[0]);
    assert!(told.contains("$30.00") && told.contains("January 15, 2027"), "{told}");
    assert!(told.contains("plus tax"), "{told}");
    assert!(told.contains("Until then, it costs $25.00."), "{told}");
    at(&site, "2026-12-20T09:00:00Z").await;
    at(&site, "2027-01-20T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625, 3150]);
    // A second announcement leaves the first one in place until its own date.
    let owner = site.owner().await;
    let price = json!({"productId": 301, "monthlyPrice": 1000, "from": "2027-03-01"});
    owner.post("/admin/clubs/prices", price).await.succeeded();
    at(&site, "2027-02-20T09:00:00Z").await;
    at(&site, "2027-03-20T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625, 3150, 3150, 1050]);
}

#[tokio::test]
async fn announced_prices_form_a_schedule() {
    let (site, ada) = joined().await;
    let owner = site.owner().await;
    for (price, from) in [(3000, "2027-01-15"), (4000, "2027-03-15"), (5000, "2027-02-15")] {
        let body = json!({"productId": 301, "monthlyPrice": price, "from": from});
        owner.post("/admin/clubs/prices", body).await.succeeded();
    }
    assert_eq!(club(&ada).await["nextPrice"]["monthlyPrice"], 3000, "the next one");
    let listed = async || -> Vec<(String, i64)> {
        let listed = owner.get("/admin/clubs/prices").await.succeeded();
        let listed = listed.as_array().unwrap().iter();
        listed
            .map(|one| {
                assert_eq!((&one["productId"], &one["members"]), (&json!(301), &json!(1)), "{one}");
                assert!(one["club"].is_string(), "{one}");
                (
                    one["from"].as_str().unwrap().to_owned(),
                    one["monthlyPrice"].as_i64().unwrap(),
                )
            })
            .collect()
    };
    let day = |from: &str, price: i64| (from.to_owned(), price);
    let (first, last) = (day("2027-01-15", 3000), day("2027-03-15", 4000));
    assert_eq!(listed().await, [first.clone(), day("2027-02-15", 5000), last.clone()]);
    let withdrawn = "/admin/clubs/prices?productId=301&from=2027-02-15";
    owner.delete(withdrawn).await.succeeded();
    owner.delete(withdrawn).await.refused(404, "not_found");
    assert_eq!(listed().await, [first, last]);
    site.run_jobs().await;
    let told = mails(&site, "club_price", &ada.email);
    let last = decoded(told.last().unwrap());
    assert_eq!(told.len(), 4, "each announcement and the withdrawal");
    assert!(last.contains("$30.00") && last.contains("February 15, 2027"), "{last}");
    for day in ["2026-12-20", "2027-01-20", "2027-02-20", "2027-03-20"] {
        at(&site, &format!("{day}T09:00:00Z")).await;
    }
    assert_eq!(renewals(&site, ChargeState::Approved), [2625, 3150, 3150, 4200]);
}

#[tokio::test]
async fn announced_price_survives_a_change_of_locations() {
    let (site, ada) = joined().await;
    let owner = site.owner().await;
    let price = json!({"productId": 301, "monthlyPrice": 3500, "from": "2027-01-15"});
    owner.post("/admin/clubs/prices", price).await.succeeded();
    let places = json!({"productId": 301, "locations": [1], "reason": "asked"});
    owner.post("/admin/clubs/1/plan", places).await.succeeded();
    at(&site, "2026-12-20T09:00:00Z").await;
    assert_eq!(club(&ada).await["locations"], json!([1]));
    at(&site, "2027-01-20T09:00:00Z").await;
    assert_eq!(renewals(&site, ChargeState::Approved), [2625, 3675]);
}

#[tokio::test]
async fn announced_price_is_shown_until_it_applies() {
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

#[tokio::test]
async fn members_are_listed_and_memberships_ended() {
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

async fn listed(site: &TestSite) -> Value {
    site.owner().await.get("/admin/clubs").await.succeeded()["items"][0].clone()
}

#[tokio::test]
async fn membership_ends_with_the_paid_period_and_its_order_is_refundable() {
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
async fn past_due_membership_can_only_end_immediately() {
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

/// A repeated action of staff changes nothing, logs nothing and notifies no one.
#[tokio::test]
async fn staff_action_that_changes_nothing_leaves_no_trace() {
    let (site, ada) = joined().await;
    let owner = site.owner().await;
    let post = async |path: &str, body: Value| {
        owner.post(&format!("/admin/clubs/1/{path}"), body).await.succeeded();
    };
    let actions = async || -> Vec<String> {
        let logged: Vec<(String,)> = site
            .rows("SELECT action FROM audit WHERE subject = 'club_membership:1' AND actor <> 'customer:1' ORDER BY id")
            .await;
        logged.into_iter().map(|(action,)| action).collect()
    };
    post("resume", json!({})).await;
    assert_eq!(actions().await, [""; 0]);
    let pause = json!({"until": "2026-12-20"});
    post("pause", pause.clone()).await;
    post("pause", pause).await;
    owner
        .post("/admin/clubs/1/pause", json!({"until": "2026-12-25"}))
        .await
        .refused(409, "payment_pending");
    for _ in 0..2 {
        post("resume", json!({})).await;
    }
    let plan = json!({"productId": 302, "reason": "Asked by phone"});
    for _ in 0..2 {
        post("plan", plan.clone()).await;
    }
    for _ in 0..2 {
        owner.delete("/admin/clubs/1/plan").await.succeeded();
    }
    let price = json!({"productId": 301, "monthlyPrice": 3500, "from": "2027-01-15"});
    for _ in 0..2 {
        owner.post("/admin/clubs/prices", price.clone()).await.succeeded();
    }
    let announced: Vec<(i64,)> = site
        .rows("SELECT COUNT(*) FROM audit WHERE action = 'club_price_announced'")
        .await;
    assert_eq!(announced, [(1,)]);
    for _ in 0..2 {
        post("cancel", json!({})).await;
    }
    assert_eq!(
        actions().await,
        [
            "club_paused",
            "club_resumed",
            "club_moved",
            "club_move_undone",
            "club_canceled"
        ]
    );
    site.run_jobs().await;
    for kind in [
        "club_paused",
        "club_resumed",
        "club_chosen",
        "club_reactivated",
        "club_cancelled",
    ] {
        assert_eq!(mails(&site, kind, &ada.email).len(), 1, "{kind}");
    }
    assert_eq!(standing(&ada).await, stands("endbillingpending", "ok"));
}
