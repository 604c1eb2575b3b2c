//! Editing a site's email templates: one email in one language at a time.

mod draft;
pub(in crate::notifications) mod versions;

use minijinja::Value;
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json, Path};
use platform::sandbox::SandboxError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::MailError;
use super::own::{self, RenderMail, Spoken, Undefined};
use super::own_template::{OwnTemplate, placed};
use super::{Mail, Rendered, Values, addressed, logo, rules, sample, store};
use crate::error::Fault;
use crate::http::{Person, Role};
use crate::site::{self, SavedConfig};
use crate::tenant::{Tenant, TenantContext};
pub use draft::MailDraft;
use draft::{check_lengths, check_link};
use versions::{reset, save};

/// Maximum size of a request with templates in bytes. JSON escapes can double it.
pub const MOST_BYTES: usize = 4 * rules::LONGEST_PART;

/// Email templates in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::notifications) struct MailParts {
    subject: String,
    /// Plain text.
    text: String,
    /// MJML, rendered to HTML.
    markup: String,
}

/// Email of the site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::notifications) struct MailKind {
    kind: &'static str,
    /// Languages with a custom template, such as `fr`.
    own_languages: Vec<&'static str>,
}

/// Emails of the site.
#[derive(Serialize, ToSchema)]
pub(in crate::notifications) struct MailKinds {
    /// Languages of the site, such as `fr`; the default first.
    languages: Vec<&'static str>,
    items: Vec<MailKind>,
}

/// Email template in one language, for editing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::notifications) struct EditableMail {
    kind: &'static str,
    language: &'static str,
    /// Current template.
    parts: MailParts,
    /// Default template.
    built_in: MailParts,
    /// ID of the current version; 0 for the default.
    version_id: i64,
    /// Available variables.
    places: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::notifications) struct EditedMail {
    subject: String,
    text: String,
    markup: String,
    /// `versionId` it was edited from.
    based_on: i64,
}

/// Email as a recipient would see it.
#[derive(Serialize, ToSchema)]
pub(in crate::notifications) struct SampleMail {
    subject: String,
    text: String,
    html: String,
}

/// List the site's emails
#[utoipa::path(get, path = "/admin/mails", tag = "admin", responses((status = 200, body = Envelope<MailKinds>)))]
pub(in crate::notifications) async fn list_mails(tenant: Tenant) -> Result<Answer<MailKinds>, ApiError> {
    let saved = site::saved_config(&tenant).await?;
    let names = store::template_names(&mut tenant.read().await?).await?;
    let spoken = own::spoken(&saved);
    let first = own::first_language(&saved);
    let placed: Vec<_> = names.iter().filter_map(|name| placed(name, first)).collect();
    let items = own::kinds().map(|kind| {
        let has_own = |spoken: &&Spoken| {
            let mut files = placed.iter().filter(|(language, _)| *language == spoken.language);
            files.any(|(_, file)| file.split_once('.').is_some_and(|(of, _)| of == kind))
        };
        MailKind {
            kind,
            own_languages: spoken
                .iter()
                .filter(has_own)
                .map(|spoken| spoken.language.tag())
                .collect(),
        }
    });
    Ok(Answer(MailKinds {
        items: items.collect(),
        languages: spoken.iter().map(|spoken| spoken.language.tag()).collect(),
    }))
}

/// Get an email template in one language
#[utoipa::path(get, path = "/admin/mails/{mailKind}/{language}", tag = "admin",
    params(("mailKind" = String, Path), ("language" = String, Path)),
    responses((status = 200, body = Envelope<EditableMail>)))]
pub(in crate::notifications) async fn get_mail(
    tenant: Tenant,
    Path((kind, language)): Path<(String, String)>,
) -> Result<Answer<EditableMail>, ApiError> {
    let chosen = Chosen::find(&tenant, &kind, &language).await?;
    Ok(Answer(chosen.editable(&tenant, &mut tenant.read().await?).await?))
}

/// Save an email template
///
/// An invalid template returns the line of the error. An outdated `basedOn` returns 409 `stale_revision`. Emails about logins,
/// invitations and payment settings need an owner: 403 `not_admin`.
#[utoipa::path(put, path = "/admin/mails/{mailKind}/{language}", tag = "admin", request_body = EditedMail,
    params(("mailKind" = String, Path), ("language" = String, Path)),
    responses((status = 200, body = Envelope<EditableMail>)))]
