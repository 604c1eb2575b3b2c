use std::collections::HashMap;

use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use platform::audit;
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Path, Query, Rows, WantsTable, table};
use platform::money::{Currency, decimal};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::error::ErrorCode;
use crate::fields::{email_key, local_time};
use crate::gift_cards::rules::State;
use crate::gift_cards::{self, CardMovement, FoundCard, HeldAmount, Sought};
use crate::http::Person;
use crate::identity::{self, Contact};
use crate::notifications::allowance::{self, Asked};
use crate::tenant::{Tenant, TenantContext};
use crate::{checkout, gifts, site};

const DEFAULT_LIMIT: i64 = 50;
const MOST: i64 = 200;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CardsQuery {
    /// 1 to 200; default 50.
    #[param(required = false)]
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    #[param(required = false)]
    cursor: Option<i64>,
    /// Full number, last four digits, buyer's name or start of their email address, start of the recipient's email address,
    /// or order number.
    #[param(required = false)]
    q: Option<String>,
    /// `active`, `blocked` or `void`.
    #[param(required = false)]
    state: Option<String>,
}

/// Page of gift cards.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GiftCardPage {
    items: Vec<GiftCardSummary>,
    /// Cursor of the next page; null on the last page.
    next_cursor: Option<i64>,
    /// Total number on all pages.
    count: i64,
}

/// Gift card in a list. The full number is never returned.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GiftCardSummary {
    card_id: i64,
    name: String,
    last_four: String,
    /// `inactive`, `active`, `blocked` or `void`.
    state: &'static str,
    /// Minor units.
    balance: i64,
    /// Amount held by terminals, in minor units. It may be released.
    held: i64,
    /// Buyer; null if it was issued for free or the account was deleted.
    buyer_id: Option<String>,
    buyer_name: Option<String>,
    buyer_email: Option<String>,
    /// Recipient; null if it wasn't a gift.
    sent_to: Option<String>,
    /// Order that sold it.
    trans_record_id: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Time its number was first emailed to the buyer.
    #[schema(value_type = Option<String>, format = DateTime)]
    mailed_at: Option<Timestamp>,
}

/// Gift card with its transactions.
#[derive(Serialize, ToSchema)]
pub(super) struct GiftCardDetail {
    #[serde(flatten)]
    card: GiftCardSummary,
    movements: Vec<CardMovement>,
    holds: Vec<HeldAmount>,
}

impl CardsQuery {
    /// Matching cards up to the limit from the cursor on, and their total number.
    async fn find(
        &self,
        db: &mut TenantRead,
        tenant: &TenantContext,
        limit: i64,
    ) -> Result<(Vec<FoundCard>, i64), ApiError> {
        let words = self.q.as_deref().map(str::trim).filter(|words| !words.is_empty());
        let state = self.state.as_deref().filter(|state| !state.is_empty());
        let state: Option<State> = state
            .map(str::parse)
            .transpose()
            .map_err(|_| ApiError::malformed("Invalid value."))?;
        let (mut buyers, mut lines) = (Vec::new(), Vec::new());
        if let Some(words) = words {
            buyers = identity::matching(db, words).await?;
            lines = gifts::lines_to(db, words).await?;
            lines.extend(checkout::lines_of_order(db, words).await?);
        }
        let sought = Sought {
            words,
            buyers: &buyers,
            lines: &lines,
            state,
            before: self.cursor,
            limit,
        };
        Ok(gift_cards::find_cards(db, tenant, sought).await?)
    }
}

/// List gift cards, newest first
///
/// `Accept: text/csv` returns all cards with decimal amounts and local times and ignores `limit`.
#[utoipa::path(get, path = "/admin/gift-cards", tag = "admin", params(CardsQuery),
    responses((status = 200, content((Envelope<GiftCardPage> = "application/json"), (String = "text/csv")))))]
