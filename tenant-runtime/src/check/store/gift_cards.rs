//! Gift cards and their holds by kiosks.

use futures_util::TryStreamExt as _;

use crate::check::words;
use crate::domain::CheckedSite;
use crate::gift_cards;

/// A gift card is a liability, so its account is never above zero.
pub(crate) async fn overdrawn_gift_cards(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT account_id AS "card!: i64", SUM(amount) AS "sum!: i64" FROM ledger_entries
           WHERE account_kind = 'gift_card' GROUP BY account_id HAVING SUM(amount) > 0"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let card = words::gift_card(site, row.card).await?;
        found.push(format!("{card} is overdrawn by {}.", site.money(row.sum)));
    }
    Ok(found)
}

/// A card's value is the sum of its movements, never negative, and equals the liability in the ledger.
pub(crate) async fn gift_cards_off_their_account(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH amounts AS (
               SELECT gift_card_id AS card, amount AS moved, 0 AS booked FROM gift_card_movements
               UNION ALL SELECT account_id, 0, -amount FROM ledger_entries WHERE account_kind = 'gift_card')
           SELECT card AS "card!: i64", SUM(moved) AS "moved!: i64", SUM(booked) AS "booked!: i64" FROM amounts
           GROUP BY card HAVING SUM(moved) < 0 OR SUM(moved) <> SUM(booked)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let card = words::gift_card(site, row.card).await?;
        let (moved, booked) = (site.money(row.moved), site.money(row.booked));
        found.push(format!("{card} is worth {moved}, but the ledger owes {booked}."));
    }
    Ok(found)
}

/// Amounts that staff added to or deducted from a card are in the audit log.
pub(crate) async fn adjustments_off_the_audit_log(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH adjusted AS (
               SELECT gift_card_id AS card, SUM(amount) AS amount, COUNT(*) AS times FROM gift_card_movements
               WHERE kind = 'adjust' AND order_line_id IS NULL AND hold_id IS NULL GROUP BY gift_card_id),
           logged AS (
               SELECT CAST(substr(subject, 11) AS INTEGER) AS card, SUM(detail ->> 'amount') AS amount, COUNT(*) AS times
               FROM audit WHERE subject >= 'gift_card:' AND subject < 'gift_card;' AND action = 'gift_card_adjusted'
               GROUP BY subject),
           cards AS (SELECT card FROM adjusted UNION SELECT card FROM logged)
           SELECT c.card AS "card!: i64", COALESCE(a.amount, 0) AS "adjusted!: i64", COALESCE(l.amount, 0) AS "logged!: i64"
           FROM cards c LEFT JOIN adjusted a ON a.card = c.card LEFT JOIN logged l ON l.card = c.card
           WHERE COALESCE(a.amount, 0) <> COALESCE(l.amount, 0) OR COALESCE(a.times, 0) <> COALESCE(l.times, 0)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let card = words::gift_card(site, row.card).await?;
        let (adjusted, logged) = (site.money(row.adjusted), site.money(row.logged));
        found.push(format!(
            "{card} was adjusted by {adjusted}, but the audit log has {logged}."
        ));
    }
    Ok(found)
}

/// Held and captured amounts are off the card, and the rest is back on it.
pub(crate) async fn holds_off_their_card(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT h.gift_card_id, h.state, h.amount, h.captured, COALESCE(SUM(m.amount), 0) AS "moved!: i64"
           FROM gift_card_holds h LEFT JOIN gift_card_movements m ON m.hold_id = h.id
           GROUP BY h.id
           HAVING COALESCE(SUM(m.amount), 0) <> CASE h.state WHEN 'held' THEN -h.amount ELSE -h.captured END"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let card = words::gift_card(site, row.gift_card_id).await?;
        found.push(format!(
            "{card}: a hold of {} is {} with {} captured, but changed the balance by {}.",
            site.money(row.amount),
            row.state,
            site.money(row.captured),
            site.money(row.moved)
        ));
    }
    Ok(found)
}

/// Each hold took its amount off its own card.
pub(crate) async fn holds_off_their_amount(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT gift_card_id, amount FROM gift_card_holds h
         WHERE NOT EXISTS (SELECT 1 FROM gift_card_movements
                           WHERE hold_id = h.id AND gift_card_id = h.gift_card_id AND kind = 'redeem' AND amount = -h.amount)"
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let card = words::gift_card(site, row.gift_card_id).await?;
        let amount = site.money(row.amount);
        found.push(format!("{card}: a hold of {amount} took another amount off the card."));
    }
    Ok(found)
}

/// A card belongs to the order that issued it.
pub(crate) async fn gift_cards_off_their_order(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let cards = sqlx::query_scalar!(
        r#"SELECT c.id AS "id!" FROM gift_cards c JOIN gift_card_movements m ON m.gift_card_id = c.id AND m.kind = 'issue'
           WHERE c.order_line_id IS NOT m.order_line_id"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for id in cards {
        let card = words::gift_card(site, id).await?;
        found.push(format!("{card} isn't linked to the order that issued it."));
    }
    Ok(found)
}

