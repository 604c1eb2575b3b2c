//! Logs, traces and metrics of the process.

pub(crate) mod links;
mod traces;

use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};

use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::ExporterBuildError;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::reload;
use tracing_subscriber::util::TryInitError;
use tracing_subscriber::{Layer as _, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};

pub use traces::{CollectorUrl, InvalidCollectorUrl, Traces};

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("log filter: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    #[error("logging is already set up: {0}")]
    Started(#[from] TryInitError),
    #[error("can't export traces: {0}")]
    Collector(#[from] ExporterBuildError),
}

/// Whether [`start`] accepts `filter` as intended: a word that isn't a level would be taken for a module name, so that
/// only that module is logged.
///
/// # Errors
/// Returns a message for people.
pub fn check_filter(filter: &str) -> Result<(), String> {
    let is_level = |word: &str| word.trim().parse::<LevelFilter>().is_ok();
    let bare = filter
        .split(',')
        .filter(|part| !part.contains(['=', '[', ']', '{', '}']));
    for word in bare {
        if !is_level(word) {
            return Err(format!(
                "unknown level {word}; use error, warn, info, debug, trace or off"
            ));
        }
    }
    EnvFilter::try_new(filter).map(drop).map_err(|error| error.to_string())
}

/// Starts logging to stdout, readable on a terminal, otherwise as one JSON object per line, and sending traces to
/// `collector`, if any.
///
/// `filter` uses the notation of `tracing`, such as `info` or `info,platform=debug`, and doesn't affect traces.
///
/// # Errors
/// The filter is invalid, the collector's client can't be created, or this was called before.
pub fn start(filter: &str, collector: Option<&CollectorUrl>) -> Result<(Traces, LogFilter), StartError> {
    let filter = EnvFilter::try_new(filter)?;
    let lines = if std::io::stdout().is_terminal() {
        fmt::layer().with_target(false).boxed()
    } else {
        fmt::layer().json().flatten_event(true).with_current_span(false).boxed()
    };
    let Some(collector) = collector else {
        let (filter, handle) = reload::Layer::new(filter);
        tracing_subscriber::registry()
            .with(lines.with_filter(filter))
            .try_init()?;
        return Ok((
            Traces::default(),
            LogFilter(Box::new(move |filter| handle.reload(filter).is_ok())),
        ));
    };
    let provider = Traces::exported_to(collector)?;
    let spans = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer(traces::SERVICE))
        .with_location(false)
        .with_threads(false)
        .with_filter(LevelFilter::INFO);
    let (filter, handle) = reload::Layer::new(filter);
    tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .with(spans)
        .try_init()?;
    let filter = LogFilter(Box::new(move |filter| handle.reload(filter).is_ok()));
    Ok((Traces(Some(provider)), filter))
}

/// Log filter of the process, which can be replaced.
pub struct LogFilter(Box<dyn Fn(EnvFilter) -> bool + Send + Sync>);

impl LogFilter {
    /// Returns whether the filter was replaced. An invalid one isn't used.
    pub fn set(&self, filter: &str) -> bool {
        EnvFilter::try_new(filter).is_ok_and(|filter| (self.0)(filter))
    }
}

/// Bounds of histograms whose names end in `_seconds`, from a cached response to one that waited its turn.
const SECONDS: [f64; 14] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
];

static INSTALLED: Mutex<Option<PrometheusHandle>> = Mutex::new(None);

/// Collects the metrics of this process from now on. The handle renders them as Prometheus reads them.
///
/// Later calls return the handle of the first, since there is one recorder per process. The caller must call
/// `run_upkeep` on it every few seconds, or histograms grow.
pub fn collect_metrics() -> Result<PrometheusHandle, BuildError> {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(handle) = installed.as_ref() {
        return Ok(handle.clone());
    }
    let builder = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("_seconds".into()), &SECONDS)?;
    let handle = builder.install_recorder()?;
    *installed = Some(handle.clone());
    Ok(handle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_rendered() {
        let handle = collect_metrics().unwrap();
        metrics::counter!("telemetry_test_total").increment(2);
        metrics::histogram!("telemetry_test_seconds").record(0.002);
        let text = collect_metrics().unwrap().render();
        assert!(text.contains("telemetry_test_total 2"), "{text}");
        assert!(
            text.contains("telemetry_test_seconds_bucket{le=\"0.0025\"} 1"),
            "{text}"
        );
        handle.run_upkeep();
    }

    #[test]
    fn log_filter_is_validated() {
        assert!(matches!(
            start("info,platform=loudly", None),
            Err(StartError::Filter(_))
        ));
    }
}
