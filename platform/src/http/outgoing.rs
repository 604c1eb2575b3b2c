//! Client for third-party servers.

use std::time::Instant;

use http::{Method, StatusCode};
use reqwest::{Error, RequestBuilder, Response};
use tracing::Instrument as _;

/// Destination of a request.
pub(crate) struct Server {
    pub(crate) host: Option<String>,
    pub(crate) port: Option<u16>,
}

/// Sends `call` within a span that has only its host, because paths, queries and bodies can contain personal data.
///
/// # Errors
/// There is no response.
pub async fn send(call: RequestBuilder) -> Result<Response, Error> {
    let (client, request) = call.build_split();
    let request = request?;
    let server = Server {
        host: request.url().host_str().map(str::to_owned),
        port: request.url().port_or_known_default(),
    };
    let method = request.method().clone();
    observed(
        method,
        server,
        SuccessLevel::Info,
        client.execute(request),
        Response::status,
        cause,
    )
    .await
}

/// Level of the log line of a call that succeeds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SuccessLevel {
    Info,
    /// For calls that one action makes by the thousand, such as publishing a build to an object store.
    Debug,
}

/// Observes a request by any client; `cause` is the reason for a failure, without addresses or bodies.
pub(crate) async fn observed<T, E>(
    method: Method,
    server: Server,
    level: SuccessLevel,
    call: impl Future<Output = Result<T, E>>,
    status: impl Fn(&T) -> StatusCode,
    cause: impl Fn(&E) -> String,
) -> Result<T, E> {
    let span = tracing::info_span!(
        "call",
        otel.kind = "client",
        http.request.method = %method,
        server.address = server.host.as_deref(),
        server.port = server.port,
    );
    async {
        let started = Instant::now();
        let answer = call.await;
        let took_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        match &answer {
            Ok(answer) => {
                let status = status(answer);
                match level {
                    SuccessLevel::Debug if status.is_success() => {
                        tracing::debug!(status = status.as_u16(), took_ms, "outgoing call completed");
                    }
                    _ => tracing::info!(status = status.as_u16(), took_ms, "outgoing call completed"),
                }
            }
            Err(error) => tracing::warn!(cause = cause(error), took_ms, "outgoing call failed"),
        }
        answer
    }
    .instrument(span)
    .await
}

/// Reason for a failed request in the log, without addresses or bodies.
pub fn cause(error: &Error) -> String {
    let kind = match error {
        error if error.is_timeout() => "time-out",
        error if error.is_connect() => "no connection",
        error if error.is_status() => "an error status",
        error if error.is_decode() => "an unreadable response",
        _ => "a broken connection",
    };
    kind.to_owned()
}
