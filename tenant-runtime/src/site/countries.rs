//! Countries with their default currency, time zone and language. Pure.

use jiff::tz::TimeZone;
use platform::money::Currency;

use crate::language::Language;

/// ISO 3166-1 country with the defaults of a new site. All can be changed.
#[derive(Clone, Copy, Debug)]
pub struct Country {
    /// ISO 3166-1, alpha-2.
    pub code: &'static str,
    currency: &'static str,
    time_zone: &'static str,
    language: Language,
}

impl Country {
    /// The country of an ISO 3166-1 code, such as `US`.
    pub fn of_code(code: &str) -> Option<&'static Self> {
        COUNTRIES.iter().find(|country| country.code == code)
    }

    /// All countries, by code.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        COUNTRIES.iter()
    }

    /// Its currency.
    pub fn currency(&self) -> Currency {
        self.currency.parse().unwrap_or(Currency::USD)
    }

    /// Time zone of its largest city; UTC if the time zone database lacks it.
    pub fn time_zone(&self) -> TimeZone {
        TimeZone::get(self.time_zone).unwrap_or(TimeZone::UTC)
    }

    /// IANA name of its time zone.
    pub fn time_zone_name(&self) -> &'static str {
        self.time_zone
    }

    /// BCP 47 tag of its language if supported, such as `fr-CA`. Otherwise English.
    pub fn language_tag(&self) -> String {
        format!("{}-{}", self.language.tag(), self.code)
    }
}

const fn country(code: &'static str, currency: &'static str, time_zone: &'static str, language: Language) -> Country {
    Country {
        code,
        currency,
        time_zone,
        language,
    }
}

use Language::{English, French, German, Spanish};

