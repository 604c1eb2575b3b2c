//! Emails of the provider to merchants: in the provider's name and from the installation's address, with nothing of the
//! site's branding, sender or templates.

use platform::jobs::JobError;
use platform::mail::{Address, Message};

use super::{ENVIRONMENT, Values, deliver, fill};
use crate::language::Locale;
use crate::site::Tones;
use crate::site::config::SiteConfig;
use crate::tenant::Tenant;

/// An email of the provider. Its templates are `templates/mail/<kind>.{subject,txt,mjml}`, with a folder for each other
/// language.
pub struct ProviderMail<'a> {
    pub kind: &'static str,
    pub to: &'a str,
    /// Empty if unknown.
    pub first_name: &'a str,
    pub locale: &'a Locale,
    /// Page to open. In the plain text it has its own line.
    pub link: &'a str,
    /// Variables of this email type.
    pub details: minijinja::Value,
}

/// Renders and sends an email of the provider about the site of `tenant`.
///
/// # Errors
/// [`JobError::Transient`] if the mail server is at fault, [`JobError::Permanent`] if the email is.
pub async fn send_for_provider(tenant: &Tenant, mail: &ProviderMail<'_>) -> Result<(), JobError> {
    let provider = &tenant.runtime.provider;
    let origins = &tenant.runtime.origins;
    let tones = Tones::of(&SiteConfig::default().brand);
    let values = Values {
        origin: origins.console(),
        company: provider.name.clone(),
        phone: String::new(),
        dialed_phone: String::new(),
        seller: String::new(),
        tax_number: String::new(),
        locale: mail.locale.tag().to_owned(),
        logo: None,
        brand: tones.brand.to_string(),
        on_brand: tones.on_brand.to_string(),
        button: tones.brand_tone.to_string(),
        first_name: mail.first_name.to_owned(),
        link: Some(mail.link.to_owned()),
        details: minijinja::context! { support_email => &provider.support_email, ..mail.details.clone() },
    };
    let rendered = fill(&ENVIRONMENT, mail.locale.language(), mail.kind, &values).map_err(JobError::permanent)?;
    let named = |email: &str| Address {
        name: None,
        email: email.to_owned(),
    };
    let message = Message {
        site: tenant.site.subdomain.to_string(),
        kind: mail.kind,
        from: Address {
            name: Some(provider.name.clone()),
            email: format!("no-reply@{}", origins.base_domain()),
        },
        to: named(mail.to),
        reply_to: provider.support_email.as_deref().map(named),
        subject: rendered.subject,
        text: rendered.text,
        html: rendered.html,
        signature: String::new(),
    };
    Ok(deliver(tenant, message).await??)
}
