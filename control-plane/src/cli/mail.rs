//! `suds mail`: bounces forwarded by the operator's mail server.

use std::io::{Read, stdin};

use anyhow::{Context as _, bail};
use tenant_runtime::notifications::bounces;

use super::MailVerb;
use super::command::Command;

/// Maximum size of a message in bytes. A report that quotes one of our emails is much smaller.
const MOST: u64 = 4 * 1024 * 1024;

/// The command for these arguments. `None`: nothing to do.
pub(super) fn command(verb: &MailVerb) -> anyhow::Result<Option<Command>> {
    match verb {
        MailVerb::Bounced => bounced(stdin().lock()),
    }
}

fn bounced(message: impl Read) -> anyhow::Result<Option<Command>> {
    let mut bytes = Vec::new();
    let read = message.take(MOST + 1).read_to_end(&mut bytes);
    read.context("can't read the message from standard input")?;
    if bytes.len() as u64 > MOST {
        bail!("the message is too large; the limit is 4 MiB");
    }
    match bounces::read(&bytes) {
        Ok(returned) => Ok(Some(Command::MailBounced { returned })),
        // The server keeps retrying.
        Err(bounces::Misread::NotFailed) => Ok(None),
        Err(misread) => Err(misread.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oversized_message_is_not_read_completely() {
        assert!(bounced(std::io::repeat(b'x')).is_err());
    }
}
