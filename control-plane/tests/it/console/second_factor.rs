//! Two-factor authentication of staff: setup, login, single use of codes, removal.

use jiff::Timestamp;
use platform::auth::second_factor::SharedSecret;
use platform::clock::{Clock as _, SystemClock};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Caller, Demo, PASSWORD};
use crate::support::Installation;

const EMAIL: &str = "operator@provider.example";
const STEP: &str = "/provider/login/second-factor";

/// Authenticator app with the secret that was shown once.
struct Authenticator(SharedSecret);

impl Authenticator {
    fn of(begun: &Value) -> Self {
        let secret = data_encoding::BASE32_NOPAD.decode(begun["secret"].as_str().unwrap().as_bytes());
        assert!(
            begun["url"]
                .as_str()
                .unwrap()
                .starts_with("otpauth://totp/Suds%20console:")
        );
        Self(SharedSecret::from_bytes(&secret.unwrap()).unwrap())
    }

    /// The code that it shows `steps` times thirty seconds from now. Clocks may differ by one.
    fn code(&self, steps: i64) -> String {
        let at = SystemClock.now().as_second() + 30 * steps;
        self.0.code_at(Timestamp::from_second(at).unwrap())
    }

    fn wrong_code(&self) -> String {
        let near: Vec<_> = (-2..=2).map(|steps| self.code(steps)).collect();
        let mut codes = (0..).map(|code| format!("{code:06}"));
        codes.find(|code| !near.contains(code)).unwrap()
    }
}

/// A staff member with an authenticator: session, recovery codes and password.
struct Guarded {
    caller: Caller,
    member: Value,
    password: String,
    authenticator: Authenticator,
    /// Code that confirmed the authenticator.
    used_code: String,
    recovery_codes: Vec<String>,
    factor: String,
}

async fn guarded(demo: &Demo) -> Guarded {
    let owner = demo.owner("demo").await;
    let body = json!({ "email": EMAIL, "role": "operator", "password": demo.staff("demo").1 });
    let issued = owner.post("/provider/staff", body).await;
    let password = issued["password"].as_str().unwrap().to_owned();
    let caller = demo.caller().logged_in("demo", EMAIL, &password).await;
    caller.change_password(&password, PASSWORD).await;
    let password = PASSWORD.to_owned();
    let begun = caller
        .post(
            "/provider/second-factors",
            json!({ "label": " Phone ", "password": password }),
        )
        .await;
    let authenticator = Authenticator::of(&begun);
    let factor = begun["factorId"].as_str().unwrap().to_owned();
    let confirm = format!("/provider/second-factors/{factor}/confirm");
    // An unconfirmed setup protects nothing.
    demo.caller().logged_in("demo", EMAIL, &password).await;
    let wrong = Some(json!({ "code": authenticator.wrong_code() }));
    let refused = caller.refused(Method::POST, &confirm, wrong).await;
    assert_eq!(refused, (422, "invalid_fields".to_owned()));
    // The current code is still valid if the step ends before the server checks it.
    let used_code = authenticator.code(0);
    let shown = caller.post(&confirm, json!({ "code": used_code })).await;
    let codes = shown["recoveryCodes"].as_array().unwrap().iter();
    Guarded {
        recovery_codes: codes.map(|code| code.as_str().unwrap().to_owned()).collect(),
        member: issued["member"].clone(),
        caller,
        password,
        authenticator,
        used_code,
        factor,
    }
}

impl Guarded {
    /// Ticket of a login with the correct password.
    async fn ticket(&self, demo: &Demo) -> String {
        let (status, answer) = demo.caller().log_in("demo", EMAIL, &self.password).await;
        assert_eq!(
            (status, &answer["errorCode"]),
            (401, &json!("second_factor_required")),
            "{answer}"
        );
        answer["ticket"].as_str().unwrap().to_owned()
    }
}

fn step(ticket: &str, code: &str) -> Option<Value> {
    Some(json!({ "ticket": ticket, "code": code }))
}

