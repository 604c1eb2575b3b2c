//! Command line, alone and with a running server.

mod clock;
mod configuration;
mod data_directory;
mod doctor;
mod environments;
mod first_code;
mod keys;
mod manifests;
mod owners;
mod process;
mod templates;
mod upgrade;

use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{Installation, create, failure, get, http, merchants};

/// Removes fields that lists don't have from the response of `site create`.
fn only_the_site(made: &mut Value) {
    let made = made.as_object_mut().unwrap();
    made.remove("owners");
    made.remove("address");
    made.remove("shop");
}

#[test]
fn accounts_and_sites_are_created_and_listed() {
    let installation = Installation::new();
    let account = installation.account();
    assert_eq!(
        installation.json(&["account", "show", &account])["companyName"],
        "Sparkle Auto Spa"
    );
    assert_eq!(installation.json(&["account", "list"]).as_array().unwrap().len(), 1);

    let mut made = installation.json(&create(&account, "Sparkle", "demo", &merchants().join("sparkle")));
    assert_eq!(
        (&made["subdomain"], &made["state"], &made["owners"]),
        (
            &Value::from("sparkle"),
            &Value::from("active"),
            &Value::Array(Vec::new())
        )
    );
    let mut shown = installation.json(&["site", "show", "sparkle"]);
    assert_eq!(shown.as_object_mut().unwrap().remove("onlyPasskeys"), Some(0.into()));
    assert_eq!(shown, made);
    only_the_site(&mut made);
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
fn errors_are_one_line_and_change_nothing() {
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
fn usage_error_exits_with_2_and_creates_no_directory() {
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
fn openapi_and_help_need_no_data_directory() {
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
async fn running_server_executes_commands() {
    let installation = Installation::new();
    let server = installation.serve();
    let host = format!("sparkle.localhost:{}", server.address.port());
    let path = "/api/v1/accounts/site-key?subdomain=sparkle";
    assert_eq!(get(server.address, &host, path, &[]).await.status(), 404);

    let account = installation.account();
    let mut made = installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    assert_eq!(
        made["address"],
        format!("http://sparkle.localhost:{}", server.address.port())
    );
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
    only_the_site(&mut made);
    assert_eq!(installation.json(&["site", "list"])[0], made);
}

#[test]
fn version_names_the_build() {
    let output = Installation::new().run(&["--version"]);
    let said = String::from_utf8(output.stdout).unwrap();
    let commit = said
        .trim()
        .strip_prefix(concat!("suds ", env!("CARGO_PKG_VERSION"), " ("))
        .unwrap();
    assert!(commit.ends_with(')') && commit.len() > 8, "{said}");
}

#[test]
fn sample_data_is_created_with_or_without_a_server_but_not_in_production() {
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

/// With a running server, which knows the terminal immediately.
#[tokio::test]
async fn terminals_are_paired_with_a_code() {
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
fn report_about_a_foreign_email_changes_nothing() {
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
