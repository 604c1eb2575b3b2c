//! The second step of a log-in: codes of an authenticator, recovery codes, and owners who require them of their people.

use jiff::SignedDuration;
use platform::auth::second_factor::{SharedSecret, recovery_code_digest};
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use super::password::{NEW, forget, mailed_token, recover};
use crate::support::{Client, Customer, Installation, PASSWORD, Reply, TestSite};

/// Authenticator app.
pub struct Authenticator {
    secret: SharedSecret,
    factor_id: i64,
}

impl Authenticator {
    fn code(&self, site: &TestSite) -> String {
        self.secret.code_at(site.installation.runtime.clock.now())
    }
}

/// Adds an authenticator; answers it and the recovery codes.
pub async fn guard(person: &Customer) -> (Authenticator, Vec<String>) {
    let body = json!({"label": "Phone", "password": PASSWORD});
    let begun = person.post("/users/second-factors", body).await.succeeded();
    let text = begun["secret"].as_str().unwrap();
    assert!(begun["url"].as_str().unwrap().contains(text));
    let bytes = data_encoding::BASE32_NOPAD.decode(text.as_bytes()).unwrap();
    let authenticator = Authenticator {
        secret: SharedSecret::from_bytes(&bytes).unwrap(),
        factor_id: begun["factorId"].as_i64().unwrap(),
    };
    let path = format!("/users/second-factors/{}/confirm", authenticator.factor_id);
    person
        .post(&path, json!({"code": "000000"}))
        .await
        .refused(422, "invalid_fields");
    let code = json!({"code": authenticator.code(&person.site)});
    let confirmed = person.post(&path, code).await.succeeded();
    let codes = confirmed["recoveryCodes"].as_array().unwrap().iter();
    (
        authenticator,
        codes.map(|code| code.as_str().unwrap().to_owned()).collect(),
    )
}

async fn password(person: &Customer) -> Reply {
    let body = json!({"email": person.email, "password": PASSWORD});
    person.site.visitor().post("/users/login", body).await
}

async fn ticket(person: &Customer) -> String {
    let refused = password(person).await.refused(401, "second_factor_required");
    assert!(refused["resultData"].is_null(), "{refused}");
    refused["ticket"].as_str().unwrap().to_owned()
}

async fn second_step(client: &Client, ticket: &str, code: &str) -> Reply {
    client
        .post("/users/login/second-factor", json!({"ticket": ticket, "code": code}))
        .await
}

fn next_step(site: &TestSite) {
    site.installation.clock.advance(SignedDuration::from_secs(30));
}

#[tokio::test]
async fn login_accepts_password_and_code() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    password(&ada).await.succeeded();
    let (authenticator, codes) = guard(&ada).await;
    assert_eq!(codes.len(), 10);
    let visitor = site.visitor();
    let open = ticket(&ada).await;
    let code = authenticator.code(&site);
    second_step(&visitor, &open, &code)
        .await
        .refused(401, "wrong_second_factor");
    next_step(&site);
    second_step(&visitor, "nonsense", &authenticator.code(&site))
        .await
        .refused(422, "expired");
    let tokens = second_step(&visitor, &open, &authenticator.code(&site))
        .await
        .succeeded();
    let mut logged_in = site.visitor();
    logged_in.token = tokens["accessToken"].as_str().map(str::to_owned);
    assert_eq!(logged_in.get("/users").await.succeeded()["firstName"], "Ada");
    next_step(&site);
    second_step(&visitor, &open, &authenticator.code(&site))
        .await
        .refused(422, "expired");
}

#[tokio::test]
async fn password_recovery_keeps_the_second_factor() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let (authenticator, _) = guard(&ada).await;
    forget(&site, &ada.email).await.succeeded();
    let token = mailed_token(&site).await;
    let done = recover(&site, &ada.email, &token, NEW).await.succeeded();
    assert_eq!(done, true, "it starts no session");
    let body = json!({"email": ada.email, "password": NEW});
    let visitor = site.visitor();
    let refused = visitor
        .post("/users/login", body)
        .await
        .refused(401, "second_factor_required");
    next_step(&site);
    let ticket = refused["ticket"].as_str().unwrap();
    second_step(&visitor, ticket, &authenticator.code(&site))
        .await
        .succeeded();
}

