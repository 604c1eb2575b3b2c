//! Icons of the site in the sizes for devices, browsers and messengers: rendered from the merchant's icon, otherwise
//! the logo, otherwise bubbles, in the site's color.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use headers::{ETag, HeaderMapExt as _};
use platform::http::{ApiError, Path as UrlPath};
use platform::sandbox::SandboxError;
use platform::storage::StorageError;
use sha2::{Digest as _, Sha256};
use strum::{EnumString, IntoStaticStr};

use super::colour::HexColour;
use super::drawing::{DrawPicture, Picture};
use super::pictures::UPLOADS;
use super::{SavedConfig, saved_config};
use crate::error::Fault;
use crate::http::not_modified;
use crate::tenant::Tenant;

/// An icon, by its file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(const_into_str)]
pub enum Icon {
    /// For browser tabs.
    #[strum(serialize = "icon-32.png")]
    Tab,
    #[strum(serialize = "icon-192.png")]
    Small,
    #[strum(serialize = "icon-512.png")]
    Large,
    /// Icons that a device may crop to a circle (W3C Web Application Manifest, "maskable").
    #[strum(serialize = "maskable-512.png")]
    Maskable,
    /// For Apple's home screens, which show no transparency.
    #[strum(serialize = "apple-touch-icon.png")]
    Apple,
    /// For link previews.
    #[strum(serialize = "preview.png")]
    Preview,
}

/// Source of the icons.
#[derive(Clone)]
struct Source {
    picture: Picture,
    /// Whether it is a square with an opaque background.
    is_whole: bool,
    /// Background color.
    ground: HexColour,
}

const WHITE: HexColour = HexColour::from_rgb(0xff, 0xff, 0xff);

impl Icon {
    /// Pixels.
    pub const fn size(self) -> (u32, u32) {
        match self {
            Self::Tab => (32, 32),
            Self::Small => (192, 192),
            Self::Large | Self::Maskable => (512, 512),
            Self::Apple => (180, 180),
            Self::Preview => (1200, 630),
        }
    }

    /// Pixels between the picture and the nearest edge.
    fn edge(self, source: &Source) -> u32 {
        let (_, height) = self.size();
        match (self, source.is_whole) {
            (Self::Preview, _) => height / 5,
            // A square with a background may lose its corners.
            (_, true) => 0,
            // The safe zone of a maskable icon is a circle of four fifths.
            (Self::Maskable, false) => height * 22 / 100,
            (_, false) => height / 10,
        }
    }

    /// Whether the picture's own background leaves any gap.
    fn needs_ground(self, source: &Source) -> bool {
        matches!(self, Self::Maskable | Self::Apple | Self::Preview) || !source.is_whole
    }
}

/// Version of a config's icons, part of their URLs so that devices load new ones.
pub fn version(saved: &SavedConfig) -> String {
    let config = &saved.config;
    let parts = format!(
        "{} {} {} {}",
        config.icon, config.logo, saved.tones.brand, saved.tones.on_brand
    );
    HEXLOWER.encode(&Sha256::digest(parts)[..4])
}

/// An icon as served.
struct Drawn {
    png: Bytes,
    etag: ETag,
}

/// An icon of the site.
pub(super) async fn get_icon(
    tenant: Tenant,
    UrlPath(name): UrlPath<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let icon: Icon = name.parse().map_err(|_| ApiError::not_found())?;
    let drawn = tenant
        .cached("icon", icon.into_str(), || draw_once(&tenant, icon))
        .await?;
    let mut response = if not_modified(&headers, &drawn.etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "image/png")], drawn.png.clone()).into_response()
    };
    response.headers_mut().typed_insert(drawn.etag.clone());
    let kept = HeaderValue::from_static("public, max-age=86400");
    response.headers_mut().insert(header::CACHE_CONTROL, kept);
    Ok(response)
}

