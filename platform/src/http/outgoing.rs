//! Calls to other companies' servers.

use std::time::Instant;

use reqwest::{Error, RequestBuilder, Response};
use tracing::Instrument as _;

/// Sends `call` within a span that says where it goes: never a path, a query or a body, which may tell who somebody is.
///
/// # Errors
/// When no answer came.
pub async fn send(call: RequestBuilder) -> Result<Response, Error> {
    let (client, request) = call.build_split();
    let request = request?;
    let span = tracing::info_span!(
        "call",
        otel.kind = "client",
        http.request.method = %request.method(),
        server.address = request.url().host_str(),
        server.port = request.url().port_or_known_default(),
    );
    async {
        let started = Instant::now();
        let answer = client.execute(request).await;
        let took_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        match &answer {
            Ok(answer) => tracing::info!(status = answer.status().as_u16(), took_ms, "a call was answered"),
            Err(error) => tracing::warn!(cause = cause(error), took_ms, "a call was not answered"),
        }
        answer
    }
    .instrument(span)
    .await
}

/// What a failed call is called in the log: never with an address or a body.
pub fn cause(error: &Error) -> String {
    let kind = match error {
        error if error.is_timeout() => "time-out",
        error if error.is_connect() => "no connection",
        error if error.is_status() => "an error status",
        error if error.is_decode() => "an unreadable answer",
        _ => "a broken connection",
    };
    kind.to_owned()
}
