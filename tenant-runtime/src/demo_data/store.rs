//! Writes generated data: one statement per table, with the rows as JSON.

mod orders;

use platform::causes::undecodable;
use std::collections::HashSet;

use jiff::tz::TimeZone;
use platform::db::{TenantRead, TenantWrite};
use serde::Serialize;

use super::build::Ids;
use super::rows::{Batch, CustomerRow, ItemRow, Surroundings};
use super::year::{Points, Product, Shop};
use crate::catalog::UseLimit;
use crate::checkout;

/// Products of the site; `None` without a config or merchant.
pub(super) async fn shop(db: &mut TenantRead) -> Result<Option<Shop>, sqlx::Error> {
    let site = sqlx::query!(
        r#"SELECT config ->> 'timeZone' AS "zone?: String", config ->> 'currency' AS "currency?: String",
                  config ->> 'loyaltyProgram' AS "loyalty?: bool",
                  COALESCE((SELECT settings ->> 'pointGoal' FROM loyalty_settings), 10000) AS "goal!: i64",
                  COALESCE((SELECT settings ->> 'pointsPerUnit' FROM loyalty_settings), 100) AS "per_unit!: i64",
                  COALESCE((SELECT name FROM payments_processor), 'moneris') AS "processor!: String",
                  COALESCE((SELECT html FROM site_texts WHERE kind = 'clubTerms' ORDER BY id DESC LIMIT 1), '')
                      AS "terms!: String"
           FROM site_configs ORDER BY revision DESC LIMIT 1"#
    )
    .fetch_optional(db.conn())
    .await?;
    let Some(site) = site else { return Ok(None) };
    let locations = sqlx::query_scalar!(r#"SELECT id AS "id!" FROM catalog_locations ORDER BY id"#)
        .fetch_all(db.conn())
        .await?;
    let products = sqlx::query!(
        r#"SELECT id AS "id!", product_type, name, price, value, signup_price, quantity, use_limit, use_limit_per,
                  tax_class, locations
           FROM catalog_products
           WHERE active = 1 AND product_type IN ('AppWash', 'AppBundle', 'AppClub', 'GiftCard', 'Swag')
           ORDER BY id"#
    )
    .fetch_all(db.conn())
    .await?;
    let products = products.into_iter().map(|row| {
        Ok(Product {
            id: row.id,
            kind: row
                .product_type
                .parse()
                .map_err(|_| sqlx::Error::Decode(row.product_type.into()))?,
            name: row.name,
            price: row.price,
            value: row.value,
            signup_price: row.signup_price,
            quantity: row.quantity.unwrap_or(1),
            limit: UseLimit::of_columns(row.use_limit, row.use_limit_per.as_deref()),
            tax_class: row.tax_class,
            locations: serde_json::from_str(&row.locations).map_err(undecodable)?,
        })
    });
    let rates = sqlx::query!("SELECT location_id, tax_class, rate_ppm FROM catalog_taxes")
        .fetch_all(db.conn())
        .await?;
    Ok(Some(Shop {
        zone: TimeZone::get(site.zone.as_deref().unwrap_or("UTC")).unwrap_or(TimeZone::UTC),
        currency: site.currency.unwrap_or_default(),
        processor: site.processor,
        terms_version: checkout::terms_version(&site.terms),
        terms: site.terms,
        points: site.loyalty.unwrap_or_default().then_some(Points {
            per_unit: site.per_unit,
            goal: site.goal,
        }),
        locations,
        products: products.collect::<Result<_, sqlx::Error>>()?,
        rates: rates
            .into_iter()
            .map(|row| (row.location_id, row.tax_class, row.rate_ppm))
            .collect(),
    }))
}

/// Highest IDs in use.
pub(super) async fn last_ids(db: &mut TenantRead) -> Result<Ids, sqlx::Error> {
    sqlx::query_as!(
        Ids,
        r#"SELECT (SELECT COALESCE(MAX(id), 0) FROM customers) AS "customers!: i64",
                  (SELECT COALESCE(MAX(id), 0) FROM offers) AS "offers!: i64",
                  (SELECT COALESCE(MAX(id), 0) FROM checkout_orders) AS "orders!: i64",
                  (SELECT COALESCE(MAX(id), 0) FROM checkout_order_lines) AS "lines!: i64",
                  (SELECT COALESCE(MAX(id), 0) FROM checkout_reversals) AS "reversals!: i64",
                  (SELECT COALESCE(MAX(id), 0) FROM checkout_addresses) AS "addresses!: i64",
                  (SELECT COALESCE(MAX(id), 0) FROM wallet_items) AS "items!: i64",
                  (SELECT COALESCE(MAX(id), 0) FROM gift_cards) AS "cards!: i64",
                  (SELECT COALESCE(MAX(id), 0) FROM club_memberships) AS "memberships!: i64",
                  (SELECT COALESCE(MAX(id), 0) FROM terminal_sales) AS "kiosk_sales!: i64""#
    )
    .fetch_one(db.conn())
    .await
}

/// Digests of the site's codes.
pub(super) async fn codes(db: &mut TenantRead) -> Result<HashSet<Vec<u8>>, sqlx::Error> {
    let codes = sqlx::query_scalar!("SELECT code_hmac FROM wallet_items")
        .fetch_all(db.conn())
        .await?;
    Ok(codes.into_iter().collect())
}

/// Inserts customers with their vehicles. Their password hashes match no password.
pub(super) async fn insert_customers(db: &mut TenantWrite, rows: &[CustomerRow]) -> Result<(), sqlx::Error> {
    let rows = json(rows)?;
    sqlx::query!(
        "INSERT INTO customers
             (id, email, email_key, email_confirmed_at, password_hash, first_name, last_name, birthday_month,
              birthday_day, cell_phone_number, opt_in_to_marketing, referral_code, home_location_id, created_at,
              updated_at, blocked_at, blocked_because, name_folded)
         SELECT value ->> 'id', value ->> 'email', value ->> 'email', value ->> 'at', '*', value ->> 'first',
                value ->> 'last', value ->> 'month', value ->> 'day', value ->> 'phone', value ->> 'marketing',
                value ->> 'referral', value ->> 'home', value ->> 'at', value ->> 'at', value ->> 'blocked',
                iif(value ->> 'blocked' IS NULL, NULL, 'Paid with the cards of others.'), value ->> 'folded'
         FROM json_each(?1)",
        rows
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "INSERT INTO identity_vehicles (customer_id, make, model, year, license, color, state, created_at, updated_at)
         SELECT value ->> 'id', value ->> 'make', value ->> 'model', value ->> 'year', value ->> 'plate',
                value ->> 'color', '', value ->> 'at', value ->> 'at'
         FROM json_each(?1)",
        rows
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Kiosks, deals, and accepted terms.
pub(super) async fn insert_surroundings(
    db: &mut TenantWrite,
    shop: &Shop,
    rows: &Surroundings,
) -> Result<(), sqlx::Error> {
    let (lanes, deals) = (json(&rows.lanes)?, json(&rows.deals)?);
    sqlx::query!(
        "INSERT INTO terminals (id, location_id, label, created_at)
         SELECT value ->> 'id', value ->> 'location', 'Demo lane', value ->> 'at' FROM json_each(?1)",
        lanes
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        r#"INSERT INTO offers
               (id, kind, name, description, terms, award, amount, starts_at, claim_limit, expiry, locations, kiosk,
                created_at, position)
           SELECT value ->> 'id', 'deal', value ->> 'name', value ->> 'description', '', value ->> 'award',
                  value ->> 'amount', value ->> 'at', 100, '{"type":"none"}', '[]', '{}', value ->> 'at',
                  value ->> 'id'
           FROM json_each(?1)"#,
        deals
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "INSERT INTO checkout_terms (version, body, first_accepted_at) VALUES (?, ?, 0) ON CONFLICT DO NOTHING",
        shop.terms_version,
        shop.terms
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Orders and everything that follows from them.
pub(super) async fn insert(db: &mut TenantWrite, shop: &Shop, batch: &Batch) -> Result<(), sqlx::Error> {
    // An order refers to the item that it spends, and an item to the order line it came with.
    let (bought, given): (Vec<&ItemRow>, Vec<&ItemRow>) = batch.items.iter().partition(|item| item.line.is_some());
    insert_items(db, &given).await?;
    orders::insert_orders(db, shop, batch).await?;
    insert_items(db, &bought).await?;
    insert_claims(db, batch).await?;
    insert_gift_cards(db, batch).await?;
    insert_clubs(db, batch).await?;
    insert_kiosk_sales(db, shop, batch).await?;
    orders::insert_audit(db, batch).await
}

async fn insert_items(db: &mut TenantWrite, items: &[&ItemRow]) -> Result<(), sqlx::Error> {
    let items = json(items)?;
    sqlx::query!(
        "INSERT INTO wallet_items
             (id, customer_id, order_line_id, item_type, name, label, code_hmac, code_sealed, purchased_at,
             expires_on, max_uses, use_count, state, is_gift, reversal_id, discount)
         SELECT value ->> 'id', value ->> 'customer', value ->> 'line', value ->> 'kind', value ->> 'name', '',
             unhex(value ->> 'lookup'), unhex(value ->> 'sealed'), value ->> 'at', value ->> 'expires', 1,
             value ->> 'used', value ->> 'state', 0, value ->> 'reversal', value ->> 'discount'
         FROM json_each(?1)",
        items
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Claimed deals and points.
async fn insert_claims(db: &mut TenantWrite, batch: &Batch) -> Result<(), sqlx::Error> {
    let claims = json(&batch.claims)?;
    sqlx::query!(
        "INSERT INTO offer_claims
             (offer_id, customer_id, item_id, claimed_at)
         SELECT value ->> 'offer', value ->> 'customer', value ->> 'item', value ->> 'at'
         FROM json_each(?1)",
        claims
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "UPDATE offers
         SET claimed = claimed + (SELECT COUNT(*) FROM json_each(?1) WHERE value ->> 'offer' = offers.id)",
        claims
    )
    .execute(db.conn())
    .await?;
    let points = json(&batch.points)?;
    sqlx::query!(
        "INSERT INTO loyalty_points
             (customer_id, kind, points, subject, created_at)
         SELECT value ->> 'customer', value ->> 'kind', value ->> 'points', value ->> 'subject', value ->> 'at'
         FROM json_each(?1)",
        points
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

async fn insert_gift_cards(db: &mut TenantWrite, batch: &Batch) -> Result<(), sqlx::Error> {
    let cards = json(&batch.cards)?;
    sqlx::query!(
        "INSERT INTO gift_cards
             (id, number_hmac, number_sealed, last_four, state, order_line_id, name, buyer_id, created_at, mailed_at)
         SELECT value ->> 'id', unhex(value ->> 'lookup'), unhex(value ->> 'sealed'), value ->> 'last_four',
             value ->> 'state', value ->> 'line', value ->> 'name', value ->> 'buyer', value ->> 'at', value ->> 'at'
         FROM json_each(?1)",
        cards
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "INSERT INTO audit (at, actor, role, action, subject, detail)
         SELECT value ->> 'at', 'demo', 'manager', 'gift_card_blocked', 'gift_card:' || (value ->> 'id'),
             json_object('reason', 'Reported stolen.')
         FROM json_each(?1) WHERE value ->> 'state' = 'blocked'",
        cards
    )
    .execute(db.conn())
    .await?;
    let holds = json(&batch.holds)?;
    sqlx::query!(
        "INSERT INTO gift_card_holds
             (id, gift_card_id, terminal_id, location_id, amount, captured, state, held_until, created_at,
             settled_at)
         SELECT value ->> 'id', value ->> 'card', value ->> 'lane', value ->> 'location', value ->> 'amount',
             value ->> 'amount', 'captured', value ->> 'at' + 600000, value ->> 'at', value ->> 'at'
         FROM json_each(?1)",
        holds
    )
    .execute(db.conn())
    .await?;
    let movements = json(&batch.movements)?;
    sqlx::query!(
        "INSERT INTO gift_card_movements
             (gift_card_id, kind, amount, order_line_id, hold_id, at)
         SELECT value ->> 'card', value ->> 'kind', value ->> 'amount', value ->> 'line', value ->> 'hold',
             value ->> 'at'
         FROM json_each(?1)",
        movements
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

async fn insert_clubs(db: &mut TenantWrite, batch: &Batch) -> Result<(), sqlx::Error> {
    let memberships = json(&batch.memberships)?;
    sqlx::query!(
        "INSERT INTO club_memberships
             (id, customer_id, order_line_id, product_id, name, price, monthly_price, use_limit, use_limit_per,
             license, license_state, accepted_terms, anchor_date, next_billing_date, status, billing_state, joined_at,
             ended_at, end_reason, unpaid_since)
         SELECT value ->> 'id', value ->> 'customer', value ->> 'line', value ->> 'product', value ->> 'name',
             value ->> 'price', value ->> 'monthly', value ->> 'limit', value ->> 'per', value ->> 'plate',
             (SELECT state FROM identity_vehicles WHERE customer_id = value ->> 'customer'), value ->> 'terms',
             value ->> 'anchor', value ->> 'next', value ->> 'status', value ->> 'billing',
             value ->> 'joined', value ->> 'ended', value ->> 'reason', value ->> 'unpaid_since'
         FROM json_each(?1)",
        memberships
    )
    .execute(db.conn())
    .await?;
    let periods = json(&batch.periods)?;
    sqlx::query!(
        "INSERT INTO club_periods
             (membership_id, period_start, period_end, amount, state, attempts, next_attempt_at, order_line_id)
         SELECT value ->> 'membership', value ->> 'start', value ->> 'end', value ->> 'amount', value ->> 'state',
             value ->> 'attempts', value ->> 'again', value ->> 'line'
         FROM json_each(?1)",
        periods
    )
    .execute(db.conn())
    .await?;
    let redemptions = json(&batch.redemptions)?;
    sqlx::query!(
        "INSERT INTO terminal_redemptions
             (id, terminal_id, location_id, item_id, membership_id, scanned_at, state, reserved_until,
             created_at, settled_at)
         SELECT value ->> 'id', value ->> 'lane', value ->> 'location', value ->> 'item', value ->> 'membership',
             value ->> 'at', 'confirmed', value ->> 'at' + 120000, value ->> 'at', value ->> 'at' + 20000
         FROM json_each(?1)",
        redemptions
    )
    .execute(db.conn())
    .await?;
    let uses = json(&batch.uses)?;
    sqlx::query!(
        "INSERT INTO club_uses
             (membership_id, used_on, location_id, at, redemption_id)
         SELECT value ->> 'membership', value ->> 'day', value ->> 'location', value ->> 'at',
             value ->> 'redemption'
         FROM json_each(?1)",
        uses
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

async fn insert_kiosk_sales(db: &mut TenantWrite, shop: &Shop, batch: &Batch) -> Result<(), sqlx::Error> {
    let sales = json(&batch.kiosk_sales)?;
    sqlx::query!(
        "INSERT INTO terminal_sales
             (id, terminal_id, location_id, lines, amount, taxes, currency, tender, sold_at, created_at)
         SELECT value ->> 'id', value ->> 'lane', value ->> 'location', value -> 'lines', value ->> 'amount',
             value ->> 'taxes', ?2, value ->> 'tender', value ->> 'at', value ->> 'at'
         FROM json_each(?1)",
        sales,
        shop.currency
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

fn json<T: Serialize + ?Sized>(rows: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(rows).map_err(|error| sqlx::Error::Encode(error.into()))
}
