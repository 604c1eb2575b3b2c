use std::sync::Arc;

use platform::http::ApiError;
use tracing::Instrument as _;

use crate::runtime::SharedRuntime;

/// Runs `work` in a separate task, so that neither a disconnect nor a shutdown interrupts it.
///
/// # Errors
/// Those of `work`; their cause is logged here if no client is waiting anymore.
pub async fn carry_through<T, E, W>(runtime: &SharedRuntime, work: W) -> Result<T, ApiError>
where
    T: Send + 'static,
    E: Into<ApiError>,
    W: Future<Output = Result<T, E>> + Send + 'static,
{
    let waits = Arc::new(());
    let waited_for = Arc::downgrade(&waits);
    let work = async move {
        let result = work.await.map_err(Into::into);
        if let Err(error) = &result
            && waited_for.strong_count() == 0
        {
            ApiError::log_cause(error);
        }
        result
    };
    let result = runtime.under_way.spawn(work.in_current_span()).await;
    drop(waits);
    result.map_err(ApiError::internal)?
}
