//! Metrics and their units.

use serde::Serialize;
use strum::IntoStaticStr;
use utoipa::ToSchema;

/// Metric of a figure or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema, IntoStaticStr)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase", const_into_str)]
#[schema(as = ReportMeasure)]
pub(super) enum Measure {
    /// Paid orders, and sales of kiosks that took the money themselves.
    Orders,
    /// At prices before discounts.
    GrossSales,
    /// On sales of the period, refunded or not.
    Discounts,
    /// At prices after discounts, without taxes.
    Refunds,
    /// Gross sales minus discounts and refunds.
    NetSales,
    TaxesCollected,
    TaxesRefunded,
    Taxes,
    /// At the end of the period.
    Members,
    /// Their monthly payments at the end.
    MonthlyRevenue,
    Joined,
    Left,
    /// Of the members at the start.
    Churn,
    /// Months whose first charge was declined.
    DeclinedMonths,
    /// Of those, the months that were paid later.
    RecoveredMonths,
    Recovery,
    /// Payments for clubs.
    ClubSales,
    Redemptions,
    /// Code redemptions: bought washes and awards.
    Codes,
    ClubUses,
    /// Gift card payments at kiosks.
    GiftCardPayments,
    GiftCardsLoaded,
    GiftCardsSpent,
    /// Balance of gift cards at the end.
    GiftCardBalance,
    /// Today.
    UnusedCodes,
    /// Their net sales price.
    UnusedCodesValue,
    Charges,
    ChargedAmount,
    RefundedAmount,
    /// Refunds and voids that succeeded.
    RefundCount,
    /// With taxes, to the cards that paid.
    RefundedToCards,
    /// With taxes, as new gift cards.
    RefundedToGiftCards,
    /// Chargebacks minus returned amounts.
    DisputedAmount,
    /// Expected payout of the processor.
    Payout,
    Claims,
    /// Claims that have been used.
    ClaimsUsed,
    DiscountGiven,
}

/// Unit of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportUnit)]
pub(super) enum Unit {
    /// Minor units.
    Money,
    Count,
    /// In ten-thousandths.
    Share,
}

impl Measure {
    pub(super) const fn unit(self) -> Unit {
        match self {
            Self::Orders
            | Self::Members
            | Self::Joined
            | Self::Left
            | Self::DeclinedMonths
            | Self::RecoveredMonths
            | Self::Redemptions
            | Self::Codes
            | Self::ClubUses
            | Self::UnusedCodes
            | Self::Charges
            | Self::RefundCount
            | Self::Claims
            | Self::ClaimsUsed => Unit::Count,
            Self::Churn | Self::Recovery => Unit::Share,
            Self::GrossSales
            | Self::Discounts
            | Self::Refunds
            | Self::NetSales
            | Self::TaxesCollected
            | Self::TaxesRefunded
            | Self::Taxes
            | Self::MonthlyRevenue
            | Self::ClubSales
            | Self::GiftCardPayments
            | Self::GiftCardsLoaded
            | Self::GiftCardsSpent
            | Self::GiftCardBalance
            | Self::UnusedCodesValue
            | Self::ChargedAmount
            | Self::RefundedAmount
            | Self::RefundedToCards
            | Self::RefundedToGiftCards
            | Self::DisputedAmount
            | Self::Payout
            | Self::DiscountGiven => Unit::Money,
        }
    }
}
