//! Rollouts: across many sites, interrupted at any point, held and rolled back.

mod builds;
mod command_line;
mod configs;
mod databases;
mod holds;
mod listed;

use std::sync::Arc;

use control_plane::builds as published;
use control_plane::data_dir::DataDir;
use control_plane::plane::ControlPlane;
use control_plane::rollouts::{NewRollout, RolloutKind};
use control_plane::sites::{self, SiteRecord, SiteState};
use jiff::SignedDuration;
use platform::clock::TestClock;
use platform::ids::SiteId;
use platform::random::SystemRandom;

use crate::support::{Installation, web_build};

/// An installation whose control plane can be cut off and opened again, on one clock.
struct World {
    installation: Installation,
    clock: TestClock,
    plane: Arc<ControlPlane>,
}

impl World {
    async fn new() -> Self {
        let installation = Installation::new();
        let clock = TestClock::at("2026-03-01T12:00:00Z".parse().unwrap());
        let plane = open(&installation, &clock).await;
        Self {
            installation,
            clock,
            plane,
        }
    }

    /// The same directory in the hands of another process.
    async fn reopened(self) -> Self {
        let Self {
            installation,
            clock,
            plane,
        } = self;
        plane.close().await;
        drop(plane);
        let plane = open(&installation, &clock).await;
        Self {
            installation,
            clock,
            plane,
        }
    }

    async fn publish(&self, version: &str) {
        // The newest is the one that was published last.
        self.clock.advance(SignedDuration::from_mins(1));
        let folder = published::read_folder(web_build(version).path()).unwrap();
        published::publish(&self.plane, &folder, published::Republish::Refuse, "test")
            .await
            .unwrap();
    }

    async fn rows(&self, environment: &str, count: usize) -> Vec<SiteId> {
        insert_sites(&self.plane, (environment, "wash"), count).await
    }
}

/// Rows of sites, which is all that a build needs of them.
pub async fn insert_sites(plane: &ControlPlane, (environment, name): (&str, &str), count: usize) -> Vec<SiteId> {
    let account = control_plane::accounts::create(plane, "Many Washes", None, "test")
        .await
        .unwrap();
    let mut db = plane.db.write().await.unwrap();
    let mut ids = Vec::new();
    for number in 0..count {
        let id = SiteId::generate(&SystemRandom);
        let site = SiteRecord {
            id,
            account_id: account.id,
            environment: environment.to_owned(),
            subdomain: format!("{name}-{number:04}").parse().unwrap(),
            state: SiteState::Active,
            app_key: id.to_string(),
            custom_domain: None,
            pinned_build: None,
            created_at: plane.now(),
            delete_after: None,
            epoch: 1,
            hold: None,
        };
        sites::store::insert(&mut db, &site, "none").await.unwrap();
        ids.push(site.id);
    }
    db.commit().await.unwrap();
    ids
}

async fn open(installation: &Installation, clock: &TestClock) -> Arc<ControlPlane> {
    let config = installation.config();
    let held = DataDir::at(&config.storage.data_dir).hold().unwrap();
    ControlPlane::open(held, &config.storage, clock.shared(), Arc::new(SystemRandom))
        .await
        .unwrap()
}

/// A rollout to `target` in `dev`, in the usual waves.
fn to(kind: RolloutKind, target: &str) -> NewRollout {
    NewRollout {
        environment: "dev".to_owned(),
        kind,
        target: Some(target.to_owned()),
        waves: Vec::new(),
        sites: Vec::new(),
        wait_seconds: None,
    }
}
