use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use control_plane::db::ControlDbError;
use control_plane::environments;
use control_plane::health::{self, CrashReport};
use control_plane::rollouts::{
    self, Act, MoveState, NewRollout, Rollout, RolloutError, RolloutKind, RolloutState, Stepped, WaveState,
};
use jiff::SignedDuration;
use platform::db::{ConnectionKind, connect};
use platform::http::ClientAddress;

use super::{World, insert_sites, published, to};

/// As many as promised; they are rows.
const SITES: usize = 500;

impl World {
    /// Number of sites that run a build.
    async fn run_by(&self, version: &str) -> i64 {
        let mut db = self.plane.db.read().await.unwrap();
        let runs = published::store::runs(&mut db).await.unwrap();
        runs.get(version).map_or(0, |runs| runs.sites)
    }

    async fn found(&self, rollout: &Rollout) -> Rollout {
        rollouts::find(&self.plane, rollout.id).await.unwrap()
    }

    async fn target(&self) -> Option<String> {
        let mut db = self.plane.db.read().await.unwrap();
        environments::store::find(&mut db, "dev")
            .await
            .unwrap()
            .unwrap()
            .app_version
    }
}

/// A crash of another visitor each time.
fn crash(world: &World, environment: &str, build: &str) {
    crash_of(world, (environment, build), "sparkle");
}

fn crash_at(world: &World, site: &str) {
    crash_of(world, ("dev", "1.10.0"), site);
}

fn crash_of(world: &World, (environment, build): (&str, &str), site: &str) {
    static NEXT: AtomicU32 = AtomicU32::new(0x0a00_0001);
    let address = ClientAddress(Ipv4Addr::from_bits(NEXT.fetch_add(1, Ordering::Relaxed)).into());
    world.plane.tally.loaded(build, address);
    let counts = world.plane.tally.crashed(CrashReport {
        environment,
        build,
        site: Some(site),
        crash: "c0ffee",
        address,
        device: None,
    });
    assert!(counts);
}

