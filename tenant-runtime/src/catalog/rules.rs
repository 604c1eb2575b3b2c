//! Prices, taxes and where a product may be bought. Pure.

/// What a price of `price` minor units is taxed at `rate_ppm` parts per million: rounded half up, per unit.
pub fn tax(price: i64, rate_ppm: i64) -> i64 {
    let product = i128::from(price) * i128::from(rate_ppm);
    i64::try_from((product + 500_000) / 1_000_000).unwrap_or(i64::MAX)
}

/// Whether something limited to `locations` (none: everywhere) may be had at `location` (0: all locations).
pub fn allowed_at(locations: &[i64], location: i64) -> bool {
    locations.is_empty() || location == 0 || locations.contains(&location)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tax_is_rounded_half_up_per_unit() {
        assert_eq!(tax(1200, 80_000), 96);
        assert_eq!(tax(1299, 86_000), 112); // 111.714
        assert_eq!(tax(50, 10_000), 1); // 0.5
        assert_eq!(tax(49, 10_000), 0);
        assert_eq!(tax(0, 200_000), 0);
    }

    #[test]
    fn no_locations_means_everywhere() {
        assert!(allowed_at(&[], 3));
        assert!(allowed_at(&[1, 3], 3));
        assert!(!allowed_at(&[1, 2], 3));
        assert!(allowed_at(&[1, 2], 0));
    }
}
