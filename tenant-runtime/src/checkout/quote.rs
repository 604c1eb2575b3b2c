//! Pricing an order: the same for a quote and for the purchase.

use std::collections::BTreeMap;

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Json, Text};

use super::error::CheckoutError;
use super::plan_changes;
use super::reloads::Reloads;
use super::rules::entries::{self, Destination, Entries};
use super::rules::{self, MAX_UNITS, PricedUnit};
use super::rules::{cart, discount};
use super::store::addresses;
use super::wire::{Deduction, OrderBody, Quote};
use crate::catalog::{self, Listing, ProductType};
use crate::clubs;
use crate::http::Person;
use crate::identity;
use crate::language::{Formats, Locale};
use crate::site;
use crate::site::states_of;
use crate::tenant::Tenant;
use crate::wallet::rules::item::Moment;
use crate::wallet::{self, discounts};

/// An order with its prices of this moment.
pub(super) struct Priced {
    pub(super) units: Vec<PricedUnit>,
    pub(super) location: Option<i64>,
    pub(super) quote: Quote,
    /// The wallet item that is taken off.
    pub(super) discount_item_id: Option<i64>,
}

impl Priced {
    pub(super) fn has_club(&self) -> bool {
        self.units.iter().any(PricedUnit::is_club)
    }
}

/// Price an order
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

/// What was typed, clean; `country`: the site's, whose states an address may name.
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
    let states: Vec<&str> = states_of(country).iter().map(|state| state.code).collect();
    Ok(entries::check(body, &states)?)
}

/// Checks and prices `entries` for `person`.
///
/// # Errors
/// Those that name the unit at fault.
pub(super) async fn price(
    db: &mut TenantRead,
    tenant: &Tenant,
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
        true => addresses::home(db, person.id).await?,
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
            credit = plan_changes::credit(db, person.id, (index, &mut priced), moment.today).await?;
        }
        units.push(priced);
    }
    cart::check_together(&units)?;
    let taken = if units.iter().any(discount::is_discountable) {
        let discounts = discounts::of_customer(db, person.id, location.unwrap_or(0), moment).await?;
        discount::take_best(&mut units, discounts)
    } else {
        None
    };
    let discount = taken.as_ref().map(|taken| Deduction {
        name: taken.name.clone(),
        amount: units.iter().map(|unit| unit.discount).sum(),
        taxes: units.iter().map(|unit| unit.saved.discount).sum(),
    });
    let quote = rules::quote(&units, (credit, discount), formats.currency(), vehicle_missing)
        .ok_or_else(|| CheckoutError::field("products", "You can't buy this much at once."))?;
    Ok(Priced {
        units,
        location,
        quote,
        discount_item_id: taken.map(|taken| taken.item_id),
    })
}

/// What is on sale of what is wanted, each product read once.
async fn listings(
    db: &mut TenantRead,
    tenant: &Tenant,
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

    /// Parts per million for `listing`. What is sent is taxed where it goes, if that has a rate.
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
