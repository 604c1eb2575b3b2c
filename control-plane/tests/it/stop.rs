//! Promise 9, at its worst moment: a shutdown during a processor call.

use std::time::Duration;

use control_plane::config::Config;
use control_plane::serve::{Mode, Server};
use platform::config::Env;
use serde_json::json;

use crate::shopper::{ORIGIN, Shopper, Town};
use crate::support::{Installation, merchants};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn purchase_of_a_disconnected_customer_finishes_before_shutdown() {
    let installation = Installation::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let stub = paystub::Stub::start(listener, &installation.dir.path().join("paystub.log"))
        .await
        .unwrap();
    let account = installation.account();
    let from = merchants().join("sparkle");
    let words = [
        "site",
        "create",
        "--account",
        &account,
        "--subdomain",
        "sparkle",
        "--from",
    ];
    installation.json(&[&words[..], &[from.to_str().unwrap()]].concat());
    let env = Env::default()
        .with("SUDS_DATA_DIR", installation.data_dir().to_string_lossy())
        .with("SUDS_LISTEN", "127.0.0.1:0")
        .with("SUDS_ORIGIN", ORIGIN)
        .with("SUDS_MAIL", "capture")
        .with("SUDS_PASSWORD_HASH", "fast")
        .with("SUDS_CAPTCHA", "none")
        .with("SUDS_PAYSTUB_URL", stub.url());
    let server = Server::start(Config::from_env(&env).unwrap(), Mode::Installation)
        .await
        .unwrap();
    let town = Town {
        server: server.address,
        stub: stub.url(),
        mail: &installation.data_dir().join("mail"),
    };
    let ada = Shopper::arrive(town, "sparkle", "ada@example.com").await;
    let wash = ada.washes(server.address).await.unwrap()[0];
    let body = json!({"products": [{"productId": wash}]});
    stub.set_manners(|manners| manners.latency = Duration::from_secs(2));
    let (buyer, address) = (ada.clone(), server.address);
    let order = tokio::spawn(async move { buyer.post(address, "/orders", Some("key"), &body).await });
    tokio::time::sleep(Duration::from_millis(1000)).await;
    assert!(stub.charges().is_empty(), "it is being asked");
    order.abort();
    assert!(server.stop().await, "nothing was cut off");

    assert_eq!(stub.charges().len(), 1);
    let file = installation.site_folder().join("site.sqlite");
    let mut db = platform::db::connect(&file, platform::db::ConnectionKind::Reader)
        .await
        .unwrap();
    let states: Vec<String> = sqlx::query_scalar("SELECT state FROM checkout_orders")
        .fetch_all(&mut db)
        .await
        .unwrap();
    assert_eq!(states, ["paid"]);
}
