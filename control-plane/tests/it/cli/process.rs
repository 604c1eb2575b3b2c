//! The process and what it needs of the machine: streams, signals, file modes, locks, certificates and time zones.

use std::fs::Permissions;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::support::{Installation, create, failure, get, merchants};

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
}

/// Permissions of all files and folders below `folder`, and of itself.
fn modes(folder: &Path, found: &mut Vec<(String, u32)>) {
    let mode = std::fs::metadata(folder).unwrap().permissions().mode() & 0o777;
    found.push((folder.display().to_string(), mode));
    if folder.is_dir() {
        for entry in std::fs::read_dir(folder).unwrap() {
            modes(&entry.unwrap().path(), found);
        }
    }
}

/// A log reader that has ended, or a full disk, doesn't end the server.
#[test]
fn shutdown_is_orderly_when_no_one_reads_stderr() {
    let installation = Installation::new();
    let mut child = installation
        .suds()
        .arg("serve")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("suds: ready on ")));
    drop(lines);
    signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(!installation.data_dir().join("suds.sock").exists());
}

#[tokio::test]
async fn only_kill_ends_the_server_uncleanly() {
    let installation = Installation::new();
    let mut server = installation.serve();
    for name in ["HUP", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "IO", "XFSZ", "PIPE"] {
        signal(&server.child, name);
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(get(server.address, "localhost", "/readyz", &[]).await.status(), 200);
    signal(&server.child, "QUIT");
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert!(!installation.data_dir().join("suds.sock").exists());
}

#[tokio::test]
async fn hang_up_reloads_proxies_and_the_master_key() {
    let installation = Installation::new();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let file = installation.dir.path().join("suds.env");
    std::fs::write(&file, "SUDS_LOG=info\n").unwrap();
    let server = installation.serve_with(&[("SUDS_ENV_FILE", file.to_str().unwrap())]);
    let forwarded = [("x-forwarded-for", "203.0.113.9:51000")];
    get(server.address, "localhost", "/readyz", &forwarded).await;
    let proxies = || {
        let output = installation
            .suds()
            .args(["--json", "doctor", "--offline"])
            .output()
            .unwrap();
        let checks: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let found = checks
            .as_array()
            .unwrap()
            .iter()
            .find(|check| check["name"] == "trusted proxies");
        found.unwrap()["state"].as_str().unwrap().to_owned()
    };
    assert_eq!(proxies(), "fail", "127.0.0.1 isn't trusted");
    std::fs::write(&file, "SUDS_TRUSTED_PROXIES=127.0.0.0/8\nSUDS_LOG=warn\n").unwrap();
    signal(&server.child, "HUP");
    for _ in 0..100 {
        if proxies() == "ok" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(proxies(), "ok");
    let page = get(server.address, "sparkle.localhost", "/api/v1/system/site-config", &[]).await;
    assert_eq!(page.status(), 200);
    assert_eq!(server.terminate(), Some(0));
}

/// As with `sudo suds site create`, whose files the server couldn't open.
#[test]
fn command_of_another_user_is_refused() {
    let installation = Installation::new();
    let account = installation.account();
    if std::os::unix::fs::chown(installation.data_dir(), Some(65_534), None).is_err() {
        // Only root can give the folder away.
        return;
    }
    let said = failure(&installation.run(&create(&account, "sparkle", "demo", &merchants().join("sparkle"))));
    assert!(said.contains("sudo -u"), "{said}");
}

#[test]
fn files_are_private_whatever_the_umask() {
    let installation = Installation::new();
    let objects = installation.dir.path().join("srv/objects");
    let suds = |words: &[&str]| {
        let program = installation.suds().get_program().to_owned();
        // The shell sets the umask of most users.
        let mut command = Command::new("sh");
        command
            .args(["-c", "umask 022; exec \"$0\" \"$@\""])
            .arg(program)
            .args(words);
        for (name, value) in installation.suds().get_envs() {
            command.env(name, value.unwrap_or_default());
        }
        command.env("SUDS_OBJECTS", format!("file://{}", objects.display()));
        command.output().unwrap()
    };
    let account = suds(&["--json", "account", "create", "--company", "Sparkle"]);
    let account: serde_json::Value = serde_json::from_slice(&account.stdout).unwrap();
    let account = account["id"].as_str().unwrap();
    assert!(
        suds(&create(account, "sparkle", "demo", &merchants().join("sparkle")))
            .status
            .success()
    );
    assert!(suds(&["site", "backup", "sparkle"]).status.success());
    for root in [&objects, &installation.data_dir()] {
        let mut found = Vec::new();
        modes(root, &mut found);
        assert!(found.len() > 5);
        for (path, mode) in found {
            assert_eq!(mode & 0o077, 0, "{path}: {mode:o}");
        }
    }
    std::fs::set_permissions(&objects, Permissions::from_mode(0o755)).unwrap();
    let refused = failure(&suds(&["site", "backup", "sparkle"]));
    assert!(
        refused.contains("chmod 700") && refused.contains("srv/objects"),
        "{refused}"
    );
}

/// Someone takes `lock` for a stale file and removes it.
#[test]
fn directory_stays_locked_without_its_lock_file() {
    let installation = Installation::new();
    let server = installation.serve();
    std::fs::remove_file(installation.data_dir().join("lock")).unwrap();
    let second = failure(&installation.run(&["serve"]));
    assert!(second.contains("in use by another suds process"), "{second}");
    // Through the socket, which is still the server's.
    installation.account();
    assert_eq!(server.terminate(), Some(0));
}

#[test]
fn socket_of_a_long_path_works() {
    let installation = Installation::new();
    let long = installation.data_dir().join("a".repeat(150));
    std::fs::create_dir(&long).unwrap();
    std::fs::set_permissions(&long, Permissions::from_mode(0o700)).unwrap();
    let long = long.to_str().unwrap();
    let server = installation.serve_with(&[("SUDS_DATA_DIR", long)]);
    let created = installation.run(&["--data-dir", long, "account", "create", "--company", "Sparkle"]);
    assert!(created.status.success(), "{created:?}");
    assert_eq!(server.terminate(), Some(0));
    assert!(!Path::new(long).join("suds.sock").exists());
}

#[test]
fn missing_certificates_are_named() {
    let installation = Installation::new();
    for mail in ["smtps://u:p@mail.example.com:465", "smtp://localhost:25", "capture"] {
        let mut command = installation.suds();
        command
            .arg("serve")
            .env("SUDS_MAIL", mail)
            .env("SSL_CERT_FILE", "/dev/null");
        let said = failure(&command.output().unwrap());
        assert!(said.contains("this machine has no CA certificates"), "{mail}: {said}");
    }
}

/// A machine's own may be missing, or lack zones that other systems have.
#[test]
fn time_zones_are_in_the_binary() {
    let database = format!("{:?}", jiff::tz::db());
    assert!(database.contains("Bundled"), "{database}");
    for zone in ["America/Phoenix", "America/Toronto", "Europe/Berlin", "US/Pacific"] {
        jiff::tz::TimeZone::get(zone).unwrap();
    }
}
