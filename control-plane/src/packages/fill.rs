//! Fills templates with a site's values, escaped for each file's language. Pure.

use html_escape::encode_safe;

/// Language of the surrounding file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// Unescaped.
    Plain,
    Xml,
    /// Android string resource: XML with additional escapes.
    AndroidString,
    /// A quoted string in Apple's `.strings` and project files, Swift, Groovy and JSON.
    Quoted,
}

impl Language {
    /// By file name.
    pub(super) fn of(path: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or_default();
        match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
            _ if name == "strings.xml" => Self::AndroidString,
            "xml" | "plist" | "entitlements" => Self::Xml,
            "strings" | "pbxproj" | "swift" | "gradle" | "json" => Self::Quoted,
            _ => Self::Plain,
        }
    }

    fn write(self, value: &str) -> String {
        match self {
            Self::Plain => value.to_owned(),
            Self::Xml => encode_safe(value).into_owned(),
            Self::AndroidString => android_string(value),
            Self::Quoted => quoted(value),
        }
    }
}

/// Replaces `{{name}}` in `template` with its value. Values aren't scanned for further placeholders.
pub(super) fn fill(template: &str, language: Language, values: &[(&str, String)]) -> String {
    let mut out = String::with_capacity(template.len() + 256);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let named = after.split_once("}}").and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value, after))
        });
        match named {
            Some((value, after)) => {
                out.push_str(&language.write(value));
                rest = after;
            }
            None => {
                out.push_str("{{");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

fn quoted(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Escapes apostrophes, quotes, backslashes, and a leading `@` or `?`.
fn android_string(value: &str) -> String {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\'', "\\'");
    let escaped = if escaped.starts_with(['@', '?']) {
        format!("\\{escaped}")
    } else {
        escaped
    };
    escaped.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped_for_their_file_and_not_expanded_again() {
        let values = [("name", "{{host}} \"'<]]>&\\@".to_owned()), ("host", "x".to_owned())];
        let written = |path: &str| fill("[{{name}}|{{host}}|{{other}}|{{", Language::of(path), &values);
        assert_eq!(written("a/README.txt"), "[{{host}} \"'<]]>&\\@|x|{{other}}|{{");
        assert_eq!(
            written("a/Info.plist"),
            "[{{host}} &quot;&#x27;&lt;]]&gt;&amp;\\@|x|{{other}}|{{"
        );
        assert_eq!(
            written("values/strings.xml"),
            "[{{host}} \\\"\\'&lt;]]&gt;&amp;\\\\@|x|{{other}}|{{"
        );
        assert_eq!(
            written("a/InfoPlist.strings"),
            "[{{host}} \\\"'<]]>&\\\\@|x|{{other}}|{{"
        );
        assert_eq!(android_string("@string/x"), "\\@string/x");
    }
}
