use serde_json::{Value, json};
use tenant_runtime::error::Verdict;

use crate::support::{Customer, Installation, PASSWORD};

fn form_with(field: &str, value: Value) -> Value {
    let mut form = Customer::form("ada@example.com");
    form[field] = value;
    form
}

#[tokio::test]
async fn new_customer_gets_an_account() {
    let site = Installation::new().await.site().await;
    let mut form = Customer::form(" Ada@Example.com ");
    form["firstName"] = json!("  Ada <b>  Maria ");
    form["cellPhoneNumber"] = json!("(602) 555-0199");
    let mut greedy = form.clone();
    greedy["role"] = json!("owner");
    site.visitor().post("/users", greedy).await.refused(400, "malformed");
    let account = site.visitor().post("/users", form).await.succeeded();
    assert_eq!(account["firstName"], "Ada b Maria");
    assert_eq!(account["lastName"], "O'Neil");
    assert_eq!(account["email"], "Ada@Example.com");
    assert_eq!(account["cellPhoneNumber"], "6025550199");
    assert_eq!(account["birthdayMonth"], 12);
    assert_eq!(account["optInToMarketing"], true);
    assert_eq!(account["emailConfirmed"], false);
    assert_eq!(account["role"], "customer", "nobody makes themselves an owner");
    assert_eq!(account["homeLocationId"], Value::Null);
    let code = account["referralCode"].as_str().unwrap();
    assert_eq!(code.len(), 7);
    assert!(!code.contains(['0', 'O', '1', 'I', 'L']), "{code}");
    assert!(account["userId"].is_string());
    assert!(account.get("password").is_none());
}

#[tokio::test]
async fn every_rule_is_enforced_on_the_server() {
    let site = Installation::new().await.site().await;
    for (field, value, message) in [
        ("firstName", json!("123"), "Input is required."),
        ("lastName", json!(""), "Input is required."),
        ("lastName", json!("x".repeat(10_000)), "Enter fewer characters."),
        ("email", json!(""), "Input is required."),
        ("email", json!("ada@example"), "Please enter a valid email."),
        ("email", json!("<script>@example.com"), "Please enter a valid email."),
        ("birthdayMonth", json!(13), "Please enter a valid Month."),
        ("birthdayDay", json!(32), "Please enter a valid Day."),
        ("birthdayDay", Value::Null, "Input is required."),
        ("zipPostalCode", json!("--"), "Enter a valid postal code."),
        ("cellPhoneNumber", json!("602555019"), "Enter a valid phone number."),
        (
            "password",
            json!("Mypassword-1"),
            "Invalid word not allowed in passwords",
        ),
        ("password", json!("Sud-7"), "Must have at least 8 characters."),
    ] {
        let refusal = site
            .visitor()
            .post("/users", form_with(field, value))
            .await
            .refused(422, "invalid_fields");
        assert_eq!(refusal["fields"], json!({ field: message }));
        assert_eq!(refusal["errorMessage"], message);
    }
    let empty = site
        .visitor()
        .post("/users", json!({}))
        .await
        .refused(422, "invalid_fields");
    assert_eq!(empty["fields"].as_object().unwrap().len(), 8, "{empty}");
    let typed = site
        .visitor()
        .post("/users", form_with("birthdayMonth", json!("12")))
        .await;
    let typed = typed.refused(400, "malformed");
    assert!(typed["fields"]["birthdayMonth"].is_string(), "{typed}");
    assert!(
        site.visitor()
            .post("/users/unique", json!({"email": "ada@example.com"}))
            .await
            .succeeded()
            .as_bool()
            .unwrap()
    );
}

#[tokio::test]
async fn address_has_one_account_per_site() {
    let installation = Installation::new().await;
    let (here, there) = (
        installation.site_called("here").await,
        installation.site_called("there").await,
    );
    here.visitor()
        .post("/users", Customer::form("ada@example.com"))
        .await
        .succeeded();
    let refusal = here
        .visitor()
        .post("/users", Customer::form("ADA@example.com"))
        .await
        .refused(409, "taken");
    assert_eq!(
        refusal["fields"]["email"],
        "Email is already associated with an account."
    );
    let unique = |email: &'static str| json!({ "email": email });
    assert_eq!(
        here.visitor()
            .post("/users/unique", unique("Ada@Example.COM"))
            .await
            .succeeded(),
        false
    );
    assert_eq!(
        here.visitor()
            .post("/users/unique", unique("bob@example.com"))
            .await
            .succeeded(),
        true
    );
    here.visitor()
        .post("/users/unique", unique("nonsense"))
        .await
        .refused(422, "invalid_fields");
    assert_eq!(
        there
            .visitor()
            .post("/users/unique", unique("ada@example.com"))
            .await
            .succeeded(),
        true
    );
    there
        .visitor()
        .post("/users", Customer::form("ada@example.com"))
        .await
        .succeeded();
}

