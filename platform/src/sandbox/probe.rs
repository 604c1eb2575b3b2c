//! Whether workers run on this machine.

use serde::{Deserialize, Serialize};

use super::{Sandbox, SandboxError, Task};
use crate::ids::SiteId;
use crate::random::Random;

/// Task without work. A worker that completes it has set its limits.
#[derive(Serialize, Deserialize)]
pub(super) struct Probe {}

impl Task for Probe {
    const KIND: &'static str = "sandbox.probe";

    type Output = ();

    fn run(self) {}
}

impl Sandbox {
    /// Starts a worker and gives it a task without work.
    ///
    /// # Errors
    /// Workers can't be started, or can't set their limits.
    pub async fn probe(&self, random: &dyn Random) -> Result<(), SandboxError> {
        self.of(SiteId::generate(random)).run(Probe {}).await
    }
}