async fn draw_once(tenant: &Tenant, icon: Icon) -> Result<(Drawn, u32), Fault> {
    let mut drawn = draw_of_site(tenant, |source| vec![drawing(icon, source)]).await?;
    let png = drawn.pop().ok_or_else(|| Fault::internal("an icon is missing"))?;
    let etag = format!("\"{}\"", HEXLOWER.encode(&Sha256::digest(&png)[..12]));
    let weight = u32::try_from(png.len()).unwrap_or(u32::MAX);
    let drawn = Drawn {
        png: png.into(),
        etag: etag.parse().map_err(Fault::internal)?,
    };
    Ok((drawn, weight))
}

/// Renders what `wanted` needs from the first of the merchant's pictures that can be rendered.
async fn draw_of_site(tenant: &Tenant, wanted: impl Fn(&Source) -> Vec<DrawPicture>) -> Result<Vec<Vec<u8>>, Fault> {
    let saved = saved_config(tenant).await?;
    let pictures = [
        // The icon is a square with an opaque background.
        (&saved.config.icon, true, saved.tones.brand),
        // Logos are made for light pages.
        (&saved.config.logo, false, WHITE),
    ];
    for (path, is_whole, ground) in pictures {
        let Some(picture) = read(tenant, path).await? else {
            continue;
        };
        let source = Source {
            picture,
            is_whole,
            ground,
        };
        match draw_each(tenant, wanted(&source)).await? {
            Ok(drawn) => return Ok(drawn),
            Err(cause) => tracing::warn!(cause, "failed to render an icon"),
        }
    }
    let bubbles = Source {
        picture: bubbles(saved.tones.on_brand),
        is_whole: false,
        ground: saved.tones.brand,
    };
    draw_each(tenant, wanted(&bubbles)).await?.map_err(Fault::internal)
}

/// The inner error says why the picture can't be rendered.
async fn draw_each(tenant: &Tenant, drawings: Vec<DrawPicture>) -> Result<Result<Vec<Vec<u8>>, String>, Fault> {
    let mut drawn = Vec::with_capacity(drawings.len());
    for drawing in drawings {
        match tenant.sandbox().run(drawing).await {
            Ok(Ok(png)) => drawn.push(png.into_vec()),
            Ok(Err(cause)) => return Ok(Err(cause)),
            Err(error @ SandboxError::Exhausted) => return Ok(Err(error.to_string())),
            Err(error @ SandboxError::Unavailable(_)) => return Err(Fault::internal(error)),
        }
    }
    Ok(Ok(drawn))
}

async fn read(tenant: &Tenant, path: &str) -> Result<Option<Picture>, Fault> {
    let Some((name, (_, extension))) = path
        .strip_prefix(UPLOADS)
        .and_then(|name| Some((name, name.rsplit_once('.')?)))
    else {
        return Ok(None);
    };
    let content = match tenant.storage().get_soon(&format!("uploads/{name}")).await {
        // No upload has such a name, and anyone may ask for the icon.
        Err(StorageError::InvalidKey(_)) => return Ok(None),
        stored => stored.map_err(Fault::internal)?,
    };
    Ok(content.map(|content| Picture {
        extension: extension.to_ascii_lowercase(),
        content,
    }))
}

fn drawing(icon: Icon, source: &Source) -> DrawPicture {
    let (width, height) = icon.size();
    let [red, green, blue] = source.ground.rgb();
    DrawPicture {
        picture: source.picture.clone(),
        width,
        height,
        edge: icon.edge(source),
        ground: icon.needs_ground(source).then_some([red, green, blue]),
        is_opaque: false,
    }
}

/// The site's icon for a native app project: a square without transparency, which app stores reject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// Length of a side.
    pub pixels: u32,
    /// Whether a device may crop it to a circle.
    pub is_masked: bool,
}

/// The site's icon as PNG without an alpha channel, once for each of `squares`.
///
/// # Errors
/// The site's pictures can't be read.
pub async fn draw_squares(tenant: &Tenant, squares: Vec<Square>) -> Result<Vec<Vec<u8>>, Fault> {
    draw_of_site(tenant, |source| {
        squares.iter().map(|square| square_drawing(*square, source)).collect()
    })
    .await
}

