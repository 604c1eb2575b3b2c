use tokio::sync::watch;

/// Notifies followers when a rollout has changed.
pub struct Changes(watch::Sender<u64>);

impl Default for Changes {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl Changes {
    /// Signals a change.
    pub fn tell(&self) {
        self.0.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Notifies of each change from now on. Several at once count as one.
    pub fn follow(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}
