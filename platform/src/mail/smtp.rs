//! Mail through an SMTP server.

use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use lettre::message::header::ContentTransferEncoding;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use super::{MailError, Mailer, Message, compose};
use crate::clock::SharedClock;

/// A server and the connections to it.
#[derive(Debug)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    clock: SharedClock,
}

/// The longest that one command may take.
const TIMEOUT: Duration = Duration::from_secs(20);

impl Smtp {
    /// `smtp://user:password@host:port`, which turns to TLS where the server offers it, or `smtps://…`; `?tls=required`
    /// refuses a server without it.
    ///
    /// # Errors
    /// When the address is none of these. The text never holds the address, since that may hold a password.
    pub fn new(url: &str, clock: SharedClock) -> Result<Self, InvalidSmtpUrl> {
        let url = if url.starts_with("smtp://") && !url.contains("tls=") {
            format!("{url}{}tls=opportunistic", if url.contains('?') { '&' } else { '?' })
        } else {
            url.to_owned()
        };
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&url).map_err(|_| InvalidSmtpUrl)?;
        Ok(Self {
            transport: builder.timeout(Some(TIMEOUT)).build(),
            clock,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected smtp://user:password@host:port or smtps://user:password@host:port")]
pub struct InvalidSmtpUrl;

impl Mailer for Smtp {
    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MailError>> {
        async {
            let message = compose(message, self.clock.now(), ContentTransferEncoding::SevenBit)?;
            match self.transport.send(message).await {
                Ok(_) => Ok(()),
                Err(error) if error.is_permanent() => Err(MailError::never(error)),
                Err(error) => Err(MailError::later(error)),
            }
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::tests::message;
    use super::*;
    use crate::clock::SystemClock;

    #[tokio::test]
    async fn address_is_checked() {
        let clock: SharedClock = Arc::new(SystemClock);
        for url in [
            "smtp://host",
            "smtp://user:p%40ss@host:2525",
            "smtps://host:465",
            "smtp://host?tls=required",
        ] {
            assert!(Smtp::new(url, clock.clone()).is_ok(), "{url}");
        }
        for url in ["", "host:25", "http://host", "smtp://host?tls=perhaps"] {
            assert_eq!(Smtp::new(url, clock.clone()).unwrap_err(), InvalidSmtpUrl, "{url}");
        }
    }

    #[tokio::test]
    async fn unreachable_server_means_later() {
        let smtp = Smtp::new("smtp://127.0.0.1:9", Arc::new(SystemClock)).unwrap();
        assert!(matches!(smtp.send(&message()).await, Err(MailError::Later(_))));
    }
}
