//! Times at which background jobs run and holds end.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::check::words;
use crate::domain::CheckedSite;
use crate::gift_cards::rules::hold::HELD_FOR as CARD_HELD_FOR;
use crate::gifts::rules::HELD as GIFTS_HELD_FOR;
use crate::wallet::rules::item::HELD_FOR;

/// Jobs without a deadline of their own run at least once a day.
const LOOKS_EVERY: SignedDuration = SignedDuration::from_hours(25);

/// Jobs with a deadline are retried within an hour after it.
const RETRIED_WITHIN: SignedDuration = SignedDuration::from_hours(2);

/// Longest time from now until a kiosk must confirm what it reserved.
const KIOSK_WITHIN: SignedDuration = SignedDuration::from_mins(10);

/// Longest time from now until a declined card is charged again: a week, or three days on a teammate's request.
const CHARGED_WITHIN: SignedDuration = SignedDuration::from_hours(8 * 24);

/// Longest time from now until a paid billing period begins.
const PAID_WITHIN: SignedDuration = SignedDuration::from_hours(24);

/// A job's time follows from the row it works on.
struct LateJob {
    id: i64,
    kind: String,
    key: String,
    due_at: i64,
}

/// Every job that owes money runs in time: with its hold's end, or within a day.
pub(crate) async fn late_jobs(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let (retried, looks) = (site.later(RETRIED_WITHIN), site.later(LOOKS_EVERY));
    let rows = sqlx::query_as!(
        LateJob,
        r#"WITH owed AS (
               SELECT id, kind, COALESCE(substr(unique_key, length(kind) + 2), '') AS key, due_at FROM jobs
               WHERE dead = 0 AND (kind IN ('gift_cards.release', 'wallet.release', 'terminal.void_unconfirmed', 'gifts.expire',
                                            'clubs.end_refunded')
                   OR kind LIKE 'checkout.%' OR kind LIKE 'payments.%' OR kind LIKE 'loyalty.%' OR kind LIKE 'ledger.%')),
           timed AS (
               SELECT *, CASE kind
                   WHEN 'gift_cards.release' THEN (SELECT held_until FROM gift_card_holds WHERE id = key)
                   WHEN 'wallet.release' THEN (SELECT MAX(reserved_until) FROM wallet_items WHERE reserved_by = key)
                   WHEN 'terminal.void_unconfirmed' THEN
                       (SELECT confirm_by FROM terminal_payments WHERE order_id = CAST(key AS INTEGER))
                   WHEN 'gifts.expire' THEN (SELECT expires_at FROM gifts WHERE id = CAST(key AS INTEGER))
                   ELSE ?2 END AS deadline
               FROM owed)
           SELECT id AS "id!: i64", kind AS "kind!: String", key AS "key!: String", due_at AS "due_at!: i64" FROM timed
           WHERE due_at > MAX(deadline, ?1) ORDER BY id"#,
        retried,
        looks
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for job in rows {
        let (about, task) = task(site, &job).await?;
        found.push(format!(
            "{about}: the background job that {task} isn't due until {}.",
            day(job.due_at)
        ));
    }
    Ok(found)
}

