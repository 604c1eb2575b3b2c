//! The gift cards that an order reloads.

use std::collections::BTreeMap;

use platform::db::TenantRead;
use platform::http::Text;

use crate::catalog::MAX_STORED_VALUE;
use crate::error::Fault;
use crate::gift_cards::{self, rules};
use crate::language::Formats;
use crate::tenant::Tenant;

/// What an order puts on cards so far.
#[derive(Default)]
pub(super) struct Reloads {
    /// Minor units by card.
    planned: BTreeMap<i64, i64>,
}

impl Reloads {
    /// Adds a reload by `value` minor units. The inner error is what is said of the card: it is none of this
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
        formats: &Formats,
    ) -> Result<Result<(), Text>, Fault> {
        let number = match rules::parse_number(entered) {
            Ok(number) => number,
            Err(message) => return Ok(Err(message.into())),
        };
        let Some(card) = gift_cards::find(db, tenant, &number).await? else {
            return Ok(Err(rules::NOT_FOUND.into()));
        };
        if !card.is_in_use() {
            return Ok(Err("This card can't be reloaded.".into()));
        }
        let planned = self.planned.entry(card.id).or_default();
        *planned = planned.saturating_add(value);
        if rules::has_room(card.balance, *planned) {
            return Ok(Ok(()));
        }
        Ok(Err(full(formats)))
    }
}

/// What is said of a card that holds no more.
fn full(formats: &Formats) -> Text {
    Text::new("A card can hold up to {most}.").with("most", formats.money(MAX_STORED_VALUE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Locale;

    #[test]
    fn a_limit_is_written_as_people_there_write_amounts() {
        for (tag, country, currency, said) in [
            ("en-US", "US", "USD", "A card can hold up to $2,000.00."),
            (
                "fr-CA",
                "CA",
                "CAD",
                "Une carte peut contenir jusqu’à 2\u{a0}000,00\u{a0}$.",
            ),
        ] {
            let locale = Locale::of_tag(tag);
            let formats = Formats::new(locale.clone(), country, currency.parse().unwrap());
            assert_eq!(locale.say(full(&formats)), said);
        }
    }
}
