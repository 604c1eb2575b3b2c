//! Customers as staff see and correct them.

use serde_json::{Value, json};
use tenant_runtime::http::Role;

use super::customer_lists::{found, site};
use crate::support::mailbox::{mails, newest_link};
use crate::support::{Customer, PASSWORD};

#[tokio::test]
async fn customer_page_shows_everything_but_codes() {
    let site = site().await;
    let ada = site.customer().await.with_vehicle().await;
    let owner = site.owner().await;
    owner
        .post_once(
            "/admin/customers/1/items",
            "once",
            json!({"productId": 101, "reason": "Foam was out"}),
        )
        .await
        .succeeded();
    let detail = owner.get("/admin/customers/1").await.succeeded();
    assert_eq!(detail["account"]["email"], "ada@example.com");
    assert_eq!(detail["vehicle"]["license"], "SUDS1");
    assert_eq!(detail["card"]["onFile"], false);
    assert_eq!(detail["sessions"].as_array().unwrap().len(), 1);
    let code = ada.wallet().await[0]["code"].as_str().unwrap().to_owned();
    assert!(!detail.to_string().contains(&code));
    assert_eq!(detail["items"][0]["codeEnds"], code[8..]);
    assert_eq!(detail["notifications"][0]["title"], "Added to your Wallet!");
    let act = &detail["trail"][0];
    assert_eq!(
        (&act["action"], &act["reason"]),
        (&json!("item_granted"), &json!("Foam was out"))
    );
    assert_eq!(act["by"], "Olga Owner");
    owner.get("/admin/customers/99").await.refused(404, "not_found");
}

#[tokio::test]
async fn free_wash_is_granted_once_and_never_to_oneself() {
    let site = site().await;
    let ada = site.customer().await;
    let manager = site.staff(Role::Manager).await;
    let grant = json!({"productId": 201, "reason": "The machine ate it"});
    let path = "/admin/customers/1/items";
    let first = manager.post_once(path, "grant", grant.clone()).await.succeeded();
    assert_eq!(manager.post_once(path, "grant", grant).await.succeeded(), first);
    assert_eq!(ada.wallet().await.len() as i64, first["count"].as_i64().unwrap());
    let wrong = manager.post(path, json!({"productId": 301, "reason": "x"})).await;
    assert!(wrong.refused(422, "invalid_fields")["fields"]["productId"].is_string());
    let silent = manager.post(path, json!({"productId": 201, "reason": " "})).await;
    assert!(silent.refused(422, "invalid_fields")["fields"]["reason"].is_string());
    let own = manager.get("/users").await.succeeded()["userId"]
        .as_str()
        .unwrap()
        .to_owned();
    manager
        .post(
            &format!("/admin/customers/{own}/items"),
            json!({"productId": 101, "reason": "x"}),
        )
        .await
        .refused(403, "not_admin");
}

#[tokio::test]
async fn blocked_customer_is_logged_out_and_stays_out() {
    let site = site().await;
    let ada = site.customer().await;
    let manager = site.staff(Role::Manager).await;
    let block = json!({"reason": "Charged back twice"});
    manager.post("/admin/customers/1/block", block).await.succeeded();
    ada.get("/users").await.refused(401, "invalid_token");
    let entered = json!({"email": ada.email, "password": PASSWORD});
    site.visitor()
        .post("/users/login", entered.clone())
        .await
        .refused(403, "account_blocked");
    // No one learns of it without the password.
    let guess = json!({"email": ada.email, "password": "Wrong-1234"});
    site.visitor()
        .post("/users/login", guess)
        .await
        .refused(401, "wrong_credentials");
    let detail = manager.get("/admin/customers/1").await.succeeded();
    assert_eq!(detail["blocked"]["reason"], "Charged back twice");
    assert_eq!(found(&manager, "standing=blocked").await, ["ada@example.com"]);
    manager.post("/admin/customers/1/unblock", json!({})).await.succeeded();
    Customer::log_in(&site, &ada.email, PASSWORD).await;
}