pub(super) async fn find_gift_cards(
    tenant: Tenant,
    WantsTable(as_table): WantsTable,
    Query(query): Query<CardsQuery>,
) -> Result<Response, ApiError> {
    if as_table {
        let saved = site::saved_config(&tenant).await?;
        let (currency, zone) = (saved.config.currency, saved.config.time_zone.clone());
        return table("gift-cards", COLUMNS, pages(tenant, query, currency, zone)).await;
    }
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MOST);
    let mut db = tenant.read().await?;
    // One extra row shows whether there is another page.
    let (mut cards, count) = query.find(&mut db, &tenant, limit + 1).await?;
    let more = cards.len() as i64 > limit;
    if more {
        cards.pop();
    }
    let next_cursor = cards.last().filter(|_| more).map(|card| card.id);
    let page = GiftCardPage {
        items: described(&mut db, cards).await?,
        next_cursor,
        count,
    };
    Ok(Answer(page).into_response())
}

/// All matches of `query`, read in batches.
fn pages(
    tenant: Tenant,
    query: CardsQuery,
    currency: Currency,
    zone: TimeZone,
) -> impl Stream<Item = Result<Rows<{ COLUMNS.len() }>, ApiError>> {
    stream::try_unfold((tenant, query, zone), move |(tenant, mut query, zone)| async move {
        let mut db = tenant.read().await?;
        let (cards, _) = query.find(&mut db, &tenant, MOST).await?;
        let Some(last) = cards.last() else { return Ok(None) };
        query.cursor = Some(last.id);
        let cards = described(&mut db, cards).await?;
        drop(db);
        let rows = cards.iter().map(|card| card.row(&currency, &zone)).collect();
        Ok(Some((rows, (tenant, query, zone))))
    })
}

const COLUMNS: [&str; 11] = [
    "cardId",
    "name",
    "lastFour",
    "state",
    "balance",
    "held",
    "buyerName",
    "buyerEmail",
    "sentTo",
    "transRecordId",
    "createdAt",
];

impl GiftCardSummary {
    /// Columns as in [`COLUMNS`].
    fn row(&self, currency: &Currency, zone: &TimeZone) -> [String; COLUMNS.len()] {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        [
            self.card_id.to_string(),
            self.name.clone(),
            self.last_four.clone(),
            self.state.to_owned(),
            decimal(self.balance, currency),
            decimal(self.held, currency),
            text(&self.buyer_name),
            text(&self.buyer_email),
            text(&self.sent_to),
            text(&self.trans_record_id),
            local_time(self.created_at, zone),
        ]
    }
}

/// Get a gift card
#[utoipa::path(get, path = "/admin/gift-cards/{cardId}", tag = "admin", params(("cardId" = i64, Path)),
    responses((status = 200, body = Envelope<GiftCardDetail>)))]
