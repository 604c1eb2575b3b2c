//! Process: the runtime with the domains' state, and the runner of background jobs.

use std::sync::Arc;

use axum::http::Extensions;
use platform::jobs::{Handlers, Runner};
use platform::push::PushServices;
use platform::sandbox::{self, Tasks};
use platform::sheet::ReadSheet;

use crate::SCHEMA;
use crate::catalog::Geocoder;
use crate::domain::Domains;
use crate::domains::DOMAINS;
use crate::identity::{CaptchaVendors, Guesses};
use crate::notifications::mail::RenderMail;
use crate::payments::{self, Processors, Sockets};
use crate::runtime::{Parts, Runtime, SharedRuntime};
use crate::site::{CleanDrawing, CleanHtml, DrawPicture, ScaleImage};

/// Starts the runtime. Must be called in a tokio runtime.
pub fn start(
    parts: Parts,
    processors: Processors,
    captcha_vendors: CaptchaVendors,
    push_services: PushServices,
    geocoder: Geocoder,
) -> SharedRuntime {
    let mut state = Extensions::new();
    state.insert::<Domains>(DOMAINS);
    state.insert(Arc::new(processors));
    state.insert(Arc::new(captcha_vendors));
    state.insert(Arc::new(push_services));
    state.insert(Arc::new(geocoder));
    state.insert(Sockets::new(parts.limits.scale()));
    state.insert(Guesses::default());
    Runtime::new(parts, &SCHEMA, state)
}

/// Turns this process into a sandbox worker until the process that started it ends it.
///
/// # Errors
/// Its limits can't be set.
pub fn serve_sandbox() -> std::io::Result<()> {
    sandbox::serve(&tasks(), sandbox::CPU_SECONDS)
}

fn tasks() -> Tasks {
    Tasks::default()
        .with::<CleanDrawing>()
        .with::<CleanHtml>()
        .with::<DrawPicture>()
        .with::<ReadSheet>()
        .with::<RenderMail>()
        .with::<ScaleImage>()
}

/// Creates the counters of this crate whose labels are known in advance. Those of jobs are created with the runner.
pub fn create_counters() {
    payments::create_counters();
    tasks().create_counters();
}

/// Runner of all sites' background jobs.
pub fn runner(runtime: &SharedRuntime) -> Arc<Runner> {
    let mut handlers = Handlers::default();
    for domain in DOMAINS {
        (domain.jobs)(&mut handlers, runtime);
    }
    runner_of(runtime, handlers)
}

/// Runner for the jobs of all sites that have a handler in `handlers`.
pub fn runner_of(runtime: &SharedRuntime, handlers: Handlers) -> Arc<Runner> {
    Arc::new(Runner::new(
        Arc::clone(&runtime.directory),
        Arc::clone(&runtime.sites),
        handlers,
        Arc::clone(&runtime.clock),
        Arc::clone(&runtime.schedule),
    ))
}
