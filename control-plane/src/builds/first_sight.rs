//! First view of a shopper's home page before the bundle runs, laid out like the bundle's own components
//! (`web/src/shared/theme/first-sight.css`). CSS selects the home page for the window's size, so one text serves all.

use std::fmt::Write as _;

use html_escape::encode_quoted_attribute as escape;

/// Media query for windows that show the app of a site that has one (`narrowQuery` in `web/src/shared/site/mode-state.ts`).
pub(super) const NARROW: &str = "(width < 1200px)";

/// Content shown before the client runs. Its fields are unescaped; rendering escapes them.
#[derive(Debug, Clone, Default)]
pub struct FirstSight {
    /// Whether narrow windows show the app.
    pub has_app: bool,
    /// Whether other windows show a shop with slides.
    pub has_shop: bool,
    /// Colors (hex) of the first slide's background and text.
    pub ground: String,
    pub text: String,
    pub picture: Option<Picture>,
    /// Slides; the first one is visible.
    pub slides: Vec<Words>,
}

/// Picture of the first slide.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// Path of the file.
    pub path: String,
    /// Available widths (the `srcset` attribute). `None`: it is a vector image.
    pub widths: Option<String>,
    pub width: u32,
    pub height: u32,
}

/// Text of a slide.
#[derive(Debug, Clone, Default)]
pub struct Words {
    pub headline: String,
    pub text: String,
    pub has_button: bool,
}

impl FirstSight {
    /// Displayed width of the image, as in the components that show it (`welcome.tsx`, `carousel-slide.tsx`);
    /// otherwise, the browser would load another file for each.
    fn sizes(&self) -> String {
        let app = "max(100vw, 80vh)";
        match (self.has_app, self.has_shop) {
            (true, true) => format!("{NARROW} {app}, 1152px"),
            (true, false) => format!("{NARROW} {app}, max(52vw, 200vh)"),
            (false, _) => format!("(width < 720px) max(100vw, 448px), {NARROW} 100vw, 1152px"),
        }
    }

    /// Image, if it belongs to this site.
    fn own_picture(&self) -> Option<&Picture> {
        let is_own = |path: &str| path.starts_with('/') && !path.starts_with("//");
        self.picture.as_ref().filter(|picture| is_own(&picture.path))
    }

    /// Preloads the picture in the right width while the page is parsed.
    pub(super) fn preload(&self) -> String {
        let Some(picture) = self.own_picture() else {
            return String::new();
        };
        let mut out = format!(
            "<link rel=\"preload\" as=\"image\" fetchpriority=\"high\" href=\"{}\"",
            escape(&picture.path)
        );
        if let Some(widths) = &picture.widths {
            // Writing to a String can't fail.
            let _ = write!(
                out,
                " imagesrcset=\"{}\" imagesizes=\"{}\"",
                escape(widths),
                escape(&self.sizes())
            );
        }
        out.push('>');
        out
    }

    /// Attributes that control which home page a window shows.
    pub(super) fn kinds(&self) -> &'static str {
        match (self.has_app, self.has_shop) {
            (true, true) => " data-app data-shop",
            (true, false) => " data-app",
            (false, true) => " data-shop",
            (false, false) => "",
        }
    }

    /// Content below the page's header.
    pub(super) fn main(&self) -> String {
        let mut out = String::from("<main><div class=\"first-hero\"");
        if is_colour(&self.ground) && is_colour(&self.text) {
            let _ = write!(out, " style=\"--ground:{};--slide-text:{}\"", self.ground, self.text);
        }
        out.push_str("><div class=\"first-picture\">");
        if let Some(picture) = self.own_picture() {
            let _ = write!(
                out,
                "<img alt=\"\" fetchpriority=\"high\" decoding=\"sync\" width=\"{}\" height=\"{}\"",
                picture.width, picture.height
            );
            if let Some(widths) = &picture.widths {
                let _ = write!(
                    out,
                    " srcset=\"{}\" sizes=\"{}\"",
                    escape(widths),
                    escape(&self.sizes())
                );
            }
            let _ = write!(out, " src=\"{}\">", escape(&picture.path));
        }
        out.push_str("</div>");
        for (index, words) in self.slides.iter().enumerate() {
            let (heading, hidden) = if index == 0 {
                ("h1", "")
            } else {
                ("div", " aria-hidden=\"true\"")
            };
            let _ = write!(
                out,
                "<div class=\"first-words\"{hidden}><{heading} class=\"heading first-headline\">{}</{heading}>",
                escape(&words.headline)
            );
            if !words.text.is_empty() {
                let _ = write!(out, "<p class=\"first-text\">{}</p>", escape(&words.text));
            }
            if words.has_button {
                out.push_str("<div class=\"first-button\"></div>");
            }
            out.push_str("</div>");
        }
        out.push_str("</div></main>");
        out
    }
}

