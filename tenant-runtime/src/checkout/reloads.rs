//! The gift cards that an order reloads.

use std::collections::BTreeMap;

use platform::db::TenantRead;
use platform::http::{ApiError, Text};
use platform::money::{Currency, decimal};

use crate::catalog::rules::MAX_STORED_VALUE;
use crate::gift_cards::{self, rules};
use crate::tenant::Tenant;

/// What an order puts on cards so far.
#[derive(Default)]
pub(super) struct Reloads {
    /// Minor units by card.
    planned: BTreeMap<i64, i64>,
}

impl Reloads {
    /// Adds a reload by `value`, in minor units of `currency`. The inner error is what is said of the card: it is none of this
    /// site's, not in use, or holds no more.
    ///
    /// # Errors
    /// When the database refuses.
    pub(super) async fn add(
        &mut self,
        db: &mut TenantRead,
        tenant: &Tenant,
        entered: &str,
        value: i64,
        currency: Currency,
    ) -> Result<Result<(), Text>, ApiError> {
        let number = match rules::parse_number(entered) {
            Ok(number) => number,
            Err(message) => return Ok(Err(message.into())),
        };
        let Some(card) = gift_cards::find(db, tenant, &number).await? else {
            return Ok(Err(rules::NOT_FOUND.into()));
        };
        if !card.is_in_use() {
            return Ok(Err("This card cannot be reloaded.".into()));
        }
        let planned = self.planned.entry(card.id).or_default();
        *planned = planned.saturating_add(value);
        if rules::has_room(card.balance, *planned) {
            return Ok(Ok(()));
        }
        let most = decimal(MAX_STORED_VALUE, &currency);
        let text = Text::new("A card holds {most} {currency} at most.");
        Ok(Err(text.with("most", most).with("currency", currency)))
    }
}
