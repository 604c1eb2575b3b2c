//! SQL of club changes that take effect at the end of the paid period.

use platform::causes::undecodable;
use platform::db::{TenantRead, TenantWrite};

use crate::catalog::tax::Price;
use crate::clubs::{NewMember, Plan};

/// The next plan of a membership.
pub(in crate::clubs) struct NextPlan {
    pub(in crate::clubs) product_id: i64,
    pub(in crate::clubs) name: String,
    pub(in crate::clubs) monthly_price: Price,
    /// Empty for all locations.
    pub(in crate::clubs) locations: Vec<i64>,
}

/// A next plan to save.
pub(in crate::clubs) struct NewPlan<'a> {
    /// Order line it was selected with; `None` if selected by staff.
    pub(in crate::clubs) order_line_id: Option<i64>,
    pub(in crate::clubs) product_id: i64,
    pub(in crate::clubs) name: &'a str,
    pub(in crate::clubs) plan: Plan,
    /// Empty for all locations.
    pub(in crate::clubs) locations: &'a [i64],
    /// Washes that members can choose from at each visit, by name.
    pub(in crate::clubs) washes: &'a [String],
    /// The accepted terms. `None`: those the member accepted before.
    pub(in crate::clubs) accepted_terms: Option<&'a str>,
}

impl<'a> NewPlan<'a> {
    pub(in crate::clubs) fn sold_to(member: &NewMember<'a>) -> Self {
        Self {
            order_line_id: Some(member.order_line_id),
            product_id: member.product_id,
            name: member.name,
            plan: member.plan,
            locations: member.locations,
            washes: member.washes,
            accepted_terms: Some(member.accepted_terms),
        }
    }
}

/// Stores a club change for the membership `id`, replacing an earlier one. `rate_ppm`: to store the net amount with a
/// gross one.
pub(in crate::clubs) async fn put(
    db: &mut TenantWrite,
    id: i64,
    new: &NewPlan<'_>,
    rate_ppm: i64,
) -> Result<(), sqlx::Error> {
    let locations = serde_json::to_string(new.locations).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let washes = serde_json::to_string(new.washes).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let (use_limit, use_limit_per) = new.plan.limit_columns();
    let (monthly_price, gross_monthly_price) = new.plan.monthly_price.columns(rate_ppm);
    sqlx::query!(
        "INSERT OR REPLACE INTO club_next_plans (membership_id, order_line_id, product_id, name, monthly_price, use_limit,
             use_limit_per, locations, accepted_terms, gross_monthly_price, washes)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
                 COALESCE(?9, (SELECT accepted_terms FROM club_memberships WHERE id = ?1)), ?10, ?11)",
        id,
        new.order_line_id,
        new.product_id,
        new.name,
        monthly_price,
        use_limit,
        use_limit_per,
        locations,
        new.accepted_terms,
        gross_monthly_price,
        washes
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(in crate::clubs) async fn find(db: &mut TenantRead, id: i64) -> Result<Option<NextPlan>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT product_id, name, monthly_price, gross_monthly_price, locations FROM club_next_plans WHERE membership_id = ?",
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(|row| {
        Ok(NextPlan {
            product_id: row.product_id,
            name: row.name,
            monthly_price: Price::of_columns(row.monthly_price, row.gross_monthly_price),
            locations: location_ids(&row.locations)?,
        })
    })
    .transpose()
}

/// Location IDs from their column.
pub(in crate::clubs) fn location_ids(text: &str) -> Result<Vec<i64>, sqlx::Error> {
    serde_json::from_str(text).map_err(undecodable)
}

/// Switches the membership `id` to its next plan. Prices announced for another club don't apply to it; those of the same
/// club do, because the member was told so. Returns whether it had a next plan.
pub(in crate::clubs) async fn follow(db: &mut TenantWrite, id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query!(
        "DELETE FROM club_announced_prices WHERE membership_id = ?1 AND EXISTS (
             SELECT 1 FROM club_next_plans n JOIN club_memberships m ON m.id = n.membership_id
             WHERE n.membership_id = ?1 AND n.product_id <> m.product_id)",
        id
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "UPDATE club_memberships SET
             (order_line_id, product_id, name, monthly_price, gross_monthly_price, use_limit, use_limit_per, locations, washes,
              accepted_terms)
                 = (SELECT COALESCE(n.order_line_id, club_memberships.order_line_id), n.product_id, n.name, n.monthly_price,
                           n.gross_monthly_price, n.use_limit, n.use_limit_per, n.locations, n.washes, n.accepted_terms
                    FROM club_next_plans n WHERE n.membership_id = ?1)
         WHERE id = ?1 AND EXISTS (SELECT 1 FROM club_next_plans WHERE membership_id = ?1)",
        id
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "INSERT INTO club_followed_plans (order_line_id)
         SELECT order_line_id FROM club_next_plans WHERE membership_id = ? AND order_line_id IS NOT NULL
         ON CONFLICT DO NOTHING",
        id
    )
    .execute(db.conn())
    .await?;
    withdraw(db, id).await
}

/// Whether the club selected with an order line was dropped before it took effect.
pub(in crate::clubs) async fn was_dropped(db: &mut TenantRead, order_line_id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT NOT EXISTS (SELECT 1 FROM club_next_plans WHERE order_line_id = ?1)
              AND NOT EXISTS (SELECT 1 FROM club_followed_plans WHERE order_line_id = ?1) AS "dropped!: bool""#,
        order_line_id
    )
    .fetch_one(db.conn())
    .await
}

/// Membership whose next plan was selected with an order line.
pub(in crate::clubs) async fn chooser(db: &mut TenantRead, order_line_id: i64) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT membership_id FROM club_next_plans WHERE order_line_id = ?",
        order_line_id
    )
    .fetch_optional(db.conn())
    .await
}

/// Order line with which the next plan of the membership `id` was selected.
pub(in crate::clubs) async fn chosen_with(db: &mut TenantRead, id: i64) -> Result<Option<i64>, sqlx::Error> {
    let found = sqlx::query_scalar!("SELECT order_line_id FROM club_next_plans WHERE membership_id = ?", id);
    Ok(found.fetch_optional(db.conn()).await?.flatten())
}

/// Removes the next plan of the membership `id`. Returns whether it had one.
pub(in crate::clubs) async fn withdraw(db: &mut TenantWrite, id: i64) -> Result<bool, sqlx::Error> {
    let gone = sqlx::query!("DELETE FROM club_next_plans WHERE membership_id = ?", id);
    Ok(gone.execute(db.conn()).await?.rows_affected() > 0)
}
