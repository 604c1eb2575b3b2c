//! Moneris dialect over HTTP, as used by an integration.
#![expect(clippy::unwrap_used, reason = "a test ends where something fails")]

use std::net::TcpListener;
use std::time::Duration;

use paystub::{ChargeState, Handle, Stub};
use serde_json::{Value, json};

struct World {
    stub: Handle,
    client: reqwest::Client,
    _folder: tempfile::TempDir,
}

#[expect(clippy::disallowed_methods, reason = "the tests' own client")]
async fn world() -> World {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let stub = Stub::start(listener, &folder.path().join("paystub.log")).await.unwrap();
    World {
        stub,
        client: reqwest::Client::new(),
        _folder: folder,
    }
}

impl World {
    async fn checkout(&self, mut body: Value) -> Value {
        let defaults =
            json!({"store_id": "store5", "api_token": "yesguy", "checkout_id": "chktA", "environment": "qa"});
        for (key, value) in defaults.as_object().unwrap() {
            body.as_object_mut().unwrap().entry(key).or_insert(value.clone());
        }
        let url = format!("{}/chktv2/request/request.php", self.stub.url());
        let answer = self.client.post(url).json(&body).send().await.unwrap();
        answer.json::<Value>().await.unwrap()["response"].clone()
    }

    async fn preload(&self, order_no: &str) -> String {
        let body = json!({"action": "preload", "txn_total": "0.00", "order_no": order_no, "cust_id": "c7"});
        self.checkout(body).await["ticket"].as_str().unwrap().to_owned()
    }

