//! Renders merchants' images: SVG, and PNG as is.

use bytes::Bytes;
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder as _};
use platform::sandbox::{Task, raw_bytes};
use resvg::tiny_skia::{Color, FilterQuality, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// Pixels.
const LARGEST_ICON: u32 = 512;

/// A merchant's picture as stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Picture {
    /// Of its file: `svg` or `png`.
    pub extension: String,
    #[serde(with = "raw_bytes")]
    pub content: Bytes,
}

/// Renders an image at the center of a canvas. The output is a PNG, or the reason for a failure.
#[derive(Debug, Serialize, Deserialize)]
pub struct DrawPicture {
    pub picture: Picture,
    /// Of the canvas, in pixels.
    pub width: u32,
    pub height: u32,
    /// Pixels between the picture and the nearest edge.
    pub edge: u32,
    /// Background color (red, green, blue). `None`: it is transparent.
    pub ground: Option<[u8; 3]>,
    /// Whether the PNG has no alpha channel.
    pub is_opaque: bool,
}

impl Task for DrawPicture {
    const KIND: &'static str = "site.draw_picture";

    /// A large PNG file and a copy of it.
    const MEMORY: u64 = 128 << 20;

    type Output = Result<ByteBuf, String>;

    fn run(self) -> Self::Output {
        let canvas = self.canvas()?;
        let png = if self.is_opaque {
            opaque_png(&canvas)?
        } else {
            canvas.encode_png().map_err(|error| error.to_string())?
        };
        Ok(ByteBuf::from(png))
    }
}

impl DrawPicture {
    fn canvas(&self) -> Result<Pixmap, String> {
        let mut canvas = Pixmap::new(self.width, self.height).ok_or("it has no size")?;
        if let Some([red, green, blue]) = self.ground {
            canvas.fill(Color::from_rgba8(red, green, blue, 255));
        }
        let frame = Frame::within(&canvas, self.edge);
        let drawing = Drawing::read(&self.picture.extension, &self.picture.content)?;
        drawing.draw(&mut canvas, frame)?;
        Ok(canvas)
    }
}

fn opaque_png(canvas: &Pixmap) -> Result<Vec<u8>, String> {
    let pixels: Vec<u8> = canvas
        .pixels()
        .iter()
        .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect();
    let mut png = Vec::new();
    PngEncoder::new(&mut png)
        .write_image(&pixels, canvas.width(), canvas.height(), ExtendedColorType::Rgb8)
        .map_err(|error| error.to_string())?;
    Ok(png)
}

/// A picture that can be rendered at any size.
pub(super) enum Drawing {
    Svg(Box<Tree>),
    Png(Pixmap),
}

/// Position on a canvas, in pixels.
#[derive(Clone, Copy, Debug)]
struct Frame {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Frame {
    /// The center of a canvas, without this many pixels at each edge.
    fn within(canvas: &Pixmap, edge: u32) -> Self {
        Self {
            x: edge,
            y: edge,
            width: canvas.width().saturating_sub(2 * edge),
            height: canvas.height().saturating_sub(2 * edge),
        }
    }
}

impl Drawing {
    /// Parses a picture of this type. References to files or embedded pictures aren't loaded.
    ///
    /// # Errors
    /// As text, if it can't be rendered.
    pub(super) fn read(extension: &str, bytes: &[u8]) -> Result<Self, String> {
        match extension {
            "svg" => {
                let options = Options {
                    image_href_resolver: ImageHrefResolver {
                        resolve_data: Box::new(|_, _, _| None),
                        resolve_string: Box::new(|_, _| None),
                    },
                    ..Options::default()
                };
                let tree = Tree::from_data(bytes, &options).map_err(|error| error.to_string())?;
                Ok(Self::Svg(Box::new(tree)))
            }
            "png" => Ok(Self::Png(Pixmap::decode_png(bytes).map_err(|error| error.to_string())?)),
            other => Err(format!("unsupported image format {other}")),
        }
    }

    /// Whether anything in it has filter effects.
    pub(super) fn has_filters(&self) -> bool {
        match self {
            Self::Svg(tree) => !tree.filters().is_empty(),
            Self::Png(_) => false,
        }
    }

    /// Renders it as large as the largest icon of the site.
    ///
    /// # Errors
    /// As text, if it has no size.
    pub(super) fn try_out(&self) -> Result<(), String> {
        let mut canvas = Pixmap::new(LARGEST_ICON, LARGEST_ICON).ok_or("it has no size")?;
        let frame = Frame::within(&canvas, 0);
        self.draw(&mut canvas, frame)
    }

