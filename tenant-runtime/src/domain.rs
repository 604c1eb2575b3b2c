//! What a domain contributes to the whole. The list of all stands at the top (`domains.rs`); code below that needs
//! it is handed it, so that no domain has to know those above it.

use futures_util::future::BoxFuture;
use jiff::civil::Date;
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

/// One row of the list of domains.
pub struct Domain {
    /// As its folder is called.
    pub name: &'static str,
    pub routes: fn() -> Routes,
    pub jobs: fn(&mut Handlers, &SharedRuntime),
    /// What it does when something happens elsewhere.
    pub subscription: Option<Subscription>,
    /// Why an account must not be deleted just now.
    pub objection: Option<FindObjection>,
    /// Whether something is paid with a customer's card, which must not be removed then.
    pub needs_card: Option<NeedsCard>,
    /// Erases what says who a customer was, whose account is being deleted.
    pub forget: Option<Forget>,
    /// What it knows about a customer.
    pub exports: &'static [Export],
    /// What must hold in its tables.
    pub checks: &'static [Check],
    /// What of it waits for a person.
    pub waiting: &'static [Waiting],
    /// What of it a new merchant does before the first sale.
    pub steps: &'static [Step],
}

/// Something that happened, which other domains may care about. It is published once, in the commit in which it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The address of an account is known to be its owner's.
    EmailConfirmed { customer_id: i64 },
    /// Somebody signed up with a friend's code.
    Referred { friend_id: i64, referrer_id: i64 },
    /// Staff have changed a vehicle.
    VehicleChanged { customer_id: i64 },
    /// Prices include tax from now on, or no longer do. `gross`: whether they do.
    PriceBasisChanged { gross: bool },
    /// The site sells through another merchant account. `actor_id`: customer ID of the owner who changed it; `left_id`: the account before.
    MerchantAccountChanged {
        actor_id: i64,
        account_id: i64,
        left_id: i64,
    },
    /// A card was put on file, perhaps in place of another.
    CardStored { customer_id: i64 },
    /// An order that was placed at a kiosk with a token is paid.
    KioskOrderPaid { order_id: i64 },
    /// A kiosk sold something for cash or a card of its own. `customer_id`: whose code was shown; `net`: minor units without taxes.
    KioskSale {
        sale_id: i64,
        customer_id: Option<i64>,
        net: i64,
    },
    /// The order of a renewal is paid.
    RenewalPaid(RenewalOrder),
    /// It is not known whether the order of a renewal is paid.
    RenewalInDoubt(RenewalOrder),
    /// The order of a renewal is not paid.
    RenewalFailed(RenewalOrder, Failure),
}

/// Order that renews a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenewalOrder {
    pub membership_id: i64,
    /// The order's only line.
    pub order_line_id: i64,
}

/// Why a renewal is not paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The processor did not answer, or not in time: an outage, and nothing that the member could do about it.
    Unreachable,
    /// The processor answered without asking the bank, as for a card that it doesn't know.
    NotAsked,
    /// The card was declined, and may do later.
    Soft,
    /// The card was declined, and will not do any more.
    Hard,
}

/// Acts within the transaction of the event: what takes long, or may fail by itself, is enqueued as a job.
pub type Subscription = for<'a> fn(&'a mut TenantWrite, &'a TenantContext, Event) -> BoxFuture<'a, Result<(), Fault>>;

/// Why an account must not be deleted just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objection {
    /// It is its site's only owner's.
    LastOwner,
    /// A payment of the customer is still to be settled.
    PaymentPending,
}

/// Whether anything speaks against the deletion of a customer's account.
pub type FindObjection = for<'a> fn(&'a mut TenantRead, i64) -> BoxFuture<'a, Result<Option<Objection>, Fault>>;

/// Whether something is paid with a customer's card.
pub type NeedsCard = for<'a> fn(&'a mut TenantRead, i64) -> BoxFuture<'a, Result<bool, Fault>>;

/// Forgets a customer, within the transaction that deletes the account. Those below have forgotten already.
pub type Forget = for<'a> fn(&'a mut TenantWrite, &'a TenantContext, i64) -> BoxFuture<'a, Result<(), Fault>>;

/// A file of the export that a customer asks for.
pub struct Export {
    /// `vehicle.json`
    pub file: &'static str,
    pub content: for<'a> fn(&'a TenantContext, &'a mut TenantRead, &'a Person) -> BoxFuture<'a, Result<Value, Fault>>,
}

/// A site's file that is being checked.
pub struct CheckedSite<'a> {
    db: &'a mut TenantRead,
    keys: &'a SiteKeys,
    is_sealed: bool,
    /// `None`: the site has no config yet, or not a valid one.
    currency: Option<Currency>,
}

