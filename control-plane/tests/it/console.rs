//! Access to the provider's console.

mod audit;
mod domains;
mod export;
mod lifecycle;
mod log_in;
mod merchant_sites;
mod owners;
mod previous_build;
mod rollouts;
mod search;
mod second_factor;
mod shell;
mod sites;
mod staff;
mod table;
mod view;

use std::net::SocketAddr;

use control_plane::config::Config;
use control_plane::serve::{DemoSource, Mode, Server};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Installation, http, merchants, web_build};

/// Password that newcomers choose.
pub const PASSWORD: &str = "Sudsy-Foam-42";

const CONSOLE: &str = "console.localhost";
const SITE: &str = "sparkle.localhost";

/// A demo in this process: staff in three environments, people at every site.
pub struct Demo {
    pub server: Server,
    installation: Installation,
    pub credentials: Vec<Value>,
    _build: TempDir,
}

impl Demo {
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// The same with other settings.
    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let installation = Installation::new();
        let build = web_build("1.5.1");
        let folder = merchants_of_one(&installation);
        let mode = Mode::Demo(DemoSource {
            merchants: folder,
            web_build: build.path().to_owned(),
        });
        let mut config = installation.config();
        change(&mut config);
        let server = Server::start(config, mode).await.unwrap();
        let file = std::fs::read(installation.data_dir().join("demo-credentials.json")).unwrap();
        Self {
            server,
            installation,
            credentials: serde_json::from_slice(&file).unwrap(),
            _build: build,
        }
    }

    pub fn data_dir(&self) -> std::path::PathBuf {
        self.installation.data_dir()
    }

    /// Login of an environment's staff.
    pub fn staff(&self, environment: &str) -> (&str, &str) {
        let is_theirs = |row: &&Value| row["role"] == "staff" && row["environment"] == environment;
        let row = self.credentials.iter().find(is_theirs).unwrap();
        assert!(row.get("site").is_none(), "{row}");
        (row["email"].as_str().unwrap(), row["password"].as_str().unwrap())
    }

    /// A caller at the console, logged in as the owner of an environment.
    pub async fn owner(&self, environment: &str) -> Caller {
        let (email, password) = self.staff(environment);
        self.caller().logged_in(environment, email, password).await
    }

    /// Console caller, logged in as a new staff member who replaced the generated password with [`PASSWORD`].
    pub async fn newcomer(&self, environment: &str, role: &str) -> (Caller, Value) {
        let email = format!("{role}@provider.example");
        let body = json!({ "email": email, "role": role, "password": self.staff(environment).1 });
        let issued = self.owner(environment).await.post("/provider/staff", body).await;
        let password = issued["password"].as_str().unwrap();
        let caller = self.caller().logged_in(environment, &email, password).await;
        caller.change_password(password, PASSWORD).await;
        let member = caller.get("/provider/me").await;
        (caller, member)
    }

    /// A caller at the console, not logged in.
    pub fn caller(&self) -> Caller {
        Caller {
            address: self.server.address,
            host: CONSOLE.to_owned(),
            app_key: None,
            token: None,
        }
    }

    /// A caller at the site, with its app key.
    pub async fn at_site(&self) -> Caller {
        let mut caller = Caller {
            host: SITE.to_owned(),
            ..self.caller()
        };
        let key = caller.get("/accounts/site-key?subdomain=sparkle").await;
        caller.app_key = Some(key["appKey"].as_str().unwrap().to_owned());
        caller
    }
}

/// The repository's merchants take their time; one is enough here.
fn merchants_of_one(installation: &Installation) -> std::path::PathBuf {
    let folder = installation.dir.path().join("merchants");
    std::fs::create_dir(&folder).unwrap();
    crate::support::copy_folder(&merchants().join("sparkle"), &folder.join("sparkle"));
    folder
}

/// Client with a browser's cookies, or a script.
pub struct Caller {
    pub address: SocketAddr,
    pub host: String,
    pub app_key: Option<String>,
    pub token: Option<String>,
}

impl Caller {
    pub async fn logged_in(mut self, environment: &str, email: &str, password: &str) -> Self {
        let (status, answer) = self.log_in(environment, email, password).await;
        assert_eq!(status, 200, "{answer}");
        let token = answer["resultData"]["accessToken"].as_str().unwrap();
        self.token = Some(token.to_owned());
        self
    }

    pub async fn log_in(&self, environment: &str, email: &str, password: &str) -> (u16, Value) {
        let body = json!({ "environment": environment, "email": email, "password": password });
        self.call(Method::POST, "/provider/login", Some(body)).await
    }

    pub async fn call(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let path = path.strip_prefix("/api/v1").unwrap_or(path);
        let url = format!("http://{}/api/v1{path}", self.address);
        let mut request = http().build().unwrap().request(method, url).header("host", &self.host);
        if let Some(key) = &self.app_key {
            request = request.header("app-key", key);
        }
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or_default())
    }

    pub async fn change_password(&self, current: &str, new: &str) {
        let body = json!({ "currentPassword": current, "newPassword": new });
        self.post("/provider/me/password", body).await;
    }

    pub async fn get(&self, path: &str) -> Value {
        self.done(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.done(Method::POST, path, Some(body)).await
    }

    /// Posts to a subpath.
    async fn post_to(&self, path: &str, act: &str, body: Value) -> Value {
        self.post(&format!("{path}/{act}"), body).await
    }

    /// A call that must succeed.
    pub async fn done(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let (status, mut answer) = self.call(method, path, body).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer["resultData"].take()
    }

    /// The status and the code of a call that must fail.
    pub async fn refused(&self, method: Method, path: &str, body: Option<Value>) -> (u16, String) {
        let (status, answer) = self.call(method, path, body).await;
        assert_eq!(answer["success"], false, "{path}: {answer}");
        (status, answer["errorCode"].as_str().unwrap().to_owned())
    }
}
