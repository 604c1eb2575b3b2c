//! Bitmap images in the displayed widths.

use std::io::Cursor;

use bytes::Bytes;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use platform::sandbox::{Task, raw_bytes};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// Widths in which pictures are available, in pixels. The client builds their URLs (`web/src/shared/ui/picture.tsx`).
const WIDTHS: [u32; 5] = [320, 640, 960, 1280, 1920];

/// More than any camera has. A file of a few kilobytes can claim any size.
const MOST_PIXELS: u64 = 50_000_000;
/// Per side: the maximum of WebP.
const LONGEST: u32 = 16_383;
/// Maximum bytes of a decoded picture.
const MOST_MEMORY: u64 = 256 << 20;
/// Bytes of a picture and its copy, up to which the better filter scales it.
const FILTER_MEMORY: u64 = 128 << 20;

/// Lossy without visible difference at the displayed size (libwebp scale from 0 to 100).
const QUALITY: f32 = 78.0;

/// Scales a bitmap image to its display widths. The output is `None` if the file is vector-based or animated and must not be
/// changed.
#[derive(Serialize, Deserialize)]
pub struct ScaleImage {
    pub extension: String,
    #[serde(with = "raw_bytes")]
    pub content: Bytes,
}

/// A bitmap image in its display widths, smallest first.
#[derive(Debug, Serialize, Deserialize)]
pub struct ScaledImage {
    /// Of the image when displayed upright, in pixels.
    pub width: u32,
    pub height: u32,
    pub versions: Vec<Scaled>,
}

/// An image in one of its widths.
#[derive(Debug, Serialize, Deserialize)]
pub struct Scaled {
    pub width: u32,
    pub webp: ByteBuf,
}

/// Reason why a bitmap image is rejected.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageRefusal {
    TooManyPixels,
    Unreadable(String),
}

impl Task for ScaleImage {
    const KIND: &'static str = "site.scale_image";

    /// The largest decoded image, and buffers of its decoder.
    const MEMORY: u64 = MOST_MEMORY + (96 << 20);

    type Output = Result<Option<ScaledImage>, ImageRefusal>;

    fn run(self) -> Self::Output {
        let Some(raster) = Raster::look(&self.extension, self.content)? else {
            return Ok(None);
        };
        let (width, height) = raster.size;
        let versions = raster.scaled()?;
        Ok(Some(ScaledImage {
            width,
            height,
            versions,
        }))
    }
}

/// Bitmap image; only its header was read.
#[derive(Debug)]
struct Raster {
    format: ImageFormat,
    content: Bytes,
    /// When displayed upright.
    size: (u32, u32),
}

impl Raster {
    /// Inspects a file of this type; `None` if it is vector-based or animated and must not be changed.
    fn look(extension: &str, content: Bytes) -> Result<Option<Self>, ImageRefusal> {
        let format = match extension {
            "png" => ImageFormat::Png,
            "jpg" | "jpeg" => ImageFormat::Jpeg,
            "webp" => ImageFormat::WebP,
            _ => return Ok(None),
        };
        if moves(format, &content)? {
            return Ok(None);
        }
        let mut raster = Self {
            format,
            content,
            size: (0, 0),
        };
        let mut decoder = raster.decoder()?;
        let (width, height) = decoder.dimensions();
        let lies = lies(decoder.orientation().map_err(unreadable)?);
        drop(decoder);
        raster.size = if lies { (height, width) } else { (width, height) };
        Ok(Some(raster))
    }

    fn decoder(&self) -> Result<impl ImageDecoder, ImageRefusal> {
        let mut limits = Limits::default();
        limits.max_image_width = Some(LONGEST);
        limits.max_image_height = Some(LONGEST);
        limits.max_alloc = Some(MOST_MEMORY);
        let mut reader = ImageReader::with_format(Cursor::new(&self.content), self.format);
        reader.limits(limits);
        let decoder = reader.into_decoder().map_err(unreadable)?;
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > MOST_PIXELS || decoder.total_bytes() > MOST_MEMORY {
            return Err(ImageRefusal::TooManyPixels);
        }
        Ok(decoder)
    }

