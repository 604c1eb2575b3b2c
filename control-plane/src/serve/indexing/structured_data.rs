//! Structured data of the business, its locations and products, with the schema.org vocabulary (JSON-LD 1.1).

use platform::money::{Currency, decimal};
use serde_json::{Value, json};
use tenant_runtime::catalog::{Hours, Listing, Location, SpecialHours};
use tenant_runtime::site::SiteConfig;

/// `origin`: the site's URL without a trailing slash. `on_sale`: products with the prices shown to customers, in minor
/// units.
pub(crate) fn business(
    config: &SiteConfig,
    origin: &str,
    locations: &[Location],
    on_sale: &[(&Listing, i64)],
) -> Value {
    let absolute = |path: &str| {
        let is_path = path.starts_with('/') && !path.starts_with("//");
        is_path.then(|| format!("{origin}{path}"))
    };
    let id = format!("{origin}/#business");
    let mut business = json!({
        "@context": "https://schema.org",
        "@type": "Organization",
        "@id": id,
        "name": config.company_name,
        "url": format!("{origin}/"),
        "department": locations.iter().map(|at| location(at, &config.country, &id)).collect::<Vec<_>>(),
        "makesOffer": on_sale.iter().map(|(product, price)| offer(product, *price, &config.currency)).collect::<Vec<_>>(),
    });
    if let Some(logo) = absolute(&config.logo) {
        business["logo"] = logo.into();
    }
    if !config.contact.phone.is_empty() {
        business["telephone"] = config.contact.phone.clone().into();
    }
    if !config.contact.email.is_empty() {
        business["email"] = config.contact.email.clone().into();
    }
    let seller = &config.business;
    for (name, text) in [("legalName", &seller.legal_name), ("taxID", &seller.tax_number)] {
        if !text.is_empty() {
            business[name] = text.clone().into();
        }
    }
    if !seller.address_lines().is_empty() {
        let street = [seller.address1.as_str(), &seller.address2];
        let place = (seller.city.as_str(), seller.state.as_str(), seller.zip_code.as_str());
        business["address"] = address(&street, place, &config.country);
    }
    business
}

fn address(street: &[&str], (city, state, postal_code): (&str, &str, &str), country: &str) -> Value {
    let street: Vec<_> = street.iter().copied().filter(|line| !line.is_empty()).collect();
    json!({
        "@type": "PostalAddress",
        "streetAddress": street.join(", "),
        "addressLocality": city,
        "addressRegion": state,
        "postalCode": postal_code,
        "addressCountry": country,
    })
}

fn location(at: &Location, country: &str, parent: &str) -> Value {
    let street = [at.address1.as_str(), at.address2.as_str()];
    let mut place = json!({
        "@type": "AutoWash",
        "name": at.name,
        "parentOrganization": { "@id": parent },
        "address": address(&street, (&at.city, &at.state, &at.zip), country),
        "geo": { "@type": "GeoCoordinates", "latitude": at.latitude, "longitude": at.longitude },
    });
    if !at.phone.is_empty() {
        place["telephone"] = at.phone.clone().into();
    }
    let hours: Vec<_> = at.hours.iter().filter_map(opening_hours).collect();
    if !hours.is_empty() {
        place["openingHours"] = hours.into();
    }
    let special = at.opening_hours.iter().flat_map(|hours| &hours.special);
    let special: Vec<_> = special.flat_map(special_hours).collect();
    if !special.is_empty() {
        place["specialOpeningHoursSpecification"] = special.into();
    }
    place
}

/// `Mon–Fri`, from `07:00` to `20:00`, in schema.org's format: `Mo-Fr 07:00-20:00`. Invalid days are left out.
fn opening_hours(hours: &Hours) -> Option<String> {
    let days: Option<Vec<_>> = hours.days.split(['–', '-']).map(|day| short_day(day.trim())).collect();
    Some(format!("{} {}-{}", days?.join("-"), hours.open, hours.close))
}

