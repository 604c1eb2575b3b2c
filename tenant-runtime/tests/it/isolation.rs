//! docs/RULES.md#promises, 5: credentials and IDs of one site get no data at another. The matrix comes from the table
//! of routes, not from a manual list.

use std::collections::BTreeSet;

use platform::random::{Random, SeededRandom};
use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::http::{AppKey, Caller, HostKind, RouteEntry};

use crate::support::{Client, Customer, Installation, Kiosk, PASSWORD, Reply, SetupSocket, TestSite};

const SEED: u64 = 20_261_120;
const ATTEMPTS: usize = 10_000;

/// Site with a customer who has made purchases, and everything from it that could be used elsewhere.
struct House {
    site: TestSite,
    label: &'static str,
    customer: Customer,
    kiosk: Kiosk,
    /// Of a wash, which its kiosk has reserved.
    code: String,
    redemption: String,
    order: String,
    upload: String,
    form: String,
    ticket: String,
    socket: SetupSocket,
}

impl House {
    async fn build(installation: &std::sync::Arc<Installation>, label: &'static str) -> Self {
        let site = installation.site_called(label).await;
        let email = format!("{label}@example.com");
        let customer = site
            .customer_with_email(&email)
            .await
            .confirmed()
            .await
            .with_card()
            .await;
        let body = json!({"products": [{"productId": 101}, {"productId": 101}]});
        let order = customer.post_once("/orders", "shared-key", body).await.succeeded();
        let socket = SetupSocket::open(&site).await;
        let form = customer
            .get(&format!("/payments/hosted-forms?socketId={}", socket.id))
            .await
            .succeeded();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let kiosk = site.kiosk_at(1).await;
        let code = text(&customer.wallet().await[0]["code"]);
        let body = json!({"code": code, "terminalTxnId": "first"});
        let redemption = kiosk.post("/terminal/redemptions", body).await.succeeded();
        let digest = "0123456789abcdef0123456789abcdef.svg";
        let storage = installation.runtime.objects.tenant(site.site.id);
        let picture = format!("<svg xmlns='http://www.w3.org/2000/svg'><title>{label}</title></svg>");
        storage.put(&format!("uploads/{label}"), picture.clone()).await.unwrap();
        // Each site has a picture of this name, with its own content.
        storage.put(&format!("uploads/{digest}"), picture).await.unwrap();
        Self {
            order: text(&order["transRecordId"]),
            upload: digest.to_owned(),
            form: text(&form["setupData"]["reference"]),
            ticket: text(&form["setupData"]["ticket"]),
            redemption: text(&redemption["redemptionId"]),
            site,
            label,
            customer,
            kiosk,
            code,
            socket,
        }
    }

    fn app_key(&self) -> &str {
        &self.site.site.app_key
    }

    /// Token of a caller allowed to use a route.
    fn token(&self, route: &RouteEntry) -> Option<String> {
        let client = match route.policy.caller {
            Caller::Terminal => &self.kiosk.client,
            _ => &self.customer.client,
        };
        client.token.clone()
    }

    /// All IDs, for path parameters.
    fn ids(&self) -> Vec<String> {
        let ids = [
            &self.order,
            &self.upload,
            &self.form,
            &self.ticket,
            &self.socket.id,
            &self.redemption,
        ];
        ids.map(Clone::clone).into()
    }

    /// A query that says all of it at once.
    fn query(&self) -> String {
        format!(
            "?subdomain=nobody&socketId={}&ticket={}&transRecordId={}&email={}@example.com&cardNumber=9&locationId=1",
            self.socket.id, self.ticket, self.order, self.label
        )
    }