    fn size(&self) -> (f32, f32) {
        match self {
            Self::Svg(tree) => (tree.size().width(), tree.size().height()),
            Self::Png(picture) => (picture.width() as f32, picture.height() as f32),
        }
    }

    /// Renders it centered in `frame`, at the largest size that fits.
    ///
    /// # Errors
    /// The frame has no size.
    fn draw(&self, canvas: &mut Pixmap, frame: Frame) -> Result<(), String> {
        let (width, height) = self.size();
        let scale = (frame.width as f32 / width).min(frame.height as f32 / height);
        let pixels = |length: f32, most: u32| ((length * scale).round() as u32).clamp(1, most.max(1));
        let (wide, high) = (pixels(width, frame.width), pixels(height, frame.height));
        // Rendered separately first, to clip everything outside its bounds.
        let mut drawn = Pixmap::new(wide, high).ok_or("it has no size")?;
        let scaled = Transform::from_scale(scale, scale);
        match self {
            Self::Svg(tree) => resvg::render(tree, scaled, &mut drawn.as_mut()),
            Self::Png(picture) => {
                let paint = PixmapPaint {
                    quality: FilterQuality::Bicubic,
                    ..PixmapPaint::default()
                };
                drawn.draw_pixmap(0, 0, picture.as_ref(), &paint, scaled, None);
            }
        }
        let middle =
            |from: u32, all: u32, part: u32| i32::try_from(from + all.saturating_sub(part) / 2).unwrap_or_default();
        let (x, y) = (middle(frame.x, frame.width, wide), middle(frame.y, frame.height, high));
        let paint = PixmapPaint::default();
        canvas.draw_pixmap(x, y, drawn.as_ref(), &paint, Transform::identity(), None);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(attributes: &str, content: &str) -> Vec<u8> {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}>{content}</svg>").into_bytes()
    }

    /// The picture on a canvas of 320 × 128 pixels.
    fn drawn(extension: &str, bytes: &[u8]) -> Result<Pixmap, String> {
        let mut canvas = Pixmap::new(320, 128).unwrap();
        let frame = Frame::within(&canvas, 0);
        Drawing::read(extension, bytes)?.draw(&mut canvas, frame)?;
        Ok(canvas)
    }

    /// Whether the picture is opaque at a position in tenths of its width and height.
    fn opaque(picture: &Pixmap, x: u32, y: u32) -> bool {
        let pixel = picture.pixel(picture.width() * x / 10, picture.height() * y / 10);
        pixel.is_some_and(|pixel| pixel.alpha() == 255)
    }

    #[test]
    fn image_is_centered_and_keeps_its_proportions() {
        let filled = "<rect width=\"1000\" height=\"1000\"/>";
        let square = drawn("svg", &svg("width=\"64\" height=\"64\"", filled)).unwrap();
        assert!(opaque(&square, 5, 0) && opaque(&square, 5, 5) && opaque(&square, 5, 9));
        assert!(!opaque(&square, 1, 5) && !opaque(&square, 9, 5));
        let wide = drawn("svg", &svg("viewBox=\"0 0 1000 100\"", filled)).unwrap();
        assert!(opaque(&wide, 0, 5) && opaque(&wide, 9, 5));
        assert!(!opaque(&wide, 5, 1) && !opaque(&wide, 5, 9));
        assert!(drawn("svg", &svg("width=\"100000\" height=\"100000\"", filled)).is_ok());
        let again = drawn("png", &square.encode_png().unwrap()).unwrap();
        assert!(opaque(&again, 5, 5) && !opaque(&again, 1, 5));
    }

    #[test]
    fn svg_loads_no_external_content() {
        let file = tempfile::NamedTempFile::with_suffix(".svg").unwrap();
        let size = "width=\"8\" height=\"8\"";
        std::fs::write(&file, svg(size, "<rect width=\"8\" height=\"8\"/>")).unwrap();
        let image = format!("<image width=\"8\" height=\"8\" href=\"{}\"/>", file.path().display());
        assert_eq!(drawn("svg", &svg(size, &image)), drawn("svg", &svg(size, "")));
    }

    #[test]
    fn invalid_svg_is_rejected() {
        for nonsense in [&b"no picture"[..], b"", b"<p/>", b"\xff\xfe"] {
            assert!(drawn("svg", nonsense).is_err() && drawn("png", nonsense).is_err());
        }
        assert!(drawn("mp4", b"").is_err());
    }
}
