//! Parses delivery reports from mail servers (RFC 3464). Pure.

use mail_parser::{Message, MessageParser, MimeHeaders as _, PartType};
use serde::{Deserialize, Serialize};

/// An email that bounced permanently, according to the report. Not verified yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returned {
    /// Label of the site that sent it.
    pub site: String,
    /// Part of the Message-ID before the @.
    pub message_id: String,
    /// Name of its template.
    pub kind: String,
    /// Recipient.
    pub recipient: String,
    /// Text of the recipient's server.
    pub words: String,
}

/// Reason why a message isn't a bounce of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misread {
    #[error("not a delivery report; pipe one (RFC 3464) to this command")]
    NoReport,
    #[error("the report isn't about an email from this installation")]
    NoMail,
    #[error("the email didn't bounce permanently")]
    NotFailed,
}

/// Bounce in a message.
///
/// # Errors
/// The message isn't a bounce, or the failure isn't permanent.
pub fn read(message: &[u8]) -> Result<Returned, Misread> {
    let message = MessageParser::default().parse(message).ok_or(Misread::NoReport)?;
    let status = part(&message, "message", "delivery-status").ok_or(Misread::NoReport)?;
    let fields = text_of(&message.parts[status].body).ok_or(Misread::NoReport)?;
    let failed = failure(&fields).ok_or(Misread::NotFailed)?;
    let header = original(&message).ok_or(Misread::NoMail)?;
    let id = header
        .message_id()
        .and_then(|id| id.split('@').next())
        .unwrap_or_default();
    let named = |name: &str| header.header_raw(name).map(|value| value.trim().to_owned());
    let to = header.to().and_then(|to| to.first()).and_then(|to| to.address());
    match (named("X-Suds-Site"), named("X-Suds-Kind"), to) {
        (Some(site), Some(kind), Some(to)) if !id.is_empty() => Ok(Returned {
            site,
            message_id: id.to_owned(),
            kind,
            recipient: to.to_owned(),
            words: failed,
        }),
        _ => Err(Misread::NoMail),
    }
}

/// First part with a type.
fn part(message: &Message<'_>, kind: &str, subtype: &str) -> Option<usize> {
    message.parts.iter().position(|part| {
        part.content_type().is_some_and(|found| {
            found.ctype().eq_ignore_ascii_case(kind)
                && found.subtype().is_some_and(|found| found.eq_ignore_ascii_case(subtype))
        })
    })
}

fn text_of(body: &PartType<'_>) -> Option<String> {
    match body {
        PartType::Text(text) => Some(text.to_string()),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        PartType::Message(message) => Some(String::from_utf8_lossy(&message.raw_message).into_owned()),
        PartType::Html(_) | PartType::Multipart(_) => None,
    }
}

/// Header of the bounced email, with or without its body.
fn original<'a>(message: &'a Message<'a>) -> Option<Message<'a>> {
    if let Some(at) = part(message, "message", "rfc822")
        && let PartType::Message(original) = &message.parts[at].body
    {
        return Some(original.clone());
    }
    let at = part(message, "text", "rfc822-headers")?;
    let header = text_of(&message.parts[at].body)?;
    let parsed = MessageParser::default().parse_headers(header.as_bytes())?;
    Some(parsed.into_owned())
}

/// Failure text for a recipient. `None` without a failure. A report has blocks of fields: the first for the email, the
/// others for one recipient each; our emails have one.
fn failure(fields: &str) -> Option<String> {
    let fields = fields.replace("\r\n", "\n");
    let blocks = fields.split("\n\n").map(unfolded);
    let mut failed =
        blocks.filter(|block| field(block, "Action").is_some_and(|action| action.eq_ignore_ascii_case("failed")));
    let block = failed.next()?;
    let said = field(&block, "Diagnostic-Code").or_else(|| field(&block, "Status"))?;
    // `smtp; 550 5.1.1 No such user`
    let said = said.split_once(';').map_or(said, |(_, said)| said.trim());
    Some(said.to_owned())
}

/// Lines of a block, with continuation lines joined.
fn unfolded(block: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in block.lines() {
        match lines.last_mut() {
            Some(last) if line.starts_with([' ', '\t']) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

fn field<'a>(block: &'a [String], name: &str) -> Option<&'a str> {
    let mut fields = block.iter().filter_map(|line| line.split_once(':'));
    let (_, value) = fields.find(|(found, _)| found.trim().eq_ignore_ascii_case(name))?;
    Some(value.trim()).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(action: &str, third: &str) -> String {
        [
            "From: MAILER-DAEMON@mx.example.net",
            "To: noreply@sparkle.example.com",
            "Subject: Undelivered Mail Returned to Sender",
            "MIME-Version: 1.0",
            "Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"",
            "",
            "--b",
            "Content-Type: text/plain",
            "",
            "It could not be delivered.",
            "",
            "--b",
            "Content-Type: message/delivery-status",
            "",
            "Reporting-MTA: dns; mx.example.net",
            "",
            "Final-Recipient: rfc822; bob@example.com",
            &format!("Action: {action}"),
            "Status: 5.1.1",
            "Diagnostic-Code: smtp; 550 5.1.1 <bob@example.com>:",
            "    No such user",
            "",
            "--b",
            third,
            "",
            "From: Sparkle <noreply@sparkle.example.com>",
            "To: bob@example.com",
            "Subject: A gift",
            "Message-ID: <0123.abcd@sparkle.example.com>",
            "X-Suds-Site: sparkle",
            "X-Suds-Kind: gift",
            "",
            "--b--",
            "",
        ]
        .join("\r\n")
    }

    #[test]
    fn report_names_the_bounced_email() {
        for third in ["Content-Type: message/rfc822", "Content-Type: text/rfc822-headers"] {
            let returned = read(report("failed", third).as_bytes());
            let expected = Returned {
                site: "sparkle".to_owned(),
                message_id: "0123.abcd".to_owned(),
                kind: "gift".to_owned(),
                recipient: "bob@example.com".to_owned(),
                words: "550 5.1.1 <bob@example.com>: No such user".to_owned(),
            };
            assert_eq!(returned, Ok(expected), "{third}");
        }
    }

    #[test]
    fn delayed_email_is_not_a_bounce() {
        let late = report("delayed", "Content-Type: message/rfc822");
        assert_eq!(read(late.as_bytes()), Err(Misread::NotFailed));
    }

    #[test]
    fn foreign_report_is_ignored() {
        assert_eq!(read(b"Subject: Hello\r\n\r\nHow are you?"), Err(Misread::NoReport));
        assert_eq!(read(b""), Err(Misread::NoReport));
        let others = report("failed", "Content-Type: message/rfc822").replace("X-Suds-Site", "X-Other");
        assert_eq!(read(others.as_bytes()), Err(Misread::NoMail));
    }
}
