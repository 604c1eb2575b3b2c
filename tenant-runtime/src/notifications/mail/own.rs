//! Templates of a site's own, which take the place of built-in ones of the same name: `receipt.subject`, `receipt.txt`,
//! `receipt.mjml`, `layout.mjml`. A merchant's folder holds them in `mailTemplates/`.

use std::collections::BTreeSet;
use std::path::Path;

use minijinja::{Environment, UndefinedBehavior, context};
use mrml::prelude::parser::Error as MarkupError;
use platform::db::TenantWrite;

use super::{ENVIRONMENT, LAYOUT, Mail, RenderError, TEMPLATES, folder, render, store};
use crate::site::SavedConfig;

const FOLDER: &str = "mailTemplates";

/// What a template may do before it is stopped: many times what any mail needs.
const FUEL: u64 = 200_000;

/// A template as a site has it.
#[derive(Clone, Debug)]
pub(super) struct OwnTemplate {
    pub(super) name: String,
    pub(super) source: String,
}

/// Why a template cannot be used.
#[derive(Debug)]
pub struct Mistake {
    /// The file, in `mailTemplates/`.
    pub name: String,
    /// From 1, where one line is at fault.
    pub line: Option<usize>,
    pub message: String,
}

impl Mistake {
    fn new(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            line: None,
            message: message.into(),
        }
    }

    /// The file as a path below the merchant's folder.
    pub fn path(&self) -> String {
        format!("{FOLDER}/{}", self.name)
    }
}

/// Stores the templates that the merchant in `folder` brings along; `saved` is the config that they are tried with.
///
/// # Errors
/// The inner one when a template cannot be used; then nothing was stored.
pub async fn provision(
    db: &mut TenantWrite,
    folder: &Path,
    saved: &SavedConfig,
) -> Result<Result<(), Mistake>, sqlx::Error> {
    let templates = match read(&folder.join(FOLDER)).and_then(|own| check(&own, saved).map(|()| own)) {
        Ok(templates) => templates,
        Err(mistake) => return Ok(Err(mistake)),
    };
    for template in &templates {
        store::set_template(db, template).await?;
    }
    Ok(Ok(()))
}

/// Every file of `folder`, in the order of their names; none when there is no such folder.
fn read(folder: &Path) -> Result<Vec<OwnTemplate>, Mistake> {
    let unreadable = |error: std::io::Error| Mistake::new("", error.to_string());
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut templates = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let source = std::fs::read_to_string(entry.path()).map_err(|error| Mistake::new(&name, error.to_string()))?;
        templates.push(OwnTemplate { name, source });
    }
    templates.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(templates)
}

/// The built-in templates with the site's own in their place; `folder` is that of the site's first language, in which its
/// own are written. Mails in another language are the built-in ones in the site's layout.
pub(super) fn environment(own: &[OwnTemplate], folder: &str) -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = ENVIRONMENT.clone();
    environment.set_fuel(Some(FUEL));
    for template in own {
        let name = match template.name.as_str() {
            layout if layout == LAYOUT.0 => layout.to_owned(),
            other => format!("{folder}{other}"),
        };
        environment.add_template_owned(name, template.source.clone())?;
    }
    Ok(environment)
}

/// Tries every mail that the templates have a part in.
pub(super) fn check(own: &[OwnTemplate], saved: &SavedConfig) -> Result<(), Mistake> {
    let kinds: Vec<&'static str> = TEMPLATES
        .iter()
        .map(|[(subject, _), ..]| *subject)
        .filter(|subject| !subject.contains('/'))
        .filter_map(|subject| subject.strip_suffix(".subject"))
        .collect();
    let mut affected = BTreeSet::new();
    for OwnTemplate { name, .. } in own {
        match name.split_once('.') {
            _ if name == LAYOUT.0 => affected.extend(&kinds),
            Some((kind, "subject" | "txt" | "mjml")) if kinds.contains(&kind) => {
                affected.extend(kinds.iter().filter(|known| **known == kind));
            }
            _ => {
                let known = kinds.join(", ");
                let message =
                    format!("no mail has this template; there are layout.mjml and .subject, .txt, .mjml of {known}");
                return Err(Mistake::new(name, message));
            }
        }
    }
    let formats = saved.config.formats(None);
    let folder = folder(&saved.config.locale_kept(None));
    let mut environment = environment(own, folder).map_err(|error| mistake(own, "", folder, &error.into()))?;
    // Not everything that only one kind of mail says is there to be tried with.
    environment.set_undefined_behavior(UndefinedBehavior::Chainable);
    for kind in affected {
        let sample = Mail {
            kind,
            to: "ann@example.com",
            first_name: "Ann",
            formats: &formats,
            link: Some("https://example.com/"),
            details: sample_details(),
        };
        render(&environment, saved, "https://example.com", None, &sample)
            .map_err(|error| mistake(own, kind, folder, &error))?;
    }
    Ok(())
}

/// What mails about purchases and gifts say.
fn sample_details() -> minijinja::Value {
    context! {
        order_number => "1000001",
        in_wallet => true,
        lines => [context! { name => "Wash", price => "12.99 USD" }],
        subtotal => "12.99 USD",
        taxes => "1.00 USD",
        total => "13.99 USD",
        header => "For You!",
        sender => "Bob",
        name => "Wash",
        carrier => "Post",
        tracking => "1Z 999",
        address => ["Ann Example", "1 Main St"],
        value => "25.00 USD",
        message => ["Enjoy!"],
        codes => ["0123 4567 8901"],
        until => "2030-01-01",
    }
}

/// Says which file is at fault; `kind` is the mail that was tried.
fn mistake(own: &[OwnTemplate], kind: &str, folder: &str, error: &RenderError) -> Mistake {
    match error {
        RenderError::Template(error) => {
            let error = innermost(error);
            let name = error.name().unwrap_or_default();
            let message = match error.detail() {
                Some(detail) => format!("{}: {detail}", error.kind()),
                None => error.kind().to_string(),
            };
            Mistake {
                line: error.line(),
                ..Mistake::new(name.strip_prefix(folder).unwrap_or(name), message)
            }
        }
        RenderError::Markup { error, mjml } => {
            let name = format!("{kind}.mjml");
            let is_own = own.iter().any(|template| template.name == name);
            let at = position(error)
                .and_then(|at| mjml.get(..at))
                .map(|before| before.lines().count().max(1));
            // Lines of the markup are not those of the template, so the line itself is quoted.
            let message = match at.and_then(|line| mjml.lines().nth(line - 1)) {
                Some(line) => format!("{error} in what it renders to: {}", line.trim()),
                None => format!("{error} in what it renders to"),
            };
            Mistake::new(if is_own { &name } else { LAYOUT.0 }, message)
        }
        RenderError::Html(message) => Mistake::new(format!("{kind}.mjml"), message),
    }
}

/// The error that others of the engine wrap, if they do: it knows the line.
fn innermost(error: &minijinja::Error) -> &minijinja::Error {
    let mut found = error;
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        if let Some(inner) = error.downcast_ref::<minijinja::Error>() {
            found = inner;
        }
        source = error.source();
    }
    found
}

/// Byte in the markup.
fn position(error: &MarkupError) -> Option<usize> {
    match error {
        MarkupError::UnexpectedElement { position, .. }
        | MarkupError::UnexpectedToken { position, .. }
        | MarkupError::MissingAttribute { position, .. }
        | MarkupError::InvalidAttribute { position, .. }
        | MarkupError::InvalidFormat { position, .. }
        | MarkupError::IncludeLoaderError { position, .. } => Some(position.end),
        _ => None,
    }
}
