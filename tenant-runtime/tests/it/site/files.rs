//! A file knows whose it is.

use std::path::{Path, PathBuf};

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};

use crate::repository::root;
use crate::support::{Installation, TestSite, template};

/// Closes all sites and puts `content` in the place of a site's file.
async fn replace(site: &TestSite, content: &[u8]) {
    site.installation.runtime.sites.close_all().await;
    let file = site.installation.site_file(site.site.id);
    for beside in beside(&file) {
        // A rejected file isn't written, so its reader may leave sidecar files; a person who puts the file back removes
        // them.
        let _none = std::fs::remove_file(beside);
    }
    std::fs::write(&file, content).unwrap();
}

/// The content of a site's file that was closed in good order.
async fn content(site: &TestSite) -> Vec<u8> {
    site.installation.runtime.sites.close_all().await;
    let file = site.installation.site_file(site.site.id);
    assert!(
        !beside(&file).iter().any(|beside| beside.exists()),
        "closed without a rest"
    );
    std::fs::read(file).unwrap()
}

fn beside(file: &Path) -> [PathBuf; 2] {
    ["-wal", "-shm"].map(|ending| PathBuf::from(format!("{}{ending}", file.display())))
}

async fn opens(site: &TestSite) -> bool {
    let reply = site.visitor().get("/locations").await;
    if reply.status == 200 {
        return true;
    }
    assert_eq!(reply.header("retry-after"), Some("60"));
    reply.refused(503, "site_unavailable");
    false
}

#[tokio::test]
async fn file_of_another_site_is_not_served() {
    let installation = Installation::new().await;
    let (one, other) = (installation.site().await, installation.site_called("bluewave").await);
    assert!(opens(&one).await && opens(&other).await);
    let (own, foreign) = (content(&one).await, content(&other).await);
    replace(&one, &foreign).await;
    assert!(!opens(&one).await);
    assert!(opens(&other).await, "the other goes on");
    let refused = installation.runtime.sites.open(&one.site).await.err().unwrap();
    assert!(refused.to_string().contains(&other.site.id.to_string()), "{refused}");
    replace(&one, &own).await;
    assert!(opens(&one).await);
}

#[tokio::test]
async fn empty_file_does_not_become_an_empty_shop() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let own = content(&site).await;
    replace(&site, b"").await;
    assert!(!opens(&site).await);
    // As a site begins, but not this one.
    let new = std::fs::read(template().await).unwrap();
    replace(&site, &new).await;
    assert!(!opens(&site).await);
    std::fs::remove_file(installation.site_file(site.site.id)).unwrap();
    assert!(!opens(&site).await);
    replace(&site, &own).await;
    assert!(opens(&site).await);
}

/// A site's file as it was made when there were so many migrations.
async fn file_of_version(version: i64) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("site.sqlite");
    let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let mut migrator = Migrator::new(root("tenant-runtime/migrations")).await.unwrap();
    migrator
        .migrations
        .to_mut()
        .retain(|migration| migration.version <= version);
    migrator.run(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    std::fs::read(file).unwrap()
}

/// A file created before files recorded their site is adopted when next opened, once.
#[tokio::test]
async fn old_file_is_adopted_once() {
    let installation = Installation::new().await;
    let site = installation.site().await;
    let now = content(&site).await;
    let before = file_of_version(7).await;
    replace(&site, &before).await;

    assert!(!opens(&site).await, "the site's file knew, and this one does not");
    installation.files.forget(site.site.id);
    assert!(opens(&site).await);
    let taken_over = content(&site).await;
    replace(&site, &before).await;
    assert!(!opens(&site).await, "once");
    replace(&site, &now).await;
    assert!(opens(&site).await, "the same tie, as long as the clock stands");
    replace(&site, &taken_over).await;
    assert!(opens(&site).await);
}

/// Of what the process may have open, each open site takes this much.
#[tokio::test]
async fn open_site_uses_the_expected_number_of_file_handles() {
    let site = Installation::new().await.site().await;
    let tenant = site.tenant().await;
    let mut readers = [tenant.read().await.unwrap(), tenant.read().await.unwrap()];
    for reader in &mut readers {
        sqlx::query("SELECT COUNT(*) FROM customers")
            .execute(reader.conn())
            .await
            .unwrap();
    }
    let mut writer = tenant.write().await.unwrap();
    sqlx::query("DELETE FROM notifications")
        .execute(writer.conn())
        .await
        .unwrap();
    let file = site.installation.site_file(site.site.id);
    let folder = file.parent().unwrap();
    let held = std::fs::read_dir("/proc/self/fd")
        .unwrap()
        .filter_map(|handle| std::fs::read_link(handle.ok()?.path()).ok())
        .filter(|path| path.starts_with(folder))
        .count();
    assert_eq!(held as u64, platform::db::HANDLES);
}
