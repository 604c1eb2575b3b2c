//! Archives are sealed as a whole, and earlier formats stay readable.

use std::io::{Cursor, Read as _, Write as _};
use std::iter;
use std::path::{Path, PathBuf};

use age::scrypt::{Identity, Recipient};
use age::secrecy::SecretString;
use age::{Decryptor, Encryptor};
use data_encoding::{BASE64, HEXLOWER};
use platform::ids::SiteId;
use platform::keys::MasterKey;
use platform::random::SystemRandom;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use zip::ZipArchive;

use super::forged::Forgery;
use super::{PASSPHRASE, export, files_below, import, is_whole, labels, pair, remove, with_passphrase, with_site};
use crate::support::{Installation, failure};

/// Head of an archive and its digest.
pub(super) fn opened_by(site: SiteId, lock: &Value) -> (Vec<u8>, String) {
    let text = format!("suds-archive 2\n{}\n", json!({ "site": site, "lock": lock }));
    let digest = HEXLOWER.encode(&Sha256::digest(&text));
    (format!("{text}{digest}\n").into_bytes(), digest)
}

/// Archive of a head and parts.
pub(super) fn seal(head: &[u8], parts: &[u8], secret: &str) -> Vec<u8> {
    let mut recipient = Recipient::new(SecretString::from(secret));
    recipient.set_work_factor(4);
    let sealed = Encryptor::with_recipients(iter::once(&recipient as _)).unwrap();
    let mut writer = sealed.wrap_output(head.to_vec()).unwrap();
    writer.write_all(parts).unwrap();
    writer.finish().unwrap()
}

/// Decrypts the sealed part of an archive with the age crate alone.
pub(super) fn open(archive: &[u8], secret: &str) -> Vec<u8> {
    let head = archive
        .split_inclusive(|byte| *byte == b'\n')
        .take(3)
        .map(<[u8]>::len)
        .sum();
    let mut identity = Identity::new(SecretString::from(secret));
    identity.set_max_work_factor(20);
    let sealed = Decryptor::new(Cursor::new(&archive[head..])).unwrap();
    let mut parts = Vec::new();
    let mut reader = sealed.decrypt(iter::once(&identity as _)).unwrap();
    reader.read_to_end(&mut parts).unwrap();
    parts
}

/// The only backup of the installation's only site.
fn backup(installation: &Installation) -> PathBuf {
    let folder = installation.data_dir().join("objects/backups");
    let mut files = files_below(&folder);
    files.retain(|name| !name.starts_with("control/"));
    assert_eq!(files.len(), 1, "{files:?}");
    folder.join(&files[0])
}

#[tokio::test]
async fn archives_contain_no_readable_customer_data() {
    let installation = with_site();
    let words = ["demo-data", "--site", "sparkle", "--customers", "3", "--orders", "3"];
    installation.json(&words);
    let file = installation.site_folder().join("site.sqlite");
    let mut db = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    sqlx::raw_sql(
        "UPDATE customers SET last_name = 'Featherstonehaugh', name_folded = NULL,
             password_hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$' || hex(randomblob(16))
         WHERE last_name <> ''",
    )
    .execute(&mut db)
    .await
    .unwrap();
    let customers: Vec<(String, String, String)> =
        sqlx::query_as("SELECT email, last_name, password_hash FROM customers WHERE last_name <> ''")
            .fetch_all(&mut db)
            .await
            .unwrap();
    db.close().await.unwrap();
    assert!(!customers.is_empty());
    let found = |content: &[u8], text: &str| content.windows(text.len()).any(|window| window == text.as_bytes());
    let plain = std::fs::read(&file).unwrap();

    installation.json(&["site", "backup", "sparkle"]);
    for archive in [export(&installation), backup(&installation)] {
        let sealed = std::fs::read(&archive).unwrap();
        for (email, name, hash) in &customers {
            for text in [email, name, hash] {
                assert!(!found(&sealed, text), "{}: {text}", archive.display());
            }
            assert!(found(&plain, email) && found(&plain, name) && found(&plain, hash));
        }
        for text in [
            "manifest.json",
            "site.sqlite",
            "objects/",
            "sparkle",
            "SQLite format",
            "PK\u{3}\u{4}",
        ] {
            assert!(!found(&sealed, text), "{}: {text}", archive.display());
        }
        let head = String::from_utf8_lossy(&sealed[..14]).into_owned();
        assert_eq!(head, "suds-archive 2");
    }
    // No readable file remains.
    let left = files_below(&installation.data_dir());
    let databases = left
        .iter()
        .filter(|name| name.contains("sqlite") && !name.starts_with("sites/"));
    assert!(
        databases
            .into_iter()
            .all(|name| name.starts_with("control.sqlite") || name.starts_with("template")),
        "{left:?}"
    );
}

