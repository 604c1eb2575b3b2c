//! Recovery of a whole installation after the loss of its machine.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use super::{is_whole, labels, pair, with_site};
use crate::support::{Installation, copy_folder, create, failure, merchants};

/// Copies what outlives the machine: the object store and the master key.
fn survivors(lost: &Installation, new: &Installation) {
    let store = new.data_dir().join("objects");
    copy_folder(&lost.data_dir().join("objects"), &store);
    let keys = new.data_dir().join("keys");
    std::fs::create_dir_all(&keys).unwrap();
    std::fs::copy(lost.data_dir().join("keys").join("master"), keys.join("master")).unwrap();
    private(&new.data_dir());
    private(&keys);
    private(&store);
}

fn private(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)).unwrap();
}

fn recover(installation: &Installation) -> Output {
    let store = format!("file://{}", installation.data_dir().join("objects").display());
    installation
        .suds()
        .args(["--json", "recover", &store])
        .output()
        .unwrap()
}

#[test]
fn lost_installation_comes_back_from_its_object_store_and_master_key() {
    let lost = with_site();
    let account = lost.account();
    lost.json(&create(&account, "shiny", "demo", &merchants().join("sparkle")));
    lost.json(&["site", "backup", "--all"]);
    pair(&lost, "Lane 2");
    lost.json(&["site", "backup", "sparkle"]);
    // Made after the last backup, so that it is lost.
    pair(&lost, "Lane 3");

    let new = Installation::without_directory();
    survivors(&lost, &new);
    let output = recover(&new);
    assert!(output.status.success(), "{output:?}");
    let recovered: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(recovered["control"].is_string());
    assert_eq!(recovered["sites"].as_array().unwrap().len(), 2, "{recovered}");
    assert!(
        recovered["sites"]
            .as_array()
            .unwrap()
            .iter()
            .all(|site| site["problem"].is_null()),
        "{recovered}"
    );

    let accounts = new.json(&["account", "list"]);
    assert_eq!(accounts.as_array().unwrap().len(), 2);
    let site = new.json(&["site", "show", "sparkle"]);
    assert_eq!(site["hold"]["reason"], "restored", "{site}");
    assert_eq!(labels(&new, "sparkle"), ["Lane 1", "Lane 2"]);
    is_whole(&new);
}

#[test]
fn recovery_needs_an_empty_directory_the_key_and_a_backup() {
    let lost = with_site();
    let new = Installation::without_directory();
    survivors(&lost, &new);
    assert!(failure(&recover(&new)).contains("no backup of the control database"));
    lost.json(&["site", "backup", "--all"]);
    survivors(&lost, &new);

    let key = new.data_dir().join("keys").join("master");
    let right = std::fs::read(&key).unwrap();
    std::fs::remove_file(&key).unwrap();
    assert!(failure(&recover(&new)).contains("no master key"));
    std::fs::copy(with_site().data_dir().join("keys").join("master"), &key).unwrap();
    assert!(failure(&recover(&new)).contains("another master key"));
    std::fs::write(&key, right).unwrap();
    assert!(recover(&new).status.success());
    assert!(failure(&recover(&new)).contains("already has an installation"));
}
