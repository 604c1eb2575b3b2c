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
async fn config_fields_without_a_form_require_the_password() {
    let site = Installation::new().await.site().await;
    let (manager, owner) = (site.staff(Role::Manager).await, site.owner().await);
    let path = "/accounts/site-config";
    for caller in [&manager, &owner] {
        for change in [
            |config: &mut Value| config["labs"] = json!({"x": [1]}),
            |config: &mut Value| config["themes"]["light"]["button"]["bar"] = json!("#ffffff"),
            |config: &mut Value| {
                config["menuItems"]
                    .as_array_mut()
                    .unwrap()
                    .push(json!({"tag": "_X", "label": "X", "href": "/x"}))
            },
        ] {
            let body = edited(&site, change).await;
            caller.post(path, body).await.refused(403, "password_required");
        }
    }
    manager.unlock().await;
    let body = edited(&site, |config| config["labs"] = json!({"x": [1]})).await;
    assert_eq!(manager.post(path, body).await.succeeded()["labs"]["x"], json!([1]));
    // The key stays when a form saves, and an earlier revision lacks it.
    let form = edited(&site, |config| config["companyName"] = json!("Suds & Sons")).await;
    assert_eq!(owner.post(path, form).await.succeeded()["labs"]["x"], json!([1]));
    let restore = "/accounts/site-config/restore";
    owner
        .post(restore, json!({"revision": 1}))
        .await
        .refused(403, "password_required");
    owner.post(restore, json!({"revision": 2})).await.succeeded();
    owner.unlock().await;
    owner.post(restore, json!({"revision": 1})).await.succeeded();
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

    // The settings say so until an owner decides.
    let security = "/admin/staff/security";
    let undecided = json!({"secondFactorRequired": null, "requiredOf": "owners"});
    assert_eq!(owner.get(security).await.succeeded(), undecided);
    let optional = json!({"secondFactorRequired": false});
    owner
        .post(security, optional.clone())
        .await
        .refused(403, "password_required");
    assert_eq!(owner.get(security).await.succeeded(), undecided);
    owner.unlock().await;
    let decided = json!({"secondFactorRequired": false, "requiredOf": "no_one"});
    assert_eq!(owner.post(security, optional).await.succeeded(), decided);
}
