//! A clock that was wrong for a while: what can't be undone waits.

use std::time::Duration;

use crate::support::{Installation, create, merchants};

fn is_trusted(installation: &Installation) -> bool {
    installation.json(&["clock", "show"])["isTrusted"].as_bool().unwrap()
}

/// Like a clock that is ahead: the newest instant in the data is long ago.
fn keep_instant(installation: &Installation, instant: &str) {
    std::fs::write(installation.data_dir().join("clock"), instant).unwrap();
}

/// The site's grace period ends at once, by a clock that may be ahead.
#[test]
fn deleted_site_waits_for_a_confirmed_clock() {
    let installation = Installation::new();
    let account = installation.account();
    let site = installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let delete = ["site", "delete", "sparkle", "--confirm", "sparkle", "--grace", "0"];
    installation.json(&delete);
    keep_instant(&installation, "2020-01-01T00:00:00Z");
    let folder = installation.data_dir().join("sites").join(site["id"].as_str().unwrap());

    let server = installation.serve();
    assert!(!is_trusted(&installation));
    std::thread::sleep(Duration::from_secs(1));
    assert!(folder.exists());
    let confirmed = installation.json(&["clock", "confirm"]);
    assert_eq!(confirmed["isTrusted"], true, "{confirmed}");
    let mut waited = 0;
    while folder.exists() {
        waited += 1;
        assert!(waited < 200, "the site is still there");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(server.terminate(), Some(0));
    let audit = installation.run(&["audit"]);
    assert!(
        String::from_utf8_lossy(&audit.stdout).contains("clock.confirm"),
        "{audit:?}"
    );
}

/// Like a clock that was ahead when the data was written.
#[test]
fn clock_behind_the_data_is_reported_and_confirmed_without_a_server() {
    let installation = Installation::new();
    installation.account();
    keep_instant(&installation, "2999-01-01T00:00:00Z");
    assert!(!is_trusted(&installation));
    assert_eq!(installation.json(&["clock", "confirm"])["isTrusted"], true);
    assert!(is_trusted(&installation));
    let server = installation.serve();
    assert!(is_trusted(&installation));
    assert_eq!(server.terminate(), Some(0));
    keep_instant(&installation, "unreadable");
    assert!(is_trusted(&installation));
}
