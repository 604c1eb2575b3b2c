//! The data directory before, during and after commands.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::support::{Installation, create, failure, get, merchants};

#[test]
fn killed_server_leaves_a_usable_directory() {
    let installation = Installation::new();
    let mut server = installation.serve();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    assert!(installation.data_dir().join("suds.sock").exists());
    installation.account();
    assert_eq!(installation.serve().terminate(), Some(0));
}

/// A mistyped name must not become an installation.
#[test]
fn commands_create_no_data_directory() {
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
fn data_directory_readable_by_others_is_rejected() {
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
async fn clean_stop_leaves_every_file_complete() {
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
