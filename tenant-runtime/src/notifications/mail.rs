//! Emails in the merchant's branding: a text and an HTML part from templates, with the site's name, colors and logo.
//! Sites may have their own templates.

pub(super) mod editing;
mod error;
pub mod failed_templates;
mod failures;
mod logo;
mod mistakes;
mod own;
mod own_template;
mod provider;
mod render;
mod rules;
mod sample;
mod sender;
mod store;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use minijinja::{AutoEscape, Environment};
use platform::db::TenantRead;
use platform::jobs::JobError;
use platform::mail::{Address, MailError, Message};

pub use editing::{MOST_BYTES, MailDraft, send_sample};
pub use error::MailError as MailFailure;
use failures::Failure;
pub use mistakes::Mistake;
use own::Undefined;
pub use own::{RenderMail, provision};
use own_template::OwnTemplate;
pub use provider::{ProviderMail, send_for_provider};
pub use render::Rendered;
use render::{RenderError, Values, fill, folder, render};
pub use rules::host;

use super::bounces;
use crate::http::{Policy, Routes, limits, routes};
use crate::language::Formats;
use crate::site::SavedConfig;
use crate::tenant::Tenant;

/// An email to a customer. Its templates are `templates/mail/<kind>.{subject,txt,mjml}`, with a folder for each other
/// language.
pub struct Mail<'a> {
    pub kind: &'static str,
    pub to: &'a str,
    pub first_name: &'a str,
    /// Its language and formats for amounts and dates.
    pub formats: &'a Formats,
    /// The page that the email links to. In the plain text it has its own line.
    pub link: Option<&'a str>,
    /// Variables of this email type.
    pub details: minijinja::Value,
}

macro_rules! templates {
    (@files $prefix:literal, $kind:literal) => {
        [
            (concat!($prefix, $kind, ".subject"), include_str!(concat!("../../templates/mail/", $prefix, $kind, ".subject"))),
            (concat!($prefix, $kind, ".txt"), include_str!(concat!("../../templates/mail/", $prefix, $kind, ".txt"))),
            (concat!($prefix, $kind, ".mjml"), include_str!(concat!("../../templates/mail/", $prefix, $kind, ".mjml"))),
        ]
    };
    ($($kind:literal),+) => {
        &[$(
            templates!(@files "", $kind),
            templates!(@files "fr/", $kind),
            templates!(@files "de/", $kind),
            templates!(@files "es/", $kind)
        ),+]
    };
}

const LAYOUT: (&str, &str) = ("layout.mjml", include_str!("../../templates/mail/layout.mjml"));

/// In English, with a folder for each other language.
const TEMPLATES: &[[(&str, &str); 3]] = templates!(
    "account_deleted",
    "award_earned",
    "club_cancelled",
    "club_card_expires",
    "club_changed",
    "club_chosen",
    "club_ended",
    "club_given_up",
    "club_paused",
    "club_price",
    "club_reactivated",
    "club_resumed",
    "club_suspended",
    "club_unpaid",
    "email_changed",
    "email_confirmation",
    "gift",
    "gift_card",
    "gift_undelivered",
    "login_method_added",
    "merchant_account_changed",
    "password_changed",
    "password_recovery",
    "payment_failed",
    "receipt",
    "referral_rewarded",
    "refund",
    "shipped",
    "staff_invitation"
);

/// Emails of the provider, which sites can't replace.
const PROVIDER_TEMPLATES: &[[(&str, &str); 3]] = templates!("owner_invitation");

static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|name| match name.rsplit('.').next() {
        Some("mjml") => AutoEscape::Html,
        _ => AutoEscape::None,
    });
    environment.add_filter("full_stop", full_stop);
    let templates = TEMPLATES.iter().chain(PROVIDER_TEMPLATES).flatten();
    for (name, source) in templates.chain([&LAYOUT]) {
        // A template that doesn't parse is found by the test below. If one ever ships, looking it up fails.
        if let Err(error) = environment.add_template(name, source) {
            tracing::error!(template = name, %error, "failed to parse an email template");
        }
    }
    environment
});

/// Whether the team has chosen a sender.
pub async fn has_sender(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    Ok(store::sender(db).await? != rules::Sender::default())
}

pub(super) fn routes() -> Routes {
    let (looks, edits) = (Policy::manager(limits::READ), Policy::manager(limits::WRITE));
    Routes::default()
        .call(routes!(sender::get_sender), looks)
        .call(routes!(sender::set_sender), Policy::owner(limits::WRITE))
        .call(routes!(editing::list_mails), looks)
        .call(routes!(editing::get_mail), looks)
        .call(routes!(editing::save_mail), edits.body_limit(editing::MOST_BYTES))
        .call(routes!(editing::reset_mail), edits)
        .call(
            routes!(editing::preview_mail),
            edits.body_limit(editing::MOST_BYTES).answers_while_held(),
        )
        .call(routes!(editing::versions::list_mail_versions), looks)
        .call(routes!(failed_templates::list_failed_mail_templates), looks)
}

