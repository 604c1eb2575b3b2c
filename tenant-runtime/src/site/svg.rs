//! Sanitizes uploaded SVG files.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use bytes::Bytes;
use platform::sandbox::{Task, raw_bytes};
use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use svg_hush::data_url_filter;

use super::drawing::Drawing;
use super::error::SiteError;

/// Maximum size of a drawing, in bytes. It is parsed as text.
const MOST_OF_DRAWING: usize = 1 << 20;

/// Maximum elements and texts of a drawing.
const MOST_ELEMENTS: u32 = 50_000;

/// Maximum nesting depth of an SVG's elements.
const DEEPEST: usize = 64;

/// Maximum depth of references, such as a mask masked by a mask.
const DEEPEST_REFERENCE: usize = 16;

/// Longest time to render a drawing as an icon, many times what one needs. Each new version of the public data renders it again.
const LONGEST_RENDERING: Duration = Duration::from_secs(2);

/// Maximum elements of a drawing after every reference is replaced by its target.
const MOST_DRAWN: u64 = 200_000;

/// Sanitizes an uploaded drawing. The output is the drawing or the reason for its rejection.
#[derive(Serialize, Deserialize)]
pub struct CleanDrawing {
    #[serde(with = "raw_bytes")]
    pub content: Bytes,
}

/// Problem of an uploaded SVG file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrawingRefusal {
    UnknownKind,
    TooLarge,
    HasFilters,
    TooComplex,
    Unreadable(String),
}

impl Task for CleanDrawing {
    const KIND: &'static str = "site.clean_drawing";

    type Output = Result<ByteBuf, DrawingRefusal>;

    fn run(self) -> Self::Output {
        cleaned(&self.content).map(ByteBuf::from)
    }
}

impl From<DrawingRefusal> for SiteError {
    fn from(refusal: DrawingRefusal) -> Self {
        match refusal {
            DrawingRefusal::UnknownKind => Self::UnknownKind,
            DrawingRefusal::TooLarge => Self::TooLarge,
            DrawingRefusal::HasFilters => Self::DrawingHasFilters,
            DrawingRefusal::TooComplex => Self::DrawingTooComplex,
            DrawingRefusal::Unreadable(why) => Self::Unreadable(why),
        }
    }
}

/// A drawing without anything that could run, connect elsewhere or link away.
fn cleaned(content: &[u8]) -> Result<Vec<u8>, DrawingRefusal> {
    let text = content.trim_ascii_start();
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    if !text.trim_ascii_start().starts_with(b"<") {
        return Err(DrawingRefusal::UnknownKind);
    }
    if content.len() > MOST_OF_DRAWING {
        return Err(DrawingRefusal::TooLarge);
    }
    let unreadable = |error: &dyn std::fmt::Display| DrawingRefusal::Unreadable(error.to_string());
    check_shape(content)?;
    let mut filter = svg_hush::Filter::new();
    filter.set_data_url_filter(data_url_filter::allow_standard_images);
    let mut clean = Vec::new();
    filter.filter(content, &mut clean).map_err(|error| unreadable(&error))?;
    // A file that can't be rendered here isn't a valid image.
    let drawing = Drawing::read("svg", &clean).map_err(DrawingRefusal::Unreadable)?;
    // Style sheets and `filter="blur(9)"` have them without an element.
    if drawing.has_filters() {
        return Err(DrawingRefusal::HasFilters);
    }
    let started = Instant::now();
    drawing.try_out().map_err(DrawingRefusal::Unreadable)?;
    if started.elapsed() > LONGEST_RENDERING {
        return Err(DrawingRefusal::TooComplex);
    }
    Ok(clean)
}

/// Rejects drawings that take too long to clean or render for their size: deeply nested or referenced elements, and
/// filters.
fn check_shape(content: &[u8]) -> Result<(), DrawingRefusal> {
    let unreadable = |error: &dyn std::fmt::Display| DrawingRefusal::Unreadable(error.to_string());
    let text = std::str::from_utf8(content).map_err(|error| unreadable(&error))?;
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: MOST_ELEMENTS,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| unreadable(&error))?;
    let is_too_deep = |node: Node<'_, '_>| node.ancestors().nth(DEEPEST).is_some();
    if document.descendants().any(is_too_deep) {
        return Err(unreadable(&"its elements are nested too deep"));
    }
    if document
        .descendants()
        .any(|node| node.tag_name().name().eq_ignore_ascii_case("filter"))
    {
        return Err(DrawingRefusal::HasFilters);
    }
    let mut references = References::of(&document);
    match references.weight(document.root(), 0) {
        Some(weight) if weight <= MOST_DRAWN => Ok(()),
        Some(_) => Err(unreadable(&"its elements are repeated too often")),
        None => Err(unreadable(&"its elements refer to one another too deep")),
    }
}

/// References between elements of a drawing.
struct References<'a, 'input> {
    by_id: HashMap<&'a str, Node<'a, 'input>>,
    /// Number of elements rendered for an element with an ID, including everything it references.
    weights: HashMap<&'a str, u64>,
}

