//! Test site for all actions.

use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation, Reply, TestSite};

/// Result of calling a route.
pub(super) enum Called {
    Replied(Reply),
    /// It is one that changes nothing.
    ChangesNothing,
}

/// A site at which there is something to be done by every route.
pub(super) struct House {
    pub(super) site: TestSite,
    pub(super) owner: Customer,
    pub(super) ada: Customer,
}

impl House {
    pub(super) async fn new() -> Self {
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
    pub(super) async fn paid(&self, key: &str) -> (String, Vec<Value>) {
        let address = json!({"first": "Ada", "last": "Byron", "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
            "zipCode": "85004"});
        let order = json!({"products": [{"productId": 101}, {"productId": 502}], "address": address});
        let placed = self.ada.post_once("/orders", key, order).await.succeeded();
        let order = format!("/admin/orders/{}", placed["transRecordId"].as_str().unwrap());
        let detail = self.owner.get(&order).await.succeeded();
        let lines = detail["lines"].as_array().unwrap().iter();
        (order, lines.map(|line| line["lineId"].clone()).collect())
    }

    pub(super) async fn broken(&self, broken: bool) {
        self.site
            .installation
            .stub
            .set_manners(|manners| manners.broken = broken);
    }

    pub(super) async fn deal(&self) -> String {
        let offer = json!({"name": "Deal", "award": {"type": "Item"}});
        let added = self.owner.post("/admin/deals", offer).await.succeeded();
        format!("/admin/deals/{}", added["id"])
    }

    pub(super) async fn code(&self, code: &str) -> String {
        let added = self.owner.post("/admin/promo-codes", promo(code)).await.succeeded();
        format!("/admin/promo-codes/{}", added["id"])
    }

    /// The id of something that was added to the catalogue.
    pub(super) async fn added(&self, path: &str, body: Value, id: &str) -> Value {
        self.owner.post(path, body).await.succeeded()[id].clone()
    }

    pub(super) async fn wash(&self) -> Value {
        self.added("/admin/products", wash(), "productId").await
    }

    pub(super) async fn place(&self) -> Value {
        self.added("/admin/locations", place(), "locationId").await
    }

    pub(super) async fn archived(&self, path: &str, id: Value) -> Value {
        let ids = json!({"ids": [id]});
        self.owner.post(path, ids.clone()).await.succeeded();
        ids
    }

    pub(super) async fn invited(&self, name: &str) -> String {
        let invited = self
            .owner
            .post("/admin/staff/invitations", invitation(name))
            .await
            .succeeded();
        format!("/admin/staff/invitations/{}", invited["invitationId"])
    }

    /// ID of a team member with a role.
    pub(super) async fn colleague(&self, role: Role) -> String {
        let account = self.site.staff(role).await.get("/users").await.succeeded();
        account["userId"].as_str().unwrap().to_owned()
    }

    /// Performs the action in the last part of `path` on a new customer.
    pub(super) async fn about_somebody(&self, path: &str) -> Reply {
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

    /// Gift card bought for the action in `path`.
    pub(super) async fn card(&self, path: &str) -> String {
        let order = json!({"products": [{"productId": 401}]});
        self.ada.post_once("/orders", path, order).await.succeeded();
        let cards = self.owner.get("/admin/gift-cards").await.succeeded();
        format!("/admin/gift-cards/{}", cards["items"][0]["cardId"])
    }

    /// Email with the site's own template.
    pub(super) async fn rewritten(&self, kind: &str) -> Reply {
        let mail = format!("/admin/mails/{kind}/en");
        let mut edited = self.owner.get(&mail).await.succeeded()["parts"].clone();
        edited["subject"] = json!("News");
        edited["basedOn"] = json!(0);
        self.owner.put(&mail, edited).await
    }

    /// ID of a bounced email whose job has failed.
    pub(super) async fn bounce(&self) -> Value {
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

    /// ID of a failed job.
    pub(super) async fn dead_job(&self) -> Value {
        self.site
            .change(
                "INSERT INTO jobs (kind, payload, due_at, attempts, dead, created_at)
                 VALUES ('identity.empty_wal', '{}', 0, 3, 1, 0)",
            )
            .await;
        self.owner.get("/admin/jobs").await.succeeded()[0]["jobId"].clone()
    }

    pub(super) async fn config(&self) -> Value {
        self.owner.get("/accounts/site-config").await.succeeded()
    }

    /// Calls a route so that it does what it is for.
    pub(super) async fn call(&self, method: &Method, path: &str) -> Called {
        if let Some(called) = self.call_site_config(method, path).await {
            return called;
        }
        if let Some(called) = self.call_settings(method, path).await {
            return called;
        }
        if let Some(called) = self.call_catalogue(method, path).await {
            return called;
        }
        if let Some(called) = self.call_orders(method, path).await {
            return called;
        }
        if let Some(called) = self.call_customers(method, path).await {
            return called;
        }
        if let Some(called) = self.call_people(method, path).await {
            return called;
        }
        if let Some(called) = self.call_work(method, path).await {
            return called;
        }
        panic!("{method} {path} is new: say here how it is called, so that it is seen to be written down")
    }
}

pub(super) fn invitation(name: &str) -> Value {
    let email = format!("{name}@example.com");
    json!({"firstName": "Eve", "lastName": "Lane", "email": email, "role": "manager"})
}

pub(super) fn wash() -> Value {
    json!({"productType": "AppWash", "name": "Foam", "price": 1500})
}

pub(super) fn place() -> Value {
    json!({"name": "West", "address1": "9 High St", "city": "Mesa", "latitude": 33.4, "longitude": -111.8})
}

pub(super) fn promo(code: &str) -> Value {
    json!({"name": code, "code": code, "award": {"type": "Item"}})
}
