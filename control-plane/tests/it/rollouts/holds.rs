//! Rollouts that are held because a build crashes or fails, and what they leave to others.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU32, Ordering};

use control_plane::health::{self, CrashReport};
use control_plane::rollouts::{self, Act, MoveState, NewRollout, RolloutError, RolloutKind, RolloutState};
use http::{Method, StatusCode};
use jiff::SignedDuration;
use platform::db::{ConnectionKind, connect};
use platform::http::ClientAddress;

use super::builds::{SITES, with_two_builds};
use super::{World, insert_sites, to};

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

/// Anyone can repeat a request that fails.
#[tokio::test]
async fn one_visitor_with_server_errors_holds_no_rollout() {
    let world = with_two_builds().await;
    world.rows("dev", SITES).await;
    let rollout = rollouts::start(&world.plane, to(RolloutKind::App, "1.10.0"), "test")
        .await
        .unwrap();
    let fail = |last: u8| {
        let address = ClientAddress(Ipv4Addr::new(192, 0, 2, last).into());
        let request = (&Method::GET, "/icons/{name}", address);
        let failed = StatusCode::INTERNAL_SERVER_ERROR;
        world.plane.tally.answered(("dev", "1.10.0"), request, failed);
    };
    rollouts::tick(&world.plane).await.unwrap();
    for _ in 0..20 {
        fail(1);
    }
    rollouts::tick(&world.plane).await.unwrap();
    assert_eq!(world.found(&rollout).await.state, RolloutState::Running);
    fail(2);
    fail(3);
    rollouts::tick(&world.plane).await.unwrap();
    let held = world.found(&rollout).await;
    assert_eq!(held.state, RolloutState::Held);
    let reason = held.reason.unwrap();
    assert!(reason.starts_with("3 server errors in 3 requests"), "{reason}");
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
