//! Push messages to browsers, at a service that decrypts them.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};

use super::open;
use crate::support::push_service::{Browser, PushService, Received};
use crate::support::{Customer, Installation, PASSWORD, TestSite};

const BOB: &str = "bob@example.com";

/// Site with Ada, who buys, and Bob, who gets notifications.
pub(super) struct Scene {
    pub(super) installation: Arc<Installation>,
    pub(super) site: TestSite,
    ada: Customer,
    pub(super) bob: Customer,
    gifts: std::cell::Cell<u32>,
}

impl Scene {
    pub(super) async fn new() -> Self {
        let installation = Installation::with_push_service().await;
        let site = installation.site().await;
        Self {
            ada: site.customer().await.confirmed().await.with_card().await,
            bob: site.customer_with_email(BOB).await.confirmed().await,
            gifts: 0.into(),
            installation,
            site,
        }
    }

    pub(super) fn service(&self) -> &PushService {
        self.installation.push_service()
    }

    /// Has Bob told something, without its being sent.
    pub(super) async fn give(&self) {
        self.gifts.set(self.gifts.get() + 1);
        let unit = json!({"productId": 101, "isGift": true, "giftedEmail": BOB});
        let key = format!("gift-{}", self.gifts.get());
        // Hours may have passed since she logged in.
        let ada = Customer::log_in(&self.site, &self.ada.email, PASSWORD).await;
        let bought = ada
            .post_once("/orders", &key, json!({"products": [unit]}))
            .await
            .succeeded();
        assert_eq!(bought["approved"], true, "{bought}");
    }

    /// Has Bob told something, and answers what came of it to browsers.
    async fn told(&self) -> Vec<Received> {
        self.give().await;
        self.site.run_jobs().await;
        self.service().received()
    }

    /// Names of the browsers that received messages.
    async fn told_browsers(&self) -> Vec<String> {
        let mut names: Vec<_> = self.told().await.into_iter().map(|received| received.browser).collect();
        names.sort();
        names
    }

    pub(super) async fn pass(&self, hours: i64) {
        for _ in 0..hours * 12 {
            self.site.run_jobs().await;
            self.installation.clock.advance(SignedDuration::from_mins(5));
        }
    }
}

async fn register(customer: &Customer, browser: &Browser) {
    customer
        .post("/users/push-subscriptions", browser.subscription())
        .await
        .succeeded();
}

async fn refuse(customer: &Customer, subjects: &[&str]) -> Value {
    customer
        .put("/users/push-settings", json!({ "refused": subjects }))
        .await
        .succeeded()
}

#[tokio::test]
async fn browser_shows_the_customers_notifications() {
    let scene = Scene::new().await;
    let settings = scene.bob.get("/users/push-settings").await.succeeded();
    assert_eq!(settings["refused"], json!([]));
    register(&scene.bob, &scene.service().browser("phone")).await;
    let told = scene.told().await;
    assert_eq!(told.len(), 1, "{told:?}");
    let Received {
        message,
        claims,
        headers,
        sender,
        ..
    } = &told[0];

    let origin = scene.site.tenant().await.origin();
    assert_eq!(message["web_push"], 8030);
    assert_eq!(message["notification"]["title"], "A Gift For You");
    assert_eq!(message["notification"]["navigate"], format!("{origin}/wallet"));
    assert_eq!(settings["applicationServerKey"], json!(sender));
    assert_eq!(claims["aud"], json!(scene.service().url));
    assert_eq!(claims["sub"], json!(origin));
    let ends = Timestamp::from_second(claims["exp"].as_i64().unwrap()).unwrap();
    let left = ends.duration_since(scene.installation.clock.shared().now());
    assert!(left.is_positive() && left < SignedDuration::from_hours(24), "{left}");
    assert_eq!(headers["ttl"], (3 * 86_400).to_string());
    assert!(headers["topic"].len() <= 32);

    // Messages contain only text from the inbox: no code, no address.
    let inbox = open(&scene.bob).await;
    assert_eq!(message["notification"]["body"], inbox[0]["body"]);
    // The same browser again is the same device.
    register(&scene.bob, &scene.service().browser("tablet")).await;
    assert_eq!(scene.told_browsers().await, ["phone", "tablet"]);
}

#[tokio::test]
async fn day_without_a_push_service_loses_nothing() {
    let scene = Scene::new().await;
    register(&scene.bob, &scene.service().browser("phone")).await;
    scene.service().answer(Some((502, json!({}))));
    scene.give().await;
    scene.pass(24).await;
    assert!(scene.service().received().is_empty());
    scene.service().answer(None);
    scene.pass(1).await;
    let told = scene.service().received();
    assert_eq!(told.len(), 1);
    let left: i64 = told[0].headers["ttl"].to_str().unwrap().parse().unwrap();
    assert!(left <= 2 * 86_400, "it is kept for no longer than it is news: {left} s");

    // After three days, it is too old to push.
    scene.service().answer(Some((502, json!({}))));
    scene.give().await;
    scene.pass(73).await;
    scene.service().answer(None);
    assert_eq!(scene.site.run_jobs().await, 0);
    assert!(scene.service().received().is_empty());
}

