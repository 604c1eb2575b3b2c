//! Runs a command where the data directory is: in this process, or in the server's.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use indicatif::{ProgressBar, ProgressDrawTarget};
use platform::clock::SystemClock;
use platform::random::SystemRandom;

use super::command::{Command, Reply};
use super::execute::execute;
use super::socket::{self, CallError};
use crate::config::Config;
use crate::data_dir::{DataDir, DataDirError};
use crate::plane::ControlPlane;

/// Timeout for a holder that doesn't listen because it is starting, stopping, or itself a command.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs the command here if the data directory is free, otherwise in the process that holds it.
pub(super) async fn act(config: &Config, command: Command) -> anyhow::Result<Reply> {
    let dir = DataDir::at(&config.storage.data_dir);
    // A typo in the path must not create an installation.
    if !dir.exists() {
        bail!(DataDirError::Missing {
            path: dir.root().to_owned()
        });
    }
    // Shown only on a terminal, on stderr, so that piped output stays clean.
    let bar = ProgressBar::hidden();
    let told = move |done: usize, total: usize| {
        if bar.is_hidden() && bar.length().is_none() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        if done == total {
            bar.finish_and_clear();
        }
    };
    let mut waited = Duration::ZERO;
    loop {
        match dir.hold() {
            Ok(held) => {
                let (clock, random) = (Arc::new(SystemClock), Arc::new(SystemRandom));
                let plane = ControlPlane::open(held, &config.storage, clock, random).await?;
                if let Some(origins) = &config.server.origin {
                    plane.lies_under(origins);
                }
                if config.security.fast_password_hash {
                    plane.hash_passphrases_fast();
                }
                plane.set_domain_proof(config.proof_of_domains(dir.demo_marker().exists()));
                if let Some(url) = &config.paystub_url {
                    plane.set_paystub_url(url);
                }
                let reply = execute(&plane, command, &told).await;
                plane.close().await;
                return Ok(reply?);
            }
            Err(DataDirError::InUse { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        match socket::call(&dir.socket(), &command, &told).await {
            Ok(reply) => return Ok(reply),
            Err(CallError::NoListener(_)) if waited < PATIENCE => {
                let pause = Duration::from_millis(100);
                tokio::time::sleep(pause).await;
                waited += pause;
            }
            Err(CallError::NoListener(_)) => bail!(DataDirError::InUse {
                path: dir.root().to_owned()
            }),
            Err(error) => return Err(error.into()),
        }
    }
}