impl<'a> CheckedSite<'a> {
    /// `is_sealed`: whether the site's ledger has been sealed, according to the index of files.
    pub const fn new(
        db: &'a mut TenantRead,
        (keys, is_sealed): (&'a SiteKeys, bool),
        currency: Option<Currency>,
    ) -> Self {
        Self {
            db,
            keys,
            is_sealed,
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

    /// Currency of the site.
    pub const fn currency(&self) -> Option<Currency> {
        self.currency
    }

    /// An amount of minor units in words: `-12.50`.
    pub fn money(&self, minor_units: i64) -> String {
        self.currency
            .map_or_else(|| minor_units.to_string(), |currency| decimal(minor_units, &currency))
    }
}

/// Violations of a rule in words; empty when the site keeps it.
pub type Check = for<'a, 'b> fn(&'a mut CheckedSite<'b>) -> BoxFuture<'a, Result<Vec<String>, sqlx::Error>>;

/// Type of item that needs attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitingKind {
    /// Orders of which nobody knows whether they are paid.
    UnknownCharges,
    /// Orders that were approved with something about them that a person has to look at.
    FlaggedOrders,
    /// Refunds of which nobody knows whether they were made.
    UnknownRefunds,
    /// Payments that a customer's bank took back, of which it is not known how that ends.
    OpenDisputes,
    /// Orders with goods to pack and send.
    GoodsToSend,
    /// Goods of which few pieces are left.
    LowStock,
    /// Members whose month is not paid.
    UnpaidMembers,
    /// Paired terminals that have not been heard of for a day.
    SilentTerminals,
    /// Mails that came back: their recipient's server refuses them for good.
    BouncedMails,
    /// Mails that could not be delivered.
    UndeliveredMails,
    /// Other work that was given up.
    DeadJobs,
}

/// Number of items of one type that need attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub count: i64,
    /// By the end of which day the first of it is to be done; `None`: none is named.
    pub due: Option<Date>,
}

impl From<i64> for Load {
    fn from(count: i64) -> Self {
        Self { count, due: None }
    }
}

/// What of a domain waits for a person.
pub struct Waiting {
    pub kind: WaitingKind,
    pub load: for<'a> fn(&'a TenantContext, &'a mut TenantRead) -> BoxFuture<'a, Result<Load, Fault>>,
}

/// Steps of the setup guide, in the order of opening. `opening` decides which the shop needs to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// The company has a name.
    Company,
    /// Customers know where to ask for help.
    Contact,
    /// The site does not look as it was made.
    Appearance,
    /// There is a wash to drive to.
    Location,
    /// Rates are set, or the team has stated that there are none.
    Taxes,
    /// Something is on sale.
    Product,
    /// The home page has the owner's texts.
    HomePage,
    /// Customers can read what they agree to.
    Terms,
    Privacy,
    ClubTerms,
    /// There is a processor that knows the site's credentials, or the owner takes no payments.
    Processor,
    /// The owner has chosen the address that emails come from.
    Sender,
    /// A mail of the site was looked at where mails are read.
    Mail,
    /// The shop is open.
    Opening,
    /// Somebody else works with the site, or is asked to.
    People,
    /// A kiosk is paired.
    Terminal,
    /// Somebody has bought something.
    Sale,
}

/// A step, and whether it is done.
pub struct Step {
    pub kind: StepKind,
    pub done: for<'a> fn(&'a TenantContext, &'a mut TenantRead) -> BoxFuture<'a, Result<bool, Fault>>,
}

/// All domains, from the lowest to the highest.
pub type Domains = &'static [Domain];

impl Domain {
    /// A domain that contributes nothing yet.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            routes: Routes::default,
            jobs: |_, _| {},
            subscription: None,
            objection: None,
            needs_card: None,
            forget: None,
            exports: &[],
            checks: &[],
            waiting: &[],
            steps: &[],
        }
    }
}

/// The domains of this process.
///
/// # Errors
/// When the process was put together without them.
pub fn all(runtime: &SharedRuntime) -> Result<Domains, Fault> {
    runtime.state::<Domains>().copied()
}

/// Publishes an event to all domains, within the transaction in which it happens.
///
/// # Errors
/// What a subscriber answers; then nothing has happened.
pub async fn publish(db: &mut TenantWrite, tenant: &TenantContext, event: Event) -> Result<(), Fault> {
    for subscription in all(&tenant.runtime)?.iter().filter_map(|domain| domain.subscription) {
        subscription(db, tenant, event).await?;
    }
    Ok(())
}

/// The content of a file of an export.
///
/// # Errors
/// When it is nothing that JSON can say.
pub fn exported<T: Serialize>(known: &T) -> Result<Value, Fault> {
    serde_json::to_value(known).map_err(Fault::internal)
}
