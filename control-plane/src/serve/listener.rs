//! Accept loop. axum's own has no timeouts and no limits, and a shutdown must let requests in progress finish.
//!
//! HTTP/1.1 only: each of its phases has a limit here. TLS, and HTTP/2 with it, end at the proxy.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{HeaderMap, HeaderValue, header};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use platform::config::OriginPattern;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use super::connections::Doors;
use super::slow::{Patience, Patient, TimedBody};

/// Grace period for requests in progress during a shutdown.
pub(super) const GRACE: Duration = Duration::from_secs(10);
/// Most bytes of a request's headers.
const HEADER_BYTES: usize = 32 * 1024;
/// Pause after a failed accept, which usually means that file descriptors have run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// For a year, browsers ask for nothing without TLS.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");
/// The same for a host whose subdomains are ours too.
const HSTS_OF_OURS: HeaderValue = HeaderValue::from_static("max-age=31536000; includeSubDomains");

/// Parameters shared by all connections.
#[derive(Clone, Debug)]
pub(super) struct StandingHeaders {
    /// Suffix of the hosts of sites and console, if visitors come over TLS.
    tls: Option<String>,
}

impl StandingHeaders {
    pub(super) fn new(origin: &OriginPattern) -> Self {
        Self {
            tls: origin.is_https().then(|| format!(".{}", origin.base_domain())),
        }
    }

    /// Adds them to a response to a request for `host`. Subdomains of a custom domain, and of the base domain, can be someone else's.
    fn add(&self, host: Option<&HeaderValue>, headers: &mut HeaderMap) {
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if let Some(suffix) = &self.tls {
            let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
            let name = host.split(':').next().unwrap_or_default().to_ascii_lowercase();
            let is_ours = name.strip_suffix('.').unwrap_or(&name).ends_with(suffix);
            headers.insert(
                header::STRICT_TRANSPORT_SECURITY,
                if is_ours { HSTS_OF_OURS } else { HSTS },
            );
        }
    }
}

/// Serves `router` until `stop`, then gives open requests up to [`GRACE`] to finish. Returns whether all did.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    doors: Doors,
    patience: Patience,
    standing: StandingHeaders,
    stop: CancellationToken,
) -> bool {
    let builder = |header: Duration| {
        let mut builder = http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(header)
            .max_buf_size(HEADER_BYTES);
        builder
    };
    let (of_clients, of_proxies) = (builder(patience.header), builder(patience.proxy_header));
    let (connections, standing) = (TaskTracker::new(), Arc::new(standing));
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "failed to accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let admitted = match doors.admit(peer.ip()) {
            Ok(admitted) => admitted,
            Err(cap) => {
                metrics::counter!("suds_connections_refused_total", "cap" => cap).increment(1);
                continue;
            }
        };
        // Small responses must not wait for a full segment. It works without this option, too.
        let _ = stream.set_nodelay(true);
        let service = service(router.clone(), peer, patience, Arc::clone(&standing));
        let stream = TokioIo::new(Patient::new(stream, patience.reader, admitted));
        let builder = if doors.is_proxy(peer.ip()) {
            &of_proxies
        } else {
            &of_clients
        };
        let connection = builder.serve_connection(stream, service).with_upgrades();
        let stop = stop.clone();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = stop.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                // Usually a client that went away.
                tracing::debug!(%error, "connection closed unexpectedly");
            }
        });
    }
    drop(listener);
    connections.close();
    tokio::time::timeout(GRACE, connections.wait()).await.is_ok()
}

fn service(
    router: Router,
    peer: SocketAddr,
    patience: Patience,
    standing: Arc<StandingHeaders>,
) -> impl hyper::service::Service<
    http::Request<hyper::body::Incoming>,
    Response = http::Response<Body>,
    Error = Infallible,
    Future: Send,
> + Clone {
    hyper::service::service_fn(move |request: http::Request<hyper::body::Incoming>| {
        let mut request = request.map(|body| Body::new(TimedBody::new(body, patience.body)));
        request.extensions_mut().insert(ConnectInfo(peer));
        let host = request.headers().get(header::HOST).cloned();
        let (answer, standing) = (router.clone().oneshot(request), Arc::clone(&standing));
        async move {
            let mut response = answer.await?;
            standing.add(host.as_ref(), response.headers_mut());
            Ok(response)
        }
    })
}

#[cfg(test)]
mod tests {
    use axum::routing::post;
    use bytes::Bytes;
    use platform::http::TrustedProxies;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    use super::super::connections::Caps;
    use super::*;

    const CAPS: Caps = Caps {
        files: 0,
        in_all: 3,
        of_an_address: 2,
        open_sites: 1,
    };

    async fn start(patience: Patience, origin: &str) -> (SocketAddr, CancellationToken) {
        start_behind(TrustedProxies::default(), patience, origin).await
    }