#[tokio::test]
async fn code_is_valid_once_and_one_step_around() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let (authenticator, _) = guard(&ada).await;
    next_step(&site);
    let code = authenticator.code(&site);
    // The authenticator's clock is a step behind.
    next_step(&site);
    second_step(&site.visitor(), &ticket(&ada).await, &code)
        .await
        .succeeded();
    second_step(&site.visitor(), &ticket(&ada).await, &code)
        .await
        .refused(401, "wrong_second_factor");
}

#[tokio::test]
async fn ticket_lasts_ten_minutes_or_until_a_new_password() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let (authenticator, _) = guard(&ada).await;
    let late = ticket(&ada).await;
    site.installation.clock.advance(SignedDuration::from_mins(10));
    second_step(&site.visitor(), &late, &authenticator.code(&site))
        .await
        .refused(422, "expired");

    let stolen = ticket(&ada).await;
    let change = json!({"currentPassword": PASSWORD, "newPassword": "Foamy-Lane-42"});
    ada.post("/users/update-password", change).await.succeeded();
    second_step(&site.visitor(), &stolen, &authenticator.code(&site))
        .await
        .refused(422, "expired");
}

#[tokio::test]
async fn wrong_codes_must_wait() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let (authenticator, _) = guard(&ada).await;
    let open = ticket(&ada).await;
    for _ in 0..5 {
        second_step(&site.visitor(), &open, "000000")
            .await
            .refused(401, "wrong_second_factor");
    }
    let early = second_step(&site.visitor(), &open, "000000").await;
    assert!(early.header("retry-after").is_some());
    early.refused(429, "rate_limited");
    site.installation.clock.advance(SignedDuration::from_secs(60));
    second_step(&site.visitor(), &open, &authenticator.code(&site))
        .await
        .succeeded();
}

#[tokio::test]
async fn backup_code_works_once() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let (_, codes) = guard(&ada).await;
    let typed = codes[3].to_uppercase().replace('-', " ");
    second_step(&site.visitor(), &ticket(&ada).await, &typed)
        .await
        .succeeded();
    second_step(&site.visitor(), &ticket(&ada).await, &codes[3])
        .await
        .refused(401, "wrong_second_factor");
    assert_eq!(
        ada.get("/users/second-factors").await.succeeded()["recoveryCodesLeft"],
        9
    );

    let wrong = json!({"password": "Wrong-1234"});
    ada.post("/users/second-factors/recovery-codes", wrong)
        .await
        .refused(403, "wrong_password");
    let again = ada
        .post("/users/second-factors/recovery-codes", json!({ "password": PASSWORD }))
        .await;
    let fresh = again.succeeded()["recoveryCodes"][0].as_str().unwrap().to_owned();
    second_step(&site.visitor(), &ticket(&ada).await, &codes[4])
        .await
        .refused(401, "wrong_second_factor");
    second_step(&site.visitor(), &ticket(&ada).await, &fresh)
        .await
        .succeeded();
    assert!(
        kept_codes(&site)
            .await
            .iter()
            .all(|hash| hash.starts_with("$argon2id$"))
    );
}

/// Stored hashes of backup codes.
async fn kept_codes(site: &TestSite) -> Vec<String> {
    let kept: Vec<(Vec<u8>,)> = site.rows("SELECT code_hash FROM identity_recovery_codes").await;
    let texts = kept
        .into_iter()
        .map(|(hash,)| String::from_utf8_lossy(&hash).into_owned());
    texts.collect()
}

/// As the build before slow hashes left it.
#[tokio::test]
async fn backup_codes_of_an_earlier_build_work_and_get_slow_hashes() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let (authenticator, codes) = guard(&ada).await;
    site.change("DELETE FROM identity_recovery_codes").await;
    let mut db = site.tenant().await.write().await.unwrap();
    for code in &codes {
        sqlx::query("INSERT INTO identity_recovery_codes (customer_id, code_hash) SELECT customer_id, ? FROM identity_second_factors")
            .bind(recovery_code_digest(code).as_slice())
            .execute(db.conn())
            .await
            .unwrap();
    }
    db.commit().await.unwrap();
    second_step(&site.visitor(), &ticket(&ada).await, &codes[3])
        .await
        .succeeded();
    let kept = kept_codes(&site).await;
    assert!(kept.iter().all(|hash| hash.starts_with("$argon2id$")), "{kept:?}");
    second_step(&site.visitor(), &ticket(&ada).await, &codes[3])
        .await
        .refused(401, "wrong_second_factor");
    second_step(&site.visitor(), &ticket(&ada).await, &codes[4])
        .await
        .succeeded();
    site.installation.clock.advance(SignedDuration::from_secs(30));
    second_step(&site.visitor(), &ticket(&ada).await, &authenticator.code(&site))
        .await
        .succeeded();
    assert_eq!(
        ada.get("/users/second-factors").await.succeeded()["recoveryCodesLeft"],
        8
    );
}

