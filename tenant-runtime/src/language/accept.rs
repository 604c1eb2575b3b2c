//! Parses `Accept-Language` (RFC 9110, 12.5.4; matching as RFC 4647, 3.4 'lookup'). Pure.

/// The language in `offered` that `wanted` prefers most. `None`: none of them.
pub(super) fn best<'a>(wanted: &str, offered: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let mut ranges: Vec<(&str, f32)> = wanted.split(',').filter_map(range).collect();
    // Stable sort: equal ones stay in the order they were sent.
    ranges.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    ranges.iter().find_map(|(range, _)| find(range, offered.clone()))
}

/// A range and its weight, unless the weight is 0.
fn range(part: &str) -> Option<(&str, f32)> {
    let mut parts = part.split(';').map(str::trim);
    let range = parts.next().filter(|range| !range.is_empty())?;
    let quality = parts.find_map(|parameter| parameter.strip_prefix("q="));
    let quality = quality.map_or(Some(1.0), |quality| quality.parse().ok())?;
    (quality > 0.0).then_some((range, quality))
}

/// The tag itself, otherwise one of the same language: `fr-FR` matches `fr-CA`.
fn find<'a>(range: &str, mut offered: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    if range == "*" {
        return offered.next();
    }
    let language = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    offered
        .clone()
        .find(|tag| tag.eq_ignore_ascii_case(range))
        .or_else(|| offered.find(|tag| language(tag) == language(range)))
}

#[cfg(test)]
mod tests {
    use super::best;

    #[test]
    fn most_preferred_available_language_wins() {
        let offered = ["fr-CA", "en-CA", "en-GB"];
        for (wanted, found) in [
            ("en-GB", Some("en-GB")),
            ("EN-gb;q=0.3, fr;q=0.2", Some("en-GB")),
            ("en", Some("en-CA")),
            ("fr-FR, en;q=0.9", Some("fr-CA")),
            ("en;q=0.5, fr;q=0.8", Some("fr-CA")),
            ("fr;q=0, en", Some("en-CA")),
            ("de, *;q=0.1", Some("fr-CA")),
            ("de", None),
            ("", None),
            (";;q=,,x;q=much", None),
        ] {
            assert_eq!(best(wanted, offered.into_iter()), found, "{wanted}");
        }
    }
}
