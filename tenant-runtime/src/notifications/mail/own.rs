//! Custom templates of a site, which replace built-in ones of the same name: `receipt.subject`, `receipt.txt`,
//! `receipt.mjml`, `layout.mjml`. A merchant's folder has them in `mailTemplates/`: those in the default language
//! directly, others in a subfolder such as `mailTemplates/fr/`. Without a custom template in a language, the built-in
//! one of that language is used, never a custom one of another language. Only a layout in the default language, the
//! site's design, applies to all languages without their own.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use jiff::civil::date;
use minijinja::{Environment, UndefinedBehavior};
use platform::db::TenantWrite;
use platform::sandbox::Task;
use serde::{Deserialize, Serialize};

use super::mistakes::{Mistake, mistake};
use super::own_template::{FOLDER, OwnTemplate};
use super::{ENVIRONMENT, LAYOUT, Mail, RenderError, Rendered, TEMPLATES, Values, fill, folder, sample, store};
use crate::language::{Formats, Language};
use crate::site::SavedConfig;

/// Execution limit of a template: many times what any email needs.
const FUEL: u64 = 200_000;

/// All emails.
pub(super) fn kinds() -> impl Iterator<Item = &'static str> {
    TEMPLATES
        .iter()
        .map(|[(subject, _), ..]| *subject)
        .filter(|subject| !subject.contains('/'))
        .filter_map(|subject| subject.strip_suffix(".subject"))
}

/// The built-in template of an email: `subject`, `txt` or `mjml`.
pub(super) fn built_in(language: Language, kind: &str, suffix: &str) -> &'static str {
    let name = format!("{}{kind}.{suffix}", folder(language));
    let found = TEMPLATES.iter().flatten().find(|(known, _)| *known == name);
    found.map(|(_, source)| *source).unwrap_or_default()
}

/// Default language of the site's emails.
pub(super) fn first_language(saved: &SavedConfig) -> Language {
    saved.config.locale_kept(None).language()
}

/// A language of a site's emails, and its formats.
pub(super) struct Spoken {
    pub(super) language: Language,
    pub(super) formats: Formats,
}

/// Languages of a site's emails, default first.
pub(super) fn spoken(saved: &SavedConfig) -> Vec<Spoken> {
    let mut spoken: Vec<Spoken> = Vec::new();
    for tag in saved.config.languages() {
        let formats = saved.config.formats(Some(tag));
        let language = formats.locale().language();
        if spoken.iter().all(|known| known.language != language) {
            spoken.push(Spoken { language, formats });
        }
    }
    spoken
}

/// Handling of undefined names in a template.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Undefined {
    /// They are empty.
    Lenient,
    /// They are empty, and so are their fields.
    Chainable,
    /// They are errors.
    Strict,
}

/// Renders an email with the site's templates. The output is the email or the templates' errors.
#[derive(Debug, Serialize, Deserialize)]
pub struct RenderMail {
    own: Vec<OwnTemplate>,
    /// Tag of the site's default language.
    first: String,
    /// Tag of the email's language.
    language: String,
    kind: String,
    undefined: Undefined,
    values: Values,
}

impl Task for RenderMail {
    const KIND: &'static str = "notifications.render_mail";

    type Output = Result<Rendered, Mistake>;

    fn run(self) -> Self::Output {
        let languages = (tagged(&self.first), tagged(&self.language));
        let at_fault = |error: RenderError| mistake(&self.own, languages, &self.kind, &error);
        let environment = environment(&self.own, languages.0, languages.1);
        let mut environment = environment.map_err(|error| at_fault(error.into()))?;
        environment.set_undefined_behavior(match self.undefined {
            Undefined::Lenient => UndefinedBehavior::Lenient,
            Undefined::Chainable => UndefinedBehavior::Chainable,
            Undefined::Strict => UndefinedBehavior::SemiStrict,
        });
        fill(&environment, languages.1, &self.kind, &self.values).map_err(at_fault)
    }
}

impl RenderMail {
    /// `languages`: the site's default language and the email's language.
    pub(super) fn new(
        own: Vec<OwnTemplate>,
        (first, language): (Language, Language),
        kind: &str,
        undefined: Undefined,
        values: Values,
    ) -> Self {
        Self {
            own,
            first: first.tag().to_owned(),
            language: language.tag().to_owned(),
            kind: kind.to_owned(),
            undefined,
            values,
        }
    }
}

fn tagged(tag: &str) -> Language {
    let known = Language::ALL.into_iter().find(|language| language.tag() == tag);
    known.unwrap_or(Language::English)
}

/// Saves the templates in the merchant's `folder`. `saved`: config to test them with.
///
/// # Errors
/// The inner one if a template is invalid. Nothing is then stored.
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

