//! Formats amounts, dates and phone numbers by locale and country. All languages and countries are rows here. Pure.

use jiff::civil::Date;
use platform::money::Currency;

use super::{Language, Locale, amounts};
use crate::fields;

/// No line break here.
const NO_BREAK: char = '\u{a0}';

/// Formats of a site's locale.
#[derive(Clone, Debug)]
pub struct Formats {
    locale: Locale,
    /// ISO 3166.
    country: String,
    currency: Currency,
}

/// Month names as used in dates.
const fn months(language: Language) -> [&'static str; 12] {
    match language {
        Language::English => [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
        Language::French => [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ],
        Language::German => [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
        Language::Spanish => [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
    }
}

impl Formats {
    pub fn currency(&self) -> Currency {
        self.currency
    }

    pub fn locale(&self) -> &Locale {
        &self.locale
    }

    /// `country`: ISO 3166.
    pub fn new(locale: Locale, country: &str, currency: Currency) -> Self {
        Self {
            locale,
            country: country.to_owned(),
            currency,
        }
    }

    /// Minor units as an amount: `$1,250.00`, `1 250,00 $`.
    pub fn money(&self, minor: i64) -> String {
        amounts::money(&self.locale, self.currency, minor)
    }

    /// `November 21, 2027`, `21 November 2027`, `21 novembre 2027`, `21. November 2027`, `21 de noviembre de 2027`.
    pub fn date(&self, date: Date) -> String {
        let language = self.locale.language();
        let month = usize::try_from(date.month() - 1)
            .ok()
            .and_then(|index| months(language).get(index).copied())
            .unwrap_or_default();
        let (day, year) = (date.day(), date.year());
        match (language, self.country.as_str()) {
            (Language::French, _) if day == 1 => format!("1er {month} {year}"),
            (Language::English, "US" | "CA") => format!("{month} {day}, {year}"),
            (Language::English | Language::French, _) => format!("{day} {month} {year}"),
            (Language::German, _) => format!("{day}. {month} {year}"),
            (Language::Spanish, _) => format!("{day} de {month} de {year}"),
        }
    }

    /// Formats a number of the country: `(602) 555-0142`, `01632 960123`.
    pub fn phone(&self, number: &str) -> String {
        let grouped = fields::grouped_phone(number, &self.country);
        let is_french = self.locale.language() == Language::French;
        match grouped.strip_prefix('(').and_then(|rest| rest.split_once(") ")) {
            // As recommended by the Office québécois de la langue française.
            Some((area, rest)) if is_french => format!("{area}{NO_BREAK}{rest}"),
            _ => grouped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn formats(tag: &str, country: &str, currency: &str) -> Formats {
        Formats::new(Locale::of_tag(tag), country, currency.parse().unwrap())
    }

    #[test]
    fn dates_are_formatted_by_language() {
        let day = date(2027, 11, 21);
        assert_eq!(formats("fr-CA", "CA", "CAD").date(day), "21 novembre 2027");
        assert_eq!(formats("fr-CA", "CA", "CAD").date(date(2027, 8, 1)), "1er août 2027");
        assert_eq!(formats("en-CA", "CA", "CAD").date(day), "November 21, 2027");
        assert_eq!(formats("en-US", "US", "USD").date(day), "November 21, 2027");
        assert_eq!(formats("en-GB", "GB", "GBP").date(day), "21 November 2027");
        assert_eq!(formats("de-DE", "DE", "EUR").date(day), "21. November 2027");
        assert_eq!(formats("es-US", "US", "USD").date(day), "21 de noviembre de 2027");
    }

    #[test]
    fn phone_numbers_are_formatted_by_country() {
        assert_eq!(formats("en-US", "US", "USD").phone("6025550142"), "(602) 555-0142");
        assert_eq!(formats("fr-CA", "CA", "CAD").phone("5145550121"), "514\u{a0}555-0121");
        assert_eq!(formats("en-GB", "GB", "GBP").phone("01632960123"), "01632 960123");
        assert_eq!(formats("en-US", "US", "USD").phone("911"), "911");
        assert_eq!(formats("de-DE", "DE", "EUR").phone("030 1234"), "030 1234");
    }
}
