//! A customer who uses a running server over HTTP alone, as a browser does: signs up, confirms the address, puts a card on
//! file. Also part of the measurements (`benches`).

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use control_plane::serve::Page;
use futures_util::StreamExt as _;
use reqwest::Url;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// Origin pattern of every site: the value of `SUDS_ORIGIN`.
pub const ORIGIN: &str = "http://{site}.localhost:8080";

const PASSWORD: &str = "Sudsy-Foam-7";
const PATIENCE: Duration = Duration::from_secs(30);

/// Server and mail folder of the shoppers.
#[derive(Clone, Copy)]
pub struct Town<'a> {
    pub server: SocketAddr,
    pub stub: &'a str,
    /// Folder of the server's captured emails.
    pub mail: &'a Path,
}

/// A logged-in customer with a card on file.
#[derive(Clone)]
pub struct Shopper {
    pub site: String,
    pub app_key: String,
    pub token: String,
    pub http: reqwest::Client,
}

/// Reason why there is no expected response.
#[derive(Debug)]
pub enum Trouble {
    /// The connection failed or was lost.
    Lost,
    Refused {
        status: u16,
        body: Value,
    },
}

impl Shopper {
    /// Everything up to the card, through the calls that the web client makes. Its charges are approved.
    pub async fn arrive(town: Town<'_>, site: &str, email: &str) -> Self {
        Self::arrive_with(town, site, email, "4242424242424242").await
    }

    /// The same with a card of this number.
    pub async fn arrive_with(town: Town<'_>, site: &str, email: &str, card: &str) -> Self {
        let shopper = Self::sign_up(town, site, email).await;
        shopper.put_card_on_file(town, card).await;
        shopper
    }

