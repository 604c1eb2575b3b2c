//! The logo as mail programs show it: they know no SVG, so one is drawn as PNG, once, and kept beside it.

use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use crate::site::UPLOADS;
use crate::tenant::Tenant;

/// Pixels of the picture, twice what the layout shows, for dense screens.
const WIDTH: u16 = 320;
const HEIGHT: u16 = 128;

/// What the cache counts for a path.
const WEIGHT: u32 = 128;

/// The path of the picture that a mail shows for `logo`; `None` when there is none that mail programs would.
pub(super) async fn path(tenant: &Tenant, logo: &str) -> Option<String> {
    let (stem, ending) = logo.strip_prefix(UPLOADS)?.rsplit_once('.')?;
    match ending.to_ascii_lowercase().as_str() {
        "png" | "jpg" | "jpeg" | "gif" => Some(logo.to_owned()),
        "svg" => {
            let drawn = || async { Ok((draw_once(tenant, stem).await, WEIGHT)) };
            let drawn = tenant.cached("mail-logo", logo, drawn).await.ok()?;
            drawn.as_ref().clone()
        }
        _ => None,
    }
}

async fn draw_once(tenant: &Tenant, stem: &str) -> Option<String> {
    match try_draw_once(tenant, stem).await {
        Ok(path) => Some(path),
        Err(cause) => {
            tracing::warn!(cause, "the logo cannot be drawn for mails");
            None
        }
    }
}

async fn try_draw_once(tenant: &Tenant, stem: &str) -> Result<String, String> {
    let storage = tenant.storage();
    let name = format!("{stem}.png");
    let key = format!("uploads/{name}");
    if !storage.exists(&key).await.map_err(|error| error.to_string())? {
        let svg = storage.get(&format!("uploads/{stem}.svg")).await;
        let svg = svg.map_err(|error| error.to_string())?.ok_or("it is not stored")?;
        let png = tokio::task::spawn_blocking(move || draw(&svg))
            .await
            .map_err(|error| error.to_string())??
            .encode_png()
            .map_err(|error| error.to_string())?;
        storage.put(&key, png).await.map_err(|error| error.to_string())?;
    }
    Ok(format!("{UPLOADS}{name}"))
}

/// The SVG in the middle of a transparent picture, as large as it fits. Nothing is loaded that it refers to: neither files
/// nor pictures inside it.
fn draw(svg: &[u8]) -> Result<Pixmap, String> {
    let options = Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_data(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size();
    let scale = (f32::from(WIDTH) / size.width()).min(f32::from(HEIGHT) / size.height());
    let pixels = |length: f32, most: u16| ((length * scale).round() as u32).clamp(1, most.into());
    let (width, height) = (pixels(size.width(), WIDTH), pixels(size.height(), HEIGHT));
    // Drawn by itself first, so that what lies outside of its own bounds is cut off.
    let mut drawn = Pixmap::new(width, height).ok_or("it has no size")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut drawn.as_mut());
    let mut whole = Pixmap::new(WIDTH.into(), HEIGHT.into()).ok_or("it has no size")?;
    let middle = |all: u16, part: u32| i32::try_from((u32::from(all) - part) / 2).unwrap_or_default();
    let (x, y) = (middle(WIDTH, width), middle(HEIGHT, height));
    whole.draw_pixmap(
        x,
        y,
        drawn.as_ref(),
        &PixmapPaint::default(),
        Transform::identity(),
        None,
    );
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(attributes: &str, content: &str) -> Vec<u8> {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}>{content}</svg>").into_bytes()
    }

    /// Whether the picture is opaque at a place given in tenths of its width and height.
    fn opaque(picture: &Pixmap, x: u32, y: u32) -> bool {
        let pixel = picture.pixel(picture.width() * x / 10, picture.height() * y / 10);
        pixel.is_some_and(|pixel| pixel.alpha() == 255)
    }

    #[test]
    fn a_logo_stands_in_the_middle_and_keeps_its_proportions() {
        let filled = "<rect width=\"1000\" height=\"1000\"/>";
        let square = draw(&svg("width=\"64\" height=\"64\"", filled)).unwrap();
        assert_eq!((square.width(), square.height()), (320, 128));
        assert!(opaque(&square, 5, 0) && opaque(&square, 5, 5) && opaque(&square, 5, 9));
        assert!(!opaque(&square, 1, 5) && !opaque(&square, 9, 5));
        let wide = draw(&svg("viewBox=\"0 0 1000 100\"", filled)).unwrap();
        assert!(opaque(&wide, 0, 5) && opaque(&wide, 9, 5));
        assert!(!opaque(&wide, 5, 1) && !opaque(&wide, 5, 9));
        assert!(draw(&svg("width=\"100000\" height=\"100000\"", filled)).is_ok());
    }

    #[test]
    fn nothing_is_loaded() {
        let file = tempfile::NamedTempFile::with_suffix(".svg").unwrap();
        std::fs::write(
            &file,
            svg("width=\"8\" height=\"8\"", "<rect width=\"8\" height=\"8\"/>"),
        )
        .unwrap();
        let image = format!("<image width=\"8\" height=\"8\" href=\"{}\"/>", file.path().display());
        let size = "width=\"8\" height=\"8\"";
        assert_eq!(draw(&svg(size, &image)), draw(&svg(size, "")));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for nonsense in [&b"no picture"[..], b"", b"<p/>", b"\xff\xfe"] {
            assert!(draw(nonsense).is_err());
        }
    }
}
