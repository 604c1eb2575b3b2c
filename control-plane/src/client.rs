//! The client that a command is carried out for, and whether it is still there.

use tokio_util::sync::CancellationToken;

tokio::task_local! {
    static GONE: CancellationToken;
}

/// Runs `work` for a client. Disconnecting cancels `gone`.
pub(crate) async fn of<F: Future>(gone: CancellationToken, work: F) -> F::Output {
    GONE.scope(gone, work).await
}

/// Whether the client is gone. One that shares this process never is.
pub(crate) fn is_gone() -> bool {
    GONE.try_with(CancellationToken::is_cancelled).unwrap_or(false)
}
