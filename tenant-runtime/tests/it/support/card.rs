use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::customer::Customer;
use super::site::TestSite;

/// The card that every charge of is approved.
pub const GOOD_CARD: &str = "4242424242424242";

/// Declined for a reason that may pass.
pub const DECLINED_CARD: &str = "4000000000000002";

/// Declined for good.
pub const LOST_CARD: &str = "4000000000000069";

/// Keeps its caller waiting in vain and is approved.
pub const TIMED_OUT_CARD: &str = "4000000000000127";

/// Not charged, and answered with an approval of another charge.
pub const FORGED_CARD: &str = "4000000000000119";

/// Charged one minor unit more than was asked for.
pub const DEARER_CARD: &str = "4000000000000341";

/// Approved, and answered with the numbers of the charge before it.
pub const REPEATED_CARD: &str = "4000000000000259";

/// The socket on which a browser learns how its card form ended.
pub struct SetupSocket {
    pub id: String,
    stream: WebSocketStream<TcpStream>,
}

impl SetupSocket {
    /// As the app of `site` opens it.
    pub async fn open(site: &TestSite) -> Self {
        let origin = site.installation.runtime.origins.of(&site.site);
        Self::open_from(site, Some(&origin)).await.unwrap()
    }

    /// From a page of `origin`. An error is the status of the refusal.
    pub async fn open_from(site: &TestSite, origin: Option<&str>) -> Result<Self, u16> {
        let address = site.installation.address;
        let url = format!(
            "ws://{}.localhost:{}/api/v1/payments/socket",
            site.site.subdomain,
            address.port()
        );
        let mut request = url.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(address).await.unwrap();
        let mut stream = match tokio_tungstenite::client_async(request, stream).await {
            Ok((stream, _)) => stream,
            Err(Error::Http(response)) => return Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        };
        let hello = read(&mut stream).await.unwrap();
        Ok(Self {
            id: hello["socketId"].as_str().unwrap().to_owned(),
            stream,
        })
    }

    /// Next message of the socket; `None` if it was closed.
    pub async fn next(&mut self) -> Option<Value> {
        read(&mut self.stream).await
    }

    pub async fn say(&mut self, text: String) {
        self.stream.send(Message::text(text)).await.unwrap();
    }
}

async fn read(stream: &mut WebSocketStream<TcpStream>) -> Option<Value> {
    match stream.next().await? {
        Ok(Message::Text(text)) => Some(serde_json::from_str(&text).unwrap()),
        _ => None,
    }
}

impl Customer {
    /// Customer with a card on file whose charges are approved.
    pub async fn with_card(self) -> Self {
        self.with_card_number(GOOD_CARD).await
    }

    /// Opens a card form for `socket`; answers the processor's ticket.
    pub async fn open_form(&self, socket: &SetupSocket) -> String {
        let form = self
            .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
            .await
            .succeeded();
        form["setupData"]["ticket"].as_str().unwrap().to_owned()
    }

    /// Types a card on the processor's page, as a person would.
    pub async fn type_card(&self, ticket: &str, number: &str) {
        let url = format!(
            "{}/chktv2/display/index.php?tck={ticket}",
            self.site.installation.stub.url()
        );
        let form = [
            ("card_number", number),
            ("expiry", "12/39"),
            ("cvv", "123"),
            ("action", "save"),
        ];
        let http = super::http().build().unwrap();
        let page = http.post(url).form(&form).send().await.unwrap().text().await.unwrap();
        assert!(page.contains("payment_complete"), "{page}");
    }

    /// Says that the form is complete.
    pub async fn take_receipt(&self, ticket: &str, socket_id: &str) -> super::Reply {
        self.get(&format!(
            "/payments/moneris/receipts?ticket={ticket}&socketId={socket_id}"
        ))
        .await
    }
}