fn square_drawing(Square { pixels, is_masked }: Square, source: &Source) -> DrawPicture {
    let kind = if is_masked { Icon::Maskable } else { Icon::Apple };
    let (_, height) = kind.size();
    DrawPicture {
        width: pixels,
        height: pixels,
        edge: kind.edge(source) * pixels / height,
        ground: Some(source.ground.rgb()),
        is_opaque: true,
        ..drawing(kind, source)
    }
}

/// Icon of a site without icon and logo.
fn bubbles(colour: HexColour) -> Picture {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" fill=\"{colour}\"><circle cx=\"40\" cy=\"60\" r=\"32\"/>\
         <circle cx=\"76\" cy=\"32\" r=\"17\"/><circle cx=\"42\" cy=\"14\" r=\"9\"/></svg>"
    );
    Picture {
        extension: "svg".to_owned(),
        content: svg.into(),
    }
}

#[cfg(test)]
mod tests {
    use platform::sandbox::Task as _;
    use resvg::tiny_skia::Pixmap;

    use super::*;

    const BLUE: HexColour = HexColour::from_rgb(0, 0, 255);

    /// A red square, on blue.
    fn source(is_whole: bool) -> Source {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"9\" height=\"9\" fill=\"#ff0000\"/></svg>";
        Source {
            picture: Picture {
                extension: "svg".to_owned(),
                content: svg.into(),
            },
            is_whole,
            ground: BLUE,
        }
    }

    fn drawn(icon: Icon, source: &Source) -> Pixmap {
        Pixmap::decode_png(&drawing(icon, source).run().unwrap()).unwrap()
    }

    fn at(picture: &Pixmap, x: u32, y: u32) -> &'static str {
        let pixel = picture.pixel(x, y).unwrap();
        match [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()] {
            [255, 0, 0, 255] => "picture",
            [0, 0, 255, 255] => "ground",
            [0, 0, 0, 0] => "nothing",
            _ => "something else",
        }
    }

    #[test]
    fn each_icon_has_its_size_and_image() {
        for icon in [
            Icon::Tab,
            Icon::Small,
            Icon::Large,
            Icon::Maskable,
            Icon::Apple,
            Icon::Preview,
        ] {
            for is_whole in [true, false] {
                let picture = drawn(icon, &source(is_whole));
                let (width, height) = icon.size();
                assert_eq!((picture.width(), picture.height()), (width, height));
                assert_eq!(at(&picture, width / 2, height / 2), "picture", "{icon:?}");
            }
            assert_eq!(icon.into_str().parse(), Ok(icon));
        }
    }

    #[test]
    fn square_icons_are_opaque() {
        for (pixels, is_masked) in [(48, false), (1024, false), (432, true)] {
            for is_whole in [true, false] {
                let png = square_drawing(Square { pixels, is_masked }, &source(is_whole))
                    .run()
                    .unwrap();
                // Width, height, eight bits, and RGB without alpha (PNG, 11.2.2).
                let side = pixels.to_be_bytes();
                assert_eq!(png[16..26], [&side[..], &side, &[8, 2]].concat());
                let picture = Pixmap::decode_png(&png).unwrap();
                assert_eq!(at(&picture, pixels / 2, pixels / 2), "picture");
            }
        }
    }

    #[test]
    fn mask_crops_only_the_background() {
        for icon in [Icon::Maskable, Icon::Large] {
            assert_eq!(
                at(&drawn(icon, &source(true)), 0, 0),
                "picture",
                "with a ground of its own"
            );
        }
        // A mark with its corners stays inside the circle that is always visible.
        let mark = drawn(Icon::Maskable, &source(false));
        assert_eq!((at(&mark, 100, 100), at(&mark, 120, 120)), ("ground", "picture"));
        assert_eq!(at(&drawn(Icon::Small, &source(false)), 0, 0), "ground");
    }

    #[test]
    fn site_without_images_shows_bubbles() {
        let bubbles = Source {
            picture: bubbles(HexColour::from_rgb(255, 0, 0)),
            ..source(false)
        };
        assert_eq!(at(&drawn(Icon::Large, &bubbles), 230, 300), "picture");
    }
}
