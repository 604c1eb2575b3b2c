//! Interface between a domain and the rest. `domains.rs` lists all domains and passes the list down, so that no domain
//! depends on a higher one.

use futures_util::future::BoxFuture;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use platform::db::{TenantRead, TenantWrite};
use platform::jobs::Handlers;
use platform::keys::SiteKeys;
use platform::money::{Currency, decimal};
use serde::Serialize;
use serde_json::Value;
use sqlx::SqliteConnection;
use utoipa::ToSchema;

use crate::error::Fault;
use crate::http::{Person, Routes};
use crate::runtime::SharedRuntime;
use crate::tenant::TenantContext;

/// Entry in the list of domains.
pub struct Domain {
    /// Name of its folder.
    pub name: &'static str,
    pub routes: fn() -> Routes,
    pub jobs: fn(&mut Handlers, &SharedRuntime),
    /// Handler for events of other domains.
    pub subscription: Option<Subscription>,
    /// Check whether an account can be deleted.
    pub objection: Option<FindObjection>,
    /// Reason why the site's currency can't change.
    pub currency_objection: Option<FindCurrencyObjection>,
    /// Check whether a customer's card is needed, so it can't be removed.
    pub needs_card: Option<NeedsCard>,
    /// Erases personal data when an account is deleted.
    pub forget: Option<Forget>,
    /// Files for a customer's data export.
    pub exports: &'static [Export],
    /// Invariants of its tables.
    pub checks: &'static [Check],
    /// Items that need attention.
    pub waiting: &'static [Waiting],
    /// Steps of the setup guide.
    pub steps: &'static [Step],
}

/// Event that other domains can subscribe to. Published once, in the transaction that causes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The customer proved ownership of the address.
    EmailConfirmed { customer_id: i64 },
    /// Someone signed up with a friend's code.
    Referred { friend_id: i64, referrer_id: i64 },
    /// Staff changed a vehicle.
    VehicleChanged { customer_id: i64 },
    /// Prices started or stopped including tax. `gross`: whether they include it.
    PriceBasisChanged { gross: bool },
    /// The site moved to another time zone. `before`: revision of the config with the previous one.
    TimeZoneChanged { before: i64 },
    /// The site switched to another merchant account. `actor_id`: customer ID of the owner who changed it. `left_id`:
    /// the previous account.
    MerchantAccountChanged {
        actor_id: i64,
        account_id: i64,
        left_id: i64,
    },
    /// A card was added or replaced.
    CardStored { customer_id: i64 },
    /// An order placed at a kiosk with a token was paid.
    KioskOrderPaid { order_id: i64 },
    /// A kiosk sold something for cash or with its own card reader. `customer_id`: customer who showed a code. `net`:
    /// minor units before tax.
    KioskSale {
        sale_id: i64,
        customer_id: Option<i64>,
        net: i64,
    },
    /// The order of a renewal was paid.
    RenewalPaid(RenewalOrder),
    /// The outcome of a renewal's charge is unknown.
    RenewalInDoubt(RenewalOrder),
    /// The order of a renewal failed.
    RenewalFailed(RenewalOrder, Failure),
}

/// Order that renews a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenewalOrder {
    pub membership_id: i64,
    /// The order's only line.
    pub order_line_id: i64,
}

/// Reason for a failed renewal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The processor didn't respond in time. An outage, which the member can't fix.
    Unreachable,
    /// The processor responded without asking the bank, for example because it doesn't know the card.
    NotAsked,
    /// The card was declined. A retry may succeed.
    Soft,
    /// Permanently declined card.
    Hard,
}

/// Handles an event within its transaction. Slow or fallible work is enqueued as a job.
pub type Subscription = for<'a> fn(&'a mut TenantWrite, &'a TenantContext, Event) -> BoxFuture<'a, Result<(), Fault>>;

/// Reason why an account can't be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objection {
    /// The account is the site's only owner.
    LastOwner,
    /// A payment of the customer isn't settled.
    PaymentPending,
}

/// Returns a reason against deleting a customer's account, if any.
pub type FindObjection = for<'a> fn(&'a mut TenantRead, i64) -> BoxFuture<'a, Result<Option<Objection>, Fault>>;

/// Reason why a site can't change its currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CurrencyObjection {
    /// It has orders or entries in its books, which are amounts in the current one.
    Sold,
    /// The site's payment processor doesn't accept the new one.
    Processor { accepted: &'static [&'static str] },
}

/// Returns a reason against a currency, if any.
pub type FindCurrencyObjection = for<'a> fn(
    &'a mut TenantRead,
    &'a TenantContext,
    Currency,
) -> BoxFuture<'a, Result<Option<CurrencyObjection>, Fault>>;

/// Whether a customer's card is needed.
pub type NeedsCard = for<'a> fn(&'a mut TenantRead, i64) -> BoxFuture<'a, Result<bool, Fault>>;

/// Erases a customer's personal data within the transaction that deletes the account. Lower domains run first.
pub type Forget = for<'a> fn(&'a mut TenantWrite, &'a TenantContext, i64) -> BoxFuture<'a, Result<(), Fault>>;

/// File in a customer's data export.
pub struct Export {
    /// File name, such as `vehicle.json`.
    pub file: &'static str,
    pub content: for<'a> fn(&'a TenantContext, &'a mut TenantRead, &'a Person) -> BoxFuture<'a, Result<Value, Fault>>,
}

/// Site whose file is being checked.
pub struct CheckedSite<'a> {
    db: &'a mut TenantRead,
    keys: &'a SiteKeys,
    is_sealed: bool,
    now: Timestamp,
    /// `None` if the site has no valid config.
    currency: Option<Currency>,
}

