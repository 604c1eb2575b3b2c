//! Renders emails from their templates and values.

use minijinja::Environment;
use mrml::prelude::parser::ParserOptions;
use mrml::prelude::render::RenderOptions;
use serde::{Deserialize, Serialize};

use super::{Mail, rules};
use crate::fields::dialed;
use crate::language::Language;
use crate::site::SavedConfig;

/// An email as sent.
#[derive(Debug, Serialize, Deserialize)]
pub struct Rendered {
    pub(super) subject: String,
    pub(super) text: String,
    pub(super) html: String,
}

impl Rendered {
    /// Whether `mail` is of no use without its link, and this one hasn't got it.
    pub(super) fn lacks_link(&self, mail: &Mail<'_>) -> bool {
        let needed = mail.link.filter(|_| rules::needs_link(mail.kind));
        needed.is_some_and(|link| !rules::has_link(&self.text, link) || !rules::has_link_in_markup(&self.html, link))
    }
}

#[derive(Debug, thiserror::Error)]
pub(super) enum RenderError {
    #[error("email template: {0}")]
    Template(#[from] minijinja::Error),
    #[error("email markup: {error}")]
    Markup {
        error: Box<mrml::prelude::parser::Error>,
        mjml: String,
    },
    #[error("email markup: {0}")]
    Html(String),
    #[error("email template: {0} has more than {MOST_RENDERED} bytes")]
    TooLong(&'static str),
}

/// Maximum bytes of a rendered part. Templates can repeat a text many times, and slow readers of a preview keep theirs in memory.
const MOST_RENDERED: usize = 512 << 10;

/// Values that templates can use.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Values {
    pub(super) origin: String,
    pub(super) company: String,
    pub(super) phone: String,
    /// The same number, for a link that dials it.
    pub(super) dialed_phone: String,
    /// Legal name and address; empty if neither is set, as is the tax number.
    pub(super) seller: String,
    pub(super) tax_number: String,
    pub(super) locale: String,
    /// A URL. `None`: there is no logo to show.
    pub(super) logo: Option<String>,
    pub(super) brand: String,
    pub(super) on_brand: String,
    pub(super) button: String,
    pub(super) first_name: String,
    pub(super) link: Option<String>,
    #[serde(default, skip_serializing_if = "minijinja::Value::is_undefined")]
    pub(super) details: minijinja::Value,
}

impl Values {
    pub(super) fn of(saved: &SavedConfig, origin: &str, logo: Option<&str>, mail: &Mail<'_>) -> Self {
        let config = &saved.config;
        Self {
            origin: origin.to_owned(),
            company: config.company_name.clone(),
            phone: mail.formats.phone(&config.contact.phone),
            dialed_phone: dialed(&config.contact.phone),
            seller: config.seller(),
            tax_number: config.business.tax_number.clone(),
            locale: mail.formats.locale().tag().to_owned(),
            logo: logo.map(str::to_owned),
            brand: saved.tones.brand.to_string(),
            on_brand: saved.tones.on_brand.to_string(),
            button: saved.tones.brand_tone.to_string(),
            first_name: mail.first_name.to_owned(),
            link: mail.link.map(str::to_owned),
            details: mail.details.clone(),
        }
    }

    /// As the template engine expects them: URLs are escaped for attributes.
    fn context(&self) -> minijinja::Value {
        let address = |url: &Option<String>| url.as_deref().map(attribute);
        minijinja::context! {
            logo => address(&self.logo),
            href => address(&self.link),
            details => &self.details,
            ..minijinja::Value::from(minijinja::value::Serde(self))
        }
    }
}

/// `logo` is a URL; none if there is nothing to show.
pub(super) fn render(
    environment: &Environment<'_>,
    saved: &SavedConfig,
    origin: &str,
    logo: Option<&str>,
    mail: &Mail<'_>,
) -> Result<Rendered, RenderError> {
    let language = mail.formats.locale().language();
    fill(environment, language, mail.kind, &Values::of(saved, origin, logo, mail))
}

/// Renders the three templates of an email.
pub(super) fn fill(
    environment: &Environment<'_>,
    language: Language,
    kind: &str,
    values: &Values,
) -> Result<Rendered, RenderError> {
    let folder = folder(language);
    let values = values.context();
    let part = |suffix: &'static str| {
        let template = environment.get_template(&format!("{folder}{kind}.{suffix}"))?;
        within_limit(template.render(&values)?, suffix)
    };
    let subject = part("subject")?.trim().to_owned();
    let text = part("txt")?;
    Ok(Rendered {
        subject,
        text,
        html: within_limit(markup(&part("mjml")?)?, "mjml")?,
    })
}

fn within_limit(rendered: String, suffix: &'static str) -> Result<String, RenderError> {
    if rendered.len() > MOST_RENDERED {
        return Err(RenderError::TooLong(suffix));
    }
    Ok(rendered)
}

/// Folder of a language's templates.
pub(super) fn folder(language: Language) -> &'static str {
    match language {
        Language::English => "",
        Language::French => "fr/",
        Language::German => "de/",
        Language::Spanish => "es/",
    }
}

/// Start of the head. Without it, Apple's mail program turns codes and card numbers into phone links.
const NO_PHONE_LINKS: &str = r#"<head><meta name="format-detection" content="telephone=no">"#;

/// Converts MJML to HTML for email clients. Nothing is loaded from elsewhere: neither fonts nor included files.
pub(super) fn markup(mjml: &str) -> Result<String, RenderError> {
    let parsed = mrml::parse_with_options(mjml, &ParserOptions::default());
    let parsed = parsed.map_err(|error| RenderError::Markup {
        error: Box::new(error),
        mjml: mjml.to_owned(),
    })?;
    let options = RenderOptions {
        fonts: Default::default(),
        ..RenderOptions::default()
    };
    let html = parsed.element.render(&options);
    let html = html.map_err(|error| RenderError::Html(error.to_string()))?;
    Ok(html.replacen("<head>", NO_PHONE_LINKS, 1))
}

/// A URL as an attribute's value. The engine's own escaping would turn every slash into an entity, which some email
/// clients display.
fn attribute(url: &str) -> minijinja::Value {
    minijinja::Value::from_safe_string(html_escape::encode_quoted_attribute(url).into_owned())
}
