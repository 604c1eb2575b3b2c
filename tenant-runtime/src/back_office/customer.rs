use std::collections::HashMap;

use jiff::Timestamp;
use platform::audit;
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::gift_cards::{self, BoughtCard};
use crate::gifts::{self, GiftRecord};
use crate::http::{Person, Role, Version};
use crate::identity::{self, Account, Block, Contact, Trace, Vehicle};
use crate::loyalty::{self, ReferralRecord};
use crate::notifications::bounces::{self, Bounce};
use crate::notifications::inbox::{self, Notification};
use crate::notifications::push::{self, Device};
use crate::offers::{self, ClaimRecord};
use crate::payments::{self, CardOnFile};
use crate::survey::{self, Response};
use crate::tenant::Tenant;
use crate::wallet::{self, HeldItem};

/// Customer details. Orders, memberships and points have their own lists.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CustomerDetail {
    account: Account,
    /// Changes when the name, address or phone number changes.
    contact_version: Version,
    /// Changes when the vehicle changes.
    vehicle_version: Version,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// BCP 47 language of emails and notifications; null for the site's default.
    language: Option<String>,
    /// Null if the account isn't blocked.
    blocked: Option<BlockedSince>,
    /// Customer whose referral code was used at sign-up.
    referred_by: Option<Friend>,
    /// Null before a vehicle is entered.
    vehicle: Option<Vehicle>,
    card: CardOnFile,
    items: Vec<HeldItem>,
    gift_cards: Vec<BoughtCard>,
    gifts: Vec<GiftRecord>,
    claims: Vec<ClaimRecord>,
    referrals: Vec<ReferralRecord>,
    notifications: Vec<Notification>,
    /// Emails to the customer's address that bounced, newest first.
    bounces: Vec<ReturnedMail>,
    answers: Vec<Response>,
    sessions: Vec<Trace>,
    devices: Vec<Trace>,
    push_devices: Vec<Device>,
    /// Latest staff actions, newest first; up to 50.
    trail: Vec<StaffAct>,
}

/// Staff action on a customer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffAct {
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// Null if the account was deleted.
    by: Option<String>,
    /// Action as in the audit log, such as `customer_blocked`.
    action: String,
    /// Null if none is required.
    reason: Option<String>,
}

/// Block of an account, with its start.
#[derive(Serialize, ToSchema)]
struct BlockedSince {
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    reason: String,
}

/// Bounced email.
#[derive(Serialize, ToSchema)]
struct ReturnedMail {
    /// Email template, such as `receipt`.
    kind: String,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// Response of the mail server.
    words: String,
}

/// Other customer of a referral.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Friend {
    user_id: String,
    name: Option<String>,
}

impl From<Block> for BlockedSince {
    fn from(Block { at, reason }: Block) -> Self {
        Self { at, reason }
    }
}

impl From<Bounce> for ReturnedMail {
    fn from(bounce: Bounce) -> Self {
        Self {
            kind: bounce.kind,
            at: bounce.bounced_at,
            words: bounce.words,
        }
    }
}

impl From<Contact> for Friend {
    fn from(contact: Contact) -> Self {
        Self {
            user_id: contact.id.to_string(),
            name: contact.name,
        }
    }
}

/// Get a customer
#[utoipa::path(get, path = "/admin/customers/{userId}", tag = "admin", params(("userId" = String, Path)),
    responses((status = 200, body = Envelope<CustomerDetail>)))]
pub(super) async fn get_customer(tenant: Tenant, Path(id): Path<i64>) -> Result<Answer<CustomerDetail>, ApiError> {
    let mut db = tenant.read().await?;
    let account = identity::load_account(&mut db, id).await?;
    let background = identity::background(&mut db, id).await?;
    let (account, background) = account.zip(background).ok_or_else(ApiError::not_found)?;
    let friends = match background.referred_by {
        Some(friend) => identity::contacts(&mut db, &[friend]).await?,
        None => Vec::new(),
    };
    // Notifications are in the customer's language.
    let person = Person {
        id,
        role: Role::Customer,
        email_confirmed: account.email_confirmed,
        session: String::new(),
        unlocked_until: None,
        language: background.language.clone(),
        lacks_second_factor: false,
    };
    let vehicle = identity::vehicle_of(&mut db, id).await?;
    let (contact_version, vehicle_version) = identity::customer_versions(&account, vehicle.as_ref())?;
    Ok(Answer(CustomerDetail {
        contact_version,
        vehicle_version,
        created_at: background.created_at,
        language: background.language,
        blocked: background.block.map(BlockedSince::from),
        referred_by: friends.into_iter().next().map(Friend::from),
        vehicle,
        card: payments::card_on_file(&mut db, id).await?,
        items: wallet::held_by(&tenant, &mut db, id).await?,
        gift_cards: gift_cards::bought_by(&mut db, id).await?,
        gifts: gifts::of_customer(&mut db, id).await?,
        claims: offers::claims_of(&mut db, id).await?,
        referrals: loyalty::referrals_of(&mut db, id).await?,
        notifications: inbox::of_person(&tenant, &mut db, &person).await?,
        bounces: returned_from(&mut db, &account.email).await?,
        answers: survey::responses_of(&mut db, id).await?,
        sessions: identity::sessions(&mut db, id).await?,
        devices: identity::devices(&mut db, id).await?,
        push_devices: push::devices_of(&mut db, id).await?,
        trail: trail_of(&mut db, id).await?,
        account,
    }))
}

async fn returned_from(db: &mut TenantRead, email: &str) -> Result<Vec<ReturnedMail>, sqlx::Error> {
    let bounces = bounces::from_address(db, email).await?;
    Ok(bounces.into_iter().map(ReturnedMail::from).collect())
}

/// Number of actions shown on a page.
const SHOWN: i64 = 50;

async fn trail_of(db: &mut TenantRead, id: i64) -> Result<Vec<StaffAct>, sqlx::Error> {
    let filter = audit::Filter {
        subject: Some(format!("customer:{id}")),
        limit: SHOWN,
        ..audit::Filter::default()
    };
    let entries = audit::entries(db, &filter).await?;
    let id_of = |actor: &str| -> Option<i64> { actor.strip_prefix("customer:")?.parse().ok() };
    let staff: Vec<i64> = entries.iter().filter_map(|entry| id_of(&entry.actor)).collect();
    let contacts = identity::contacts(db, &staff).await?;
    let names: HashMap<i64, Option<String>> = contacts.into_iter().map(|contact| (contact.id, contact.name)).collect();
    let act = |entry: audit::Recorded| StaffAct {
        at: entry.at,
        by: id_of(&entry.actor).and_then(|id| names.get(&id).cloned().flatten()),
        action: entry.action,
        reason: entry.detail.get("reason").and_then(Value::as_str).map(str::to_owned),
    };
    Ok(entries.into_iter().map(act).collect())
}