    async fn submit(&self, ticket: &str, number: &str, action: &str) -> (u16, String) {
        let url = format!("{}/chktv2/display/index.php?tck={ticket}", self.stub.url());
        let form = [
            ("card_number", number),
            ("expiry", "12/39"),
            ("cvv", "123"),
            ("action", action),
        ];
        let answer = self.client.post(url).form(&form).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    async fn token(&self, number: &str) -> String {
        let ticket = self.preload(&format!("setup-{number}")).await;
        self.submit(&ticket, number, "save").await;
        let receipt = self.checkout(json!({"action": "receipt", "ticket": ticket})).await;
        receipt["receipt"]["cc"]["tokenize"]["datakey"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    async fn vault(&self, transaction: &str) -> String {
        let body = format!(
            "<?xml version=\"1.0\"?><request><store_id>store5</store_id><api_token>yesguy</api_token>{transaction}</request>"
        );
        let url = format!("{}/gateway2/servlet/MpgRequest", self.stub.url());
        self.client
            .post(url)
            .body(body)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
    }

    async fn purchase(&self, token: &str, order_id: &str, amount: &str) -> String {
        self.vault(&purchase(token, order_id, amount)).await
    }
}

fn purchase(token: &str, order_id: &str, amount: &str) -> String {
    format!(
        "<res_purchase_cc><data_key>{token}</data_key><order_id>{order_id}</order_id><amount>{amount}</amount>\
         <crypt_type>7</crypt_type></res_purchase_cc>"
    )
}

fn field<'a>(xml: &'a str, name: &str) -> &'a str {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let start = xml.find(&open).unwrap_or_else(|| panic!("no {name} in {xml}")) + open.len();
    let end = start + xml[start..].find(&close).unwrap();
    &xml[start..end]
}

#[tokio::test]
async fn card_is_set_up_and_its_receipt_is_complete() {
    let world = world().await;
    let ticket = world.preload("ref-1").await;
    let early = world.checkout(json!({"action": "receipt", "ticket": ticket})).await;
    assert_eq!(early["success"], "false");
    assert_eq!(early["error"]["field"], "ticket");

    let (status, page) = world.submit(&ticket, "4242 4242 4242 4242", "save").await;
    assert_eq!(status, 200);
    assert!(page.contains("payment_complete") && page.contains(&ticket), "{page}");

    let receipt = world.checkout(json!({"action": "receipt", "ticket": ticket})).await;
    assert_eq!(receipt["success"], "true");
    assert_eq!(receipt["request"]["ticket"], ticket.as_str());
    assert_eq!(receipt["request"]["order_no"], "ref-1");
    assert_eq!(receipt["request"]["cust_id"], "c7");
    let cc = &receipt["receipt"]["cc"];
    assert_eq!(receipt["receipt"]["result"], "a");
    assert_eq!((&cc["order_no"], &cc["amount"]), (&json!("ref-1_veri"), &json!("0.00")));
    assert_eq!(
        (&cc["card_type"], &cc["first6last4"]),
        (&json!("V"), &json!("4242424242"))
    );
    assert_eq!(
        (&cc["expiry_date"], &cc["tokenize"]["success"]),
        (&json!("1239"), &json!("true"))
    );
}

#[tokio::test]
async fn page_is_labelled_and_shows_errors() {
    let world = world().await;
    let ticket = world.preload("ref-1").await;
    let url = format!("{}/chktv2/display/index.php?tck={ticket}", world.stub.url());
    let page = world.client.get(url).send().await.unwrap().text().await.unwrap();
    for part in [
        ">Card number</label>",
        ">Expiry</label>",
        ">CVV</label>",
        ">Save card</button>",
        ">Cancel</button>",
        "page_loaded",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let (_, page) = world.submit(&ticket, "4242 4242 4242 4243", "save").await;
    assert!(
        page.contains("Enter a valid card number.") && !page.contains("payment_complete"),
        "{page}"
    );
    assert!(world.stub.cards().is_empty());
    let widget = world
        .client
        .get(format!("{}/chktv2/js/chkt_v1.00.js", world.stub.url()))
        .send()
        .await
        .unwrap();
    assert!(widget.text().await.unwrap().contains("monerisCheckout"));
}

#[tokio::test]
async fn canceled_or_unknown_ticket_returns_nothing() {
    let world = world().await;
    let ticket = world.preload("ref-1").await;
    let (_, page) = world.submit(&ticket, "", "cancel").await;
    assert!(page.contains("cancel_transaction"), "{page}");
    let (status, page) = world.submit(&ticket, "4242424242424242", "save").await;
    assert_eq!(status, 410);
    assert!(page.contains("error_event"), "{page}");
    for ticket in [ticket.as_str(), "nothing"] {
        assert_eq!(
            world.checkout(json!({"action": "receipt", "ticket": ticket})).await["success"],
            "false"
        );
    }
}

#[tokio::test]
async fn credentials_stay_the_same_once_used() {
    let world = world().await;
    let token = world.token("4242424242424242").await;
    let ticket = world.preload("ref-2").await;
    world.submit(&ticket, "4242424242424242", "save").await;
    let wrong = world
        .checkout(json!({"action": "preload", "txn_total": "0.00", "api_token": "guess"}))
        .await;
    assert_eq!(wrong["error"]["field"], "api_token");
    let foreign = json!({"action": "receipt", "ticket": ticket, "store_id": "store6"});
    assert_eq!(world.checkout(foreign).await["error"]["field"], "ticket");
    let other_form = json!({"action": "receipt", "ticket": ticket, "checkout_id": "chktB"});
    assert_eq!(world.checkout(other_form).await["error"]["field"], "ticket");

    let body = format!(
        "<request><store_id>store5</store_id><api_token>guess</api_token>{}</request>",
        purchase(&token, "o1", "1.00")
    );
    let url = format!("{}/gateway2/servlet/MpgRequest", world.stub.url());
    let refused = world
        .client
        .post(url)
        .body(body)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert_eq!(field(&refused, "Message"), "API token mismatch");
    assert_eq!(
        (field(&refused, "ResponseCode"), field(&refused, "Complete")),
        ("null", "false")
    );
    assert!(world.stub.charges().is_empty());
}

#[tokio::test]
async fn charges_behave_as_their_test_cards() {
    let world = world().await;
    for (number, code, state) in [
        ("4242424242424242", "027", ChargeState::Approved),
        ("4000000000000002", "481", ChargeState::Declined),
        ("4000000000000069", "479", ChargeState::Declined),
    ] {
        let token = world.token(number).await;
        let answer = world.purchase(&token, number, "12.99").await;
        assert_eq!(
            (field(&answer, "ResponseCode"), field(&answer, "ReceiptId")),
            (code, number)
        );
        assert_eq!(
            (field(&answer, "Complete"), field(&answer, "TransAmount")),
            ("true", "12.99")
        );
        let charge = world.stub.charges().pop().unwrap();
        assert_eq!(
            (charge.order_no.as_str(), charge.amount, charge.state),
            (number, 1299, state)
        );
        let repeated = world.purchase(&token, number, "12.99").await;
        assert_eq!(
            (field(&repeated, "ResponseCode"), field(&repeated, "Complete")),
            ("null", "false")
        );
        assert!(field(&repeated, "Message").contains("duplicate order id"));
    }
    assert_eq!(world.stub.charges().len(), 3);
    let token = world.token("4000000000000119").await;
    let forged = world.purchase(&token, "o-forged", "12.99").await;
    assert_eq!(field(&forged, "ResponseCode"), "027");
    assert_ne!(field(&forged, "ReceiptId"), "o-forged");
    let checked = world
        .vault(&format!(
            "<status_check>true</status_check>{}",
            purchase(&token, "o-forged", "12.99")
        ))
        .await;
    assert_eq!(field(&checked, "StatusCode"), "481");
}

#[tokio::test]
async fn charge_that_times_out_is_found_later() {
    let world = world().await;
    world.stub.set_manners(|manners| {
        // Long enough for a slow machine to look in between.
        manners.hold = Duration::from_secs(5);
        manners.settle_after = Duration::from_secs(4);
    });
    let token = world.token("4000000000000127").await;
    let check = format!("<status_check>true</status_check>{}", purchase(&token, "o1", "5.00"));
    assert_eq!(field(&world.vault(&check).await, "StatusMessage"), "Not found");
    let (held, early) = tokio::join!(world.purchase(&token, "o1", "5.00"), async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        world.vault(&check).await
    });
    assert_eq!(field(&early, "StatusMessage"), "Not found");
    assert_eq!(held, "", "whoever waits long enough learns nothing");
    let found = world.vault(&check).await;
    assert_eq!(
        (field(&found, "StatusMessage"), field(&found, "StatusCode")),
        ("found", "027")
    );
    assert_eq!(field(&found, "TransAmount"), "5.00");
    assert_eq!(world.stub.charges().len(), 1, "checking charges nothing");
}

#[tokio::test]
async fn charges_are_voided_and_refunded_and_cards_deleted() {
    let world = world().await;
    let token = world.token("4242424242424242").await;
    let id = field(&world.purchase(&token, "o1", "12.99").await, "TransID").to_owned();
    let correct = format!(
        "<purchasecorrection><order_id>o1</order_id><txn_number>{id}</txn_number><crypt_type>7</crypt_type></purchasecorrection>"
    );
    let checked = world
        .vault(&format!("<status_check>true</status_check>{correct}"))
        .await;
    assert_eq!(field(&checked, "StatusMessage"), "Not found");
    let voided = world.vault(&correct).await;
    assert_eq!(
        (field(&voided, "ResponseCode"), field(&voided, "TransType")),
        ("027", "11")
    );
    let checked = world
        .vault(&format!("<status_check>true</status_check>{correct}"))
        .await;
    assert_eq!(field(&checked, "StatusMessage"), "found");
    assert_eq!(field(&world.vault(&correct).await, "ResponseCode"), "null");

    let id = field(&world.purchase(&token, "o2", "10.00").await, "TransID").to_owned();
    let refund = |amount: &str| {
        format!(
            "<refund><order_id>o2</order_id><amount>{amount}</amount><txn_number>{id}</txn_number><crypt_type>7</crypt_type></refund>"
        )
    };
    assert_eq!(field(&world.vault(&refund("4.00")).await, "TransAmount"), "4.00");
    assert_eq!(field(&world.vault(&refund("6.01")).await, "ResponseCode"), "null");
    let charges = world.stub.charges();
    assert_eq!((charges[0].state, charges[1].refunded), (ChargeState::Voided, 400));

    let delete = format!("<res_delete><data_key>{token}</data_key></res_delete>");
    assert_eq!(field(&world.vault(&delete).await, "ResponseCode"), "001");
    assert_eq!(field(&world.vault(&delete).await, "ResponseCode"), "983");
    assert_eq!(
        field(&world.purchase(&token, "o3", "1.00").await, "ResponseCode"),
        "983"
    );
}

#[tokio::test]
async fn outage_returns_500_and_a_stopped_stub_does_not_respond() {
    let world = world().await;
    world.stub.set_manners(|manners| manners.broken = true);
    let url = format!("{}/gateway2/servlet/MpgRequest", world.stub.url());
    assert_eq!(
        world
            .client
            .post(&url)
            .body("<request/>")
            .send()
            .await
            .unwrap()
            .status(),
        500
    );
    world.stub.stop().await;
    assert!(
        world
            .client
            .post(&url)
            .body("<request/>")
            .send()
            .await
            .unwrap_err()
            .is_connect()
    );
}
