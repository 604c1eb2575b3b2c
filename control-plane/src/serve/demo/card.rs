//! A card on file for a customer of the demo, put there as a browser does it: log-in, socket, form, the processor's page and
//! its way back. So the adapter is the real one and what lies in the stub's vault fits what lies at the site.

use anyhow::{Context as _, bail};
use futures_util::StreamExt as _;
use reqwest::Url;
use reqwest::header::HOST;
use serde_json::{Value, json};
use tenant_runtime::http::API_BASE;
use tenant_runtime::identity;
use tenant_runtime::tenant::Tenant;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use super::page::Page;
use crate::serve::Server;

/// The card that every charge of is approved (docs/RULES.md#demo).
const CARD: [(&str, &str); 4] = [
    ("card_number", "4242424242424242"),
    ("expiry", "12/39"),
    ("cvv", "123"),
    ("action", "save"),
];

/// Tells the stub where the site listens: what its address is called may be known to a proxy only.
const RELAY_TO: &str = "paystub-relay-to";

/// How many pages may follow each other.
const STEPS: usize = 8;

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
    if browser.has_card().await? {
        return Ok(());
    }
    let (socket_id, _socket) = browser.open_socket().await?;
    let path = format!("/payments/hosted-forms?socketId={socket_id}");
    let pass = identity::captcha_pass(tenant)?;
    let request = browser.client.get(browser.url(&path)).header("captcha-token", pass);
    let form = browser.send(&path, request).await?;
    let setup = &form["setupData"];
    match setup["ticket"].as_str() {
        // The processor's own script shows the page, and its receipt is asked for.
        Some(ticket) => {
            let page = format!("{stub}/chktv2/display/index.php?tck={ticket}");
            browser.submit(page.parse()?, &CARD.map(owned)).await?;
            let path = format!("/payments/moneris/receipts?ticket={ticket}&socketId={socket_id}");
            browser.get(&path).await?;
        }
        None => {
            let document = format!("{}{}", browser.origin, text(setup, "formUrl")?);
            let page = browser.open(document.parse()?).await?;
            let page = browser.follow(page).await?;
            let address = page.form_address().context("the processor shows no form")?;
            let last = browser.submit(address, &CARD.map(owned)).await?;
            browser.follow(last).await?;
        }
    }
    if !browser.has_card().await? {
        bail!("the processor did not store it");
    }
    Ok(())
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
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
        let request = request.header(HOST, self.host()).header("app-key", self.app_key);
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

    async fn has_card(&self) -> anyhow::Result<bool> {
        Ok(self.get("/users/payment").await?["onFile"] == true)
    }

    /// Opens a page, of the site or of the processor.
    async fn open(&self, address: Url) -> anyhow::Result<Page> {
        let request = self.at(&address, reqwest::Method::GET)?;
        Page::read(address, request.send().await?).await
    }

    /// Sends a form.
    async fn submit(&self, address: Url, fields: &[(String, String)]) -> anyhow::Result<Page> {
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

    /// Goes where pages lead without a person: redirects, frames, forms that send themselves.
    async fn follow(&self, mut page: Page) -> anyhow::Result<Page> {
        for _ in 0..STEPS {
            page = if let Some(address) = page.leads_to() {
                self.open(address).await?
            } else if let Some((address, fields)) = page.sends_itself() {
                self.submit(address, &fields).await?
            } else {
                return Ok(page);
            };
        }
        bail!("the pages of the processor do not end")
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
