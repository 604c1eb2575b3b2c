//! Promise 16: a restored, imported or copied site charges, emails and redeems nothing until an operator releases it, and of two
//! copies only the newest may charge.

use std::path::Path;

use serde_json::{Value, json};

use super::{PASSPHRASE, export, with_passphrase, with_site};
use crate::server::Server;
use crate::shopper::{Shopper, Town, Trouble};
use crate::support::{Installation, copy_folder, create, failure, get, header, merchants};

pub(super) async fn stub(folder: &Path) -> paystub::Handle {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    paystub::Stub::start(listener, &folder.join("paystub.log"))
        .await
        .unwrap()
}

/// Result of an order: approved, or the error code.
async fn buy(ada: &Shopper, server: std::net::SocketAddr, key: &str) -> Result<bool, String> {
    let wash = ada.washes(server).await.unwrap()[0];
    let order = json!({"products": [{"productId": wash}], "acceptedTerms": true});
    match ada.post(server, "/orders", Some(key), &order).await {
        Ok(result) => Ok(result["approved"] == true),
        Err(Trouble::Refused { body, .. }) => Err(body["errorCode"].as_str().unwrap_or_default().to_owned()),
        Err(Trouble::Lost) => Err("lost".to_owned()),
    }
}

fn reason(installation: &Installation, site: &str) -> Value {
    installation.json(&["site", "show", site])["hold"]["reason"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restored_site_charges_nothing_until_its_differences_are_acknowledged() {
    let installation = Installation::new();
    let stub = stub(installation.dir.path()).await;
    let sites = [("bluewave".to_owned(), merchants().join("bluewave"))];
    let mut server = Server::of_new_sites(&installation, &sites, stub.url());
    server.start().await;
    let mail = installation.data_dir().join("mail");
    let town = Town {
        server: server.address,
        stub: stub.url(),
        mail: &mail,
    };
    let ada = Shopper::arrive(town, "bluewave", "ada@example.com").await;
    assert_eq!(buy(&ada, server.address, "kept").await, Ok(true));
    installation.json(&["site", "backup", "bluewave"]);
    assert_eq!(buy(&ada, server.address, "lost").await, Ok(true));
    let charges = stub.charges();

    let restored = installation.json(&["site", "restore", "bluewave", "--latest", "--yes"]);
    assert_eq!(restored["hold"]["reason"], "restored");
    for (path, status) in [
        ("/", 503),
        ("/shop/washes", 503),
        ("/mmtpo", 200),
        ("/kiosk", 200),
        ("/logIn", 200),
    ] {
        let page = get(server.address, &ada.host(), path, &[("accept", "text/html")]).await;
        assert_eq!(page.status(), status, "{path}");
        let is_away = status == 503;
        assert_eq!(page.headers().contains_key("retry-after"), is_away, "{path}");
        assert_eq!(
            header(&page, "cache-control"),
            if is_away { "no-store" } else { "no-cache" }
        );
        assert!(page.text().await.unwrap().contains("\"held\":true"), "{path}");
    }
    assert_eq!(buy(&ada, server.address, "held").await, Err("site_held".to_owned()));
    assert_eq!(
        ada.get(server.address, "/users/wallet")
            .await
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        1
    );

    let report = installation.json(&["site", "release", "bluewave", "--dry-run"]);
    assert_eq!(report["listing"], "listed");
    let differences = report["differences"].as_array().unwrap();
    assert_eq!(differences.len(), 1, "{report}");
    let lost = charges.last().unwrap();
    assert_eq!(
        (
            &differences[0]["kind"],
            &differences[0]["subject"],
            &differences[0]["amount"]
        ),
        (&json!("charge"), &json!(lost.order_no), &json!(lost.amount))
    );
    let refused = installation.run(&["site", "release", "bluewave"]);
    let id = differences[0]["id"].as_str().unwrap();
    assert!(failure(&refused).contains(id), "{refused:?}");
    assert_eq!(reason(&installation, "bluewave"), "restored");

    let released = installation.json(&["site", "release", "bluewave", "--acknowledge", id]);
    assert_eq!((&released["hold"], &released["epoch"]), (&Value::Null, &json!(3)));
    assert_eq!(stub.charges().len(), charges.len());
    assert_eq!(buy(&ada, server.address, "held").await, Ok(true));
    assert_eq!(stub.charges().len(), charges.len() + 1);
    // The customer's app sends the lost purchase again.
    assert_eq!(buy(&ada, server.address, "lost").await, Ok(true));
    assert_eq!(stub.charges().len(), charges.len() + 1);
    let audit = installation.json(&["audit", "--action", "site.release"]);
    assert_eq!(audit["items"][0]["details"]["differences"][0]["id"], id);
    let again = installation.run(&["site", "release", "bluewave"]);
    assert!(failure(&again).contains("isn't held"), "{again:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn imported_copy_and_moved_original_are_held() {
    let (here, there) = (Installation::new(), Installation::new());
    let stub = stub(here.dir.path()).await;
    let sites = [("bluewave".to_owned(), merchants().join("bluewave"))];
    let mut original = Server::of_new_sites(&here, &sites, stub.url());
    original.start().await;
    let mail = here.data_dir().join("mail");
    let town = Town {
        server: original.address,
        stub: stub.url(),
        mail: &mail,
    };
    let ada = Shopper::arrive(town, "bluewave", "ada@example.com").await;
    let archive = |name: &str, more: &[&str]| {
        let file = here.dir.path().join(name);
        let words = [&["site", "export", "bluewave", file.to_str().unwrap()][..], more].concat();
        let output = with_passphrase(&here, PASSPHRASE, &words);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        file
    };
    let copy = archive("copy.suds", &[]);
    assert_eq!(reason(&here, "bluewave"), Value::Null, "a copy leaves its source alone");

    let mut staging = Server::of_new_sites(&there, &[], stub.url());
    there.json(&["environment", "create", "staging"]);
    let account = there.account();
    let words = [
        "--json",
        "site",
        "import",
        "--yes",
        copy.to_str().unwrap(),
        "--account",
        &account,
        "--environment",
        "staging",
    ];
    let imported = with_passphrase(&there, PASSPHRASE, &words);
    assert!(
        imported.status.success(),
        "{}",
        String::from_utf8_lossy(&imported.stderr)
    );
    let imported: Value = serde_json::from_slice(&imported.stdout).unwrap();
    assert_eq!(
        (&imported["hold"]["reason"], &imported["epoch"]),
        (&json!("imported"), &json!(2))
    );
    staging.start().await;
    let charges = stub.charges().len();
    assert_eq!(buy(&ada, staging.address, "copy").await, Err("site_held".to_owned()));
    assert_eq!(buy(&ada, original.address, "original").await, Ok(true));
    assert_eq!(stub.charges().len(), charges + 1);

    let review = |installation: &Installation| {
        let output = installation.run(&["site", "release", "bluewave", "--dry-run"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let warning = "Warning: this site was imported, and its original may still charge the same customers.";
    assert!(review(&there).starts_with(warning), "{}", review(&there));

    archive("move.suds", &["--move"]);
    let warning = "Warning: this site was exported, and its copy may already charge the same customers.";
    assert!(review(&here).starts_with(warning), "{}", review(&here));
    let moved = here.json(&["site", "show", "bluewave"]);
    assert_eq!(
        (&moved["state"], &moved["hold"]["reason"]),
        (&json!("suspended"), &json!("moved"))
    );
    here.json(&["site", "resume", "bluewave"]);
    assert_eq!(buy(&ada, original.address, "moved").await, Err("site_held".to_owned()));
    assert_eq!(stub.charges().len(), charges + 1);
}

#[test]
fn all_held_sites_are_released_together() {
    let installation = Installation::new();
    let account = installation.account();
    for site in ["sparkle", "bluewave", "harbor"] {
        let folder = merchants().join(if site == "harbor" { "sparkle" } else { site });
        installation.json(&create(&account, site, "dev", &folder));
    }
    let none = installation.json(&["site", "release", "--all", "--dry-run"]);
    assert_eq!(none["sites"], json!([]));
    for site in ["sparkle", "bluewave"] {
        installation.json(&["site", "backup", site]);
        installation.json(&["site", "restore", site, "--latest", "--yes"]);
    }
    let archive = installation.dir.path().join("moved.suds");
    let words = ["site", "export", "harbor", archive.to_str().unwrap(), "--move"];
    assert!(with_passphrase(&installation, PASSPHRASE, &words).status.success());

    let listed = installation.json(&["site", "release", "--all", "--dry-run"]);
    let of = |list: &Value| -> Vec<(String, bool)> {
        let sites = list["sites"].as_array().unwrap();
        sites
            .iter()
            .map(|site| {
                (
                    site["subdomain"].as_str().unwrap().to_owned(),
                    site["problem"].is_null(),
                )
            })
            .collect()
    };
    let mut names = of(&listed);
    names.sort();
    assert_eq!(
        names,
        [
            ("bluewave".to_owned(), true),
            ("harbor".to_owned(), false),
            ("sparkle".to_owned(), true)
        ]
    );
    assert_eq!(reason(&installation, "sparkle"), "restored");
    for words in [
        &["site", "release", "--all"][..],
        &["site", "release", "--all", "--confirm", "3", "--acknowledge-all"],
    ] {
        let refused = installation.run(words);
        assert!(failure(&refused).contains("--confirm 2"), "{refused:?}");
    }
    // The processor can't be asked here, which is a difference.
    let unacknowledged = installation.run(&["site", "release", "--all", "--confirm", "2"]);
    assert!(!unacknowledged.status.success());
    assert_eq!(reason(&installation, "sparkle"), "restored");
    let released = installation.json(&["site", "release", "--all", "--confirm", "2", "--acknowledge-all"]);
    assert_eq!(released["dryRun"], false);
    for (site, hold) in [
        ("sparkle", Value::Null),
        ("bluewave", Value::Null),
        ("harbor", json!("moved")),
    ] {
        assert_eq!(reason(&installation, site), hold, "{site}");
    }
}

#[test]
fn every_way_to_add_a_file_holds_the_site() {
    let installation = with_site();
    let folder = installation.site_folder();
    let (file, aside) = (folder.join("site.sqlite"), installation.dir.path().join("aside.sqlite"));
    std::fs::copy(&file, &aside).unwrap();
    installation.json(&["site", "backup", "sparkle"]);
    installation.json(&["site", "restore", "sparkle", "--latest", "--yes"]);
    assert_eq!(reason(&installation, "sparkle"), "restored");
    installation.json(&["site", "release", "sparkle", "--acknowledge-all"]);
    assert_eq!(reason(&installation, "sparkle"), Value::Null);

    // An older file, put there by hand.
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("site.sqlite{ending}")));
    }
    std::fs::copy(&aside, &file).unwrap();
    installation.json(&["terminal", "list", "--site", "sparkle"]);
    assert_eq!(reason(&installation, "sparkle"), "copied");
    installation.json(&["site", "release", "sparkle", "--acknowledge-all"]);
    installation.json(&["terminal", "list", "--site", "sparkle"]);
    assert_eq!(reason(&installation, "sparkle"), Value::Null);

    // An undone deletion restores a site that may run elsewhere by now.
    installation.json(&["site", "delete", "sparkle", "--confirm", "sparkle"]);
    installation.json(&["site", "undelete", "sparkle"]);
    assert_eq!(reason(&installation, "sparkle"), Value::Null);
    export(&installation);
    installation.json(&["site", "delete", "sparkle", "--confirm", "sparkle"]);
    installation.json(&["site", "undelete", "sparkle"]);
    assert_eq!(reason(&installation, "sparkle"), "undeleted");
}

#[test]
fn production_endpoints_work_only_in_production() {
    let installation = Installation::new();
    let account = installation.account();
    let folder = installation.dir.path().join("merchant");
    copy_folder(&merchants().join("sparkle"), &folder);
    let path = folder.join("site.json");
    let manifest = std::fs::read_to_string(&path).unwrap();
    std::fs::write(
        &path,
        manifest.replace("\"endpoints\": \"stub\"", "\"endpoints\": \"production\""),
    )
    .unwrap();
    let refused = installation.run(&create(&account, "sparkle", "dev", &folder));
    assert!(failure(&refused).contains("test endpoints"), "{refused:?}");
}
