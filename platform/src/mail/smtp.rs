//! Email through an SMTP server.

use std::net::IpAddr;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use lettre::message::header::ContentTransferEncoding;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use secrecy::{ExposeSecret as _, SecretString};
use tracing::Instrument as _;

use super::reached::Reached;
use super::{MailError, Mailer, Message, compose};
use crate::clock::SharedClock;
use crate::http::certificates::{self, NO_CERTIFICATES};

/// An SMTP server and its connections.
#[derive(Debug)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    host: String,
    clock: SharedClock,
    reached: Mutex<Reached>,
}

/// Timeout of a command.
const TIMEOUT: Duration = Duration::from_secs(20);

impl Smtp {
    /// Client of the server at `address` that greets it as `domain`. Some servers reject names without a dot, such as a container's
    /// host name. A domain without one is no better and isn't used.
    ///
    /// # Errors
    /// When the address cannot be used after all.
    pub fn new(address: &SmtpAddress, domain: &str, clock: SharedClock) -> Result<Self, InvalidSmtpAddress> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(address.0.expose_secret());
        let mut builder = builder.map_err(|_| InvalidSmtpAddress::of_builder())?;
        if domain.contains('.') {
            builder = builder.hello_name(ClientId::Domain(domain.to_owned()));
        }
        let (_, rest) = address.0.expose_secret().split_once("://").unwrap_or_default();
        Ok(Self {
            transport: builder.timeout(Some(TIMEOUT)).build(),
            host: host(rest).to_owned(),
            clock,
            reached: Mutex::default(),
        })
    }

    /// Connects and logs in, without an email.
    ///
    /// # Errors
    /// The server can't be reached or rejects the credentials.
    pub async fn test(&self) -> Result<(), MailError> {
        let refused = |error: Error| MailError::later(Refusal::of(&error));
        match self.transport.test_connection().await.map_err(refused)? {
            true => Ok(()),
            false => Err(MailError::later(Refusal::Answer)),
        }
    }

    fn reached(&self) -> MutexGuard<'_, Reached> {
        self.reached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Result of a failed delivery, with the server's text. Addresses are left out, because this text is logged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Refusal {
    #[error("the email server responded with {0} {1}")]
    Code(u16, String),
    /// Permanent rejection of the mailbox.
    #[error("the email server responded with {0} {1}")]
    NoMailbox(u16, String),
    #[error("unreadable response from the email server")]
    Answer,
    #[error("can't reach the email server: {0}")]
    Unreachable(String),
    #[error("waiting before the next attempt to reach the email server")]
    Spared,
}

impl Refusal {
    fn of(error: &Error) -> Self {
        match error.status() {
            Some(code) => Self::of_response(code.into(), &words(error)),
            None if error.is_response() => Self::Answer,
            None => Self::Unreachable(error.to_string()),
        }
    }

    fn of_response(code: u16, words: &str) -> Self {
        let told = without_addresses(words);
        if is_about_the_mailbox(code, words) {
            Self::NoMailbox(code, told)
        } else {
            Self::Code(code, told)
        }
    }
}

/// Longest quotation of a server, in characters. Servers answer in up to four lines of 512.
const LONGEST_WORDS: usize = 2000;

/// A server's text on one line, with `…` for each email address.
fn without_addresses(words: &str) -> String {
    let words = words.split_whitespace();
    let told: Vec<&str> = words.map(|word| if word.contains('@') { "…" } else { word }).collect();
    told.join(" ").chars().take(LONGEST_WORDS).collect()
}

/// Words of a server that refuses to send for us. Its codes are often those of a missing mailbox.
const RELAY_WORDS: [&str; 8] = [
    "relay",
    "authenticat",
    "not permitted",
    "not authorized",
    "access denied",
    "blocked",
    "spam",
    "policy",
];

/// Whether the recipient can't be reached: replies about the mailbox (RFC 5321, section 4.2.2), or with such an
/// enhanced status code (RFC 3463, sections 3.2 and 3.3). Any other reply may be due to our credentials or the server's
/// settings, so a retry makes sense. That includes "550 relay not permitted", which rejects every email.
fn is_about_the_mailbox(code: u16, words: &str) -> bool {
    let class = words
        .get(..4)
        .filter(|class| class.starts_with("5.") && class.ends_with('.'));
    match class {
        // A sender's address (5.1.7, 5.1.8) is ours.
        Some("5.1.") => matches!(code, 500..600) && !["5.1.7", "5.1.8"].iter().any(|ours| words.starts_with(ours)),
        Some("5.2.") => matches!(code, 500..600),
        // Routing, protocol, security and policy.
        Some(_) => false,
        None => {
            let words = words.to_lowercase();
            matches!(code, 550 | 551 | 553 | 556) && !RELAY_WORDS.iter().any(|word| words.contains(word))
        }
    }
}

