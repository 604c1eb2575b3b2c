use platform::db::TenantRead;

pub(in crate::clubs) struct DueRenewalRow {
    pub(in crate::clubs) id: i64,
    pub(in crate::clubs) name: String,
    pub(in crate::clubs) next_billing_date: String,
    pub(in crate::clubs) monthly_price: i64,
}

/// Memberships that renew, whose next billing date is `today` or earlier, by that date.
pub(in crate::clubs) async fn due(db: &mut TenantRead, today: &str) -> Result<Vec<DueRenewalRow>, sqlx::Error> {
    sqlx::query_as!(
        DueRenewalRow,
        r#"SELECT id AS "id!", name, next_billing_date,
             COALESCE((SELECT monthly_price FROM club_next_plans WHERE membership_id = club_memberships.id),
                 CASE WHEN next_price_from <= next_billing_date THEN next_price ELSE monthly_price END) AS "monthly_price!: i64"
           FROM club_memberships
           WHERE status = 'active' AND billing_state <> 'paused' AND next_billing_date <= ?
           ORDER BY next_billing_date, id"#,
        today
    )
    .fetch_all(db.conn())
    .await
}
