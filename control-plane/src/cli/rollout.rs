//! `suds rollout`: arguments, actions and output.

use std::sync::Arc;
use std::time::Duration;

use clap::Subcommand;
use tenant_runtime::demo_data::Progress;
use uuid::Uuid;

use super::command::Command;
use super::table::{second, table};
use crate::audit;
use crate::plane::ControlPlane;
use crate::rollouts::{
    self, Act, MoveState, NewRollout, Rollout, RolloutError, RolloutKind, RolloutPage, RolloutSite, RolloutState,
    RolloutWave, WantedRollouts,
};

/// Polling interval of a followed rollout.
const PAUSE: Duration = Duration::from_millis(200);

#[derive(Debug, Subcommand)]
pub enum RolloutVerb {
    /// Start a rollout. The server carries it out, or `suds rollout follow` if no server runs.
    Start {
        /// Environment name.
        #[arg(long)]
        environment: String,
        /// Rollout type: `app` (build), `schema` (site config) or `database`.
        #[arg(long, default_value = "app", value_parser = kind)]
        kind: RolloutKind,
        /// Target version of the build or schema. Not used for databases.
        #[arg(long = "to", value_name = "VERSION")]
        target: Option<String>,
        /// Wave: `canary`, a share such as `10%`, or `all`; repeatable, in order.
        #[arg(long = "wave", value_name = "WAVE")]
        waves: Vec<String>,
        /// ID or subdomain of a canary site; repeatable. Without waves, only these sites move.
        #[arg(long = "site", value_name = "SITE")]
        sites: Vec<String>,
        /// Bake time of each wave, in seconds.
        #[arg(long, value_name = "SECONDS")]
        wait: Option<i64>,
        /// Wait until the rollout finishes or stops.
        #[arg(long)]
        follow: bool,
    },
    /// List rollouts in progress.
    Status {
        /// Only this environment.
        environment: Option<String>,
    },
    /// List rollouts, newest first.
    List {
        /// Only this environment.
        #[arg(long)]
        environment: Option<String>,
        /// Only this type: `app`, `schema` or `database`.
        #[arg(long, value_parser = kind)]
        kind: Option<RolloutKind>,
        /// Only this state, such as `running`, `held` or `rolled_back`.
        #[arg(long, value_parser = state)]
        state: Option<RolloutState>,
        /// Maximum number of rollouts (up to 200).
        #[arg(long)]
        limit: Option<i64>,
        /// Cursor printed at the end of the previous page.
        #[arg(long)]
        cursor: Option<String>,
    },
    /// Show a rollout.
    Show {
        /// Rollout ID.
        rollout: Uuid,
    },
    /// List a rollout's sites.
    Sites {
        /// Rollout ID.
        rollout: Uuid,
        /// Only sites in this state: `waiting`, `moved`, `failed` or `rolled_back`.
        #[arg(long, value_parser = move_state)]
        state: Option<MoveState>,
    },
    /// Wait until a rollout finishes or stops; carry it out if no server runs. Exits with 1 if the rollout is held.
    Follow {
        /// Rollout ID.
        rollout: Uuid,
    },
    /// Pause a rollout.
    Pause {
        /// Rollout ID.
        rollout: Uuid,
    },
    /// Resume a paused or held rollout. Clears its error counts.
    Resume {
        /// Rollout ID.
        rollout: Uuid,
    },
    /// Roll back a rollout in progress or the last finished one. Its sites return to their previous version.
    Rollback {
        /// Rollout ID.
        rollout: Uuid,
    },
}

fn kind(text: &str) -> Result<RolloutKind, &'static str> {
    text.parse().map_err(|_| "use app, schema or database")
}

fn state(text: &str) -> Result<RolloutState, &'static str> {
    text.parse()
        .map_err(|_| "use running, paused, held, rolling_back, done or rolled_back")
}

fn move_state(text: &str) -> Result<MoveState, &'static str> {
    text.parse().map_err(|_| "use waiting, moved, failed or rolled_back")
}

/// The command for these arguments, and whether to follow its rollout afterwards.
pub(super) fn command(verb: RolloutVerb) -> (Command, bool) {
    let act = |rollout, act| (Command::RolloutAct { rollout, act }, false);
    match verb {
        RolloutVerb::Start {
            environment,
            kind,
            target,
            waves,
            sites,
            wait,
            follow,
        } => {
            let new = NewRollout {
                environment,
                kind,
                target,
                waves,
                sites,
                wait_seconds: wait,
            };
            (Command::RolloutStart { new }, follow)
        }
        RolloutVerb::Status { environment } => {
            let wanted = WantedRollouts {
                environment,
                under_way: Some(true),
                ..WantedRollouts::default()
            };
            (Command::RolloutList { wanted }, false)
        }
        RolloutVerb::List {
            environment,
            kind,
            state,
            limit,
            cursor,
        } => {
            let wanted = WantedRollouts {
                environment,
                kind,
                state,
                under_way: None,
                limit,
                cursor,
            };
            (Command::RolloutList { wanted }, false)
        }
        RolloutVerb::Show { rollout } => (Command::RolloutShow { rollout }, false),
        RolloutVerb::Sites { rollout, state } => (Command::RolloutSites { rollout, state }, false),
        RolloutVerb::Follow { rollout } => (Command::RolloutFollow { rollout }, false),
        RolloutVerb::Pause { rollout } => act(rollout, Act::Pause),
        RolloutVerb::Resume { rollout } => act(rollout, Act::Resume),
        RolloutVerb::Rollback { rollout } => act(rollout, Act::RollBack),
    }
}

