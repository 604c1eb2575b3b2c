//! Sanitizes the merchants' HTML.

use std::collections::HashSet;

use platform::sandbox::Task;
use serde::{Deserialize, Serialize};

/// Elements that HTML reopens if they aren't closed. Each open one slows down parsing of the remaining text.
const FORMATTING: [&str; 14] = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];

/// Maximum number of open formatting elements.
const MOST_OPEN: usize = 64;

/// Sanitizes the HTML of a text. The output is the clean HTML. `None`: too many of its elements are left open.
#[derive(Serialize, Deserialize)]
pub struct CleanHtml {
    pub html: String,
}

impl Task for CleanHtml {
    const KIND: &'static str = "site.clean_html";

    type Output = Option<String>;

    fn run(self) -> Self::Output {
        (open_at_once(&self.html) <= MOST_OPEN).then(|| clean(&self.html))
    }
}

/// Maximum number of formatting elements open at the same time.
fn open_at_once(html: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        let (tag, closes) = tag.strip_prefix('/').map_or((tag, false), |tag| (tag, true));
        let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
        if FORMATTING.iter().any(|name| name.eq_ignore_ascii_case(&tag[..end])) {
            open = if closes { open.saturating_sub(1) } else { open + 1 };
            most = most.max(open);
        }
    }
    most
}

/// Removes everything that could run, load or imitate something: scripts, styles, svg, math, frames and event handlers.
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
    use super::*;

    #[test]
    fn open_formatting_is_limited() {
        let closed = "<p><b>x</b> <a href=\"/\">y</a></p>".repeat(5_000);
        assert!(CleanHtml { html: closed }.run().is_some());
        let hostile = "<a><b>".repeat(12_000) + &"</a>".repeat(12_000);
        assert_eq!(CleanHtml { html: hostile }.run(), None);
    }

    #[test]
    fn scripts_are_removed() {
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
