//! Logs and metrics of the process.

use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};

use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::util::TryInitError;
use tracing_subscriber::{fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};

#[derive(Debug, thiserror::Error)]
pub enum LogError {
    #[error("log filter: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    #[error("logs are being written already: {0}")]
    Started(#[from] TryInitError),
}

/// Whether `filter` is one that [`start_logs`] takes and means what it seems to: a word that is no level would be taken for
/// the name of a module, all of which is then logged, and nothing else.
///
/// # Errors
/// In words for a person.
pub fn check_filter(filter: &str) -> Result<(), String> {
    let is_level = |word: &str| word.trim().parse::<LevelFilter>().is_ok();
    let bare = filter
        .split(',')
        .filter(|part| !part.contains(['=', '[', ']', '{', '}']));
    for word in bare {
        if !is_level(word) {
            return Err(format!(
                "{word} is no level; error, warn, info, debug and trace are, and 'off'"
            ));
        }
    }
    EnvFilter::try_new(filter).map(drop).map_err(|error| error.to_string())
}

/// Starts writing logs to stdout: for people when it is a terminal, else one JSON object per line.
///
/// `filter` is in the notation of `tracing`, such as `info` or `info,platform=debug`.
pub fn start_logs(filter: &str) -> Result<(), LogError> {
    let filter = EnvFilter::try_new(filter)?;
    let registry = tracing_subscriber::registry().with(filter);
    if std::io::stdout().is_terminal() {
        registry.with(fmt::layer().with_target(false)).try_init()?;
    } else {
        registry
            .with(fmt::layer().json().flatten_event(true).with_current_span(false))
            .try_init()?;
    }
    Ok(())
}

/// The bounds of the histograms whose names end in `_seconds`, from an answer out of memory to one that waited its turn.
const SECONDS: [f64; 14] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
];

static INSTALLED: Mutex<Option<PrometheusHandle>> = Mutex::new(None);

/// Collects the metrics of this process from now on. The handle renders them as Prometheus reads them.
///
/// Later calls return the handle of the first, since there is one recorder per process. Somebody must call
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
    fn filter_is_checked() {
        assert!(matches!(start_logs("info,platform=loudly"), Err(LogError::Filter(_))));
    }
}