/// ISO 3166-1 with the currencies of ISO 4217 and zones of the IANA database.
#[rustfmt::skip]
const COUNTRIES: [Country; 249] = [
    country("AD", "EUR", "Europe/Andorra", English),
    country("AE", "AED", "Asia/Dubai", English),
    country("AF", "AFN", "Asia/Kabul", English),
    country("AG", "XCD", "America/Antigua", English),
    country("AI", "XCD", "America/Anguilla", English),
    country("AL", "ALL", "Europe/Tirane", English),
    country("AM", "AMD", "Asia/Yerevan", English),
    country("AO", "AOA", "Africa/Luanda", English),
    country("AQ", "USD", "Antarctica/McMurdo", English),
    country("AR", "ARS", "America/Argentina/Buenos_Aires", Spanish),
    country("AS", "USD", "Pacific/Pago_Pago", English),
    country("AT", "EUR", "Europe/Vienna", German),
    country("AU", "AUD", "Australia/Sydney", English),
    country("AW", "AWG", "America/Aruba", English),
    country("AX", "EUR", "Europe/Mariehamn", English),
    country("AZ", "AZN", "Asia/Baku", English),
    country("BA", "BAM", "Europe/Sarajevo", English),
    country("BB", "BBD", "America/Barbados", English),
    country("BD", "BDT", "Asia/Dhaka", English),
    country("BE", "EUR", "Europe/Brussels", French),
    country("BF", "XOF", "Africa/Ouagadougou", French),
    country("BG", "EUR", "Europe/Sofia", English),
    country("BH", "BHD", "Asia/Bahrain", English),
    country("BI", "BIF", "Africa/Bujumbura", English),
    country("BJ", "XOF", "Africa/Porto-Novo", French),
    country("BL", "EUR", "America/St_Barthelemy", French),
    country("BM", "BMD", "Atlantic/Bermuda", English),
    country("BN", "BND", "Asia/Brunei", English),
    country("BO", "BOB", "America/La_Paz", Spanish),
    country("BQ", "USD", "America/Kralendijk", English),
    country("BR", "BRL", "America/Sao_Paulo", English),
    country("BS", "BSD", "America/Nassau", English),
    country("BT", "BTN", "Asia/Thimphu", English),
    country("BV", "NOK", "Europe/Oslo", English),
    country("BW", "BWP", "Africa/Gaborone", English),
    country("BY", "BYN", "Europe/Minsk", English),
    country("BZ", "BZD", "America/Belize", English),
    country("CA", "CAD", "America/Toronto", English),
    country("CC", "AUD", "Indian/Cocos", English),
    country("CD", "CDF", "Africa/Kinshasa", French),
    country("CF", "XAF", "Africa/Bangui", French),
    country("CG", "XAF", "Africa/Brazzaville", French),
    country("CH", "CHF", "Europe/Zurich", German),
    country("CI", "XOF", "Africa/Abidjan", French),
    country("CK", "NZD", "Pacific/Rarotonga", English),
    country("CL", "CLP", "America/Santiago", Spanish),
    country("CM", "XAF", "Africa/Douala", French),
    country("CN", "CNY", "Asia/Shanghai", English),
    country("CO", "COP", "America/Bogota", Spanish),
    country("CR", "CRC", "America/Costa_Rica", Spanish),
    country("CU", "CUP", "America/Havana", Spanish),
    country("CV", "CVE", "Atlantic/Cape_Verde", English),
    country("CW", "XCG", "America/Curacao", English),
    country("CX", "AUD", "Indian/Christmas", English),
    country("CY", "EUR", "Asia/Nicosia", English),
    country("CZ", "CZK", "Europe/Prague", English),
    country("DE", "EUR", "Europe/Berlin", German),
    country("DJ", "DJF", "Africa/Djibouti", French),
    country("DK", "DKK", "Europe/Copenhagen", English),
    country("DM", "XCD", "America/Dominica", English),
    country("DO", "DOP", "America/Santo_Domingo", Spanish),
    country("DZ", "DZD", "Africa/Algiers", French),
    country("EC", "USD", "America/Guayaquil", Spanish),
    country("EE", "EUR", "Europe/Tallinn", English),
    country("EG", "EGP", "Africa/Cairo", English),
    country("EH", "MAD", "Africa/El_Aaiun", English),
    country("ER", "ERN", "Africa/Asmara", English),
    country("ES", "EUR", "Europe/Madrid", Spanish),
    country("ET", "ETB", "Africa/Addis_Ababa", English),
    country("FI", "EUR", "Europe/Helsinki", English),
    country("FJ", "FJD", "Pacific/Fiji", English),
    country("FK", "FKP", "Atlantic/Stanley", English),
    country("FM", "USD", "Pacific/Pohnpei", English),
    country("FO", "DKK", "Atlantic/Faroe", English),
    country("FR", "EUR", "Europe/Paris", French),
    country("GA", "XAF", "Africa/Libreville", French),
    country("GB", "GBP", "Europe/London", English),
    country("GD", "XCD", "America/Grenada", English),
    country("GE", "GEL", "Asia/Tbilisi", English),
    country("GF", "EUR", "America/Cayenne", French),
    country("GG", "GBP", "Europe/Guernsey", English),
    country("GH", "GHS", "Africa/Accra", English),
    country("GI", "GIP", "Europe/Gibraltar", English),
    country("GL", "DKK", "America/Nuuk", English),
    country("GM", "GMD", "Africa/Banjul", English),
    country("GN", "GNF", "Africa/Conakry", French),
    country("GP", "EUR", "America/Guadeloupe", French),
    country("GQ", "XAF", "Africa/Malabo", Spanish),
    country("GR", "EUR", "Europe/Athens", English),
    country("GS", "GBP", "Atlantic/South_Georgia", English),
    country("GT", "GTQ", "America/Guatemala", Spanish),
    country("GU", "USD", "Pacific/Guam", English),
    country("GW", "XOF", "Africa/Bissau", English),
    country("GY", "GYD", "America/Guyana", English),
    country("HK", "HKD", "Asia/Hong_Kong", English),
    country("HM", "AUD", "Indian/Kerguelen", English),
    country("HN", "HNL", "America/Tegucigalpa", Spanish),
    country("HR", "EUR", "Europe/Zagreb", English),
    country("HT", "HTG", "America/Port-au-Prince", French),
    country("HU", "HUF", "Europe/Budapest", English),
    country("ID", "IDR", "Asia/Jakarta", English),
    country("IE", "EUR", "Europe/Dublin", English),
    country("IL", "ILS", "Asia/Jerusalem", English),
    country("IM", "GBP", "Europe/Isle_of_Man", English),
    country("IN", "INR", "Asia/Kolkata", English),
    country("IO", "USD", "Indian/Chagos", English),
    country("IQ", "IQD", "Asia/Baghdad", English),
    country("IR", "IRR", "Asia/Tehran", English),
    country("IS", "ISK", "Atlantic/Reykjavik", English),
    country("IT", "EUR", "Europe/Rome", English),
    country("JE", "GBP", "Europe/Jersey", English),
    country("JM", "JMD", "America/Jamaica", English),
    country("JO", "JOD", "Asia/Amman", English),
    country("JP", "JPY", "Asia/Tokyo", English),
    country("KE", "KES", "Africa/Nairobi", English),
    country("KG", "KGS", "Asia/Bishkek", English),
    country("KH", "KHR", "Asia/Phnom_Penh", English),
    country("KI", "AUD", "Pacific/Tarawa", English),
    country("KM", "KMF", "Indian/Comoro", French),
    country("KN", "XCD", "America/St_Kitts", English),
    country("KP", "KPW", "Asia/Pyongyang", English),
    country("KR", "KRW", "Asia/Seoul", English),
    country("KW", "KWD", "Asia/Kuwait", English),
    country("KY", "KYD", "America/Cayman", English),
    country("KZ", "KZT", "Asia/Almaty", English),
    country("LA", "LAK", "Asia/Vientiane", English),
    country("LB", "LBP", "Asia/Beirut", English),
    country("LC", "XCD", "America/St_Lucia", English),
    country("LI", "CHF", "Europe/Vaduz", German),
    country("LK", "LKR", "Asia/Colombo", English),
    country("LR", "LRD", "Africa/Monrovia", English),
    country("LS", "LSL", "Africa/Maseru", English),
    country("LT", "EUR", "Europe/Vilnius", English),
    country("LU", "EUR", "Europe/Luxembourg", German),
    country("LV", "EUR", "Europe/Riga", English),
    country("LY", "LYD", "Africa/Tripoli", English),
    country("MA", "MAD", "Africa/Casablanca", French),
    country("MC", "EUR", "Europe/Monaco", French),
    country("MD", "MDL", "Europe/Chisinau", English),
    country("ME", "EUR", "Europe/Podgorica", English),
    country("MF", "EUR", "America/Marigot", French),
    country("MG", "MGA", "Indian/Antananarivo", French),
    country("MH", "USD", "Pacific/Majuro", English),
    country("MK", "MKD", "Europe/Skopje", English),
    country("ML", "XOF", "Africa/Bamako", French),
    country("MM", "MMK", "Asia/Yangon", English),
    country("MN", "MNT", "Asia/Ulaanbaatar", English),
    country("MO", "MOP", "Asia/Macau", English),
    country("MP", "USD", "Pacific/Saipan", English),
    country("MQ", "EUR", "America/Martinique", French),
    country("MR", "MRU", "Africa/Nouakchott", English),
    country("MS", "XCD", "America/Montserrat", English),
    country("MT", "EUR", "Europe/Malta", English),
    country("MU", "MUR", "Indian/Mauritius", English),
    country("MV", "MVR", "Indian/Maldives", English),
    country("MW", "MWK", "Africa/Blantyre", English),
    country("MX", "MXN", "America/Mexico_City", Spanish),
    country("MY", "MYR", "Asia/Kuala_Lumpur", English),
    country("MZ", "MZN", "Africa/Maputo", English),
    country("NA", "NAD", "Africa/Windhoek", English),
    country("NC", "XPF", "Pacific/Noumea", French),
    country("NE", "XOF", "Africa/Niamey", French),
    country("NF", "AUD", "Pacific/Norfolk", English),
    country("NG", "NGN", "Africa/Lagos", English),
    country("NI", "NIO", "America/Managua", Spanish),
    country("NL", "EUR", "Europe/Amsterdam", English),
    country("NO", "NOK", "Europe/Oslo", English),
    country("NP", "NPR", "Asia/Kathmandu", English),
    country("NR", "AUD", "Pacific/Nauru", English),
    country("NU", "NZD", "Pacific/Niue", English),
    country("NZ", "NZD", "Pacific/Auckland", English),
    country("OM", "OMR", "Asia/Muscat", English),
    country("PA", "PAB", "America/Panama", Spanish),
    country("PE", "PEN", "America/Lima", Spanish),
    country("PF", "XPF", "Pacific/Tahiti", French),
    country("PG", "PGK", "Pacific/Port_Moresby", English),
    country("PH", "PHP", "Asia/Manila", English),
    country("PK", "PKR", "Asia/Karachi", English),
    country("PL", "PLN", "Europe/Warsaw", English),
    country("PM", "EUR", "America/Miquelon", French),
    country("PN", "NZD", "Pacific/Pitcairn", English),
    country("PR", "USD", "America/Puerto_Rico", Spanish),
    country("PS", "ILS", "Asia/Hebron", English),
    country("PT", "EUR", "Europe/Lisbon", English),
    country("PW", "USD", "Pacific/Palau", English),
    country("PY", "PYG", "America/Asuncion", Spanish),
    country("QA", "QAR", "Asia/Qatar", English),
    country("RE", "EUR", "Indian/Reunion", French),
    country("RO", "RON", "Europe/Bucharest", English),
    country("RS", "RSD", "Europe/Belgrade", English),
    country("RU", "RUB", "Europe/Moscow", English),
    country("RW", "RWF", "Africa/Kigali", English),
    country("SA", "SAR", "Asia/Riyadh", English),
    country("SB", "SBD", "Pacific/Guadalcanal", English),
    country("SC", "SCR", "Indian/Mahe", English),
    country("SD", "SDG", "Africa/Khartoum", English),
    country("SE", "SEK", "Europe/Stockholm", English),
    country("SG", "SGD", "Asia/Singapore", English),
    country("SH", "SHP", "Atlantic/St_Helena", English),
    country("SI", "EUR", "Europe/Ljubljana", English),
    country("SJ", "NOK", "Arctic/Longyearbyen", English),
    country("SK", "EUR", "Europe/Bratislava", English),
    country("SL", "SLE", "Africa/Freetown", English),
    country("SM", "EUR", "Europe/San_Marino", English),
    country("SN", "XOF", "Africa/Dakar", French),
    country("SO", "SOS", "Africa/Mogadishu", English),
    country("SR", "SRD", "America/Paramaribo", English),
    country("SS", "SSP", "Africa/Juba", English),
    country("ST", "STN", "Africa/Sao_Tome", English),
    country("SV", "USD", "America/El_Salvador", Spanish),
    country("SX", "XCG", "America/Lower_Princes", English),
    country("SY", "SYP", "Asia/Damascus", English),
    country("SZ", "SZL", "Africa/Mbabane", English),
    country("TC", "USD", "America/Grand_Turk", English),
    country("TD", "XAF", "Africa/Ndjamena", French),
    country("TF", "EUR", "Indian/Kerguelen", French),
    country("TG", "XOF", "Africa/Lome", French),
    country("TH", "THB", "Asia/Bangkok", English),
    country("TJ", "TJS", "Asia/Dushanbe", English),
    country("TK", "NZD", "Pacific/Fakaofo", English),
    country("TL", "USD", "Asia/Dili", English),
    country("TM", "TMT", "Asia/Ashgabat", English),
    country("TN", "TND", "Africa/Tunis", French),
    country("TO", "TOP", "Pacific/Tongatapu", English),
    country("TR", "TRY", "Europe/Istanbul", English),
    country("TT", "TTD", "America/Port_of_Spain", English),
    country("TV", "AUD", "Pacific/Funafuti", English),
    country("TW", "TWD", "Asia/Taipei", English),
    country("TZ", "TZS", "Africa/Dar_es_Salaam", English),
    country("UA", "UAH", "Europe/Kyiv", English),
    country("UG", "UGX", "Africa/Kampala", English),
    country("UM", "USD", "Pacific/Wake", English),
    country("US", "USD", "America/New_York", English),
    country("UY", "UYU", "America/Montevideo", Spanish),
    country("UZ", "UZS", "Asia/Tashkent", English),
    country("VA", "EUR", "Europe/Vatican", English),
    country("VC", "XCD", "America/St_Vincent", English),
    country("VE", "VES", "America/Caracas", Spanish),
    country("VG", "USD", "America/Tortola", English),
    country("VI", "USD", "America/St_Thomas", English),
    country("VN", "VND", "Asia/Ho_Chi_Minh", English),
    country("VU", "VUV", "Pacific/Efate", English),
    country("WF", "XPF", "Pacific/Wallis", French),
    country("WS", "WST", "Pacific/Apia", English),
    country("YE", "YER", "Asia/Aden", English),
    country("YT", "EUR", "Indian/Mayotte", French),
    country("ZA", "ZAR", "Africa/Johannesburg", English),
    country("ZM", "ZMW", "Africa/Lusaka", English),
    country("ZW", "ZWG", "Africa/Harare", English),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_country_is_listed_once_with_a_known_currency_and_time_zone() {
        let codes: std::collections::BTreeSet<&str> = Country::all().map(|country| country.code).collect();
        assert_eq!(codes.len(), COUNTRIES.len());
        for country in Country::all() {
            let currency: Result<Currency, _> = country.currency.parse();
            assert_eq!(currency.ok(), Some(country.currency()), "{}", country.code);
            assert!(TimeZone::get(country.time_zone).is_ok(), "{}", country.code);
        }
        let canada = Country::of_code("CA").unwrap();
        assert_eq!(
            (canada.currency().code(), canada.time_zone, &*canada.language_tag()),
            ("CAD", "America/Toronto", "en-CA")
        );
        assert!(Country::of_code("us").is_none() && Country::of_code("XX").is_none());
    }
}
