use platform::db::TenantRead;

pub(in crate::clubs) struct DueRenewalRow {
    pub(in crate::clubs) id: i64,
    pub(in crate::clubs) customer_id: i64,
    /// `None`: no month is open.
    pub(in crate::clubs) open_period: Option<i64>,
    pub(in crate::clubs) name: String,
    pub(in crate::clubs) next_billing_date: String,
    pub(in crate::clubs) monthly_price: i64,
    pub(in crate::clubs) gross_monthly_price: Option<i64>,
}

/// Memberships that renew, with a next billing date of `today` or earlier, by date.
pub(in crate::clubs) async fn due(db: &mut TenantRead, today: &str) -> Result<Vec<DueRenewalRow>, sqlx::Error> {
    sqlx::query_as!(
        DueRenewalRow,
        r#"SELECT m.id AS "id!", m.customer_id, m.name, m.next_billing_date,
             (SELECT id FROM club_periods WHERE membership_id = m.id AND state IN ('due', 'charging', 'unknown')) AS open_period,
             CASE WHEN n.product_id <> m.product_id OR n.product_id IS NOT NULL AND a.price IS NULL THEN n.monthly_price
                 ELSE COALESCE(a.price, m.monthly_price) END AS "monthly_price!: i64",
             CASE WHEN n.product_id <> m.product_id OR n.product_id IS NOT NULL AND a.price IS NULL THEN n.gross_monthly_price
                 WHEN a.price IS NOT NULL THEN a.gross_price ELSE m.gross_monthly_price END AS "gross_monthly_price: i64"
           FROM club_memberships m LEFT JOIN club_next_plans n ON n.membership_id = m.id
           LEFT JOIN club_announced_prices a ON a.membership_id = m.id AND a.starts_on = (
               SELECT MAX(starts_on) FROM club_announced_prices
               WHERE membership_id = m.id AND starts_on <= m.next_billing_date)
           WHERE m.status = 'active' AND m.billing_state <> 'paused' AND m.next_billing_date <= ?
           ORDER BY m.next_billing_date, m.id"#,
        today
    )
    .fetch_all(db.conn())
    .await
}
