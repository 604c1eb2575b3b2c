//! Links later work to the span that requested it, like OpenTelemetry's span links for queues: the later work has a
//! separate trace that refers to the earlier one.

use std::collections::HashMap;

use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::TraceContextExt as _;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// The header's name in W3C Trace Context, <https://www.w3.org/TR/trace-context/#traceparent-header>.
const TRACE_PARENT: &str = "traceparent";

/// The span around the caller, as W3C Trace Context writes it; none where no traces are kept.
pub(crate) fn current() -> Option<String> {
    let mut carrier = HashMap::new();
    TraceContextPropagator::new().inject_context(&Span::current().context(), &mut carrier);
    carrier.remove(TRACE_PARENT)
}

/// Links `span` to the one that [`current`] answered. A text that names none changes nothing.
pub(crate) fn link(span: &Span, trace_parent: String) {
    let carrier = HashMap::from([(TRACE_PARENT.to_owned(), trace_parent)]);
    let earlier = TraceContextPropagator::new().extract(&carrier);
    let earlier = earlier.span().span_context().clone();
    if earlier.is_valid() {
        span.add_link(earlier);
    }
}
