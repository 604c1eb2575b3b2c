//! Card lookup for staff. Numbers are never shown, because the number alone is enough to spend the card.

use platform::db::TenantRead;

use super::card::{CardMovement, FoundCard, HeldAmount};
use super::lookup;
use super::rules::{self, State};
use super::store::found::{self, Filter};
use crate::tenant::TenantContext;

/// Details of a card from someone at the counter.
#[derive(Clone, Copy, Debug)]
pub struct Sought<'a> {
    /// A number, or its last four digits; `None`: nothing is looked for.
    pub words: Option<&'a str>,
    /// Customers who may have bought it.
    pub buyers: &'a [i64],
    /// Lines of orders that it may have been sold with.
    pub lines: &'a [i64],
    pub state: Option<State>,
    /// Only cards with a lower ID.
    pub before: Option<i64>,
    pub limit: i64,
}

/// Matching cards, newest first, and the total count without `before` and `limit`.
pub async fn find_cards(
    db: &mut TenantRead,
    tenant: &TenantContext,
    sought: Sought<'_>,
) -> Result<(Vec<FoundCard>, i64), sqlx::Error> {
    let json = |ids: &[i64]| serde_json::to_string(ids).map_err(|error| sqlx::Error::Encode(error.into()));
    let number = sought.words.and_then(|words| rules::parse_number(words).ok());
    let filter = Filter {
        looks: sought.words.is_some(),
        number_hmac: number.map(|number| lookup(tenant, &number).to_vec()),
        last_four: sought.words.and_then(rules::last_four),
        buyers: json(sought.buyers)?,
        lines: json(sought.lines)?,
        state: sought.state.map(|state| state.into_str()),
        before: sought.before,
        limit: sought.limit,
    };
    let cards = found::list(db, &filter).await?;
    Ok((cards, found::count(db, &filter).await?))
}

/// The card with this ID.
pub async fn look_up(db: &mut TenantRead, id: i64) -> Result<Option<FoundCard>, sqlx::Error> {
    found::one(db, id).await
}

/// Movements of a card, and current and past holds by terminals.
pub async fn history_of(db: &mut TenantRead, id: i64) -> Result<(Vec<CardMovement>, Vec<HeldAmount>), sqlx::Error> {
    Ok((found::movements(db, id).await?, found::holds(db, id).await?))
}
