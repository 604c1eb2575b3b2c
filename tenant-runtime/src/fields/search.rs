use platform::text::{is_dash, visible};
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

    /// Words for SQL, which compares them with a folded column: a JSON array, or `None` for an empty search.
    pub fn json(&self) -> Option<String> {
        let json = serde_json::to_string(&self.0).unwrap_or_default();
        (!self.0.is_empty()).then_some(json)
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

/// `text` without case, accents and spellings that people take for the same, for searching and sorting.
pub fn folded(text: &str) -> String {
    let visible = visible(text);
    let bare: String = visible.nfkd().filter(|c| !is_combining_mark(*c)).collect();
    let mut folded = String::with_capacity(bare.len());
    for letter in bare.to_lowercase().chars() {
        // Letters that Unicode doesn't decompose.
        match letter {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            'ø' => folded.push('o'),
            'đ' | 'ð' => folded.push('d'),
            'ł' => folded.push('l'),
            'ħ' => folded.push('h'),
            'ı' => folded.push('i'),
            'ς' => folded.push('σ'),
            '’' | 'ʼ' | '‘' => folded.push('\''),
            dash if is_dash(dash) => folded.push('-'),
            other => folded.push(other),
        }
    }
    folded
}

/// A person's name as it is searched and sorted: folded, last name first.
pub fn folded_name(first: &str, last: &str) -> String {
    folded(&format!("{last} {first}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_people_take_for_the_same_are_folded() {
        for (text, expected) in [
            ("Élodie", "elodie"),
            ("e\u{301}lodie", "elodie"),
            ("ÉLISE GARÇON", "elise garcon"),
            ("Ångström", "angstrom"),
            ("Ümit Şahin", "umit sahin"),
            ("İ ı", "i i"),
            ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
            ("Straße Øre Łódź", "strasse ore lodz"),
            ("O’Neil Jean\u{2011}Luc", "o'neil jean-luc"),
            ("Ｗａｓｈ", "wash"),
        ] {
            assert_eq!(folded(text), expected, "{text}");
        }
        assert_eq!(folded_name("Élodie", "Bélanger"), "belanger elodie");
    }

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
