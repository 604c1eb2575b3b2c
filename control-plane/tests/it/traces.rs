//! What a collector of traces is handed by a server.

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
use opentelemetry_proto::tonic::trace::v1::ResourceSpans;
use prost::Message as _;

use crate::support::{Installation, get, header};

/// A collector on this machine, and what it was handed.
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
}

fn text<'a>(attributes: &'a [KeyValue], name: &str) -> Option<&'a str> {
    let attribute = attributes.iter().find(|attribute| attribute.key == name)?;
    match attribute.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_is_handed_the_spans_of_requests() {
    let (collector, address) = Collector::start().await;
    let installation = Installation::new();
    let server = installation.serve_with(&[("SUDS_OTLP_ENDPOINT", &format!("http://{address}"))]);
    let host = format!("nosuch.localhost:{}", server.address.port());
    let refused = get(server.address, &host, "/api/v1/accounts/site-config?secret=1", &[]).await;
    assert_eq!(refused.status(), 404);
    assert_eq!(server.terminate(), Some(0));

    let taken = collector.0.lock().unwrap();
    let resources = taken.iter().filter_map(|spans| spans.resource.as_ref());
    let services: HashSet<_> = resources
        .map(|resource| text(&resource.attributes, "service.name"))
        .collect();
    assert_eq!(services, [Some("suds")].into());
    let spans = taken
        .iter()
        .flat_map(|spans| &spans.scope_spans)
        .flat_map(|scope| &scope.spans);
    let id = header(&refused, "x-request-id");
    let requests: Vec<_> = spans
        .filter(|span| text(&span.attributes, "request.id") == Some(id))
        .collect();
    let [request] = &*requests else { panic!("{requests:#?}") };
    assert_eq!(request.name, "request");
    assert_eq!(
        text(&request.attributes, "http.route"),
        Some("/api/v1/accounts/site-config")
    );
    assert_eq!(request.events[0].name, "answered");
    assert!(!format!("{taken:?}").contains("secret"), "no query");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_is_away_holds_nobody_up() {
    let installation = Installation::new();
    let server = installation.serve_with(&[("SUDS_OTLP_ENDPOINT", "http://127.0.0.1:9")]);
    let answer = get(server.address, "localhost", "/readyz", &[]).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(server.terminate(), Some(0));
}