/// Hours on special days. On closed days, opening and closing are the same.
fn special_hours(period: &SpecialHours) -> Vec<Value> {
    let entry = |opens: &str, closes: &str| {
        json!({
            "@type": "OpeningHoursSpecification",
            "validFrom": period.from,
            "validThrough": period.to,
            "opens": opens,
            "closes": closes,
        })
    };
    if period.hours.is_empty() {
        return vec![entry("00:00", "00:00")];
    }
    period.hours.iter().map(|time| entry(&time.open, &time.close)).collect()
}

fn short_day(day: &str) -> Option<&'static str> {
    const DAYS: [(&str, &str); 7] = [
        ("Mon", "Mo"),
        ("Tue", "Tu"),
        ("Wed", "We"),
        ("Thu", "Th"),
        ("Fri", "Fr"),
        ("Sat", "Sa"),
        ("Sun", "Su"),
    ];
    DAYS.iter().find(|(name, _)| *name == day).map(|(_, short)| *short)
}

fn offer(product: &Listing, price: i64, currency: &Currency) -> Value {
    json!({
        "@type": "Offer",
        "price": decimal(price, currency),
        "priceCurrency": currency.code(),
        "itemOffered": { "@type": "Service", "name": product.name, "description": product.details.join(". ") },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hours(days: &str) -> Option<String> {
        opening_hours(&Hours {
            days: days.into(),
            open: "07:00".into(),
            close: "20:00".into(),
        })
    }

    #[test]
    fn opening_hours_follow_schema_org() {
        assert_eq!(hours("Mon–Fri").as_deref(), Some("Mo-Fr 07:00-20:00"));
        assert_eq!(hours("Sun").as_deref(), Some("Su 07:00-20:00"));
        assert_eq!(hours("every day"), None);
    }

    #[test]
    fn special_hours_become_periods() {
        let period = |hours: Value| {
            let period = json!({"name": "Christmas", "from": "2026-12-25", "to": "2026-12-26", "hours": hours});
            special_hours(&serde_json::from_value(period).unwrap())
        };
        let entry = |opens: &str, closes: &str| {
            json!({"@type": "OpeningHoursSpecification", "validFrom": "2026-12-25", "validThrough": "2026-12-26",
                "opens": opens, "closes": closes})
        };
        assert_eq!(period(json!([])), [entry("00:00", "00:00")]);
        assert_eq!(
            period(json!([{"open": "08:00", "close": "12:00"}, {"open": "13:00", "close": "24:00"}])),
            [entry("08:00", "12:00"), entry("13:00", "24:00")]
        );
    }

    #[test]
    fn seller_has_its_legal_name_address_and_tax_number() {
        let mut config = SiteConfig {
            company_name: "Canyon Wash".into(),
            ..SiteConfig::default()
        };
        config.business.legal_name = "Canyon Wash LLC".into();
        config.business.address1 = "12 Main St".into();
        config.business.city = "Mesa".into();
        config.business.tax_number = "AZ-1".into();
        config.contact.email = "hello@canyon.example".into();
        let data = business(&config, "https://canyon.example", &[], &[]);
        assert_eq!(data["legalName"], "Canyon Wash LLC");
        assert_eq!(data["taxID"], "AZ-1");
        assert_eq!(data["email"], "hello@canyon.example");
        assert_eq!(data["address"]["streetAddress"], "12 Main St");
        assert_eq!(data["address"]["addressLocality"], "Mesa");
        let data = business(&SiteConfig::default(), "https://canyon.example", &[], &[]);
        for name in ["legalName", "taxID", "email", "address"] {
            assert!(data.get(name).is_none(), "{name}");
        }
    }

    #[test]
    fn logo_on_another_origin_is_omitted() {
        let config = SiteConfig {
            company_name: "Sparkle".into(),
            logo: "//evil.example/logo.svg".into(),
            ..SiteConfig::default()
        };
        let data = business(&config, "https://sparkle.example", &[], &[]);
        assert_eq!(data["name"], "Sparkle");
        assert!(data.get("logo").is_none() && data.get("telephone").is_none(), "{data}");
    }
}
