//! During and after the migration of an environment's configs to another schema, pages of the previous build continue
//! to work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use control_plane::{environments, sites};
use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::site::migrate_schema;

use super::table::merchant;
use super::{Caller, Demo};
use crate::support::get;

const OLD: &str = "1.0.0";
const NEW: &str = "1.1.0";

impl Demo {
    /// State of an installation before anyone has migrated to the newest schema.
    async fn at_the_old_schema(&self) {
        let plane = &self.server.plane;
        let mut db = plane.db.write().await.unwrap();
        environments::store::set_schema_target(&mut db, "demo", OLD)
            .await
            .unwrap();
        db.commit().await.unwrap();
        let all = sites::store::list(&mut plane.db.read().await.unwrap()).await.unwrap();
        let open = sites::open(plane, all[0].id).await.unwrap();
        let mut db = open.write().await.unwrap();
        assert_eq!(migrate_schema(&mut db, plane.now(), OLD).await.unwrap(), NEW);
        db.commit().await.unwrap();
    }
}

/// Config as read by a page: everything but its revision.
fn read(mut config: Value) -> Value {
    for of_the_save in ["revision", "timeStamp"] {
        assert!(!config[of_the_save].is_null(), "{config}");
        config[of_the_save].take();
    }
    config
}

async fn schema(visitor: &Caller) -> Value {
    visitor.get("/system/site-config").await["schemaVersion"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn previous_build_reads_and_saves_during_and_after_a_rollout() {
    let demo = Demo::start().await;
    demo.at_the_old_schema().await;
    let owner = demo.owner("demo").await;
    let visitor = demo.at_site().await;
    let merchant = Caller {
        token: merchant(&demo).await.token,
        ..demo.at_site().await
    };
    assert_eq!(schema(&visitor).await, OLD);
    let loaded = visitor.get("/accounts/site-config").await;
    let before = read(loaded.clone());

    // A page reads all the while.
    let over = Arc::new(AtomicBool::new(false));
    let reading = tokio::spawn({
        let (page, over) = (demo.at_site().await, Arc::clone(&over));
        async move {
            let mut seen = Vec::new();
            while !over.load(Ordering::Acquire) {
                seen.push(page.get("/accounts/site-config").await);
            }
            seen
        }
    });
    let body = json!({ "kind": "schema", "target": NEW, "waves": ["all"], "waitSeconds": 0 });
    let rollout = owner.post("/provider/rollouts", body).await;
    let path = format!("/provider/rollouts/{}", rollout["id"].as_str().unwrap());
    for _ in 0..100 {
        if owner.get(&path).await["state"] == "done" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    over.store(true, Ordering::Release);
    assert_eq!(owner.get(&path).await["state"], "done");
    assert_eq!(schema(&visitor).await, NEW);
    let seen = reading.await.unwrap();
    assert!(!seen.is_empty());
    for config in seen {
        assert_eq!(read(config), before);
    }
    let after = visitor.get("/accounts/site-config").await;
    assert_eq!(read(after.clone()), before);
    assert_eq!(after["revision"], json!(loaded["revision"].as_i64().unwrap() + 1));

    // A back office with the old page learns of the newer config and saves it in the previous schema.
    let stale = merchant
        .refused(
            Method::POST,
            "/accounts/site-config",
            Some(json!({ "siteConfig": loaded })),
        )
        .await;
    assert_eq!(stale, (409, "stale_revision".to_owned()));
    let mut config = after;
    let was_dark = config["brand"]["scheme"] == "dark";
    config["brand"].as_object_mut().unwrap().remove("scheme");
    config["darkByDefault"] = json!(!was_dark);
    config["version"] = json!(OLD);
    let edited = json!({ "siteConfig": config });
    let saved = merchant.post("/accounts/site-config", edited).await;
    assert_eq!(
        (&saved["brand"]["scheme"], &saved["version"]),
        (&json!(if was_dark { "light" } else { "dark" }), &json!(NEW))
    );
    assert_eq!(schema(&visitor).await, NEW, "it stays where the rollout has led");

    // Its pages and files are still served.
    let address = demo.server.address;
    let page = get(address, "sparkle.localhost", "/", &[("accept", "text/html")]).await;
    let page = page.text().await.unwrap();
    assert!(page.contains("/v/1.5.1/"), "{page}");
    let script = get(address, "sparkle.localhost", "/v/1.5.1/assets/app-1.js", &[]).await;
    assert_eq!(script.status(), 200);
    assert!(demo.server.stop().await);
}
