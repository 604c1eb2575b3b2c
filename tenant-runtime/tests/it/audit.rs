//! What the merchant's staff do is written down: every route by which they change something is called here once.

use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::{Caller, HostKind, Role, RouteEntry};

use crate::support::processors::settings;
use crate::support::{Customer, Installation, Reply, TIMED_OUT_CARD, TestSite};

/// A site at which there is something to be done by every route.
struct House {
    site: TestSite,
    owner: Customer,
    ada: Customer,
}

impl House {
    async fn new() -> Self {
        let site = Installation::with_push_service()
            .await
            .site_through("exacthosted")
            .await;
        let ada = site
            .customer()
            .await
            .confirmed()
            .await
            .with_card()
            .await
            .with_vehicle()
            .await;
        let owner = site.owner().await;
        Self { site, owner, ada }
    }

    /// An order of a wash and a mug, paid: its path and its lines.
    async fn paid(&self, key: &str) -> (String, Vec<Value>) {
        let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
            "zipCode": "85004"});
        let order = json!({"products": [{"productId": 101}, {"productId": 502}], "address": address});
        let placed = self.ada.post_once("/orders", key, order).await.succeeded();
        let order = format!("/admin/orders/{}", placed["transRecordId"].as_str().unwrap());
        let detail = self.owner.get(&order).await.succeeded();
        let lines = detail["lines"].as_array().unwrap().iter();
        (order, lines.map(|line| line["lineId"].clone()).collect())
    }

    async fn broken(&self, broken: bool) {
        self.site
            .installation
            .stub
            .set_manners(|manners| manners.broken = broken);
    }

    async fn deal(&self) -> String {
        let offer = json!({"name": "Deal", "award": {"type": "Item"}});
        let added = self.owner.post("/admin/deals", offer).await.succeeded();
        format!("/admin/deals/{}", added["id"])
    }

    async fn code(&self, code: &str) -> String {
        let added = self.owner.post("/admin/promo-codes", promo(code)).await.succeeded();
        format!("/admin/promo-codes/{}", added["id"])
    }

    /// The id of something that was added to the catalogue.
    async fn added(&self, path: &str, body: Value, id: &str) -> Value {
        self.owner.post(path, body).await.succeeded()[id].clone()
    }

    async fn wash(&self) -> Value {
        self.added("/admin/products", wash(), "productId").await
    }

    async fn place(&self) -> Value {
        self.added("/admin/locations", place(), "locationId").await
    }

    async fn archived(&self, path: &str, id: Value) -> Value {
        let ids = json!({"ids": [id]});
        self.owner.post(path, ids.clone()).await.succeeded();
        ids
    }

    async fn invited(&self, name: &str) -> String {
        let invited = self
            .owner
            .post("/admin/staff/invitations", invitation(name))
            .await
            .succeeded();
        format!("/admin/staff/invitations/{}", invited["invitationId"])
    }

    /// The id of somebody who works here in a role.
    async fn colleague(&self, role: Role) -> String {
        let account = self.site.staff(role).await.get("/users").await.succeeded();
        account["userId"].as_str().unwrap().to_owned()
    }

    /// Does to a customer of its own what the last part of `path` says.
    async fn about_somebody(&self, path: &str) -> Reply {
        let act = path.rsplit('/').next().unwrap();
        let somebody = self.site.customer_with_email(&format!("{act}@example.com")).await;
        let account = somebody.get("/users").await.succeeded();
        let customer = format!("/admin/customers/{}", account["userId"].as_str().unwrap());
        let reason = json!({"reason": "Asked by letter"});
        if act == "unblock" {
            let blocked = self.owner.post(&format!("{customer}/block"), reason.clone()).await;
            blocked.succeeded();
        }
        let body = if ["block", "deletion"].contains(&act) {
            reason
        } else {
            json!({})
        };
        self.owner.post(&format!("{customer}/{act}"), body).await
    }

    /// A gift card that was bought for the act of `path`.
    async fn card(&self, path: &str) -> String {
        let order = json!({"products": [{"productId": 401}]});
        self.ada.post_once("/orders", path, order).await.succeeded();
        let cards = self.owner.get("/admin/gift-cards").await.succeeded();
        format!("/admin/gift-cards/{}", cards["items"][0]["cardId"])
    }

    /// A mail in words of the site's own.
    async fn rewritten(&self, kind: &str) -> Reply {
        let mail = format!("/admin/mails/{kind}/en");
        let mut edited = self.owner.get(&mail).await.succeeded()["parts"].clone();
        edited["subject"] = json!("News");
        edited["basedOn"] = json!(0);
        self.owner.put(&mail, edited).await
    }

    /// The id of a mail that came back, and whose job was given up.
    async fn bounce(&self) -> Value {
        self.dead_job().await;
        self.site
            .change(
                "INSERT INTO notifications_bounces
                     (message_id, kind, recipient, recipient_key, words, job_id, bounced_at)
                 SELECT 'm' || MAX(id), 'gift', 'bob@example.com', 'bob@example.com', '550', MAX(id), 0 FROM jobs WHERE dead = 1",
            )
            .await;
        self.owner.get("/admin/bounces").await.succeeded()[0]["bounceId"].clone()
    }

    /// The id of a job that was given up.
    async fn dead_job(&self) -> Value {
        self.site
            .change(
                "INSERT INTO jobs (kind, payload, due_at, attempts, dead, created_at)
                 VALUES ('identity.empty_wal', '{}', 0, 3, 1, 0)",
            )
            .await;
        self.owner.get("/admin/jobs").await.succeeded()[0]["jobId"].clone()
    }

    async fn config(&self) -> Value {
        self.owner.get("/accounts/site-config").await.succeeded()
    }

    /// Calls a route so that it does what it is for; `None`: it changes nothing.
    async fn call(&self, method: &Method, path: &str) -> Option<Reply> {
        let owner = &self.owner;
        let settled = match (method.as_str(), path) {
            // What a draft's colours would be: nothing is saved.
            ("POST", "/accounts/site-config/tones") => return None,
            ("POST", "/accounts/site-config") => {
                let mut config = self.config().await;
                config["companyName"] = json!("Suds & Sons");
                owner.post(path, json!({ "siteConfig": config })).await
            }
            ("POST", "/accounts/site-config/raw") => {
                owner.unlock().await;
                let mut raw = owner.get(path).await.succeeded();
                raw["text"] = json!(raw["text"].as_str().unwrap().replace("Suds & Sons", "Suds"));
                owner.post(path, raw).await
            }
            ("PUT", "/admin/taxes") => {
                owner
                    .put(path, json!({"locations": [], "shipTo": {"CA": 72_500}}))
                    .await
            }
            ("POST", "/settings/p2p") => owner.post(path, json!({"terminalId": "P2P-1"})).await,
            ("POST", "/admin/processor/test") => {
                owner.unlock().await;
                let body = json!({"name": "exacthosted", "endpoints": "stub", "settings": settings("exacthosted")});
                owner.post(path, body).await
            }
            ("PUT", "/admin/map-keys") => owner.put(path, json!({"google": "AIzaSy-0_x"})).await,
            ("PUT", "/admin/captcha") => {
                owner.unlock().await;
                owner.put(path, turnstile()).await
            }
            ("POST", "/admin/captcha/test") => {
                owner.unlock().await;
                owner.post(path, turnstile()).await
            }
            ("PUT", "/admin/checklist") => owner.put(path, json!({"dismissed": true})).await,
            ("PUT", "/admin/processor") => {
                owner.unlock().await;
                let body = json!({"name": "exacthosted", "endpoints": "stub", "settings": settings("exacthosted")});
                owner.put(path, body).await
            }
            ("POST", "/accounts/site-config/restore") => owner.post(path, json!({"revision": 1})).await,
            ("POST", "/accounts/upload") => {
                let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"9\" height=\"9\"/></svg>";
                owner.upload(path, drawing).await
            }
            // Drafts, which are shown: nothing is saved.
            ("POST", "/admin/texts/preview" | "/admin/mails/{mailKind}/{language}/preview") => return None,
            ("POST", "/admin/mails/{mailKind}/{language}/test") => {
                let draft = owner.get("/admin/mails/refund/en").await.succeeded()["parts"].clone();
                owner.post("/admin/mails/refund/en/test", draft).await
            }
            ("POST", "/admin/texts/{textKind}") => {
                let texts = owner.get("/admin/texts").await.succeeded();
                let (id, kind) = (
                    &texts["items"][0]["textId"],
                    texts["items"][0]["kind"].as_str().unwrap(),
                );
                let body = json!({"html": "<p>New.</p>", "basedOn": id});
                owner.post(&format!("/admin/texts/{kind}"), body).await
            }
            ("PUT", "/admin/support") => {
                let contacts = json!({"supportEmail": "help@suds.example", "supportPhone": ""});
                owner.put(path, contacts).await
            }
            ("PUT", "/admin/mail-sender") => {
                let sender = json!({"name": "Suds", "mailbox": null, "replyTo": null});
                owner.put(path, sender).await
            }
            ("PUT", "/admin/mails/{mailKind}/{language}") => self.rewritten("refund").await,
            ("DELETE", "/admin/mails/{mailKind}/{language}") => {
                self.rewritten("shipped").await.succeeded();
                owner.delete("/admin/mails/shipped/en").await
            }
            ("POST", "/survey/merchant") => owner.post(path, json!([{"question": "Why?"}])).await,
            ("POST", "/firebase/private-key") => {
                let file = self.site.installation.push_service().key_file().to_string();
                owner.upload(path, file).await
            }
            ("POST", "/loyalty/settings") => owner.post(path, json!({"pointGoal": 400})).await,
            ("POST", "/admin/customers/{userId}/points") => {
                let body = json!({"points": 5, "reason": "A rainy day"});
                owner.post("/admin/customers/1/points", body).await
            }
            ("POST", "/admin/deals") => {
                owner
                    .post(path, json!({"name": "New", "award": {"type": "Item"}}))
                    .await
            }
            ("PUT", "/admin/deals/{dealId}") => {
                let changed = json!({"name": "Changed", "award": {"type": "Item"}});
                owner.put(&self.deal().await, changed).await
            }
            ("DELETE", "/admin/deals/{dealId}") => owner.delete(&self.deal().await).await,
            ("POST", "/admin/promo-codes") => owner.post(path, promo("NEW")).await,
            ("PUT", "/admin/promo-codes/{promoCodeId}") => owner.put(&self.code("OLD").await, promo("OTHER")).await,
            ("DELETE", "/admin/promo-codes/{promoCodeId}") => owner.delete(&self.code("GONE").await).await,
            ("POST", "/admin/products") => owner.post(path, wash()).await,
            ("PUT", "/admin/products/{productId}") => {
                let change = json!({"version": 1, "product": wash()});
                owner
                    .put(&format!("/admin/products/{}", self.wash().await), change)
                    .await
            }
            ("POST", "/admin/products/archive") => owner.post(path, json!({"ids": [self.wash().await]})).await,
            ("POST", "/admin/products/restore") => {
                let ids = self.archived("/admin/products/archive", self.wash().await).await;
                owner.post(path, ids).await
            }
            ("PUT", "/admin/products/order") => {
                let place = json!({"id": self.wash().await, "before": 101});
                owner.put(path, place).await
            }
            ("POST", "/admin/products/import") => {
                owner.upload(path, "productType,name,price\nAppWash,Brought,5\n").await
            }
            ("POST", "/admin/locations") => owner.post(path, place()).await,
            ("PUT", "/admin/locations/{locationId}") => {
                let change = json!({"version": 1, "location": place()});
                owner
                    .put(&format!("/admin/locations/{}", self.place().await), change)
                    .await
            }
            ("POST", "/admin/locations/archive") => owner.post(path, json!({"ids": [self.place().await]})).await,
            ("POST", "/admin/locations/restore") => {
                let ids = self.archived("/admin/locations/archive", self.place().await).await;
                owner.post(path, ids).await
            }
            ("PUT", "/admin/locations/order") => {
                let place = json!({"id": self.place().await, "before": null});
                owner.put(path, place).await
            }
            ("POST", "/admin/terminals") => owner.post(path, json!({"label": "Lane 1", "locationId": 1})).await,
            ("POST", "/admin/terminals/{terminalId}/pairing-code") => {
                let kiosk = self.site.kiosk_at(1).await;
                owner
                    .post(&format!("/admin/terminals/{}/pairing-code", kiosk.id), json!({}))
                    .await
            }
            ("DELETE", "/admin/terminals/{terminalId}") => {
                let kiosk = self.site.kiosk_at(1).await;
                owner.delete(&format!("/admin/terminals/{}", kiosk.id)).await
            }
            ("POST", "/admin/clubs/{membershipId}/pause") => {
                owner.post("/admin/clubs/1/pause", json!({"until": "2026-12-24"})).await
            }
            ("POST", "/admin/clubs/{membershipId}/plan") => {
                owner.post("/admin/clubs/1/resume", json!({})).await.succeeded();
                let body = json!({"productId": 302, "reason": "Asked by telephone"});
                owner.post("/admin/clubs/1/plan", body).await
            }
            ("POST", "/admin/clubs/{membershipId}/resume") => owner.post("/admin/clubs/1/resume", json!({})).await,
            ("POST", "/admin/clubs/{membershipId}/end") => {
                let bob = self.site.customer_with_email("bob@example.com").await;
                bob.confirmed()
                    .await
                    .with_card()
                    .await
                    .with_vehicle()
                    .await
                    .in_club(301)
                    .await;
                owner.post("/admin/clubs/2/end", json!({})).await
            }
            ("POST", "/admin/clubs/prices") => {
                let price = json!({"productId": 301, "monthlyPrice": 3000, "from": "2027-03-01"});
                owner.post(path, price).await
            }
            ("POST", "/admin/orders/{transRecordId}/resend") => {
                let (order, _) = self.paid("resend").await;
                owner.post(&format!("{order}/resend"), json!({})).await
            }
            ("POST", "/admin/orders/{transRecordId}/refund") => {
                let (order, lines) = self.paid("refund").await;
                owner
                    .post(&format!("{order}/refund"), json!({"lines": [lines[0]]}))
                    .await
            }
            ("POST", "/admin/orders/{transRecordId}/void") => {
                let (order, _) = self.paid("void").await;
                owner.post(&format!("{order}/void"), json!({})).await
            }
            ("POST", "/admin/orders/{transRecordId}/disputes") => {
                let (order, _) = self.paid("dispute").await;
                owner.post(&format!("{order}/disputes"), dispute()).await
            }
            ("POST", "/admin/orders/{transRecordId}/disputes/{disputeId}") => {
                let (order, _) = self.paid("disputed").await;
                let open = owner.post(&format!("{order}/disputes"), dispute()).await.succeeded();
                let path = format!("{order}/disputes/{}", open["disputeId"]);
                owner.post(&path, json!({"outcome": "lost"})).await
            }
            ("POST", "/admin/orders/{transRecordId}/reversals/{reversalId}") => {
                let (order, _) = self.paid("unknown").await;
                self.broken(true).await;
                let open = owner.post(&format!("{order}/void"), json!({})).await.succeeded();
                self.broken(false).await;
                let path = format!("{order}/reversals/{}", open["reversalId"]);
                owner.post(&path, json!({"done": false})).await
            }
            ("POST", "/admin/orders/{transRecordId}/lines/{lineId}/fulfillment") => {
                let (order, lines) = self.paid("goods").await;
                let path = format!("{order}/lines/{}/fulfillment", lines[1]);
                owner.post(&path, json!({"state": "packed"})).await
            }
            ("POST", "/admin/orders/{transRecordId}/settlement") => {
                let eve = self.site.customer_with_email("eve@example.com").await.confirmed().await;
                let eve = eve.with_card_number(TIMED_OUT_CARD).await;
                let order = json!({"products": [{"productId": 101}]});
                let placed = eve.post_once("/orders", "settlement", order).await.succeeded();
                let path = format!("/admin/orders/{}/settlement", placed["transRecordId"].as_str().unwrap());
                owner.post(&path, json!({"approved": false})).await
            }
            ("POST", "/admin/staff/security") => owner.post(path, json!({"secondFactorRequired": false})).await,
            ("POST", "/admin/staff/{userId}/role") => {
                let id = self.colleague(Role::Attendant).await;
                owner
                    .post(&format!("/admin/staff/{id}/role"), json!({"role": "manager"}))
                    .await
            }
            ("DELETE", "/admin/staff/{userId}") => {
                let id = self.colleague(Role::Manager).await;
                owner.delete(&format!("/admin/staff/{id}")).await
            }
            ("POST", "/admin/staff/invitations") => owner.post(path, invitation("new")).await,
            ("POST", "/admin/staff/invitations/{invitationId}/resend") => {
                let path = self.invited("again").await;
                owner.post(&format!("{path}/resend"), json!({})).await
            }
            ("DELETE", "/admin/staff/invitations/{invitationId}") => owner.delete(&self.invited("gone").await).await,
            ("PUT", "/admin/customers/{userId}") => {
                let contact = json!({"firstName": "Ada", "lastName": "Hill", "email": self.ada.email,
                    "cellPhoneNumber": "6025550142", "zipPostalCode": "85001"});
                owner.put("/admin/customers/1", contact).await
            }
            ("PUT", "/admin/customers/{userId}/vehicle") => {
                let vehicle = json!({"make": "Saab", "model": "900", "year": "1990", "license": "FOAM2", "color": "Red",
                    "state": "AZ"});
                owner.put("/admin/customers/1/vehicle", vehicle).await
            }
            ("POST", "/admin/customers/{userId}/items") => {
                let grant = json!({"productId": 101, "reason": "Foam was out"});
                owner.post("/admin/customers/1/items", grant).await
            }
            (
                "POST",
                "/admin/customers/{userId}/block"
                | "/admin/customers/{userId}/unblock"
                | "/admin/customers/{userId}/log-out"
                | "/admin/customers/{userId}/confirmation"
                | "/admin/customers/{userId}/deletion",
            ) => self.about_somebody(path).await,
            ("POST", "/admin/gift-cards/{cardId}/adjustments") => {
                let adjustment = json!({"amount": 100, "reason": "Too much taken"});
                owner
                    .post(&format!("{}/adjustments", self.card(path).await), adjustment)
                    .await
            }
            ("POST", "/admin/gift-cards/{cardId}/block") => {
                let card = self.card(path).await;
                owner.post(&format!("{card}/block"), json!({"reason": "Stolen"})).await
            }
            ("POST", "/admin/gift-cards/{cardId}/unblock") => {
                let card = self.card(path).await;
                owner
                    .post(&format!("{card}/block"), json!({"reason": "Stolen"}))
                    .await
                    .succeeded();
                owner.post(&format!("{card}/unblock"), json!({})).await
            }
            ("POST", "/admin/gift-cards/{cardId}/resend") => {
                owner
                    .post(&format!("{}/resend", self.card(path).await), json!({}))
                    .await
            }
            ("POST", "/admin/clubs/{membershipId}/retry") => {
                // As after a decline, which is tried again by itself tomorrow.
                self.site
                    .change(
                        "INSERT INTO club_periods (membership_id, period_start, period_end, amount, state, next_attempt_at)
                         SELECT id, next_billing_date, date(next_billing_date, '+1 month'), 2500, 'due', 4102444800000
                         FROM club_memberships WHERE id = 1",
                    )
                    .await;
                let retried = owner.post("/admin/clubs/1/retry", json!({})).await;
                self.site
                    .change("DELETE FROM club_periods WHERE membership_id = 1 AND state = 'due'")
                    .await;
                retried
            }
            ("POST", "/notifications/target") => owner.post(path, json!({"email": self.ada.email})).await,
            ("POST", "/admin/notifications") => {
                let message = json!({"segment": "all", "body": "Half price in the rain", "recipients": 99});
                owner.post(path, message).await
            }
            ("POST", "/admin/jobs/{jobId}/retry") => {
                let job = self.dead_job().await;
                owner.post(&format!("/admin/jobs/{job}/retry"), json!({})).await
            }
            ("POST", "/admin/bounces/{bounceId}/retry") => {
                let bounce = self.bounce().await;
                owner.post(&format!("/admin/bounces/{bounce}/retry"), json!({})).await
            }
            ("DELETE", "/admin/bounces/{bounceId}") => {
                owner.delete(&format!("/admin/bounces/{}", self.bounce().await)).await
            }
            ("DELETE", "/admin/jobs/{jobId}") => owner.delete(&format!("/admin/jobs/{}", self.dead_job().await)).await,
            _ => panic!("{method} {path} is new: say here how it is called, so that it is seen to be written down"),
        };
        Some(settled)
    }
}