impl<'a, 'input> References<'a, 'input> {
    fn of(document: &'a Document<'input>) -> Self {
        let with_id = document
            .descendants()
            .filter_map(|node| Some((node.attribute("id")?, node)));
        Self {
            by_id: with_id.collect(),
            weights: HashMap::new(),
        }
    }

    /// Number of elements rendered for `node`. `None`: references are deeper than [`DEEPEST_REFERENCE`] or circular.
    fn weight(&mut self, node: Node<'a, 'input>, depth: usize) -> Option<u64> {
        if depth > DEEPEST_REFERENCE {
            return None;
        }
        let mut weight: u64 = 0;
        for inner in node.descendants() {
            weight = weight.saturating_add(1);
            for id in references_of(inner) {
                let Some(target) = self.by_id.get(id).copied() else {
                    continue;
                };
                let of_target = match self.weights.get(id) {
                    Some(known) => *known,
                    None => {
                        let found = self.weight(target, depth + 1)?;
                        self.weights.insert(id, found);
                        found
                    }
                };
                weight = weight.saturating_add(of_target);
            }
        }
        Some(weight)
    }
}

/// IDs in an element's attributes: `url(#id)`, and `#id` in links.
fn references_of<'a>(node: Node<'a, '_>) -> impl Iterator<Item = &'a str> {
    node.attributes().flat_map(|attribute| {
        let value = attribute.value();
        let link = (attribute.name() == "href")
            .then(|| value.trim().strip_prefix('#'))
            .flatten();
        let urls = value.split("url(").skip(1).filter_map(|rest| {
            let id = rest.split(')').next()?;
            id.trim_matches(|c: char| c.is_whitespace() || c == '"' || c == '\'')
                .strip_prefix('#')
        });
        link.into_iter().chain(urls)
    })
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
    fn svg_keeps_shapes_and_loses_scripts() {
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
            // A leftover animation has no target.
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
    fn invalid_svg_is_rejected() {
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
        assert_eq!(cleaned(large.as_bytes()), Err(DrawingRefusal::TooLarge));
    }

    /// Elements that each refer to the next.
    fn chain(count: usize, element: impl Fn(usize) -> String) -> String {
        svg(&(0..count).map(element).collect::<String>())
    }

    #[test]
    fn deep_references_are_rejected() {
        let chains: [fn(usize) -> String; 5] = [
            |n| {
                format!(
                    "<mask id=\"m{n}\" mask=\"url(#m{})\"><rect width=\"1\" height=\"1\"/></mask>",
                    n + 1
                )
            },
            |n| {
                format!(
                    "<clipPath id=\"m{n}\" clip-path=\"url(#m{})\"><path d=\"M0 0\"/></clipPath>",
                    n + 1
                )
            },
            |n| {
                format!(
                    "<pattern id=\"m{n}\"><rect style=\"fill: url('#m{}')\"/></pattern>",
                    n + 1
                )
            },
            |n| format!("<marker id=\"m{n}\"><path marker-end=\"url( #m{} )\"/></marker>", n + 1),
            |n| format!("<linearGradient id=\"m{n}\" xlink:href=\"#m{}\"/>", n + 1),
        ];
        for element in chains {
            assert!(matches!(
                cleaned(chain(1_000, element).as_bytes()),
                Err(DrawingRefusal::Unreadable(_))
            ));
            assert!(check_shape(chain(8, element).as_bytes()).is_ok());
        }
        let circle = "<mask id=\"a\" mask=\"url(#b)\"/><mask id=\"b\" mask=\"url(#a)\"/>";
        assert!(cleaned(svg(circle).as_bytes()).is_err());
    }

    #[test]
    fn multiplied_elements_are_rejected() {
        let tenfold = chain(9, |n| {
            let inner = format!("<use xlink:href=\"#g{}\"/>", n + 1).repeat(10);
            format!("<g id=\"g{n}\">{inner}</g>")
        });
        assert!(matches!(
            cleaned(tenfold.as_bytes()),
            Err(DrawingRefusal::Unreadable(_))
        ));
    }

    #[test]
    fn filters_are_rejected() {
        for primitive in [
            "<feTurbulence numOctaves=\"100000\"/>",
            "<feMorphology radius=\"500\"/>",
        ] {
            let drawing = svg(&format!(
                "<filter id=\"f\">{primitive}</filter><rect filter=\"url(#f)\"/>"
            ));
            assert_eq!(cleaned(drawing.as_bytes()), Err(DrawingRefusal::HasFilters));
        }
        for functions in [
            "<rect width=\"9\" height=\"9\" filter=\"blur(100)\"/>",
            "<g filter=\"hue-rotate(9deg)\"><g><rect width=\"9\" height=\"9\"/></g></g>",
        ] {
            assert_eq!(
                cleaned(svg(functions).as_bytes()),
                Err(DrawingRefusal::HasFilters),
                "{functions}"
            );
        }
    }
}