pub(in crate::notifications) async fn save_mail(
    tenant: Tenant,
    person: Person,
    Path((kind, language)): Path<(String, String)>,
    Json(edited): Json<EditedMail>,
) -> Result<Answer<EditableMail>, ApiError> {
    let chosen = Chosen::find(&tenant, &kind, &language).await?;
    chosen.check_editor(&person)?;
    Ok(Answer(save(&tenant, &person, &chosen, edited).await?))
}

/// Reset an email template to the default
///
/// Your template stays in the version history. The same emails need an owner as for saving.
#[utoipa::path(delete, path = "/admin/mails/{mailKind}/{language}", tag = "admin",
    params(("mailKind" = String, Path), ("language" = String, Path)),
    responses((status = 200, body = Envelope<EditableMail>)))]
pub(in crate::notifications) async fn reset_mail(
    tenant: Tenant,
    person: Person,
    Path((kind, language)): Path<(String, String)>,
) -> Result<Answer<EditableMail>, ApiError> {
    let chosen = Chosen::find(&tenant, &kind, &language).await?;
    chosen.check_editor(&person)?;
    Ok(Answer(reset(&tenant, &person, &chosen).await?))
}

/// Preview an email
///
/// Nothing is saved or sent.
#[utoipa::path(post, path = "/admin/mails/{mailKind}/{language}/preview", tag = "admin", request_body = MailDraft,
    params(("mailKind" = String, Path), ("language" = String, Path)),
    responses((status = 200, body = Envelope<SampleMail>)))]
pub(in crate::notifications) async fn preview_mail(
    tenant: Tenant,
    Path((kind, language)): Path<(String, String)>,
    Json(draft): Json<MailDraft>,
) -> Result<Answer<SampleMail>, ApiError> {
    let chosen = Chosen::find(&tenant, &kind, &language).await?;
    let rendered = chosen.rendered(&tenant, &draft, sample::FIRST_NAME).await?;
    Ok(Answer(SampleMail {
        subject: rendered.subject,
        text: rendered.text,
        html: rendered.html,
    }))
}

fn in_place_of(built_in: &MailParts, own: store::OwnParts) -> MailParts {
    MailParts {
        subject: own.subject.unwrap_or_else(|| built_in.subject.clone()),
        text: own.text.unwrap_or_else(|| built_in.text.clone()),
        markup: own.markup.unwrap_or_else(|| built_in.markup.clone()),
    }
}

/// Sends `draft` with sample data to `to`.
///
/// # Errors
/// The email doesn't exist, its templates are invalid, or the mail server rejects it.
pub async fn send_sample(
    tenant: &Tenant,
    (kind, language): (&str, &str),
    draft: &MailDraft,
    (to, first_name): (&str, &str),
) -> Result<(), MailError> {
    let chosen = Chosen::find(tenant, kind, language).await?;
    let rendered = chosen.rendered(tenant, draft, first_name).await?;
    let message = addressed(tenant, &chosen.saved, &tenant.origin(), (chosen.kind, to), rendered).await;
    // Without a signature: if it bounces, no customer's email did.
    let message = message.map_err(|_| MailError::NotTaken)?;
    let sent = tenant.runtime.mailer.send(&message).await;
    sent.map_err(|_| MailError::NotTaken)
}

/// An email in one of the site's languages.
struct Chosen {
    kind: &'static str,
    spoken: Spoken,
    saved: std::sync::Arc<SavedConfig>,
}

impl Chosen {
    async fn find(tenant: &Tenant, kind: &str, language: &str) -> Result<Self, MailError> {
        let saved = site::saved_config(tenant).await?;
        let kind = own::kinds().find(|known| *known == kind);
        let spoken = own::spoken(&saved).into_iter();
        let spoken = spoken.into_iter().find(|spoken| spoken.language.tag() == language);
        match (kind, spoken) {
            (Some(kind), Some(spoken)) => Ok(Self { kind, spoken, saved }),
            _ => Err(MailError::NoSuchMail),
        }
    }

