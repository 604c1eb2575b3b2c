//! A card on file for a customer of the demo, put there as a browser does it: log-in, socket, form, processor, receipt. So
//! the adapter is the real one and what lies in the stub's vault fits what lies at the site.

use anyhow::{Context as _, anyhow, bail};
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tenant_runtime::http::API_BASE;
use tenant_runtime::identity;
use tenant_runtime::tenant::Tenant;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::serve::Server;

/// The card that every charge of is approved (decisions.md, "Black-box conventions").
const CARD: [(&str, &str); 4] = [
    ("card_number", "4242424242424242"),
    ("expiry", "12/39"),
    ("cvv", "123"),
    ("action", "save"),
];

/// Puts the card on file of the customer with these log-ins.
///
/// # Errors
/// When the site or the stub refuses a step.
pub(super) async fn put_on_file(server: &Server, tenant: &Tenant, email: &str, password: &str) -> anyhow::Result<()> {
    let Some(stub) = &server.paystub_url else { return Ok(()) };
    let mut browser = Browser::new(server, tenant)?;
    let tokens = browser
        .post("/users/login", &json!({ "email": email, "password": password }))
        .await?;
    browser.token = text(&tokens, "accessToken")?;
    if browser.get("/users/payment").await?["onFile"] == true {
        return Ok(());
    }
    let (socket_id, _socket) = browser.open_socket().await?;
    let path = format!("/payments/hosted-forms?socketId={socket_id}");
    let pass = identity::captcha_pass(tenant).map_err(|error| anyhow!(error.message().to_owned()))?;
    let request = browser.client.get(browser.url(&path)).header("captcha-token", pass);
    let form = browser.send(&path, request).await?;
    let ticket = text(&form["setupData"], "ticket")?;
    let page = format!("{stub}/chktv2/display/index.php?tck={ticket}");
    browser.client.post(page).form(&CARD).send().await?.error_for_status()?;
    let path = format!("/payments/moneris/receipts?ticket={ticket}&socketId={socket_id}");
    let outcome = browser.get(&path).await?;
    if outcome["success"] != true {
        bail!("the processor answered {outcome}");
    }
    Ok(())
}

/// A client of one site of this very server. It dials loopback and sends the site's host, since nothing but browsers
/// resolves names under localhost.
struct Browser<'a> {
    server: &'a Server,
    client: reqwest::Client,
    origin: String,
    app_key: &'a str,
    token: String,
}

impl<'a> Browser<'a> {
    fn new(server: &'a Server, tenant: &'a Tenant) -> anyhow::Result<Self> {
        let client = reqwest::Client::builder()
            .no_proxy()
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

    fn host(&self) -> &str {
        self.origin.split("://").last().unwrap_or_default()
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{API_BASE}{path}", self.server.address)
    }

    async fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.send(path, self.client.get(self.url(path))).await
    }

    async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.send(path, self.client.post(self.url(path)).json(body)).await
    }

    async fn send(&self, path: &str, request: reqwest::RequestBuilder) -> anyhow::Result<Value> {
        let request = request.header("host", self.host()).header("app-key", self.app_key);
        let request = if self.token.is_empty() {
            request
        } else {
            request.bearer_auth(&self.token)
        };
        let mut answer: Value = request.send().await?.json().await?;
        if answer["success"] != true {
            // Without the query, which names a ticket.
            let call = path.split('?').next().unwrap_or_default();
            bail!("{call} answered {}", answer["errorMessage"]);
        }
        Ok(answer["resultData"].take())
    }

    /// The socket on which a browser would learn the outcome, and its id. The form is bound to it while it is open.
    async fn open_socket(&self) -> anyhow::Result<(String, WebSocketStream<TcpStream>)> {
        let mut request = format!("ws://{}{API_BASE}/payments/socket", self.host()).into_client_request()?;
        request.headers_mut().insert("origin", self.origin.parse()?);
        let stream = TcpStream::connect(self.server.address).await?;
        let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        let Some(Message::Text(hello)) = socket.next().await.transpose()? else {
            bail!("the socket said nothing")
        };
        let hello: Value = serde_json::from_str(&hello)?;
        Ok((text(&hello, "socketId")?, socket))
    }
}

fn text(value: &Value, field: &str) -> anyhow::Result<String> {
    value[field]
        .as_str()
        .map(str::to_owned)
        .with_context(|| format!("{field} is missing"))
}