/// Server's text after the code.
fn words(error: &Error) -> String {
    let source = std::error::Error::source(error);
    source.map(ToString::to_string).unwrap_or_default()
}

/// `smtp://user:password@host:port` with STARTTLS, or `smtps://…`. Only a server on this machine may be used without
/// TLS.
#[derive(Debug, Clone)]
pub struct SmtpAddress(SecretString);

/// Reason why an address is invalid. Never contains the address, which may include a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSmtpAddress {
    #[error("use 'capture', smtp://user:password@host:port or smtps://user:password@host:port")]
    Unreadable,
    #[error("email can only leave this machine over TLS; omit tls= or use tls=required")]
    Open,
    #[error("{NO_CERTIFICATES}")]
    NoCertificates,
}

impl InvalidSmtpAddress {
    /// Reason why a client couldn't be created. Every client reads the CA certificates.
    fn of_builder() -> Self {
        if certificates::are_missing() {
            Self::NoCertificates
        } else {
            Self::Unreadable
        }
    }
}

impl FromStr for SmtpAddress {
    type Err = InvalidSmtpAddress;

    fn from_str(text: &str) -> Result<Self, InvalidSmtpAddress> {
        let asks_for_tls = text.split_once('?').and_then(|(_, query)| {
            let mut values = query.split('&').filter_map(|field| field.strip_prefix("tls="));
            values.next().map(|tls| tls == "required")
        });
        let address = match (text.strip_prefix("smtp://"), asks_for_tls) {
            (Some(rest), None) => {
                let tls = if is_this_machine(rest) {
                    "opportunistic"
                } else {
                    "required"
                };
                format!("{text}{}tls={tls}", if text.contains('?') { '&' } else { '?' })
            }
            (Some(rest), Some(false)) if !is_this_machine(rest) => return Err(InvalidSmtpAddress::Open),
            _ => text.to_owned(),
        };
        if !text.starts_with("smtp") {
            return Err(InvalidSmtpAddress::Unreadable);
        }
        if AsyncSmtpTransport::<Tokio1Executor>::from_url(&address).is_err() {
            return Err(InvalidSmtpAddress::of_builder());
        }
        Ok(Self(address.into()))
    }
}

/// Host of a URL without its scheme.
fn host(rest: &str) -> &str {
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next(),
        None => host.split(':').next(),
    };
    host.unwrap_or_default()
}