    async fn start_behind(
        proxies: TrustedProxies,
        patience: Patience,
        origin: &str,
    ) -> (SocketAddr, CancellationToken) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
        let router = Router::new().route("/", post(async |body: Bytes| body.len().to_string()));
        let doors = Doors::new(CAPS, proxies);
        let standing = StandingHeaders::new(&origin.parse().unwrap());
        tokio::spawn(serve(listener, router, doors, patience, standing, stop.clone()));
        (address, stop)
    }

    /// Data received after sending `said`, until the peer closes the connection.
    async fn answer(address: SocketAddr, said: &str) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        let mut answer = String::new();
        // A connection that was refused may be reset.
        let _ended = stream.read_to_string(&mut answer).await;
        answer
    }

    #[tokio::test]
    async fn idle_or_stalled_client_is_disconnected() {
        let soon = Duration::from_millis(20);
        let patience = Patience {
            header: soon,
            proxy_header: soon,
            body: soon,
            reader: soon,
        };
        let (address, stop) = start(patience, "http://{site}.localhost").await;
        assert_eq!(answer(address, "").await, "");
        assert_eq!(answer(address, "POST / HTTP/1.1\r\nhost: a\r\nx-").await, "");
        let half = answer(address, "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf").await;
        assert!(half.starts_with("HTTP/1.1 4"), "{half}");
        // Also a client that has its response and sends nothing more.
        let whole = answer(address, "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nbody").await;
        assert!(whole.starts_with("HTTP/1.1 200") && whole.ends_with('4'), "{whole}");
        stop.cancel();
    }

    /// A proxy keeps idle connections for a minute or two.
    #[tokio::test]
    async fn trusted_proxy_hangs_up_first() {
        // Long enough to send a request on a busy machine.
        let soon = Duration::from_secs(1);
        let patience = Patience {
            header: soon,
            ..Patience::default()
        };
        let request = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n";
        for (proxies, is_kept) in [("127.0.0.0/8", true), ("", false)] {
            let origin = "http://{site}.localhost";
            let (address, stop) = start_behind(proxies.parse().unwrap(), patience, origin).await;
            let mut stream = TcpStream::connect(address).await.unwrap();
            let mut answer = [0; 1024];
            stream.write_all(request.as_bytes()).await.unwrap();
            assert!(stream.read(&mut answer).await.unwrap() > 0);
            tokio::time::sleep(2 * soon).await;
            let sent = stream.write_all(request.as_bytes()).await;
            let kept = sent.is_ok() && stream.read(&mut answer).await.is_ok_and(|read| read > 0);
            assert_eq!(kept, is_kept, "{proxies}");
            stop.cancel();
        }
        assert!(Patience::default().proxy_header > Duration::from_secs(120), "Caddy's");
    }

    #[test]
    fn hsts_includes_subdomains_of_our_hosts_only() {
        let hsts = |origin: &str, host: &'static str| {
            let mut headers = HeaderMap::new();
            let host = HeaderValue::from_static(host);
            StandingHeaders::new(&origin.parse().unwrap()).add(Some(&host), &mut headers);
            headers.remove(header::STRICT_TRANSPORT_SECURITY)
        };
        let tls = "https://{site}.base.example";
        for ours in ["sparkle.base.example", "Console.base.example.:443"] {
            assert_eq!(hsts(tls, ours), Some(HSTS_OF_OURS), "{ours}");
        }
        for other in ["base.example", "wash.example", "evil-base.example", ""] {
            assert_eq!(hsts(tls, other), Some(HSTS), "{other}");
        }
        assert_eq!(hsts("http://{site}.base.example", "sparkle.base.example"), None);
    }

    #[tokio::test]
    async fn address_has_a_limited_share_of_connections() {
        let (address, stop) = start(Patience::default(), "https://{site}.base.example").await;
        let held = [
            TcpStream::connect(address).await.unwrap(),
            TcpStream::connect(address).await.unwrap(),
        ];
        assert_eq!(answer(address, "").await, "", "closed at once");
        let neighbour = tokio::net::TcpSocket::new_v4().unwrap();
        neighbour.bind("127.0.0.9:0".parse().unwrap()).unwrap();
        let mut neighbour = neighbour.connect(address).await.unwrap();
        let request = "POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        neighbour.write_all(request.as_bytes()).await.unwrap();
        let mut said = String::new();
        neighbour.read_to_string(&mut said).await.unwrap();
        assert!(said.starts_with("HTTP/1.1 200"), "{said}");
        for header in [
            "strict-transport-security: max-age=31536000",
            "x-content-type-options: nosniff",
        ] {
            assert!(said.contains(header), "{said}");
        }
        drop(held);
        stop.cancel();
    }
}
