//! Comments that send their reader to a page: the page is in `docs/`, and has the heading.

use std::path::{Path, PathBuf};

use super::root;

/// Folders with comments and pages.
const FOLDERS: [&str; 7] = [
    "platform",
    "tenant-runtime",
    "control-plane",
    "scripts",
    "docs",
    "web/src",
    "web/e2e",
];

/// Headings that landed migrations cite by an earlier name.
const RENAMED: [(&str, &str); 4] = [
    ("catalogue", "catalog"),
    ("mails-that-come-back", "bounced-emails"),
    ("offers", "deals-and-promo-codes"),
    ("the-charge-machine", "charges-and-reversals"),
];

#[test]
fn every_link_resolves() {
    let mut files = vec![root("README.md"), root("CONTRIBUTING.md"), root("CHANGELOG.md")];
    for folder in FOLDERS {
        collect(&root(folder), &mut files);
    }
    let mut count = 0;
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let comments_only = file.extension().is_none_or(|ending| ending != "md");
        for (index, line) in text.lines().enumerate() {
            if comments_only && !is_comment(line) {
                continue;
            }
            let mut refuse = |why: &str| wrong.push(format!("{}:{}: {why}", file.display(), index + 1));
            for (page, anchor) in citations(line) {
                let anchor = anchor.map(|anchor| current(&file, anchor));
                count += 1;
                let page = [root("docs").join(page), root(page), file.with_file_name(page)]
                    .into_iter()
                    .find_map(|path| std::fs::read_to_string(path).ok());
                match (page, anchor) {
                    (None, _) => refuse("no such page"),
                    (Some(page), Some(anchor)) if !headings(&page).any(|heading| heading == anchor) => {
                        refuse("no such heading");
                    }
                    _ => {}
                }
            }
            if names_a_section(line) {
                refuse("a section of what? Standards are named, our own pages have headings");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 50, "the citations are found: {count}");
}

/// The present name of a heading that `file` cites. Landed migrations never change; everything else is kept up to date.
fn current<'a>(file: &Path, anchor: &'a str) -> &'a str {
    let renamed = RENAMED.iter().find(|(before, _)| *before == anchor);
    match renamed {
        Some((_, now)) if file.extension().is_some_and(|ending| ending == "sql") => now,
        _ => anchor,
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let ending = path.extension().unwrap_or_default();
        if path.is_dir() {
            collect(&path, files);
        } else if ["rs", "sql", "md", "ts", "tsx", "js"]
            .iter()
            .any(|known| ending == *known)
            || path.parent().is_some_and(|parent| parent.ends_with("scripts"))
        {
            files.push(path);
        }
    }
}

fn is_comment(line: &str) -> bool {
    ["//", "--", "#", "*", "/*"]
        .iter()
        .any(|begin| line.trim_start().starts_with(begin))
        || line.contains(" // ")
}

/// Pages cited in a line, with the anchor, if any.
fn citations(line: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    line.match_indices(".md").map(|(at, ending)| {
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        let begin = line[..at].rfind(|c| !is_of_name(c)).map_or(0, |before| before + 1);
        let (page, rest) = line.split_at(at + ending.len());
        let anchor = rest.strip_prefix('#').map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            &rest[..end.unwrap_or(rest.len())]
        });
        (page[begin..].trim_start_matches("docs/"), anchor)
    })
}

/// The anchors of a page's headings, as code hosts make them.
fn headings(page: &str) -> impl Iterator<Item = String> {
    let lines = page.lines().filter_map(|line| line.strip_prefix('#'));
    lines.map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
    })
}

/// Whether a line cites a numbered section of something other than a published standard.
fn names_a_section(line: &str) -> bool {
    let numbered = |(at, word): (usize, &str)| line[at + word.len()..].starts_with(|c: char| c.is_ascii_digit());
    line.match_indices("section ").any(numbered) && !["RFC ", "ISO"].iter().any(|standard| line.contains(standard))
}

#[test]
fn links_are_parsed_with_their_anchors() {
    let found: Vec<_> = citations("// Why (docs/RULES.md#gift-cards), and `API-DESIGN.md`, \"Errors\".").collect();
    assert_eq!(found, [("RULES.md", Some("gift-cards")), ("API-DESIGN.md", None)]);
    assert!(headings("# A page\n\n## Logs and `metrics`\n").any(|heading| heading == "logs-and-metrics"));
    assert!(names_a_section("/// Refunds (section 3.1)") && !names_a_section("/// RFC 5321, section 4.5"));
}
