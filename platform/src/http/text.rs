//! Texts for people: English in the source, translated by a catalog.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

/// A text for users in English, with placeholders such as `{name}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    english: Cow<'static, str>,
    values: Vec<(&'static str, String)>,
}

impl Text {
    pub fn new(english: impl Into<Cow<'static, str>>) -> Self {
        Self {
            english: english.into(),
            values: Vec::new(),
        }
    }

    /// Sets the value of the placeholder `{name}`.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.values.push((name, value.to_string()));
        self
    }

    /// The text in the language of `catalogue`. In English without a catalog or translation.
    pub fn told(&self, catalogue: Option<&Catalogue>) -> String {
        let words = catalogue.and_then(|catalogue| catalogue.find(&self.english));
        filled(words.unwrap_or(&self.english), &self.values)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(None))
    }
}

impl From<&'static str> for Text {
    fn from(english: &'static str) -> Self {
        Self::new(english)
    }
}

impl From<String> for Text {
    fn from(english: String) -> Self {
        Self::new(english)
    }
}

/// Replaces each `{name}` in `words`. Values aren't scanned for placeholders.
fn filled(words: &str, values: &[(&'static str, String)]) -> String {
    let mut out = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let place = after.split_once('}');
        let value = place.and_then(|(name, _)| values.iter().find(|(known, _)| *known == name));
        match (place, value) {
            (Some((_, behind)), Some((_, value))) => {
                out.push_str(value);
                rest = behind;
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out + rest
}

/// The texts of a language by their English source.
#[derive(Debug)]
pub struct Catalogue {
    tag: &'static str,
    by_english: HashMap<String, String>,
}

impl Catalogue {
    /// Reads a JSON object of texts by their English.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(tag: &'static str, json: &str) -> Result<Self, serde_json::Error> {
        let by_english = serde_json::from_str(json)?;
        Ok(Self { tag, by_english })
    }

    /// A catalog without translations.
    pub fn empty(tag: &'static str) -> Self {
        Self {
            tag,
            by_english: HashMap::new(),
        }
    }

    /// Language tag: `fr`.
    pub fn tag(&self) -> &'static str {
        self.tag
    }

    /// Translation of `english`, if known.
    pub fn find(&self, english: &str) -> Option<&str> {
        self.by_english.get(english).map(String::as_str)
    }

    /// All texts in English with their translations.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.by_english
            .iter()
            .map(|(english, words)| (english.as_str(), words.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn catalog_translates_a_text() {
        let french = Catalogue::parse(
            "fr",
            r#"{"Only {left} left of {name}.": "{name} : il en reste {left}."}"#,
        )
        .unwrap();
        let text = Text::new("Only {left} left of {name}.")
            .with("left", 2)
            .with("name", "{left}");
        assert_eq!(text.to_string(), "Only 2 left of {left}.");
        assert_eq!(text.told(Some(&french)), "{left} : il en reste 2.");
        assert_eq!(Text::from("Not known.").told(Some(&french)), "Not known.");
        assert_eq!(Text::from("An open { brace").to_string(), "An open { brace");
    }
}
