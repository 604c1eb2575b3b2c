//! Contrast-safe tones of a brand, derived once when a config is saved (WCAG 2.2, 1.4.3 and 1.4.11).

use palette::{FromColor, IntoColor, LinSrgb, Oklch, Srgb};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::colour::HexColour;
use super::config::Brand;

/// Text on its background.
const TEXT_CONTRAST: f32 = 4.5;
/// Edges of controls and the focus ring.
const EDGE_CONTRAST: f32 = 3.0;
const WHITE: HexColour = HexColour::from_rgb(0xff, 0xff, 0xff);
const BLACK: HexColour = HexColour::from_rgb(0, 0, 0);
/// Background of the dark theme.
const DARK: HexColour = HexColour::from_rgb(0x12, 0x12, 0x12);

/// Colors that stay readable with any brand color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tones {
    /// Unchanged brand color, for large surfaces.
    #[schema(value_type = String)]
    pub brand: HexColour,
    /// Black or white, whichever is more readable on `brand`.
    #[schema(value_type = String)]
    pub on_brand: HexColour,
    /// Darkened until it is readable with white, as text or background.
    #[schema(value_type = String)]
    pub brand_tone: HexColour,
    /// Lightened until it is readable on a dark background.
    #[schema(value_type = String)]
    pub brand_tone_dark: HexColour,
    /// Focus ring, visible on white and on a dark background.
    #[schema(value_type = String)]
    pub brand_focus: HexColour,
    #[schema(value_type = String)]
    pub accent: HexColour,
    #[schema(value_type = String)]
    pub on_accent: HexColour,
    #[schema(value_type = String)]
    pub accent_tone: HexColour,
    #[schema(value_type = String)]
    pub accent_tone_dark: HexColour,
}

impl Tones {
    /// Derives all tones from the two brand colors.
    pub fn of(brand: &Brand) -> Self {
        let (primary, accent) = (opaque(brand.primary), opaque(brand.accent));
        Self {
            brand: primary,
            on_brand: on(primary),
            brand_tone: darkened(primary),
            brand_tone_dark: lightened(primary),
            brand_focus: focus(primary),
            accent,
            on_accent: on(accent),
            accent_tone: darkened(accent),
            accent_tone_dark: lightened(accent),
        }
    }
}

fn opaque(colour: HexColour) -> HexColour {
    let [red, green, blue] = colour.rgb();
    HexColour::from_rgb(red, green, blue)
}

/// Contrast ratio of two colors, 1 to 21 (WCAG 2.2, "contrast ratio").
pub(super) fn contrast(a: HexColour, b: HexColour) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(colour: HexColour) -> f32 {
    let linear: LinSrgb = srgb(colour).into_linear();
    0.2126 * linear.red + 0.7152 * linear.green + 0.0722 * linear.blue
}

fn srgb(colour: HexColour) -> Srgb {
    let [red, green, blue] = colour.rgb();
    Srgb::new(red, green, blue).into_format()
}

/// Black or white, whichever is more readable on a color.
pub fn on(colour: HexColour) -> HexColour {
    if contrast(colour, WHITE) >= contrast(colour, BLACK) {
        WHITE
    } else {
        BLACK
    }
}

fn darkened(colour: HexColour) -> HexColour {
    shade(colour, -0.01, |candidate| contrast(candidate, WHITE) >= TEXT_CONTRAST)
}

fn lightened(colour: HexColour) -> HexColour {
    shade(colour, 0.01, |candidate| contrast(candidate, DARK) >= TEXT_CONTRAST)
}

fn focus(colour: HexColour) -> HexColour {
    let both = |candidate| contrast(candidate, WHITE) >= EDGE_CONTRAST && contrast(candidate, DARK) >= EDGE_CONTRAST;
    let step = if contrast(colour, WHITE) < EDGE_CONTRAST {
        -0.01
    } else {
        0.01
    };
    shade(colour, step, both)
}

/// Changes the lightness of `colour` in OKLCH by `step` until `fits`. The hue stays, and chroma is reduced only at the
/// limit of sRGB.
fn shade(colour: HexColour, step: f32, fits: impl Fn(HexColour) -> bool) -> HexColour {
    if fits(colour) {
        return colour;
    }
    let mut tone: Oklch = Oklch::from_color(srgb(colour).into_linear());
    while (0.0..=1.0).contains(&(tone.l + step)) {
        tone.l += step;
        let candidate = in_gamut(tone);
        if fits(candidate) {
            return candidate;
        }
    }
    if step < 0.0 { BLACK } else { WHITE }
}

fn in_gamut(mut tone: Oklch) -> HexColour {
    loop {
        let linear: LinSrgb = tone.into_color();
        let fits = [linear.red, linear.green, linear.blue]
            .iter()
            .all(|part| (-0.001..=1.001).contains(part));
        if fits || tone.chroma < 0.005 {
            let rgb: Srgb<f32> = Srgb::from_linear(LinSrgb::new(
                linear.red.clamp(0.0, 1.0),
                linear.green.clamp(0.0, 1.0),
                linear.blue.clamp(0.0, 1.0),
            ));
            let rgb: Srgb<u8> = rgb.into_format();
            return HexColour::from_rgb(rgb.red, rgb.green, rgb.blue);
        }
        tone.chroma *= 0.95;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every color of an even grid through the whole cube.
    fn grid() -> impl Iterator<Item = HexColour> {
        let steps = (0..=255).step_by(15).map(|step| step as u8);
        steps.clone().flat_map(move |red| {
            let steps = steps.clone();
            steps
                .clone()
                .flat_map(move |green| steps.clone().map(move |blue| HexColour::from_rgb(red, green, blue)))
        })
    }

    #[test]
    fn every_tone_of_every_color_is_legible() {
        for primary in grid() {
            let tones = Tones::of(&Brand {
                primary,
                accent: primary,
                ..Brand::default()
            });
            assert!(contrast(tones.brand, tones.on_brand) >= TEXT_CONTRAST, "{primary}");
            assert!(contrast(tones.brand_tone, WHITE) >= TEXT_CONTRAST, "{primary}");
            assert!(contrast(tones.brand_tone_dark, DARK) >= TEXT_CONTRAST, "{primary}");
            assert!(contrast(tones.brand_tone_dark, BLACK) >= TEXT_CONTRAST, "{primary}");
            assert!(contrast(tones.brand_focus, WHITE) >= EDGE_CONTRAST, "{primary}");
            assert!(contrast(tones.brand_focus, DARK) >= EDGE_CONTRAST, "{primary}");
        }
    }

    #[test]
    fn legible_brand_color_stays_unchanged() {
        let teal = HexColour::from_rgb(0x0b, 0x7a, 0x75);
        assert_eq!(
            Tones::of(&Brand {
                primary: teal,
                ..Brand::default()
            })
            .brand_tone,
            teal
        );
    }
}
