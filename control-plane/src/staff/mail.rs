//! Emails to staff.

use std::time::Duration;

use html_escape::encode_text;
use platform::config::OriginPattern;
use platform::mail::{Address, MailError, Message, SharedMailer};
use tenant_runtime::language::Locale;

use super::StaffMember;

/// Pauses between attempts while the mail server has no time.
const PAUSES: [Duration; 3] = [
    Duration::from_secs(10),
    Duration::from_secs(60),
    Duration::from_secs(600),
];

/// Tells a staff member in the background that an authenticator was added to their account.
pub(super) fn notify_of_second_factor(
    mailer: SharedMailer,
    origin: &OriginPattern,
    member: &StaffMember,
    locale: &Locale,
) {
    let message = second_factor_added(origin, member, locale);
    tokio::spawn(async move {
        for pause in PAUSES {
            match mailer.send(&message).await {
                Ok(()) => return,
                Err(MailError::Later(_)) => tokio::time::sleep(pause).await,
                Err(_) => break,
            }
        }
        tracing::error!(mail.kind = message.kind, "failed to email a staff member");
    });
}

fn second_factor_added(origin: &OriginPattern, member: &StaffMember, locale: &Locale) -> Message {
    let console = origin.console();
    let paragraphs = [
        locale.say("You added an authenticator app to your Suds console account. Your other sessions have ended."),
        locale.say(
            "If this wasn't you, ask an owner on your team to reset your password and two-factor authentication now.",
        ),
    ];
    let html = paragraphs.iter().map(|text| format!("<p>{}</p>", encode_text(text)));
    let html: String = html.collect();
    Message {
        site: "console".to_owned(),
        kind: "staff_second_factor_added",
        from: Address {
            name: Some("Suds".to_owned()),
            email: format!("no-reply@{}", origin.base_domain()),
        },
        to: Address {
            name: None,
            email: member.email.clone(),
        },
        reply_to: None,
        subject: locale.say("Authenticator added to your Suds account"),
        text: format!("{}\n\n{console}\n", paragraphs.join("\n\n")),
        html: format!("{html}<p><a href=\"{console}\">{}</a></p>", encode_text(&console)),
        signature: String::new(),
    }
}
