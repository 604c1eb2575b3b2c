use std::time::Duration;

use control_plane::db::ControlDbError;
use control_plane::environments;
use control_plane::rollouts::{
    self, Act, NewRollout, Rollout, RolloutError, RolloutKind, RolloutState, Stepped, WaveState,
};
use jiff::SignedDuration;

use super::{World, published, to};

/// As many as promised; they are rows.
pub(super) const SITES: usize = 500;

impl World {
    /// Number of sites that run a build.
    pub(super) async fn run_by(&self, version: &str) -> i64 {
        let mut db = self.plane.db.read().await.unwrap();
        let runs = published::store::runs(&mut db).await.unwrap();
        runs.get(version).map_or(0, |runs| runs.sites)
    }

    pub(super) async fn found(&self, rollout: &Rollout) -> Rollout {
        rollouts::find(&self.plane, rollout.id).await.unwrap()
    }

    pub(super) async fn target(&self) -> Option<String> {
        let mut db = self.plane.db.read().await.unwrap();
        environments::store::find(&mut db, "dev")
            .await
            .unwrap()
            .unwrap()
            .app_version
    }
}

pub(super) async fn with_two_builds() -> World {
    let world = World::new().await;
    world.publish("1.5.1").await;
    world.publish("1.10.0").await;
    world
}

#[tokio::test]
async fn rollout_of_500_sites_continues_after_any_interrupted_step() {
    let mut world = with_two_builds().await;
    world.rows("dev", SITES).await;
    let rollout = rollouts::start(&world.plane, to(RolloutKind::App, "1.10.0"), "test")
        .await
        .unwrap();
    let sizes: Vec<_> = rollout
        .waves
        .iter()
        .map(|wave| (wave.name.as_str(), wave.sites))
        .collect();
    assert_eq!(sizes, [("canary", 1), ("10%", 49), ("all", 450)]);

    let (mut kills, mut steps) = (0_u64, 0);
    loop {
        // Cut off within a step, ever later, and then in between two of them.
        let cut = Duration::from_micros(kills * 150);
        let cut_off = tokio::time::timeout(cut, rollouts::step(&world.plane, rollout.id))
            .await
            .is_err();
        kills += u64::from(cut_off);
        world = world.reopened().await;
        let now = world.found(&rollout).await;
        let moved: i64 = now.waves.iter().map(|wave| wave.moved).sum();
        assert_eq!(
            world.run_by("1.10.0").await,
            moved,
            "what is said to have moved has moved"
        );
        match rollouts::step(&world.plane, rollout.id).await.unwrap() {
            Stepped::On => steps += 1,
            Stepped::Waiting(until) => {
                let last = now
                    .waves
                    .iter()
                    .rposition(|wave| wave.state != WaveState::Waiting)
                    .unwrap();
                assert_eq!(now.waves[last].state, WaveState::Watching);
                assert_eq!(moved, now.waves[..=last].iter().map(|wave| wave.sites).sum::<i64>());
                assert_eq!(until, world.clock.shared().now() + SignedDuration::from_mins(10));
                world.clock.advance(SignedDuration::from_mins(10));
            }
            Stepped::Still => break,
        }
        assert!(steps < 100, "{now:?}");
    }
    let done = world.found(&rollout).await;
    assert_eq!(done.state, RolloutState::Done);
    assert!(done.waves.iter().all(|wave| wave.state == WaveState::Done));
    assert_eq!((world.run_by("1.10.0").await, world.run_by("1.5.1").await), (500, 0));
    assert_eq!(world.target().await.as_deref(), Some("1.10.0"));
    assert!(kills > 0, "some steps were cut off");

    // The last finished rollout can be rolled back.
    let undone = rollouts::act(&world.plane, Some("dev"), rollout.id, Act::RollBack, "test")
        .await
        .unwrap();
    assert_eq!(undone.state, RolloutState::RolledBack);
    assert_eq!((world.run_by("1.10.0").await, world.run_by("1.5.1").await), (0, 500));
    assert_eq!(world.target().await.as_deref(), Some("1.5.1"));
}

