//! A site from the command line: from `suds site create --template` to the first redeemed code.

use std::path::Path;

use serde_json::{Value, json};

use super::templates::marks;
use crate::server::Server;
use crate::shopper::{Shopper, Town};
use crate::support::Installation;

const SITE: &str = "canyon";
const COMPANY: &str = "Canyon Car Wash";
const OWNER: &str = "olive@canyon.example";
const PASSWORD: &str = "Saguaro-Rain-77";
/// Credentials that the test processor accepts. A merchant in `tenants/` has some of them, too.
const TYPED: [&str; 2] = ["store5", "yesguy"];

/// Token of the emailed invitation.
fn invitation(mail: &Path) -> String {
    let mut messages = std::fs::read_dir(mail).unwrap();
    messages
        .find_map(|entry| {
            let text = std::fs::read_to_string(entry.unwrap().path()).ok()?;
            let link = text
                .lines()
                .find(|line| line.starts_with("http") && line.contains("/invitation?"))?;
            Some(link.split("token=").nth(1)?.trim().to_owned())
        })
        .unwrap()
}

/// Owner's steps from the invitation to an open shop.
async fn open_shop(owner: &mut Shopper, server: &Server, mail: &Path) {
    let address = server.address;
    let acceptance = json!({ "token": invitation(mail), "firstName": "Olive", "lastName": "Owens",
        "cellPhoneNumber": "5205550143", "password": PASSWORD });
    owner
        .post(address, "/users/invitations/accept", None, &acceptance)
        .await
        .unwrap();
    let secret = json!({ "email": OWNER, "password": PASSWORD });
    let tokens = owner.post(address, "/users/login", None, &secret).await.unwrap();
    tokens["accessToken"].as_str().unwrap().clone_into(&mut owner.token);

    let taxes = json!({ "wash": 87_000, "club": 87_000, "merchandise": 0 });
    for (name, latitude) in [("Canyon Speedway", 32.2359), ("Canyon Oracle", 32.3166)] {
        let location = json!({ "name": name, "address1": "4500 E Speedway Blvd", "city": "Tucson",
            "latitude": latitude, "longitude": -110.8976, "taxes": taxes });
        owner
            .post(address, "/admin/locations", Some(&name.replace(' ', "-")), &location)
            .await
            .unwrap();
    }
    let products = owner.get(address, "/admin/products").await.unwrap();
    let ids: Vec<&Value> = products["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|product| &product["productId"])
        .collect();
    owner
        .post(address, "/admin/products/restore", None, &json!({ "ids": ids }))
        .await
        .unwrap();
    let texts = owner.get(address, "/admin/texts").await.unwrap();
    for kind in ["terms", "privacy", "clubTerms"] {
        let current = texts["items"]
            .as_array()
            .unwrap()
            .iter()
            .find(|text| text["kind"] == kind);
        let based_on = current.map_or(0, |text| text["textId"].as_i64().unwrap());
        let text = json!({ "html": format!("<p>The {kind} of {COMPANY}.</p>"), "basedOn": based_on });
        owner
            .post(address, &format!("/admin/texts/{kind}"), None, &text)
            .await
            .unwrap();
    }
    for kind in ["home_page", "sender"] {
        let confirmation = json!({ "kind": kind });
        owner
            .post(address, "/admin/opening/confirmations", None, &confirmation)
            .await
            .unwrap();
    }
    let unlock = json!({ "password": PASSWORD });
    owner.post(address, "/users/unlock", None, &unlock).await.unwrap();
    let in_use = owner.get(address, "/admin/processor").await.unwrap();
    let [store, token] = TYPED;
    let settings = json!({ "storeId": store, "apiToken": token, "checkoutId": "chktCANYON" });
    let change = json!({ "version": in_use["version"],
        "processor": { "name": "moneris", "endpoints": "stub", "settings": settings } });
    owner.put(address, "/admin/processor", &change).await.unwrap();
    let opened = owner
        .put(address, "/admin/opening", &json!({ "open": true }))
        .await
        .unwrap();
    assert_eq!(opened["open"], true, "{opened}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn site_from_a_template_sells_and_redeems_its_first_code() {
    let installation = Installation::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let log = installation.dir.path().join("paystub.log");
    let stub = paystub::Stub::start(listener, &log).await.unwrap();
    let mut server = Server::of_new_sites(&installation, &[], stub.url());
    let account = installation.json(&["account", "create", "--company", COMPANY]);
    let account = account["id"].as_str().unwrap();
    let mut words = vec!["site", "create", "--account", account, "--subdomain", SITE];
    words.extend(["--environment", "demo", "--template", "express_tunnel"]);
    words.extend(["--country", "US", "--time-zone", "America/Denver", "--owner", OWNER]);
    let site = installation.json(&words);
    assert_eq!(site["owners"][0]["state"], "pending", "{site}");
    server.start().await;

    let mail = installation.data_dir().join("mail");
    let town = Town {
        server: server.address,
        stub: stub.url(),
        mail: &mail,
    };
    let mut owner = Shopper::visitor(town, SITE).await;
    open_shop(&mut owner, &server, &mail).await;

    let customer = Shopper::arrive(town, SITE, "ada@example.com").await;
    let washes = customer.washes(server.address).await.unwrap();
    assert_eq!(washes.len(), 3);
    let clubs = customer.get(server.address, "/products/washClubs").await.unwrap();
    assert_eq!(clubs.as_array().unwrap().len(), 2);
    let order = json!({ "products": [{ "productId": washes[0] }], "acceptedTerms": true });
    let bought = customer
        .post(server.address, "/orders", Some("first"), &order)
        .await
        .unwrap();
    assert_eq!(bought["approved"], true, "{bought}");
    let wallet = customer.get(server.address, "/users/wallet").await.unwrap();
    let pair = [
        "terminal",
        "pair",
        "--site",
        SITE,
        "--location",
        "1",
        "--label",
        "Tunnel",
    ];
    let mut kiosk = Shopper::visitor(town, SITE).await;
    let pairing = json!({ "pairingCode": installation.json(&pair)["pairingCode"] });
    let paired = kiosk
        .post(server.address, "/terminal/pair", None, &pairing)
        .await
        .unwrap();
    paired["terminalKey"].as_str().unwrap().clone_into(&mut kiosk.token);
    let wash = json!({ "code": wallet[0]["code"], "terminalTxnId": "wash-1" });
    let reserved = kiosk
        .post(server.address, "/terminal/redemptions", None, &wash)
        .await
        .unwrap();
    let confirm = format!(
        "/terminal/redemptions/{}/confirm",
        reserved["redemptionId"].as_str().unwrap()
    );
    let body = json!({ "terminalTxnId": "wash-1-confirm" });
    kiosk.post(server.address, &confirm, None, &body).await.unwrap();

    let checked = installation.json(&["site", "check", SITE]);
    assert_eq!(checked[0]["problems"], Value::Array(Vec::new()), "{checked}");
    let config = owner.get(server.address, "/accounts/site-config").await.unwrap();
    let folder = installation.data_dir().join("sites").join(site["id"].as_str().unwrap());
    let file = std::fs::read(folder.join("site.sqlite")).unwrap();
    let file = String::from_utf8_lossy(&file);
    for mark in marks().iter().filter(|mark| !TYPED.contains(&mark.as_str())) {
        assert!(!file.contains(mark.as_str()), "the file has {mark:?}");
        assert!(!config.to_string().contains(mark.as_str()), "the config has {mark:?}");
    }
}
