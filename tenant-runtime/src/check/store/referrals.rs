//! Referrals.

use crate::check::words;
use crate::domain::CheckedSite;

/// A background job settles a qualified referral.
pub(crate) async fn referrals_without_a_job(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT friend_id AS "friend_id!" FROM loyalty_referrals r WHERE state = 'qualified'
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'loyalty.referral:' || r.friend_id AND dead = 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for friend in rows {
        let friend = words::customer(site, friend).await?;
        found.push(format!(
            "{friend}'s referral has qualified, but no background job settles it."
        ));
    }
    Ok(found)
}

/// Points for a referral belong to one that was awarded, while both accounts exist.
pub(crate) async fn rewards_off_their_referrals(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT p.customer_id, p.points, f.id AS "friend!" FROM loyalty_points p
           JOIN customers c ON c.id = p.customer_id
           JOIN customers f ON f.id = CAST(substr(p.subject, 8) AS INTEGER)
           LEFT JOIN loyalty_referrals r ON r.friend_id = f.id AND p.customer_id IN (r.friend_id, r.referrer_id)
           WHERE p.kind = 'referral' AND c.deleted_at IS NULL AND f.deleted_at IS NULL AND r.state IS NOT 'awarded'
             AND NOT (p.customer_id = f.id AND r.friend_id IS NULL)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let customer = words::customer(site, row.customer_id).await?;
        let friend = words::customer(site, row.friend).await?;
        found.push(format!(
            "{customer} has {} points for the referral of {friend}, which wasn't awarded.",
            row.points
        ));
    }
    Ok(found)
}
