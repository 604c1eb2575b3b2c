//! Restores and imports ask for confirmation, keep what they replace, and say what they did.

use std::io::Write as _;
use std::process::{Output, Stdio};

use platform::clock::{Clock as _, SystemClock};
use serde_json::{Value, json};

use super::sealed::save_backup_of_format_1;
use super::{PASSPHRASE, export, is_whole, labels, pair, with_passphrase, with_site};
use crate::support::{Installation, create, merchants};

fn text(output: &Output) -> String {
    let (out, error) = (&output.stdout, &output.stderr);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(error))
}

/// Runs a command on a terminal on which someone types `typed`.
fn typed(installation: &Installation, words: &str, typed: &str) -> Output {
    let suds = installation.suds();
    let line = format!("{} {words}", suds.get_program().to_str().unwrap());
    let mut command = std::process::Command::new("script");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    command.envs(suds.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let mut running = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    running.stdin.as_mut().unwrap().write_all(typed.as_bytes()).unwrap();
    running.wait_with_output().unwrap()
}

#[test]
fn restore_asks_on_a_terminal_only() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    pair(&installation, "Lane 2");
    let canceled = typed(&installation, "site restore sparkle --latest", "n\n");
    assert!(!canceled.status.success(), "{canceled:?}");
    let said = text(&canceled);
    assert!(
        said.contains("Replace the site's data? [y/N]") && said.contains("nothing has changed"),
        "{said}"
    );
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1", "Lane 2"]);
    let done = typed(&installation, "site restore sparkle --latest", "y\n");
    assert!(done.status.success(), "{done:?}");
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1"]);
    for words in [
        &["site", "restore", "sparkle", "--latest"][..],
        &["site", "restore", "--all", "--latest"],
    ] {
        pair(&installation, "Lane 2");
        let mut command = installation.suds();
        let done = command.args(words).stdin(Stdio::null()).output().unwrap();
        assert!(done.status.success() && text(&done).contains("sparkle"), "{done:?}");
        assert_eq!(labels(&installation, "sparkle"), ["Lane 1"]);
    }
}

#[test]
fn import_goes_ahead_without_a_terminal_and_says_what_it_did() {
    let (here, there) = (with_site(), Installation::new());
    let file = export(&here);
    let account = there.account();
    let words = ["site", "import", file.to_str().unwrap(), "--account", &account];
    let said = text(&with_passphrase(&there, PASSPHRASE, &words));
    assert!(
        said.contains("complete until") && said.contains("suds site release sparkle"),
        "{said}"
    );
}

#[test]
fn replaced_file_is_kept_listed_and_restored_by_its_name() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    pair(&installation, "Lane 2");
    let restore = ["site", "restore", "sparkle", "--latest", "--yes"];
    let said = text(&installation.run(&restore));
    let name = installation.json(&["site", "backups", "sparkle"])[0].clone();
    assert_eq!(name["kind"], "replaced", "{name}");
    let name = name["name"].as_str().unwrap();
    assert!(
        said.contains(&format!("suds site restore sparkle --backup {name}")) && said.contains("complete until"),
        "{said}"
    );
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1"]);

    let undone = installation.json(&["site", "restore", "sparkle", "--backup", name, "--yes"]);
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1", "Lane 2"]);
    assert_eq!(undone["hold"]["reason"], "restored");
    assert_ne!(undone["replaced"], Value::Null);
    // With a running server, too.
    let _server = installation.serve();
    for _ in 0..4 {
        installation.json(&restore);
    }
    let listed = installation.json(&["site", "backups", "sparkle"]);
    let replaced = listed.as_array().unwrap().iter();
    let replaced = replaced.filter(|backup| backup["kind"] == "replaced");
    assert_eq!(replaced.count(), 3, "{listed}");
    is_whole(&installation);
}

#[test]
fn all_sites_are_restored_and_one_that_fails_is_named() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    pair(&installation, "Lane 2");
    let account = installation.account();
    installation.json(&create(&account, "shiny", "demo", &merchants().join("sparkle")));
    let words = ["site", "restore", "--all", "--latest", "--yes"];
    let run = installation.run(&words);
    assert_eq!(run.status.code(), Some(1));
    let said = text(&run);
    assert!(
        said.contains("Not restored: shiny") && said.contains("Restored 1 of 2 sites in "),
        "{said}"
    );
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1"]);

    installation.json(&["site", "backup", "--all"]);
    let run = installation.json(&words);
    let sites = run["sites"].as_array().unwrap();
    let whole = run["milliseconds"].as_u64().unwrap();
    let each: u64 = sites.iter().map(|site| site["milliseconds"].as_u64().unwrap()).sum();
    assert!(sites.len() == 2 && whole >= each, "{run}");
    assert_eq!(
        installation.json(&["site", "show", "shiny"])["hold"]["reason"],
        "restored"
    );
    assert_eq!(installation.run(&["site", "restore", "--all"]).status.code(), Some(2));
    let one = ["site", "restore", "--all", "--backup", "x"];
    assert_eq!(installation.run(&one).status.code(), Some(2));
}

/// As after a rollback of the server: backups of the newer version can't be restored.
#[test]
fn restore_of_all_sites_skips_backups_with_a_newer_schema() {
    let installation = with_site();
    installation.json(&["site", "backup", "sparkle"]);
    let usable = installation.json(&["site", "backups", "sparkle"])[0]["name"].clone();
    pair(&installation, "Lane 2");
    let newer = SystemClock.now().strftime("%Y%m%dT%H%M%S%.3fZ-ffffff").to_string();
    save_backup_of_format_1(&installation, &newer, |manifest| {
        manifest["schemaVersion"] = json!(9999)
    });

    let one = installation.run(&["site", "restore", "sparkle", "--latest", "--yes"]);
    assert_eq!(one.status.code(), Some(1));
    assert!(text(&one).contains("choose an older backup"), "{one:?}");
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1", "Lane 2"]);

    let run = installation.json(&["site", "restore", "--all", "--latest", "--yes"]);
    assert_eq!(run["sites"][0]["backup"], usable, "{run}");
    assert_eq!(run["sites"][0]["note"], "newer backups have a newer schema");
    assert_eq!(labels(&installation, "sparkle"), ["Lane 1"]);
    is_whole(&installation);
}