pub(super) async fn start(plane: &Arc<ControlPlane>, new: NewRollout) -> Result<Rollout, RolloutError> {
    let started = rollouts::start(plane, new, audit::CLI).await?;
    // The first wave moves immediately, with or without a running server.
    rollouts::tick(plane).await?;
    find(plane, started.id).await
}

pub(super) async fn act(plane: &Arc<ControlPlane>, id: Uuid, act: Act) -> Result<Rollout, RolloutError> {
    rollouts::act(plane, None, id, act, audit::CLI).await?;
    rollouts::tick(plane).await?;
    find(plane, id).await
}

pub(super) async fn find(plane: &ControlPlane, id: Uuid) -> Result<Rollout, RolloutError> {
    rollouts::find(plane, id).await
}

pub(super) async fn list(plane: &ControlPlane, wanted: &WantedRollouts) -> Result<RolloutPage, RolloutError> {
    Ok(rollouts::page(plane, wanted).await?)
}

pub(super) async fn sites(
    plane: &ControlPlane,
    id: Uuid,
    state: Option<MoveState>,
) -> Result<Vec<RolloutSite>, RolloutError> {
    find(plane, id).await?;
    Ok(rollouts::store::sites(&mut plane.db.read().await?, id, state, None, i64::MAX).await?)
}

/// Runs the steps of a rollout, or watches the server run them, until it finishes, is held or is paused.
pub(super) async fn follow(plane: &Arc<ControlPlane>, id: Uuid, told: &Progress<'_>) -> Result<Rollout, RolloutError> {
    loop {
        rollouts::tick(plane).await?;
        let rollout = find(plane, id).await?;
        let (done, total) = (count(rollout.had_their_turn()), count(rollout.sites()));
        told(done, total);
        if !matches!(rollout.state, RolloutState::Running | RolloutState::RollingBack) {
            return Ok(rollout);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

/// One rollout with its waves.
pub(super) fn lines_of(rollout: &Rollout) -> String {
    let mut out = rollout_table(std::slice::from_ref(rollout));
    if let Some(reason) = &rollout.reason {
        out.push_str(&format!("\nHeld: {reason}\n"));
        if rollout.kind == RolloutKind::App {
            out.push_str(&format!(
                "Crashes in a log: suds build crashes <LOG> --build {}\n",
                rollout.target
            ));
        }
    }
    let row = |wave: &RolloutWave| {
        vec![
            wave.name.clone(),
            serde_json::to_value(wave.state)
                .ok()
                .and_then(|state| state.as_str().map(str::to_owned))
                .unwrap_or_default(),
            wave.sites.to_string(),
            wave.moved.to_string(),
            wave.failed.to_string(),
        ]
    };
    let waves = table(
        &["WAVE", "STATE", "SITES", "MOVED", "FAILED"],
        rollout.waves.iter().map(row),
    );
    format!("{out}\n{waves}")
}

pub(super) fn table_of(page: &RolloutPage) -> String {
    let mut out = rollout_table(&page.items);
    if let Some(cursor) = &page.next_cursor {
        out.push_str(&format!("\nMore results: --cursor {cursor}\n"));
    }
    out
}

pub(super) fn site_table(sites: &[RolloutSite]) -> String {
    let row = |site: &RolloutSite| {
        vec![
            site.subdomain.to_string(),
            site.wave.clone(),
            site.state.into_str().to_owned(),
            site.from.clone().unwrap_or_default(),
            site.moved_at.map(second).unwrap_or_default(),
            site.reason.clone().unwrap_or_default(),
        ]
    };
    table(
        &["SUBDOMAIN", "WAVE", "STATE", "FROM", "MOVED", "REASON"],
        sites.iter().map(row),
    )
}

fn rollout_table(rollouts: &[Rollout]) -> String {
    let row = |rollout: &Rollout| {
        vec![
            rollout.id.to_string(),
            rollout.environment.clone(),
            rollout.kind.into_str().to_owned(),
            rollout.from.clone().unwrap_or_default(),
            rollout.target.clone(),
            rollout.state.into_str().to_owned(),
            format!("{}/{}", rollout.had_their_turn(), rollout.sites()),
            second(rollout.started_at),
        ]
    };
    table(
        &["ID", "ENVIRONMENT", "TYPE", "FROM", "TO", "STATE", "SITES", "STARTED"],
        rollouts.iter().map(row),
    )
}
