//! Mails in the merchant's look: a plain text and an HTML part from templates, with the site's name, colours and logo.

use std::sync::LazyLock;

use minijinja::{AutoEscape, Environment, context};
use mrml::prelude::parser::ParserOptions;
use mrml::prelude::render::RenderOptions;
use platform::jobs::JobError;
use platform::mail::{Address, MailError, Message};
use platform::money::{Currency, decimal};

use crate::site::SavedConfig;
use crate::tenant::Tenant;

/// A mail to a customer. Its templates are `templates/mail/<kind>.{subject,txt,mjml}`, and the same in `fr/`.
pub struct Mail<'a> {
    pub kind: &'static str,
    pub to: &'a str,
    pub first_name: &'a str,
    /// The page that the mail leads to. In the plain text it stands alone on its line.
    pub link: Option<&'a str>,
    /// What only this kind of mail says.
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
        &[$(templates!(@files "", $kind), templates!(@files "fr/", $kind)),+]
    };
}

const LAYOUT: (&str, &str) = ("layout.mjml", include_str!("../../templates/mail/layout.mjml"));

/// English, and beside it the languages in [`TRANSLATIONS`].
const TEMPLATES: &[[(&str, &str); 3]] = templates!(
    "account_deleted",
    "email_confirmation",
    "gift",
    "gift_card",
    "password_recovery",
    "receipt",
    "refund"
);

/// Languages that mails are translated into, each in a folder of its own.
const TRANSLATIONS: &[&str] = &["fr"];

static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|name| match name.rsplit('.').next() {
        Some("mjml") => AutoEscape::Html,
        _ => AutoEscape::None,
    });
    for (name, source) in TEMPLATES.iter().flatten().chain([&LAYOUT]) {
        // A template that does not parse is found by the test below and, should it ever ship, when it is looked up.
        if let Err(error) = environment.add_template(name, source) {
            tracing::error!(template = name, %error, "a mail template does not parse");
        }
    }
    environment
});

/// Renders and sends a mail of `tenant`.
///
/// # Errors
/// [`JobError::Transient`] when the mail server is at fault, [`JobError::Permanent`] when the mail is.
pub async fn send(tenant: &Tenant, saved: &SavedConfig, mail: &Mail<'_>) -> Result<(), JobError> {
    let origin = tenant.origin();
    let rendered = render(saved, &origin, mail).map_err(|error| JobError::Permanent(error.to_string()))?;
    let message = Message {
        site: tenant.site.subdomain.to_string(),
        kind: mail.kind,
        from: Address {
            name: Some(saved.config.company_name.clone()),
            email: sender(&origin),
        },
        to: Address {
            name: None,
            email: mail.to.to_owned(),
        },
        subject: rendered.subject,
        text: rendered.text,
        html: rendered.html,
    };
    tenant.runtime.mailer.send(&message).await.map_err(|error| match error {
        MailError::Later(cause) => JobError::Transient(cause.to_string()),
        MailError::Never(cause) => JobError::Permanent(cause.to_string()),
    })
}

/// `minor` units as mails write them: `25.00 USD`.
///
/// # Errors
/// When the currency is unknown.
pub fn amount(minor: i64, currency: &str) -> Result<String, JobError> {
    let currency: Currency = currency
        .parse()
        .map_err(|_| JobError::Permanent("the site's currency is unknown".to_owned()))?;
    Ok(format!("{} {}", decimal(minor, &currency), currency.code()))
}

/// Nobody reads answers to these mails; support's address stands in them.
fn sender(origin: &str) -> String {
    let host = origin.split("://").last().unwrap_or_default();
    format!("no-reply@{}", host.split(':').next().unwrap_or_default())
}

struct Rendered {
    subject: String,
    text: String,
    html: String,
}

