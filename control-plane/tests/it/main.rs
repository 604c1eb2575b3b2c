#![expect(unreachable_pub, reason = "a test binary has no outside")]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
//! Tests of the control plane and of the `suds` binary. One binary, as linking is what takes time.

mod archives;
mod builds;
mod bulk;
mod cli;
mod console;
mod creation;
mod demo;
mod docs;
mod doors;
mod kill;
mod packages;
mod rollouts;
mod server;
mod shopper;
mod site_check;
mod stop;
mod support;
mod traces;
mod versions;
