use tokio::sync::watch;

/// Tells who follows rollouts that one has changed.
pub struct Changes(watch::Sender<u64>);

impl Default for Changes {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl Changes {
    /// Says that one has changed.
    pub fn tell(&self) {
        self.0.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Hears of each change from now on, several at once as one.
    pub fn follow(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}