#[tokio::test]
async fn expired_subscription_is_forgotten() {
    let scene = Scene::new().await;
    for status in [404, 410] {
        register(&scene.bob, &scene.service().browser("phone")).await;
        scene.service().answer(Some((status, json!({}))));
        assert!(scene.told().await.is_empty());
        scene.service().answer(None);
        assert!(scene.told().await.is_empty(), "{status}");
    }
    // Other rejections aren't retried, and the device is kept.
    register(&scene.bob, &scene.service().browser("phone")).await;
    scene.service().answer(Some((400, json!({}))));
    assert!(scene.told().await.is_empty());
    scene.service().answer(None);
    assert_eq!(scene.told_browsers().await, ["phone"]);
}

#[tokio::test]
async fn only_enabled_topics_are_pushed() {
    let scene = Scene::new().await;
    register(&scene.bob, &scene.service().browser("phone")).await;
    let settings = refuse(&scene.bob, &["gifts", "club", "gifts"]).await;
    assert_eq!(settings["refused"], json!(["club", "gifts"]));
    assert!(scene.told().await.is_empty());
    refuse(&scene.bob, &["club"]).await;
    assert_eq!(scene.told_browsers().await, ["phone"]);
    let unknown = json!({"refused": ["weather"]});
    scene
        .bob
        .put("/users/push-settings", unknown)
        .await
        .refused(400, "malformed");

    // Notifications that were read aren't pushed.
    scene.give().await;
    open(&scene.bob).await;
    scene.site.run_jobs().await;
    assert!(scene.service().received().is_empty());
}

#[tokio::test]
async fn device_is_notified_while_its_session_lives() {
    let scene = Scene::new().await;
    let phone = scene.service().browser("phone");
    let log_in = || Customer::log_in(&scene.site, BOB, PASSWORD);

    let bob = log_in().await;
    register(&bob, &phone).await;
    assert_eq!(scene.told_browsers().await, ["phone"]);
    scene.give().await;
    bob.post("/users/logout", json!({})).await.succeeded();
    scene.site.run_jobs().await;
    assert!(scene.service().received().is_empty(), "what waits is not sent either");
    assert!(scene.told().await.is_empty());

    let bob = log_in().await;
    register(&bob, &phone).await;
    let endpoint = json!({"endpoint": phone.subscription()["endpoint"]});
    bob.send(Method::DELETE, "/users/push-subscriptions", Some(endpoint.clone()), &[])
        .await
        .succeeded();
    assert!(scene.told().await.is_empty());

    // Another customer on the same phone: the device is now theirs, and Bob can't remove it.
    register(&bob, &phone).await;
    register(&scene.ada, &phone).await;
    bob.send(Method::DELETE, "/users/push-subscriptions", Some(endpoint), &[])
        .await
        .succeeded();
    assert!(scene.told().await.is_empty());

    let bob = log_in().await;
    register(&bob, &scene.service().browser("laptop")).await;
    let change = json!({"currentPassword": PASSWORD, "newPassword": "Fresh-Suds-8"});
    bob.post("/users/update-password", change).await.succeeded();
    assert!(scene.told().await.is_empty());
}

#[tokio::test]
async fn deleted_account_leaves_no_device() {
    let scene = Scene::new().await;
    register(&scene.bob, &scene.service().browser("phone")).await;
    refuse(&scene.bob, &["club"]).await;
    scene.give().await;
    scene.bob.leave().await;
    scene.site.run_jobs().await;
    assert!(scene.service().received().is_empty());
    let mut db = scene.site.tenant().await.read().await.unwrap();
    for table in ["notifications_push_devices", "notifications_push_refusals"] {
        let count = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        let left: i64 = sqlx::query_scalar(count).fetch_one(db.conn()).await.unwrap();
        assert_eq!(left, 0, "{table}");
    }
}

#[tokio::test]
async fn least_recently_used_device_is_replaced() {
    let scene = Scene::new().await;
    let names: Vec<String> = (0..11).map(|number| format!("browser-{number:02}")).collect();
    for name in &names {
        register(&scene.bob, &scene.service().browser(name)).await;
        scene.installation.clock.advance(SignedDuration::from_secs(1));
    }
    assert_eq!(scene.told_browsers().await, names[1..]);
}

#[tokio::test]
async fn invalid_subscription_is_rejected() {
    let scene = Scene::new().await;
    let good = scene.service().browser("phone").subscription();
    for (pointer, value, field) in [
        ("/endpoint", "https://push.example.com/1", "endpoint"),
        ("/endpoint", "http://127.0.0.1:1/push/phone", "endpoint"),
        ("/endpoint", "", "endpoint"),
        ("/keys/p256dh", "BCVxsr7N", "keys.p256dh"),
        ("/keys/auth", "", "keys.auth"),
    ] {
        let mut subscription = good.clone();
        *subscription.pointer_mut(pointer).unwrap() = json!(value);
        let refused = scene.bob.post("/users/push-subscriptions", subscription).await;
        let refused = refused.refused(422, "invalid_fields");
        assert_eq!(refused["fields"][field], "Invalid push subscription.", "{refused}");
    }
    scene
        .site
        .visitor()
        .post("/users/push-subscriptions", good)
        .await
        .refused(401, "invalid_token");
}
