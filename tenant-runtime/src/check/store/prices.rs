//! Amounts that may have been converted since, because prices now include tax or no longer do.

use crate::catalog::tax::Price;
use crate::domain::CheckedSite;

/// Whether prices ever started or stopped including tax.
pub(super) async fn was_switched(site: &mut CheckedSite<'_>) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(DISTINCT COALESCE(config ->> 'pricesIncludeTax', 0)) > 1 AS "switched!: bool" FROM site_configs"#
    )
    .fetch_one(site.conn())
    .await
}

/// Whether `charged` is the amount agreed to or one that staff announced since. A converted amount is compared allowing for any tax
/// rate.
pub(super) fn is_agreed(charged: Price, agreed: Price, announced: &[i64], was_switched: bool) -> bool {
    let is_same_basis = matches!(
        (charged, agreed),
        (Price::Net(_), Price::Net(_)) | (Price::Gross(_), Price::Gross(_))
    );
    let price = charged.amount();
    if (is_same_basis && charged == agreed) || announced.contains(&price) {
        return true;
    }
    let is_near = |amount: i64| price * 10 <= amount * 13 + 10 && amount * 10 <= price * 13 + 10;
    (was_switched || !is_same_basis) && (is_near(agreed.amount()) || announced.iter().any(|amount| is_near(*amount)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreed_price_survives_announcements_and_conversions() {
        let (net, gross) = (Price::Net, Price::Gross);
        for (charged, agreed, announced, was_switched, expected) in [
            (net(2500), net(2500), &[][..], false, true),
            (net(2400), net(2500), &[][..], false, false),
            (net(2700), net(2500), &[2700][..], false, true),
            (gross(3199), gross(2999), &[3199][..], false, true),
            (gross(3099), gross(2999), &[3199][..], false, false),
            // Entered with 20% tax, and converted.
            (net(2666), gross(2999), &[3199][..], true, true),
            (gross(3000), net(2500), &[][..], true, true),
            // Converted by the migration.
            (gross(3000), net(2500), &[][..], false, true),
            (gross(5000), net(2500), &[][..], true, false),
            (net(0), net(2500), &[][..], true, false),
        ] {
            assert_eq!(
                is_agreed(charged, agreed, announced, was_switched),
                expected,
                "{charged:?} {agreed:?}"
            );
        }
    }
}
