//! Site creation: after any interruption, there is either nothing or a complete site.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use control_plane::accounts;
use control_plane::plane::ControlPlane;
use control_plane::sites::{self, CreateSite, CreateSiteError, Creation, Removal, SiteState, Start, rules};
use platform::tenancy::Lookup;
use serde_json::Value;
use tenant_runtime::staff::NewOwner;

use crate::support::{Installation, merchants};

async fn request(plane: &Arc<ControlPlane>, subdomain: &str) -> CreateSite {
    let account = accounts::create(plane, "Sparkle Auto Spa", None, "test").await.unwrap();
    CreateSite {
        account_id: account.id,
        subdomain: subdomain.parse().unwrap(),
        environment: "demo".to_owned(),
        start: Start::Folder(merchants().join("sparkle")),
        owner: Some(NewOwner::new("olive@example.com", None, None).unwrap()),
        actor: "test".to_owned(),
    }
}

async fn all_sites(plane: &ControlPlane) -> Vec<sites::SiteRecord> {
    sites::store::list(&mut plane.db.read().await.unwrap()).await.unwrap()
}

/// Takes the first `steps` steps of a creation, then stops as a crash would.
async fn stop_after(steps: usize, installation: &Installation) {
    let plane = installation.open().await;
    let creation = Creation::reserve(&plane, request(&plane, "sparkle").await)
        .await
        .unwrap();
    if steps > 1 {
        creation.write_file().await.unwrap();
    }
    if steps > 2 {
        creation.move_into_place().await.unwrap();
    }
    assert_eq!(all_sites(&plane).await[0].state, SiteState::Creating);
}

#[tokio::test]
async fn creation_interrupted_anywhere_leaves_nothing() {
    for steps in 1..=3 {
        let installation = Installation::new();
        stop_after(steps, &installation).await;

        let plane = installation.open().await;
        assert_eq!(all_sites(&plane).await, [], "after {steps} steps");
        assert_eq!(
            std::fs::read_dir(plane.dir().sites()).unwrap().count(),
            0,
            "after {steps} steps"
        );
        assert_eq!(
            plane.objects.list("sites").await.unwrap(),
            Vec::<String>::new(),
            "after {steps} steps"
        );
        let again = sites::create_site(&plane, request(&plane, "sparkle").await)
            .await
            .unwrap();
        assert_eq!(again.state, SiteState::Active);
    }
}

/// A deletion whose grace is over, stopped as by a crash after each of its steps: the next sweep ends it.
#[tokio::test]
async fn removal_interrupted_anywhere_is_finished_by_the_next() {
    for steps in 0..=2 {
        let installation = Installation::new();
        let plane = installation.open().await;
        let site = sites::create_site(&plane, request(&plane, "sparkle").await)
            .await
            .unwrap();
        let deleting = sites::delete(&plane, site.id, &site.subdomain, 0, "test")
            .await
            .unwrap();
        assert_eq!(deleting.state, SiteState::Deleting);
        let removal = Removal::of(&plane, deleting);
        if steps > 0 {
            removal.remove_files().await.unwrap();
        }
        if steps > 1 {
            removal.forget().await.unwrap();
        }
        drop(removal);
        drop(plane);

        let plane = installation.open().await;
        assert!(plane.directory_entry(&Lookup::Id(site.id)).await.unwrap().is_none());
        let undone = sites::undelete(&plane, site.id, "test").await;
        assert!(undone.is_err(), "after {steps} steps: {undone:?}");
        sites::remove_overdue(&plane, plane.now()).await.unwrap();
        assert_eq!(all_sites(&plane).await, [], "after {steps} steps");
        assert_eq!(std::fs::read_dir(plane.dir().sites()).unwrap().count(), 0);
        assert_eq!(plane.objects.list("sites").await.unwrap(), Vec::<String>::new());
        let gone = sites::store::find(&mut plane.db.read().await.unwrap(), site.id)
            .await
            .unwrap();
        assert_eq!(gone.unwrap().state, SiteState::Deleted, "its row stays for the trail");
    }
}

#[tokio::test]
async fn failed_creation_frees_the_subdomain_immediately() {
    let installation = Installation::new();
    let plane = installation.open().await;
    let folder = installation.dir.path().join("merchant");
    std::fs::create_dir(&folder).unwrap();
    std::fs::copy(merchants().join("sparkle/site.json"), folder.join("site.json")).unwrap();

    let without_pictures = CreateSite {
        start: Start::Folder(folder),
        ..request(&plane, "sparkle").await
    };
    let error = sites::create_site(&plane, without_pictures).await.unwrap_err();
    assert!(error.to_string().contains("images/"), "{error}");
    assert_eq!(all_sites(&plane).await, []);
    sites::create_site(&plane, request(&plane, "sparkle").await)
        .await
        .unwrap();
}

#[tokio::test]
async fn released_subdomain_stays_reserved() {
    let installation = Installation::new();
    let plane = installation.open().await;
    let site = sites::create_site(&plane, request(&plane, "sparkle").await)
        .await
        .unwrap();
    let mut db = plane.db.write().await.unwrap();
    sites::store::move_state(&mut db, site.id, SiteState::Active, SiteState::Deleted)
        .await
        .unwrap();
    let free_at = plane.now() + rules::QUARANTINE;
    sites::store::subdomains::release_subdomain(&mut db, &site.subdomain, site.id, plane.now(), free_at)
        .await
        .unwrap();
    db.commit().await.unwrap();

    let refused = sites::create_site(&plane, request(&plane, "sparkle").await)
        .await
        .unwrap_err();
    assert!(
        matches!(
            refused,
            CreateSiteError::Subdomain(_, rules::SubdomainProblem::Quarantined(_))
        ),
        "{refused}"
    );
}

#[tokio::test]
async fn incomplete_site_is_not_visible() {
    let installation = Installation::new();
    let plane = installation.open().await;
    let sparkle = Lookup::Label("sparkle".parse().unwrap());
    let creation = Creation::reserve(&plane, request(&plane, "sparkle").await)
        .await
        .unwrap();
    creation.write_file().await.unwrap();
    creation.move_into_place().await.unwrap();
    assert!(plane.directory_entry(&sparkle).await.unwrap().is_none());
    let taken = Creation::reserve(&plane, request(&plane, "sparkle").await)
        .await
        .err()
        .unwrap();
    assert!(taken.to_string().contains("taken"), "{taken}");
    creation.activate().await.unwrap();
    assert!(plane.directory_entry(&sparkle).await.unwrap().is_some());
}

/// Kills the real process at moments spread over a creation.
#[test]
fn killed_process_leaves_no_site_or_a_complete_one() {
    let installation = Installation::new();
    let account = installation.account();
    let from = merchants().join("sparkle");
    for kill in 0..12_u64 {
        let name = format!("site{kill}");
        let mut child = installation
            .suds()
            .args([
                "site",
                "create",
                "--account",
                &account,
                "--subdomain",
                &name,
                "--environment",
                "demo",
                "--from",
            ])
            .arg(&from)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(kill * 4));
        // Fails when it has ended already.
        let _ = child.kill();
        child.wait().unwrap();

        let sites = installation.json(&["site", "list"]);
        let sites = sites.as_array().unwrap();
        assert!(sites.iter().all(|site| site["state"] == "active"), "{sites:?}");
        let folders = std::fs::read_dir(installation.data_dir().join("sites"))
            .unwrap()
            .count();
        assert_eq!(folders, sites.len(), "a folder without a site");
    }
    for report in installation.json(&["site", "check", "--all"]).as_array().unwrap() {
        assert_eq!(report["problems"], Value::Array(Vec::new()));
    }
}