#[tokio::test(flavor = "multi_thread")]
async fn login_requires_a_code_and_accepts_none_twice() {
    let demo = Demo::start().await;
    let guarded = guarded(&demo).await;
    let listed = guarded.caller.get("/provider/second-factors").await;
    assert_eq!(listed["items"][0]["label"], "Phone", "{listed}");
    let mail = demo.mail("staff_second_factor_added").await;
    assert!(mail.contains(&format!("To: {EMAIL}")), "{mail}");
    assert!(
        mail.contains("Subject: Authenticator added to your Suds account"),
        "{mail}"
    );
    assert_eq!(
        (listed["recoveryCodesLeft"].as_u64(), guarded.recovery_codes.len()),
        (Some(10), 10)
    );

    // Without the password, a caller learns nothing about it.
    let (status, answer) = demo.caller().log_in("demo", EMAIL, "wrong").await;
    assert_eq!((status, &answer["errorMessage"]), (401, &json!("Failed to log in.")));

    let stranger = demo.caller();
    let ticket = guarded.ticket(&demo).await;
    for code in [guarded.used_code.as_str(), &guarded.authenticator.wrong_code(), ""] {
        let refused = stranger.refused(Method::POST, STEP, step(&ticket, code)).await;
        assert_eq!(refused, (401, "wrong_second_factor".to_owned()), "{code}");
    }
    let code = guarded.authenticator.code(1);
    let token = stranger.done(Method::POST, STEP, step(&ticket, &code)).await;
    let inside = Caller {
        token: token["accessToken"].as_str().map(str::to_owned),
        ..demo.caller()
    };
    assert_eq!(inside.get("/provider/me").await["email"], EMAIL);
    // Neither the ticket nor the code works again.
    let refused = stranger.refused(Method::POST, STEP, step(&ticket, &code)).await;
    assert_eq!(refused, (422, "expired".to_owned()));
    let ticket = guarded.ticket(&demo).await;
    let refused = stranger.refused(Method::POST, STEP, step(&ticket, &code)).await;
    assert_eq!(refused, (401, "wrong_second_factor".to_owned()));
    // A recovery code works once.
    let recovery = guarded.recovery_codes[3].to_uppercase();
    stranger.done(Method::POST, STEP, step(&ticket, &recovery)).await;
    let ticket = guarded.ticket(&demo).await;
    let refused = stranger.refused(Method::POST, STEP, step(&ticket, &recovery)).await;
    assert_eq!(refused, (401, "wrong_second_factor".to_owned()));
    assert_eq!(
        guarded.caller.get("/provider/second-factors").await["recoveryCodesLeft"],
        9
    );

    let trail = demo.owner("demo").await.get("/provider/audit?limit=200").await;
    let acts: Vec<_> = trail["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["action"])
        .collect();
    for act in ["staff.second_factor_added", "staff.recovery_code", "staff.log_in"] {
        assert!(acts.contains(&&json!(act)), "{act}: {trail}");
    }
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_codes_wait_and_remember_me_is_kept() {
    let demo = Demo::start().await;
    let guarded = guarded(&demo).await;
    let stranger = demo.caller();
    let body = json!({ "environment": "demo", "email": EMAIL, "password": guarded.password, "rememberMe": true });
    let (status, answer) = stranger.call(Method::POST, "/provider/login", Some(body)).await;
    assert_eq!(status, 401, "{answer}");
    let ticket = answer["ticket"].as_str().unwrap();
    let wrong = guarded.authenticator.wrong_code();
    for _ in 0..5 {
        let refused = stranger.refused(Method::POST, STEP, step(ticket, &wrong)).await;
        assert_eq!(refused, (401, "wrong_second_factor".to_owned()));
    }
    let recovery = &guarded.recovery_codes[0];
    let refused = stranger.refused(Method::POST, STEP, step(ticket, recovery)).await;
    assert_eq!(refused, (429, "rate_limited".to_owned()), "even the right one");
    tokio::time::sleep(std::time::Duration::from_millis(2100)).await;
    let token = stranger.done(Method::POST, STEP, step(ticket, recovery)).await;
    let claims = token["accessToken"].as_str().unwrap().split('.').nth(1).unwrap();
    let claims = data_encoding::BASE64URL_NOPAD.decode(claims.as_bytes()).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    let days = (claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap()) / 86_400;
    assert_eq!(days, 30);
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn second_factor_is_removed_with_the_password_or_by_an_owner() {
    let demo = Demo::start().await;
    let guarded = guarded(&demo).await;
    let path = format!("/provider/second-factors/{}", guarded.factor);
    let (password, wrong) = (json!({ "password": guarded.password }), json!({ "password": "wrong" }));
    let refused = guarded.caller.refused(Method::DELETE, &path, Some(wrong)).await;
    assert_eq!(refused, (403, "wrong_password".to_owned()));
    let others = demo.owner("dev").await;
    let member = format!(
        "/provider/staff/{}/second-factors",
        guarded.member["id"].as_str().unwrap()
    );
    let theirs = Some(json!({ "password": demo.staff("dev").1 }));
    assert_eq!(others.refused(Method::DELETE, &member, theirs).await.0, 404);

    let renewed = "/provider/second-factors/recovery-codes";
    let renewed = guarded.caller.post(renewed, password.clone()).await;
    assert_ne!(renewed["recoveryCodes"][0], json!(guarded.recovery_codes[0]));
    let stranger = demo.caller();
    let ticket = guarded.ticket(&demo).await;
    let refused = stranger
        .refused(Method::POST, STEP, step(&ticket, &guarded.recovery_codes[0]))
        .await;
    assert_eq!(refused.0, 401, "of the ones before");
    guarded.caller.done(Method::DELETE, &path, Some(password.clone())).await;
    assert_eq!(
        guarded.caller.get("/provider/second-factors").await["recoveryCodesLeft"],
        0
    );
    demo.caller().logged_in("demo", EMAIL, &guarded.password).await;

    // Set up again, lost, and removed by an owner.
    let begun = guarded
        .caller
        .post(
            "/provider/second-factors",
            json!({ "label": "Key", "password": guarded.password }),
        )
        .await;
    let confirm = format!(
        "/provider/second-factors/{}/confirm",
        begun["factorId"].as_str().unwrap()
    );
    let code = Authenticator::of(&begun).code(0);
    guarded.caller.post(&confirm, json!({ "code": code })).await;
    guarded.ticket(&demo).await;
    let owner = demo.owner("demo").await;
    let theirs = |staff: Value| {
        let mut staff = staff.as_array().unwrap().iter();
        staff.find(|member| member["id"] == guarded.member["id"]).unwrap()["hasSecondFactor"].clone()
    };
    assert_eq!(theirs(owner.get("/provider/staff").await), true);
    let confirmed = Some(json!({ "password": demo.staff("demo").1 }));
    owner.done(Method::DELETE, &member, confirmed).await;
    assert_eq!(theirs(owner.get("/provider/staff").await), false);
    assert_eq!(guarded.caller.refused(Method::GET, "/provider/me", None).await.0, 401);
    demo.caller().logged_in("demo", EMAIL, &guarded.password).await;
    assert!(demo.server.stop().await);
}

#[test]
fn command_line_resets_second_factors() {
    let installation = Installation::new();
    let made = installation.json(&[
        "staff",
        "create",
        "--environment",
        "dev",
        "--email",
        EMAIL,
        "--role",
        "owner",
    ]);
    let reset = ["staff", "reset-second-factor", "--environment", "dev", EMAIL];
    assert_eq!(installation.json(&reset), made["member"]);
    let trail = installation.json(&["audit", "--environment", "dev"]);
    assert_eq!(trail["items"][0]["action"], "staff.reset_second_factor");
}

#[tokio::test(flavor = "multi_thread")]
async fn new_master_key_keeps_authenticators_and_ends_sessions() {
    let demo = Demo::start().await;
    let guarded = guarded(&demo).await;
    let rotated = control_plane::keys::rotate(&demo.server.plane, "test").await.unwrap();
    assert_eq!((rotated.version, rotated.sites, rotated.second_factors), (2, 2, 1));
    assert_eq!(guarded.caller.refused(Method::GET, "/provider/me", None).await.0, 401);
    let ticket = guarded.ticket(&demo).await;
    let code = step(&ticket, &guarded.authenticator.code(1));
    let stranger = demo.caller();
    stranger.done(Method::POST, STEP, code).await;
    assert!(demo.server.stop().await);
}
