//! Joining another club as a member: what is left of the month goes towards it, or it begins as that month ends.

use jiff::civil::Date;
use platform::db::TenantRead;

use super::error::CheckoutError;
use super::rules::PricedUnit;
use super::store::reversals;
use super::wire::Deduction;
use crate::clubs::{self, ClubChange};

/// Prices `unit`, the one with this index, as the club that takes the place of the customer's, if it is one. Answers what is credited
/// on it: a month whose price was given back is worth nothing.
///
/// # Errors
/// [`CheckoutError::PlanChange`]
pub(super) async fn credit(
    db: &mut TenantRead,
    customer_id: i64,
    (index, unit): (usize, &mut PricedUnit),
    today: Date,
) -> Result<Option<Deduction>, CheckoutError> {
    let club = (unit.listing.id, unit.listing.price, unit.tax_rate);
    let Some(change) = clubs::change_of_club(db, customer_id, club, today).await? else {
        return Ok(None);
    };
    let found = match change.map_err(|refusal| CheckoutError::PlanChange { index, refusal })? {
        ClubChange::AtOnce(credit) => credit,
        ClubChange::Later(day) => {
            unit.begin_on(day);
            return Ok(None);
        }
    };
    let is_returned = match found.order_line_id {
        Some(line) => reversals::is_returned(db, line).await?,
        None => false,
    };
    unit.credit_month(
        found.period_id,
        if is_returned {
            found.amount.with(0)
        } else {
            found.amount
        },
    );
    Ok((unit.credit > 0).then_some(Deduction {
        name: found.club,
        amount: unit.credit,
        taxes: unit.saved.credit,
    }))
}
