use std::io::Write;
use std::sync::{Arc, Mutex, Once};

use tracing::subscriber::DefaultGuard;

/// Captured log.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

/// The logs of whole processes, as a writer.
struct Started;

static STARTED: Mutex<Vec<Log>> = Mutex::new(Vec::new());

/// Lets what any thread logs reach the logs that are started. Without a subscriber for the others, the first of them to reach a
/// line that logs could have it turned off for all.
fn listen_everywhere() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing_subscriber::fmt()
            .with_env_filter("info,platform=debug,tenant_runtime=debug")
            .with_writer(|| Started)
            .init();
    });
}

impl Log {
    /// From now on, in this process.
    pub fn start() -> Self {
        let log = Self::default();
        STARTED.lock().unwrap().push(log.clone());
        listen_everywhere();
        log
    }

    /// From now on, on this thread: of one test, as long as it keeps the guard.
    pub fn of_this_test() -> (Self, DefaultGuard) {
        listen_everywhere();
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter("info")
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// Log output since the last call.
    pub fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut self.0.lock().unwrap())).unwrap()
    }

    /// Number of errors with this text.
    pub fn errors(&self, saying: &str) -> usize {
        let text = self.text();
        text.lines()
            .filter(|line| line.contains("ERROR") && line.contains(saying))
            .count()
    }
}

impl Write for Started {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for log in &mut *STARTED.lock().unwrap() {
            log.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
