//! Cleaning the HTML that merchants write.

use std::collections::HashSet;

/// Removes everything that could run, load or imitate: no script, style, svg, math, frame or event handler.
pub(super) fn clean(html: &str) -> String {
    let tags = HashSet::from([
        "h2",
        "h3",
        "h4",
        "p",
        "br",
        "strong",
        "em",
        "b",
        "i",
        "ul",
        "ol",
        "li",
        "a",
        "blockquote",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "dl",
        "dt",
        "dd",
        "hr",
        "span",
    ]);
    ammonia::Builder::new()
        .tags(tags)
        .url_schemes(HashSet::from(["https", "http", "mailto", "tel"]))
        .link_rel(Some("noopener noreferrer nofollow"))
        .clean(html)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn nothing_that_runs_survives() {
        for (hostile, clean_text) in [
            ("<p>Hi<script>alert(1)</script></p>", "<p>Hi</p>"),
            ("<p onclick=\"alert(1)\">Hi</p>", "<p>Hi</p>"),
            ("<svg><script>alert(1)</script></svg>", ""),
            ("<math><mi xlink:href=\"javascript:alert(1)\"></mi></math>", ""),
            ("<style>*{display:none}</style><h3>Q</h3>", "<h3>Q</h3>"),
            ("<img src=x onerror=alert(1)>", ""),
        ] {
            assert_eq!(clean(hostile), clean_text);
        }
        assert!(!clean("<a href=\"javascript:alert(1)\">x</a>").contains("javascript"));
        assert!(clean("<a href=\"tel:+16025550100\">call</a>").contains("tel:+16025550100"));
    }
}
