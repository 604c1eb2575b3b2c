//! SQL of all members' monthly prices, for a change of tax display.

use platform::db::{TenantRead, TenantWrite};

use crate::catalog::tax::Price;

/// Prices promised to one member.
pub(in crate::clubs) struct MemberPrices {
    pub(in crate::clubs) membership_id: i64,
    pub(in crate::clubs) customer_id: i64,
    pub(in crate::clubs) monthly: Price,
    /// Announced for later months, if any.
    pub(in crate::clubs) announced: Option<Price>,
    /// Of the next plan, if any.
    pub(in crate::clubs) next_plan: Option<Price>,
}

pub(in crate::clubs) async fn of_members(db: &mut TenantRead) -> Result<Vec<MemberPrices>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT m.id AS "id!", m.customer_id, m.monthly_price, m.gross_monthly_price, m.next_price, m.gross_next_price,
                  n.monthly_price AS "plan_price?: i64", n.gross_monthly_price AS "gross_plan_price?: i64"
           FROM club_memberships m LEFT JOIN club_next_plans n ON n.membership_id = m.id
           WHERE m.status <> 'inactive'"#
    )
    .fetch_all(db.conn())
    .await?;
    let rows = rows.into_iter().map(|row| MemberPrices {
        membership_id: row.id,
        customer_id: row.customer_id,
        monthly: Price::of_columns(row.monthly_price, row.gross_monthly_price),
        announced: row.next_price.map(|net| Price::of_columns(net, row.gross_next_price)),
        next_plan: row.plan_price.map(|net| Price::of_columns(net, row.gross_plan_price)),
    });
    Ok(rows.collect())
}

/// Net and gross columns of a price.
type Columns = (i64, Option<i64>);

pub(in crate::clubs) async fn set(
    db: &mut TenantWrite,
    membership_id: i64,
    (net, gross): Columns,
    announced: Option<Columns>,
    next_plan: Option<Columns>,
) -> Result<(), sqlx::Error> {
    let (announced_net, announced_gross) = announced.unzip();
    let announced_gross = announced_gross.flatten();
    sqlx::query!(
        "UPDATE club_memberships SET monthly_price = ?2, gross_monthly_price = ?3, next_price = ?4, gross_next_price = ?5
         WHERE id = ?1",
        membership_id,
        net,
        gross,
        announced_net,
        announced_gross
    )
    .execute(db.conn())
    .await?;
    if let Some((net, gross)) = next_plan {
        sqlx::query!(
            "UPDATE club_next_plans SET monthly_price = ?2, gross_monthly_price = ?3 WHERE membership_id = ?1",
            membership_id,
            net,
            gross
        )
        .execute(db.conn())
        .await?;
    }
    Ok(())
}
