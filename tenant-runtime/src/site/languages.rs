//! Selects the language of a response, notification or email among the site's languages.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use headers::{Cookie, HeaderMapExt as _};
use platform::http::ApiError;

use super::config::SiteConfig;
use super::saved_config;
use crate::language::{Formats, Locale, accept_language};
use crate::tenant::Tenant;

impl SiteConfig {
    /// Locale for a customer with the stored language `kept`, if the site has that language, otherwise the site's
    /// default.
    pub fn locale_kept(&self, kept: Option<&str>) -> Locale {
        let tag = self.languages().find(|tag| Some(*tag) == kept);
        Locale::of_tag(tag.unwrap_or(&self.locale))
    }

    /// Best match of the site's languages for a request; the default if none matches.
    pub fn locale_asked(&self, wanted: Option<&HeaderValue>) -> Locale {
        Locale::wanted(wanted, self.languages()).unwrap_or_else(|| Locale::of_tag(&self.locale))
    }

    /// Formats for a customer with the stored language `kept`.
    pub fn formats(&self, kept: Option<&str>) -> Formats {
        Formats::new(self.locale_kept(kept), &self.country, self.currency)
    }
}

/// Locale of a response.
impl<S: Send + Sync> FromRequestParts<S> for Locale {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let tenant = Tenant::from_request_parts(parts, state).await?;
        Ok(saved_config(&tenant)
            .await?
            .config
            .locale_asked(accept_language(&parts.headers)))
    }
}

/// Tag of the site's language that a request explicitly asks for, to store it with the caller's account.
#[derive(Clone, Debug)]
pub struct Wanted(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Wanted {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let tenant = Tenant::from_request_parts(parts, state).await?;
        let saved = saved_config(&tenant).await?;
        let wanted = Locale::wanted(accept_language(&parts.headers), saved.config.languages());
        Ok(Self(wanted.map(|locale| locale.tag().to_owned())))
    }
}

/// Locale of the page that a document or socket belongs to: browsers send their own languages for those, so a cookie of
/// the shop's pages names the selected one.
pub struct OfPages(pub Locale);

/// Cookie of the shop's pages with the selected language.
const CHOSEN: &str = "language";

fn locale_of_pages(config: &SiteConfig, headers: &HeaderMap) -> Locale {
    let cookie = headers.typed_get::<Cookie>();
    let chosen = cookie.as_ref().and_then(|cookie| cookie.get(CHOSEN));
    let offered = config.languages().find(|tag| Some(*tag) == chosen);
    offered.map_or_else(|| config.locale_asked(accept_language(headers)), Locale::of_tag)
}

impl<S: Send + Sync> FromRequestParts<S> for OfPages {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let tenant = Tenant::from_request_parts(parts, state).await?;
        Ok(Self(locale_of_pages(
            &saved_config(&tenant).await?.config,
            &parts.headers,
        )))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn config(languages: &[&str]) -> SiteConfig {
        SiteConfig {
            languages: languages.iter().map(|tag| (*tag).to_owned()).collect(),
            locale: languages.first().copied().unwrap_or("en-US").to_owned(),
            ..SiteConfig::default()
        }
    }

    #[test]
    fn response_uses_a_language_of_the_site() {
        let site = config(&["fr-CA", "en-CA"]);
        for (wanted, tag) in [
            (None, "fr-CA"),
            (Some("en-US,en;q=0.9"), "en-CA"),
            (Some("fr"), "fr-CA"),
            (Some("de-DE,de;q=0.9,en;q=0.4"), "en-CA"),
            (Some("de"), "fr-CA"),
        ] {
            let header = wanted.map(|text| HeaderValue::from_str(text).unwrap());
            assert_eq!(site.locale_asked(header.as_ref()).tag(), tag, "{wanted:?}");
        }
    }

    #[test]
    fn document_uses_the_language_of_its_page() {
        let site = config(&["fr-CA", "en-CA"]);
        for (cookie, wanted, tag) in [
            ("language=fr-CA", "en", "fr-CA"),
            ("other=1; language=en-CA", "fr", "en-CA"),
            ("language=de-DE", "en", "en-CA"),
            ("", "hi", "fr-CA"),
        ] {
            let headers = HeaderMap::from_iter([
                (header::COOKIE, HeaderValue::from_static(cookie)),
                (header::ACCEPT_LANGUAGE, HeaderValue::from_static(wanted)),
            ]);
            assert_eq!(locale_of_pages(&site, &headers).tag(), tag, "{cookie} {wanted}");
        }
    }

    #[test]
    fn stored_language_counts_while_the_site_offers_it() {
        assert_eq!(config(&["fr-CA", "en-CA"]).locale_kept(Some("en-CA")).tag(), "en-CA");
        assert_eq!(config(&["fr-CA"]).locale_kept(Some("en-CA")).tag(), "fr-CA");
        assert_eq!(config(&["hi-IN"]).locale_kept(None), Locale::english());
    }
}