/// All files in `folder` and its language folders, by name. None if the folder doesn't exist.
fn read(folder: &Path) -> Result<Vec<OwnTemplate>, Mistake> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut templates = Vec::new();
    for (name, path) in entries(folder, "")? {
        let files = if path.is_dir() {
            entries(&path, &format!("{name}/"))?
        } else {
            vec![(name, path)]
        };
        for (name, path) in files {
            let source = std::fs::read_to_string(path).map_err(|error| Mistake::new(&name, error.to_string()))?;
            templates.push(OwnTemplate { name, source });
        }
    }
    templates.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(templates)
}

/// Files in `folder`, by name with `prefix`.
fn entries(folder: &Path, prefix: &str) -> Result<Vec<(String, PathBuf)>, Mistake> {
    let unreadable = |error: std::io::Error| Mistake::new(prefix, error.to_string());
    std::fs::read_dir(folder)
        .map_err(unreadable)?
        .map(|entry| {
            let entry = entry.map_err(unreadable)?;
            Ok((format!("{prefix}{}", entry.file_name().to_string_lossy()), entry.path()))
        })
        .collect()
}

/// Built-in templates for emails in `language`, replaced by the site's own where they exist. `first` is the site's
/// default language.
pub(super) fn environment(
    own: &[OwnTemplate],
    first: Language,
    language: Language,
) -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = ENVIRONMENT.clone();
    environment.set_fuel(Some(FUEL));
    // Reveals what templates aren't meant to use.
    environment.remove_global("debug");
    let layout_of = |wanted| {
        own.iter()
            .find(|template| template.placed(first) == Some((wanted, LAYOUT.0)))
    };
    if let Some(layout) = layout_of(language).or_else(|| layout_of(first)) {
        environment.add_template_owned(LAYOUT.0, layout.source.clone())?;
    }
    for template in own {
        if let Some((of, file)) = template.placed(first)
            && of == language
            && file != LAYOUT.0
        {
            environment.add_template_owned(format!("{}{file}", folder(language)), template.source.clone())?;
        }
    }
    Ok(environment)
}

/// Renders every email that uses the templates.
pub(super) fn check(own: &[OwnTemplate], saved: &SavedConfig) -> Result<(), Mistake> {
    let kinds: Vec<&'static str> = kinds().collect();
    let first = first_language(saved);
    let mut affected: BTreeMap<&str, BTreeSet<&'static str>> = BTreeMap::new();
    let mut placed = BTreeSet::new();
    for template in own {
        let (language, file) = place(template, first, saved)?;
        if !placed.insert((language.tag(), file)) {
            return Err(Mistake::new(
                &template.name,
                "duplicate template for the site's default language",
            ));
        }
        let affected = affected.entry(language.tag()).or_default();
        match file.split_once('.') {
            _ if file == LAYOUT.0 => affected.extend(&kinds),
            Some((kind, "subject" | "txt" | "mjml")) if kinds.contains(&kind) => {
                affected.extend(kinds.iter().filter(|known| **known == kind));
            }
            _ => {
                let known = kinds.join(", ");
                let message = format!("unknown template; use layout.mjml, or .subject, .txt or .mjml of {known}");
                return Err(Mistake::new(&template.name, message));
            }
        }
    }
    for language in Language::ALL {
        if let (Some(kinds), Some(formats)) = (affected.get(language.tag()), formats_in(saved, language)) {
            try_all(own, saved, (first, language), kinds, &formats)?;
        }
    }
    Ok(())
}

/// Language of a template (which its site must use) and its name in that language.
fn place<'a>(template: &'a OwnTemplate, first: Language, saved: &SavedConfig) -> Result<(Language, &'a str), Mistake> {
    let placed = template.placed(first);
    placed
        .filter(|(language, _)| formats_in(saved, *language).is_some())
        .ok_or_else(|| {
            let spoken: Vec<&str> = Language::ALL
                .into_iter()
                .filter(|language| formats_in(saved, *language).is_some())
                .map(Language::tag)
                .collect();
            let message = format!("this site's email languages are {}", spoken.join(" and "));
            Mistake::new(&template.name, message)
        })
}

/// Formats of the site in `language`; `None` if it doesn't use it.
fn formats_in(saved: &SavedConfig, language: Language) -> Option<Formats> {
    let mut spoken = spoken(saved).into_iter();
    spoken
        .find(|spoken| spoken.language == language)
        .map(|spoken| spoken.formats)
}

/// Renders emails of these `kinds` in a language. `languages`: the site's default language and that one.
fn try_all(
    own: &[OwnTemplate],
    saved: &SavedConfig,
    languages: (Language, Language),
    kinds: &BTreeSet<&'static str>,
    formats: &Formats,
) -> Result<(), Mistake> {
    for kind in kinds {
        let sample = Mail {
            kind,
            to: "ann@example.com",
            first_name: "Ann",
            formats,
            link: Some("https://example.com/"),
            details: sample::details(kind, formats, date(2030, 1, 1)),
        };
        let values = Values::of(saved, "https://example.com", None, &sample);
        // Some values exist only in one type of email and aren't in the sample data.
        RenderMail::new(own.to_vec(), languages, kind, Undefined::Chainable, values).run()?;
    }
    Ok(())
}