#[tokio::test]
async fn wrong_backup_code_costs_the_same_work_as_a_right_one() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let bob = site.customer_with_email("bob@example.com").await;
    let (_, codes) = guard(&ada).await;
    guard(&bob).await;
    site.change(
        "DELETE FROM identity_recovery_codes
         WHERE customer_id = (SELECT MAX(customer_id) FROM identity_second_factors)",
    )
    .await;
    let hashers = &site.installation.runtime.hashers;
    let mut work = Vec::new();
    for (person, code) in [
        (&ada, "aaaaa-bbbbb"),
        (&ada, codes[0].as_str()),
        (&bob, codes[1].as_str()),
    ] {
        let open = ticket(person).await;
        let before = hashers.done();
        second_step(&site.visitor(), &open, code).await;
        work.push(hashers.done() - before);
    }
    assert_eq!(work, [1, 1, 1]);
}

#[tokio::test]
async fn removed_authenticator_requires_no_code() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let (authenticator, _) = guard(&ada).await;
    let path = format!("/users/second-factors/{}", authenticator.factor_id);
    let body = |password: &str| Some(json!({ "password": password }));
    let delete = reqwest::Method::DELETE;
    ada.send(delete.clone(), &path, body("Wrong-1234"), &[])
        .await
        .refused(403, "wrong_password");
    ada.send(delete.clone(), &path, body(PASSWORD), &[]).await.succeeded();
    ada.send(delete, &path, body(PASSWORD), &[])
        .await
        .refused(404, "not_found");
    password(&ada).await.succeeded();
    let listed = ada.get("/users/second-factors").await.succeeded();
    assert_eq!(
        listed,
        json!({"items": [], "recoveryCodesLeft": 0, "isRequired": false})
    );
}

#[tokio::test]
async fn owners_require_it_of_their_team() {
    let site = Installation::new().await.site().await;
    let owner = site.owner().await;
    let manager = site.staff(Role::Manager).await;
    let customer = site.customer().await;
    let required = json!({"secondFactorRequired": true});
    let security = "/admin/staff/security";
    let undecided = json!({"secondFactorRequired": null, "requiredOf": "no_one"});
    assert_eq!(owner.get(security).await.succeeded(), undecided);
    manager.post(security, required.clone()).await.refused(403, "not_admin");
    owner
        .post(security, required.clone())
        .await
        .refused(403, "second_factor_needed");
    guard(&owner).await;
    let decided = json!({"secondFactorRequired": true, "requiredOf": "team"});
    assert_eq!(owner.post(security, required.clone()).await.succeeded(), decided);
    assert_eq!(owner.get(security).await.succeeded(), decided);

    manager.get("/admin/orders").await.refused(403, "second_factor_needed");
    manager.get("/users").await.succeeded();
    assert_eq!(
        manager.get("/users/second-factors").await.succeeded()["isRequired"],
        true
    );
    assert_eq!(
        customer.get("/users/second-factors").await.succeeded()["isRequired"],
        false
    );
    guard(&manager).await;
    manager.get("/admin/orders").await.succeeded();
    let staff = owner.get("/admin/staff").await.succeeded();
    let guarded = staff["items"].as_array().unwrap().iter();
    assert_eq!(
        guarded.map(|one| one["hasSecondFactor"] == true).collect::<Vec<_>>(),
        [true, true]
    );

    let optional = json!({"secondFactorRequired": false});
    owner
        .post(security, optional.clone())
        .await
        .refused(403, "password_required");
    assert_eq!(owner.get(security).await.succeeded(), decided);
    owner.unlock().await;
    owner.post(security, optional).await.succeeded();
    let written: Vec<(String, Value)> = site
        .rows::<(String, String)>("SELECT action, actor FROM audit WHERE action LIKE 'second_factor%' ORDER BY id")
        .await
        .into_iter()
        .map(|(action, actor)| (action, json!(actor)))
        .collect();
    assert_eq!(written.len(), 4, "{written:?}");
}
