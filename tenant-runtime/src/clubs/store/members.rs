//! Memberships as staff see them.

use platform::db::TenantRead;

use super::MembershipRow;
use crate::clubs::Membership;

/// Those who are in a club now.
pub(in crate::clubs) async fn members_of(db: &mut TenantRead, product_id: i64) -> Result<Vec<Membership>, sqlx::Error> {
    let rows = sqlx::query_as!(
        MembershipRow,
        r#"SELECT id AS "id!", customer_id, name, status, billing_state, use_limit, use_limit_per, locations, license, anchor_date,
             next_billing_date
           FROM club_memberships WHERE product_id = ? AND status <> 'inactive' ORDER BY id"#,
        product_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Membership::try_from).collect()
}

/// The customers who are in a club now, and those who only were.
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

/// What a list of members shows, the newest first.
pub(in crate::clubs) async fn list(db: &mut TenantRead, filter: &Filter) -> Result<Vec<Listed>, sqlx::Error> {
    sqlx::query_as!(
        Listed,
        r#"SELECT id AS "id!", customer_id, product_id, name, status, billing_state, next_billing_date, paused_until, joined_at, unpaid_since,
             COALESCE((SELECT attempts FROM club_periods WHERE membership_id = club_memberships.id
                         AND state IN ('due', 'charging', 'unknown')), 0) AS "attempts!: i64",
             (SELECT next_attempt_at FROM club_periods WHERE membership_id = club_memberships.id AND state = 'due')
               AS "next_attempt_at: i64",
             COALESCE((SELECT COALESCE(gross_monthly_price, monthly_price) FROM club_next_plans
                       WHERE membership_id = club_memberships.id),
                 CASE WHEN next_price_from <= next_billing_date THEN COALESCE(gross_next_price, next_price)
                      ELSE COALESCE(gross_monthly_price, monthly_price) END) AS "monthly_price!: i64"
           FROM club_memberships
           WHERE (?1 IS NULL OR status = ?1) AND (?2 IS NULL OR billing_state = ?2) AND (?3 IS NULL OR product_id = ?3)
             AND (?4 IS NULL OR customer_id IN (SELECT value FROM json_each(?4))) AND (?5 IS NULL OR id < ?5)
           ORDER BY id DESC LIMIT ?6"#,
        filter.status,
        filter.billing_state,
        filter.product_id,
        filter.customers,
        filter.before,
        filter.limit
    )
    .fetch_all(db.conn())
    .await
}

/// How many members a list has, on all of its pages.
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

/// Which memberships a list shows.
pub(in crate::clubs) struct Filter {
    pub(in crate::clubs) status: Option<String>,
    pub(in crate::clubs) billing_state: Option<String>,
    pub(in crate::clubs) product_id: Option<i64>,
    /// Only those of these customers, as a JSON array of ids.
    pub(in crate::clubs) customers: Option<String>,
    /// Only those with a smaller id.
    pub(in crate::clubs) before: Option<i64>,
    pub(in crate::clubs) limit: i64,
}

/// A membership in a list, before it is said whose it is.
pub(in crate::clubs) struct Listed {
    pub(in crate::clubs) id: i64,
    pub(in crate::clubs) customer_id: i64,
    pub(in crate::clubs) product_id: i64,
    pub(in crate::clubs) name: String,
    pub(in crate::clubs) status: String,
    pub(in crate::clubs) billing_state: String,
    pub(in crate::clubs) next_billing_date: String,
    pub(in crate::clubs) paused_until: Option<String>,
    pub(in crate::clubs) joined_at: i64,
    pub(in crate::clubs) unpaid_since: Option<String>,
    pub(in crate::clubs) attempts: i64,
    pub(in crate::clubs) next_attempt_at: Option<i64>,
    pub(in crate::clubs) monthly_price: i64,
}

/// How many members owe a month.
pub(in crate::clubs) async fn count_unpaid(db: &mut TenantRead) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT COUNT(*) AS "count!: i64" FROM club_memberships
           WHERE status <> 'inactive' AND billing_state IN ('past_due', 'suspended')"#
    )
    .fetch_one(db.conn())
    .await
}
