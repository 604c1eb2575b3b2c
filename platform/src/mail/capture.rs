//! Email written to a folder instead of being sent.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use lettre::message::header::ContentTransferEncoding;

use super::{MailError, Mailer, Message, compose};
use crate::clock::SharedClock;

/// Writes each message to an RFC 5322 file named `<time>-<site>-<sequence>.eml`. The names sort by time.
#[derive(Debug)]
pub struct Capture {
    folder: PathBuf,
    clock: SharedClock,
    sequence: AtomicU64,
}

impl Capture {
    /// The folder is created with the first message.
    pub fn new(folder: impl Into<PathBuf>, clock: SharedClock) -> Self {
        Self {
            folder: folder.into(),
            clock,
            sequence: AtomicU64::new(1),
        }
    }

    async fn write(&self, message: &Message) -> Result<(), MailError> {
        let now = self.clock.now();
        let bytes = compose(message, now, ContentTransferEncoding::EightBit)?.formatted();
        let sequence = self.sequence.fetch_add(1, Ordering::Relaxed);
        let site: String = message
            .site
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
            .collect();
        let name = format!("{}-{site}-{sequence:06}.eml", now.strftime("%Y%m%dT%H%M%S%.3fZ"));
        let folder = self.folder.clone();
        tokio::task::spawn_blocking(move || keep(&folder, &name, &bytes))
            .await
            .map_err(MailError::later)?
            .map_err(MailError::later)
    }
}

/// Renamed when complete, because readers watch the folder for `.eml` files.
fn keep(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let aside = folder.join(format!(".{name}.part"));
    std::fs::create_dir_all(folder)?;
    std::fs::write(&aside, bytes)?;
    std::fs::rename(&aside, folder.join(name))
}

impl Mailer for Capture {
    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MailError>> {
        self.write(message).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::message;
    use super::*;
    use crate::clock::TestClock;

    #[tokio::test]
    async fn each_message_is_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let clock = TestClock::at("2030-01-02T03:04:05.678Z".parse().unwrap());
        let capture = Capture::new(folder.path().join("mail"), clock.shared());
        capture.send(&message()).await.unwrap();
        capture
            .send(&Message {
                site: "../up".into(),
                ..message()
            })
            .await
            .unwrap();
        let entries = std::fs::read_dir(folder.path().join("mail")).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(
            names,
            [
                "20300102T030405.678Z-bluebird-000001.eml",
                "20300102T030405.678Z-up-000002.eml"
            ]
        );
    }
}