/// Whether a text is a hex color (`#rgb`, `#rrggbb`, `#rrggbbaa`). Nothing else may get into a style sheet.
pub(super) fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|hex| matches!(hex.len(), 3 | 6 | 8) && hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight() -> FirstSight {
        let words = |headline: &str| Words {
            headline: headline.into(),
            text: "Drive in".into(),
            has_button: true,
        };
        FirstSight {
            has_app: true,
            has_shop: true,
            ground: "#0a726d".into(),
            text: "#ffffff".into(),
            picture: Some(Picture {
                path: "/uploads/a-800x400.jpg".into(),
                widths: Some("/uploads/a-800x400-640.webp 640w".into()),
                width: 800,
                height: 400,
            }),
            slides: vec![words("Clean & quick"), words("Open till nine")],
        }
    }

    #[test]
    fn first_slide_is_visible_and_others_keep_its_space() {
        let html = sight().main();
        assert_eq!(html.matches("<h1").count(), 1, "{html}");
        assert!(html.contains(
            "<h1 class=\"heading first-headline\">Clean &amp; quick</h1><p class=\"first-text\">Drive in</p>"
        ));
        assert!(html.contains("aria-hidden=\"true\"><div class=\"heading first-headline\">Open till nine</div>"));
        assert!(html.contains("style=\"--ground:#0a726d;--slide-text:#ffffff\""));
        assert!(html.contains("width=\"800\" height=\"400\""));
    }

    #[test]
    fn image_is_fetched_once_in_the_displayed_width() {
        let (head, body) = (sight().preload(), sight().main());
        for part in [
            "srcset=\"/uploads/a-800x400-640.webp 640w\"",
            "sizes=\"(width &lt; 1200px) max(100vw, 80vh), 1152px\"",
        ] {
            assert!(
                head.contains(&format!("image{part}")) && body.contains(part),
                "{part}: {head} {body}"
            );
        }
        let mut drawing = sight();
        drawing.picture = Some(Picture {
            path: "/uploads/a.svg".into(),
            ..Picture::default()
        });
        assert!(drawing.preload().contains("href=\"/uploads/a.svg\">"));
        assert!(!drawing.main().contains("srcset"));
    }

    #[test]
    fn site_without_images_shows_text() {
        let html = FirstSight {
            picture: None,
            ..sight()
        };
        assert_eq!(html.preload(), "");
        assert!(!html.main().contains("<img"));
    }

    #[test]
    fn site_text_is_escaped() {
        let hostile = "\"><script>alert(1)</script>";
        let mut sight = sight();
        sight.ground = format!("red;{hostile}");
        sight.slides[0].headline = hostile.into();
        sight.slides[0].text = hostile.into();
        sight.picture = Some(Picture {
            path: format!("/{hostile}"),
            widths: Some(hostile.into()),
            ..Picture::default()
        });
        let html = sight.preload() + &sight.main();
        assert!(!html.contains("<script") && !html.contains("red;"), "{html}");
        sight.picture = Some(Picture {
            path: "//evil.example/a.png".into(),
            ..Picture::default()
        });
        assert!(!(sight.preload() + &sight.main()).contains("evil"));
    }
}
