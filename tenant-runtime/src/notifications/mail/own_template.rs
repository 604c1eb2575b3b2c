//! A site's own template for emails.

use serde::{Deserialize, Serialize};

use crate::language::Language;

/// Folder with a merchant's templates.
pub(super) const FOLDER: &str = "mailTemplates";

/// A site's own template.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct OwnTemplate {
    /// File in `mailTemplates/`: `receipt.txt`, or `fr/receipt.txt`.
    pub(super) name: String,
    pub(super) source: String,
}

impl OwnTemplate {
    pub(super) fn placed(&self, first: Language) -> Option<(Language, &str)> {
        placed(&self.name, first)
    }
}

/// Language and name of the template `name`, with `first` as the site's default language. `None`: its folder isn't a
/// language.
pub(super) fn placed(name: &str, first: Language) -> Option<(Language, &str)> {
    match name.split_once('/') {
        None => Some((first, name)),
        Some((tag, file)) => Some((Language::ALL.into_iter().find(|language| language.tag() == tag)?, file)),
    }
}
