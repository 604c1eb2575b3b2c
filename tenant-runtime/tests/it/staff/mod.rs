//! The merchant's people: roles, and invitations by mail.

use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_runtime::http::Role;
use tenant_runtime::staff::{NewOwner, OwnerState, invite_owner, owners, resend_to_owner};

use crate::support::mailbox::{decoded, mails, newest_link};
use crate::support::{Customer, Installation, Manner, PASSWORD, TestSite};

const NEW_PASSWORD: &str = "Foamy-Lane-42";

async fn house() -> (TestSite, Customer) {
    let site = Installation::new().await.site().await;
    let owner = site.owner().await;
    (site, owner)
}

/// Invites a person; returns the invitation and its token.
async fn invited(owner: &Customer, email: &str, role: &str) -> (Value, String) {
    let body = json!({"firstName": "Eve", "lastName": "Lane", "email": email, "role": role});
    let invitation = owner.post("/admin/staff/invitations", body).await.succeeded();
    (invitation, newest_token(owner, email).await)
}

async fn newest_token(owner: &Customer, email: &str) -> String {
    owner.site.run_jobs().await;
    let link = newest_link(&owner.site, "staff_invitation", email);
    assert!(link.contains("/invitation?email="), "{link}");
    link.split("token=").nth(1).unwrap().to_owned()
}

