//! Colors of a site config: hexadecimal only, so that they can be inserted into a style sheet.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// `#rrggbb` or `#rrggbbaa`, in lower case.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HexColour {
    rgb: [u8; 3],
    alpha: Option<u8>,
}

/// The text isn't a hex color.
#[derive(Debug, thiserror::Error)]
#[error("use #rrggbb or #rrggbbaa")]
pub struct InvalidColour;

impl HexColour {
    pub const fn from_rgb(red: u8, green: u8, blue: u8) -> Self {
        Self {
            rgb: [red, green, blue],
            alpha: None,
        }
    }

    /// Red, green and blue.
    pub const fn rgb(self) -> [u8; 3] {
        self.rgb
    }
}

impl FromStr for HexColour {
    type Err = InvalidColour;

    fn from_str(text: &str) -> Result<Self, InvalidColour> {
        let digits = text.strip_prefix('#').ok_or(InvalidColour)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(InvalidColour);
        }
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| InvalidColour);
        match digits.len() {
            6 => Ok(Self {
                rgb: [byte(0)?, byte(2)?, byte(4)?],
                alpha: None,
            }),
            8 => Ok(Self {
                rgb: [byte(0)?, byte(2)?, byte(4)?],
                alpha: Some(byte(6)?),
            }),
            _ => Err(InvalidColour),
        }
    }
}

impl fmt::Display for HexColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")?;
        self.alpha.map_or(Ok(()), |alpha| write!(f, "{alpha:02x}"))
    }
}

impl fmt::Debug for HexColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<String> for HexColour {
    type Error = InvalidColour;

    fn try_from(text: String) -> Result<Self, InvalidColour> {
        text.parse()
    }
}

impl From<HexColour> for String {
    fn from(colour: HexColour) -> Self {
        colour.to_string()
    }
}

impl JsonSchema for HexColour {
    fn schema_name() -> Cow<'static, str> {
        "HexColour".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hex_colors_are_accepted() {
        assert_eq!("#0B7A75".parse::<HexColour>().unwrap().to_string(), "#0b7a75");
        assert_eq!("#0b7a7580".parse::<HexColour>().unwrap().to_string(), "#0b7a7580");
        for bad in [
            "",
            "#",
            "red",
            "#fff",
            "0b7a75",
            "#0b7a7",
            "#0b7a75;}",
            "#é12345",
            "url(x)",
        ] {
            assert!(bad.parse::<HexColour>().is_err(), "{bad}");
        }
    }
}