#[tokio::test]
async fn staff_end_sessions_remotely() {
    let site = site().await;
    let ada = site.customer().await;
    let elsewhere = Customer::log_in(&site, &ada.email, PASSWORD).await;
    let manager = site.staff(Role::Manager).await;
    manager.post("/admin/customers/1/log-out", json!({})).await.succeeded();
    for session in [&ada, &elsewhere] {
        session.get("/users").await.refused(401, "invalid_token");
    }
    Customer::log_in(&site, &ada.email, PASSWORD).await;
}

fn contact(email: &str) -> Value {
    json!({"firstName": "Ada", "lastName": "Hill", "email": email, "cellPhoneNumber": "6025550142", "zipPostalCode": "85001"})
}

#[tokio::test]
async fn recovery_link_stays_void_after_the_address_is_corrected_back() {
    let site = site().await;
    let ada = site.customer().await.confirmed().await;
    let path = format!("/users/emails/forgot-password?email={}", ada.email);
    site.visitor().get(&path).await.succeeded();
    // The first job enqueues the second one.
    site.run_jobs().await;
    site.run_jobs().await;
    let link = newest_link(&site, "password_recovery", &ada.email);
    let (_, token) = link.split_once("&token=").unwrap();
    let manager = site.staff(Role::Manager).await;
    for email in ["ada.hill@example.com", &*ada.email] {
        manager.correct("contact", contact(email)).await.succeeded();
        let body =
            json!({"email": email, "token": token, "password": "New-Foam-42!", "confirmPassword": "New-Foam-42!"});
        let refused = site.visitor().post("/users/forgot-password", body).await;
        assert_eq!(refused.status, 422, "{email}");
    }
}

#[tokio::test]
async fn corrected_address_must_be_confirmed() {
    let site = site().await;
    let ada = site.customer().await.confirmed().await;
    site.customer_with_email("bea@example.com").await;
    let manager = site.staff(Role::Manager).await;
    let taken = manager.correct("contact", contact("bea@example.com")).await;
    taken.refused(409, "taken");
    let account = manager
        .correct("contact", contact("ada.hill@example.com"))
        .await
        .succeeded();
    assert_eq!(
        (&account["lastName"], &account["emailConfirmed"]),
        (&json!("Hill"), &json!(false))
    );
    site.run_jobs().await;
    newest_link(&site, "email_confirmation", "ada.hill@example.com");
    ada.get("/users").await.refused(401, "invalid_token");
    let ada = Customer::log_in(&site, "ada.hill@example.com", PASSWORD).await;
    assert_eq!(ada.get("/users").await.succeeded()["email"], "ada.hill@example.com");
    let kept: Vec<(String, String)> = site
        .rows("SELECT subject, detail FROM audit WHERE action = 'contact_changed'")
        .await;
    assert_eq!(kept[0].0, "customer:1");
    assert!(
        kept[0].1.contains("email") && !kept[0].1.contains("ada.hill"),
        "{kept:?}"
    );
    // The same address again needs no confirmation.
    let before = mails(&site, "email_confirmation", "ada.hill@example.com").len();
    manager
        .correct("contact", contact("ada.hill@example.com"))
        .await
        .succeeded();
    site.run_jobs().await;
    assert_eq!(mails(&site, "email_confirmation", "ada.hill@example.com").len(), before);
    let wrong = manager.correct("contact", contact("nonsense")).await;
    assert!(wrong.refused(422, "invalid_fields")["fields"]["email"].is_string());
}

#[tokio::test]
async fn second_correction_of_a_customer_overwrites_nothing() {
    let site = site().await;
    site.customer().await.with_vehicle().await;
    let manager = site.staff(Role::Manager).await;
    let volvo =
        json!({"make": "Volvo", "model": "240", "year": "1988", "license": "SUDS1", "color": "Red", "state": "AZ"});
    let mut saab = volvo.clone();
    saab["make"] = json!("Saab");
    let mut moved = contact("ada@example.com");
    moved["zipPostalCode"] = json!("85002");
    for (what, first, second, action) in [
        ("contact", contact("ada@example.com"), moved, "contact_changed"),
        ("vehicle", volvo, saab, "vehicle_changed"),
    ] {
        let entries = async || {
            let page = manager.get(&format!("/admin/audit?action={action}")).await.succeeded();
            page["count"].as_i64().unwrap()
        };
        let read = manager.get("/admin/customers/1").await.succeeded();
        let saved = manager.correct_over(what, &read, first.clone()).await.succeeded();
        let refused = manager.correct_over(what, &read, second.clone()).await;
        refused.refused(409, "stale_revision");
        let again = manager.correct_over(what, &read, first).await.succeeded();
        assert_eq!(again, saved, "as if the answer had been lost");
        assert_eq!(entries().await, 1, "{what}");
        manager.correct(what, second).await.succeeded();
        assert_eq!(entries().await, 2, "{what}");
    }
}