#[tokio::test]
async fn repeated_sign_up_creates_one_account() {
    let site = Installation::new().await.site().await;
    let mut visitor = site.visitor();
    visitor.device = Some("device-1".to_owned());
    let form = Customer::form("ada@example.com");
    let sent = (0..8).map(|_| visitor.post_once("/users", "key-1", form.clone()));
    let accounts: Vec<Value> = futures_util::future::join_all(sent)
        .await
        .into_iter()
        .map(|reply| reply.succeeded())
        .collect();
    assert!(accounts.iter().all(|account| *account == accounts[0]), "{accounts:?}");
    visitor
        .post_once("/users", "key-1", Customer::form("bob@example.com"))
        .await
        .refused(422, "key_reused");
    visitor.post_once("/users", "key-2", form).await.refused(409, "taken");
    assert_eq!(site.run_jobs().await, 1, "one mail");
}

/// The response to the first request may have been lost: without its key, a client would learn that the address is
/// taken, by the same person.
#[tokio::test]
async fn rejection_at_the_gate_says_nothing_about_an_earlier_sign_up() {
    let site = Installation::with_limits().await.site().await;
    let mut visitor = site.visitor();
    visitor.device = Some("device-1".to_owned());
    let form = Customer::form("ada@example.com");
    let made = visitor.post_once("/users", "key", form.clone()).await.succeeded();
    let mut elsewhere = visitor.clone();
    elsewhere.app_key = Some("wrong".to_owned());
    let mut stranger = visitor.clone();
    stranger.host = "nobody.localhost".to_owned();
    let mut large = form.clone();
    large["firstName"] = json!("A".repeat(200_000));
    for reply in [
        elsewhere.post_once("/users", "key", form.clone()).await,
        stranger.post_once("/users", "key", form.clone()).await,
        visitor.post_once("/users", "key", large).await,
        visitor.post_once("/users", "key", form_with("email", json!("x"))).await,
        visitor.post_once("/users", "key", json!({"x": 1})).await,
    ] {
        assert_eq!(reply.verdict(), Verdict::TurnedAway, "{}", reply.text);
    }
    assert_eq!(visitor.post_once("/users", "key", form.clone()).await.succeeded(), made);
    for reply in [
        visitor
            .post_once("/users", "key", Customer::form("bob@example.com"))
            .await,
        visitor.post_once("/users", "other", form.clone()).await,
    ] {
        assert_eq!(reply.verdict(), Verdict::Refused, "{}", reply.text);
    }
    let mut limited = visitor.post_once("/users", "key", form.clone()).await;
    for _ in 0..20 {
        if limited.status == 429 {
            break;
        }
        limited = visitor.post_once("/users", "key", form.clone()).await;
    }
    assert_eq!((limited.status, limited.verdict()), (429, Verdict::TurnedAway));
}

#[tokio::test]
async fn rejected_sign_up_does_not_consume_its_key() {
    let site = Installation::new().await.site().await;
    let visitor = site.visitor();
    visitor
        .post_once("/users", "key", form_with("email", json!("nonsense")))
        .await
        .refused(422, "invalid_fields");
    visitor
        .post_once("/users", "key", Customer::form("ada@example.com"))
        .await
        .succeeded();
}

#[tokio::test]
async fn unknown_referral_code_does_not_block_sign_up() {
    let site = Installation::new().await.site().await;
    let friend = site
        .visitor()
        .post("/users", Customer::form("ada@example.com"))
        .await
        .succeeded();
    for (email, code) in [
        ("bob@example.com", friend["referralCode"].clone()),
        ("cem@example.com", json!("NOBODY7")),
        ("dan@example.com", json!("<script>")),
        ("eve@example.com", json!("")),
    ] {
        let mut form = Customer::form(email);
        form["referralCode"] = code;
        let account = site.visitor().post("/users", form).await.succeeded();
        assert_ne!(account["referralCode"], friend["referralCode"]);
    }
}

#[tokio::test]
async fn common_passwords_and_those_of_the_address_are_rejected() {
    let site = Installation::new().await.site().await;
    for (password, message) in [
        ("Welcome-1", "This password is too common. Choose another one."),
        ("Marie-Wash-9", "Must not contain your email address."),
    ] {
        let mut form = Customer::form("marie@example.com");
        form["password"] = json!(password);
        let refused = site.visitor().post("/users", form).await.refused(422, "invalid_fields");
        assert_eq!(refused["fields"]["password"], message);
    }
    site.visitor()
        .post("/users", Customer::form("marie@example.com"))
        .await
        .succeeded();
    let marie = Customer::log_in(&site, "marie@example.com", PASSWORD).await;
    let body = json!({"currentPassword": PASSWORD, "newPassword": "Marie-Wash-9"});
    let refused = marie.post("/users/update-password", body).await;
    assert!(refused.refused(422, "invalid_fields")["fields"]["newPassword"].is_string());
}
