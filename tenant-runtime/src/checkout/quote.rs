//! Prices of an order, computed the same way for a quote and a purchase.

use std::collections::BTreeMap;

use jiff::civil::Date;
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json, Text};

use super::error::CheckoutError;
use super::rules::entries::{self, Destination, Entries};
use super::rules::price::{PricedUnit, quote};
use super::rules::{MAX_UNITS, cart, discount};
use super::store::{disputes, parts, shipping};
use super::wire::{Deduction, OrderBody, Quote};
use crate::catalog::{self, Listing, MAX_STORED_VALUE, ProductType};
use crate::clubs::{self, ClubChange};
use crate::error::Fault;
use crate::gift_cards::{self, rules as cards};
use crate::http::Person;
use crate::identity;
use crate::language::{Formats, Locale};
use crate::site;
use crate::site::state_codes_of;
use crate::tenant::{Tenant, TenantContext};
use crate::wallet::rules::item::Moment;
use crate::wallet::{self, discounts};

/// An order with its prices of this moment.
pub(super) struct Priced {
    pub(super) units: Vec<PricedUnit>,
    pub(super) location: Option<i64>,
    pub(super) quote: Quote,
    /// Wallet item used as the discount.
    pub(super) discount_item_id: Option<i64>,
}

impl Priced {
    pub(super) fn has_club(&self) -> bool {
        self.units.iter().any(PricedUnit::is_club)
    }
}

/// Get a quote for an order
///
/// Needs neither an address nor accepted terms; `requires` lists what the order will need.
#[utoipa::path(post, path = "/orders/quote", tag = "checkout", request_body = OrderBody,
    responses((status = 200, body = Envelope<Quote>)))]
pub(super) async fn quote_order(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Json(body): Json<OrderBody>,
) -> Result<Answer<Quote>, ApiError> {
    let saved = site::saved_config(&tenant).await?;
    let entries = read_entries(&body, &saved.config.country)?;
    let formats = Formats::new(locale, &saved.config.country, saved.config.currency);
    let moment = wallet::moment(&tenant).await?;
    let mut db = tenant.read().await?;
    let priced = price(&mut db, &tenant, &person, body.location_id, entries, &formats, moment).await?;
    Ok(Answer(priced.quote))
}

/// Cleaned entries. `country`: the site's, for the states in addresses.
///
/// # Errors
/// [`CheckoutError::Fields`]
pub(super) fn read_entries(body: &OrderBody, country: &str) -> Result<Entries, CheckoutError> {
    if body.products.is_empty() || body.products.len() > MAX_UNITS {
        return Err(CheckoutError::field(
            "products",
            Text::new("Select 1 to {most} items.").with("most", MAX_UNITS),
        ));
    }
    Ok(entries::check(body, &state_codes_of(country))?)
}

/// Checks and prices `entries` for `person`.
///
/// # Errors
/// Those that name the unit at fault.
pub(super) async fn price(
    db: &mut TenantRead,
    tenant: &TenantContext,
    person: &Person,
    location_id: Option<i64>,
    entries: Entries,
    formats: &Formats,
    moment: Moment,
) -> Result<Priced, CheckoutError> {
    let chosen = location_id.filter(|id| *id != 0);
    if let Some(id) = chosen
        && !catalog::location_exists(db, id).await?
    {
        return Err(CheckoutError::field("locationId", "Unknown location."));
    }
    let home = identity::find_account(db, person.id)
        .await?
        .and_then(|account| account.home_location_id);
    let location = catalog::pricing_location(db, chosen, home).await?;
    let listings = listings(db, tenant, &entries).await?;
    let club = listings
        .values()
        .any(|listing| listing.product_type == ProductType::AppClub);
    let was_member = club && clubs::was_ever_member(db, person.id).await?;
    let vehicle_missing = club && !identity::has_vehicle(db, person.id).await?;
    let (mut rates, mut reloads) = (Rates::at(location), Reloads::default());
    let (mut units, mut credit) = (Vec::with_capacity(entries.units.len()), None);
    let home_address = match entries.asks_for_home() {
        true => shipping::home_address(db, person.id).await?,
        false => None,
    };
    for (index, mut unit) in entries.units.into_iter().enumerate() {
        let listing = listings.get(&unit.product_id).cloned().ok_or_else(|| {
            let field = format!("products[{index}].productId");
            CheckoutError::field(field, "This is no longer for sale.")
        })?;
        cart::check_unit(index, &unit, &listing, chosen)?;
        if listing.product_type == ProductType::GiftCardRecharge {
            let entered = unit.card_number.as_deref().unwrap_or_default();
            let added = reloads.add(db, tenant, entered, listing.value, formats).await?;
            added.map_err(|message| CheckoutError::field(format!("products[{index}].cardNumber"), message))?;
        }
        unit.destination = if listing.product_type.is_fulfillable() {
            let wanted = unit.destination.or_else(|| entries.destination.clone());
            Destination::resolve(wanted, home_address.as_ref())
        } else {
            None
        };
        let rate = rates.of(db, &listing, unit.destination.as_ref()).await?;
        let mut priced = PricedUnit::new(unit, listing, rate, was_member);
        if was_member && priced.is_club() {
            credit = credit_for_month(db, person.id, (index, &mut priced), moment.today).await?;
        }
        units.push(priced);
    }
    cart::check_together(&units)?;
    let taken = if units.iter().any(discount::is_discountable) {
        let mut discounts = discounts::of_customer(db, person.id, location.unwrap_or(0), moment).await?;
        discounts.retain(|discount| !entries.kept_discounts.contains(&discount.item_id));
        discount::take_best(&mut units, discounts)
    } else {
        None
    };
    let discount = taken.as_ref().map(|taken| Deduction {
        name: taken.name.clone(),
        amount: units.iter().map(|unit| unit.discount).sum(),
        taxes: units.iter().map(|unit| unit.saved.discount).sum(),
    });
    let mut quote = quote(&units, (credit, discount), formats.currency(), vehicle_missing)
        .ok_or_else(|| CheckoutError::field("products", "You can't buy this much at once."))?;
    quote.discount_item_id = taken.as_ref().map(|taken| taken.item_id);
    Ok(Priced {
        units,
        location,
        quote,
        discount_item_id: taken.map(|taken| taken.item_id),
    })
}

