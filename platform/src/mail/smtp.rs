//! Mail through an SMTP server.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use lettre::message::header::ContentTransferEncoding;
use lettre::transport::smtp::Error;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use super::{MailError, Mailer, Message, compose};
use crate::clock::SharedClock;

/// A server and the connections to it.
#[derive(Debug)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    clock: SharedClock,
    /// Until when nobody knocks at a server that did not open.
    spared_until: Mutex<Option<Timestamp>>,
}

/// The longest that one command may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// For how long a server that cannot be reached is left alone: a server that hangs must not hold up the work of all sites, mail
/// by mail.
const SPARED: SignedDuration = SignedDuration::from_secs(30);

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
            spared_until: Mutex::new(None),
        })
    }

    fn spared_until(&self) -> MutexGuard<'_, Option<Timestamp>> {
        self.spared_until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the server may be tried now. After it could not be reached one mail tries for all.
    fn may_knock(&self) -> bool {
        let now = self.clock.now();
        let mut spared_until = self.spared_until();
        match *spared_until {
            Some(until) if now < until => false,
            Some(_) => {
                *spared_until = Some(now + SPARED);
                true
            }
            None => true,
        }
    }
}

/// What became of a mail, without the server's own words: those quote addresses, and are kept and logged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Refusal {
    #[error("the mail server answered {0}")]
    Code(u16),
    #[error("the mail server's answer made no sense")]
    Answer,
    #[error("the mail server could not be reached: {0}")]
    Unreachable(String),
    #[error("the mail server is not tried again so soon")]
    Spared,
}

impl Refusal {
    fn of(error: &Error) -> Self {
        match error.status() {
            Some(code) => Self::Code(code.into()),
            None if error.is_response() => Self::Answer,
            None => Self::Unreachable(error.to_string()),
        }
    }

    /// Whether the recipient will never get it: the answers that speak of the mailbox (RFC 5321, section 4.2.2). Any other may
    /// be the fault of our own credentials or of the server's settings, and is worth another try.
    const fn is_final(&self) -> bool {
        matches!(self, Self::Code(550 | 551 | 553 | 556))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected smtp://user:password@host:port or smtps://user:password@host:port")]
pub struct InvalidSmtpUrl;

impl Mailer for Smtp {
    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MailError>> {
        async {
            let message = compose(message, self.clock.now(), ContentTransferEncoding::SevenBit)?;
            if !self.may_knock() {
                return Err(MailError::later(Refusal::Spared));
            }
            let sent = self.transport.send(message).await.map_err(|error| Refusal::of(&error));
            *self.spared_until() = match &sent {
                Err(Refusal::Unreachable(_)) => Some(self.clock.now() + SPARED),
                _ => None,
            };
            match sent {
                Ok(_) => Ok(()),
                Err(refusal) if refusal.is_final() => Err(MailError::never(refusal)),
                Err(refusal) => Err(MailError::later(refusal)),
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
    use crate::clock::{SystemClock, TestClock};

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
        let clock = TestClock::at("2030-01-01T00:00:00Z".parse().unwrap());
        let smtp = Smtp::new("smtp://127.0.0.1:9", clock.shared()).unwrap();
        let told = async || match smtp.send(&message()).await {
            Err(MailError::Later(refusal)) => refusal.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(told().await.contains("could not be reached"));
        assert_eq!(told().await, Refusal::Spared.to_string());
        clock.advance(SPARED);
        assert!(told().await.contains("could not be reached"));
    }

    #[test]
    fn only_answers_about_the_mailbox_are_final() {
        let codes = (400..600).filter(|code| Refusal::Code(*code).is_final());
        assert_eq!(codes.collect::<Vec<_>>(), [550, 551, 553, 556]);
        assert!(!Refusal::Spared.is_final());
    }
}
