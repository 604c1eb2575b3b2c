//! Archives: a site is exported and imported completely, and forged archives are rejected.

mod backups;
mod checked;
mod forged;
mod held;
mod point_in_time;
mod recovery;
mod replaced;
mod restored_money;
mod sealed;
mod strays;

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use control_plane::plane::ControlPlane;
use control_plane::sites::{self, SiteRecord, SiteState};
use platform::ids::SiteId;
use platform::random::{Random, SeededRandom};
use serde_json::Value;

use crate::support::{Installation, create, failure, get, merchants};

const PASSPHRASE: &str = "lather, rinse, repeat";

/// An installation with one site, at which a kiosk is known.
fn with_site() -> Installation {
    let installation = Installation::new();
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    pair(&installation, "Lane 1");
    installation
}

/// Item whose presence is checked afterwards.
fn pair(installation: &Installation, label: &str) {
    installation.json(&[
        "terminal",
        "pair",
        "--site",
        "sparkle",
        "--location",
        "1",
        "--label",
        label,
    ]);
}

fn labels(installation: &Installation, site: &str) -> Vec<String> {
    let listed = installation.json(&["terminal", "list", "--site", site]);
    let labels = listed.as_array().unwrap().iter().map(|terminal| &terminal["label"]);
    labels.map(|label| label.as_str().unwrap().to_owned()).collect()
}

fn with_passphrase(installation: &Installation, passphrase: &str, words: &[&str]) -> Output {
    let mut command = installation.suds();
    command.env("SUDS_PASSPHRASE", passphrase).args(words);
    command.stdin(Stdio::null()).output().unwrap()
}

