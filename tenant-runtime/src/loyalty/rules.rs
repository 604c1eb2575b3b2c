//! Points of a purchase, and conversion to awards (docs/RULES.md#loyalty). Pure.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::ProductType;
use crate::fields::{FieldErrors, Notes, text};

/// Maximum points per adjustment, to limit typos.
const MOST_ADJUSTED: i64 = 1_000_000;
/// Maximum points of a goal or a referral.
const MOST_POINTS: i64 = 10_000_000;
/// In characters.
const LONGEST_NAME: usize = 60;

const NOT_IN_RANGE: &str = "This number is out of range.";

/// Loyalty and referral settings. `loyaltyProgram` in the site config turns the program on. Missing fields get their
/// defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(super) struct LoyaltySettings {
    /// Points per whole currency unit, such as a dollar, of the net price; 1 to 10,000.
    pub(super) points_per_unit: i64,
    /// Points per award; 1 to 10,000,000.
    pub(super) point_goal: i64,
    /// Heading of the progress, at most 60 characters; null for the default.
    pub(super) widget_title: Option<String>,
    /// Name of the award in the wallet, at most 60 characters; null for the default.
    pub(super) award_name: Option<String>,
    /// Days an award is valid, including the day it is created; 1 to 365.
    pub(super) award_days: i64,
    /// Product types that earn points.
    pub(super) earning_types: Vec<ProductType>,
    /// Whether the referrer is rewarded.
    pub(super) rewards_referrer: bool,
    /// Whether the friend is rewarded.
    pub(super) rewards_friend: bool,
    /// Name of the referral reward while the program is off; null for the default.
    pub(super) referral_award_name: Option<String>,
    /// Points per referral, 1 to 10,000,000. Default: unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) referral_points: Option<i64>,
}

impl Default for LoyaltySettings {
    /// Bundles are already discounted, and gift cards earn points when they are spent.
    fn default() -> Self {
        Self {
            points_per_unit: 100,
            point_goal: 10_000,
            widget_title: None,
            award_name: None,
            award_days: 14,
            earning_types: vec![
                ProductType::AppWash,
                ProductType::AppClub,
                ProductType::Swag,
                ProductType::AirPay,
            ],
            rewards_referrer: true,
            rewards_friend: true,
            referral_award_name: None,
            referral_points: None,
        }
    }
}

/// Points for a net price in minor units of a currency with `fraction_digits`, rounded down.
pub(super) fn points_for(price: i64, points_per_unit: i64, fraction_digits: u8) -> i64 {
    let points = i128::from(price.max(0)) * i128::from(points_per_unit) / 10_i128.pow(u32::from(fraction_digits));
    i64::try_from(points).unwrap_or(i64::MAX)
}

/// Whether `goal` points of a balance become an award. `has_award`: an unused one is in the wallet.
pub(super) const fn is_award_due(balance: i64, goal: i64, has_award: bool) -> bool {
    balance >= goal && !has_award
}

/// Validated adjustment by staff.
///
/// # Errors
/// The message of each invalid field. An adjustment can't make a balance negative.
pub(super) fn check_adjustment(balance: i64, points: i64, reason: &str) -> Result<String, FieldErrors> {
    let mut notes = Notes::default();
    if points == 0 || points.abs() > MOST_ADJUSTED {
        notes.take::<()>("points", Err(NOT_IN_RANGE));
    } else if points < 0 && balance + points < 0 {
        notes.take::<()>("points", Err("The customer doesn't have that many points."));
    }
    let reason = notes.take("reason", text::reason(reason));
    notes.into_result(reason)
}