    /// Decodes the image and writes it in each of its widths, smallest first.
    fn scaled(&self) -> Result<Vec<Scaled>, ImageRefusal> {
        let mut decoder = self.decoder()?;
        let orientation = decoder.orientation().map_err(unreadable)?;
        let mut picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
        let (whole_width, whole_height) = self.size;
        let height_of = |width: u32| {
            let height = (f64::from(whole_height) * f64::from(width) / f64::from(whole_width)).round();
            (height as u32).max(1)
        };
        let mut scaled = Vec::new();
        // Each is scaled from the next larger one.
        for (index, width) in widths_of(whole_width).rev().enumerate() {
            let mut size = (width, height_of(width));
            // Rotated and converted when it is smaller, which takes less memory.
            let is_first = index == 0;
            if is_first && lies(orientation) {
                size = (size.1, size.0);
            }
            if size != (picture.width(), picture.height()) {
                picture = resized(&picture, size);
            }
            if is_first {
                picture.apply_orientation(orientation);
                picture = if picture.color().has_alpha() {
                    picture.into_rgba8().into()
                } else {
                    picture.into_rgb8().into()
                };
            }
            let webp = ByteBuf::from(write(&picture)?);
            scaled.push(Scaled { width, webp });
        }
        scaled.reverse();
        Ok(scaled)
    }
}

/// A smaller copy. Averages pixels if the better filter would need much memory.
fn resized(picture: &DynamicImage, (width, height): (u32, u32)) -> DynamicImage {
    // The filter first scales the height, with four bytes for each of four colors.
    let half_scaled = u64::from(picture.width()) * u64::from(height) * 16;
    if picture.as_bytes().len() as u64 + half_scaled > FILTER_MEMORY {
        picture.thumbnail_exact(width, height)
    } else {
        picture.resize_exact(width, height, FilterType::CatmullRom)
    }
}

fn unreadable(error: ImageError) -> ImageRefusal {
    match error {
        ImageError::Limits(_) => ImageRefusal::TooManyPixels,
        other => ImageRefusal::Unreadable(other.to_string()),
    }
}

fn write(picture: &DynamicImage) -> Result<Vec<u8>, ImageRefusal> {
    let (pixels, width, height) = (picture.as_bytes(), picture.width(), picture.height());
    let encoder = match picture {
        DynamicImage::ImageRgba8(_) => webp::Encoder::from_rgba(pixels, width, height),
        _ => webp::Encoder::from_rgb(pixels, width, height),
    };
    let written = encoder.encode_simple(false, QUALITY);
    let written = written.map_err(|error| ImageRefusal::Unreadable(format!("{error:?}")))?;
    Ok(written.to_vec())
}

/// Widths in which a picture of this width is shown. None is larger than the picture, and a picture that isn't too wide
/// is also kept whole.
pub(super) fn widths_of(width: u32) -> impl DoubleEndedIterator<Item = u32> {
    let [.., widest] = WIDTHS;
    let whole = (width <= widest).then_some(width);
    WIDTHS
        .into_iter()
        .filter(move |known| *known < width || width > widest)
        .chain(whole)
}

/// Whether a picture is animated. Only its first frame would be kept.
fn moves(format: ImageFormat, content: &Bytes) -> Result<bool, ImageRefusal> {
    let content = Cursor::new(content);
    match format {
        ImageFormat::Png => PngDecoder::new(content)
            .and_then(|decoder| decoder.is_apng())
            .map_err(unreadable),
        ImageFormat::WebP => Ok(WebPDecoder::new(content).map_err(unreadable)?.has_animation()),
        _ => Ok(false),
    }
}

/// Whether the file stores a portrait photo in landscape orientation.
const fn lies(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH
    )
}

#[cfg(test)]
mod tests {
    use image::{ImageEncoder as _, RgbImage, RgbaImage};

    use super::*;

    /// Like a camera's: only edges would be a poor test.
    fn photograph(width: u32, height: u32) -> DynamicImage {
        RgbImage::from_fn(width, height, |x, y| {
            let wave = |at: u32, length: f32| ((at as f32 / length).sin() * 100.0 + 128.0) as u8;
            image::Rgb([wave(x, 40.0), wave(y, 25.0), wave(x + y, 60.0)])
        })
        .into()
    }