/// The row that a job works on, and its task.
async fn task(site: &mut CheckedSite<'_>, job: &LateJob) -> Result<(String, &'static str), sqlx::Error> {
    let key: i64 = job.key.parse().unwrap_or_default();
    Ok(match job.kind.as_str() {
        "gift_cards.release" => {
            let card = sqlx::query_scalar!("SELECT gift_card_id FROM gift_card_holds WHERE id = ?", job.key)
                .fetch_optional(site.conn())
                .await?;
            let card = words::gift_card(site, card.unwrap_or_default()).await?;
            (card, "releases its hold")
        }
        "wallet.release" => {
            let item = sqlx::query_scalar!(r#"SELECT id AS "id!" FROM wallet_items WHERE reserved_by = ?"#, job.key)
                .fetch_optional(site.conn())
                .await?;
            (words::item(site, item.unwrap_or_default()).await?, "releases it")
        }
        "gifts.expire" => {
            let line = sqlx::query_scalar!("SELECT order_line_id FROM gifts WHERE id = ?", key)
                .fetch_optional(site.conn())
                .await?;
            let line = words::line(site, line.unwrap_or_default()).await?;
            (line, "ends the unclaimed gift")
        }
        "checkout.sweep_reversal" => {
            let order = sqlx::query_scalar!("SELECT order_id FROM checkout_reversals WHERE id = ?", key)
                .fetch_optional(site.conn())
                .await?;
            let order = words::order(site, order.unwrap_or_default()).await?;
            (order, "looks up its refund")
        }
        "checkout.sweep" => (words::order(site, key).await?, "looks up its payment"),
        "checkout.take_back" => (words::order(site, key).await?, "reverses its charge"),
        "terminal.void_unconfirmed" => (words::order(site, key).await?, "voids it unless a kiosk confirms it"),
        "clubs.end_refunded" => (words::membership(site, key).await?, "ends it after its refund"),
        "loyalty.next_award" => (words::customer(site, key).await?, "awards its points"),
        "loyalty.referral" => (words::customer(site, key).await?, "settles the referral"),
        "checkout.receipt" => (format!("Background job {}", job.id), "sends a receipt"),
        kind if kind.starts_with("payments.") => (
            format!("Background job {} ({kind})", job.id),
            "checks with the processor",
        ),
        kind => (format!("Background job {} ({kind})", job.id), "handles an event"),
    })
}

/// Nothing stays on hold for longer than a kiosk may hold it, and gifts can be claimed for a year.
pub(crate) async fn holds_without_an_end(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let held_for = i64::try_from(CARD_HELD_FOR.as_millis()).unwrap_or(i64::MAX);
    let gifts_for = i64::try_from(GIFTS_HELD_FOR.as_millis()).unwrap_or(i64::MAX);
    let kiosk = site.later(KIOSK_WITHIN.max(HELD_FOR));
    let rows = sqlx::query!(
        r#"SELECT 'card' AS "kind!: String", gift_card_id AS "id!: i64", held_until AS "until!: i64" FROM gift_card_holds
           WHERE state = 'held' AND held_until > created_at + ?1
           UNION ALL SELECT 'gift', order_line_id, expires_at FROM gifts WHERE state = 'held' AND expires_at > created_at + ?2
           UNION ALL SELECT 'code', w.id, w.reserved_until FROM wallet_items w
               JOIN terminal_redemptions r ON r.id = w.reserved_by AND r.item_id = w.id
               WHERE w.state = 'reserved' AND w.reserved_until > ?3
           UNION ALL SELECT 'club', membership_id, reserved_until FROM club_uses WHERE reserved_until > ?3
           UNION ALL SELECT 'order', order_id, confirm_by FROM terminal_payments WHERE state = 'open' AND confirm_by > ?3"#,
        held_for,
        gifts_for,
        kiosk
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let until = day(row.until);
        found.push(match row.kind.as_str() {
            "card" => format!(
                "{} has a hold that lasts until {until}.",
                words::gift_card(site, row.id).await?
            ),
            "gift" => format!(
                "{}: the gift can be claimed until {until}.",
                words::line(site, row.id).await?
            ),
            "code" => format!("{} is reserved until {until}.", words::item(site, row.id).await?),
            "club" => format!(
                "{}: a use is reserved until {until}.",
                words::membership(site, row.id).await?
            ),
            _ => format!(
                "{} can be confirmed by a kiosk until {until}.",
                words::order(site, row.id).await?
            ),
        });
    }
    Ok(found)
}

/// A declined card is charged again within a week.
pub(crate) async fn late_retries(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let latest = site.later(CHARGED_WITHIN);
    let rows = sqlx::query!(
        r#"SELECT membership_id, period_start, next_attempt_at AS "next_attempt_at!" FROM club_periods
           WHERE state = 'due' AND next_attempt_at > ?"#,
        latest
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        found.push(format!(
            "{}: the unpaid billing period from {} isn't charged again until {}.",
            words::membership(site, row.membership_id).await?,
            row.period_start,
            day(row.next_attempt_at)
        ));
    }
    Ok(found)
}

/// No billing period is paid before it begins.
pub(crate) async fn periods_paid_ahead(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    // A day later, no time zone is behind.
    let latest = day(site.later(PAID_WITHIN));
    let rows = sqlx::query!(
        "SELECT membership_id, period_start FROM club_periods WHERE state = 'paid' AND period_start > ?",
        latest
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        found.push(format!(
            "{}: the billing period from {} is paid before it begins.",
            words::membership(site, row.membership_id).await?,
            row.period_start
        ));
    }
    Ok(found)
}

/// A background job ends each unclaimed gift.
pub(crate) async fn gifts_without_an_end(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        "SELECT order_line_id FROM gifts g WHERE state = 'held'
           AND NOT EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'gifts.expire:' || g.id AND dead = 0)"
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for line in rows {
        let line = words::line(site, line).await?;
        found.push(format!("{line}: no background job ends the unclaimed gift."));
    }
    Ok(found)
}

/// A background job releases each code that a kiosk reserves.
pub(crate) async fn codes_without_a_release(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_scalar!(
        r#"SELECT w.id AS "id!" FROM wallet_items w
           JOIN terminal_redemptions r ON r.id = w.reserved_by AND r.item_id = w.id AND r.state = 'reserved'
           WHERE w.state = 'reserved'
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'wallet.release:' || w.reserved_by AND dead = 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in rows {
        let code = words::item(site, id).await?;
        found.push(format!(
            "{code} is reserved by a kiosk, but no background job releases it."
        ));
    }
    Ok(found)
}

/// Day of an instant, in UTC.
fn day(ms: i64) -> String {
    let at = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MAX);
    at.to_zoned(TimeZone::UTC).date().to_string()
}
