//! Command line, alone and with a running server.

mod environments;
mod keys;
mod owners;

use std::fs::Permissions;
use std::io::Write as _;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::support::{Installation, copy_folder, create, failure, get, http, merchants};

#[test]
fn accounts_and_sites_make_a_round_trip() {
    let installation = Installation::new();
    let account = installation.account();
    assert_eq!(
        installation.json(&["account", "show", &account])["companyName"],
        "Sparkle Auto Spa"
    );
    assert_eq!(installation.json(&["account", "list"]).as_array().unwrap().len(), 1);

    let made = installation.json(&create(&account, "Sparkle", "demo", &merchants().join("sparkle")));
    assert_eq!(
        (&made["subdomain"], &made["state"]),
        (&Value::from("sparkle"), &Value::from("active"))
    );
    let mut shown = installation.json(&["site", "show", "sparkle"]);
    assert_eq!(shown["owners"], Value::Array(Vec::new()));
    shown.as_object_mut().unwrap().remove("owners");
    assert_eq!(shown, made);
    assert_eq!(installation.json(&["site", "list"]), Value::from(vec![made]));
    let checked = installation.json(&["site", "check", "--all"]);
    assert_eq!(checked[0]["problems"], Value::Array(Vec::new()));

    let environments = installation.json(&["environment", "list"]);
    let names: Vec<&str> = environments
        .as_array()
        .unwrap()
        .iter()
        .map(|environment| environment["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["demo", "dev", "prod"]);
    let text = String::from_utf8(installation.run(&["site", "list"]).stdout).unwrap();
    assert!(text.starts_with("SUBDOMAIN") && text.contains("sparkle"), "{text}");
}

#[test]
fn refusals_are_one_line_and_change_nothing() {
    let installation = Installation::new();
    let account = installation.account();
    let (from, nowhere) = (merchants().join("sparkle"), Path::new("/nowhere"));
    installation.json(&create(&account, "sparkle", "demo", &from));
    for (words, expected) in [
        (create(&account, "sparkle", "demo", &from), "taken"),
        (create(&account, "www", "demo", &from), "reserved"),
        (create(&account, "x", "demo", &from), "3 to 63"),
        (create("nobody", "other", "demo", &from), "no account"),
        (create(&account, "other", "demo", nowhere), "/nowhere/site.json"),
        (create(&account, "other", "moon", &from), "no environment"),
        (create(&account, "other", "prod", &from), "test processor"),
        (vec!["site", "show", "nosuch"], "no site"),
        (vec!["build", "publish", "/nowhere"], "/nowhere"),
        (vec!["account", "create", "--company", " "], "company name"),
    ] {
        let said = failure(&installation.run(&words));
        assert!(said.contains(expected), "{words:?}: {said}");
    }
    assert_eq!(installation.json(&["site", "list"]).as_array().unwrap().len(), 1);
}

#[test]
fn a_damaged_manifest_is_named_with_file_and_field() {
    let installation = Installation::new();
    let account = installation.account();
    let folder = installation.dir.path().join("merchant");
    std::fs::create_dir(&folder).unwrap();
    let good: Value = serde_json::from_slice(&std::fs::read(merchants().join("sparkle/site.json")).unwrap()).unwrap();
    let mut wrong_type = good.clone();
    wrong_type["products"][0]["price"] = Value::from("cheap");
    let mut wrong_picture = good;
    wrong_picture["siteConfig"]["logo"] = Value::from("images/missing.svg");
    for (manifest, field) in [
        (wrong_type.to_string(), "products[0].price"),
        (wrong_picture.to_string(), "siteConfig.logo"),
        ("{".to_owned(), "site.json"),
    ] {
        std::fs::write(folder.join("site.json"), manifest).unwrap();
        let said = failure(&installation.run(&create(&account, "other", "demo", &folder)));
        assert!(said.contains(field) && said.contains("site.json"), "{said}");
    }
    assert_eq!(installation.json(&["site", "list"]), Value::Array(Vec::new()));
    assert_eq!(
        std::fs::read_dir(installation.data_dir().join("sites"))
            .unwrap()
            .count(),
        0
    );
}

#[test]
fn misuse_is_exit_code_2_and_a_missing_directory_is_not_made() {
    let installation = Installation::without_directory();
    assert_eq!(installation.run(&["site", "paint"]).status.code(), Some(2));
    assert_eq!(installation.run(&["site", "check"]).status.code(), Some(2));
    assert_eq!(installation.run(&["--help"]).status.code(), Some(0));
    assert!(failure(&installation.run(&["site", "list"])).contains("no data directory"));
    assert!(!installation.data_dir().exists());
    let refused = installation
        .suds()
        .env("SUDS_LISTEN", "nowhere")
        .arg("serve")
        .output()
        .unwrap();
    assert!(failure(&refused).contains("SUDS_LISTEN"));
    let refused = installation
        .suds()
        .env_remove("SUDS_MAIL")
        .arg("serve")
        .output()
        .unwrap();
    assert!(failure(&refused).contains("SUDS_MAIL"));
}

#[test]
fn openapi_and_help_need_nothing() {
    let installation = Installation::without_directory();
    let output = installation.suds().env_clear().arg("openapi").output().unwrap();
    let description: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(description["paths"]["/api/v1/system/app-version"]["get"].is_object());
    assert!(description["paths"]["/api/v1/accounts/site-config"]["get"].is_object());
    let help = installation
        .suds()
        .env_clear()
        .args(["help", "config"])
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for variable in [
        "SUDS_LISTEN",
        "SUDS_DATA_DIR",
        "SUDS_ORIGIN",
        "SUDS_MAIL",
        "SUDS_PAYSTUB_URL",
    ] {
        assert!(help.contains(variable), "{variable}");
    }
    assert!(!installation.data_dir().exists());
}

#[tokio::test]
async fn a_running_server_carries_commands_out() {
    let installation = Installation::new();
    let server = installation.serve();
    let host = format!("sparkle.localhost:{}", server.address.port());
    let path = "/api/v1/accounts/site-key?subdomain=sparkle";
    assert_eq!(get(server.address, &host, path, &[]).await.status(), 404);

    let account = installation.account();
    let made = installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let answer: Value = get(server.address, &host, path, &[]).await.json().await.unwrap();
    assert_eq!(answer["resultData"]["appKey"], made["appKey"], "live at once");
    assert_eq!(
        installation.json(&["site", "check", "sparkle"])[0]["problems"],
        Value::Array(Vec::new())
    );
    assert!(failure(&installation.run(&["site", "show", "nosuch"])).contains("no site"));
    assert!(
        failure(&installation.run(&["serve"])).contains("in use"),
        "one process holds a data directory"
    );

    assert_eq!(server.terminate(), Some(0));
    assert!(!installation.data_dir().join("suds.sock").exists());
    assert_eq!(installation.json(&["site", "list"])[0], made);
}

/// With a running server, which knows the terminal immediately.
#[tokio::test]
async fn terminals_are_paired_by_a_code() {
    let installation = Installation::new();
    let server = installation.serve();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let pair = |more: &[&'static str]| [&["terminal", "pair", "--site", "sparkle"], more].concat();
    let new = installation.json(&pair(&["--location", "1", "--label", "Lane 1"]));
    let listed = installation.json(&["terminal", "list", "--site", "sparkle"]);
    assert_eq!(
        (&listed[0]["terminalId"], &listed[0]["isPaired"], &listed[0]["label"]),
        (&new["terminalId"], &Value::from(false), &Value::from("Lane 1"))
    );
    let client = http().build().unwrap();
    let answer = client
        .post(format!("http://{}/api/v1/terminal/pair", server.address))
        .header("Host", "sparkle.localhost")
        .json(&serde_json::json!({"pairingCode": new["pairingCode"]}));
    let answer: Value = answer.send().await.unwrap().json().await.unwrap();
    assert_eq!(answer["resultData"]["terminalId"], new["terminalId"], "{answer}");
    let text = String::from_utf8(installation.run(&["terminal", "list", "--site", "sparkle"]).stdout).unwrap();
    assert!(
        text.starts_with("ID") && text.contains("Lane 1") && text.contains("yes"),
        "{text}"
    );

    let mut again = installation.suds();
    again.args(["--json", "terminal", "pair", "--site", "sparkle", "--terminal"]);
    again.arg(new["terminalId"].as_str().unwrap());
    let again: Value = serde_json::from_slice(&again.output().unwrap().stdout).unwrap();
    assert_eq!(again["terminalId"], new["terminalId"]);
    assert_ne!(again["pairingCode"], new["pairingCode"]);

    let id = new["terminalId"].as_str().unwrap();
    let remove = |id| ["terminal", "remove", "--site", "sparkle", "--terminal", id];
    let me = async || {
        let me = client.get(format!("http://{}/api/v1/terminal/me", server.address));
        let key = answer["resultData"]["terminalKey"].as_str().unwrap();
        let me = me.header("Host", "sparkle.localhost").bearer_auth(key);
        me.send().await.unwrap().status().as_u16()
    };
    assert_eq!(me().await, 200);
    assert_eq!(
        installation.json(&remove(id)),
        serde_json::json!([]),
        "those that are left"
    );
    assert_eq!(me().await, 401);

    for (words, expected) in [
        (pair(&["--location", "99", "--label", "Lane"]), "unknown location"),
        (pair(&["--terminal", "nobody"]), "unknown terminal"),
        (remove(id).to_vec(), "unknown terminal"),
    ] {
        let said = failure(&installation.run(&words));
        assert!(said.contains(expected), "{words:?}: {said}");
    }
    for words in [
        pair(&[]),
        pair(&["--location", "1"]),
        pair(&["--terminal", "x", "--location", "1", "--label", "L"]),
    ] {
        assert_eq!(installation.run(&words).status.code(), Some(2), "{words:?}");
    }
}

/// Bounce report for the email with this Message-ID.
fn report(action: &str, id: &str) -> String {
    [
        "Subject: Undelivered Mail Returned to Sender",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"",
        "",
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.example.net",
        "",
        &format!("Action: {action}"),
        "Status: 5.1.1",
        "",
        "--b",
        "Content-Type: text/rfc822-headers",
        "",
        "To: ann@example.com",
        &format!("Message-ID: <{id}@sparkle.localhost>"),
        "X-Suds-Site: sparkle",
        "X-Suds-Kind: receipt",
        "",
        "--b--",
        "",
    ]
    .join("\r\n")
}

/// Bounces of real emails are tested in `tenant-runtime/tests/it/notifications`; this tests forged ones, alone and with
/// a server.
#[test]
fn a_report_on_a_mail_that_nobody_sent_changes_nothing() {
    let installation = Installation::new();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let hand_over = |message: &str| {
        let mut command = installation.suds();
        command.args(["mail", "bounced"]).stdin(Stdio::piped());
        let mut running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        running.stdin.take().unwrap().write_all(message.as_bytes()).unwrap();
        running.wait_with_output().unwrap()
    };
    let forged = report("failed", "0123.abcd");
    let elsewhere = forged.replace("X-Suds-Site: sparkle", "X-Suds-Site: nosuch");
    let alone = failure(&hand_over(&forged));
    assert!(alone.contains("didn't send this email"), "{alone}");
    let _server = installation.serve();
    for (message, said) in [
        (forged.as_str(), "didn't send this email"),
        (&elsewhere, "no site"),
        ("Subject: Hello\r\n\r\nHow are you?", "not a delivery report"),
    ] {
        let refused = failure(&hand_over(message));
        assert!(refused.contains(said), "{refused}");
    }
    let late = hand_over(&report("delayed", "0123.abcd"));
    assert!(late.status.success(), "what is only late did not come back");
}

#[test]
fn a_killed_server_leaves_a_directory_that_can_be_used() {
    let installation = Installation::new();
    let mut server = installation.serve();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    assert!(installation.data_dir().join("suds.sock").exists());
    installation.account();
    assert_eq!(installation.serve().terminate(), Some(0));
}

#[test]
fn a_taken_port_is_told_in_one_line() {
    let installation = Installation::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = installation
        .suds()
        .env("SUDS_LISTEN", &address)
        .arg("serve")
        .output()
        .unwrap();
    let said = failure(&refused);
    assert!(said.contains(&address) && said.contains("SUDS_LISTEN"), "{said}");
}

#[test]
fn what_production_forbids_is_refused_at_start() {
    let installation = Installation::new();
    let account = installation.account();
    let folder = installation.dir.path().join("merchant");
    copy_folder(&merchants().join("northstar"), &folder);
    let path = folder.join("site.json");
    let mut manifest: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    manifest["processor"]["endpoints"] = Value::from("sandbox");
    std::fs::write(&path, manifest.to_string()).unwrap();
    installation.json(&create(&account, "northstar", "prod", &folder));

    assert!(failure(&installation.run(&["serve"])).contains("SUDS_PASSWORD_HASH"));
    // Neither does the command line accept a domain there without proof.
    let mut domain = installation.suds();
    domain.env("SUDS_DOMAIN_PROOF", "off");
    let claimed = domain
        .args(["--json", "site", "domain", "northstar", "wash.example"])
        .output();
    let claimed: Value = serde_json::from_slice(&claimed.unwrap().stdout).unwrap();
    assert_eq!(
        (&claimed["customDomain"], &claimed["domainClaim"]["state"]),
        (&Value::Null, &Value::from("waiting"))
    );

    let other = Installation::new();
    let account = other.account();
    let _server = other.serve();
    let refused = other.run(&create(&account, "northstar", "prod", &folder));
    assert!(
        failure(&refused).contains("SUDS_PASSWORD_HASH"),
        "nor is such a site made beside a running server"
    );
    let mut anonymous = installation.suds();
    let refused = anonymous.env_remove("SUDS_PASSWORD_HASH").arg("serve").output();
    assert!(failure(&refused.unwrap()).contains("SUDS_PROVIDER_NAME"));
    for (variable, value) in [
        ("SUDS_CAPTCHA", "none"),
        ("SUDS_PAYSTUB_URL", "http://127.0.0.1:9"),
        ("SUDS_DOMAIN_PROOF", "off"),
    ] {
        let mut serve = installation.suds();
        let refused = serve
            .env_remove("SUDS_PASSWORD_HASH")
            .env(variable, value)
            .arg("serve")
            .output()
            .unwrap();
        assert!(failure(&refused).contains(variable));
    }
}

/// A mistyped name must not become an installation.
#[test]
fn commands_make_no_data_directory() {
    let installation = Installation::without_directory();
    let build = crate::support::web_build("1.0.0");
    for words in [
        vec!["account", "create", "--company", "Sparkle"],
        vec!["build", "publish", build.path().to_str().unwrap()],
    ] {
        let said = failure(&installation.run(&words));
        assert!(
            said.contains("no data directory") && said.contains("SUDS_DATA_DIR"),
            "{said}"
        );
    }
    assert!(!installation.data_dir().exists());
}

#[test]
fn a_data_directory_that_others_may_read_is_refused() {
    let installation = Installation::new();
    installation.account();
    for (mode, refused) in [(0o755, true), (0o710, true), (0o704, true), (0o700, false)] {
        std::fs::set_permissions(installation.data_dir(), Permissions::from_mode(mode)).unwrap();
        let listed = installation.run(&["account", "list"]);
        assert_eq!(!listed.status.success(), refused, "{mode:o}");
        if refused {
            let said = failure(&listed);
            assert!(
                said.contains("chmod 700") && said.contains(&format!("{mode:o}")),
                "{said}"
            );
            failure(&installation.run(&["serve"]));
        }
    }
}

#[test]
fn variables_that_make_no_sense_are_named() {
    let installation = Installation::new();
    for (name, value) in [
        ("SUDS_LOG", "loud"),
        ("SUDS_OTLP_ENDPOINT", "collector:4318"),
        ("SUDS_OBJECTS", "zzz"),
        ("SUDS_MAIL", "smtp://mail.example?tls=none"),
    ] {
        for words in [["account", "list"].as_slice(), &["serve"]] {
            let said = failure(&installation.suds().env(name, value).args(words).output().unwrap());
            assert!(said.starts_with(&format!("suds: {name}: ")), "{said}");
        }
    }
}

#[test]
fn the_version_tells_the_build() {
    let output = Installation::new().run(&["--version"]);
    let said = String::from_utf8(output.stdout).unwrap();
    let commit = said
        .trim()
        .strip_prefix(concat!("suds ", env!("CARGO_PKG_VERSION"), " ("))
        .unwrap();
    assert!(commit.ends_with(')') && commit.len() > 8, "{said}");
}

#[test]
fn mistakes_in_a_manifest_are_told_with_line_and_column() {
    let installation = Installation::new();
    let account = installation.account();
    let folder = installation.dir.path().join("merchant");
    copy_folder(&merchants().join("sparkle"), &folder);
    let good = std::fs::read_to_string(folder.join("site.json")).unwrap();
    let lines = good.trim_end().lines().count();
    let wrong = |from: &str, to: &str| good.replacen(from, to, 1);
    for (manifest, told) in [
        (good.replacen('{', "{ oops", 1), "line 1 column 3".to_owned()),
        (format!("{}]", good.trim_end()), format!("line {lines} column 2")),
        (wrong("\"products\": [", "\"products\": [7,"), "products[0]".to_owned()),
    ] {
        std::fs::write(folder.join("site.json"), manifest).unwrap();
        let said = failure(&installation.run(&create(&account, "other", "demo", &folder)));
        assert!(said.contains(&told) && said.contains("site.json"), "{told}: {said}");
    }
    // Values accepted by the parser but rejected later: the field, and the position of its value.
    for (from, to, field, value) in [
        ("\"country\": \"US", "\"country\": \"XX", "siteConfig.country", "\"XX"),
        ("\"hello@", "\"hello ", "merchant.supportEmail", "\"hello "),
        ("\"number\": 15", "\"number\": 50", "siteConfig.bubbles.number", "50"),
        (
            "\"fontSize\": 10",
            "\"fontSize\": \"big\"",
            "siteConfig.fontSize",
            "\"big",
        ),
        (
            "\"timeZone\": \"",
            "\"timeZone\": \"Mars/",
            "siteConfig.timeZone",
            "\"Mars/",
        ),
        (
            "\"scheme\": \"",
            "\"scheme\": \"no ",
            "siteConfig.brand.scheme",
            "\"no ",
        ),
        ("images/logo", "images/none", "siteConfig.logo", "\"images/none"),
        ("\"close\": \"", "\"close\": \"at ", "locations[0].hours", "["),
    ] {
        let manifest = wrong(from, to);
        assert_ne!(manifest, good, "{from}");
        std::fs::write(folder.join("site.json"), &manifest).unwrap();
        let said = failure(&installation.run(&create(&account, "other", "demo", &folder)));
        assert!(said.contains(field) && said.contains("site.json"), "{field}: {said}");
        let at = said.trim_end().trim_end_matches('.').rsplit_once(" at line ");
        let (line, column) = at
            .and_then(|(_, at)| at.split_once(" column "))
            .unwrap_or_else(|| panic!("{said}"));
        let [line, column] = [line, column].map(|number| number.parse::<usize>().unwrap() - 1);
        let there: String = manifest.lines().nth(line).unwrap().chars().skip(column).collect();
        assert!(there.starts_with(value), "{field}: {there}");
    }
}

/// Sidecar files of databases.
fn logs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            found.extend(logs(&entry));
        } else if entry.to_string_lossy().ends_with("-wal") {
            found.push(entry);
        }
    }
    found
}

