//! Archives forged by an attacker with the passphrase.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};

use data_encoding::{BASE64, HEXLOWER};
use platform::ids::SiteId;
use platform::keys::{Purpose, SiteKeys, key_of_passphrase};
use platform::random::SystemRandom;
use secrecy::SecretString;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::sealed::{open, opened_by, seal};
use super::{PASSPHRASE, export, has_nothing, import, with_site};
use crate::support::{Installation, failure};

/// An archive taken to pieces.
pub(super) struct Forgery {
    pub(super) manifest: Value,
    parts: BTreeMap<String, Vec<u8>>,
    pub(super) keys: SiteKeys,
    folder: PathBuf,
}

impl Forgery {
    pub(super) fn of(archive: &Path) -> Self {
        let mut zip = ZipArchive::new(Cursor::new(open(&std::fs::read(archive).unwrap(), PASSPHRASE))).unwrap();
        let mut parts = BTreeMap::new();
        for at in 0..zip.len() {
            let mut part = zip.by_index(at).unwrap();
            let mut content = Vec::new();
            part.read_to_end(&mut content).unwrap();
            let name = part.name().unwrap().into_owned();
            parts.insert(name, content);
        }
        let manifest: Value = serde_json::from_slice(&parts.remove("manifest.json").unwrap()).unwrap();
        parts.remove("manifest.mac");
        let wrapped = &manifest["keys"]["passphrase"];
        let decoded = |name: &str| BASE64.decode(wrapped[name].as_str().unwrap().as_bytes()).unwrap();
        let salt: [u8; 16] = decoded("salt").try_into().unwrap();
        let key = key_of_passphrase(&SecretString::from(PASSPHRASE), &salt).unwrap();
        let keys = key.unwrap(site(&manifest), &decoded("wrapped")).unwrap();
        let folder = archive.parent().unwrap().to_owned();
        Self {
            manifest,
            parts,
            keys,
            folder,
        }
    }

    /// Says the manifest's new site, its keys wrapped for it.
    fn rename(&mut self, id: SiteId) {
        self.manifest["site"] = json!(id);
        let salt = [7; 16];
        let key = key_of_passphrase(&SecretString::from(PASSPHRASE), &salt).unwrap();
        let wrapped = BASE64.encode(&key.wrap(&self.keys, id));
        self.manifest["keys"]["passphrase"] = json!({ "salt": BASE64.encode(&salt), "wrapped": wrapped });
    }

    fn database(&self) -> Vec<u8> {
        let mut content = Vec::new();
        let stored = Cursor::new(&self.parts["site.sqlite.br"]);
        brotli::Decompressor::new(stored, 4096)
            .read_to_end(&mut content)
            .unwrap();
        content
    }

    fn set_database(&mut self, content: &[u8]) {
        let mut compressed = brotli::CompressorWriter::new(Vec::new(), 4096, 4, 22);
        compressed.write_all(content).unwrap();
        self.parts.insert("site.sqlite.br".to_owned(), compressed.into_inner());
        let sha256 = HEXLOWER.encode(&Sha256::digest(content));
        self.manifest["database"] = json!({ "bytes": content.len(), "sha256": sha256 });
    }

    /// Runs statements in the database.
    async fn run(&mut self, statements: &'static str) {
        let file = self.folder.join("forged.sqlite");
        std::fs::write(&file, self.database()).unwrap();
        let mut db = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
        sqlx::raw_sql(statements).execute(&mut db).await.unwrap();
        db.close().await.unwrap();
        let content = std::fs::read(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        self.set_database(&content);
    }

    fn add_object(&mut self, key: &str) {
        let sha256 = HEXLOWER.encode(&Sha256::digest(b"evil"));
        let object = json!({ "key": key, "bytes": 4, "sha256": sha256 });
        self.manifest["objects"].as_array_mut().unwrap().push(object);
        self.parts.insert(format!("objects/{key}"), b"evil".to_vec());
    }

    /// Puts it together again, sealed as if nothing had been done to it.
    fn seal(mut self) -> Vec<u8> {
        let (head, digest) = opened_by(site(&self.manifest), &json!({ "passphrase": {} }));
        self.manifest["head"] = json!(digest);
        seal(&head, &self.zipped(), PASSPHRASE)
    }

    /// Archive parts with the current manifest.
    pub(super) fn zipped(self) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        let manifest = serde_json::to_vec(&self.manifest).unwrap();
        let mac = HEXLOWER
            .encode(&self.keys.hmac(Purpose("archive-manifest"), &manifest))
            .into_bytes();
        let sealed = [("manifest.json".to_owned(), manifest), ("manifest.mac".to_owned(), mac)];
        for (name, content) in self.parts.into_iter().chain(sealed) {
            zip.start_file(name, options).unwrap();
            zip.write_all(&content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }
}

fn site(manifest: &Value) -> SiteId {
    manifest["site"].as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn forged_archive_is_rejected_and_changes_nothing() {
    let (here, there) = (with_site(), Installation::new());
    let account = there.account();
    let good = export(&here);
    let file = there.dir.path().join("forged.suds");
    let refused = |forgery: Forgery, expected: &str| {
        std::fs::write(&file, forgery.seal()).unwrap();
        let said = failure(&import(&there, &account, &file, PASSPHRASE));
        assert!(said.contains(expected), "{said}");
        has_nothing(&there);
    };
    let forgery = || Forgery::of(&good);

    let mut outside = forgery();
    outside.parts.insert("../../evil".to_owned(), b"evil".to_vec());
    refused(outside, "parts don't match");
    for key in ["../../../../evil", "/evil", "uploads/../../../evil", ".evil"] {
        let mut outside = forgery();
        outside.add_object(key);
        refused(outside, "not an object key");
    }
    let mut missing = forgery();
    missing.parts.retain(|name, _| !name.starts_with("objects/"));
    refused(missing, "parts don't match");

    let mut newer = forgery();
    newer.manifest["schemaVersion"] = json!(9999);
    refused(newer, "supports up to");
    let mut newer = forgery();
    newer.run("PRAGMA user_version = 9999").await;
    refused(newer, "newer than this build");
    let mut unknown = forgery();
    unknown.manifest["format"] = json!(3);
    refused(unknown, "format 3");
    let mut earlier = forgery();
    earlier.manifest["format"] = json!(1);
    refused(earlier, "format 1");

    let mut other = forgery();
    other.rename(SiteId::generate(&SystemRandom));
    refused(other, "belongs to another site");
    let mut trigger = forgery();
    trigger
        .run("CREATE TRIGGER evil AFTER INSERT ON customers BEGIN DELETE FROM customers; END")
        .await;
    refused(trigger, "tables don't match");
    let mut dangling = forgery();
    dangling
        .run("PRAGMA foreign_keys = OFF; DELETE FROM catalog_locations")
        .await;
    refused(dangling, "damaged");

    // More than it says, and more than there can be.
    let mut longer = forgery();
    let bytes = longer.manifest["database"]["bytes"].as_u64().unwrap();
    longer.manifest["database"]["bytes"] = json!(bytes - 1);
    refused(longer, "incomplete");
    let mut bomb = forgery();
    bomb.set_database(&vec![0; 64 << 20]);
    refused(bomb, "too large");
    let mut garbage = forgery();
    garbage.set_database(b"no database");
    refused(garbage, "can't use the database");

    // The original archive is accepted.
    let taken = import(&there, &account, &good, PASSPHRASE);
    assert!(taken.status.success(), "{}", String::from_utf8_lossy(&taken.stderr));
}
