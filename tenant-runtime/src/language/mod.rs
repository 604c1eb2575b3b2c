//! Languages of responses, notifications and emails. Source texts are English; another language has a catalog,
//! `languages/<tag>.json`, and a folder of email templates.

mod accept;
mod amounts;
mod formats;

use std::sync::LazyLock;

use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::{HeaderMap, HeaderValue};
use platform::http::{Catalogue, Text};

pub use formats::Formats;

/// A supported language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    French,
    German,
    Spanish,
}

static FRENCH: LazyLock<Catalogue> = LazyLock::new(|| catalogue("fr", include_str!("../../languages/fr.json")));
static GERMAN: LazyLock<Catalogue> = LazyLock::new(|| catalogue("de", include_str!("../../languages/de.json")));
static SPANISH: LazyLock<Catalogue> = LazyLock::new(|| catalogue("es", include_str!("../../languages/es.json")));

fn catalogue(tag: &'static str, json: &str) -> Catalogue {
    Catalogue::parse(tag, json).unwrap_or_else(|error| {
        // A test finds this. If it ever ships, English is better than nothing.
        tracing::error!(tag, %error, "failed to read a catalog");
        Catalogue::empty(tag)
    })
}

impl Language {
    pub const ALL: [Self; 4] = [Self::English, Self::French, Self::German, Self::Spanish];

    /// `fr`
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::German => "de",
            Self::Spanish => "es",
        }
    }

    /// Catalog of the language; `None` for English, the source language.
    pub fn catalogue(self) -> Option<&'static Catalogue> {
        match self {
            Self::English => None,
            Self::French => Some(&FRENCH),
            Self::German => Some(&GERMAN),
            Self::Spanish => Some(&SPANISH),
        }
    }

    /// The language of a tag such as `fr-CA`, if supported.
    fn of_tag(tag: &str) -> Option<Self> {
        let primary = tag.split('-').next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|language| language.tag().eq_ignore_ascii_case(primary))
    }
}

/// A language in a site config and its region, which determines formats: `fr-CA`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locale {
    tag: String,
    language: Language,
}

impl Locale {
    /// The locale of a tag. English if the language isn't supported.
    pub fn of_tag(tag: &str) -> Self {
        match Language::of_tag(tag) {
            Some(language) => Self {
                tag: tag.to_owned(),
                language,
            },
            None => Self::english(),
        }
    }

    /// English without a region.
    pub fn english() -> Self {
        Self {
            tag: Language::English.tag().to_owned(),
            language: Language::English,
        }
    }

    /// `fr-CA`
    pub fn tag(&self) -> &str {
        &self.tag
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// `text` in this language.
    pub fn say(&self, text: impl Into<Text>) -> String {
        text.into().told(self.language.catalogue())
    }

    /// Best match of `spoken` for a request; `None` for no match.
    pub fn wanted<'a>(wanted: Option<&HeaderValue>, spoken: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let tag = accept::best(wanted?.to_str().ok()?, spoken)?;
        Some(Self::of_tag(tag))
    }
}

/// `Accept-Language` of a request.
pub fn accept_language(headers: &HeaderMap) -> Option<&HeaderValue> {
    headers.get(ACCEPT_LANGUAGE)
}

/// Locale for responses without a site, among all available languages.
pub fn of_no_site(wanted: Option<&HeaderValue>) -> Locale {
    let spoken = Language::ALL.iter().map(|language| language.tag());
    Locale::wanted(wanted, spoken).unwrap_or_else(Locale::english)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_site_every_language_is_available() {
        for (wanted, tag) in [
            (None, "en"),
            (Some("fr-CA,fr;q=0.9,en;q=0.5"), "fr"),
            (Some("de-AT, en;q=0.4, fr;q=0.2"), "de"),
            (Some("es-MX"), "es"),
            (Some("hi, en;q=0.4, fr;q=0.2"), "en"),
            (Some("hi"), "en"),
            (Some(""), "en"),
        ] {
            let header = wanted.map(HeaderValue::from_static);
            assert_eq!(of_no_site(header.as_ref()).tag(), tag, "{wanted:?}");
        }
    }

    #[test]
    fn catalogs_have_the_same_placeholders() {
        for language in Language::ALL {
            let texts = language.catalogue().into_iter().flat_map(Catalogue::texts);
            let mut count = 0;
            for (english, words) in texts {
                count += 1;
                assert!(!words.is_empty(), "{english}");
                assert_eq!(places(english), places(words), "{english}");
            }
            assert!(language == Language::English || count > 50, "{language:?}");
        }
    }

    fn places(text: &str) -> Vec<&str> {
        let mut places: Vec<_> = text
            .split('{')
            .skip(1)
            .filter_map(|part| part.split('}').next())
            .collect();
        places.sort_unstable();
        places
    }
}
