//! Basic facts about a new site's merchant. Omitted values have defaults. Pure.

use jiff::tz::TimeZone;
use platform::money::Currency;
use serde::{Deserialize, Serialize};
use tenant_runtime::site::Country;
use utoipa::ToSchema;

/// Country of a new site by default.
const DEFAULT_COUNTRY: &str = "US";

/// Basic facts about a new site's merchant, as entered. An empty value uses the default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SiteBasics {
    /// Default: the account's company name.
    pub company_name: Option<String>,
    /// ISO 3166-1 code. Default: `US`.
    pub country: Option<String>,
    /// IANA name. Default: that of the country's largest city.
    pub time_zone: Option<String>,
    /// ISO 4217 code. Default: the country's.
    pub currency: Option<String>,
}

/// Basic facts with all defaults applied.
#[derive(Debug, Clone)]
pub(in crate::sites) struct Complete {
    pub company_name: String,
    pub country: &'static Country,
    /// IANA name.
    pub time_zone: String,
    pub currency: Currency,
}

/// Invalid value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BasicsError {
    #[error("unknown country; use a two-letter country code (ISO 3166), such as US")]
    Country,
    #[error("unknown time zone; use an IANA name, such as America/Phoenix")]
    TimeZone,
    #[error("unknown currency; use an ISO 4217 code, such as USD")]
    Currency,
}

impl SiteBasics {
    /// Validates the values and applies defaults. `company`: name of the account.
    ///
    /// # Errors
    /// The first invalid value.
    pub(in crate::sites) fn complete(&self, company: &str) -> Result<Complete, BasicsError> {
        let country =
            Country::of_code(entered(&self.country).unwrap_or(DEFAULT_COUNTRY)).ok_or(BasicsError::Country)?;
        let time_zone = match entered(&self.time_zone) {
            Some(name) if TimeZone::get(name).is_ok_and(|zone| zone.iana_name().is_some()) => name,
            Some(_) => return Err(BasicsError::TimeZone),
            None => country.time_zone_name(),
        };
        let currency = match entered(&self.currency) {
            Some(code) => code.parse().map_err(|_| BasicsError::Currency)?,
            None => country.currency(),
        };
        Ok(Complete {
            company_name: entered(&self.company_name).unwrap_or(company).to_owned(),
            country,
            time_zone: time_zone.to_owned(),
            currency,
        })
    }
}

fn entered(answer: &Option<String>) -> Option<&str> {
    answer.as_deref().map(str::trim).filter(|answer| !answer.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn omitted_values_get_defaults() {
        let told = |basics: SiteBasics| {
            let complete = basics.complete("Canyon Car Wash")?;
            let Complete {
                company_name,
                country,
                time_zone,
                currency,
            } = complete;
            Ok::<_, BasicsError>(format!("{company_name}, {}, {time_zone}, {currency}", country.code))
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            told(SiteBasics::default()).unwrap(),
            "Canyon Car Wash, US, America/New_York, USD"
        );
        let canyon = SiteBasics {
            company_name: some(" Canyon "),
            country: some("CA"),
            time_zone: some("America/Vancouver"),
            currency: some(""),
        };
        assert_eq!(told(canyon.clone()).unwrap(), "Canyon, CA, America/Vancouver, CAD");
        for (wrong, expected) in [
            (
                SiteBasics {
                    country: some("XX"),
                    ..canyon.clone()
                },
                BasicsError::Country,
            ),
            (
                SiteBasics {
                    time_zone: some("Mars/Base"),
                    ..canyon.clone()
                },
                BasicsError::TimeZone,
            ),
            (
                SiteBasics {
                    currency: some("dollars"),
                    ..canyon
                },
                BasicsError::Currency,
            ),
        ] {
            assert_eq!(told(wrong), Err(expected));
        }
    }
}
