//! Validation of business details, and their text in documents. Pure.

use super::super::config::{Business, SiteConfig};
use crate::fields::{self, Checked};

/// A field, with the reason why it is rejected.
type Mistake = (&'static str, &'static str);

/// Most characters.
const NAME: usize = 120;
const ADDRESS: usize = 120;
const ZIP_CODE: usize = 20;
const TAX_NUMBER: usize = 40;

impl Business {
    fn texts(&self) -> [(&'static str, &str, usize); 7] {
        [
            ("business.legalName", &self.legal_name, NAME),
            ("business.address1", &self.address1, ADDRESS),
            ("business.address2", &self.address2, ADDRESS),
            ("business.city", &self.city, ADDRESS),
            ("business.state", &self.state, ADDRESS),
            ("business.zipCode", &self.zip_code, ZIP_CODE),
            ("business.taxNumber", &self.tax_number, TAX_NUMBER),
        ]
    }

    fn texts_mut(&mut self) -> [&mut String; 7] {
        [
            &mut self.legal_name,
            &mut self.address1,
            &mut self.address2,
            &mut self.city,
            &mut self.state,
            &mut self.zip_code,
            &mut self.tax_number,
        ]
    }

    /// Lines of the address without its country; none if it wasn't entered.
    pub fn address_lines(&self) -> Vec<String> {
        let region = format!("{} {}", self.state, self.zip_code);
        let place = [self.city.as_str(), region.trim()];
        let place: Vec<_> = place.into_iter().filter(|part| !part.is_empty()).collect();
        let lines = [self.address1.clone(), self.address2.clone(), place.join(", ")];
        lines.into_iter().filter(|line| !line.is_empty()).collect()
    }
}

impl SiteConfig {
    /// Name of the seller in documents.
    pub fn legal_name(&self) -> &str {
        match self.business.legal_name.as_str() {
            "" => &self.company_name,
            name => name,
        }
    }

    /// Legal name and address in one line; empty if neither was entered.
    pub fn seller(&self) -> String {
        let address = self.business.address_lines();
        if self.business.legal_name.is_empty() && address.is_empty() {
            return String::new();
        }
        let name = std::iter::once(self.legal_name().to_owned());
        name.chain(address).collect::<Vec<_>>().join(", ")
    }
}

/// Phone number without separators. Up to 15 digits (ITU-T E.164); emergency and short numbers have three.
pub(in crate::site) fn telephone(entered: &str) -> Checked<String> {
    let dialed = fields::dialed(entered);
    let digits = dialed.strip_prefix('+').unwrap_or(&dialed);
    let is_number = (3..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if dialed.is_empty() || is_number {
        Ok(dialed)
    } else {
        Err(fields::text::PHONE)
    }
}

/// Removes surrounding blanks and line breaks.
pub(in crate::site) fn complete(config: &mut SiteConfig) {
    let texts = config.business.texts_mut().into_iter();
    for text in texts.chain([&mut config.contact.phone, &mut config.contact.email]) {
        let words: Vec<_> = text.split_whitespace().collect();
        *text = words.join(" ");
    }
}

/// Checks lengths.
///
/// # Errors
/// Names the field at fault.
pub(in crate::site) fn check(config: &SiteConfig) -> Result<(), Mistake> {
    match config
        .business
        .texts()
        .into_iter()
        .find(|(_, text, longest)| fields::text::is_longer(text, *longest))
    {
        Some((field, ..)) => Err((field, fields::text::TOO_LONG)),
        None => Ok(()),
    }
}

/// Checks contacts that change. Earlier ones may have been stored unchecked.
///
/// # Errors
/// Names the field at fault.
pub(in crate::site) fn check_change(before: &SiteConfig, after: &SiteConfig) -> Result<(), Mistake> {
    let (had, has) = (&before.contact, &after.contact);
    if had.phone != has.phone {
        telephone(&has.phone).map_err(|message| ("contact.phone", message))?;
    }
    if had.email != has.email && !has.email.is_empty() {
        fields::email(&has.email).map_err(|message| ("contact.email", message))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> SiteConfig {
        SiteConfig {
            company_name: "Canyon Wash".to_owned(),
            business: Business {
                legal_name: "Canyon Wash LLC".to_owned(),
                address1: "12 Main St".to_owned(),
                city: "Mesa".to_owned(),
                state: "AZ".to_owned(),
                zip_code: "85201".to_owned(),
                ..Business::default()
            },
            ..SiteConfig::default()
        }
    }

    #[test]
    fn seller_is_one_line_and_empty_without_details() {
        let mut config = config();
        assert_eq!(config.seller(), "Canyon Wash LLC, 12 Main St, Mesa, AZ 85201");
        config.business.legal_name.clear();
        assert_eq!(config.seller(), "Canyon Wash, 12 Main St, Mesa, AZ 85201");
        config.business.state.clear();
        assert_eq!(config.business.address_lines(), ["12 Main St", "Mesa, 85201"]);
        config.business = Business::default();
        assert_eq!(config.seller(), "");
    }

    #[test]
    fn invalid_details_name_their_field() {
        let mut long = config();
        long.business.tax_number = "1".repeat(41);
        assert_eq!(check(&long), Err(("business.taxNumber", fields::text::TOO_LONG)));
        let before = config();
        for (phone, email, field) in [("call us", "", "contact.phone"), ("", "hello", "contact.email")] {
            let mut after = config();
            after.contact.phone = phone.to_owned();
            after.contact.email = email.to_owned();
            assert_eq!(check_change(&before, &after).map_err(|(field, _)| field), Err(field));
            // Unchanged, it doesn't prevent other changes.
            assert_eq!(check_change(&after, &after), Ok(()));
        }
        let mut after = config();
        after.contact.phone = "(602) 555-0142".to_owned();
        after.contact.email = "hello@canyon.example".to_owned();
        assert_eq!(check_change(&before, &after), Ok(()));
    }

    #[test]
    fn surrounding_blanks_are_removed() {
        let mut config = config();
        config.business.legal_name = "  Canyon \n Wash LLC ".to_owned();
        complete(&mut config);
        assert_eq!(config.business.legal_name, "Canyon Wash LLC");
    }
}