/// Requested products that are on sale, each read once.
async fn listings(
    db: &mut TenantRead,
    tenant: &TenantContext,
    entries: &Entries,
) -> Result<BTreeMap<i64, Listing>, sqlx::Error> {
    let mut found = BTreeMap::new();
    for unit in &entries.units {
        if !found.contains_key(&unit.product_id)
            && let Some(listing) = catalog::find_on_sale(db, unit.product_id, tenant.now()).await?
        {
            found.insert(unit.product_id, listing);
        }
    }
    Ok(found)
}

/// Tax rates of a location, each read once.
struct Rates {
    location: Option<i64>,
    known: BTreeMap<String, i64>,
}

impl Rates {
    fn at(location: Option<i64>) -> Self {
        Self {
            location,
            known: BTreeMap::new(),
        }
    }

    /// Parts per million for `listing`. Shipped goods are taxed at their destination, if it has a rate.
    async fn of(
        &mut self,
        db: &mut TenantRead,
        listing: &Listing,
        destination: Option<&Destination>,
    ) -> Result<i64, sqlx::Error> {
        if let Some(Destination::To(address)) = destination
            && let Some(rate) = catalog::ship_to_rate(db, &address.state).await?
        {
            return Ok(rate);
        }
        if let Some(rate) = self.known.get(&listing.tax_class) {
            return Ok(*rate);
        }
        let rate = catalog::tax_rate(db, self.location, &listing.tax_class).await?;
        self.known.insert(listing.tax_class.clone(), rate);
        Ok(rate)
    }
}

/// Prices `unit`, the one with this index, as a replacement of the customer's club, if it is one. Returns its credit. A
/// refunded or disputed month has no value, a partially refunded one its share.
///
/// # Errors
/// [`CheckoutError::PlanChange`]
async fn credit_for_month(
    db: &mut TenantRead,
    customer_id: i64,
    (index, unit): (usize, &mut PricedUnit),
    today: Date,
) -> Result<Option<Deduction>, CheckoutError> {
    let club = (unit.listing.id, unit.listing.price, unit.tax_rate);
    let Some(change) = clubs::change_of_club(db, customer_id, club, today).await? else {
        return Ok(None);
    };
    let found = match change.map_err(|refusal| CheckoutError::PlanChange { index, refusal })? {
        ClubChange::AtOnce(credit) => credit,
        ClubChange::Later(day) => {
            unit.begin_on(day);
            return Ok(None);
        }
    };
    let amount = match found.order_line_id {
        Some(line) if parts::is_returned(db, line).await? || disputes::is_disputed(db, line).await? => 0,
        Some(line) => parts::split_line(db, line).await?.kept_of(found.amount.amount()),
        None => found.amount.amount(),
    };
    unit.credit_month(found.period_id, found.amount.with(amount));
    Ok((unit.credit > 0).then_some(Deduction {
        name: found.club,
        amount: unit.credit,
        taxes: unit.saved.credit,
    }))
}

/// Amounts that an order has added to gift cards so far.
#[derive(Default)]
struct Reloads {
    /// Minor units by card.
    planned: BTreeMap<i64, i64>,
}

impl Reloads {
    /// Adds a reload of `value` minor units. The inner error concerns the card: it is unknown, inactive, or full.
    async fn add(
        &mut self,
        db: &mut TenantRead,
        tenant: &TenantContext,
        entered: &str,
        value: i64,
        formats: &Formats,
    ) -> Result<Result<(), Text>, Fault> {
        let number = match cards::parse_number(entered) {
            Ok(number) => number,
            Err(message) => return Ok(Err(message.into())),
        };
        let Some(card) = gift_cards::find(db, tenant, &number).await? else {
            return Ok(Err(cards::NOT_FOUND.into()));
        };
        if !card.is_in_use() {
            return Ok(Err("This card can't be reloaded.".into()));
        }
        let planned = self.planned.entry(card.id).or_default();
        *planned = planned.saturating_add(value);
        if cards::has_room(card.balance, *planned) {
            return Ok(Ok(()));
        }
        Ok(Err(full(formats)))
    }
}

/// Message for a card that can't hold more.
fn full(formats: &Formats) -> Text {
    Text::new("A card can hold up to {most}.").with("most", formats.money(*MAX_STORED_VALUE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit_is_formatted_for_the_language() {
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
