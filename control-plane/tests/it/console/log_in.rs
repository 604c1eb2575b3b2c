//! Logging in at the console: known devices, generated passwords, sessions, and what ends with them.

use control_plane::serve::{Mode, Server};
use control_plane::staff::{self, NewMember};
use platform::db::{ConnectionKind, connect};
use reqwest::Method;
use serde_json::json;
use tenant_runtime::http::StaffRole;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{CONSOLE, Caller, Demo};
use crate::support::{Installation, http};

impl Caller {
    /// Logs in with a cookie. Returns the status and the new cookie.
    async fn log_in_with(&self, cookie: &str, email: &str, password: &str) -> (u16, String) {
        let body = json!({ "environment": "demo", "email": email, "password": password });
        let url = format!("http://{}/api/v1/provider/login", self.address);
        let request = http().build().unwrap().post(url).header("host", &self.host);
        let answer = request.header("cookie", cookie).json(&body).send().await.unwrap();
        let set = answer
            .headers()
            .get("set-cookie")
            .map(|set| set.to_str().unwrap().to_owned());
        (answer.status().as_u16(), set.unwrap_or_default())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_do_not_lock_staff_out_of_the_console() {
    let demo = Demo::start().await;
    let caller = demo.caller();
    let (email, password) = demo.staff("demo");
    let (status, cookie) = caller.log_in_with("", email, password).await;
    assert_eq!(status, 200);
    for attribute in ["; Path=/api/v1/provider/login;", "; HttpOnly", "; SameSite=Strict"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    let mut cookie = cookie.split(';').next().unwrap().to_owned();
    for _ in 0..4 {
        for _ in 0..5 {
            assert_eq!(caller.log_in("demo", email, "wrong").await.0, 401);
        }
        assert_eq!(caller.log_in("demo", email, password).await.0, 429);
        let (status, renewed) = caller.log_in_with(&cookie, email, password).await;
        assert_eq!(status, 200);
        let renewed = renewed.split(';').next().unwrap().to_owned();
        assert_ne!(renewed, cookie);
        cookie = renewed;
    }
    // A stolen key allows as few guesses as strangers have.
    for _ in 0..5 {
        assert_eq!(caller.log_in_with(&cookie, email, "wrong").await.0, 401);
    }
    assert_eq!(caller.log_in_with(&cookie, email, password).await.0, 429);
    // The key is one account's.
    let other = demo.staff("dev");
    let body = json!({ "environment": "dev", "email": other.0, "password": "wrong" });
    for _ in 0..5 {
        caller.call(Method::POST, "/provider/login", Some(body.clone())).await;
    }
    let url = format!("http://{}/api/v1/provider/login", caller.address);
    let request = http().build().unwrap().post(url).header("host", CONSOLE);
    let answer = request.header("cookie", &cookie).json(&body).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 429);
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn generated_password_only_allows_changing_it() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let body = json!({ "email": "new@provider.example", "role": "owner", "password": demo.staff("demo").1 });
    let issued = owner.post("/provider/staff", body).await;
    let password = issued["password"].as_str().unwrap();
    let newcomer = demo.caller().logged_in("demo", "new@provider.example", password).await;
    assert_eq!(newcomer.get("/provider/me").await["mustChangePassword"], true);
    for path in ["/provider/staff", "/provider/sites", "/provider/audit"] {
        let refused = newcomer.refused(Method::GET, path, None).await;
        assert_eq!(refused, (403, "password_change_required".to_owned()), "{path}");
    }
    newcomer.change_password(password, super::PASSWORD).await;
    newcomer.get("/provider/staff").await;
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_and_ended() {
    let demo = Demo::start().await;
    let (first, second) = (demo.owner("demo").await, demo.owner("demo").await);
    let sessions = first.get("/provider/me/sessions").await;
    let sessions = sessions.as_array().unwrap();
    // The demo's password is shared, and each of its callers has a session.
    assert_eq!(sessions.len(), 2, "{sessions:?}");
    let current: Vec<_> = sessions.iter().filter(|session| session["isCurrent"] == true).collect();
    assert_eq!(current.len(), 1);
    assert_eq!(current[0]["address"], "127.0.0.1");
    let other = sessions.iter().find(|session| session["isCurrent"] == false).unwrap();
    let path = format!("/provider/me/sessions/{}", other["sessionId"].as_str().unwrap());
    // Of other people's sessions nothing is known.
    let stranger = demo.owner("dev").await;
    let refused = stranger.refused(Method::DELETE, &path, None).await;
    assert_eq!(refused, (404, "not_found".to_owned()));
    let left = first.done(Method::DELETE, &path, None).await;
    assert_eq!(left.as_array().unwrap().len(), 1);
    assert_eq!(second.refused(Method::GET, "/provider/me", None).await.0, 401);
    first.get("/provider/me").await;
    assert!(demo.server.stop().await);
}

/// As left by a machine whose clock was ahead for a while.
#[tokio::test(flavor = "multi_thread")]
async fn session_from_the_future_has_ended() {
    let demo = Demo::start().await;
    let (owner, other) = (demo.owner("demo").await, demo.owner("dev").await);
    let sessions = owner.get("/provider/me/sessions").await;
    let session = sessions[0]["sessionId"].as_str().unwrap().to_owned();
    let file = demo.data_dir().join("control.sqlite");
    let mut control = connect(&file, ConnectionKind::Writer).await.unwrap();
    let statement =
        "UPDATE staff_sessions SET started_at = started_at + 3600000, expires_at = expires_at + 3600000 WHERE id = ?";
    sqlx::query(statement)
        .bind(session)
        .execute(&mut control)
        .await
        .unwrap();
    sqlx::Connection::close(control).await.unwrap();
    assert_eq!(owner.refused(Method::GET, "/provider/me", None).await.0, 401);
    let again = demo.owner("demo").await;
    let listed = again.get("/provider/me/sessions").await;
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    other.get("/provider/me").await;
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn console_session_that_ends_while_a_body_arrives_is_rejected() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let body =
        json!({ "email": "new@provider.example", "role": "viewer", "password": demo.staff("demo").1 }).to_string();
    let head = format!(
        "POST /api/v1/provider/staff HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ncontent-type: \
         application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n",
        owner.host,
        owner.token.as_deref().unwrap(),
        body.len(),
    );
    let mut stream = TcpStream::connect(owner.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut interim = [0; 25];
    stream.read_exact(&mut interim).await.unwrap();
    owner.post("/provider/logout", json!({})).await;
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    assert!(response.starts_with("HTTP/1.1 401"), "{response}");
    let staff = demo.owner("demo").await.get("/provider/staff").await;
    assert_eq!(staff.as_array().unwrap().len(), 1, "{staff}");
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn view_ends_with_the_operator_and_with_the_session() {
    let demo = Demo::start().await;
    let owner = demo.owner("demo").await;
    let (operator, member) = demo.newcomer("demo", "operator").await;
    let customers = async |token: &str| {
        let at_site = Caller {
            token: Some(token.to_owned()),
            ..demo.at_site().await
        };
        at_site.call(Method::GET, "/admin/customers", None).await.0
    };
    let look = async |caller: &Caller| {
        let listed = caller.get("/provider/sites?search=sparkle").await;
        let path = format!("/provider/sites/{}/view", listed["items"][0]["id"].as_str().unwrap());
        caller.post(&path, json!({ "reason": "A call" })).await["token"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let view = look(&operator).await;
    assert_eq!(customers(&view).await, 200);
    operator.post("/provider/logout", json!({})).await;
    assert_eq!(customers(&view).await, 401);

    let email = member["email"].as_str().unwrap();
    let operator = demo.caller().logged_in("demo", email, super::PASSWORD).await;
    let view = look(&operator).await;
    let path = format!("/provider/staff/{}", member["id"].as_str().unwrap());
    let role = |role: &str| Some(json!({ "role": role, "password": demo.staff("demo").1 }));
    owner.done(Method::PATCH, &path, role("viewer")).await;
    assert_eq!(customers(&view).await, 401);
    owner.done(Method::PATCH, &path, role("operator")).await;
    assert_eq!(customers(&view).await, 200);
    let password = json!({ "password": demo.staff("demo").1 });
    owner.done(Method::DELETE, &path, Some(password)).await;
    assert_eq!(customers(&view).await, 401);
    assert!(demo.server.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_of_production_set_up_a_second_factor_first() {
    let installation = Installation::new();
    let server = Server::start(installation.config(), Mode::Installation).await.unwrap();
    for environment in ["prod", "dev"] {
        let new = NewMember {
            environment,
            email: "ann@provider.example",
            role: StaffRole::Owner,
            password: Some("Sudsy-Foam-42".to_owned().into()),
        };
        staff::create(&server.plane, new, "cli").await.unwrap();
    }
    let caller = || Caller {
        address: server.address,
        host: CONSOLE.to_owned(),
        app_key: None,
        token: None,
    };
    let (email, password) = ("ann@provider.example", "Sudsy-Foam-42");
    let ann = caller().logged_in("dev", email, password).await;
    ann.get("/provider/staff").await;
    let ann = caller().logged_in("prod", email, password).await;
    let refused = ann.refused(Method::GET, "/provider/staff", None).await;
    assert_eq!(refused, (403, "second_factor_needed".to_owned()));
    ann.get("/provider/me").await;
    ann.get("/provider/second-factors").await;
    let body = json!({ "label": "Phone", "password": password });
    ann.post("/provider/second-factors", body).await;
    let refused = ann.refused(Method::GET, "/provider/staff", None).await;
    assert_eq!(refused.1, "second_factor_needed", "an unconfirmed one guards nothing");
    assert!(server.stop().await);
}
