//! SQL of memberships for staff.

use jiff::civil::Date;
use platform::causes::undecodable;
use platform::db::TenantRead;

use super::next_plans::location_ids;
use super::{MembershipRow, date};
use crate::clubs::Membership;
use crate::clubs::rules::pause::Pause;

/// Current members.
pub(in crate::clubs) async fn members_of(db: &mut TenantRead, product_id: i64) -> Result<Vec<Membership>, sqlx::Error> {
    let rows = sqlx::query_as!(
        MembershipRow,
        r#"SELECT id AS "id!", customer_id, name, status, billing_state, use_limit, use_limit_per, locations, washes, license, license_state,
             anchor_date, next_billing_date
           FROM club_memberships WHERE product_id = ? AND status <> 'inactive' ORDER BY id"#,
        product_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Membership::try_from).collect()
}

/// Current members, and former ones.
pub(in crate::clubs) async fn now_and_before(db: &mut TenantRead) -> Result<(Vec<i64>, Vec<i64>), sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT customer_id AS "customer_id!", MAX(status <> 'inactive') AS "is_member!: bool" FROM club_memberships
           GROUP BY customer_id"#
    )
    .fetch_all(db.conn())
    .await?;
    let (mut now, mut before) = (Vec::new(), Vec::new());
    for row in rows {
        let whose = if row.is_member { &mut now } else { &mut before };
        whose.push(row.customer_id);
    }
    Ok((now, before))
}

/// A list row with unparsed dates.
struct ListedRow {
    id: i64,
    customer_id: i64,
    product_id: i64,
    name: String,
    status: String,
    billing_state: String,
    next_billing_date: String,
    paused_from: Option<String>,
    paused_until: Option<String>,
    joined_at: i64,
    unpaid_since: Option<String>,
    attempts: i64,
    next_attempt_at: Option<i64>,
    last_try_on: Option<String>,
    monthly_price: i64,
    next_product_id: Option<i64>,
    next_name: Option<String>,
    next_monthly_price: Option<i64>,
    next_locations: Option<String>,
    washes: String,
}

impl TryFrom<ListedRow> for Listed {
    type Error = sqlx::Error;

    fn try_from(row: ListedRow) -> Result<Self, sqlx::Error> {
        let day = |text: Option<String>| text.as_deref().map(date).transpose();
        let pause = match (day(row.paused_from)?, day(row.paused_until)?) {
            (Some(from), Some(until)) => Some(Pause { from, until }),
            _ => None,
        };
        let next_billing_date = date(&row.next_billing_date)?;
        let next_club = match (
            row.next_product_id,
            row.next_name,
            row.next_monthly_price,
            row.next_locations,
        ) {
            (Some(product_id), Some(name), Some(monthly_price), Some(locations)) => Some(ListedNextClub {
                product_id,
                name,
                monthly_price,
                locations: location_ids(&locations)?,
            }),
            _ => None,
        };
        Ok(Self {
            id: row.id,
            customer_id: row.customer_id,
            product_id: row.product_id,
            name: row.name,
            washes: serde_json::from_str(&row.washes).map_err(undecodable)?,
            status: row.status,
            billing_state: row.billing_state,
            next_billing_date: pause
                .and_then(|pause| pause.moved(next_billing_date, pause.until))
                .unwrap_or(next_billing_date),
            pause,
            joined_at: row.joined_at,
            unpaid_since: day(row.unpaid_since)?,
            attempts: row.attempts,
            next_attempt_at: row.next_attempt_at,
            last_try_on: day(row.last_try_on)?,
            monthly_price: row.monthly_price,
            next_club,
        })
    }
}

