#![expect(unreachable_pub, reason = "a test binary has no outside")]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
//! Tests of the control plane and of the `suds` binary. One binary, as linking is what takes time.

mod archives;
mod builds;
mod bulk;
mod cli;
mod closed_shop;
mod console;
mod creation;
mod demo;
mod docs;
mod doors;
mod kill;
mod monitoring;
mod name_server;
mod packages;
mod rollouts;
mod server;
mod shopper;
mod site_check;
mod stop;
mod support;
mod traces;
mod versions;

/// Entry point of sandbox workers. Servers in other tests start this binary with this name as its only argument.
#[test]
fn sandbox_worker() {
    if std::env::args().skip(1).eq(["sandbox_worker"]) {
        let served = tenant_runtime::process::serve_sandbox();
        std::process::exit(i32::from(served.is_err()));
    }
}