/// A voided card is worth nothing.
pub(crate) async fn void_cards_with_a_value(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT c.id AS "id!", SUM(m.amount) AS "worth!: i64"
           FROM gift_cards c JOIN gift_card_movements m ON m.gift_card_id = c.id
           WHERE c.state = 'void' GROUP BY c.id HAVING SUM(m.amount) > 0"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let card = words::gift_card(site, row.id).await?;
        found.push(format!("{card} is voided, but still worth {}.", site.money(row.worth)));
    }
    Ok(found)
}

/// The number of a card that works can be read and found.
pub(crate) async fn unreadable_gift_cards(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let keys = site.keys();
    let mut unreadable = Vec::new();
    let mut cards = sqlx::query!(
        r#"SELECT id AS "id!", number_hmac, number_sealed, last_four FROM gift_cards WHERE state <> 'void'"#
    )
    .fetch(site.conn());
    while let Some(card) = cards.try_next().await? {
        if !gift_cards::is_readable(keys, (&card.number_hmac, &card.number_sealed), &card.last_four) {
            unreadable.push(card.id);
        }
    }
    drop(cards);
    let mut found = Vec::new();
    for id in unreadable {
        let card = words::gift_card(site, id).await?;
        found.push(format!("{card} can't be used: its number was changed by hand."));
    }
    Ok(found)
}

/// The ledger's amount held for kiosks equals the sum of the open holds.
pub(crate) async fn holds_off_their_account(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let sums = sqlx::query!(
        r#"SELECT (SELECT COALESCE(-SUM(amount), 0) FROM ledger_entries WHERE account_kind = 'held') AS "booked!: i64",
                  (SELECT COALESCE(SUM(amount), 0) FROM gift_card_holds WHERE state = 'held') AS "held!: i64""#
    )
    .fetch_one(site.conn())
    .await?;
    let (booked, held) = (site.money(sums.booked), site.money(sums.held));
    let is_off = sums.booked != sums.held;
    let told = || format!("The open holds on gift cards come to {held}, but the ledger has {booked} as held.");
    Ok(is_off.then(told).into_iter().collect())
}

/// A background job releases each open hold.
pub(crate) async fn holds_without_a_release(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT gift_card_id, amount FROM gift_card_holds h
         WHERE state = 'held'
           AND NOT EXISTS (SELECT 1 FROM jobs WHERE unique_key = 'gift_cards.release:' || h.id AND dead = 0)"
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let card = words::gift_card(site, row.gift_card_id).await?;
        found.push(format!(
            "{card}: no background job releases the hold of {}.",
            site.money(row.amount)
        ));
    }
    Ok(found)
}

/// A card that staff blocked stays blocked until they unblock it.
pub(crate) async fn blocked_cards_off_the_audit_log(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH logged AS (
               SELECT CAST(substr(subject, 11) AS INTEGER) AS card, action, MAX(id) FROM audit
               WHERE subject >= 'gift_card:' AND subject < 'gift_card;'
                 AND action IN ('gift_card_blocked', 'gift_card_unblocked')
               GROUP BY subject)
           SELECT c.id AS "id!", c.state FROM gift_cards c LEFT JOIN logged ON logged.card = c.id
           WHERE (c.state = 'blocked') <> (logged.action IS 'gift_card_blocked') AND c.state IN ('active', 'blocked')"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let card = words::gift_card(site, row.id).await?;
        found.push(if row.state == "blocked" {
            format!("{card} is blocked, but no one on the team blocked it.")
        } else {
            format!("{card} is active, but the team blocked it.")
        });
    }
    Ok(found)
}

/// Each paid line of a card loaded its value onto one card once. An unpaid one loaded nothing.
pub(crate) async fn lines_without_their_gift_card(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT l.id AS "id!", o.state, l.value, COALESCE(SUM(m.amount), 0) AS "loaded!: i64"
           FROM checkout_order_lines l
           JOIN checkout_orders o ON o.id = l.order_id
           LEFT JOIN gift_card_movements m ON m.order_line_id = l.id AND m.kind IN ('issue', 'reload')
           WHERE l.product_type IN ('GiftCard', 'GiftCardRecharge')
           GROUP BY l.id
           HAVING (o.state IN ('pending', 'unknown', 'flagged', 'failed') AND COALESCE(SUM(m.amount), 0) <> 0)
               OR (o.state NOT IN ('pending', 'unknown', 'flagged', 'failed')
                   AND COALESCE(SUM(m.amount), 0) <> l.value)"#
    )
    .fetch_all(site.conn())
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let line = words::line(site, row.id).await?;
        found.push(format!(
            "{line}: the order is {} and the card is worth {}, but {} was added to it.",
            words::state(&row.state),
            site.money(row.value),
            site.money(row.loaded)
        ));
    }
    Ok(found)
}
