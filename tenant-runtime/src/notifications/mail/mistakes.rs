//! Errors of custom templates, with the file and line.

use mrml::prelude::parser::Error as MarkupError;
use serde::{Deserialize, Serialize};

use super::own_template::{FOLDER, OwnTemplate};
use super::{LAYOUT, RenderError, folder};
use crate::language::Language;

/// Characters of a line quoted in an error.
const LONGEST_QUOTE: usize = 120;

/// Error in a template.
#[derive(Debug, Serialize, Deserialize)]
pub struct Mistake {
    /// File in `mailTemplates/`.
    pub name: String,
    /// Starting at 1, if a single line is wrong.
    pub line: Option<usize>,
    pub message: String,
}

impl Mistake {
    pub(super) fn new(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            line: None,
            message: message.into(),
        }
    }

    /// Path of the file in the merchant's folder.
    pub fn path(&self) -> String {
        format!("{FOLDER}/{}", self.name)
    }
}

/// Names the faulty file. `kind` is the email that was rendered, `languages` the site's default language and the
/// email's.
pub(super) fn mistake(
    own: &[OwnTemplate],
    (first, language): (Language, Language),
    kind: &str,
    error: &RenderError,
) -> Mistake {
    // Name of the site's own template for `file`, if any.
    let own_file = |file: &str| {
        let of = |wanted| {
            own.iter()
                .find(|template| template.placed(first) == Some((wanted, file)))
        };
        let in_first = || (file == LAYOUT.0).then(|| of(first)).flatten();
        of(language).or_else(in_first).map(|template| template.name.clone())
    };
    match error {
        RenderError::Template(error) => {
            let error = innermost(error);
            let name = error.name().unwrap_or_default();
            let message = match error.detail() {
                _ if error.kind() == minijinja::ErrorKind::OutOfFuel => "it takes too long to render".to_owned(),
                Some(detail) => format!("{}: {detail}", error.kind()),
                None => error.kind().to_string(),
            };
            let file = name.strip_prefix(folder(language)).unwrap_or(name);
            Mistake {
                line: error.line(),
                ..Mistake::new(own_file(file).unwrap_or_else(|| name.to_owned()), message)
            }
        }
        RenderError::Markup { error, mjml } => {
            let name = own_file(&format!("{kind}.mjml")).or_else(|| own_file(LAYOUT.0));
            let at = position(error)
                .and_then(|at| mjml.get(..at))
                .map(|before| before.lines().count().max(1));
            // Line numbers of the markup differ from the template's, so the line itself is quoted.
            let message = match at.and_then(|line| mjml.lines().nth(line - 1)) {
                Some(line) => format!("{}: {}", in_words(error), quoted(line.trim())),
                None => in_words(error).to_owned(),
            };
            Mistake::new(name.unwrap_or_default(), message)
        }
        RenderError::Html(_) => Mistake::new(format!("{kind}.mjml"), "this MJML can't be rendered"),
        RenderError::TooLong(suffix) => {
            let file = format!("{kind}.{suffix}");
            Mistake::new(own_file(&file).unwrap_or(file), "the output is larger than 512 KiB")
        }
    }
}

/// Error of the markup in words. The parser's own message speaks of tokens and byte positions.
fn in_words(error: &MarkupError) -> &'static str {
    match error {
        MarkupError::UnexpectedElement { .. } => "MJML doesn't have this element here",
        MarkupError::MissingAttribute { .. } => "this element lacks an attribute",
        MarkupError::InvalidAttribute { .. } => "MJML doesn't have this attribute here",
        MarkupError::EndOfStream { .. } => "an element isn't closed",
        MarkupError::NoRootNode => "the mjml element is missing",
        MarkupError::SizeLimit { .. } => "the output is too long",
        MarkupError::IncludeLoaderError { .. } => "mj-include isn't available",
        _ => "this isn't valid MJML",
    }
}

/// Start of a line, which can be the whole output.
fn quoted(line: &str) -> String {
    match line.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// The innermost error of the template engine, which knows the line.
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

/// Byte offset in the markup.
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