/// Memberships that match a filter, newest first.
pub(in crate::clubs) async fn list(db: &mut TenantRead, filter: &Filter) -> Result<Vec<Listed>, sqlx::Error> {
    let rows = sqlx::query_as!(
        ListedRow,
        r#"SELECT m.id AS "id!", m.customer_id, m.product_id, m.name, m.status, m.billing_state, m.next_billing_date, m.paused_from,
             m.paused_until, m.joined_at, m.unpaid_since, COALESCE(p.attempts, 0) AS "attempts!: i64",
             CASE p.state WHEN 'due' THEN p.next_attempt_at END AS "next_attempt_at: i64", p.last_try_on AS "last_try_on?",
             CASE WHEN n.product_id = m.product_id AND a.price IS NOT NULL THEN COALESCE(a.gross_price, a.price)
                  ELSE COALESCE(n.gross_monthly_price, n.monthly_price, a.gross_price, a.price, m.gross_monthly_price, m.monthly_price)
               END AS "monthly_price!: i64",
             n.product_id AS "next_product_id?", n.name AS "next_name?", COALESCE(n.gross_monthly_price, n.monthly_price) AS "next_monthly_price?: i64",
             n.locations AS "next_locations?", m.washes
           FROM club_memberships m
           LEFT JOIN club_periods p ON p.membership_id = m.id AND p.state IN ('due', 'charging', 'unknown')
           LEFT JOIN club_next_plans n ON n.membership_id = m.id
           LEFT JOIN club_announced_prices a ON a.membership_id = m.id AND a.starts_on = (
               SELECT MAX(starts_on) FROM club_announced_prices
               WHERE membership_id = m.id AND starts_on <= m.next_billing_date)
           WHERE (?1 IS NULL OR m.status = ?1) AND (?2 IS NULL OR m.billing_state = ?2) AND (?3 IS NULL OR m.product_id = ?3)
             AND (?4 IS NULL OR m.customer_id IN (SELECT value FROM json_each(?4))) AND (?5 IS NULL OR m.id < ?5)
           ORDER BY m.id DESC LIMIT ?6"#,
        filter.status,
        filter.billing_state,
        filter.product_id,
        filter.customers,
        filter.before,
        filter.limit
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Listed::try_from).collect()
}

/// Number of memberships that match a filter.
pub(in crate::clubs) async fn count(db: &mut TenantRead, filter: &Filter) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM club_memberships
           WHERE (?1 IS NULL OR status = ?1) AND (?2 IS NULL OR billing_state = ?2) AND (?3 IS NULL OR product_id = ?3)
             AND (?4 IS NULL OR customer_id IN (SELECT value FROM json_each(?4)))"#,
        filter.status,
        filter.billing_state,
        filter.product_id,
        filter.customers
    )
    .fetch_one(db.conn())
    .await
}

/// Membership filters.
pub(in crate::clubs) struct Filter {
    pub(in crate::clubs) status: Option<String>,
    pub(in crate::clubs) billing_state: Option<String>,
    pub(in crate::clubs) product_id: Option<i64>,
    /// Only of these customers, as a JSON array of IDs.
    pub(in crate::clubs) customers: Option<String>,
    /// Only with a lower ID.
    pub(in crate::clubs) before: Option<i64>,
    pub(in crate::clubs) limit: i64,
}

/// A membership in a list, without its member's name.
pub(in crate::clubs) struct Listed {
    pub(in crate::clubs) id: i64,
    pub(in crate::clubs) customer_id: i64,
    pub(in crate::clubs) product_id: i64,
    pub(in crate::clubs) name: String,
    /// Washes at the time of sale.
    pub(in crate::clubs) washes: Vec<String>,
    pub(in crate::clubs) status: String,
    pub(in crate::clubs) billing_state: String,
    /// After its pause, if paused.
    pub(in crate::clubs) next_billing_date: Date,
    pub(in crate::clubs) pause: Option<Pause>,
    pub(in crate::clubs) joined_at: i64,
    pub(in crate::clubs) unpaid_since: Option<Date>,
    pub(in crate::clubs) attempts: i64,
    pub(in crate::clubs) next_attempt_at: Option<i64>,
    pub(in crate::clubs) last_try_on: Option<Date>,
    pub(in crate::clubs) monthly_price: i64,
    pub(in crate::clubs) next_club: Option<ListedNextClub>,
}

/// Next club of a listed membership.
pub(in crate::clubs) struct ListedNextClub {
    pub(in crate::clubs) product_id: i64,
    pub(in crate::clubs) name: String,
    /// Minor units, net.
    pub(in crate::clubs) monthly_price: i64,
    /// Empty for all locations.
    pub(in crate::clubs) locations: Vec<i64>,
}

/// Number of past-due members.
pub(in crate::clubs) async fn count_unpaid(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM club_memberships
           WHERE status <> 'inactive' AND billing_state IN ('past_due', 'suspended')"#
    )
    .fetch_one(db.conn())
    .await
}
