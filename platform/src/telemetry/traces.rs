//! Exports traces of this process to an OpenTelemetry collector.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use opentelemetry::KeyValue;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use reqwest::Url;

use crate::causes::Causes;

/// Service name of this process.
pub(super) const SERVICE: &str = "suds";

/// OTLP endpoint of a collector over HTTP, such as `http://localhost:4318`; the protocol's `/v1/traces` is appended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectorUrl(Url);

/// Invalid address of a collector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("use the http(s) URL of an OpenTelemetry collector, such as http://localhost:4318")]
pub struct InvalidCollectorUrl;

impl FromStr for CollectorUrl {
    type Err = InvalidCollectorUrl;

    fn from_str(text: &str) -> Result<Self, InvalidCollectorUrl> {
        let url: Url = text.parse().map_err(|_| InvalidCollectorUrl)?;
        let fits = matches!(url.scheme(), "http" | "https") && url.query().is_none() && url.fragment().is_none();
        fits.then_some(Self(url)).ok_or(InvalidCollectorUrl)
    }
}

impl CollectorUrl {
    fn traces(&self) -> String {
        format!("{}/v1/traces", self.0.as_str().trim_end_matches('/'))
    }
}

impl Display for CollectorUrl {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Pending traces. Empty without a collector.
#[derive(Debug, Default)]
pub struct Traces(pub(super) Option<SdkTracerProvider>);

impl Traces {
    /// Starts sending spans to `collector` in batches every few seconds, on a separate thread. Rejected ones are
    /// dropped and logged.
    pub(super) fn exported_to(collector: &CollectorUrl) -> Result<SdkTracerProvider, ExporterBuildError> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_endpoint(collector.traces())
            .build()?;
        let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource = Resource::builder().with_service_name(SERVICE).with_attribute(version);
        Ok(SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource.build())
            .build())
    }

    /// Exports the remaining traces before the process exits.
    pub async fn stop(self) {
        let Some(provider) = self.0 else { return };
        // It blocks until the collector has answered.
        let stopped = tokio::task::spawn_blocking(move || provider.shutdown()).await;
        if let Ok(Err(error)) = stopped {
            tracing::warn!(error = %Causes(&error), "failed to export the last traces");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collector_url_is_validated() {
        for (text, traces) in [
            ("http://localhost:4318", "http://localhost:4318/v1/traces"),
            (
                "https://collector.example/otlp/",
                "https://collector.example/otlp/v1/traces",
            ),
        ] {
            assert_eq!(text.parse::<CollectorUrl>().unwrap().traces(), traces);
        }
        for text in [
            "",
            "localhost:4318",
            "collector",
            "grpc://collector:4317",
            "http://collector/?a=b",
        ] {
            assert_eq!(text.parse::<CollectorUrl>(), Err(InvalidCollectorUrl), "{text}");
        }
    }
}
