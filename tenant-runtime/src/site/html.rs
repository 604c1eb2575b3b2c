//! Sanitizes the merchants' HTML.

use std::collections::{HashMap, HashSet};

use platform::sandbox::Task;
use serde::{Deserialize, Serialize};

/// Elements that HTML reopens if they aren't closed. Each open one slows down parsing of the remaining text.
const FORMATTING: [&str; 14] = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];

/// Maximum number of open formatting elements.
const MOST_OPEN: usize = 64;

/// Elements without an end tag, or that often have none.
const UNCLOSED: [&str; 28] = [
    "area", "base", "body", "br", "col", "colgroup", "dd", "dt", "embed", "head", "hr", "html", "img", "input", "li",
    "link", "meta", "optgroup", "option", "p", "source", "tbody", "td", "tfoot", "th", "thead", "tr", "wbr",
];

/// Maximum nesting depth of the other elements. An end tag is looked for in all open ones.
const DEEPEST: usize = 256;

/// Sanitizes the HTML of a text. The output is the clean HTML. `None`: too many of its elements are left open.
#[derive(Serialize, Deserialize)]
pub struct CleanHtml {
    pub html: String,
}

impl Task for CleanHtml {
    const KIND: &'static str = "site.clean_html";

    type Output = Option<String>;

    fn run(self) -> Self::Output {
        is_simple(&self.html).then(|| clean(&self.html))
    }
}

/// Whether few enough elements are open at the same time.
fn is_simple(html: &str) -> bool {
    let mut formatting = OpenElements::default();
    let mut nested = OpenElements::default();
    html.split('<').skip(1).all(|tag| {
        let (tag, closes) = tag.strip_prefix('/').map_or((tag, false), |tag| (tag, true));
        let end = tag.find(|c: char| c.is_ascii_whitespace() || c == '/' || c == '>');
        let name = tag[..end.unwrap_or(tag.len())].to_ascii_lowercase();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return true;
        }
        if FORMATTING.contains(&&*name) {
            formatting.note(&name, closes);
        }
        if !UNCLOSED.contains(&&*name) {
            nested.note(&name, closes);
        }
        formatting.count <= MOST_OPEN && nested.count <= DEEPEST
    })
}

/// Elements open at a position. An end tag closes an element with the same name.
#[derive(Default)]
struct OpenElements {
    by_name: HashMap<String, usize>,
    count: usize,
}

impl OpenElements {
    fn note(&mut self, name: &str, closes: bool) {
        if !closes {
            *self.by_name.entry(name.to_owned()).or_default() += 1;
            self.count += 1;
        } else if let Some(open) = self.by_name.get_mut(name).filter(|open| **open > 0) {
            *open -= 1;
            self.count -= 1;
        }
    }
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
        for hostile in [hostile, "<b></i>".repeat(8_000), "<A x></b><B\n></u>".repeat(3_000)] {
            assert_eq!(CleanHtml { html: hostile }.run(), None);
        }
    }

    #[test]
    fn nesting_is_limited() {
        let list = "<ul><li>One<li>Two<ul><li>Three</ul></ul><p>Four<p>Five<br>".repeat(2_000);
        assert!(CleanHtml { html: list }.run().is_some());
        for hostile in ["<div>", "<ul><li>", "<dl><dd></div>", "<table><tr><td>", "<svg></x>"] {
            let html = hostile.repeat(1_000);
            assert_eq!(CleanHtml { html }.run(), None, "{hostile}");
        }
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