async fn with_two_builds() -> World {
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
async fn hold_after_a_restart_names_the_crash() {
    let world = with_two_builds().await;
    let sites = world.rows("dev", SITES).await;
    let rollout = rollouts::start(&world.plane, to(RolloutKind::App, "1.10.0"), "test")
        .await
        .unwrap();
    rollouts::tick(&world.plane).await.unwrap();
    for _ in 0..3 {
        crash_at(&world, "wash-0000");
    }
    crash_at(&world, "wash-0001");
    health::keep(&world.plane).await.unwrap();
    let world = world.reopened().await;
    rollouts::tick(&world.plane).await.unwrap();
    let held = world.found(&rollout).await;
    assert_eq!(held.state, RolloutState::Held);
    let worst = held.worst_crash.unwrap();
    assert_eq!(
        (worst.site.as_str(), worst.crash.as_str(), worst.count),
        ("wash-0000", "c0ffee", 3)
    );
    assert_eq!(worst.site_id, Some(sites[0].to_string()));
    let reason = held.reason.unwrap();
    assert!(
        reason.ends_with("Most frequent: crash c0ffee on wash-0000, reported by 3."),
        "{reason}"
    );
}

#[tokio::test]
async fn bad_build_is_held_and_rolled_back() {
    let world = with_two_builds().await;
    world.rows("dev", SITES).await;
    let rollout = rollouts::start(&world.plane, to(RolloutKind::App, "1.10.0"), "test")
        .await
        .unwrap();
    rollouts::tick(&world.plane).await.unwrap();
    assert_eq!(
        world.run_by("1.10.0").await,
        1,
        "the canary, and no more before it was watched"
    );
    world.clock.advance(SignedDuration::from_mins(10));
    rollouts::tick(&world.plane).await.unwrap();
    assert_eq!(world.run_by("1.10.0").await, 50);

    // Crashes of another environment or build say nothing of it.
    for _ in 0..20 {
        crash(&world, "prod", "1.10.0");
        crash(&world, "dev", "1.5.0");
    }
    rollouts::tick(&world.plane).await.unwrap();
    assert_eq!(world.found(&rollout).await.state, RolloutState::Running);
    for _ in 0..5 {
        crash(&world, "dev", "1.10.0");
    }
    rollouts::tick(&world.plane).await.unwrap();
    let held = world.found(&rollout).await;
    assert_eq!(held.state, RolloutState::Held);
    let reason = held.reason.as_deref().unwrap();
    assert!(reason.starts_with("5 crashes"), "{reason}");
    assert!(
        reason.ends_with("Most frequent: crash c0ffee on sparkle, reported by 5."),
        "{reason}"
    );
    let worst = held.worst_crash.unwrap();
    assert_eq!(
        (worst.crash.as_str(), worst.site.as_str(), worst.count),
        ("c0ffee", "sparkle", 5)
    );
    world.clock.advance(SignedDuration::from_hours(2));
    let world = world.reopened().await;
    rollouts::tick(&world.plane).await.unwrap();
    assert_eq!(world.run_by("1.10.0").await, 50, "it moves nobody any more");

    // Resuming clears earlier failures, but not later ones.
    rollouts::act(&world.plane, Some("dev"), rollout.id, Act::Resume, "test")
        .await
        .unwrap();
    rollouts::tick(&world.plane).await.unwrap();
    assert_eq!(world.found(&rollout).await.state, RolloutState::Running);
    world.clock.advance(SignedDuration::from_mins(10));
    rollouts::tick(&world.plane).await.unwrap();
    assert_eq!(world.run_by("1.10.0").await, 500);
    assert_eq!(
        world.target().await.as_deref(),
        Some("1.10.0"),
        "also for sites to come"
    );
    for _ in 0..5 {
        crash(&world, "dev", "1.10.0");
    }
    rollouts::tick(&world.plane).await.unwrap();
    assert_eq!(world.found(&rollout).await.state, RolloutState::Held);

    let back = rollouts::act(&world.plane, Some("dev"), rollout.id, Act::RollBack, "test")
        .await
        .unwrap();
    assert_eq!(back.state, RolloutState::RolledBack);
    assert!(back.finished_at.is_some());
    assert_eq!((world.run_by("1.10.0").await, world.run_by("1.5.1").await), (0, 500));
    assert_eq!(world.target().await.as_deref(), Some("1.5.1"));
    let mut db = world.plane.db.read().await.unwrap();
    let sites = rollouts::store::sites(&mut db, rollout.id, Some(MoveState::RolledBack), None, 1000)
        .await
        .unwrap();
    assert!(sites.len() == SITES && sites.iter().all(|site| site.from.as_deref() == Some("1.5.1")));
    drop(db);
    let again = rollouts::act(&world.plane, Some("dev"), rollout.id, Act::RollBack, "test")
        .await
        .unwrap();
    assert_eq!(again, back, "done is done");
    let over = rollouts::act(&world.plane, Some("dev"), rollout.id, Act::Resume, "test")
        .await
        .unwrap_err();
    assert!(matches!(over, RolloutError::Over(RolloutState::RolledBack)), "{over}");
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

/// The first one's row is damaged, so that each of its steps fails.
#[tokio::test]
async fn failing_rollout_delays_neither_later_ones_nor_their_hold() {
    let world = with_two_builds().await;
    world.rows("dev", 3).await;
    let failing = rollouts::start(&world.plane, to(RolloutKind::App, "1.10.0"), "test")
        .await
        .unwrap();
    let elsewhere = async |environment: &str| {
        insert_sites(&world.plane, (environment, environment), 3).await;
        let new = NewRollout {
            environment: environment.to_owned(),
            ..to(RolloutKind::App, "1.10.0")
        };
        world.clock.advance(SignedDuration::from_secs(1));
        rollouts::start(&world.plane, new, "test").await.unwrap()
    };
    let held = elsewhere("prod").await;
    rollouts::tick(&world.plane).await.unwrap();
    // A step without a change leaves its transaction to the next writer.
    world.plane.db.write().await.unwrap().commit().await.unwrap();
    let file = world.installation.data_dir().join("control.sqlite");
    let mut control = connect(&file, ConnectionKind::Writer).await.unwrap();
    sqlx::query("UPDATE rollouts SET watched_from = 9223372036854775807 WHERE id = ?")
        .bind(failing.id.to_string())
        .execute(&mut control)
        .await
        .unwrap();
    sqlx::Connection::close(control).await.unwrap();
    let advancing = elsewhere("demo").await;
    for _ in 0..5 {
        crash(&world, "prod", "1.10.0");
    }
    rollouts::tick(&world.plane).await.unwrap_err();
    assert_eq!(world.found(&failing).await.state, RolloutState::Running);
    assert_eq!(world.found(&held).await.state, RolloutState::Held);
    assert_eq!(world.found(&advancing).await.waves[0].moved, 1, "its canary");
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
