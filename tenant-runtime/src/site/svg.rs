//! Drawings that somebody uploads, made harmless.

use resvg::usvg::roxmltree;
use svg_hush::data_url_filter;

use super::drawing::Drawing;
use super::error::SiteError;

/// Most bytes of a drawing, which is read as text.
const MOST_OF_DRAWING: usize = 1 << 20;

/// Elements and texts of a drawing.
const MOST_ELEMENTS: u32 = 50_000;

/// How deep elements of a drawing lie in one another.
const DEEPEST: usize = 64;

/// A drawing without anything that could run, call elsewhere or lead away.
///
/// # Errors
/// When it is no drawing, larger than is taken, or none that can be drawn here.
pub(super) fn cleaned(content: &[u8]) -> Result<Vec<u8>, SiteError> {
    let text = content.trim_ascii_start();
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    if !text.trim_ascii_start().starts_with(b"<") {
        return Err(SiteError::UnknownKind);
    }
    if content.len() > MOST_OF_DRAWING {
        return Err(SiteError::TooLarge);
    }
    let unreadable = |error: &dyn std::fmt::Display| SiteError::Unreadable(error.to_string());
    check_shape(content).map_err(|error| unreadable(&error))?;
    let mut filter = svg_hush::Filter::new();
    filter.set_data_url_filter(data_url_filter::allow_standard_images);
    let mut clean = Vec::new();
    filter.filter(content, &mut clean).map_err(|error| unreadable(&error))?;
    // What cannot be drawn here is no picture for anybody else.
    Drawing::read("svg", &clean).map_err(SiteError::Unreadable)?;
    Ok(clean)
}

/// Refuses what takes cleaning and drawing a long time for its size: an element in an element in an element.
fn check_shape(content: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(content).map_err(|error| error.to_string())?;
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        nodes_limit: MOST_ELEMENTS,
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(text, options).map_err(|error| error.to_string())?;
    let is_too_deep = |node: roxmltree::Node<'_, '_>| node.ancestors().nth(DEEPEST).is_some();
    if document.descendants().any(is_too_deep) {
        return Err("its elements lie too deep in one another".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(content: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 9 9\">{content}</svg>"
        )
    }

    #[test]
    fn a_drawing_keeps_what_is_drawn_and_loses_what_acts() {
        let picture = "<rect width=\"9\" height=\"9\" fill=\"#ff0000\"/>";
        for hostile in [
            "<script>alert(1)</script>",
            "<script href=\"https://evil.example/x.js\"/>",
            "<g onload=\"alert(1)\"/>",
            "<foreignObject><body xmlns=\"http://www.w3.org/1999/xhtml\" onload=\"alert(1)\"/></foreignObject>",
            "<a xlink:href=\"javascript:alert(1)\"><circle r=\"1\"/></a>",
            "<image xlink:href=\"https://evil.example/x.png\" width=\"1\" height=\"1\"/>",
            "<use href=\"data:image/svg+xml;base64,PHN2Zz4=#x\"/>",
            "<style>@import url(https://evil.example/x.css);</style>",
            "<animate attributeName=\"href\" values=\"javascript:go(1)\"/>",
            "<set attributeName=\"onmouseover\" to=\"go(1)\"/>",
            "<iframe src=\"https://evil.example\"/>",
        ] {
            let clean = cleaned(svg(&format!("{hostile}{picture}")).as_bytes()).unwrap();
            let clean = String::from_utf8(clean).unwrap();
            assert!(clean.contains("#ff0000") || clean.contains("rect"), "{clean}");
            // What is left of an animation has nothing that it could change.
            let calls = ["url(http", "href=\"http", "href=\"data:image/svg", "attributeName"];
            for word in ["alert", "<script", "onload", "foreignObject", "iframe", "@import"]
                .into_iter()
                .chain(calls)
            {
                assert!(!clean.contains(word), "{hostile} leaves {clean}");
            }
        }
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for other in [
            &b""[..],
            b"MZ\x90\x00 an executable that is called picture.svg",
            b"GIF89a",
            b"%PDF-1.7",
            b"PK\x03\x04",
            b"<!doctype html><script>alert(1)</script>",
            b"<svg",
            b"<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a \"x\"><!ENTITY b \"&a;&a;\">]><text>&b;</text>",
        ] {
            assert!(cleaned(other).is_err(), "{:?}", String::from_utf8_lossy(other));
        }
        for (open, close) in [("<g>", "</g>"), ("<g>", "")] {
            let deep = svg(&(open.repeat(40_000) + &close.repeat(40_000)));
            assert!(cleaned(deep.as_bytes()).is_err());
        }
        let many = svg(&"<g/>".repeat(60_000));
        assert!(cleaned(many.as_bytes()).is_err());
        let entities = (1..12).map(|n| format!("<!ENTITY e{n} \"{}\">", format!("&e{};", n - 1).repeat(10)));
        let bomb = format!(
            "<!DOCTYPE svg [<!ENTITY e0 \"suds\">{}]>{}",
            entities.collect::<String>(),
            svg("<text>&e11;</text>")
        );
        assert!(cleaned(bomb.as_bytes()).is_err() || cleaned(bomb.as_bytes()).unwrap().len() < MOST_OF_DRAWING);
        let large = svg(&" ".repeat(MOST_OF_DRAWING));
        assert!(matches!(cleaned(large.as_bytes()), Err(SiteError::TooLarge)));
    }
}
