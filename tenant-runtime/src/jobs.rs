//! Background jobs of an open site.

use std::sync::Arc;

use platform::jobs::{Attempt, Handlers, Job, JobError};

use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// Registers `handler` for jobs of type `T` at all sites.
pub fn on_job<T, F, W>(handlers: &mut Handlers, runtime: &SharedRuntime, handler: F)
where
    T: Job,
    F: Fn(Tenant, T) -> W + Clone + Send + Sync + 'static,
    W: Future<Output = Result<(), JobError>> + Send + 'static,
{
    // The runner lives in the runtime's process but mustn't keep the runtime alive.
    let runtime = Arc::downgrade(runtime);
    handlers.on(move |attempt: Attempt, job: T| {
        let (runtime, handler) = (runtime.clone(), handler.clone());
        async move {
            let Some(runtime) = runtime.upgrade() else {
                return Err(JobError::transient("the process is stopping"));
            };
            let tenant = Tenant::of(&runtime, attempt.site, attempt.open)
                .part_of(attempt.request)
                .doing(attempt.job);
            handler(tenant, job).await
        }
    });
}
