//! First owner of a new site, invited by the provider because the team is still empty.

use jiff::Timestamp;
use platform::audit::{self, Change};
use platform::db::TenantWrite;
use platform::random::Random;
use serde_json::json;

use super::invitations::subject;
use super::{jobs, rules, store};
use crate::error::Fault;
use crate::fields::{FieldErrors, Notes, email, email_key};
use crate::http::Role;
use crate::identity::staff::{self, Newcomer};
use crate::site;

/// Actor in the site's audit log.
const PROVIDER: &str = "provider";

/// First owner of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstOwner {
    first_name: String,
    last_name: String,
    email: String,
}

impl FirstOwner {
    /// Missing names are derived from the address.
    ///
    /// # Errors
    /// Message for `ownerEmail`, `ownerFirstName` or `ownerLastName`.
    pub fn new(address: &str, first_name: Option<&str>, last_name: Option<&str>) -> Result<Self, FieldErrors> {
        let mut notes = Notes::default();
        let email = notes.take("ownerEmail", email(address));
        let (first, last) = rules::names_in(&email);
        let first_name = notes.take("ownerFirstName", staff::check_name(first_name.unwrap_or(&first)));
        let last_name = notes.take("ownerLastName", staff::check_name(last_name.unwrap_or(&last)));
        notes.into_result(Self {
            first_name,
            last_name,
            email,
        })
    }

    pub fn email(&self) -> &str {
        &self.email
    }
}

/// Invites `owner` in the transaction that fills a new site's file. Creates an account no one can log in to before
/// accepting; `password_hash` is of an unknown password. The email, which names the account's `company`, is sent by a
/// job.
pub async fn invite_first_owner(
    db: &mut TenantWrite,
    random: &dyn Random,
    now: Timestamp,
    password_hash: &str,
    owner: &FirstOwner,
    company: &str,
) -> Result<(), Fault> {
    let language = site::first_language(db).await?;
    let newcomer = Newcomer {
        first_name: &owner.first_name,
        last_name: &owner.last_name,
        email: &owner.email,
        email_key: &email_key(&owner.email),
        cell_phone_number: "",
        language: &language,
    };
    let account = staff::expect(db, random, now, &newcomer, password_hash).await?;
    let new = store::NewInvitation {
        first_name: newcomer.first_name,
        last_name: newcomer.last_name,
        email: newcomer.email,
        email_key: newcomer.email_key,
        role: Role::Owner,
        language: &language,
        company: Some(company),
        invited_by: account,
        sent_at: now.as_millisecond(),
        expires_at: (now + rules::LIFETIME).as_millisecond(),
    };
    let id = store::insert(db, &new).await?;
    let id = id.ok_or_else(|| Fault::internal("a new site already has an invitation"))?;
    jobs::enqueue(db, now, id).await?;
    let change = Change::made(json!({ "role": Role::Owner }));
    audit::note(db, now, PROVIDER, "staff_invited", &subject(id), change).await?;
    Ok(())
}