fn invitation(name: &str) -> Value {
    let email = format!("{name}@example.com");
    json!({"firstName": "Eve", "lastName": "Lane", "email": email, "role": "manager"})
}

fn dispute() -> Value {
    json!({"amount": 100, "reason": "fraud", "respondBy": "2027-01-15"})
}

fn wash() -> Value {
    json!({"productType": "AppWash", "name": "Foam", "price": 1500})
}

fn place() -> Value {
    json!({"name": "West", "address1": "9 High St", "city": "Mesa", "latitude": 33.4, "longitude": -111.8})
}

fn turnstile() -> Value {
    json!({"vendor": "turnstile", "endpoints": "stub", "siteKey": "0x4AAA", "secret": "captcha-one"})
}

fn promo(code: &str) -> Value {
    json!({"name": code, "code": code, "award": {"type": "Item"}})
}

fn changes_something(route: &RouteEntry) -> bool {
    let by_staff = [Caller::Attendant, Caller::Manager, Caller::Owner].contains(&route.policy.caller);
    by_staff && route.method != Method::GET && route.policy.host == HostKind::Site
}

#[tokio::test]
async fn whatever_staff_change_is_written_down() {
    let house = House::new().await;
    // Who is in a club can be paused.
    house
        .ada
        .post_once(
            "/orders",
            "join",
            json!({"products": [{"productId": 301}], "acceptedTerms": true}),
        )
        .await
        .succeeded();
    for route in house
        .site
        .installation
        .table
        .iter()
        .filter(|route| changes_something(route))
    {
        let path = route.path.strip_prefix("/api/v1").unwrap();
        let Some(reply) = house.call(&route.method, path).await else {
            continue;
        };
        let request = reply.header("x-request-id").unwrap().to_owned();
        reply.succeeded();
        let written: Vec<(String, String, String)> = house
            .site
            .rows("SELECT request_id, actor, role FROM audit WHERE role IS NOT NULL")
            .await;
        let by_owner = (request, "customer:2".to_owned(), "owner".to_owned());
        assert!(written.contains(&by_owner), "{} {path} leaves no entry", route.method);
    }
}

