use jiff::Timestamp;
use jiff::tz::TimeZone;

/// An instant for exported tables: date and time in `zone` with the offset from UTC (RFC 3339), such as
/// `2026-11-24T17:30:00-07:00`.
pub fn local_time(at: Timestamp, zone: &TimeZone) -> String {
    at.display_with_offset(zone.to_offset(at)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instant_round_trips_in_its_time_zone() {
        for (instant, zone, local) in [
            ("2026-11-25T00:30:00Z", "America/Phoenix", "2026-11-24T17:30:00-07:00"),
            (
                "2026-07-01T23:15:00.25Z",
                "Europe/London",
                "2026-07-02T00:15:00.25+01:00",
            ),
            ("2026-11-01T05:30:00Z", "America/New_York", "2026-11-01T01:30:00-04:00"),
            ("2026-11-01T06:30:00Z", "America/New_York", "2026-11-01T01:30:00-05:00"),
            ("2026-11-25T00:30:00Z", "UTC", "2026-11-25T00:30:00+00:00"),
        ] {
            let at: Timestamp = instant.parse().unwrap();
            assert_eq!(local_time(at, &TimeZone::get(zone).unwrap()), local);
            assert_eq!(local.parse::<Timestamp>().unwrap(), at);
        }
    }
}
