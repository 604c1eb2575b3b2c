use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::customer::Customer;

/// Approves.
pub const CARD: &str = "4242424242424242";
/// Declines softly when charged.
pub const DECLINED: &str = "4000000000000002";
/// Keeps the caller waiting in vain and is approved.
pub const TIMES_OUT: &str = "4000000000000127";

impl Customer {
    /// Puts a card on file as a browser does: socket, form, the processor's page, receipt, outcome.
    pub async fn with_card(self, number: &str) -> Self {
        let mut socket = self.open_socket().await;
        let hello = next(&mut socket).await;
        let socket_id = hello["socketId"].as_str().unwrap();
        let form = self
            .get(&format!("/payments/hosted-forms?socketId={socket_id}"))
            .await
            .ok();
        let ticket = form["setupData"]["ticket"].as_str().unwrap();
        self.fill_form(ticket, number).await;
        self.get(&format!(
            "/payments/moneris/receipts?ticket={ticket}&socketId={socket_id}"
        ))
        .await
        .ok();
        let outcome = next(&mut socket).await;
        assert_eq!(outcome, json!({"success": true, "errorMessage": null}));
        self
    }

    /// A socket for card set-up, opened from the site's own pages.
    pub async fn open_socket(&self) -> WebSocketStream<TcpStream> {
        let installation = &self.site.installation;
        let origin = installation.runtime.origins.of(&self.site.site);
        let mut request = format!("ws://{}/api/v1/payments/socket", self.client.host)
            .into_client_request()
            .unwrap();
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        let stream = TcpStream::connect(installation.address).await.unwrap();
        tokio_tungstenite::client_async(request, stream).await.unwrap().0
    }

    /// Types a card into the processor's page.
    pub async fn fill_form(&self, ticket: &str, number: &str) {
        let page = format!(
            "{}/chktv2/display/index.php?tck={ticket}",
            self.site.installation.stub.url()
        );
        let fields = [
            ("action", "save"),
            ("card_number", number),
            ("expiry", "12/30"),
            ("cvv", "123"),
        ];
        let reply = reqwest::Client::builder()
            .no_proxy()
            .build()
            .unwrap()
            .post(page)
            .form(&fields)
            .send()
            .await
            .unwrap();
        assert!(reply.status().is_success());
    }
}

/// The next message of a socket.
pub async fn next(socket: &mut WebSocketStream<TcpStream>) -> Value {
    let message = socket.next().await.unwrap().unwrap();
    serde_json::from_str(message.to_text().unwrap()).unwrap()
}
