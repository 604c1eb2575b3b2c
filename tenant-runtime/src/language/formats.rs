//! Formats amounts, dates and phone numbers: digits and order by language, symbols by country. All languages and
//! countries are rows here. Pure.

use jiff::civil::Date;
use platform::money::{Currency, decimal};

use super::{Language, Locale};
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

/// Number and amount formats of a language.
struct Numbers {
    point: char,
    /// Between groups of three digits.
    group: char,
    symbol_first: bool,
}

/// `country`: ISO 3166. Spain and North America write Spanish numbers differently.
fn numbers(language: Language, country: &str) -> Numbers {
    let comma = |group| Numbers {
        point: ',',
        group,
        symbol_first: false,
    };
    match (language, country) {
        (Language::English, _) | (Language::Spanish, "US" | "CA" | "MX") => Numbers {
            point: '.',
            group: ',',
            symbol_first: true,
        },
        (Language::French, _) => comma(NO_BREAK),
        (Language::German | Language::Spanish, _) => comma('.'),
    }
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
        let numbers = numbers(self.locale.language(), &self.country);
        let plain = decimal(minor.saturating_abs(), &self.currency);
        let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
        let mut amount = grouped(whole, numbers.group);
        if !fraction.is_empty() {
            amount.push(numbers.point);
            amount.push_str(fraction);
        }
        let sign = if minor < 0 { "-" } else { "" };
        match (numbers.symbol_first, self.symbol()) {
            (true, Some(symbol)) => format!("{sign}{symbol}{amount}"),
            (true, None) => format!("{sign}{}{NO_BREAK}{amount}", self.currency.code()),
            (false, symbol) => format!("{sign}{amount}{NO_BREAK}{}", symbol.unwrap_or(self.currency.code())),
        }
    }

    /// Currency symbol used in the country; `None` for the code, so that dollars aren't confused.
    fn symbol(&self) -> Option<&'static str> {
        match (self.currency.code(), self.country.as_str()) {
            ("USD", "US") | ("CAD", "CA") | ("AUD", "AU") | ("NZD", "NZ") => Some("$"),
            ("GBP", _) => Some("£"),
            ("EUR", _) => Some("€"),
            ("JPY", "JP") => Some("¥"),
            _ => None,
        }
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

fn grouped(digits: &str, group: char) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(group);
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn formats(tag: &str, country: &str, currency: &str) -> Formats {
        Formats::new(Locale::of_tag(tag), country, currency.parse().unwrap())
    }

    #[test]
    fn amounts_are_formatted_by_language() {
        for (tag, country, currency, minor, written) in [
            ("en-US", "US", "USD", 5000, "$50.00"),
            ("en-US", "US", "USD", 123_456_789, "$1,234,567.89"),
            ("fr-CA", "CA", "CAD", 5000, "50,00\u{a0}$"),
            ("fr-CA", "CA", "CAD", 123_456, "1\u{a0}234,56\u{a0}$"),
            ("en-CA", "CA", "CAD", -250, "-$2.50"),
            ("en-GB", "GB", "GBP", 999, "£9.99"),
            ("en-CA", "CA", "USD", 250, "USD\u{a0}2.50"),
            ("fr-CA", "CA", "USD", 250, "2,50\u{a0}USD"),
            ("en-US", "US", "JPY", 1200, "JPY\u{a0}1,200"),
            ("de-DE", "DE", "EUR", 123_456, "1.234,56\u{a0}€"),
            ("de-DE", "GB", "GBP", 999, "9,99\u{a0}£"),
            ("es-US", "US", "USD", 123_456, "$1,234.56"),
            ("es-ES", "ES", "EUR", 123_456, "1.234,56\u{a0}€"),
        ] {
            assert_eq!(
                formats(tag, country, currency).money(minor),
                written,
                "{tag} {currency}"
            );
        }
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
