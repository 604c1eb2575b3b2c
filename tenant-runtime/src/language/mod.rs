//! The languages that answers, notices and mails speak. The source says everything in English; another language is a catalogue
//! of what that is in it, `languages/<tag>.json`, and a folder of mail templates.

mod accept;
mod formats;

use std::sync::LazyLock;

use axum::extract::FromRequestParts;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use platform::http::{ApiError, Catalogue, Text};

pub use formats::Formats;

use crate::site::config::SiteConfig;
use crate::tenant::Tenant;

/// A language that is spoken here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    French,
}

static FRENCH: LazyLock<Catalogue> = LazyLock::new(|| catalogue("fr", include_str!("../../languages/fr.json")));

fn catalogue(tag: &'static str, json: &str) -> Catalogue {
    Catalogue::parse(tag, json).unwrap_or_else(|error| {
        // Found by a test; should it ever ship, English is better than nothing.
        tracing::error!(tag, %error, "a catalogue cannot be read");
        Catalogue::empty(tag)
    })
}

impl Language {
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// `fr`
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    /// What it says; `None` for English, which is what the source says.
    pub fn catalogue(self) -> Option<&'static Catalogue> {
        match self {
            Self::English => None,
            Self::French => Some(&FRENCH),
        }
    }

    /// The language of a tag such as `fr-CA`, if it is spoken here.
    fn of_tag(tag: &str) -> Option<Self> {
        let primary = tag.split('-').next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|language| language.tag().eq_ignore_ascii_case(primary))
    }
}

/// A language as a site names it, with the region whose habits it follows: `fr-CA`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locale {
    tag: String,
    language: Language,
}

impl Locale {
    /// The locale of a tag; English where the language of the tag is not spoken here.
    pub fn of_tag(tag: &str) -> Self {
        match Language::of_tag(tag) {
            Some(language) => Self {
                tag: tag.to_owned(),
                language,
            },
            None => Self::english(),
        }
    }

    /// English of no region in particular.
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

    /// The locale in which to write to somebody of this site whose language is kept as `kept`: that one while the site
    /// speaks it, else its first.
    pub fn kept(kept: Option<&str>, config: &SiteConfig) -> Self {
        let tag = config.languages().find(|tag| Some(*tag) == kept);
        Self::of_tag(tag.unwrap_or(&config.locale))
    }

    /// Which of the site's languages a request asks for; its first if it asks for none of them.
    pub fn asked(wanted: Option<&HeaderValue>, config: &SiteConfig) -> Self {
        Self::wanted(wanted, config).unwrap_or_else(|| Self::of_tag(&config.locale))
    }

    fn wanted(wanted: Option<&HeaderValue>, config: &SiteConfig) -> Option<Self> {
        let tag = accept::best(wanted?.to_str().ok()?, config.languages())?;
        Some(Self::of_tag(tag))
    }
}

/// The locale of an answer.
impl<S: Send + Sync> FromRequestParts<S> for Locale {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let config = Tenant::from_request_parts(parts, state).await?.config().await?;
        Ok(Self::asked(accept_language(&parts.headers), &config.config))
    }
}

/// The tag of the site's language that a request asks for by name, to be kept with the caller's account.
#[derive(Clone, Debug)]
pub struct Wanted(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Wanted {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let config = Tenant::from_request_parts(parts, state).await?.config().await?;
        let wanted = Locale::wanted(accept_language(&parts.headers), &config.config);
        Ok(Self(wanted.map(|locale| locale.tag)))
    }
}

/// The locale of the shop's own pages: for documents and sockets, which ask for the browser's language, not for the page's.
pub struct OfPages(pub Locale);

impl<S: Send + Sync> FromRequestParts<S> for OfPages {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let config = Tenant::from_request_parts(parts, state).await?.config().await?;
        Ok(Self(Locale::kept(None, &config.config)))
    }
}

/// What a request says of languages.
pub fn accept_language(headers: &HeaderMap) -> Option<&HeaderValue> {
    headers.get(ACCEPT_LANGUAGE)
}

/// The catalogue for a refusal that comes before, or without, a site.
pub fn of_no_site(wanted: Option<&HeaderValue>) -> Option<&'static Catalogue> {
    let wanted = wanted?.to_str().ok()?;
    let tag = accept::best(wanted, Language::ALL.iter().map(|language| language.tag()))?;
    Language::of_tag(tag)?.catalogue()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(languages: &[&str]) -> SiteConfig {
        SiteConfig {
            languages: languages.iter().map(|tag| (*tag).to_owned()).collect(),
            locale: languages.first().copied().unwrap_or("en-US").to_owned(),
            ..SiteConfig::default()
        }
    }

    #[test]
    fn catalogues_fill_the_same_places() {
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

    #[test]
    fn answers_speak_a_language_of_the_site() {
        let site = config(&["fr-CA", "en-CA"]);
        for (wanted, tag) in [
            (None, "fr-CA"),
            (Some("en-US,en;q=0.9"), "en-CA"),
            (Some("fr"), "fr-CA"),
            (Some("de-DE,de;q=0.9,en;q=0.4"), "en-CA"),
            (Some("de"), "fr-CA"),
        ] {
            let header = wanted.map(|text| HeaderValue::from_str(text).unwrap());
            assert_eq!(Locale::asked(header.as_ref(), &site).tag(), tag, "{wanted:?}");
        }
    }

    #[test]
    fn what_is_kept_counts_while_the_site_speaks_it() {
        assert_eq!(Locale::kept(Some("en-CA"), &config(&["fr-CA", "en-CA"])).tag(), "en-CA");
        assert_eq!(Locale::kept(Some("en-CA"), &config(&["fr-CA"])).tag(), "fr-CA");
        assert_eq!(Locale::kept(None, &config(&["de-DE"])), Locale::english());
    }
}
