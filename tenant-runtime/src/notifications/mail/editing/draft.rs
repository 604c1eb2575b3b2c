//! Unsaved templates and their checks.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{EditedMail, MailParts};
use crate::fields::{FieldErrors, Notes, text};
use crate::notifications::mail::{Rendered, rules, store};

/// Unsaved templates.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MailDraft {
    subject: String,
    text: String,
    markup: String,
}

impl From<EditedMail> for MailDraft {
    fn from(edited: EditedMail) -> Self {
        Self {
            subject: edited.subject,
            text: edited.text,
            markup: edited.markup,
        }
    }
}

impl MailDraft {
    /// Without built-in parts, which may be improved.
    pub(super) fn parts(&self, built_in: &MailParts) -> store::OwnParts {
        // Form fields have varying line endings.
        let differing = |written: &str, built_in: &str| {
            let written = written.replace("\r\n", "\n");
            (written.trim_end() != built_in.trim_end()).then_some(written)
        };
        store::OwnParts {
            subject: differing(&self.subject, &built_in.subject),
            text: differing(&self.text, &built_in.text),
            markup: differing(&self.markup, &built_in.markup),
        }
    }
}

pub(super) fn check_lengths(draft: &MailDraft) -> Result<(), FieldErrors> {
    let mut notes = Notes::default();
    for (field, part, most) in [
        ("subject", &draft.subject, rules::LONGEST_SUBJECT),
        ("text", &draft.text, rules::LONGEST_PART),
        ("markup", &draft.markup, rules::LONGEST_PART),
    ] {
        if part.trim().is_empty() {
            notes.take::<()>(field, Err(text::REQUIRED));
        } else if part.len() > most {
            notes.take::<()>(field, Err(text::TOO_LONG));
        }
    }
    notes.into_result(())
}

pub(super) fn check_link(rendered: &Rendered, link: &str) -> Result<(), FieldErrors> {
    let mut notes = Notes::default();
    if !rules::has_link(&rendered.text, link) {
        notes.take::<()>("text", Err("Include this email's link on its own line."));
    }
    if !rules::has_link_in_markup(&rendered.html, link) {
        notes.take::<()>("markup", Err("Include this email's link."));
    }
    notes.into_result(())
}
