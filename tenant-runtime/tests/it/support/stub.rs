use std::sync::Mutex;

use paystub::{Charge, Handle};

/// The processor stub of one installation, until it is stopped.
pub struct Stub {
    url: String,
    running: Mutex<Option<Handle>>,
}

impl Stub {
    pub fn new(handle: Handle) -> Self {
        Self {
            url: handle.url().to_owned(),
            running: Mutex::new(Some(handle)),
        }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Every charge that the processor has booked.
    pub fn charges(&self) -> Vec<Charge> {
        self.running.lock().unwrap().as_ref().unwrap().charges()
    }

    /// From now on nobody answers at the processor's address.
    pub async fn stop(&self) {
        let handle = self.running.lock().unwrap().take();
        if let Some(handle) = handle {
            handle.stop().await;
        }
    }
}
