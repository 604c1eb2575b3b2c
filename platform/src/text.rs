//! Characters that mean nothing in codes, numbers and addresses, but come with copied text. The client drops the same ones.

/// Whether `c` is never drawn: joiners, direction marks, variation selectors and fillers (Unicode: `Default_Ignorable_Code_Point`).
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Text without its invisible characters.
pub fn visible(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).collect()
}

/// Whether `c` is a hyphen, dash or minus sign.
pub fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_dropped_as_in_forms() {
        let json = include_str!("../../web/src/shared/format/cases/codes.json");
        let cases: Vec<[String; 2]> = serde_json::from_str(json).unwrap();
        for [entered, kept] in cases {
            assert_eq!(visible(&entered), kept, "{entered:?}");
        }
    }

    #[test]
    fn dashes_of_any_length_are_recognized() {
        assert!("-‐‑‒–—―−﹘﹣－".chars().all(is_dash));
        assert!(!"_~·".contains(is_dash));
    }
}