impl<'a> CheckedSite<'a> {
    /// `is_sealed`: whether the site's ledger has been sealed, according to the index of files.
    pub const fn new(
        db: &'a mut TenantRead,
        (keys, is_sealed): (&'a SiteKeys, bool),
        now: Timestamp,
        currency: Option<Currency>,
    ) -> Self {
        Self {
            db,
            keys,
            is_sealed,
            now,
            currency,
        }
    }

    pub fn db(&mut self) -> &mut TenantRead {
        self.db
    }

    pub fn conn(&mut self) -> &mut SqliteConnection {
        self.db.conn()
    }

    pub const fn keys(&self) -> &'a SiteKeys {
        self.keys
    }

    /// Whether the site's ledger has been sealed, according to the index of files.
    pub const fn is_sealed(&self) -> bool {
        self.is_sealed
    }

    /// The instant `delay` from now, in milliseconds.
    pub fn later(&self, delay: SignedDuration) -> i64 {
        self.now
            .saturating_add(delay)
            .map_or(i64::MAX, Timestamp::as_millisecond)
    }

    /// Currency of the site.
    pub const fn currency(&self) -> Option<Currency> {
        self.currency
    }

    /// Formats minor units, such as `-12.50`.
    pub fn money(&self, minor_units: i64) -> String {
        self.currency
            .map_or_else(|| minor_units.to_string(), |currency| decimal(minor_units, &currency))
    }
}

/// Returns violations of an invariant as texts.
pub type Check = for<'a, 'b> fn(&'a mut CheckedSite<'b>) -> BoxFuture<'a, Result<Vec<String>, sqlx::Error>>;

/// Type of item that needs attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitingKind {
    /// The server's clock may be wrong, so background jobs wait.
    ClockHeld,
    /// Orders whose payment status is unknown.
    UnknownCharges,
    /// Approved orders that need review.
    FlaggedOrders,
    /// Refunds whose status is unknown.
    UnknownRefunds,
    /// Open disputes.
    OpenDisputes,
    /// Orders with merchandise to ship.
    GoodsToSend,
    /// Products that are low on stock.
    LowStock,
    /// Memberships that are past due.
    UnpaidMembers,
    /// Paired terminals that haven't connected for a day.
    SilentTerminals,
    /// Bounced emails: the recipient's server rejects them permanently.
    BouncedMails,
    /// Custom email templates that failed for a recipient, who got the default email.
    FailedTemplates,
    /// Emails that couldn't be delivered.
    UndeliveredMails,
    /// Other failed jobs.
    DeadJobs,
}

/// Number of items of one type that need attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub count: i64,
    /// Day on which the first one is due. `None` without a deadline.
    pub due: Option<Date>,
}

impl From<i64> for Load {
    fn from(count: i64) -> Self {
        Self { count, due: None }
    }
}

/// Type of item that needs attention, and its count.
pub struct Waiting {
    pub kind: WaitingKind,
    pub load: for<'a> fn(&'a TenantContext, &'a mut TenantRead) -> BoxFuture<'a, Result<Load, Fault>>,
}

/// Steps of the setup guide in recommended order. `opening` decides which ones the shop needs before it opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// The company has a name.
    Company,
    /// Customers know how to get help.
    Contact,
    /// The site's look differs from the template's.
    Appearance,
    /// The site has a location.
    Location,
    /// Rates are set, or the team has confirmed that there is no tax.
    Taxes,
    /// Something is on sale.
    Product,
    /// The owner has written or confirmed the home page.
    HomePage,
    /// The terms of service are published.
    Terms,
    Privacy,
    ClubTerms,
    /// The processor accepts the site's credentials, or the owner takes no payments.
    Processor,
    /// The owner has confirmed the email sender.
    Sender,
    /// Someone has sent a test email.
    Mail,
    /// The shop is open.
    Opening,
    /// A teammate has joined or was invited.
    People,
    /// A kiosk is paired.
    Terminal,
    /// There was a sale.
    Sale,
}

/// Step of the setup guide, with its check.
pub struct Step {
    pub kind: StepKind,
    pub done: for<'a> fn(&'a TenantContext, &'a mut TenantRead) -> BoxFuture<'a, Result<bool, Fault>>,
}

/// All domains, lowest first.
pub type Domains = &'static [Domain];

impl Domain {
    /// Domain without contributions.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            routes: Routes::default,
            jobs: |_, _| {},
            subscription: None,
            objection: None,
            currency_objection: None,
            needs_card: None,
            forget: None,
            exports: &[],
            checks: &[],
            waiting: &[],
            steps: &[],
        }
    }
}

/// Domains of this process.
///
/// # Errors
/// The process was started without them.
pub fn all(runtime: &SharedRuntime) -> Result<Domains, Fault> {
    runtime.state::<Domains>().copied()
}

/// Publishes an event to all domains within its transaction.
///
/// # Errors
/// A subscriber fails. The transaction must then roll back.
pub async fn publish(db: &mut TenantWrite, tenant: &TenantContext, event: Event) -> Result<(), Fault> {
    for subscription in all(&tenant.runtime)?.iter().filter_map(|domain| domain.subscription) {
        subscription(db, tenant, event).await?;
    }
    Ok(())
}

/// JSON content of an export file.
///
/// # Errors
/// The value has no JSON representation.
pub fn exported<T: Serialize>(known: &T) -> Result<Value, Fault> {
    serde_json::to_value(known).map_err(Fault::internal)
}
