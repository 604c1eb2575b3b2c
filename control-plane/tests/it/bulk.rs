//! Creation of many sites: from a list, from a folder, and again after an interruption.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use platform::random::{Random, SeededRandom};
use serde_json::{Value, json};

use crate::kill::from_environment;
use crate::support::{Installation, copy_folder, failure, merchants};

fn csv(installation: &Installation, lines: &[&str]) -> PathBuf {
    let file = installation.dir.path().join("sites.csv");
    std::fs::write(&file, lines.join("\n")).unwrap();
    file
}

fn run(installation: &Installation, file: &Path, more: &[&str]) -> (i32, Value) {
    let mut words = vec!["--json", "site", "create", "--from-csv", file.to_str().unwrap()];
    words.extend(more);
    report(&installation.run(&words))
}

fn report(output: &Output) -> (i32, Value) {
    let said = String::from_utf8_lossy(&output.stderr);
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{said}"));
    (output.status.code().unwrap(), report)
}

#[test]
fn site_list_is_previewed_and_created_once() {
    let installation = Installation::new();
    let account = installation.json(&["account", "create", "--company", "Sparkle", "--hs-account-id", "77"]);
    let account = account["id"].as_str().unwrap();
    let sparkle = merchants().join("sparkle");
    copy_folder(&sparkle, &installation.dir.path().join("template"));
    let from = sparkle.to_str().unwrap();
    let file = csv(
        &installation,
        &[
            "Account, Subdomain, Environment, Template, Owner",
            &format!("{account},one,demo,{from},ann@example.com"),
            "77,two,demo,template,",
            ",three,,template,",
            &format!("nobody,four,demo,{from},"),
            &format!("77,www,demo,{from},"),
            &format!("77,x,demo,{from},"),
            &format!("77,one,demo,{from},"),
            "77,five,demo,/nowhere,",
            &format!("77,six,moon,{from},"),
            &format!("77,seven,prod,{from},"),
            &format!("77,eight,demo,{from},no address"),
        ],
    );
    let defaults = ["--account", "77", "--environment", "demo"];
    let dry: Vec<&str> = defaults.iter().copied().chain(["--dry-run"]).collect();
    let (code, looked) = run(&installation, &file, &dry);
    assert_eq!((code, &looked["dryRun"]), (1, &json!(true)));
    assert_eq!(looked["made"], json!(["one", "two", "three", "seven"]), "{looked}");
    assert_eq!(installation.json(&["site", "list"]), json!([]));

    let (code, made) = run(&installation, &file, &defaults);
    assert_eq!((code, &made["made"]), (1, &json!(["one", "two", "three"])), "{made}");
    let problems: Vec<(&str, &str)> = made["failed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|failure| (failure["at"].as_str().unwrap(), failure["problem"].as_str().unwrap()))
        .collect();
    let told = |line: &str| problems.iter().find(|(at, _)| *at == line).unwrap().1;
    for (line, expected) in [
        ("line 5", "no account"),
        ("line 6", "reserved"),
        ("line 7", "3 to 63"),
        ("line 8", "duplicate"),
        ("line 9", "/nowhere/site.json"),
        ("line 10", "no environment"),
        ("line 11", "test processor"),
        ("line 12", "invalid email"),
    ] {
        assert!(told(line).contains(expected), "{line}: {problems:?}");
    }
    assert_eq!(problems.len(), 8, "{problems:?}");
    let (_, again) = run(&installation, &file, &defaults);
    assert_eq!(
        (&again["made"], &again["existing"]),
        (&json!([]), &json!(["one", "two", "three"]))
    );
    assert_eq!(installation.json(&["site", "list"]).as_array().unwrap().len(), 3);
    // For a person: a line for each that failed.
    let words = [
        "site",
        "create",
        "--from-csv",
        file.to_str().unwrap(),
        "--account",
        "77",
    ];
    let text = String::from_utf8(installation.run(&words).stdout).unwrap();
    assert!(
        text.contains("line 6: www: ") && text.contains("already exist"),
        "{text}"
    );
}

#[test]
fn invalid_list_is_rejected_as_a_whole() {
    let installation = Installation::new();
    for (lines, expected) in [
        (&["account,subdomain"][..], "template"),
        (&["subdomain,template,colour", "one,x,red"], "colour"),
        (&["subdomain,template", "one,x,more"], "record"),
    ] {
        let file = csv(&installation, lines);
        let words = ["site", "create", "--from-csv", file.to_str().unwrap()];
        let said = failure(&installation.run(&words));
        assert!(said.contains(expected) && said.contains("sites.csv"), "{said}");
    }
    let words = ["site", "create", "--from-csv", "/nowhere.csv"];
    assert!(failure(&installation.run(&words)).contains("/nowhere.csv"));
    let both = ["site", "create", "--from-csv", "a", "--subdomain", "b"];
    assert_eq!(installation.run(&both).status.code(), Some(2));
    assert_eq!(
        installation.run(&["site", "create", "--account", "a"]).status.code(),
        Some(2)
    );
}

#[test]
fn every_folder_with_a_manifest_becomes_a_site_even_beside_a_server() {
    let installation = Installation::new();
    let account = installation.account();
    let folder = installation.dir.path().join("merchants");
    std::fs::create_dir(&folder).unwrap();
    for name in ["bubbles", "sparkle"] {
        copy_folder(&merchants().join("sparkle"), &folder.join(name));
    }
    std::fs::create_dir(folder.join("empty")).unwrap();
    let _server = installation.serve();
    let words = [
        "site",
        "create",
        "--from-dir",
        folder.to_str().unwrap(),
        "--account",
        &account,
    ];
    let words: Vec<&str> = words.iter().copied().chain(["--environment", "demo"]).collect();
    let made = installation.json(&words);
    assert_eq!(made["made"], json!(["bubbles", "sparkle"]), "{made}");
    assert_eq!(installation.json(&words)["existing"], json!(["bubbles", "sparkle"]));
}

/// Kills the real process again and again, at random moments of making sixty sites, four at a time; `scripts/soak` asks for more.
#[test]
fn killed_bulk_creation_leaves_complete_sites_and_continues() {
    let wanted = from_environment("SUDS_CREATIONS").unwrap_or(60);
    let rounds = from_environment("SUDS_CREATION_KILLS").unwrap_or(20);
    let installation = Installation::new();
    let account = installation.account();
    let from = merchants().join("sparkle");
    let mut lines = String::from("account,subdomain,environment,template\n");
    for site in 0..wanted {
        writeln!(lines, "{account},site-{site},demo,{}", from.display()).unwrap();
    }
    let file = installation.dir.path().join("sites.csv");
    std::fs::write(&file, lines).unwrap();
    let seed = 1;
    let random = SeededRandom::new(seed);
    println!("seed {seed}");
    let mut cut_off = 0;
    for round in 0..rounds {
        let mut child = installation
            .suds()
            .args(["site", "create", "--from-csv", file.to_str().unwrap()])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let pause = u16::from_le_bytes((&random as &dyn Random).bytes()) % 500;
        std::thread::sleep(Duration::from_millis(u64::from(pause)));
        // Fails when it has ended already.
        let _ = child.kill();
        cut_off += usize::from(child.wait().unwrap().code().is_none());

        let listed = installation.json(&["site", "list"]);
        let sites = listed.as_array().unwrap();
        let told = format!("seed {seed}, round {round}, after {pause} ms");
        assert!(sites.iter().all(|site| site["state"] == "active"), "{told}: {sites:?}");
        let ids: std::collections::BTreeSet<&str> = sites.iter().map(|site| site["id"].as_str().unwrap()).collect();
        for below in ["sites", "objects/sites"] {
            let folder = installation.data_dir().join(below);
            let there = std::fs::read_dir(folder)
                .into_iter()
                .flatten()
                .map(|entry| entry.unwrap().file_name());
            let there: Vec<String> = there.map(|name| name.into_string().unwrap()).collect();
            let unknown: Vec<_> = there.iter().filter(|id| !ids.contains(id.as_str())).collect();
            assert!(unknown.is_empty(), "{told}: {unknown:?} in {below} are no sites");
            assert!(there.len() >= ids.len(), "{told}: sites without a folder in {below}");
        }
    }
    println!("{cut_off} of {rounds} processes that were making {wanted} sites were cut off");
    assert!(cut_off > 0);
    // The rest is completed without another kill.
    let (code, report) = run(&installation, &file, &[]);
    assert_eq!((code, &report["failed"]), (0, &json!([])), "seed {seed}: {report}");
    let checked = installation.json(&["site", "check", "--all"]);
    assert_eq!(checked.as_array().unwrap().len(), wanted);
    assert!(
        checked
            .as_array()
            .unwrap()
            .iter()
            .all(|report| report["problems"] == json!([]))
    );
}

#[test]
fn bulk_creation_stops_with_its_client() {
    const WANTED: usize = 40;
    let installation = Installation::new();
    let account = installation.account();
    let from = merchants().join("sparkle");
    let mut lines = String::from("account,subdomain,environment,template\n");
    for site in 0..WANTED {
        writeln!(lines, "{account},site-{site},demo,{}", from.display()).unwrap();
    }
    let file = installation.dir.path().join("sites.csv");
    std::fs::write(&file, lines).unwrap();
    let _server = installation.serve();
    // A client that goes after the first site.
    let many = json!({"from_csv": file, "from_dir": null, "dry_run": false});
    let command = json!({"site": {"create": {"environment": "dev", "many": many}}});
    let mut client = UnixStream::connect(installation.data_dir().join("suds.sock")).unwrap();
    writeln!(client, "{command}").unwrap();
    let mut line = String::new();
    BufReader::new(&client).read_line(&mut line).unwrap();
    assert!(line.contains("underway"), "{line}");
    drop(client);
    // A second run waits for the sites that are being created, and continues.
    let (code, report) = run(&installation, &file, &[]);
    assert_eq!((code, &report["failed"]), (0, &json!([])), "{report}");
    let of = |list: &str| report[list].as_array().unwrap().len();
    assert_eq!(of("made") + of("existing"), WANTED);
    assert!(
        of("made") > WANTED / 2,
        "the first run continued without its client: {report}"
    );
}

#[test]
fn shell_completion_covers_every_command() {
    let installation = Installation::without_directory();
    for shell in ["bash", "zsh", "fish"] {
        let output = installation.run(&["completions", shell]);
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        for word in ["site", "restore", "reset-second-factor", "from-csv", "completions"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    let script = installation.run(&["completions", "bash"]).stdout;
    let file = installation.dir.path().join("suds.bash");
    std::fs::write(&file, script).unwrap();
    let check = std::process::Command::new("bash")
        .arg("-n")
        .arg(&file)
        .status()
        .unwrap();
    assert!(check.success());
    assert_eq!(installation.run(&["completions", "tcl"]).status.code(), Some(2));
}