fn export(installation: &Installation) -> PathBuf {
    let file = installation.dir.path().join("sparkle.suds");
    let words = ["site", "export", "sparkle", file.to_str().unwrap()];
    let output = with_passphrase(installation, PASSPHRASE, &words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    file
}

fn import(installation: &Installation, account: &str, file: &Path, passphrase: &str) -> Output {
    let words = [
        "--json",
        "site",
        "import",
        file.to_str().unwrap(),
        "--account",
        account,
        "--yes",
    ];
    with_passphrase(installation, passphrase, &words)
}

/// Every file below a folder by its path.
fn files_below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                let path = entry.path();
                found.push(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

fn has_nothing(installation: &Installation) {
    assert_eq!(installation.json(&["site", "list"]), Value::Array(Vec::new()));
    let dir = installation.data_dir();
    assert_eq!(files_below(&dir.join("sites")), Vec::<String>::new());
    assert_eq!(files_below(&dir.join("objects")), Vec::<String>::new());
    assert!(!installation.dir.path().join("evil").exists() && !dir.join("evil").exists());
}

fn is_whole(installation: &Installation) {
    for report in installation.json(&["site", "check", "--all"]).as_array().unwrap() {
        assert_eq!(report["problems"], Value::Array(Vec::new()), "{report}");
    }
}

#[tokio::test]
async fn site_moves_to_another_installation_completely() {
    let (here, there) = (with_site(), Installation::new());
    let file = export(&here);
    let had = here.json(&["site", "show", "sparkle"]);
    let pictures = files_below(&here.data_dir().join("objects"));
    assert!(!pictures.is_empty());

    let account = there.account();
    let moved = import(&there, &account, &file, PASSPHRASE);
    let moved: Value = serde_json::from_slice(&moved.stdout).unwrap();
    assert_eq!(
        (&moved["id"], &moved["appKey"], &moved["state"]),
        (&had["id"], &had["appKey"], &Value::from("active"))
    );
    assert_eq!(moved["accountId"], Value::from(account.as_str()));
    is_whole(&there);
    assert_eq!(labels(&there, "sparkle"), ["Lane 1"]);
    assert_eq!(files_below(&there.data_dir().join("objects")), pictures);
    // It was only read here, and is there already.
    assert_eq!(labels(&here, "sparkle"), ["Lane 1"]);
    let again = import(&there, &account, &file, PASSPHRASE);
    assert!(failure(&again).contains("already exists"), "{again:?}");
    let elsewhere = with_passphrase(
        &here,
        PASSPHRASE,
        &["site", "export", "sparkle", file.to_str().unwrap()],
    );
    assert!(failure(&elsewhere).contains("already"));

    let server = there.serve();
    let key = get(
        server.address,
        "sparkle.localhost",
        "/api/v1/accounts/site-key?subdomain=sparkle",
        &[],
    )
    .await;
    let key: Value = key.json().await.unwrap();
    let key = key["resultData"]["appKey"].as_str().unwrap().to_owned();
    let config = get(
        server.address,
        "sparkle.localhost",
        "/api/v1/accounts/site-config",
        &[("app-key", &key)],
    )
    .await;
    assert_eq!(config.status(), 200);
    let config: Value = config.json().await.unwrap();
    assert_eq!(config["resultData"]["companyName"], "Sparkle Auto Spa");
}

#[tokio::test]
async fn running_server_exports_and_imports() {
    let (here, there) = (with_site(), Installation::new());
    let account = there.account();
    let (_one, other) = (here.serve(), there.serve());
    let file = export(&here);
    let words = [
        "--json",
        "site",
        "import",
        "--yes",
        file.to_str().unwrap(),
        "--account",
        &account,
        "--subdomain",
        "bubbles",
    ];
    let moved = with_passphrase(&there, PASSPHRASE, &words);
    assert!(moved.status.success(), "{}", String::from_utf8_lossy(&moved.stderr));
    let live = get(
        other.address,
        "bubbles.localhost",
        "/api/v1/accounts/site-key?subdomain=bubbles",
        &[],
    )
    .await;
    assert_eq!(live.status(), 200);
    let trail = there.json(&["audit"]);
    assert_eq!(trail["items"][0]["action"], "site.import");
}

#[test]
fn passphrase_is_required_and_has_a_minimum_length() {
    let here = with_site();
    let file = here.dir.path().join("short.suds");
    let words = ["site", "export", "sparkle", file.to_str().unwrap()];
    assert!(failure(&with_passphrase(&here, "short", &words)).contains("12 characters"));
    let none = here.suds().args(words).stdin(Stdio::null()).output().unwrap();
    assert!(failure(&none).contains("passphrase"), "nobody sits at a terminal");
    assert!(!file.exists());
    assert_eq!(
        std::fs::read_dir(here.dir.path()).unwrap().count(),
        1,
        "nothing is left beside it"
    );

    let from_file = here.dir.path().join("passphrase");
    std::fs::write(&from_file, format!("{PASSPHRASE}\nmore\n")).unwrap();
    let mut words = words.to_vec();
    words.extend(["--passphrase-file", from_file.to_str().unwrap()]);
    here.json(&words);
    let there = Installation::new();
    let account = there.account();
    let taken = import(&there, &account, &file, PASSPHRASE);
    assert!(taken.status.success(), "{}", String::from_utf8_lossy(&taken.stderr));
}

#[test]
fn truncated_modified_or_locked_archive_changes_nothing() {
    let (here, there) = (with_site(), Installation::new());
    let account = there.account();
    let good = std::fs::read(export(&here)).unwrap();
    let file = there.dir.path().join("bad.suds");
    let refused = |content: &[u8], passphrase: &str| {
        std::fs::write(&file, content).unwrap();
        let said = failure(&import(&there, &account, &file, passphrase));
        has_nothing(&there);
        said
    };
    assert!(refused(&good, "another passphrase").contains("wrong passphrase"));
    for length in [0, 1, 100, 400, good.len() / 2, good.len() - 1] {
        let said = refused(&good[..length], PASSPHRASE);
        assert!(said.contains("not a valid site archive"), "{length}: {said}");
    }
    let seed = 20;
    let random = SeededRandom::new(seed);
    for _ in 0..12 {
        let at = u32::from_le_bytes((&random as &dyn Random).bytes()) as usize % good.len();
        let mut changed = good.clone();
        changed[at] ^= 0x20;
        let (there, told) = (Installation::new(), format!("a change at {at} of seed {seed}"));
        let account = there.account();
        std::fs::write(&file, &changed).unwrap();
        let output = import(&there, &account, &file, PASSPHRASE);
        assert!(!output.status.success(), "{told}");
        has_nothing(&there);
    }
}

/// Deletes it permanently, like a server's sweep whose process has ended.
async fn remove(installation: &Installation, subdomain: &str) {
    installation.json(&["site", "delete", subdomain, "--confirm", subdomain, "--grace", "0"]);
    let plane = installation.open().await;
    sites::remove_overdue(&plane, plane.now()).await.unwrap();
    plane.close().await;
    let mut left = files_below(&installation.data_dir().join("objects"));
    // Belongs to no site.
    left.retain(|name| !name.starts_with("backups/control/"));
    assert_eq!(left, Vec::<String>::new());
}

/// Restores a deleted site from its archive, at its old subdomain. The next start cleans up after a crash.
#[tokio::test]
async fn permanently_deleted_site_can_be_imported_again() {
    let here = with_site();
    let file = export(&here);
    let had = here.json(&["site", "show", "sparkle"]);
    let account = had["accountId"].as_str().unwrap().to_owned();
    let id: SiteId = had["id"].as_str().unwrap().parse().unwrap();
    remove(&here, "sparkle").await;
    assert_eq!(here.json(&["site", "list"]), Value::Array(Vec::new()));

    let state = async |plane: &ControlPlane| {
        let found = sites::store::find(&mut plane.db.read().await.unwrap(), id).await;
        found.unwrap().unwrap()
    };
    let plane = here.open().await;
    let gone = state(&plane).await;
    assert_eq!(gone.state, SiteState::Deleted);
    let half = SiteRecord {
        state: SiteState::Creating,
        ..gone
    };
    let mut db = plane.db.write().await.unwrap();
    assert!(sites::store::take_in_again(&mut db, &half, "half").await.unwrap());
    db.commit().await.unwrap();
    drop(plane);
    let plane = here.open().await;
    assert_eq!(state(&plane).await.state, SiteState::Deleted, "its row stays");
    plane.close().await;
    drop(plane);

    for subdomain in ["sparkle", "bubbles"] {
        let words = [
            "--json",
            "site",
            "import",
            "--yes",
            file.to_str().unwrap(),
            "--account",
            &account,
        ];
        let back = with_passphrase(&here, PASSPHRASE, &[&words[..], &["--subdomain", subdomain]].concat());
        assert!(back.status.success(), "{}", String::from_utf8_lossy(&back.stderr));
        let back: Value = serde_json::from_slice(&back.stdout).unwrap();
        for same in ["id", "appKey", "environment"] {
            assert_eq!(back[same], had[same]);
        }
        let stands = (&back["subdomain"], &back["state"], &back["deleteAfter"]);
        assert_eq!(stands, (&subdomain.into(), &"active".into(), &Value::Null));
        is_whole(&here);
        assert_eq!(labels(&here, subdomain), ["Lane 1"]);
        let again = import(&here, &account, &file, PASSPHRASE);
        assert!(failure(&again).contains("already exists"), "{again:?}");
        remove(&here, subdomain).await;
    }
}