/// An email that can't be delivered: the mailbox rejects it, or the address is invalid.
#[derive(Debug)]
pub struct Refused(JobError);

impl From<Refused> for JobError {
    fn from(Refused(error): Refused) -> Self {
        error
    }
}

/// Renders and sends an email of `tenant`.
///
/// # Errors
/// [`JobError::Transient`] if the mail server is at fault, [`JobError::Permanent`] if the email is.
pub async fn send(tenant: &Tenant, saved: &SavedConfig, mail: &Mail<'_>) -> Result<(), JobError> {
    Ok(try_send(tenant, saved, mail).await??)
}

/// Like [`send`], for callers that handle undeliverable emails.
///
/// # Errors
/// Like [`send`], except for the inner error.
pub async fn try_send(tenant: &Tenant, saved: &SavedConfig, mail: &Mail<'_>) -> Result<Result<(), Refused>, JobError> {
    let origin = tenant.origin();
    let rendered = rendered(tenant, saved, &origin, mail).await?;
    let message = addressed(tenant, saved, &origin, (mail.kind, mail.to), rendered).await?;
    deliver(tenant, message).await
}

/// Sends an email with a signature, to recognize it if it bounces.
async fn deliver(tenant: &Tenant, mut message: Message) -> Result<Result<(), Refused>, JobError> {
    message.signature = bounces::signature(tenant.keys(), &message);
    match tenant.runtime.mailer.send(&message).await {
        Ok(()) => {
            // It is sent, and an error in the following step mustn't send it again.
            if let Err(error) = bounces::taken(tenant, &message).await {
                tracing::warn!(site.id = %tenant.id(), mail.kind = message.kind, %error, "failed to store an email for resending");
            }
            Ok(Ok(()))
        }
        Err(MailError::Later(cause)) => Err(JobError::Transient(cause)),
        Err(MailError::Never(cause)) => Ok(Err(Refused(JobError::Permanent(cause)))),
        Err(MailError::Bounced { cause, words }) => {
            bounces::refused(tenant, &message, &words).await?;
            Ok(Err(Refused(JobError::Permanent(cause))))
        }
    }
}

/// Email of a type from the site's sender to a recipient.
async fn addressed(
    tenant: &Tenant,
    saved: &SavedConfig,
    origin: &str,
    (kind, to): (&'static str, &str),
    rendered: Rendered,
) -> Result<Message, JobError> {
    let sender = store::sender(&mut tenant.read().await?).await?;
    let named = |email| Address { name: None, email };
    Ok(Message {
        site: tenant.site.subdomain.to_string(),
        kind,
        from: Address {
            name: Some(sender.name.unwrap_or_else(|| saved.config.company_name.clone())),
            email: rules::address(sender.mailbox.as_deref(), origin),
        },
        to: named(to.to_owned()),
        reply_to: sender.reply_to.map(named),
        subject: rendered.subject,
        text: rendered.text,
        html: rendered.html,
        signature: String::new(),
    })
}

/// Renders with the site's templates, or with the built-in ones if those are missing or fail.
async fn rendered(tenant: &Tenant, saved: &SavedConfig, origin: &str, mail: &Mail<'_>) -> Result<Rendered, JobError> {
    let logo = logo::path(tenant, &saved.config.logo).await;
    let logo = logo.map(|path| format!("{origin}{path}"));
    let own = store::templates(&mut tenant.read().await?, mail.kind).await?;
    if !own.is_empty() {
        let (first, language) = (
            saved.config.locale_kept(None).language(),
            mail.formats.locale().language(),
        );
        let values = Values::of(saved, origin, logo.as_deref(), mail);
        let task = RenderMail::new(own, (first, language), mail.kind, Undefined::Lenient, values);
        let (why, failure) = match tenant.sandbox().run(task).await {
            // A template can leave the link out for anyone but the sample customer.
            Ok(Ok(rendered)) if !rendered.lacks_link(mail) => return Ok(rendered),
            Ok(Ok(_)) => ("its link is missing".to_owned(), Some(Failure::missing_link())),
            Ok(Err(mistake)) => (format!("{mistake:?}"), Some(Failure::of_mistake(&mistake))),
            Err(error) => (error.to_string(), Failure::of_worker(&error)),
        };
        tracing::error!(mail.kind, why, "a site's email template failed; using the built-in one");
        if let Some(failure) = failure
            && let Err(error) = failed_templates::record(tenant, mail, &failure).await
        {
            // The email is more important than its mention in the back office.
            tracing::warn!(mail.kind, %error, "failed to record an email template that failed");
        }
    }
    render(&ENVIRONMENT, saved, origin, logo.as_deref(), mail).map_err(JobError::permanent)
}

/// `text` at the end of a sentence: 'Foam & Co.' keeps its one period.
fn full_stop(text: String) -> String {
    if text.ends_with(['.', '!', '?', '…']) {
        text
    } else {
        text + "."
    }
}
