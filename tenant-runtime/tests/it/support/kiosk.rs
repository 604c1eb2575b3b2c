use std::ops::Deref;

use platform::db::TenantWrite;
use serde_json::json;
use tenant_runtime::tenant::Tenant;
use tenant_runtime::terminal::{self, Issuer};

use super::client::Client;
use super::site::TestSite;

/// A paired terminal. Its requests carry its key and nothing else.
#[derive(Clone)]
pub struct Kiosk {
    pub client: Client,
    pub id: String,
}

impl TestSite {
    /// The code that pairs a new terminal at a location.
    pub async fn pairing_code(&self, location_id: i64) -> String {
        let tenant = self.tenant().await;
        let mut db = tenant.write().await.unwrap();
        let code = add(&mut db, &tenant, location_id).await;
        db.commit().await.unwrap();
        code
    }

    /// A terminal at a location, paired as a kiosk does it.
    pub async fn kiosk_at(&self, location_id: i64) -> Kiosk {
        let mut client = self.visitor();
        client.app_key = None;
        let body = json!({"pairingCode": self.pairing_code(location_id).await});
        let paired = client.post("/terminal/pair", body).await.succeeded();
        client.token = paired["terminalKey"].as_str().map(str::to_owned);
        assert_eq!(paired["locationId"], location_id);
        Kiosk {
            client,
            id: paired["terminalId"].as_str().unwrap().to_owned(),
        }
    }
}

impl Kiosk {
    /// Redeems a code: reserves and confirms it.
    pub async fn redeem(&self, code: &str) {
        let body = json!({"code": code, "terminalTxnId": format!("reserve-{code}")});
        let reserved = self.post("/terminal/redemptions", body).await.succeeded();
        let confirm = format!(
            "/terminal/redemptions/{}/confirm",
            reserved["redemptionId"].as_str().unwrap()
        );
        let body = json!({"terminalTxnId": format!("confirm-{code}")});
        self.post(&confirm, body).await.succeeded();
    }
}

async fn add(db: &mut TenantWrite, tenant: &Tenant, location_id: i64) -> String {
    let issuer = Issuer {
        keys: tenant.keys(),
        random: &*tenant.runtime.random,
        now: tenant.now(),
        actor: "test",
    };
    let added = terminal::add(db, issuer, location_id, "Lane 1").await.unwrap();
    added.pairing_code
}

impl Deref for Kiosk {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}