#[test]
fn composed_and_decomposed_passphrases_open_the_same_archive() {
    let (composed, decomposed) = ("Grün, Seife, 9é", "Gru\u{308}n, Seife, 9e\u{301}");
    for (sealed_with, entered) in [(composed, decomposed), (decomposed, composed), (decomposed, decomposed)] {
        let (here, there) = (with_site(), Installation::new());
        let file = here.dir.path().join("sparkle.suds");
        let words = ["site", "export", "sparkle", file.to_str().unwrap()];
        assert!(with_passphrase(&here, sealed_with, &words).status.success());
        let imported = import(&there, &there.account(), &file, entered);
        assert!(
            imported.status.success(),
            "{}",
            String::from_utf8_lossy(&imported.stderr)
        );
    }
}

#[test]
fn modified_archive_is_rejected_with_a_reason() {
    let (here, there) = (with_site(), Installation::new());
    let account = there.account();
    let exported = std::fs::read(export(&here)).unwrap();
    here.json(&["site", "backup", "sparkle"]);
    let backed_up = std::fs::read(backup(&here)).unwrap();
    let file = there.dir.path().join("changed.suds");
    let said = |content: &[u8], passphrase: &str| {
        std::fs::write(&file, content).unwrap();
        failure(&import(&there, &account, &file, passphrase))
    };
    let changed = |archive: &[u8], at: usize| {
        let mut archive = archive.to_vec();
        archive[at] ^= 1;
        archive
    };
    assert!(said(&exported, "wrong horse battery").contains("wrong passphrase"));
    assert!(said(&backed_up, PASSPHRASE).contains("another installation"));
    assert!(said(&changed(&exported, 0), PASSPHRASE).contains("doesn't start like one"));
    assert!(said(&changed(&exported, 40), PASSPHRASE).contains("its head was changed"));
    assert!(said(&changed(&backed_up, 100), PASSPHRASE).contains("its head was changed"));
    let end = exported.len() - 1;
    for at in [end / 2, end - 100, end] {
        assert!(
            said(&changed(&exported, at), PASSPHRASE).contains("not a valid site archive"),
            "{at}"
        );
    }
    for length in [end, end / 2] {
        let said = said(&exported[..length], PASSPHRASE);
        assert!(said.contains("changed or is incomplete"), "{said}");
    }
    let newer = [b"suds-archive 3\n", &exported[15..]].concat();
    assert!(said(&newer, PASSPHRASE).contains("unsupported archive format 3"));

    // The head of another archive, with a digest that fits.
    let parts = open(&exported, PASSPHRASE);
    let (other, _) = opened_by(SiteId::generate(&SystemRandom), &json!({ "passphrase": {} }));
    let moved = seal(&other, &parts, PASSPHRASE);
    assert!(said(&moved, PASSPHRASE).contains("belongs to another archive"));
    // The parts alone aren't taken for an archive of format 1.
    assert!(said(&parts, PASSPHRASE).contains("format 2"));
}

