//! HTTP client of one of this server's sites, used by the people of the demo like a browser. It connects to loopback
//! and sends the site's host, because only browsers resolve names under localhost.

use anyhow::{Context as _, bail};
use futures_util::StreamExt as _;
use reqwest::Url;
use reqwest::header::HOST;
use serde_json::{Value, json};
use tenant_runtime::http::API_BASE;
use tenant_runtime::tenant::Tenant;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use super::page::Page;
use crate::serve::Server;

/// Tells the test processor where the site listens, because only a proxy may know its address.
const RELAY_TO: &str = "paystub-relay-to";

/// Maximum number of redirects.
const STEPS: usize = 8;

/// Login of a person.
pub(super) struct LogIn {
    pub(super) email: String,
    pub(super) password: String,
}

/// Client of a site.
pub(super) struct Browser<'a> {
    server: &'a Server,
    pub(super) client: reqwest::Client,
    pub(super) origin: String,
    app_key: &'a str,
    token: String,
}

impl<'a> Browser<'a> {
    fn new(server: &'a Server, tenant: &'a Tenant) -> anyhow::Result<Self> {
        let client = reqwest::Client::builder()
            .no_proxy()
            // Loopback uses plain HTTP: don't load the system's certificates for each person.
            .tls_certs_only([])
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        let app_key = &tenant.site.app_key;
        Ok(Self {
            server,
            client,
            origin: tenant.origin(),
            app_key,
            token: String::new(),
        })
    }

    /// Browser of a logged-in user.
    pub(super) async fn of(server: &'a Server, tenant: &'a Tenant, log_in: &LogIn) -> anyhow::Result<Self> {
        let mut browser = Self::new(server, tenant)?;
        let tokens = browser
            .post(
                "/users/login",
                &json!({ "email": log_in.email, "password": log_in.password }),
            )
            .await?;
        browser.token = text(&tokens, "accessToken")?;
        Ok(browser)
    }

    /// Browser of a kiosk.
    pub(super) fn of_terminal(server: &'a Server, tenant: &'a Tenant, key: &str) -> anyhow::Result<Self> {
        Ok(Self {
            token: key.to_owned(),
            ..Self::new(server, tenant)?
        })
    }

    fn host(&self) -> &str {
        self.origin.split("://").last().unwrap_or_default()
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{API_BASE}{path}", self.server.address)
    }

    pub(super) async fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.send(path, self.client.get(self.url(path))).await
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.send(path, self.client.post(self.url(path)).json(body)).await
    }

    pub(super) async fn send(&self, path: &str, request: reqwest::RequestBuilder) -> anyhow::Result<Value> {
        let request = request.header(HOST, self.host()).header("app-key", self.app_key);
        let request = if self.token.is_empty() {
            request
        } else {
            request.bearer_auth(&self.token)
        };
        let mut answer: Value = request.send().await?.json().await?;
        if answer["success"] != true {
            // Without the query, which contains a ticket.
            let call = path.split('?').next().unwrap_or_default();
            bail!("{call} returned {}", answer["errorMessage"]);
        }
        Ok(answer["resultData"].take())
    }

    /// Opens a page of the site or the processor.
    pub(super) async fn open(&self, address: Url) -> anyhow::Result<Page> {
        let request = self.at(&address, reqwest::Method::GET)?;
        Page::read(address, request.send().await?).await
    }

    /// Submits a form.
    pub(super) async fn submit(&self, address: Url, fields: &[(String, String)]) -> anyhow::Result<Page> {
        let request = self.at(&address, reqwest::Method::POST)?.form(fields);
        let request = request.header(RELAY_TO, self.server.address.to_string());
        Page::read(address, request.send().await?).await
    }

    fn at(&self, address: &Url, method: reqwest::Method) -> anyhow::Result<reqwest::RequestBuilder> {
        Ok(match address.as_str().strip_prefix(&self.origin) {
            Some(path) => {
                let dialled: Url = format!("http://{}{path}", self.server.address).parse()?;
                self.client.request(method, dialled).header(HOST, self.host())
            }
            None => self.client.request(method, address.clone()),
        })
    }

    /// Follows redirects, frames and forms that submit themselves.
    pub(super) async fn follow(&self, mut page: Page) -> anyhow::Result<Page> {
        for _ in 0..STEPS {
            page = if let Some(address) = page.leads_to() {
                self.open(address).await?
            } else if let Some((address, fields)) = page.sends_itself() {
                self.submit(address, &fields).await?
            } else {
                return Ok(page);
            };
        }
        bail!("too many redirects at the processor")
    }

    /// Opens the socket that would report the outcome to a browser, and returns its ID. The form is tied to it while it
    /// is open.
    pub(super) async fn open_socket(&self) -> anyhow::Result<(String, WebSocketStream<TcpStream>)> {
        let mut request = format!("ws://{}{API_BASE}/payments/socket", self.host()).into_client_request()?;
        request.headers_mut().insert("origin", self.origin.parse()?);
        let stream = TcpStream::connect(self.server.address).await?;
        let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        let Some(Message::Text(hello)) = socket.next().await.transpose()? else {
            bail!("no message from the socket")
        };
        let hello: Value = serde_json::from_str(&hello)?;
        Ok((text(&hello, "socketId")?, socket))
    }
}

/// A text in a response.
///
/// # Errors
/// It isn't a text.
pub(super) fn text(value: &Value, field: &str) -> anyhow::Result<String> {
    value[field]
        .as_str()
        .map(str::to_owned)
        .with_context(|| format!("{field} is missing"))
}