    fn check_editor(&self, person: &Person) -> Result<(), MailError> {
        if rules::is_for_owners(self.kind) && person.role < Role::Owner {
            return Err(MailError::ForOwners);
        }
        Ok(())
    }

    fn built_in(&self) -> MailParts {
        let part = |suffix| own::built_in(self.spoken.language, self.kind, suffix).to_owned();
        MailParts {
            subject: part("subject"),
            text: part("txt"),
            markup: part("mjml"),
        }
    }

    /// Whether a template belongs to this email in this language.
    fn is_part(&self, template: &OwnTemplate) -> bool {
        let first = own::first_language(&self.saved);
        placed(&template.name, first).is_some_and(|(language, file)| {
            language == self.spoken.language && file.split_once('.').is_some_and(|(kind, _)| kind == self.kind)
        })
    }

    /// The site's own parts of the email, among its templates.
    fn own_parts(&self, own: &[OwnTemplate]) -> store::OwnParts {
        let part = |suffix: &str| {
            let ending = format!("{}.{suffix}", self.kind);
            let mut parts = own.iter().filter(|template| self.is_part(template));
            let part = parts.find(|template| template.name.ends_with(&ending));
            part.map(|template| template.source.clone())
        };
        store::OwnParts {
            subject: part("subject"),
            text: part("txt"),
            markup: part("mjml"),
        }
    }

    async fn editable(&self, tenant: &TenantContext, db: &mut TenantRead) -> Result<EditableMail, MailError> {
        let (own, language) = (store::templates(db, self.kind).await?, self.spoken.language.tag());
        let built_in = self.built_in();
        Ok(EditableMail {
            kind: self.kind,
            language,
            parts: in_place_of(&built_in, self.own_parts(&own)),
            built_in,
            version_id: store::newest_version(db, self.kind, language).await?.unwrap_or(0),
            places: sample::places(self.kind, &self.details(tenant)),
        })
    }

    fn details(&self, tenant: &TenantContext) -> Value {
        let today = tenant.now().to_zoned(self.saved.config.time_zone.clone()).date();
        sample::details(self.kind, &self.spoken.formats, today)
    }

    /// `draft` instead of the saved template, rendered with sample data.
    async fn rendered(&self, tenant: &Tenant, draft: &MailDraft, first_name: &str) -> Result<Rendered, MailError> {
        check_lengths(draft)?;
        let origin = tenant.origin();
        let mut own = store::templates(&mut tenant.read().await?, self.kind).await?;
        own.retain(|template| !self.is_part(template));
        own.extend(self.templates(&draft.parts(&self.built_in())));
        let link = sample::path(self.kind).map(|path| format!("{origin}{path}"));
        let mail = Mail {
            kind: self.kind,
            to: "",
            first_name,
            formats: &self.spoken.formats,
            link: link.as_deref(),
            details: self.details(tenant),
        };
        let logo = logo::path(tenant, &self.saved.config.logo).await;
        let logo = logo.map(|path| format!("{origin}{path}"));
        let values = Values::of(&self.saved, &origin, logo.as_deref(), &mail);
        let languages = (own::first_language(&self.saved), self.spoken.language);
        let task = RenderMail::new(own, languages, self.kind, Undefined::Strict, values);
        let rendered = match tenant.sandbox().run(task).await {
            Ok(rendered) => rendered.map_err(MailError::Template)?,
            Err(SandboxError::Exhausted) => return Err(MailError::TooComplex),
            Err(error @ SandboxError::Unavailable(_)) => return Err(Fault::internal(error).into()),
        };
        if let Some(link) = link.filter(|_| rules::needs_link(self.kind)) {
            check_link(&rendered, &link)?;
        }
        Ok(rendered)
    }

    /// The site's own templates for parts that differ from the built-in ones.
    fn templates(&self, parts: &store::OwnParts) -> Vec<OwnTemplate> {
        let named = |suffix: &str, source: &Option<String>| {
            let name = format!("{}/{}.{suffix}", self.spoken.language.tag(), self.kind);
            source.clone().map(|source| OwnTemplate { name, source })
        };
        let templates = [
            named("subject", &parts.subject),
            named("txt", &parts.text),
            named("mjml", &parts.markup),
        ];
        templates.into_iter().flatten().collect()
    }
}
