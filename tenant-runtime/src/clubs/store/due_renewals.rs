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
             COALESCE(n.monthly_price, CASE WHEN m.next_price_from <= m.next_billing_date THEN m.next_price ELSE m.monthly_price END)
                 AS "monthly_price!: i64",
             CASE WHEN n.membership_id IS NOT NULL THEN n.gross_monthly_price
                 WHEN m.next_price_from <= m.next_billing_date THEN m.gross_next_price ELSE m.gross_monthly_price END
                 AS "gross_monthly_price: i64"
           FROM club_memberships m LEFT JOIN club_next_plans n ON n.membership_id = m.id
           WHERE m.status = 'active' AND m.billing_state <> 'paused' AND m.next_billing_date <= ?
           ORDER BY m.next_billing_date, m.id"#,
        today
    )
    .fetch_all(db.conn())
    .await
}
