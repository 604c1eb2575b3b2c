//! Traces that a server exports to a collector.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use bytes::Bytes;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, Span};
use prost::Message as _;

use crate::shopper::{Shopper, Town};
use crate::support::{Installation, create, get, header, merchants};

/// Collector on this machine, with the traces it received.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<ResourceSpans>>>);

impl Collector {
    async fn start() -> (Self, SocketAddr) {
        let collector = Self::default();
        let take = async |State(Self(taken)): State<Self>, body: Bytes| {
            let request = ExportTraceServiceRequest::decode(body).unwrap();
            taken.lock().unwrap().extend(request.resource_spans);
        };
        let router = Router::new()
            .route("/v1/traces", post(take))
            .with_state(collector.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async { axum::serve(listener, router).await });
        (collector, address)
    }

    fn taken(&self) -> Vec<ResourceSpans> {
        self.0.lock().unwrap().clone()
    }

    fn spans(&self) -> Vec<Span> {
        let taken = self.taken().into_iter();
        taken
            .flat_map(|spans| spans.scope_spans)
            .flat_map(|scope| scope.spans)
            .collect()
    }
}

fn text<'a>(attributes: &'a [KeyValue], name: &str) -> Option<&'a str> {
    let attribute = attributes.iter().find(|attribute| attribute.key == name)?;
    match attribute.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn collector_receives_request_spans() {
    let (collector, address) = Collector::start().await;
    let installation = Installation::new();
    let server = installation.serve_with(&[("SUDS_OTLP_ENDPOINT", &format!("http://{address}"))]);
    let host = format!("nosuch.localhost:{}", server.address.port());
    let refused = get(server.address, &host, "/api/v1/accounts/site-config?secret=1", &[]).await;
    assert_eq!(refused.status(), 404);
    assert_eq!(server.terminate(), Some(0));

    let taken = collector.taken();
    let resources = taken.iter().filter_map(|spans| spans.resource.as_ref());
    let services: HashSet<_> = resources
        .map(|resource| text(&resource.attributes, "service.name"))
        .collect();
    assert_eq!(services, [Some("suds")].into());
    let spans = collector.spans();
    let id = header(&refused, "x-request-id");
    let requests: Vec<_> = spans
        .iter()
        .filter(|span| text(&span.attributes, "request.id") == Some(id))
        .collect();
    let [request] = &*requests else { panic!("{requests:#?}") };
    assert_eq!(request.name, "request");
    assert_eq!(
        text(&request.attributes, "http.route"),
        Some("/api/v1/accounts/site-config")
    );
    assert_eq!(request.events[0].name, "request completed");
    assert!(!format!("{taken:?}").contains("secret"), "no query");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn job_is_linked_to_the_request_that_enqueued_it() {
    let (collector, address) = Collector::start().await;
    let installation = Installation::new();
    let account = installation.account();
    let merchant = merchants().join("sparkle");
    installation.json(&create(&account, "sparkle", "demo", &merchant));
    let endpoint = format!("http://{address}");
    let server = installation.serve_with(&[("SUDS_OTLP_ENDPOINT", &endpoint), ("SUDS_CAPTCHA", "none")]);
    let town = Town {
        server: server.address,
        stub: "",
        mail: &installation.data_dir().join("mail"),
    };
    Shopper::sign_up(town, "sparkle", "ada@example.com").await;
    assert_eq!(server.terminate(), Some(0));

    let spans = collector.spans();
    let is_sign_up = |span: &&Span| {
        text(&span.attributes, "http.route") == Some("/api/v1/users")
            && text(&span.attributes, "http.request.method") == Some("POST")
    };
    let request = spans.iter().find(is_sign_up).unwrap();
    let id = text(&request.attributes, "request.id");
    let job = |span: &&Span| span.name == "job" && text(&span.attributes, "request.id") == id;
    let job = spans.iter().find(job).unwrap();
    assert_ne!(job.trace_id, request.trace_id);
    let links: Vec<_> = job.links.iter().map(|link| (&link.trace_id, &link.span_id)).collect();
    assert_eq!(links, [(&request.trace_id, &request.span_id)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unavailable_collector_delays_nothing() {
    let installation = Installation::new();
    let server = installation.serve_with(&[("SUDS_OTLP_ENDPOINT", "http://127.0.0.1:9")]);
    let answer = get(server.address, "localhost", "/readyz", &[]).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(server.terminate(), Some(0));
}