/// Whether a URL without its scheme points to this machine.
fn is_this_machine(rest: &str) -> bool {
    let host = host(rest);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

impl Mailer for Smtp {
    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MailError>> {
        async {
            let message = compose(message, self.clock.now(), ContentTransferEncoding::SevenBit)?;
            if !self.reached().may_knock(self.clock.now()) {
                return Err(MailError::later(Refusal::Spared));
            }
            let span = tracing::info_span!(
                "call",
                otel.kind = "client",
                network.protocol.name = "smtp",
                server.address = self.host
            );
            let started = Instant::now();
            let sent = self.transport.send(message).instrument(span).await;
            let sent = sent.map_err(|error| (Refusal::of(&error), words(&error)));
            let is_unreachable = matches!(&sent, Err((Refusal::Unreachable(_), _)));
            self.reached().note(is_unreachable, started, self.clock.now());
            match sent {
                Ok(_) => Ok(()),
                Err((Refusal::NoMailbox(code, told), words)) => Err(MailError::Bounced {
                    words: format!("{code} {words}").trim().to_owned(),
                    cause: Refusal::NoMailbox(code, told).into(),
                }),
                Err((refusal, _)) => Err(MailError::later(refusal)),
            }
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::super::reached::SPARED;
    use super::super::tests::message;
    use super::*;
    use crate::clock::TestClock;

    /// Result for a server's address.
    fn told(address: &str) -> Result<String, InvalidSmtpAddress> {
        let address: SmtpAddress = address.parse()?;
        Ok(address.0.expose_secret().to_owned())
    }

    #[test]
    fn smtp_addresses_are_validated() {
        for address in [
            "smtps://host:465",
            "smtp://host?tls=required",
            "smtp://user:p%40ss@host:2525?tls=required",
        ] {
            assert_eq!(told(address).as_deref(), Ok(address));
        }
        for address in [
            "",
            "host:25",
            "http://host",
            "smtp://host?tls=perhaps",
            "smtp://localhost?tls=perhaps",
        ] {
            assert!(told(address).is_err(), "{address}");
        }
    }

    #[test]
    fn mail_leaves_this_machine_only_over_tls() {
        assert_eq!(told("smtp://host").as_deref(), Ok("smtp://host?tls=required"));
        let with_password = told("smtp://user:p%40localhost@host:2525");
        assert_eq!(
            with_password.as_deref(),
            Ok("smtp://user:p%40localhost@host:2525?tls=required")
        );
        for open in [
            "smtp://host?tls=opportunistic",
            "smtp://host:25?tls=none",
            "smtp://localhost@host?tls=opportunistic",
        ] {
            assert_eq!(told(open), Err(InvalidSmtpAddress::Open), "{open}");
        }
        for (local, expected) in [
            ("smtp://localhost:1025", "smtp://localhost:1025?tls=opportunistic"),
            ("smtp://127.0.0.1", "smtp://127.0.0.1?tls=opportunistic"),
            ("smtp://[::1]:25", "smtp://[::1]:25?tls=opportunistic"),
        ] {
            assert_eq!(told(local).as_deref(), Ok(expected));
        }
    }

    #[tokio::test]
    async fn unreachable_server_is_a_temporary_error() {
        let clock = TestClock::at("2030-01-01T00:00:00Z".parse().unwrap());
        let smtp = Smtp::new(&"smtp://127.0.0.1:9".parse().unwrap(), "washes.example", clock.shared()).unwrap();
        let told = async || match smtp.send(&message()).await {
            Err(MailError::Later(refusal)) => refusal.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(told().await.contains("can't reach"));
        assert_eq!(told().await, Refusal::Spared.to_string());
        clock.advance(SPARED);
        assert!(told().await.contains("can't reach"));
    }

    /// With a server that rejects every message.
    #[tokio::test]
    async fn greeting_is_the_domain_and_the_servers_text_is_kept() {
        use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("smtp://{}", listener.local_addr().unwrap());
        let server = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let (read, mut write) = stream.into_split();
            let mut lines = BufReader::new(read).lines();
            write.write_all(b"220 mx\r\n").await.unwrap();
            let greeting = lines.next_line().await.unwrap().unwrap();
            write.write_all(b"250 mx\r\n").await.unwrap();
            while let Some(line) = lines.next_line().await.unwrap() {
                let answer: &[u8] = match line.starts_with("MAIL") {
                    true => b"504 5.5.2 <ann@example.com>: need fully-qualified hostname\r\n",
                    false => b"250 ok\r\n",
                };
                write.write_all(answer).await.unwrap();
                if line.starts_with("QUIT") {
                    break;
                }
            }
            greeting
        });
        let clock = TestClock::at("2030-01-01T00:00:00Z".parse().unwrap());
        let smtp = Smtp::new(&address.parse().unwrap(), "washes.example", clock.shared()).unwrap();
        match smtp.send(&message()).await {
            Err(MailError::Later(refusal)) => assert_eq!(
                refusal.to_string(),
                "the email server responded with 504 5.5.2 … need fully-qualified hostname"
            ),
            other => panic!("{other:?}"),
        }
        drop(smtp);
        assert_eq!(server.await.unwrap(), "EHLO washes.example");
    }

    #[test]
    fn only_mailbox_rejections_are_permanent() {
        let codes = (400..600).filter(|code| is_about_the_mailbox(*code, ""));
        assert_eq!(codes.collect::<Vec<_>>(), [550, 551, 553, 556]);
        for relay in [
            "relay not permitted",
            "5.7.1 Relaying denied",
            "5.7.1 <ann@example.com>: Recipient address rejected: Access denied",
            "Authentication required",
            "5.1.8 Sender address rejected: Domain not found",
        ] {
            assert!(!is_about_the_mailbox(550, relay), "{relay}");
        }
        assert!(is_about_the_mailbox(550, "no mailbox here by that name"));
        assert!(is_about_the_mailbox(554, "5.1.1 No such user"));
        assert!(is_about_the_mailbox(552, "5.2.1 Mailbox disabled"));
        assert!(!is_about_the_mailbox(554, "5.7.1 Relaying denied"));
        assert!(!is_about_the_mailbox(452, "5.2.2 Mailbox full"));
    }
}
