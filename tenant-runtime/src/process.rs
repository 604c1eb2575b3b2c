//! The process, put together: the runtime with what domains keep in it, and the runner of their background work.

use std::sync::Arc;

use axum::http::Extensions;
use platform::jobs::{Handlers, Runner};
use platform::push::PushServices;

use crate::SCHEMA;
use crate::domain::Domains;
use crate::domains::DOMAINS;
use crate::identity::{CaptchaVendors, Guesses};
use crate::payments::{Processors, Sockets};
use crate::runtime::{Parts, Runtime, SharedRuntime};

/// Starts the runtime. Must be called inside a tokio runtime.
pub fn start(
    parts: Parts,
    processors: Processors,
    captcha_vendors: CaptchaVendors,
    push_services: PushServices,
) -> SharedRuntime {
    let mut state = Extensions::new();
    state.insert::<Domains>(DOMAINS);
    state.insert(Arc::new(processors));
    state.insert(Arc::new(captcha_vendors));
    state.insert(Arc::new(push_services));
    state.insert(Sockets::new(parts.limits.scale()));
    state.insert(Guesses::default());
    Runtime::new(parts, &SCHEMA, state)
}

/// The runner of all sites' background work.
pub fn runner(runtime: &SharedRuntime) -> Arc<Runner> {
    let mut handlers = Handlers::default();
    for domain in DOMAINS {
        (domain.jobs)(&mut handlers, runtime);
    }
    runner_of(runtime, handlers)
}

/// The runner of those jobs of all sites that `handlers` do.
pub fn runner_of(runtime: &SharedRuntime, handlers: Handlers) -> Arc<Runner> {
    Arc::new(Runner::new(
        Arc::clone(&runtime.directory),
        Arc::clone(&runtime.sites),
        handlers,
        Arc::clone(&runtime.clock),
        Arc::clone(&runtime.schedule),
    ))
}