    /// Without an account.
    pub async fn visitor(town: Town<'_>, site: &str) -> Self {
        let http = reqwest::Client::builder()
            .no_proxy()
            // There is nothing here but plain HTTP, and reading the system's certificates takes longer than the sign-up.
            .tls_certs_only([])
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(20))
            .build()
            .unwrap();
        let mut shopper = Self {
            site: site.to_owned(),
            app_key: String::new(),
            token: String::new(),
            http,
        };
        let key = shopper
            .get(town.server, &format!("/accounts/site-key?subdomain={site}"))
            .await
            .unwrap();
        key["appKey"].as_str().unwrap().clone_into(&mut shopper.app_key);
        shopper
    }

    /// Signs up, logs in and confirms the address.
    pub async fn sign_up(town: Town<'_>, site: &str, email: &str) -> Self {
        let mut shopper = Self::visitor(town, site).await;
        let form = json!({
            "firstName": "Ada", "lastName": "O'Neil", "email": email, "birthdayMonth": 12, "birthdayDay": 10,
            "zipPostalCode": "85004", "cellPhoneNumber": "6025550199", "optInToMarketing": false, "password": PASSWORD,
        });
        shopper.post(town.server, "/users", None, &form).await.unwrap();
        let secret = json!({"email": email, "password": PASSWORD});
        let tokens = shopper.post(town.server, "/users/login", None, &secret).await.unwrap();
        tokens["accessToken"].as_str().unwrap().clone_into(&mut shopper.token);
        let confirmation = json!({"email": email, "token": mailed_token(town.mail, site, email).await});
        shopper
            .post(town.server, "/users/emails/confirm", None, &confirmation)
            .await
            .unwrap();
        shopper
    }

    async fn put_card_on_file(&self, town: Town<'_>, number: &str) {
        let origin = ORIGIN.replace("{site}", &self.site);
        let mut request = format!("ws://{}/api/v1/payments/socket", self.host())
            .into_client_request()
            .unwrap();
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        let stream = TcpStream::connect(town.server).await.unwrap();
        let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        let hello = socket.next().await.unwrap().unwrap();
        let hello: Value = serde_json::from_str(hello.to_text().unwrap()).unwrap();
        let id = hello["socketId"].as_str().unwrap();
        let form = self
            .get(town.server, &format!("/payments/hosted-forms?socketId={id}"))
            .await
            .unwrap();
        let setup = &form["setupData"];
        let card = [
            ("action", "save"),
            ("card_number", number),
            ("expiry", "12/39"),
            ("cvv", "123"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
        if let Some(ticket) = setup["ticket"].as_str() {
            let page = format!("{}/chktv2/display/index.php?tck={ticket}", town.stub);
            self.submit(town, page.parse().unwrap(), &card).await;
            let path = format!("/payments/moneris/receipts?ticket={ticket}&socketId={id}");
            self.get(town.server, &path).await.unwrap();
        } else {
            let document = format!("{origin}{}", setup["formUrl"].as_str().unwrap());
            let page = self.open(town, document.parse().unwrap()).await;
            let page = self.follow(town, page).await;
            let last = self.submit(town, page.form_address().unwrap(), &card).await;
            self.follow(town, last).await;
        }
        assert_eq!(self.get(town.server, "/users/payment").await.unwrap()["onFile"], true);
    }

    /// Goes where pages lead without a person.
    async fn follow(&self, town: Town<'_>, mut page: Page) -> Page {
        loop {
            page = if let Some(address) = page.leads_to() {
                self.open(town, address).await
            } else if let Some((address, fields)) = page.sends_itself() {
                self.submit(town, address, &fields).await
            } else {
                return page;
            };
        }
    }

    async fn open(&self, town: Town<'_>, address: Url) -> Page {
        let request = self.at(town, &address, reqwest::Method::GET);
        Page::read(address, request.send().await.unwrap()).await.unwrap()
    }

    async fn submit(&self, town: Town<'_>, address: Url, fields: &[(String, String)]) -> Page {
        let request = self.at(town, &address, reqwest::Method::POST).form(fields);
        // Address at which the processor's server reaches the site.
        let request = request.header("paystub-relay-to", town.server.to_string());
        Page::read(address, request.send().await.unwrap()).await.unwrap()
    }

    /// A request for a page, of the site or of the processor.
    fn at(&self, town: Town<'_>, address: &Url, method: reqwest::Method) -> reqwest::RequestBuilder {
        match address.as_str().strip_prefix(&ORIGIN.replace("{site}", &self.site)) {
            Some(path) => {
                let request = self.http.request(method, format!("http://{}{path}", town.server));
                request.header("Host", self.host())
            }
            None => self.http.request(method, address.clone()),
        }
    }

    /// Enters a vehicle, and joins the first club that is for sale.
    pub async fn join_a_club(&self, server: SocketAddr) {
        let state = match self.site.as_str() {
            "foamco" | "tidal" => "ON",
            "northstar" => "ENG",
            _ => "AZ",
        };
        let vehicle = json!({"make": "Volvo", "model": "240", "year": "1988", "license": "SUDS 1", "color": "Teal",
            "state": state});
        self.post(server, "/users/vehicle", None, &vehicle).await.unwrap();
        let clubs = self.get(server, "/products/washClubs").await.unwrap();
        let order = json!({"products": [{"productId": clubs[0]["productId"]}], "acceptedTerms": true});
        let joined = self.post(server, "/orders", Some("join"), &order).await.unwrap();
        assert_eq!(joined["approved"], true, "{joined}");
    }

    /// The first few washes on sale: product numbers.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn washes(&self, server: SocketAddr) -> Result<Vec<i64>, Trouble> {
        let washes = self.get(server, "/products/washes").await?;
        let all = washes.as_array().unwrap().iter();
        Ok(all.map(|wash| wash["productId"].as_i64().unwrap()).take(4).collect())
    }

    pub fn host(&self) -> String {
        format!("{}.localhost:8080", self.site)
    }

    pub async fn get(&self, server: SocketAddr, path: &str) -> Result<Value, Trouble> {
        self.send(self.http.get(url(server, path))).await
    }

    pub async fn post(
        &self,
        server: SocketAddr,
        path: &str,
        idempotency_key: Option<&str>,
        body: &Value,
    ) -> Result<Value, Trouble> {
        let request = self.http.post(url(server, path)).json(body);
        self.send(match idempotency_key {
            Some(key) => request.header("idempotency-key", key),
            None => request,
        })
        .await
    }

    pub async fn put(&self, server: SocketAddr, path: &str, body: &Value) -> Result<Value, Trouble> {
        self.send(self.http.put(url(server, path)).json(body)).await
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Result<Value, Trouble> {
        let mut request = request.header("host", self.host()).header("app-key", &self.app_key);
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        let response = request.send().await.map_err(|_| Trouble::Lost)?;
        let status = response.status().as_u16();
        let mut body: Value = response.json().await.map_err(|_| Trouble::Lost)?;
        if status == 200 && body["success"] == true {
            Ok(body["resultData"].take())
        } else {
            Err(Trouble::Refused { status, body })
        }
    }
}

fn url(server: SocketAddr, path: &str) -> String {
    format!("http://{server}/api/v1{path}")
}

/// The token of the confirmation mail to `email`, once it has come.
async fn mailed_token(folder: &Path, site: &str, email: &str) -> String {
    let since = Instant::now();
    loop {
        let found = std::fs::read_dir(folder).unwrap().find_map(|entry| {
            let text = std::fs::read_to_string(entry.unwrap().path()).ok()?;
            let wanted = [
                "X-Suds-Kind: email_confirmation",
                &format!("X-Suds-Site: {site}"),
                &format!("To: {email}"),
            ];
            let link = text
                .lines()
                .find(|line| line.starts_with("http") && line.contains("/confirmEmail?"))?;
            wanted
                .iter()
                .all(|line| text.contains(*line))
                .then(|| link.split("token=").nth(1).unwrap().trim().to_owned())
        });
        if let Some(token) = found {
            return token;
        }
        assert!(since.elapsed() < PATIENCE, "no confirmation mail to {email}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
