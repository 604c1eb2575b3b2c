//! Decides whether a build performs worse than its predecessor.

use super::Counts;

/// Fewer say nothing: one visitor with a broken browser causes as many.
const FEWEST: i64 = 3;
/// Minimum error rate for a hold, regardless of the previous build: one percent.
const LOWEST_RATE: f64 = 0.01;
/// Maximum factor over the previous build's error rate.
const TIMES: f64 = 2.0;

/// Problem of a build compared with the build `before` it. `None` for a healthy build.
pub fn complaint(new: Counts, before: Counts) -> Option<String> {
    let worse = |what: &str, new_count: i64, old_count: i64| {
        let (rate, usual) = (rate(new_count, new.requests), rate(old_count, before.requests));
        let is_worse = new_count >= FEWEST && rate > LOWEST_RATE && rate > usual * TIMES;
        is_worse.then(|| {
            format!(
                "{new_count} {what} in {} requests; the previous build has {old_count} in {}.",
                new.requests, before.requests
            )
        })
    };
    worse("crashes", new.crashes, before.crashes).or_else(|| worse("server errors", new.errors, before.errors))
}

/// Pages can come from the browser's cache, so a report without any request counts as one of one.
fn rate(count: i64, requests: i64) -> f64 {
    let most = count.max(requests).max(1);
    #[expect(clippy::cast_precision_loss, reason = "a rate need not be exact")]
    let rate = count as f64 / most as f64;
    rate
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(requests: i64, errors: i64, crashes: i64) -> Counts {
        Counts {
            requests,
            errors,
            crashes,
        }
    }

    #[test]
    fn build_is_compared_with_its_predecessor() {
        let good = counts(10_000, 20, 10);
        assert_eq!(complaint(counts(1000, 2, 1), good), None);
        assert_eq!(complaint(counts(4, 0, 2), good), None, "two are an accident");
        assert!(
            complaint(counts(100, 0, 5), good)
                .unwrap()
                .starts_with("5 crashes in 100 requests")
        );
        assert!(complaint(counts(100, 5, 0), good).unwrap().contains("server errors"));
        let bad = counts(100, 5, 4);
        assert_eq!(complaint(counts(100, 6, 5), bad), None, "it was no better before");
        assert_eq!(complaint(counts(1000, 3, 3), counts(0, 0, 0)), None, "rare");
        assert!(
            complaint(counts(0, 0, 3), counts(0, 0, 0)).is_some(),
            "nothing but crashes"
        );
    }
}
