//! Example prices in a site's currency. Pure.

use platform::money::Currency;

/// Units of a currency that buy about as much as a dollar, where it isn't about one. Rounded: examples only.
const UNITS: [(&str, f64); 34] = [
    ("AED", 4.0),
    ("ARS", 1000.0),
    ("BRL", 5.0),
    ("CLP", 900.0),
    ("CNY", 7.0),
    ("COP", 4000.0),
    ("CRC", 500.0),
    ("CZK", 22.0),
    ("DKK", 7.0),
    ("EGP", 50.0),
    ("HKD", 8.0),
    ("HUF", 350.0),
    ("IDR", 15000.0),
    ("ILS", 3.5),
    ("INR", 80.0),
    ("ISK", 140.0),
    ("JPY", 150.0),
    ("KRW", 1300.0),
    ("MAD", 10.0),
    ("MXN", 18.0),
    ("NOK", 10.0),
    ("PEN", 3.5),
    ("PHP", 55.0),
    ("PLN", 4.0),
    ("RON", 4.5),
    ("SAR", 4.0),
    ("SEK", 10.0),
    ("THB", 34.0),
    ("TRY", 35.0),
    ("TWD", 32.0),
    ("UAH", 40.0),
    ("UYU", 40.0),
    ("VND", 25000.0),
    ("ZAR", 18.0),
];

/// Minor units of `currency` for a price of about `dollars`: the same digits where a unit is about a dollar, otherwise two
/// significant digits.
#[expect(clippy::cast_possible_truncation, reason = "example prices are small")]
pub(super) fn minor_units(dollars: f64, currency: Currency) -> i64 {
    let minor = 10f64.powi(i32::from(currency.fraction_digits()));
    let listed = UNITS.iter().find(|(code, _)| *code == currency.code());
    match listed {
        None if currency.fraction_digits() == 2 => (dollars * minor).round() as i64,
        None => (dollars.round() * minor) as i64,
        Some((_, units)) => {
            let amount = dollars * units;
            let step = 10f64.powf(amount.log10().floor() - 1.0).max(1.0);
            ((amount / step).round() * step * minor).round() as i64
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_rounded_for_each_currency() {
        let price = |dollars, code: &str| minor_units(dollars, code.parse().unwrap());
        assert_eq!(price(24.99, "USD"), 2499);
        assert_eq!(price(24.99, "EUR"), 2499);
        assert_eq!(price(24.99, "JPY"), 3700);
        assert_eq!(price(10.0, "KRW"), 13_000);
        assert_eq!(price(24.99, "SEK"), 25_000);
        assert_eq!(price(2.0, "MXN"), 3600);
        assert_eq!(price(24.99, "BHD"), 25_000);
        assert_eq!(price(24.99, "XOF"), 25);
        for currency in Currency::all() {
            assert!(minor_units(2.0, currency) > 0, "{currency}");
        }
    }
}