#[tokio::test]
async fn confirmation_is_resent_to_unconfirmed_customers() {
    let site = site().await;
    let ada = site.customer().await;
    let attendant = site.staff(Role::Attendant).await;
    site.run_jobs().await;
    attendant
        .post("/admin/customers/1/confirmation", json!({}))
        .await
        .succeeded();
    site.run_jobs().await;
    assert_eq!(mails(&site, "email_confirmation", &ada.email).len(), 2);
    let ada = ada.confirmed().await;
    attendant
        .post("/admin/customers/1/confirmation", json!({}))
        .await
        .succeeded();
    site.run_jobs().await;
    assert_eq!(mails(&site, "email_confirmation", &ada.email).len(), 2);
}

#[tokio::test]
async fn new_vehicle_applies_to_the_club() {
    let site = site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    let ada = ada.with_vehicle().await.in_club(301).await;
    let manager = site.staff(Role::Manager).await;
    let vehicle =
        json!({"make": "Saab", "model": "900", "year": "1990", "license": "foam-2", "color": "Red", "state": "AZ"});
    let changed = manager.correct("vehicle", vehicle).await.succeeded();
    assert_eq!(changed["license"], "FOAM2");
    assert_eq!(ada.get("/users/vehicle").await.succeeded()["model"], "900");
    let club = ada.get("/users/washclub").await.succeeded();
    assert_eq!(club["appUserVehicle"]["license"], "FOAM2");
}

#[tokio::test]
async fn account_is_deleted_on_request_as_by_its_owner() {
    let site = site().await;
    let ada = site.customer().await.with_vehicle().await;
    let manager = site.staff(Role::Manager).await;
    let path = "/admin/customers/1/deletion";
    manager
        .post(path, json!({"reason": ""}))
        .await
        .refused(422, "invalid_fields");
    manager
        .post(path, json!({"reason": "Asked by letter"}))
        .await
        .succeeded();
    ada.get("/users").await.refused(401, "invalid_token");
    manager.get("/admin/customers/1").await.refused(404, "not_found");
    manager
        .post(path, json!({"reason": "Asked by letter"}))
        .await
        .refused(404, "not_found");
    site.run_jobs().await;
    assert_eq!(mails(&site, "account_deleted", &ada.email).len(), 1);
}

#[tokio::test]
async fn staff_cannot_change_themselves_or_teammates_of_the_same_role() {
    let site = site().await;
    let owner = site.owner().await;
    let manager = site.staff(Role::Manager).await;
    let attendant = site.staff(Role::Attendant).await;
    let id_of = async |person: &Customer| {
        let account = person.get("/users").await.succeeded();
        account["userId"].as_str().unwrap().to_owned()
    };
    let [owner_id, manager_id, attendant_id] = [id_of(&owner).await, id_of(&manager).await, id_of(&attendant).await];
    for id in [&owner_id, &manager_id] {
        for act in ["block", "log-out", "deletion"] {
            let body = if act == "log-out" {
                json!({})
            } else {
                json!({"reason": "x"})
            };
            let path = format!("/admin/customers/{id}/{act}");
            manager.post(&path, body).await.refused(403, "not_admin");
        }
        let path = format!("/admin/customers/{id}");
        manager
            .put(&path, json!({"version": "", "contact": contact("mine@example.com")}))
            .await
            .refused(403, "not_admin");
    }
    let path = format!("/admin/customers/{attendant_id}/log-out");
    manager.post(&path, json!({})).await.succeeded();
    let path = format!("/admin/customers/{manager_id}/block");
    owner.post(&path, json!({"reason": "Left us"})).await.succeeded();
    manager.get("/users").await.refused(401, "invalid_token");
}
