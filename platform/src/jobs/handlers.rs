//! Handlers of jobs, by kind.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use super::{Job, JobError, Lane};
use crate::ids::RequestId;
use crate::tenancy::{OpenSite, Site};

/// A job attempt, as its handler receives it.
pub struct Attempt {
    pub site: Arc<Site>,
    pub open: Arc<OpenSite>,
    pub job: i64,
    /// Attempts before this one.
    pub earlier: i64,
    /// The request that led to the job.
    pub request: Option<RequestId>,
}

type Handler = Arc<dyn Fn(Attempt, &str) -> BoxFuture<'static, Result<(), JobError>> + Send + Sync>;

/// Handler and properties of a job type.
#[derive(Clone)]
pub(super) struct Kind {
    pub(super) handler: Handler,
    pub(super) lane: Lane,
    pub(super) is_never_given_up: bool,
    pub(super) is_erased_when_given_up: bool,
}

/// Handlers by job type. A handler must be idempotent, because it runs again after a crash.
#[derive(Clone, Default)]
pub struct Handlers(HashMap<&'static str, Kind>);

impl Handlers {
    /// Registers the handler for jobs of type `T`.
    pub fn on<T, F, W>(&mut self, handler: F)
    where
        T: Job,
        F: Fn(Attempt, T) -> W + Send + Sync + 'static,
        W: Future<Output = Result<(), JobError>> + Send + 'static,
    {
        let kind = Kind {
            handler: Arc::new(move |attempt, payload| match serde_json::from_str(payload) {
                Ok(job) => handler(attempt, job).boxed(),
                // serde's message would quote the payload.
                Err(_) => std::future::ready(Err(JobError::permanent("this version can't read the job"))).boxed(),
            }),
            lane: T::LANE,
            is_never_given_up: T::NEVER_GIVEN_UP,
            is_erased_when_given_up: T::ERASED_WHEN_GIVEN_UP,
        };
        let previous = self.0.insert(T::KIND, kind);
        debug_assert!(previous.is_none(), "two handlers for {}", T::KIND);
    }

    /// Kinds with a handler.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }

    pub(super) fn kind(&self, name: &str) -> Option<&Kind> {
        self.0.get(name)
    }
}
