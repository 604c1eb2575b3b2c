//! Email senders, and required parts of an email (docs/RULES.md#emails). Pure.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::{self, Checked, FieldErrors, Notes, text};

/// In characters.
const LONGEST_NAME: usize = 60;
pub(super) const LONGEST_SUBJECT: usize = 300;
/// Size of a template in bytes.
pub(super) const LONGEST_PART: usize = 60_000;

/// Mailbox of a site without its own. Replies to it are not read.
const NO_REPLY: &str = "no-reply";

/// Email sender of the site; null values use the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = MailSender)]
pub(super) struct Sender {
    /// At most 60 characters; null for the company name.
    pub(super) name: Option<String>,
    /// Part before the @ of the site's host; null for `no-reply`. The host is fixed so that emails pass sender
    /// authentication.
    pub(super) mailbox: Option<String>,
    /// Reply-to address; null for none.
    pub(super) reply_to: Option<String>,
}

/// The sender as stored.
///
/// # Errors
/// A message for each invalid field.
pub(super) fn check_sender(entered: &Sender) -> Result<Sender, FieldErrors> {
    let mut notes = Notes::default();
    let given = |entered: &Option<String>| {
        let entered = entered.as_deref().map(str::trim);
        entered.filter(|entered| !entered.is_empty()).map(str::to_owned)
    };
    let sender = Sender {
        name: given(&entered.name).map(|name| notes.take("name", named(name))),
        mailbox: given(&entered.mailbox).map(|mailbox| notes.take("mailbox", placed(&mailbox))),
        reply_to: given(&entered.reply_to).map(|email| notes.take("replyTo", fields::email(&email))),
    };
    notes.into_result(sender)
}

fn named(name: String) -> Checked<String> {
    if name.chars().count() > LONGEST_NAME {
        return Err(text::TOO_LONG);
    }
    // A name that looks like an address could imitate another sender.
    if name.chars().any(|c| c.is_control() || "<>@\"".contains(c)) {
        return Err("Enter a name without quotation marks, brackets or @.");
    }
    Ok(name)
}

fn placed(mailbox: &str) -> Checked<String> {
    let mailbox = mailbox.to_lowercase();
    let is_one = fields::email(&format!("{mailbox}@example.com")).is_ok();
    if is_one {
        Ok(mailbox)
    } else {
        Err("Enter only the part before the @: letters, digits, dots and hyphens.")
    }
}

/// Host that a site's emails are sent from: its origin without the port.
pub fn host(origin: &str) -> &str {
    let host = origin.split("://").last().unwrap_or_default();
    host.split(':').next().unwrap_or_default()
}

/// The address of the sender, at the host of `origin`.
pub(super) fn address(mailbox: Option<&str>, origin: &str) -> String {
    format!("{}@{}", mailbox.unwrap_or(NO_REPLY), host(origin))
}

/// Whether only owners may customize an email of this kind. Managers could otherwise hide a warning about their own action, or send
/// a copy of an owner's link elsewhere.
pub(super) fn is_for_owners(kind: &str) -> bool {
    [
        "email_changed",
        "login_method_added",
        "merchant_account_changed",
        "password_changed",
        "password_recovery",
        "staff_invitation",
    ]
    .contains(&kind)
}

/// Whether a mail of this kind is of no use without its link.
pub(super) fn needs_link(kind: &str) -> bool {
    [
        "email_changed",
        "email_confirmation",
        "password_recovery",
        "staff_invitation",
    ]
    .contains(&kind)
}

/// Whether the HTML of an email includes `link`.
pub(super) fn has_link_in_markup(html: &str, link: &str) -> bool {
    html.contains(&*html_escape::encode_quoted_attribute(link))
}

/// Whether `link` has its own line in a plain text, where email programs don't break it.
pub(super) fn has_link(text: &str, link: &str) -> bool {
    text.lines().any(|line| line.trim() == link)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sender(name: &str, mailbox: &str, reply_to: &str) -> Sender {
        Sender {
            name: Some(name.to_owned()),
            mailbox: Some(mailbox.to_owned()),
            reply_to: Some(reply_to.to_owned()),
        }
    }

    #[test]
    fn sender_is_on_the_sites_host() {
        assert_eq!(address(None, "http://blue.localhost:8080"), "no-reply@blue.localhost");
        assert_eq!(
            address(Some("hello"), "https://shop.example.com"),
            "hello@shop.example.com"
        );
    }

    #[test]
    fn sender_name_is_cleaned_and_cannot_impersonate() {
        let kept = check_sender(&sender(" Blue ", "Hello", " help@blue.example ")).unwrap();
        assert_eq!(kept, sender("Blue", "hello", "help@blue.example"));
        assert_eq!(check_sender(&sender("", " ", "")).unwrap(), Sender::default());
        let errors = check_sender(&sender("bank@example.com", "a@b", "nobody")).unwrap_err();
        let at: Vec<_> = errors.into_keys().collect();
        assert_eq!(at, ["mailbox", "name", "replyTo"]);
        assert!(check_sender(&sender(&"x".repeat(61), "a", "a@b.co")).is_err());
    }

    #[test]
    fn link_is_on_its_own_line() {
        assert!(has_link("Hello\n\nhttps://a/b\n", "https://a/b"));
        assert!(!has_link("Here: https://a/b", "https://a/b"));
    }
}
