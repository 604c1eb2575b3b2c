//! Sends email to a server, or to a folder where people and tests read it.

mod capture;
mod reached;
mod smtp;

use std::fmt::Debug;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, MultiPart, SinglePart};
use sha2::{Digest as _, Sha256};

pub use capture::Capture;
pub use smtp::{InvalidSmtpAddress, Smtp, SmtpAddress};

/// Delivery of emails.
pub trait Mailer: Debug + Send + Sync {
    /// # Errors
    /// [`MailError::Later`] when the same message may succeed at another time, [`MailError::Bounced`] when its recipient's server
    /// refuses it for good, [`MailError::Never`] when it can't be sent at all.
    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MailError>>;
}

pub type SharedMailer = Arc<dyn Mailer>;

/// An email to one recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Label of the site that sends it.
    pub site: String,
    /// Type in snake case, for filters and tests.
    pub kind: &'static str,
    pub from: Address,
    pub to: Address,
    /// Reply-to address, if different from `from`.
    pub reply_to: Option<Address>,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Suffix of its Message-ID, by which the sender recognizes a bounce. Empty for none.
    pub signature: String,
}

/// Address with an optional display name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    pub name: Option<String>,
    pub email: String,
}

#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error("can't send the email right now: {0}")]
    Later(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("can't send the email: {0}")]
    Never(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// `words`: the mail server's response, which may quote addresses.
    #[error("can't deliver the email: {cause}")]
    Bounced {
        #[source]
        cause: Box<dyn std::error::Error + Send + Sync>,
        words: String,
    },
}

impl MailError {
    fn later(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Later(Box::new(error))
    }

    fn never(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Never(Box::new(error))
    }
}

/// The message in RFC 5322 format, with a plain-text part first.
///
/// Lines aren't wrapped if `transfer` allows that, so that links stay whole in the raw text too.
fn compose(
    message: &Message,
    date: Timestamp,
    transfer: ContentTransferEncoding,
) -> Result<lettre::Message, MailError> {
    let header = |name, value: &str| HeaderValue::new(HeaderName::new_from_ascii_str(name), single_line(value));
    let mut builder = lettre::Message::builder()
        .from(mailbox(&message.from)?)
        .to(mailbox(&message.to)?);
    if let Some(reply_to) = &message.reply_to {
        builder = builder.reply_to(mailbox(reply_to)?);
    }
    builder
        .subject(single_line(&message.subject))
        .date(date.into())
        .message_id(Some(message_id(message)))
        .raw_header(header("X-Suds-Site", &message.site))
        .raw_header(header("X-Suds-Kind", message.kind))
        // Absence notes don't answer such emails (RFC 3834), so they don't reach the address that bounces are read from.
        .raw_header(header("Auto-Submitted", "auto-generated"))
        .multipart(
            MultiPart::alternative()
                .singlepart(part(ContentType::TEXT_PLAIN, &message.text, transfer))
                .singlepart(part(ContentType::TEXT_HTML, &message.html, transfer)),
        )
        .map_err(MailError::never)
}

fn part(kind: ContentType, content: &str, transfer: ContentTransferEncoding) -> SinglePart {
    // The maximum line length of RFC 5322, section 2.1.1, without the line break.
    let plain = content
        .lines()
        .all(|line| line.len() <= 998 && !line.contains(['\0', '\r']))
        && (content.is_ascii() || matches!(transfer, ContentTransferEncoding::EightBit));
    let body = if plain {
        // The library would quote every line over 76 characters.
        let lines: String = content.lines().flat_map(|line| [line, "\r\n"]).collect();
        Body::dangerous_pre_encoded(lines.into_bytes(), transfer)
    } else {
        Body::new(content.to_owned())
    };
    SinglePart::builder().header(kind).body(body)
}

fn mailbox(address: &Address) -> Result<Mailbox, MailError> {
    Ok(Mailbox::new(
        address.name.as_deref().map(single_line),
        address.email.parse().map_err(MailError::never)?,
    ))
}

