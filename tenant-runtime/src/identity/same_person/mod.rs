//! Accounts of the same person (docs/RULES.md#the-same-person): what a site gives once per person is not given again to a second
//! account, nor after the first account was deleted.
//!
//! Every address, card and plate of an account leaves a digest, under a key that is derived for this site and this purpose. Digests
//! outlive the account. They can be compared, and say nothing by themselves.

mod rules;
mod store;

use platform::db::{TenantRead, TenantWrite};

pub use rules::Identifier;

use crate::domain::Event;
use crate::error::Fault;
use crate::payments;
use crate::tenant::TenantContext;

/// All accounts of the same person, including this one and deleted ones.
pub async fn accounts_of_person(db: &mut TenantRead, customer_id: i64) -> Result<Vec<i64>, sqlx::Error> {
    let mut accounts = store::others(db, customer_id).await?;
    accounts.push(customer_id);
    Ok(accounts)
}

/// First card, plate or address that two accounts have or had in common.
pub async fn shared_identifier(db: &mut TenantRead, one: i64, other: i64) -> Result<Option<Identifier>, sqlx::Error> {
    for identifier in [Identifier::Card, Identifier::Plate, Identifier::Email] {
        if store::is_shared(db, one, other, identifier).await? {
            return Ok(Some(identifier));
        }
    }
    Ok(None)
}

/// Keeps the digest of an account's address in place of the one before: a mistyped address is not its owner's.
pub(super) async fn keep_email(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    email: &str,
) -> Result<(), sqlx::Error> {
    store::delete_email(db, customer_id).await?;
    keep(
        db,
        tenant,
        customer_id,
        (Identifier::Email, &rules::folded_email(email)),
    )
    .await
}

/// Keeps the digest of a plate. `license`: as a vehicle keeps it.
pub(super) async fn keep_plate(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    (license, state): (&str, &str),
) -> Result<(), sqlx::Error> {
    let plate = rules::folded_plate(license, state);
    keep(db, tenant, customer_id, (Identifier::Plate, &plate)).await
}

/// Keeps the digest of the card on file.
pub(super) async fn keep_card(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
) -> Result<(), sqlx::Error> {
    let card = payments::card_on_file(db, customer_id).await?;
    let expiry = card.expiration_year.zip(card.expiration_month);
    let last_four = card
        .masked_card_number
        .as_deref()
        .and_then(|number| number.rsplit(' ').next());
    let (Some(brand), Some(last_four), Some(expiry)) = (&card.card_type, last_four, expiry) else {
        return Ok(());
    };
    let card = rules::folded_card(brand, last_four, expiry);
    keep(db, tenant, customer_id, (Identifier::Card, &card)).await
}

/// Accounts above the id `after` that have no digests yet, at most `limit`, in ascending order.
pub(super) async fn undigested(db: &mut TenantRead, after: i64, limit: i64) -> Result<Vec<i64>, sqlx::Error> {
    store::undigested(db, after, limit).await
}

/// Stores the digest of an added card.
pub async fn on_event(db: &mut TenantWrite, tenant: &TenantContext, event: Event) -> Result<(), Fault> {
    if let Event::CardStored { customer_id } = event {
        keep_card(db, tenant, customer_id).await?;
    }
    Ok(())
}

async fn keep(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    (identifier, folded): (Identifier, &str),
) -> Result<(), sqlx::Error> {
    let digest = tenant.keys().hmac(identifier.purpose(), folded.as_bytes());
    store::insert(db, customer_id, identifier, &digest).await
}