    /// A body that says all of it at once. A sign-up's answer repeats its names, so it has neutral ones.
    fn body(&self, route: &RouteEntry) -> Value {
        let mut body = json!({
            "accessToken": self.customer.client.token, "refreshToken": self.customer.refresh_token,
            "email": format!("{}@example.com", self.label), "password": PASSWORD, "token": self.ticket,
            "products": [{"productId": 101}], "transRecordId": self.order, "locationId": 1,
        });
        match (&route.method, route.path.as_str()) {
            (&Method::POST, "/api/v1/users") => body = Customer::form("somebody@example.com"),
            // Its own customer could, but would then be deleted.
            (&Method::DELETE, "/api/v1/users") => body["password"] = json!("not the password"),
            (&Method::POST, "/api/v1/terminal/codes/resolve" | "/api/v1/terminal/redemptions") => {
                body = json!({"code": self.code, "terminalTxnId": "shared-key"});
            }
            (&Method::POST, path) if path.starts_with("/api/v1/terminal/redemptions/") => {
                body = json!({"terminalTxnId": "shared-key"});
            }
            (&Method::POST, "/api/v1/gift-cards/balance") => body = json!({"cardNumber": "79927398713"}),
            _ => {}
        }
        body
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Own,
    Foreign,
    Nobodys,
}

/// Source of each part of a request.
#[derive(Clone, Copy, Debug)]
struct Carriers {
    app_key: Whose,
    token: Whose,
    ids: Whose,
    forwarded: bool,
}

impl Carriers {
    fn any(random: &dyn Random) -> Self {
        let whose = |n: u64| [Whose::Own, Whose::Foreign, Whose::Nobodys][usize::try_from(n).unwrap()];
        Self {
            app_key: whose(random.below(3)),
            token: whose(random.below(3)),
            ids: whose(random.below(2)),
            forwarded: random.below(2) == 1,
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_of_one_site_is_inaccessible_at_another() {
    println!("seed {SEED}");
    let seeded = SeededRandom::new(SEED);
    let random: &dyn Random = &seeded;
    let installation = Installation::seeded(SEED).await;
    let mut houses = [
        House::build(&installation, "alphaville").await,
        House::build(&installation, "bravotown").await,
    ];
    let table: Vec<_> = installation
        .table
        .iter()
        .filter(|route| route.policy.host != HostKind::Console)
        .collect();
    assert!(table.len() > 25, "the table of routes");
    let mut reached = BTreeSet::new();
    for attempt in 0..ATTEMPTS {
        let route = table[attempt % table.len()];
        let (own, foreign) = if random.below(2) == 0 { (0, 1) } else { (1, 0) };
        let carriers = Carriers::any(random);
        let reply = send(&houses[own], &houses[foreign], route, carriers, random).await;
        judge(&houses[own], &houses[foreign], route, carriers, &reply);
        reached.insert((&route.method, &route.path, reply.status));
        if reply.status == 401 && carriers.token == Whose::Own {
            // The attempts log the customer out, too.
            let house = &mut houses[own];
            house.customer = Customer::log_in(&house.site, &house.customer.email, PASSWORD).await;
        }
    }
    for route in table {
        assert!(
            reached
                .iter()
                .any(|(method, path, _)| **method == route.method && **path == route.path),
            "{route:?}"
        );
    }
    for house in &mut houses {
        // The last attempts may have logged the customer out.
        house.customer = Customer::log_in(&house.site, &house.customer.email, PASSWORD).await;
        assert_eq!(
            house
                .customer
                .get("/users/wallet")
                .await
                .succeeded()
                .as_array()
                .unwrap()[0]["name"],
            format!("{} Sunrise", house.label)
        );
    }
}

async fn send(own: &House, foreign: &House, route: &RouteEntry, carriers: Carriers, random: &dyn Random) -> Reply {
    let of = |whose| match whose {
        Whose::Own => Some(own),
        Whose::Foreign => Some(foreign),
        Whose::Nobodys => None,
    };
    let mut client: Client = own.site.visitor();
    client.app_key = of(carriers.app_key).map(|house| house.app_key().to_owned());
    client.token = of(carriers.token).and_then(|house| house.token(route));
    let named = of(carriers.ids).unwrap_or(foreign);
    let ids = named.ids();
    let id = &ids[usize::try_from(random.below(ids.len() as u64)).unwrap()];
    let mut path: String = route
        .path
        .split('/')
        .map(|part| if part.starts_with('{') { id.as_str() } else { part })
        .collect::<Vec<_>>()
        .join("/");
    path.push_str(&named.query());
    let host = foreign.customer.client.host.clone();
    let mut headers = vec![("Idempotency-Key", "shared-key")];
    if carriers.forwarded {
        headers.push(("X-Forwarded-Host", host.as_str()));
    }
    let body = (route.method != Method::GET).then(|| named.body(route));
    client.send(route.method.clone(), &path, body, &headers).await
}

#[track_caller]
fn judge(own: &House, foreign: &House, route: &RouteEntry, carriers: Carriers, reply: &Reply) {
    let told = format!(
        "{} {} {carriers:?}: {} {}",
        route.method, route.path, reply.status, reply.text
    );
    assert!(!reply.text.contains(foreign.label), "a leak to {}: {told}", own.label);
    let secrets = [&foreign.order, &foreign.form, &foreign.ticket, &foreign.socket.id];
    for secret in secrets.into_iter().chain([&foreign.redemption, &foreign.code]) {
        assert!(!reply.text.contains(secret.as_str()), "a leak to {}: {told}", own.label);
    }
    assert!(reply.status < 500 || reply.body["errorCode"] == "busy", "{told}");
    let code = reply.body["errorCode"].as_str();
    if route.policy.app_key == AppKey::Required && carriers.app_key != Whose::Own {
        assert_eq!((reply.status, code), (403, Some("wrong_app_key")), "{told}");
    } else if route.policy.caller > Caller::Optional && carriers.token != Whose::Own {
        assert_eq!((reply.status, code), (401, Some("invalid_token")), "{told}");
    }
}

#[tokio::test]
async fn account_of_one_site_is_unknown_at_another() {
    let installation = Installation::new().await;
    let (here, there) = (
        installation.site_called("here").await,
        installation.site_called("there").await,
    );
    let ada = here.customer().await;
    let credentials = json!({"email": ada.email, "password": PASSWORD});
    there
        .visitor()
        .post("/users/login", credentials)
        .await
        .refused(401, "wrong_credentials");
    assert_eq!(
        there
            .visitor()
            .post("/users/unique", json!({"email": ada.email}))
            .await
            .succeeded(),
        true
    );
    // The same address signs up there, too, and the two know nothing of each other.
    let other = there.customer().await.confirmed().await.with_card().await;
    assert_eq!(ada.get("/users").await.succeeded()["emailConfirmed"], false);
    assert_eq!(ada.get("/users/payment").await.succeeded()["onFile"], false);
    assert_eq!(other.get("/users/payment").await.succeeded()["onFile"], true);
    other.post("/users/logout", json!({})).await.succeeded();
    ada.get("/users").await.succeeded();
}
