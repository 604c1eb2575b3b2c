//! `GET /provider/rollouts/{id}/events`: live progress of a rollout.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Extension;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream;
use platform::http::{ApiError, Path};
use tokio::sync::watch;
use tokio::time::Instant;
use uuid::Uuid;

use super::start::find;
use super::{Rollout, RolloutError};
use crate::plane::ControlPlane;

/// Minimum time between two events.
const PAUSE: Duration = Duration::from_millis(250);
/// Maximum duration of a response; clients then reconnect and authenticate again.
const LONGEST: Duration = Duration::from_secs(600);

/// Follow a rollout
///
/// Server-sent events named `progress` with the rollout: immediately, on each change and at the end. The response ends
/// after ten minutes.
#[utoipa::path(get, path = "/provider/rollouts/{id}/events", tag = "provider", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = String)))]
pub(super) async fn follow_rollout(
    Extension(plane): Extension<Arc<ControlPlane>>,
    Path(id): Path<Uuid>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let following = Following {
        changes: plane.rollouts.follow(),
        until: Instant::now() + LONGEST,
        // Checked here, so that an unknown rollout returns an error and not an empty stream.
        next: Some(find(&plane, id).await?),
        told: None,
        plane,
        id,
    };
    let events = stream::unfold(following, async |mut following| {
        let rollout = following.next().await?;
        let event = Event::default().event("progress").json_data(&rollout).ok()?;
        Some((Ok(event), following))
    });
    Ok(Sse::new(Box::pin(events)).keep_alive(KeepAlive::default()))
}

struct Following {
    plane: Arc<ControlPlane>,
    id: Uuid,
    changes: watch::Receiver<u64>,
    until: Instant,
    next: Option<Rollout>,
    told: Option<Rollout>,
}

impl Following {
    /// The rollout, if it has changed since the last event. `None` after its end, after the time limit and when the
    /// server stops.
    async fn next(&mut self) -> Option<Rollout> {
        if let Some(first) = self.next.take() {
            self.told = Some(first.clone());
            return Some(first);
        }
        loop {
            if self.told.as_ref().is_none_or(|told| told.finished_at.is_some()) {
                return None;
            }
            tokio::select! {
                () = self.plane.stopping.cancelled() => return None,
                () = tokio::time::sleep_until(self.until) => return None,
                changed = self.changes.changed() => changed.ok()?,
            }
            tokio::time::sleep(PAUSE).await;
            let now: Result<Rollout, RolloutError> = find(&self.plane, self.id).await;
            let now = now.ok()?;
            if self.told.as_ref() != Some(&now) {
                self.told = Some(now.clone());
                return Some(now);
            }
        }
    }
}