pub(super) async fn get_gift_card(tenant: Tenant, Path(id): Path<i64>) -> Result<Answer<GiftCardDetail>, ApiError> {
    let mut db = tenant.read().await?;
    let card = gift_cards::look_up(&mut db, id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let (movements, holds) = gift_cards::history_of(&mut db, id).await?;
    let card = described(&mut db, vec![card]).await?.pop();
    Ok(Answer(GiftCardDetail {
        card: card.ok_or_else(ApiError::not_found)?,
        movements,
        holds,
    }))
}

/// Adds the buyer and recipient of each card, and the order that sold or refunded it.
async fn described(db: &mut TenantRead, cards: Vec<FoundCard>) -> Result<Vec<GiftCardSummary>, ApiError> {
    let buyers: Vec<i64> = cards.iter().filter_map(|card| card.buyer_id).collect();
    let lines: Vec<i64> = cards.iter().filter_map(|card| card.order_line_id).collect();
    let contacts = identity::contacts(db, &buyers).await?;
    let contacts: HashMap<i64, Contact> = contacts.into_iter().map(|contact| (contact.id, contact)).collect();
    let recipients: HashMap<i64, String> = gifts::recipients_of(db, &lines).await?.into_iter().collect();
    let orders: HashMap<i64, String> = checkout::orders_of_lines(db, &lines).await?.into_iter().collect();
    let refunds: Vec<i64> = cards.iter().filter_map(|card| card.reversal_id).collect();
    let refunds: HashMap<i64, String> = checkout::orders_of_refunds(db, &refunds).await?.into_iter().collect();
    let summary = |card: FoundCard| {
        let buyer = card.buyer_id.and_then(|id| contacts.get(&id));
        let of_line = |known: &HashMap<i64, String>| card.order_line_id.and_then(|line| known.get(&line).cloned());
        GiftCardSummary {
            card_id: card.id,
            state: card.state.into_str(),
            balance: card.balance,
            held: card.held,
            buyer_id: buyer.map(|buyer| buyer.id.to_string()),
            buyer_name: buyer.and_then(|buyer| buyer.name.clone()),
            buyer_email: buyer.and_then(|buyer| buyer.email.clone()),
            sent_to: of_line(&recipients),
            trans_record_id: of_line(&orders).or_else(|| refunds.get(&card.reversal_id?).cloned()),
            created_at: card.created_at,
            mailed_at: card.mailed_at,
            name: card.name,
            last_four: card.last_four,
        }
    };
    Ok(cards.into_iter().map(summary).collect())
}

/// Resend a gift card number
///
/// Sent to the buyer or the recipient.
#[utoipa::path(post, path = "/admin/gift-cards/{cardId}/resend", tag = "admin", params(("cardId" = i64, Path)),
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn resend_gift_card(
    tenant: Tenant,
    person: Person,
    Path(id): Path<i64>,
) -> Result<Answer<bool>, ApiError> {
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let card = gift_cards::look_up(&mut db, id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    if card.state == State::Void {
        return Err(ErrorCode::Revoked.because("This card is no longer valid."));
    }
    let (sent_by, email) = reached(&mut db, &card)
        .await?
        .ok_or_else(|| ErrorCode::NotFound.because("We don't have an email address for this card."))?;
    allowance::take(&mut db, &tenant, Asked::Again, &email_key(&email)).await??;
    match sent_by {
        SentBy::Refund => gift_cards::enqueue_refund_mail_again(&mut db, now, id).await?,
        SentBy::Sale(line) => gift_cards::enqueue_mail_again(&mut db, now, line).await?,
        SentBy::Gift(line) => gifts::mail_again(&mut db, line, now).await?,
    }
    let entry = audit::Entry {
        actor: &person.actor(),
        action: "gift_card_sent_again",
        subject: &format!("gift_card:{id}"),
        detail: json!({}),
    };
    audit::record(&mut db, now, entry).await?;
    db.commit().await?;
    Ok(Answer(true))
}

/// The email with a card's number.
enum SentBy {
    Refund,
    /// Order line that it was sold with.
    Sale(i64),
    /// Order line that it was sold with.
    Gift(i64),
}

/// The email with a card's number, and its recipient.
async fn reached(db: &mut TenantRead, card: &FoundCard) -> Result<Option<(SentBy, String)>, ApiError> {
    let (sent_by, email) = match (card.order_line_id, card.buyer_id) {
        (Some(line), None) => {
            let email = gifts::recipients_of(db, &[line]).await?.pop();
            (SentBy::Gift(line), email.map(|(_, email)| email))
        }
        (Some(line), Some(buyer)) => (SentBy::Sale(line), email_of(db, buyer).await?),
        (None, Some(buyer)) if card.reversal_id.is_some() => (SentBy::Refund, email_of(db, buyer).await?),
        (None, _) => return Ok(None),
    };
    Ok(email.map(|email| (sent_by, email)))
}

async fn email_of(db: &mut TenantRead, customer_id: i64) -> Result<Option<String>, sqlx::Error> {
    let account = identity::find_account(db, customer_id).await?;
    Ok(account.map(|account| account.email))
}
