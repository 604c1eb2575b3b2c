//! SQL of members' monthly prices, and of the ones announced to them.

use jiff::civil::Date;
use platform::db::{TenantRead, TenantWrite};

use super::date;
use crate::catalog::tax::Price;
use crate::clubs::NextPrice;

/// Prices promised to one member.
pub(in crate::clubs) struct MemberPrices {
    pub(in crate::clubs) membership_id: i64,
    pub(in crate::clubs) customer_id: i64,
    pub(in crate::clubs) monthly: Price,
    /// Of the next plan, if any.
    pub(in crate::clubs) next_plan: Option<Price>,
}

pub(in crate::clubs) async fn of_members(db: &mut TenantRead) -> Result<Vec<MemberPrices>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT m.id AS "id!", m.customer_id, m.monthly_price, m.gross_monthly_price,
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
    next_plan: Option<Columns>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE club_memberships SET monthly_price = ?2, gross_monthly_price = ?3 WHERE id = ?1",
        membership_id,
        net,
        gross
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

/// Prices announced to a member, by their first day.
pub(in crate::clubs) async fn announced(
    db: &mut TenantRead,
    membership_id: i64,
) -> Result<Vec<NextPrice>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT starts_on, price, gross_price FROM club_announced_prices WHERE membership_id = ? ORDER BY starts_on",
        membership_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(NextPrice {
                monthly: Price::of_columns(row.price, row.gross_price),
                from: date(&row.starts_on)?,
            })
        })
        .collect()
}

/// Announced price of a club.
pub(in crate::clubs) struct AnnouncedRow {
    pub(in crate::clubs) product_id: i64,
    pub(in crate::clubs) from: Date,
    /// In minor units, including tax if the site's prices do.
    pub(in crate::clubs) monthly_price: i64,
    pub(in crate::clubs) members: i64,
}

/// Prices of live memberships that start after `today`, by day and club.
pub(in crate::clubs) async fn announced_after(
    db: &mut TenantRead,
    today: Date,
) -> Result<Vec<AnnouncedRow>, sqlx::Error> {
    let today = today.to_string();
    let rows = sqlx::query!(
        r#"SELECT m.product_id AS "product_id!: i64", a.starts_on AS "starts_on!",
                  COALESCE(a.gross_price, a.price) AS "price!: i64", COUNT(*) AS "members!: i64"
           FROM club_announced_prices a
           JOIN club_memberships m ON m.id = a.membership_id
           WHERE a.starts_on > ? AND m.status <> 'inactive'
           GROUP BY m.product_id, a.starts_on, COALESCE(a.gross_price, a.price)
           ORDER BY a.starts_on, m.product_id, COALESCE(a.gross_price, a.price)"#,
        today
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(AnnouncedRow {
                product_id: row.product_id,
                from: date(&row.starts_on)?,
                monthly_price: row.price,
                members: row.members,
            })
        })
        .collect()
}

/// Announces a price to a member. It replaces one for the same day.
pub(in crate::clubs) async fn announce(
    db: &mut TenantWrite,
    membership_id: i64,
    from: Date,
    (net, gross): Columns,
) -> Result<(), sqlx::Error> {
    let from = from.to_string();
    sqlx::query!(
        "INSERT INTO club_announced_prices (membership_id, starts_on, price, gross_price) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (membership_id, starts_on) DO UPDATE SET price = excluded.price, gross_price = excluded.gross_price",
        membership_id,
        from,
        net,
        gross
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Withdraws the price that was announced to a member for this day. Returns whether there was one.
pub(in crate::clubs) async fn withdraw(
    db: &mut TenantWrite,
    membership_id: i64,
    from: Date,
) -> Result<bool, sqlx::Error> {
    let from = from.to_string();
    let gone = sqlx::query!(
        "DELETE FROM club_announced_prices WHERE membership_id = ? AND starts_on = ?",
        membership_id,
        from
    );
    Ok(gone.execute(db.conn()).await?.rows_affected() > 0)
}