#[tokio::test]
async fn one_of_many_simultaneous_rollouts_starts() {
    let world = with_two_builds().await;
    world.rows("dev", 3).await;
    let racers = (0..32).map(|_| {
        let plane = std::sync::Arc::clone(&world.plane);
        tokio::spawn(async move {
            loop {
                match rollouts::start(&plane, to(RolloutKind::App, "1.10.0"), "test").await {
                    Err(RolloutError::Database(ControlDbError::Busy)) => {}
                    other => break other,
                }
            }
        })
    });
    let mut begun = Vec::new();
    let mut named = Vec::new();
    for racer in racers.collect::<Vec<_>>() {
        match racer.await.unwrap() {
            Ok(rollout) => begun.push(rollout.id.to_string()),
            Err(RolloutError::UnderWay { id, .. }) => named.push(id),
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(begun.len(), 1);
    assert!(named.len() == 31 && named.iter().all(|id| *id == begun[0]), "{named:?}");
    // Another environment has its own rollout.
    world.rows_elsewhere().await;
}

impl World {
    async fn rows_elsewhere(&self) {
        let new = NewRollout {
            environment: "prod".to_owned(),
            ..to(RolloutKind::App, "1.10.0")
        };
        rollouts::start(&self.plane, new, "test").await.unwrap();
    }
}

#[tokio::test]
async fn selected_sites_move_alone_and_stay() {
    let world = with_two_builds().await;
    let sites = world.rows("dev", 10).await;
    let chosen = NewRollout {
        sites: vec!["wash-0003".to_owned(), sites[7].to_string()],
        wait_seconds: Some(0),
        ..to(RolloutKind::App, "1.10.0")
    };
    let rollout = rollouts::start(&world.plane, chosen, "test").await.unwrap();
    rollouts::tick(&world.plane).await.unwrap();
    let done = world.found(&rollout).await;
    assert_eq!((done.state, done.whole), (RolloutState::Done, false));
    assert_eq!((world.run_by("1.10.0").await, world.run_by("1.5.1").await), (2, 8));
    assert_eq!(world.target().await.as_deref(), Some("1.5.1"));

    // All sites follow, and roll back to their previous builds.
    let everybody = NewRollout {
        wait_seconds: Some(0),
        ..to(RolloutKind::App, "1.10.0")
    };
    world.publish("1.11.0").await;
    let newer = NewRollout {
        target: Some("1.11.0".to_owned()),
        ..everybody
    };
    let rollout = rollouts::start(&world.plane, newer, "test").await.unwrap();
    rollouts::tick(&world.plane).await.unwrap();
    assert_eq!(world.run_by("1.11.0").await, 10);
    rollouts::act(&world.plane, None, rollout.id, Act::RollBack, "test")
        .await
        .unwrap();
    assert_eq!((world.run_by("1.10.0").await, world.run_by("1.5.1").await), (2, 8));
}

#[tokio::test]
async fn invalid_rollout_is_rejected() {
    let world = with_two_builds().await;
    world.rows("dev", 3).await;
    let refused = async |new: NewRollout| {
        rollouts::start(&world.plane, new, "test")
            .await
            .unwrap_err()
            .to_string()
    };
    assert!(refused(to(RolloutKind::App, "1.6.0")).await.contains("isn't published"));
    assert!(refused(to(RolloutKind::App, "../1")).await.contains("isn't published"));
    assert!(refused(to(RolloutKind::App, "1.5.1")).await.contains("isn't newer"));
    assert!(refused(to(RolloutKind::Schema, "1.1.0")).await.contains("isn't newer"));
    assert!(
        refused(to(RolloutKind::Schema, "7.0.0"))
            .await
            .contains("unknown schema version")
    );
    let in_moon = NewRollout {
        environment: "moon".to_owned(),
        ..to(RolloutKind::App, "1.10.0")
    };
    assert!(refused(in_moon).await.contains("moon"));
    let of_nobody = NewRollout {
        sites: vec!["nobody".to_owned()],
        ..to(RolloutKind::App, "1.10.0")
    };
    assert!(refused(of_nobody).await.contains("nobody"));
    let in_halves = NewRollout {
        waves: vec!["half".to_owned()],
        ..to(RolloutKind::App, "1.10.0")
    };
    assert!(refused(in_halves).await.contains("half"));
    let rollout = rollouts::start(&world.plane, to(RolloutKind::App, "1.10.0"), "test")
        .await
        .unwrap();
    let elsewhere = rollouts::act(&world.plane, Some("prod"), rollout.id, Act::Pause, "test").await;
    assert!(matches!(elsewhere, Err(RolloutError::Elsewhere)));
    let paused = rollouts::act(&world.plane, Some("dev"), rollout.id, Act::Pause, "test")
        .await
        .unwrap();
    assert_eq!(paused.state, RolloutState::Paused);
    rollouts::tick(&world.plane).await.unwrap();
    assert_eq!(world.run_by("1.10.0").await, 0);
}

#[tokio::test]
async fn builds_are_kept_while_needed_and_for_a_month() {
    let world = with_two_builds().await;
    world.rows("dev", 3).await;
    world.publish("1.11.0").await;
    world.publish("1.12.0").await;
    let versions = async |world: &World| {
        let mut db = world.plane.db.read().await.unwrap();
        let builds = published::store::list(&mut db).await.unwrap();
        let mut versions: Vec<_> = builds.into_iter().map(|build| build.version.to_string()).collect();
        versions.sort();
        versions
    };
    let new = NewRollout {
        wait_seconds: Some(0),
        ..to(RolloutKind::App, "1.11.0")
    };
    rollouts::start(&world.plane, new, "test").await.unwrap();
    rollouts::tick(&world.plane).await.unwrap();
    world.clock.advance(SignedDuration::from_hours(24 * 31));
    // 1.5.1 is the way back, and the target elsewhere; 1.12.0 the newest; nothing needs 1.10.0.
    let gone = published::prune(&world.plane, "test").await.unwrap();
    assert_eq!(
        gone.iter().map(|build| build.version.to_string()).collect::<Vec<_>>(),
        ["1.10.0"]
    );
    assert_eq!(versions(&world).await, ["1.11.0", "1.12.0", "1.5.1"]);
    assert!(world.plane.objects.list("builds/1.10.0").await.unwrap().is_empty());
    assert!(!world.plane.objects.list("builds/1.5.1").await.unwrap().is_empty());
    world.publish("1.10.0").await;
    // It is the newest now, and the previous one's month is over.
    let gone = published::prune(&world.plane, "test").await.unwrap();
    assert_eq!(gone.len(), 1);
    assert_eq!(versions(&world).await, ["1.10.0", "1.11.0", "1.5.1"]);
}
