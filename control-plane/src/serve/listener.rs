//! The accept loop. axum's own has no time limit for headers, and a stop must let what is under way finish.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

/// How long a client may take to send its headers, and how long an idle connection is kept for another request.
const HEADER_TIME: Duration = Duration::from_secs(15);
/// How long requests under way may go on after a stop.
pub(super) const GRACE: Duration = Duration::from_secs(10);
/// Most bytes of a request's headers.
const HEADER_BYTES: usize = 32 * 1024;
/// Pause after a failed accept, which usually means that file descriptors have run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves `router` until `stop`, then lets requests under way finish for at most [`GRACE`]. Answers whether all did.
pub(super) async fn serve(listener: TcpListener, router: Router, stop: CancellationToken) -> bool {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(HEADER_BYTES);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(HEADER_BYTES).unwrap_or(u32::MAX))
        .keep_alive_interval(HEADER_TIME)
        .max_concurrent_streams(100);
    let connections = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        // Small answers must not wait for a full segment; a socket that refuses the option works all the same.
        let _ = stream.set_nodelay(true);
        let connection = builder
            .serve_connection_with_upgrades(TokioIo::new(stream), service(router.clone(), peer))
            .into_owned();
        let watched = connections.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = watched.await {
                // Usually a client that went away.
                tracing::debug!(%error, "a connection broke off");
            }
        });
    }
    drop(listener);
    tokio::time::timeout(GRACE, connections.shutdown()).await.is_ok()
}

fn service(
    router: Router,
    peer: SocketAddr,
) -> impl hyper::service::Service<
    http::Request<hyper::body::Incoming>,
    Response = http::Response<Body>,
    Error = Infallible,
    Future: Send,
> + Clone {
    hyper::service::service_fn(move |request: http::Request<hyper::body::Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    })
}