#[tokio::test]
async fn a_clean_stop_leaves_every_file_whole() {
    let installation = Installation::new();
    let account = installation.account();
    for site in ["sparkle", "bluewave"] {
        installation.json(&create(&account, site, "demo", &merchants().join(site)));
    }
    assert_eq!(logs(&installation.data_dir()), Vec::<PathBuf>::new());
    installation.json(&["site", "check", "--all"]);
    assert_eq!(logs(&installation.data_dir()), Vec::<PathBuf>::new());

    let server = installation.serve();
    let host = format!("sparkle.localhost:{}", server.address.port());
    // Only read, by a request and by a check through the socket.
    assert_eq!(
        get(server.address, &host, "/api/v1/system/site-config", &[])
            .await
            .status(),
        200
    );
    installation.json(&["site", "check", "--all"]);
    assert_eq!(server.terminate(), Some(0));
    assert_eq!(logs(&installation.data_dir()), Vec::<PathBuf>::new());
}

#[test]
fn a_year_is_made_up_alone_or_beside_a_server_and_never_in_production() {
    let installation = Installation::new();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let words = [
        "demo-data",
        "--site",
        "sparkle",
        "--customers",
        "200",
        "--orders",
        "1500",
    ];
    let made = installation.json(&words);
    assert_eq!((&made["customers"], &made["orders"]), (&200.into(), &1500.into()));
    assert_eq!(installation.run(&["site", "check", "sparkle"]).status.code(), Some(0));

    let server = installation.serve();
    let text = installation.run(&["demo-data", "--site", "sparkle", "--customers", "20", "--orders", "100"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.starts_with("CUSTOMERS") && text.contains("100"), "{text}");
    let said = failure(&installation.run(&["demo-data", "--site", "sparkle", "--customers", "0"]));
    assert!(said.contains("too much sample data"), "{said}");
    assert_eq!(server.terminate(), Some(0));
    let checked = installation.json(&["site", "check", "sparkle"]);
    assert_eq!(checked[0]["problems"], Value::Array(Vec::new()));
}
