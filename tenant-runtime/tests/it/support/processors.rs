//! Sites that sell through each of the processors, and cards that are typed on its page in a browser.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::browser::{Browser, Page, attribute, hidden_fields};
use super::card::SetupSocket;
use super::customer::Customer;
use super::installation::Installation;
use super::manifest;
use super::site::TestSite;

/// By their names in manifests.
pub const PROCESSORS: [&str; 5] = ["moneris", "moneris_deprecated", "exacthosted", "worldpay", "ips"];

/// A merchant's settings, as the stub takes them.
pub fn settings(processor: &str) -> Value {
    match processor {
        "worldpay" | "ips" => {
            json!({"accountId": "1013", "accountToken": "secret", "acceptorId": "3928", "applicationId": "15684"})
        }
        "exacthosted" => json!({
            "xLogin": "WSP-GOODS", "transactionKey": "GOODS-transaction-key", "responseKey": "GOODS-response-key",
            "gatewayId": "GOODS", "password": "GOODS-password",
        }),
        "moneris" => json!({"storeId": "store5", "apiToken": "yesguy", "checkoutId": "chktSPARKLE"}),
        "moneris_deprecated" => {
            json!({"storeId": "store5", "apiToken": "yesguy", "resId": "res-store5", "resKey": "reskey"})
        }
        other => panic!("{other}"),
    }
}

impl Installation {
    /// A new site called `sparkle` that sells through `processor`.
    pub async fn site_through(self: &Arc<Self>, processor: &str) -> TestSite {
        self.site_with_processor(processor, settings(processor)).await
    }

    /// The same with other settings.
    pub async fn site_with_processor(self: &Arc<Self>, processor: &str, settings: Value) -> TestSite {
        let mut manifest = manifest::of("sparkle");
        let processor = json!({"name": processor, "endpoints": "stub", "settings": settings});
        manifest.processor = serde_json::from_value(processor).unwrap();
        self.site_from("sparkle", Path::new("."), &manifest).await
    }
}

/// A card form that a customer has opened, with the processor's page in it.
pub struct CardForm {
    pub browser: Browser,
    pub socket: SetupSocket,
    /// Our name for the form.
    pub reference: String,
    /// URL of its document.
    pub url: String,
    /// Ticket the app must send when the form is complete, if any.
    ticket: Option<String>,
    page: Page,
}

impl CardForm {
    pub async fn open(customer: &Customer) -> Self {
        let site = &customer.site;
        let (browser, socket) = (Browser::new(site), SetupSocket::open(site).await);
        let form = customer
            .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
            .await
            .succeeded();
        let text = |field: &str| form["setupData"][field].as_str().map(str::to_owned);
        let origin = site.installation.runtime.origins.of(&site.site);
        let url = format!("{origin}{}", text("formUrl").unwrap());
        let document = browser.get(url.parse().unwrap()).await;
        let ticket = text("ticket");
        let page = match &ticket {
            // The widget frames the page of its ticket.
            Some(ticket) => {
                let address = format!("{}/chktv2/display/index.php?tck={ticket}", site.installation.stub.url());
                browser.get(address.parse().unwrap()).await
            }
            None => page_in(&browser, document).await,
        };
        assert!(page.html.contains(">Card number</label>"), "{}", page.html);
        Self {
            browser,
            socket,
            reference: text("reference").unwrap(),
            url,
            ticket,
            page,
        }
    }

    /// Enters a card and clicks `save` or `cancel`. Returns the message to the app, if any, and the last page.
    /// `customer`: who is logged in by now.
    pub async fn press(&self, customer: &Customer, number: &str, action: &str) -> (Option<&'static str>, Page) {
        let last = self.browser.submit(&self.page, &typed(number, action)).await;
        let said = |mark: &str| last.html.contains(mark);
        let event = match &self.ticket {
            Some(ticket) if said("payment_complete") => {
                let receipt = customer.take_receipt(ticket, &self.socket.id).await;
                Some(if receipt.status == 200 { "complete" } else { "error" })
            }
            Some(_) => said("cancel_transaction").then_some("cancel"),
            None => ["complete", "cancel", "error"]
                .into_iter()
                .find(|event| said(&format!("event:'{event}'"))),
        };
        (event, last)
    }

    /// Saves a card and closes the window before anything is shown.
    pub async fn save_and_leave(&self, number: &str) {
        self.browser.send(&self.page, &typed(number, "save")).await;
    }

    /// The app says once more that the form is complete, where it does that at all.
    pub async fn ask_again(&self, customer: &Customer) {
        let ticket = self.ticket.as_deref().unwrap();
        customer.take_receipt(ticket, &self.socket.id).await.succeeded();
    }
}

fn typed<'a>(number: &'a str, action: &'a str) -> [(&'static str, &'a str); 4] {
    [
        ("card_number", number),
        ("expiry", "12/39"),
        ("cvv", "123"),
        ("action", action),
    ]
}

/// The processor's page that our document frames, or that has taken its place.
async fn page_in(browser: &Browser, document: Page) -> Page {
    if document.html.contains(">Card number</label>") {
        return document;
    }
    // By its address, or by a form that aims at the frame.
    match attribute(&document.html, "src") {
        Some(address) => browser.get(address.parse().unwrap()).await,
        None => {
            let action = attribute(&document.html, "action").unwrap();
            browser
                .post(action.parse().unwrap(), &hidden_fields(&document.html))
                .await
        }
    }
}

impl Customer {
    /// Puts a card on file as the app does: socket, form, the processor's page. Answers the form and its last page.
    pub async fn put_on_file(&self, number: &str) -> (CardForm, Page) {
        let mut form = CardForm::open(self).await;
        let (event, last) = form.press(self, number, "save").await;
        assert_eq!(event, Some("complete"), "{}", last.html);
        let told = form.socket.next().await.unwrap();
        assert_eq!(told, json!({"success": true, "errorMessage": null}));
        (form, last)
    }

    /// With this card on file.
    pub async fn with_card_number(self, number: &str) -> Self {
        self.put_on_file(number).await;
        self
    }
}