async fn people(owner: &Customer) -> Vec<(String, String)> {
    let staff = owner.get("/admin/staff").await.succeeded();
    let items = staff["items"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    items.map(|one| (text(&one["email"]), text(&one["role"]))).collect()
}

async fn id_of(person: &Customer) -> String {
    let account = person.get("/users").await.succeeded();
    account["userId"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn invited_newcomer_chooses_a_password_and_is_logged_in() {
    let (site, owner) = house().await;
    let (invitation, token) = invited(&owner, "Eve@example.com", "manager").await;
    assert_eq!(
        (&invitation["role"], &invitation["isExpired"]),
        (&json!("manager"), &json!(false))
    );
    let visitor = site.visitor();
    let open = visitor
        .post("/users/invitations", json!({ "token": token }))
        .await
        .succeeded();
    assert_eq!(
        open,
        json!({
            "firstName": "Eve", "lastName": "Lane", "email": "Eve@example.com", "role": "manager",
            "needsPassword": true,
        })
    );
    let accept = "/users/invitations/accept";
    let refused = visitor
        .post(accept, json!({ "token": token }))
        .await
        .refused(422, "invalid_fields");
    assert!(refused["fields"]["password"].is_string());
    visitor
        .post(accept, json!({"token": token, "password": "short"}))
        .await
        .refused(422, "invalid_fields");
    visitor
        .post(accept, json!({"token": token, "password": NEW_PASSWORD}))
        .await
        .succeeded();
    visitor
        .post(accept, json!({"token": token, "password": NEW_PASSWORD}))
        .await
        .refused(422, "invalid_code");

    let eve = Customer::log_in(&site, "eve@example.com", NEW_PASSWORD).await;
    eve.get("/accounts/site-config/history").await.succeeded();
    let account = eve.get("/users").await.succeeded();
    assert_eq!(
        (&account["emailConfirmed"], &account["birthdayMonth"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(
        people(&owner).await[1],
        ("Eve@example.com".to_owned(), "manager".to_owned())
    );
    assert_eq!(
        owner.get("/admin/staff/invitations").await.succeeded(),
        json!({"items": []})
    );
}

#[tokio::test]
async fn invited_customer_keeps_the_account_and_language() {
    let (site, owner) = house().await;
    let ada = site.customer().await.confirmed().await;
    site.change("UPDATE customers SET language = 'de-DE' WHERE email_key = 'ada@example.com'")
        .await;
    let (_, token) = invited(&owner, "ada@example.com", "attendant").await;
    let mail = decoded(&mails(&site, "staff_invitation", "ada@example.com")[0]);
    assert!(
        mail.contains("invited to the team"),
        "this site speaks English only: {mail}"
    );
    ada.get("/admin/orders").await.refused(403, "not_admin");
    let visitor = site.visitor();
    let open = visitor
        .post("/users/invitations", json!({ "token": token }))
        .await
        .succeeded();
    assert_eq!(open["needsPassword"], false);
    visitor
        .post("/users/invitations/accept", json!({ "token": token }))
        .await
        .succeeded();
    // The same session: the role is read at each request.
    ada.get("/admin/orders").await.succeeded();
    Customer::log_in(&site, "ada@example.com", PASSWORD).await;
}

/// The inviter may have misspelled the names, or they were derived from the address.
#[tokio::test]
async fn newcomer_enters_names_and_a_phone_number() {
    let (site, owner) = house().await;
    let (_, token) = invited(&owner, "eve@example.com", "manager").await;
    let accept = "/users/invitations/accept";
    let body = |first: &str, phone: &str| {
        json!({
            "token": token, "password": NEW_PASSWORD, "firstName": first, "lastName": "Vale",
            "cellPhoneNumber": phone,
        })
    };
    let refused = site
        .visitor()
        .post(accept, body(" ", "12"))
        .await
        .refused(422, "invalid_fields");
    let fields = refused["fields"].as_object().unwrap().keys().collect::<Vec<_>>();
    assert_eq!(fields, ["cellPhoneNumber", "firstName"]);
    site.visitor()
        .post(accept, body("Eva", "(602) 555-0143"))
        .await
        .succeeded();
    let eva = Customer::log_in(&site, "eve@example.com", NEW_PASSWORD).await;
    let account = eva.get("/users").await.succeeded();
    assert_eq!(
        [&account["firstName"], &account["lastName"], &account["cellPhoneNumber"]],
        ["Eva", "Vale", "6025550143"]
    );
}

/// An unconfirmed account gets nothing from an invitation to its address.
#[tokio::test]
async fn unconfirmed_account_is_taken_over_by_its_invitation() {
    let (site, owner) = house().await;
    let mallory = site.customer_with_email("eve@example.com").await;
    owner.unlock().await;
    let (_, token) = invited(&owner, "eve@example.com", "owner").await;
    let visitor = site.visitor();
    let accept = "/users/invitations/accept";
    visitor
        .post(accept, json!({ "token": token }))
        .await
        .refused(422, "invalid_fields");
    visitor
        .post(accept, json!({"token": token, "password": NEW_PASSWORD}))
        .await
        .succeeded();
    mallory.get("/admin/orders").await.refused(401, "invalid_token");
    let old = json!({"email": "eve@example.com", "password": PASSWORD});
    visitor
        .post("/users/login", old)
        .await
        .refused(401, "wrong_credentials");
    Customer::log_in(&site, "eve@example.com", NEW_PASSWORD).await;
}

#[tokio::test]
async fn invitation_expires_is_resent_and_withdrawn() {
    let (site, owner) = house().await;
    let (invitation, first) = invited(&owner, "eve@example.com", "attendant").await;
    let path = format!("/admin/staff/invitations/{}", invitation["invitationId"]);
    let look = async |token: &str| {
        site.visitor()
            .post("/users/invitations", json!({ "token": token }))
            .await
    };
    site.installation.clock.advance(SignedDuration::from_hours(7 * 24));
    look(&first).await.refused(422, "expired");
    let owner = Customer::log_in(&site, &owner.email, PASSWORD).await;
    let listed = owner.get("/admin/staff/invitations").await.succeeded();
    assert_eq!(listed["items"][0]["isExpired"], true);

    owner.post(&format!("{path}/resend"), json!({})).await.succeeded();
    let again = newest_token(&owner, "eve@example.com").await;
    look(&first).await.refused(422, "invalid_code");
    look(&again).await.succeeded();
    look("nonsense").await.refused(422, "invalid_code");

    owner.delete(&path).await.succeeded();
    look(&again).await.refused(422, "invalid_code");
    owner.delete(&path).await.refused(404, "not_found");
}

#[tokio::test]
async fn invited_or_existing_member_is_not_invited_again() {
    let (site, owner) = house().await;
    site.staff(Role::Attendant).await;
    let ask = async |email: &str| {
        let body = json!({"firstName": "Eve", "lastName": "Lane", "email": email, "role": "manager"});
        owner.post("/admin/staff/invitations", body).await
    };
    ask("eve@example.com").await.succeeded();
    for email in ["EVE@example.com", "attendant@example.com"] {
        assert!(ask(email).await.refused(409, "taken")["fields"]["email"].is_string());
    }
    let refused = owner.post("/admin/staff/invitations", json!({"role": "manager"})).await;
    let refused = refused.refused(422, "invalid_fields");
    for field in ["firstName", "lastName", "email"] {
        assert!(refused["fields"][field].is_string(), "{field}: {refused}");
    }
    let customer = json!({"firstName": "Eve", "lastName": "Lane", "email": "x@example.com", "role": "customer"});
    owner
        .post("/admin/staff/invitations", customer)
        .await
        .refused(400, "malformed");
}

#[tokio::test]
async fn role_changes_apply_immediately_and_never_to_oneself() {
    let (site, owner) = house().await;
    let manager = site.staff(Role::Manager).await;
    let path = format!("/admin/staff/{}", id_of(&manager).await);
    manager.get("/accounts/site-config/history").await.succeeded();
    owner
        .post(&format!("{path}/role"), json!({"role": "attendant"}))
        .await
        .succeeded();
    manager
        .get("/accounts/site-config/history")
        .await
        .refused(403, "not_admin");
    manager.get("/admin/orders").await.succeeded();

    let own = format!("/admin/staff/{}", id_of(&owner).await);
    owner
        .post(&format!("{own}/role"), json!({"role": "manager"}))
        .await
        .refused(403, "not_admin");
    for someone in [&own, &path] {
        owner.delete(someone).await.refused(403, "password_required");
    }
    // Two owners: each may take the other's role, and one of them is left.
    owner
        .post(&format!("{path}/role"), json!({"role": "owner"}))
        .await
        .refused(403, "password_required");
    owner.unlock().await;
    owner.delete(&own).await.refused(403, "not_admin");
    owner
        .post(&format!("{path}/role"), json!({"role": "owner"}))
        .await
        .succeeded();
    manager
        .post(&format!("{own}/role"), json!({"role": "manager"}))
        .await
        .refused(403, "password_required");
    manager.unlock().await;
    manager
        .post(&format!("{own}/role"), json!({"role": "manager"}))
        .await
        .succeeded();
    owner.delete(&path).await.refused(403, "not_admin");
    assert_eq!(people(&manager).await.len(), 2);
    manager.delete(&own).await.succeeded();
    owner.get("/admin/orders").await.refused(403, "not_admin");
    manager.delete(&own).await.refused(404, "not_found");
    assert_eq!(
        people(&manager).await,
        [("manager@example.com".to_owned(), "owner".to_owned())]
    );
}

#[tokio::test]
async fn customers_become_staff_only_by_invitation() {
    let (site, owner) = house().await;
    let ada = site.customer().await;
    let path = format!("/admin/staff/{}/role", id_of(&ada).await);
    owner
        .post(&path, json!({"role": "manager"}))
        .await
        .refused(404, "not_found");
}

/// The site still shows its template's name, so the email has nothing of the site but its address.
#[tokio::test]
async fn first_owner_is_invited_by_the_provider() {
    let site = Installation::new().await.site().await;
    let tenant = site.tenant().await;
    for owner in [
        NewOwner::new("olive.owens@example.com", None, None),
        NewOwner::new("max@example.com", Some("Maximilian"), Some("Stone")),
    ] {
        let mut db = tenant.write().await.unwrap();
        invite_owner(&mut db, tenant.now(), &owner.unwrap(), "Canyon Car Wash")
            .await
            .unwrap();
        db.commit().await.unwrap();
    }
    site.run_jobs().await;
    let mail = |email: &str| decoded(&mails(&site, "owner_invitation", email).pop().unwrap());
    let to_olive = mail("olive.owens@example.com");
    for expected in [
        "From: \"Wash Tech\" <no-reply@localhost>",
        "Reply-To: help@washtech.example",
        "Subject: You're invited to manage Canyon Car Wash online",
        "Hello,\r\n",
        "Wash Tech created an online shop and a back office for Canyon Car Wash at sparkle.localhost.",
        "This link expires in one week.",
        "Contact Wash Tech at help@washtech.example.",
    ] {
        assert!(to_olive.contains(expected), "{expected}: {to_olive}");
    }
    assert!(!to_olive.contains("sparkle Wash"), "{to_olive}");
    assert!(mail("max@example.com").contains("Hi Maximilian,\r\n"));

    let link = newest_link(&site, "owner_invitation", "olive.owens@example.com");
    let body = json!({
        "token": link.split("token=").nth(1), "password": NEW_PASSWORD, "firstName": "Olive", "lastName": "Owens",
    });
    site.visitor().post("/users/invitations/accept", body).await.succeeded();
    let olive = Customer::log_in(&site, "olive.owens@example.com", NEW_PASSWORD).await;
    assert_eq!(
        people(&olive).await,
        [("olive.owens@example.com".to_owned(), "owner".to_owned())]
    );
}

#[tokio::test]
async fn provider_sees_the_state_of_an_owners_invitation() {
    let installation = Installation::with_mail_server().await;
    let site = installation.site().await;
    let tenant = site.tenant().await;
    let states = async || {
        let listed = owners(&mut tenant.read().await.unwrap(), tenant.now()).await.unwrap();
        listed.into_iter().map(|owner| owner.state).collect::<Vec<_>>()
    };
    let invite = async |email: &str| {
        let mut db = tenant.write().await.unwrap();
        let owner = NewOwner::new(email, None, None).unwrap();
        invite_owner(&mut db, tenant.now(), &owner, "Canyon Car Wash")
            .await
            .unwrap();
        db.commit().await.unwrap();
        site.run_jobs().await;
    };
    invite("olive@example.com").await;
    assert_eq!(states().await, [OwnerState::Pending]);
    installation.clock.advance(SignedDuration::from_hours(7 * 24));
    assert_eq!(states().await, [OwnerState::Expired]);
    installation.mail_server(Manner::Refuses("550 5.1.1 No such mailbox"));
    invite("gone@example.com").await;
    assert_eq!(states().await, [OwnerState::Bounced, OwnerState::Expired]);
    installation.mail_server(Manner::Takes);
    let mut db = tenant.write().await.unwrap();
    let listed = owners(&mut db, tenant.now()).await.unwrap();
    let max = NewOwner::new("max@example.com", None, None).unwrap();
    let replaced = resend_to_owner(&mut db, tenant.now(), listed[0].invitation_id.unwrap(), Some(&max)).await;
    assert_eq!(replaced.unwrap(), "gone@example.com");
    db.commit().await.unwrap();
    site.run_jobs().await;
    assert_eq!(states().await, [OwnerState::Pending, OwnerState::Expired]);
    newest_link(&site, "owner_invitation", "max@example.com");
}
