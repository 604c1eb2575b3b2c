use control_plane::environments;
use control_plane::rollouts::{self, Act, MoveState, NewRollout, RolloutKind, RolloutState};
use control_plane::sites::{self, CreateSite, Start};
use platform::ids::SiteId;
use tenant_runtime::site::migrate_schema;

use super::{World, to};
use crate::support::merchants;

impl World {
    /// A real site, whose config is of the schema version that its environment is at.
    async fn site_of(&self, merchant: &str) -> SiteId {
        let account = control_plane::accounts::create(&self.plane, merchant, None, "test")
            .await
            .unwrap();
        let request = CreateSite {
            account_id: account.id,
            subdomain: merchant.parse().unwrap(),
            environment: "dev".to_owned(),
            start: Start::Folder(merchants().join(merchant)),
            owner: None,
            actor: "test".to_owned(),
        };
        sites::create_site(&self.plane, request).await.unwrap().id
    }

    /// Sets the target schema version of an environment's configs.
    async fn aims_at(&self, version: &str) {
        let mut db = self.plane.db.write().await.unwrap();
        environments::store::set_schema_target(&mut db, "dev", version)
            .await
            .unwrap();
        db.commit().await.unwrap();
    }

    /// Converts a site's config. Returns its previous version.
    async fn moved_to(&self, site: SiteId, version: &str) -> String {
        let open = sites::open(&self.plane, site).await.unwrap();
        let mut db = open.write().await.unwrap();
        let before = migrate_schema(&mut db, self.plane.now(), version).await.unwrap();
        db.commit().await.unwrap();
        before
    }
}

#[tokio::test]
async fn new_site_has_the_schema_of_its_environment() {
    let world = World::new().await;
    let newest = world.site_of("sparkle").await;
    assert_eq!(world.moved_to(newest, "1.1.0").await, "1.1.0");
    world.aims_at("1.0.0").await;
    let older = world.site_of("tidal").await;
    assert_eq!(world.moved_to(older, "1.0.0").await, "1.0.0");
    // A version of a later program. This one keeps the version it knows.
    world.aims_at("9.0.0").await;
    let unknown = world.site_of("northstar").await;
    assert_eq!(world.moved_to(unknown, "1.1.0").await, "1.1.0");
}

#[tokio::test]
async fn configs_move_forward_and_back_despite_a_missing_file() {
    let world = World::new().await;
    let mut all = Vec::new();
    world.aims_at("1.0.0").await;
    for merchant in ["sparkle", "tidal", "northstar"] {
        let site = world.site_of(merchant).await;
        assert_eq!(
            world.moved_to(site, "1.0.0").await,
            "1.0.0",
            "as its environment wants it"
        );
        all.push(site);
    }
    let world = world.reopened().await;
    let lost = world.installation.data_dir().join("sites").join(all[1].to_string());
    std::fs::rename(lost.join("site.sqlite"), lost.join("elsewhere")).unwrap();

    let new = NewRollout {
        waves: vec!["all".to_owned()],
        ..to(RolloutKind::Schema, "1.1.0")
    };
    let rollout = rollouts::start(&world.plane, new, "test").await.unwrap();
    // Converts one config manually, as if a step had been interrupted after it. The config is accepted as it is.
    assert_eq!(world.moved_to(all[0], "1.1.0").await, "1.0.0");
    rollouts::tick(&world.plane).await.unwrap();
    let done = rollouts::find(&world.plane, rollout.id).await.unwrap();
    assert_eq!(done.state, RolloutState::Done);
    assert_eq!((done.waves[0].moved, done.waves[0].failed), (2, 1));
    let failed = {
        let mut db = world.plane.db.read().await.unwrap();
        rollouts::store::sites(&mut db, rollout.id, Some(MoveState::Failed), None, 10)
            .await
            .unwrap()
    };
    assert_eq!(failed[0].id, all[1]);
    assert!(failed[0].reason.is_some());
    let schema = async || {
        let mut db = world.plane.db.read().await.unwrap();
        environments::store::find(&mut db, "dev")
            .await
            .unwrap()
            .unwrap()
            .schema_version
    };
    assert_eq!(schema().await, "1.1.0");
    assert_eq!(world.moved_to(all[2], "1.1.0").await, "1.1.0", "it was there");

    let back = rollouts::act(&world.plane, None, rollout.id, Act::RollBack, "test")
        .await
        .unwrap();
    assert_eq!(back.state, RolloutState::RollingBack);
    rollouts::tick(&world.plane).await.unwrap();
    let back = rollouts::find(&world.plane, rollout.id).await.unwrap();
    assert_eq!(back.state, RolloutState::RolledBack);
    assert_eq!(schema().await, "1.0.0");
    for site in [all[0], all[2]] {
        assert_eq!(world.moved_to(site, "1.0.0").await, "1.0.0", "it was taken back");
    }
}
