//! Cards on file.

use crate::check::words;
use crate::domain::CheckedSite;

/// A card is locked if the team changed its owner's email address, until that change is undone. If only some of several
/// changes were undone, both are possible.
pub(crate) async fn locked_cards_off_the_audit_log(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH locks AS (
               SELECT CAST(substr(subject, 10) AS INTEGER) AS customer, at FROM audit
               WHERE subject >= 'customer:' AND subject < 'customer;' AND action = 'contact_changed' AND detail ->> 'cardLocked' = 1),
           undone AS (
               SELECT CAST(substr(subject, 10) AS INTEGER) AS customer, MAX(at) AS at FROM audit
               WHERE subject >= 'customer:' AND subject < 'customer;' AND action = 'email_change_undone' GROUP BY 1)
           SELECT c.customer_id AS "customer_id!", c.locked_at IS NOT NULL AS "locked!: bool" FROM payments_cards c
           LEFT JOIN undone ON undone.customer = c.customer_id
           WHERE IIF(c.locked_at IS NULL,
               EXISTS (SELECT 1 FROM locks WHERE customer = c.customer_id AND at > MAX(c.created_at, COALESCE(undone.at, 0))),
               NOT EXISTS (SELECT 1 FROM locks WHERE customer = c.customer_id AND at >= c.created_at
                           AND abs(at - c.locked_at) < 60000))"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let customer = words::customer(site, row.customer_id).await?;
        found.push(if row.locked {
            format!("{customer}'s card is locked, but no change of the email address locked it then.")
        } else {
            format!("{customer}'s card isn't locked, but a change of the email address locked it.")
        });
    }
    Ok(found)
}