#[derive(Debug, thiserror::Error)]
enum RenderError {
    #[error("mail template: {0}")]
    Template(#[from] minijinja::Error),
    #[error("mail markup: {0}")]
    Markup(String),
}

fn render(saved: &SavedConfig, origin: &str, mail: &Mail<'_>) -> Result<Rendered, RenderError> {
    let config = &saved.config;
    let (folder, locale) = language(&config.locale);
    let values = context! {
        origin,
        company => &config.company_name,
        phone => &config.contact.phone,
        locale,
        logo => picture(origin, &config.logo).as_deref().map(attribute),
        brand => saved.tones.brand.to_string(),
        on_brand => saved.tones.on_brand.to_string(),
        button => saved.tones.brand_tone.to_string(),
        first_name => mail.first_name,
        link => mail.link,
        href => mail.link.map(attribute),
        details => &mail.details,
    };
    let part = |suffix: &str| {
        ENVIRONMENT
            .get_template(&format!("{folder}{}.{suffix}", mail.kind))?
            .render(&values)
    };
    let subject = part("subject")?.trim().to_owned();
    let text = part("txt")?;
    Ok(Rendered {
        subject,
        text,
        html: markup(&part("mjml")?)?,
    })
}

/// The folder of the templates for a site's locale, and the language tag of what they say.
fn language(locale: &str) -> (String, &str) {
    match locale.split('-').next().unwrap_or_default() {
        "en" => (String::new(), locale),
        translated if TRANSLATIONS.contains(&translated) => (format!("{translated}/"), locale),
        _ => (String::new(), "en"),
    }
}

/// MJML to HTML that mail programs understand. Nothing is loaded from elsewhere: neither fonts nor included files.
fn markup(mjml: &str) -> Result<String, RenderError> {
    let parsed = mrml::parse_with_options(mjml, &ParserOptions::default());
    let parsed = parsed.map_err(|error| RenderError::Markup(error.to_string()))?;
    let options = RenderOptions {
        fonts: Default::default(),
        ..RenderOptions::default()
    };
    parsed
        .element
        .render(&options)
        .map_err(|error| RenderError::Markup(error.to_string()))
}

/// An address as an attribute's value. The engine's own escaping would turn every slash into an entity, which some mail
/// programs show.
fn attribute(url: &str) -> minijinja::Value {
    let escaped = url
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    minijinja::Value::from_safe_string(escaped)
}

/// The address of a picture, if mail programs can show its kind.
fn picture(origin: &str, path: &str) -> Option<String> {
    let shown = [".png", ".jpg", ".jpeg", ".gif"]
        .iter()
        .any(|ending| path.to_ascii_lowercase().ends_with(ending));
    (shown && path.starts_with('/')).then(|| format!("{origin}{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::Tones;
    use crate::site::config::SiteConfig;

    fn saved(company_name: &str) -> SavedConfig {
        let config = SiteConfig {
            company_name: company_name.to_owned(),
            ..SiteConfig::default()
        };
        let tones = Tones::of(&config.brand);
        SavedConfig {
            config,
            revision: 1,
            time_stamp: jiff::Timestamp::UNIX_EPOCH,
            tones,
        }
    }

    fn mail(first_name: &str) -> Mail<'_> {
        let link = "http://s.localhost:8080/confirmEmail?email=ann%40example.com&token=abc";
        Mail {
            kind: "email_confirmation",
            to: "ann@example.com",
            first_name,
            link: Some(link),
            details: minijinja::Value::UNDEFINED,
        }
    }

    #[test]
    fn every_template_parses() {
        for (name, _) in TEMPLATES.iter().flatten() {
            assert!(ENVIRONMENT.get_template(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn confirmation_names_person_and_company_and_carries_the_link() {
        let mail = mail("Ann");
        let rendered = render(&saved("Blue & Sons"), "http://s.localhost:8080", &mail).unwrap();
        assert_eq!(rendered.subject, "Please verify your email for Blue & Sons");
        assert!(
            rendered.text.lines().any(|line| Some(line) == mail.link),
            "{}",
            rendered.text
        );
        assert!(rendered.text.contains("Welcome, Ann!"));
        let href = mail.link.unwrap().replace('&', "&amp;");
        assert!(rendered.html.contains(&format!("href=\"{href}\"")), "{}", rendered.html);
        assert!(rendered.html.contains("Blue &amp; Sons"), "{}", rendered.html);
        assert!(rendered.html.contains("#0b7a75"), "{}", rendered.html);
    }

    #[test]
    fn a_french_site_writes_french() {
        let mut french = saved("Mousse");
        french.config.locale = "fr-CA".to_owned();
        let rendered = render(&french, "http://s.localhost", &mail("Ann")).unwrap();
        assert_eq!(rendered.subject, "Confirmez votre adresse pour Mousse");
        assert!(rendered.text.contains("Bienvenue, Ann !"), "{}", rendered.text);
        assert!(rendered.html.contains("lang=\"fr-CA\""), "{}", rendered.html);
    }

    #[test]
    fn languages_without_templates_read_english() {
        assert_eq!(language("fr-CA"), ("fr/".to_owned(), "fr-CA"));
        assert_eq!(language("en-GB"), (String::new(), "en-GB"));
        assert_eq!(language("de-DE"), (String::new(), "en"));
    }

    #[test]
    fn hostile_names_stay_text() {
        let rendered = render(
            &saved("<script>alert(1)</script>"),
            "http://s.localhost",
            &mail("\"><img src=x>"),
        )
        .unwrap();
        assert!(!rendered.html.contains("<script"), "{}", rendered.html);
        assert!(!rendered.html.contains("<img"), "{}", rendered.html);
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        let rendered = render(&saved("Blue"), "http://s.localhost", &mail("Ann")).unwrap();
        for foreign in ["fonts.googleapis", "@import", "<link"] {
            assert!(!rendered.html.contains(foreign), "{foreign}");
        }
    }

    #[test]
    fn senders_are_of_the_sites_host() {
        assert_eq!(sender("http://blue.localhost:8080"), "no-reply@blue.localhost");
        assert_eq!(sender("https://shop.example.com"), "no-reply@shop.example.com");
    }

    #[test]
    fn pictures_are_those_that_mail_programs_show() {
        assert_eq!(
            picture("http://s", "/uploads/a.PNG").as_deref(),
            Some("http://s/uploads/a.PNG")
        );
        assert_eq!(picture("http://s", "/uploads/a.svg"), None);
        assert_eq!(picture("http://s", "https://elsewhere/a.png"), None);
    }
}