/// Settings as stored.
///
/// # Errors
/// A message for each invalid field.
pub(super) fn check_settings(entered: LoyaltySettings) -> Result<LoyaltySettings, FieldErrors> {
    let mut notes = Notes::default();
    for (field, value, most) in [
        ("referralPoints", entered.referral_points.unwrap_or(1), MOST_POINTS),
        ("pointsPerUnit", entered.points_per_unit, 10_000),
        ("pointGoal", entered.point_goal, MOST_POINTS),
        ("awardDays", entered.award_days, 365),
    ] {
        if !(1..=most).contains(&value) {
            notes.take::<()>(field, Err(NOT_IN_RANGE));
        }
    }
    let mut earning_types = Vec::new();
    for kind in entered.earning_types {
        if !earning_types.contains(&kind) {
            earning_types.push(kind);
        }
    }
    let mut named = |field, name: Option<String>| {
        let name = name.filter(|name| !name.trim().is_empty());
        name.map(|name| notes.take(field, text::required(&name, LONGEST_NAME)))
    };
    let settings = LoyaltySettings {
        widget_title: named("widgetTitle", entered.widget_title),
        award_name: named("awardName", entered.award_name),
        referral_award_name: named("referralAwardName", entered.referral_award_name),
        earning_types,
        ..entered
    };
    notes.into_result(settings)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn points_are_rounded_down_to_whole_units() {
        assert_eq!(points_for(1299, 100, 2), 1299);
        assert_eq!(points_for(1299, 1, 2), 12);
        assert_eq!(points_for(99, 1, 2), 0);
        assert_eq!(points_for(1299, 100, 0), 129_900);
        assert_eq!(points_for(1299, 100, 3), 129);
        assert_eq!(points_for(0, 100, 2), 0);
        assert_eq!(points_for(i64::MAX, 10_000, 0), i64::MAX);
    }

    #[test]
    fn award_is_created_at_the_goal_one_at_a_time() {
        assert!(!is_award_due(9_999, 10_000, false));
        assert!(is_award_due(10_000, 10_000, false));
        assert!(!is_award_due(25_000, 10_000, true));
        assert!(!is_award_due(-1, 10_000, false));
    }

    #[test]
    fn adjustment_has_a_reason_and_stays_within_the_balance() {
        assert_eq!(check_adjustment(0, 500, " A rainy day ").as_deref(), Ok("A rainy day"));
        assert!(check_adjustment(500, -500, "Mistake").is_ok());
        let fields = |balance, points, reason| -> Vec<String> {
            let errors = check_adjustment(balance, points, reason).unwrap_err();
            errors.into_keys().map(Into::into).collect()
        };
        assert_eq!(fields(499, -500, "Mistake"), ["points"]);
        assert_eq!(fields(-10, -1, "Mistake"), ["points"]);
        assert_eq!(fields(0, 0, ""), ["points", "reason"]);
        assert_eq!(fields(0, i64::MIN + 1, "Mistake"), ["points"]);
        assert_eq!(fields(0, 1, &"x".repeat(201)), ["reason"]);
    }

    #[test]
    fn settings_are_cleaned_and_bounded() {
        let entered = LoyaltySettings {
            widget_title: Some("  ".to_owned()),
            award_name: Some(" Free Glow ".to_owned()),
            earning_types: vec![ProductType::AppWash, ProductType::Swag, ProductType::AppWash],
            ..LoyaltySettings::default()
        };
        let kept = check_settings(entered.clone()).unwrap();
        assert_eq!(
            (kept.widget_title.as_deref(), kept.award_name.as_deref()),
            (None, Some("Free Glow"))
        );
        assert_eq!(kept.earning_types, [ProductType::AppWash, ProductType::Swag]);
        let wrong = LoyaltySettings {
            points_per_unit: 0,
            point_goal: -1,
            award_days: 366,
            award_name: Some("x".repeat(61)),
            ..entered
        };
        let errors = check_settings(wrong).unwrap_err();
        let fields: Vec<_> = errors.keys().map(AsRef::as_ref).collect();
        assert_eq!(fields, ["awardDays", "awardName", "pointGoal", "pointsPerUnit"]);
    }

    /// Event of a points balance.
    #[derive(Clone, Debug)]
    enum Step {
        Buy(i64),
        /// The purchase with this number, if it exists and isn't refunded yet.
        Refund(usize),
        Adjust(i64),
        UseAward,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            4 => (0..20_000_i64).prop_map(Step::Buy),
            2 => (0..20_usize).prop_map(Step::Refund),
            1 => (-5_000..5_000_i64).prop_map(Step::Adjust),
            2 => Just(Step::UseAward),
        ]
    }

    proptest! {
        #[test]
        fn awards_never_exceed_the_points(
            steps in prop::collection::vec(step(), 0..60),
            rate in 1..300_i64,
            goal in 1..20_000_i64,
        ) {
            let (mut entries, mut bought, mut has_award): (Vec<i64>, Vec<Option<i64>>, bool) = Default::default();
            let mut awards = 0;
            for step in steps {
                let balance: i64 = entries.iter().sum();
                match step {
                    Step::Buy(price) => {
                        let points = points_for(price, rate, 2);
                        prop_assert!(points * 100 <= price * rate && price * rate < (points + 1) * 100);
                        entries.push(points);
                        bought.push(Some(points));
                    }
                    Step::Refund(number) => {
                        if let Some(points) = bought.get_mut(number).and_then(Option::take) {
                            entries.push(-points);
                        }
                    }
                    Step::Adjust(points) => {
                        if check_adjustment(balance, points, "A reason").is_ok() {
                            prop_assert!(points > 0 || balance + points >= 0);
                            entries.push(points);
                        }
                    }
                    Step::UseAward => has_award = false,
                }
                let balance: i64 = entries.iter().sum();
                if is_award_due(balance, goal, has_award) {
                    entries.push(-goal);
                    awards += 1;
                    has_award = true;
                    prop_assert!(entries.iter().sum::<i64>() >= 0, "an award made a debt");
                }
            }
            let given: i64 = entries.iter().filter(|points| **points > 0).sum();
            prop_assert!(awards * goal <= given);
            // With everything refunded, the awards are owed, and only adjustments remain.
            let kept: i64 = bought.into_iter().flatten().sum();
            let reversed: i64 = entries.iter().sum::<i64>() - kept + awards * goal;
            prop_assert!(reversed.abs() <= 60 * 5_000);
        }
    }
}
