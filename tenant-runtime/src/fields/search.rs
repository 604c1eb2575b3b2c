use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Search terms. Case and accents are ignored.
#[derive(Clone, Debug, Default)]
pub struct Search(Vec<String>);

impl Search {
    /// An empty search finds everything.
    pub fn of(entered: Option<&str>) -> Self {
        let folded = folded(entered.unwrap_or_default());
        Self(folded.split_whitespace().map(str::to_owned).collect())
    }

    /// Whether each word occurs in one of `texts`.
    pub fn finds<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let texts: Vec<String> = texts.into_iter().map(folded).collect();
        self.0.iter().all(|word| texts.iter().any(|text| text.contains(word)))
    }
}

/// `text` without case and accents, for searching and sorting.
pub fn folded(text: &str) -> String {
    let bare: String = text.nfd().filter(|c| !is_combining_mark(*c)).collect();
    bare.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_ignores_case_and_accents() {
        for (entered, found) in [
            (None, true),
            (Some(" "), true),
            (Some("ECLAT"), true),
            (Some("e\u{301}clat"), true),
            (Some("doux eclat"), true),
            (Some("eclat hot"), false),
        ] {
            assert_eq!(
                Search::of(entered).finds(["Éclat", "Lavage doux"]),
                found,
                "{entered:?}"
            );
        }
    }
}
