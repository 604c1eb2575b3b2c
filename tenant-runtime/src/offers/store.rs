use jiff::Timestamp;
use platform::causes::undecodable;
use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Award, ClaimRecord, Claimed, Offer, OfferExpiry, OfferKind, Stored};
use crate::catalog::Basis;
use crate::catalog::tax::Price;
use crate::wallet::KioskRules;

/// Offer filter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'a> {
    All,
    Id(i64),
    /// As formatted by [`code_key`](super::rules::code_key).
    Code(&'a str),
}

struct OfferRow {
    id: i64,
    version: i64,
    code: Option<String>,
    name: String,
    description: String,
    terms: String,
    award: String,
    amount: Option<i64>,
    starts_at: i64,
    ends_at: Option<i64>,
    claim_limit: i64,
    total_cap: Option<i64>,
    claimed: i64,
    expiry: String,
    locations: String,
    kiosk: String,
    withdrawn_at: Option<i64>,
    by_customer: i64,
}

/// Matching offers with the claims of these accounts of one person: active ones first, then in the merchant's order.
pub(super) async fn offers(
    db: &mut TenantRead,
    kind: OfferKind,
    wanted: Wanted<'_>,
    accounts: &[i64],
) -> Result<Vec<Stored>, sqlx::Error> {
    let (kind, accounts) = (kind.into_str(), text(&accounts)?);
    let (id, code) = match wanted {
        Wanted::All => (None, None),
        Wanted::Id(id) => (Some(id), None),
        Wanted::Code(code) => (None, Some(code)),
    };
    let rows = sqlx::query_as!(
        OfferRow,
        r#"SELECT id AS "id!", version, code, name, description, terms, award, COALESCE(gross_amount, amount) AS "amount: i64", starts_at,
                  ends_at, claim_limit, total_cap, claimed, expiry, locations, kiosk, withdrawn_at,
                  (SELECT COUNT(*) FROM offer_claims WHERE offer_id = offers.id
                     AND customer_id IN (SELECT value FROM json_each(?4))) AS "by_customer!: i64"
           FROM offers
           WHERE kind = ?1 AND (?2 IS NULL OR id = ?2) AND (?3 IS NULL OR code_key = ?3)
           ORDER BY withdrawn_at IS NOT NULL, position, id"#,
        kind,
        id,
        code,
        accounts
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Stored::try_from).collect()
}

impl TryFrom<OfferRow> for Stored {
    type Error = sqlx::Error;

    fn try_from(row: OfferRow) -> Result<Self, sqlx::Error> {
        let award = match (row.award.as_str(), row.amount) {
            ("Item", None) => Award::Item,
            ("DollarDiscItem", Some(amount)) => Award::DollarDiscItem { amount },
            ("DollarDiscTrans", Some(amount)) => Award::DollarDiscTrans { amount },
            (other, _) => return Err(sqlx::Error::Decode(format!("offer award {other}").into())),
        };
        Ok(Self {
            id: row.id,
            version: row.version,
            offer: Offer {
                name: row.name,
                description: row.description,
                terms: row.terms,
                code: row.code,
                award,
                starts_at: instant(row.starts_at)?,
                ends_at: row.ends_at.map(instant).transpose()?,
                claim_limit: row.claim_limit,
                total_cap: row.total_cap,
                expiry: json(&row.expiry)?,
                locations: json(&row.locations)?,
                kiosk: json(&row.kiosk)?,
            },
            withdrawn_at: row.withdrawn_at.map(instant).transpose()?,
            claimed: Claimed {
                by_customer: row.by_customer,
                in_all: row.claimed,
            },
        })
    }
}

/// Columns determined by an entry.
struct Columns {
    code_key: Option<String>,
    award: &'static str,
    amount: Option<i64>,
    gross_amount: Option<i64>,
    starts_at: i64,
    ends_at: Option<i64>,
    expiry: String,
    locations: String,
    kiosk: String,
}

impl Columns {
    fn of(offer: &Offer, basis: Basis) -> Result<Self, sqlx::Error> {
        let (amount, gross_amount) = offer.item().discount().map(|amount| basis.columns(amount)).unzip();
        Ok(Self {
            code_key: offer.code.as_deref().map(super::rules::code_key),
            award: offer.award.into(),
            // An earlier build deducts the net amount, which is never zero.
            amount: amount.map(|net| net.max(1)),
            gross_amount: gross_amount.flatten(),
            starts_at: offer.starts_at.as_millisecond(),
            ends_at: offer.ends_at.map(Timestamp::as_millisecond),
            expiry: text::<OfferExpiry>(&offer.expiry)?,
            locations: text(&offer.locations)?,
            kiosk: text::<KioskRules>(&offer.kiosk)?,
        })
    }
}

/// Inserts an offer at the end. Returns its ID. `None`: another active offer has its code.
pub(super) async fn insert(
    db: &mut TenantWrite,
    kind: OfferKind,
    offer: &Offer,
    basis: Basis,
    now: i64,
) -> Result<Option<i64>, sqlx::Error> {
    let kind = kind.into_str();
    let columns = Columns::of(offer, basis)?;
    let result = sqlx::query!(
        "INSERT INTO offers
           (kind, code, code_key, name, description, terms, award, amount, gross_amount, starts_at, ends_at, claim_limit,
            total_cap, expiry, locations, kiosk, created_at, position)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT COALESCE(MAX(position), 0) + 1 FROM offers))
         ON CONFLICT (code_key) WHERE withdrawn_at IS NULL DO NOTHING",
        kind,
        offer.code,
        columns.code_key,
        offer.name,
        offer.description,
        offer.terms,
        columns.award,
        columns.amount,
        columns.gross_amount,
        columns.starts_at,
        columns.ends_at,
        offer.claim_limit,
        offer.total_cap,
        columns.expiry,
        columns.locations,
        columns.kiosk,
        now
    )
    .execute(db.conn())
    .await?;
    Ok((result.rows_affected() == 1).then(|| result.last_insert_rowid()))
}

