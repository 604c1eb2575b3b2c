//! Confirming the password before what an open session must not do by itself.

use platform::tenancy::{Environment, Site};
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Installation, TestSite};

fn invitation(role: &str) -> Value {
    json!({"firstName": "Eve", "lastName": "Lane", "email": format!("new.{role}@example.com"), "role": role})
}

#[tokio::test]
async fn promoting_an_owner_requires_the_password() {
    let site = Installation::new().await.site().await;
    let owner = site.owner().await;
    let path = "/admin/staff/invitations";
    owner.post(path, invitation("manager")).await.succeeded();
    owner
        .post(path, invitation("owner"))
        .await
        .refused(403, "password_required");
    let colleague = site.staff(Role::Attendant).await.get("/users").await.succeeded();
    let role = format!("/admin/staff/{}/role", colleague["userId"].as_str().unwrap());
    owner.post(&role, json!({"role": "manager"})).await.succeeded();
    owner
        .post(&role, json!({"role": "owner"}))
        .await
        .refused(403, "password_required");
    owner.unlock().await;
    owner.post(path, invitation("owner")).await.succeeded();
    owner.post(&role, json!({"role": "owner"})).await.succeeded();
}

async fn edited(site: &TestSite, change: impl FnOnce(&mut Value)) -> Value {
    let mut config = site.visitor().get("/accounts/site-config").await.succeeded();
    change(&mut config);
    json!({ "siteConfig": config })
}

#[tokio::test]
async fn config_fields_with_a_form_change_without_the_password() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let path = "/accounts/site-config";
    let form = edited(&site, |config| {
        config["companyName"] = json!("Suds & Sons");
        config["about"] = json!("Three tunnels, open since 1987.");
        config["navWords"] = json!({"wallet": "My codes"});
        config["appStore"]["apple"] = json!("https://apps.apple.com/app/id1");
        config["googleMap"]["zoom"] = json!(9.0);
        config["resignUpProductId"] = json!(3);
        config["airPayLimits"] = json!({"chargesPerDay": 9, "amountPerDay": 90_000});
        config["timeZone"] = json!("America/New_York");
        config["country"] = json!("CA");
        config["business"] = json!({"legalName": "Suds & Sons LLC"});
    })
    .await;
    manager.post(path, form).await.succeeded();
    manager
        .post("/accounts/site-config/restore", json!({"revision": 1}))
        .await
        .succeeded();
    manager
        .get("/accounts/site-config/raw")
        .await
        .refused(403, "password_required");
}

#[tokio::test]
async fn owners_of_production_sites_need_a_second_factor_by_default() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let owner = site.owner().await;
    let manager = site.staff(Role::Manager).await;
    let environment = Environment {
        name: "prod".to_owned(),
        production: true,
    };
    installation.set(Site {
        environment,
        ..Site::clone(&site.site)
    });
    owner.get("/admin/orders").await.refused(403, "second_factor_needed");
    manager.get("/admin/orders").await.succeeded();
    assert_eq!(owner.get("/users").await.succeeded()["lacksSecondFactor"], true);
    assert_eq!(owner.get("/users/second-factors").await.succeeded()["isRequired"], true);
    super::second_factor::guard(&owner).await;
    owner.get("/admin/orders").await.succeeded();
}