/// The control database is lost, and with it the row of the site and its key.
#[tokio::test]
async fn backup_is_imported_with_only_the_master_key() {
    let here = with_site();
    let account = here.json(&["account", "list"])[0]["id"].as_str().unwrap().to_owned();
    here.json(&["site", "backup", "sparkle"]);
    let kept = here.dir.path().join("kept.suds");
    std::fs::copy(backup(&here), &kept).unwrap();
    let word = |account: &str| import(&here, account, &kept, PASSPHRASE);

    remove(&here, "sparkle").await;
    let back = word(&account);
    assert!(back.status.success(), "{}", String::from_utf8_lossy(&back.stderr));
    assert_eq!(labels(&here, "sparkle"), ["Lane 1"]);

    for name in files_below(&here.data_dir()) {
        if !name.starts_with("keys/") {
            std::fs::remove_file(here.data_dir().join(name)).unwrap();
        }
    }
    let account = here.account();
    let back = word(&account);
    assert!(back.status.success(), "{}", String::from_utf8_lossy(&back.stderr));
    assert_eq!(labels(&here, "sparkle"), ["Lane 1"]);
    is_whole(&here);
}

/// Written by the first build with archives, on 2026-11-26.
#[test]
fn archive_of_format_1_is_imported() {
    let there = Installation::new();
    let account = there.account();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/archives/format-1.suds");
    assert!(failure(&import(&there, &account, &file, "wrong horse battery")).contains("wrong passphrase"));
    let taken = import(&there, &account, &file, PASSPHRASE);
    assert!(taken.status.success(), "{}", String::from_utf8_lossy(&taken.stderr));
    assert_eq!(labels(&there, "sparkle"), ["Lane 1"]);
    is_whole(&there);
}

/// Puts a backup together as earlier builds did, from an export. `change`: what is done to its manifest. Returns its folder.
pub(super) fn save_backup_of_format_1(here: &Installation, name: &str, change: impl FnOnce(&mut Value)) -> PathBuf {
    let exported = export(here);
    let mut parts = Forgery::of(&exported);
    std::fs::remove_file(&exported).unwrap();
    let id: SiteId = parts.manifest["site"].as_str().unwrap().parse().unwrap();
    let master = MasterKey::open_or_create(&here.data_dir().join("keys/master"), &SystemRandom).unwrap();
    parts.manifest["format"] = json!(1);
    parts.manifest.as_object_mut().unwrap().remove("head");
    let wrapped = BASE64.encode(&master.wrap(&parts.keys, id));
    parts.manifest["keys"] = json!({ "installation": { "wrapped": wrapped } });
    change(&mut parts.manifest);
    let content = parts.zipped();
    assert!(ZipArchive::new(Cursor::new(&content)).is_ok());
    let folder = here.data_dir().join("objects/backups").join(id.to_string());
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{name}.zip")), content).unwrap();
    folder
}

#[test]
fn backup_of_format_1_is_listed_restored_and_pruned() {
    let here = with_site();
    let name = "20260101T000000.000Z-aaaaaa";
    let folder = save_backup_of_format_1(&here, name, |_| ());

    pair(&here, "Lane 2");
    here.json(&["site", "backup", "sparkle"]);
    let listed = here.json(&["site", "backups", "sparkle"]);
    assert_eq!(
        (listed.as_array().unwrap().len(), &listed[1]["name"]),
        (2, &json!(name))
    );
    here.json(&["site", "restore", "sparkle", "--backup", name, "--yes"]);
    assert_eq!(labels(&here, "sparkle"), ["Lane 1"]);
    here.json(&["site", "restore", "sparkle", "--latest", "--yes"]);
    assert_eq!(labels(&here, "sparkle"), ["Lane 1", "Lane 2"]);
    is_whole(&here);
    here.json(&["site", "backup", "sparkle", "--keep", "1"]);
    assert_eq!(files_below(&folder).len(), 1);
}