#[tokio::test]
async fn an_entry_says_what_differs_and_no_secret() {
    let house = House::new().await;
    let mut config = house.config().await;
    let before = config["companyName"].clone();
    config["companyName"] = json!("Suds & Sons");
    house
        .owner
        .post("/accounts/site-config", json!({ "siteConfig": config }))
        .await
        .succeeded();
    let file = house.site.installation.push_service().key_file().to_string();
    house.owner.upload("/firebase/private-key", file).await.succeeded();
    let entries: Vec<(String, String, String)> = house
        .site
        .rows(r#"SELECT action, "before", "after" FROM audit WHERE "before" IS NOT NULL AND role IS NOT NULL ORDER BY id"#)
        .await;
    let entries: Vec<(&str, Value, Value)> = entries
        .iter()
        .map(|(action, before, after)| {
            let read = |text: &str| serde_json::from_str(text).unwrap();
            (action.as_str(), read(before), read(after))
        })
        .collect();
    assert_eq!(
        entries,
        [
            (
                "site_config_saved",
                json!({"companyName": before}),
                json!({"companyName": "Suds & Sons"})
            ),
            (
                "firebase_key_changed",
                json!({"projectId": null}),
                json!({"projectId": "suds-test"})
            ),
        ]
    );
}

/// What somebody does as a customer is no act of the merchant's.
#[tokio::test]
async fn an_entry_of_a_customer_has_no_role() {
    let site = Installation::new().await.site().await;
    site.customer().await;
    site.owner().await;
    let log_ins: Vec<(String, Option<String>)> = site
        .rows("SELECT actor, role FROM audit WHERE action = 'log_in' ORDER BY id")
        .await;
    assert_eq!(
        log_ins,
        [
            ("customer:1".to_owned(), None),
            ("customer:2".to_owned(), Some("owner".to_owned()))
        ]
    );
}

#[tokio::test]
async fn managers_read_who_did_what_and_take_it_away() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let owner = site.owner().await;
    let attendant = site.staff(Role::Attendant).await;
    owner
        .post("/admin/staff/invitations", invitation("eve"))
        .await
        .succeeded();
    manager
        .post("/loyalty/settings", json!({"pointGoal": 400}))
        .await
        .succeeded();
    attendant.get("/admin/audit").await.refused(403, "not_admin");

    let page = manager.get("/admin/audit?limit=1").await.succeeded();
    let newest = &page["items"][0];
    assert_eq!(
        (
            &newest["action"],
            &newest["actorName"],
            &newest["role"],
            &newest["subject"]
        ),
        (
            &json!("loyalty_changed"),
            &json!("Olga Owner"),
            &json!("manager"),
            &json!("loyalty")
        )
    );
    let next = manager
        .get(&format!("/admin/audit?limit=1&cursor={}", page["nextCursor"]))
        .await
        .succeeded();
    assert_ne!(next["items"][0]["id"], newest["id"]);
    assert_eq!(next["count"], page["count"]);

    let narrowed = async |query: &str| {
        let page = manager.get(&format!("/admin/audit?{query}")).await.succeeded();
        let items = page["items"].as_array().unwrap().iter();
        items
            .map(|entry| entry["action"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(narrowed("subject=loyalty").await, ["loyalty_changed"]);
    assert_eq!(narrowed("subject=invitation").await, ["staff_invited"]);
    assert_eq!(narrowed("action=loyalty_changed&person=1").await, ["loyalty_changed"]);
    assert_eq!(narrowed("action=loyalty_changed&person=2").await, [""; 0]);
    assert_eq!(
        narrowed("subject=loyalty&from=2026-11-20&to=2026-11-20").await,
        ["loyalty_changed"]
    );
    assert_eq!(narrowed("from=2026-11-21").await, [""; 0]);

    let accept = [("Accept", "text/csv")];
    let csv = manager
        .send(Method::GET, "/admin/audit?subject=loyalty", None, &accept)
        .await
        .text;
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 2, "{csv}");
    assert!(
        rows[1].contains("loyalty_changed") && rows[1].contains("Olga Owner"),
        "{csv}"
    );
}