    fn written(picture: &DynamicImage, format: ImageFormat) -> Bytes {
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, format).unwrap();
        file.into_inner().into()
    }

    fn scaled(extension: &str, file: Bytes) -> Vec<(u32, DynamicImage)> {
        let raster = Raster::look(extension, file).unwrap().unwrap();
        let read = |scaled: Scaled| {
            let picture = image::load_from_memory_with_format(&scaled.webp, ImageFormat::WebP).unwrap();
            (scaled.width, picture)
        };
        raster.scaled().unwrap().into_iter().map(read).collect()
    }

    #[test]
    fn photo_is_stored_in_every_width_up_to_its_own() {
        for (width, expected) in [
            (200, vec![200]),
            (640, vec![320, 640]),
            (1000, vec![320, 640, 960, 1000]),
            (1920, vec![320, 640, 960, 1280, 1920]),
            (2400, vec![320, 640, 960, 1280, 1920]),
        ] {
            assert_eq!(widths_of(width).collect::<Vec<_>>(), expected, "{width}");
        }
        let file = written(&photograph(1000, 500), ImageFormat::Jpeg);
        let made = scaled("jpg", file);
        assert_eq!(made.len(), 4);
        for (width, picture) in made {
            assert_eq!((picture.width(), picture.height()), (width, width / 2));
        }
    }

    #[test]
    fn photo_looks_the_same_and_is_smaller() {
        let picture = photograph(960, 480);
        let file = written(&picture, ImageFormat::Png);
        let raster = Raster::look("png", file.clone()).unwrap().unwrap();
        let whole = raster.scaled().unwrap().pop().unwrap().webp;
        assert!(whole.len() * 4 < file.len(), "{} of {}", whole.len(), file.len());
        let again = image::load_from_memory_with_format(&whole, ImageFormat::WebP)
            .unwrap()
            .into_rgb8();
        let pairs = again.as_raw().iter().zip(picture.as_bytes());
        let apart: u64 = pairs.map(|(one, other)| u64::from(one.abs_diff(*other))).sum();
        assert!(apart / (960 * 480 * 3) < 6, "{apart}");
    }

    #[test]
    fn transparency_is_kept() {
        let glass: DynamicImage = RgbaImage::from_pixel(700, 70, image::Rgba([200, 0, 0, 0])).into();
        for (_, picture) in scaled("png", written(&glass, ImageFormat::Png)) {
            assert!(picture.color().has_alpha());
            assert_eq!(picture.into_rgba8().get_pixel(5, 5).0[3], 0);
        }
    }

    #[test]
    fn photo_is_rotated_by_its_orientation() {
        let mut file = Cursor::new(Vec::new());
        let mut encoder = image::codecs::jpeg::JpegEncoder::new(&mut file);
        // TIFF, little-endian, with one entry: orientation (0x0112), a short, 6: rotate right.
        let exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        encoder.set_exif_metadata(exif.to_vec()).unwrap();
        encoder.encode_image(&photograph(800, 400)).unwrap();
        let raster = Raster::look("jpg", file.into_inner().into()).unwrap().unwrap();
        assert_eq!(raster.size, (400, 800));
        let whole = raster.scaled().unwrap().pop().unwrap();
        let picture = image::load_from_memory_with_format(&whole.webp, ImageFormat::WebP).unwrap();
        assert_eq!((picture.width(), picture.height()), (400, 800));
    }

    /// A PNG of a few bytes that claims this size.
    fn claiming(width: u32, height: u32) -> Bytes {
        let mut file = written(&photograph(1, 1), ImageFormat::Png).to_vec();
        file[16..20].copy_from_slice(&width.to_be_bytes());
        file[20..24].copy_from_slice(&height.to_be_bytes());
        let mut sum = crc32(&file[12..29]).to_be_bytes();
        file[29..33].swap_with_slice(&mut sum);
        file.into()
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
                (sum >> 1) ^ (0xEDB8_8320 & 0u32.wrapping_sub(sum & 1))
            })
        })
    }

    #[test]
    fn image_bomb_is_rejected_before_it_is_decoded() {
        assert!(Raster::look("png", claiming(2, 2)).is_ok());
        for (width, height) in [(100_000, 1), (1, 100_000), (16_000, 16_000), (8000, 8000)] {
            let refused = Raster::look("png", claiming(width, height)).err();
            assert_eq!(refused, Some(ImageRefusal::TooManyPixels), "{width} × {height}");
        }
    }

    #[test]
    fn animations_and_drawings_stay_unchanged() {
        let frame = photograph(40, 40).into_rgba8();
        let turned = image::imageops::rotate90(&frame);
        let config = webp::WebPConfig::new().unwrap();
        let mut film = webp::AnimEncoder::new(40, 40, &config);
        film.add_frame(webp::AnimFrame::from_rgba(&frame, 40, 40, 0));
        film.add_frame(webp::AnimFrame::from_rgba(&turned, 40, 40, 100));
        assert!(Raster::look("webp", film.encode().to_vec().into()).unwrap().is_none());
        assert!(Raster::look("svg", Bytes::from_static(b"<svg/>")).unwrap().is_none());
        assert!(Raster::look("mp4", Bytes::new()).unwrap().is_none());
    }

    #[test]
    fn invalid_image_is_rejected() {
        for extension in ["png", "jpg", "jpeg", "webp"] {
            assert!(
                Raster::look(extension, Bytes::from_static(b"no picture")).is_err(),
                "{extension}"
            );
        }
        let mut cut = written(&photograph(400, 400), ImageFormat::Png);
        cut.truncate(300);
        let raster = Raster::look("png", cut).unwrap().unwrap();
        assert!(raster.scaled().is_err());
    }
}
