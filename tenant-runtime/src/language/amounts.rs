//! Written amounts of money: separators and the position of the symbol by locale, the symbol by currency, as on the
//! client's screens (`money.ts`; both read `cases/money.json`). Pure.

use platform::money::{Currency, decimal};

use super::{Language, Locale};

/// No line break here.
const NO_BREAK: char = '\u{a0}';

/// The same, but narrower.
const NARROW_NO_BREAK: char = '\u{202f}';

/// Short symbols of currencies. A currency without one is written with its code.
const SYMBOLS: &[(&str, &[&str])] = &[
    (
        "$",
        &[
            "ARS", "AUD", "BBD", "BMD", "BND", "BSD", "BZD", "CAD", "CLP", "COP", "CUP", "DOP", "FJD", "GYD", "HKD",
            "JMD", "KYD", "LRD", "MXN", "NAD", "NZD", "SBD", "SGD", "SRD", "TTD", "TWD", "USD", "UYU", "XCD",
        ],
    ),
    ("kr", &["DKK", "ISK", "NOK", "SEK"]),
    ("¥", &["CNY", "JPY"]),
    ("₩", &["KPW", "KRW"]),
    ("£", &["FKP", "GBP", "GIP", "SHP", "SSP", "SYP"]),
    ("Rs", &["LKR", "MUR", "NPR", "PKR"]),
    ("€", &["EUR"]),
    ("R$", &["BRL"]),
    ("₹", &["INR"]),
    ("₲", &["PYG"]),
    ("₫", &["VND"]),
    ("؋", &["AFN"]),
    ("֏", &["AMD"]),
    ("Kz", &["AOA"]),
    ("₼", &["AZN"]),
    ("KM", &["BAM"]),
    ("৳", &["BDT"]),
    ("Bs", &["BOB"]),
    ("P", &["BWP"]),
    ("₡", &["CRC"]),
    ("Kč", &["CZK"]),
    ("₾", &["GEL"]),
    ("GH₵", &["GHS"]),
    ("Q", &["GTQ"]),
    ("L", &["HNL"]),
    ("Ft", &["HUF"]),
    ("Rp", &["IDR"]),
    ("₪", &["ILS"]),
    ("⃀", &["KGS"]),
    ("៛", &["KHR"]),
    ("₸", &["KZT"]),
    ("₭", &["LAK"]),
    ("Ar", &["MGA"]),
    ("K", &["MMK"]),
    ("₮", &["MNT"]),
    ("RM", &["MYR"]),
    ("₦", &["NGN"]),
    ("C$", &["NIO"]),
    ("₱", &["PHP"]),
    ("zł", &["PLN"]),
    ("lei", &["RON"]),
    ("₽", &["RUB"]),
    ("Db", &["STN"]),
    ("฿", &["THB"]),
    ("₺", &["TRY"]),
    ("₴", &["UAH"]),
    ("R", &["ZAR"]),
    ("FCFA", &["XAF"]),
    ("F\u{202f}CFA", &["XOF"]),
];

/// Number and amount formats of a locale.
struct Numbers {
    point: char,
    /// Between groups of three digits.
    group: char,
    /// Number of digits from which they are grouped.
    grouped_from: usize,
    symbol_first: bool,
}

fn numbers(locale: &Locale) -> Numbers {
    let region = locale.tag().split_once('-').map_or("", |(_, region)| region);
    let comma = |group, grouped_from| Numbers {
        point: ',',
        group,
        grouped_from,
        symbol_first: false,
    };
    match (locale.language(), region) {
        (Language::English, _) | (Language::Spanish, "US" | "CA" | "MX") => Numbers {
            point: '.',
            group: ',',
            grouped_from: 4,
            symbol_first: true,
        },
        (Language::French, "CA") => comma(NO_BREAK, 4),
        (Language::French, _) => comma(NARROW_NO_BREAK, 4),
        (Language::German, _) => comma('.', 4),
        (Language::Spanish, _) => comma('.', 5),
    }
}

/// Minor units as an amount: `$1,250.00`, `1 250,00 $`.
pub(super) fn money(locale: &Locale, currency: Currency, minor: i64) -> String {
    let numbers = numbers(locale);
    let plain = decimal(minor.saturating_abs(), &currency);
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut amount = if whole.len() < numbers.grouped_from {
        whole.to_owned()
    } else {
        grouped(whole, numbers.group)
    };
    if !fraction.is_empty() {
        amount.push(numbers.point);
        amount.push_str(fraction);
    }
    let sign = if minor < 0 { "-" } else { "" };
    let symbol = symbol(currency);
    if !numbers.symbol_first {
        return format!("{sign}{amount}{NO_BREAK}{symbol}");
    }
    if symbol.ends_with(char::is_alphabetic) {
        format!("{sign}{symbol}{NO_BREAK}{amount}")
    } else {
        format!("{sign}{symbol}{amount}")
    }
}

fn symbol(currency: Currency) -> &'static str {
    let code = currency.code();
    let known = SYMBOLS.iter().find(|(_, codes)| codes.contains(&code));
    known.map_or(code, |(symbol, _)| symbol)
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

    #[test]
    fn amounts_are_written_as_on_the_screens() {
        let json = include_str!("../../../web/src/shared/format/cases/money.json");
        let cases: Vec<(String, String, i64, String)> = serde_json::from_str(json).unwrap();
        assert!(cases.len() > 100);
        for (tag, code, minor, written) in cases {
            let currency = code.parse().unwrap();
            assert_eq!(
                money(&Locale::of_tag(&tag), currency, minor),
                written,
                "{tag} {code} {minor}"
            );
        }
    }
}