impl Message {
    /// Same for equal messages, so that software that looks for duplicates recognizes a retry.
    pub fn digest(&self) -> String {
        let mut digest = Sha256::new();
        for part in [&self.site, self.kind, &self.to.email, &self.subject, &self.text] {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
        HEXLOWER.encode(&digest.finalize()[..16])
    }

    /// Local part of its Message-ID.
    pub fn id(&self) -> String {
        match self.signature.as_str() {
            "" => self.digest(),
            signature => format!("{}.{signature}", self.digest()),
        }
    }
}

fn message_id(message: &Message) -> String {
    let domain = message
        .from
        .email
        .rsplit_once('@')
        .map_or("localhost", |(_, domain)| domain);
    format!("<{}@{domain}>", message.id())
}

/// Removes line breaks, which would end a header and start another.
fn single_line(text: &str) -> String {
    text.split(char::is_control)
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn message() -> Message {
        Message {
            site: "bluebird".into(),
            kind: "greeting",
            from: Address {
                name: Some("Blue Bird".into()),
                email: "hello@bluebird.test".into(),
            },
            to: Address {
                name: None,
                email: "ann@example.com".into(),
            },
            reply_to: None,
            subject: "Grüße".into(),
            text: format!("Hello,\n\nhttp://bluebird.localhost:8080/x?token={}\n", "a".repeat(120)),
            html: "<p>Hello</p>".into(),
            signature: String::new(),
        }
    }

    fn composed(message: &Message) -> String {
        let date = "2030-01-02T03:04:05Z".parse().unwrap();
        String::from_utf8(
            compose(message, date, ContentTransferEncoding::SevenBit)
                .unwrap()
                .formatted(),
        )
        .unwrap()
    }

    #[test]
    fn emails_say_that_no_person_sent_them() {
        assert!(composed(&message()).contains("Auto-Submitted: auto-generated\r\n"));
    }

    #[test]
    fn headers_contain_site_kind_and_date() {
        let text = composed(&message());
        for line in [
            "From: \"Blue Bird\" <hello@bluebird.test>",
            "To: ann@example.com",
            "Date: Wed, 02 Jan 2030 03:04:05 +0000",
            "X-Suds-Site: bluebird",
            "X-Suds-Kind: greeting",
        ] {
            assert!(text.contains(&format!("{line}\r\n")), "{line} in\n{text}");
        }
        assert!(text.contains("text/plain") && text.contains("text/html"));
    }

    #[test]
    fn replies_go_to_the_reply_address() {
        let reply_to = Some(Address {
            name: None,
            email: "help@bluebird.test".into(),
        });
        let text = composed(&Message { reply_to, ..message() });
        assert!(text.contains("Reply-To: help@bluebird.test\r\n"), "{text}");
        assert!(!composed(&message()).contains("Reply-To"));
    }

    #[test]
    fn link_is_on_its_own_line() {
        let link = message().text.lines().nth(2).unwrap().to_owned();
        assert!(composed(&message()).contains(&format!("\r\n{link}\r\n")));
    }

    #[test]
    fn message_id_is_stable() {
        let other = Message {
            text: "other".into(),
            ..message()
        };
        assert_eq!(message_id(&message()), message_id(&message()));
        assert_ne!(message_id(&message()), message_id(&other));
    }

    #[test]
    fn message_id_ends_with_the_signature() {
        let signed = Message {
            signature: "abcd".into(),
            ..message()
        };
        let expected = format!("<{}.abcd@bluebird.test>", message().digest());
        assert_eq!(message_id(&signed), expected);
    }

    #[test]
    fn line_breaks_cannot_add_headers() {
        let hostile = Message {
            subject: "Hi\r\nBcc: all@example.com".into(),
            ..message()
        };
        let text = composed(&hostile);
        assert!(!text.contains("\r\nBcc:"), "{text}");
    }

    #[test]
    fn invalid_address_is_rejected_permanently() {
        for email in ["", "ann", "ann@example.com\r\nBcc: all@example.com"] {
            let to = Address {
                name: None,
                email: email.into(),
            };
            let message = Message { to, ..message() };
            let refused = compose(&message, Timestamp::UNIX_EPOCH, ContentTransferEncoding::SevenBit);
            assert!(matches!(refused, Err(MailError::Never(_))), "{email}");
        }
    }
}