/// Updates the offer `id`. Returns false if another active offer has its code.
pub(super) async fn update(db: &mut TenantWrite, id: i64, offer: &Offer, basis: Basis) -> Result<bool, sqlx::Error> {
    let columns = Columns::of(offer, basis)?;
    let result = sqlx::query!(
        "UPDATE OR IGNORE offers
         SET version = version + 1, code = ?2, code_key = ?3, name = ?4, description = ?5, terms = ?6, award = ?7,
             amount = ?8, starts_at = ?9, ends_at = ?10, claim_limit = ?11, total_cap = ?12, expiry = ?13, locations = ?14,
             kiosk = ?15, gross_amount = ?16
         WHERE id = ?1",
        id,
        offer.code,
        columns.code_key,
        offer.name,
        offer.description,
        offer.terms,
        columns.award,
        columns.amount,
        columns.starts_at,
        columns.ends_at,
        offer.claim_limit,
        offer.total_cap,
        columns.expiry,
        columns.locations,
        columns.kiosk,
        columns.gross_amount
    )
    .execute(db.conn())
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Discount of each discount offer.
pub(super) async fn amounts(db: &mut TenantRead) -> Result<Vec<(i64, Price)>, sqlx::Error> {
    let rows =
        sqlx::query!(r#"SELECT id AS "id!", amount AS "amount!", gross_amount FROM offers WHERE amount IS NOT NULL"#)
            .fetch_all(db.conn())
            .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.id, Price::of_columns(row.amount, row.gross_amount)))
        .collect())
}

/// `columns`: net and gross.
pub(super) async fn set_amount(
    db: &mut TenantWrite,
    id: i64,
    (net, gross): (i64, Option<i64>),
) -> Result<(), sqlx::Error> {
    let net = net.max(1);
    sqlx::query!(
        "UPDATE offers SET version = version + 1, amount = ?, gross_amount = ? WHERE id = ?",
        net,
        gross,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Offers that start or end after `now`, with both times in Unix ms.
pub(super) async fn coming(db: &mut TenantRead, now: i64) -> Result<Vec<(i64, i64, Option<i64>)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", starts_at, ends_at FROM offers WHERE MAX(starts_at, COALESCE(ends_at, 0)) > ?"#,
        now
    );
    let rows = rows.fetch_all(db.conn()).await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.id, row.starts_at, row.ends_at))
        .collect())
}

/// Sets start and end of an offer, in Unix ms.
pub(super) async fn set_period(
    db: &mut TenantWrite,
    id: i64,
    (starts_at, ends_at): (i64, Option<i64>),
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE offers SET version = version + 1, starts_at = ?, ends_at = ? WHERE id = ?",
        starts_at,
        ends_at,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Orders offers by `ids`, which are all of one kind.
pub(super) async fn order(db: &mut TenantWrite, ids: &[i64]) -> Result<(), sqlx::Error> {
    let ids = text(&ids)?;
    sqlx::query!(
        "UPDATE offers SET position = place.key + 1 FROM json_each(?) AS place WHERE place.value = offers.id",
        ids
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn withdraw(db: &mut TenantWrite, id: i64, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE offers SET version = version + 1, withdrawn_at = ?2 WHERE id = ?1",
        id,
        now
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Wallet items created by an offer.
pub(super) async fn items_of(db: &mut TenantRead, offer_id: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!("SELECT item_id FROM offer_claims WHERE offer_id = ?", offer_id)
        .fetch_all(db.conn())
        .await
}

/// Whether the item's offer was withdrawn.
pub async fn is_withdrawn(db: &mut TenantRead, item_id: i64) -> Result<bool, sqlx::Error> {
    let found = sqlx::query_scalar!(
        "SELECT o.id FROM offer_claims c JOIN offers o ON o.id = c.offer_id
         WHERE c.item_id = ? AND o.withdrawn_at IS NOT NULL",
        item_id
    )
    .fetch_optional(db.conn())
    .await?;
    Ok(found.is_some())
}

/// Inserts a claim and counts it.
pub(super) async fn insert_claim(
    db: &mut TenantWrite,
    offer_id: i64,
    customer_id: i64,
    item_id: i64,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO offer_claims (offer_id, customer_id, item_id, claimed_at) VALUES (?, ?, ?, ?)",
        offer_id,
        customer_id,
        item_id,
        now
    )
    .execute(db.conn())
    .await?;
    sqlx::query!("UPDATE offers SET claimed = claimed + 1 WHERE id = ?", offer_id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Claims of a customer, newest first.
pub async fn claims_of(db: &mut TenantRead, customer_id: i64) -> Result<Vec<ClaimRecord>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT o.name, o.code, c.claimed_at FROM offer_claims c JOIN offers o ON o.id = c.offer_id
         WHERE c.customer_id = ? ORDER BY c.claimed_at DESC, c.id DESC",
        customer_id
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(ClaimRecord {
                name: row.name,
                code: row.code,
                date: instant(row.claimed_at)?,
            })
        })
        .collect()
}

fn instant(ms: i64) -> Result<Timestamp, sqlx::Error> {
    Timestamp::from_millisecond(ms).map_err(|error| sqlx::Error::Decode(error.into()))
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(text).map_err(undecodable)
}

fn text<T: Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}
