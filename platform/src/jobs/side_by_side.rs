//! Jobs of one lane of a site that run at the same time.

use std::collections::{HashSet, VecDeque};
use std::mem;
use std::sync::Arc;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio_util::sync::CancellationToken;

use super::runner::{BATCH, PAUSE, Runner};
use super::store::{self, Row};
use super::{JobError, Lane};
use crate::tenancy::{OpenSite, Site};

/// Jobs that run at the same time. Up to three recipients may be slow without delaying the others.
const WIDTH: usize = 4;

impl Runner {
    /// Runs due jobs of a lane, up to [`WIDTH`] at once. A slow job doesn't stop the rest: after each [`PAUSE`], results are recorded
    /// and more jobs are read.
    pub(super) async fn run_side_by_side(
        &self,
        site: &Arc<Site>,
        open: &Arc<OpenSite>,
        lane: Lane,
        stop: &CancellationToken,
    ) -> Result<(), JobError> {
        let mut waiting = self.due_besides(open, lane, &HashSet::new()).await?;
        let (mut running, mut running_ids) = (FuturesUnordered::new(), HashSet::new());
        let mut ended = Vec::new();
        let mut failure = None;
        loop {
            while running.len() < WIDTH && !stop.is_cancelled() && failure.is_none() {
                let Some(job) = waiting.pop_front() else { break };
                running_ids.insert(job.id);
                running.push(self.executor.run(site, open, job));
            }
            let should_record = tokio::select! {
                end = running.next() => {
                    let Some(end) = end else { break };
                    running_ids.remove(&end.run.id);
                    let should_record = end.blocks_its_key();
                    ended.push(end);
                    should_record
                }
                () = tokio::time::sleep(PAUSE) => true,
            };
            if should_record && failure.is_none() {
                let recorded = self.executor.record_all(open, &mem::take(&mut ended)).await;
                failure = recorded.err();
            }
            // After a failure, no job is started, but those under way finish.
            if should_record && failure.is_none() && waiting.is_empty() && !stop.is_cancelled() {
                match self.due_besides(open, lane, &running_ids).await {
                    Ok(due) => waiting = due,
                    Err(error) => failure = Some(error),
                }
            }
        }
        self.executor.record_all(open, &ended).await?;
        failure.map_or(Ok(()), Err)
    }

    /// Due jobs of a lane except those that run, longest overdue first.
    async fn due_besides(
        &self,
        open: &OpenSite,
        lane: Lane,
        running: &HashSet<i64>,
    ) -> Result<VecDeque<Row>, JobError> {
        let Some(kinds) = self.due_lanes(open).await?.remove(&lane) else {
            return Ok(VecDeque::new());
        };
        let kinds = serde_json::to_string(&kinds).map_err(JobError::permanent)?;
        let now = self.clock.now().as_millisecond();
        let most = BATCH.saturating_add(i64::try_from(running.len()).unwrap_or_default());
        let due = store::due(&mut open.read().await?, now, &kinds, most).await?;
        Ok(due.into_iter().filter(|job| !running.contains(&job.id)).collect())
    }
}
