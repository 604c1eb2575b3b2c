//! Interface of a payment processor.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use platform::money::Currency;
use secrecy::SecretString;
use strum::{EnumString, IntoStaticStr};

/// A site's account with a processor. All calls use the network, so none may be awaited in a transaction.
pub trait Processor: Send + Sync {
    /// Opens a hosted form for the customer's card.
    fn begin_setup<'a>(&'a self, setup: &'a NewSetup) -> BoxFuture<'a, Result<BegunSetup, SetupError>>;

    /// Determines the outcome of the form, by a signature over `returned` or server to server, and verifies that it
    /// belongs to `setup`. Data from a browser proves nothing by itself.
    fn complete_setup<'a>(
        &'a self,
        setup: &'a OpenSetup,
        returned: &'a Returned,
    ) -> BoxFuture<'a, Result<Completion, SetupError>>;

    /// Charges a vaulted card once: the processor rejects a repeated reference.
    fn charge<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Outcome>;

    /// Voids or refunds an approved charge. A void is possible until the processor closes its day.
    fn reverse<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Outcome>;

    /// Looks up a reversal sent earlier. Moves no money.
    fn look_up_reversal<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Found>;

    /// Removes a card from the processor's vault. Succeeds if it is already gone.
    fn delete_token<'a>(&'a self, token: &'a SecretString) -> BoxFuture<'a, Result<(), SetupError>>;

    /// Looks up a charge sent earlier. Charges nothing.
    fn look_up<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Found>;

    /// Looks up how much of an approved charge was voided or refunded until `now`. Moves no money.
    fn look_up_reversed<'a>(&'a self, _charge: &'a Captured, _now: Timestamp) -> BoxFuture<'a, Reversed> {
        Box::pin(async { Reversed::NoLookUp })
    }

    /// Lists charges, voids and refunds of a period, if the processor's protocol has such a list.
    fn list(&self, _from: Timestamp, _until: Timestamp) -> BoxFuture<'_, Listing> {
        Box::pin(async { Listing::NotOffered })
    }

    /// The document with the form of `setup` at `now`.
    fn form(&self, setup: &OpenSetup, now: Timestamp) -> Form;

    /// Amount that verifies the card during setup, in minor units; 0 for none.
    fn verified_with(&self) -> i64 {
        0
    }

    /// Whether the processor allows its page in a frame. Otherwise, it opens in a new window.
    fn may_be_framed(&self) -> bool {
        true
    }

    /// Setup that a return refers to; `None` if it names none.
    fn reference_in<'a>(&self, returned: &'a Returned) -> Option<&'a str> {
        returned.get("reference").map(String::as_str)
    }

    /// If a processor's server delivers the result and shows our response in the browser: the value of the response's
    /// `Signature` header.
    fn sign_relay(&self, _html: &str) -> Option<String> {
        None
    }

    /// Public settings, in addition to the processor's name.
    fn public_settings(&self) -> serde_json::Map<String, serde_json::Value>;
}

/// Fields of a return: query and form of the request.
pub type Returned = BTreeMap<String, String>;

/// A new card setup.
#[derive(Clone, Debug)]
pub struct NewSetup {
    /// 128 random bits: our ID for this setup at the processor.
    pub reference: String,
    /// Site and customer, sent to the processor, which must repeat them.
    pub payer: String,
    /// Minor units with which the processor verifies the card. 0: none.
    pub amount: i64,
    pub currency: Currency,
    pub language: String,
    /// Address to which a processor redirects the browser, or relays, after the form.
    pub return_url: String,
    pub company: String,
}

/// A hosted form opened at the processor.
#[derive(Clone, Debug)]
pub struct BegunSetup {
    /// The processor's ID of the form (ticket, setup ID), or ours if it has none.
    pub session: String,
    /// Ticket the browser must send when the form is complete; `None` if the processor redirects or relays to us.
    pub ticket: Option<String>,
}

/// A stored setup.
#[derive(Clone, Debug)]
pub struct OpenSetup {
    pub reference: String,
    pub session: String,
    pub payer: String,
    /// Minor units.
    pub amount: i64,
    pub currency: Currency,
    pub return_url: String,
}

/// Outcome of a hosted form.
#[derive(Clone, Debug)]
pub enum Completion {
    /// The card is in the processor's vault.
    Vaulted(VaultedCard),
    /// The processor rejected the card, or its data is incomplete. The verifying transaction, if any, must be voided.
    Refused(Option<Captured>),
    /// The customer is still typing, or left.
    Unfinished,
    /// Canceled by the customer.
    Cancelled,
    /// The processor's response is about another setup.
    Mismatch(&'static str),
    /// Nothing proves that the result is from the processor: it may be forged, and the form stays open.
    Unproven(&'static str),
}

/// A card as described by the processor. The token represents it in later charges.
#[derive(Clone, Debug)]
pub struct VaultedCard {
    pub token: SecretString,
    /// `Visa`, `Mastercard`, … as shown to the customer.
    pub brand: String,
    pub last_four: String,
    /// 1 to 12.
    pub expiry_month: u8,
    /// Four digits.
    pub expiry_year: u16,
    /// The card network's ID of the first storage, repeated with later charges.
    pub network_id: Option<String>,
    /// The transaction that verified the card with an amount, to be voided.
    pub verification: Option<Captured>,
}

/// Reason why a request about a setup or token failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SetupError {
    /// No response, or an unreadable one. The text is for the log and contains no secrets.
    #[error("can't reach the payment processor: {0}")]
    Unreachable(String),
    /// The processor rejected the request: the site's settings are wrong.
    #[error("the payment processor rejected the request: {0}")]
    Rejected(String),
}

/// Initiator of a charge, required by card networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Initiator {
    /// The customer, at the screen.
    Customer,
    /// The merchant, as agreed before, at irregular times.
    Merchant,
    /// The merchant, as agreed before, at regular intervals: a renewal.
    Recurring,
}

/// A charge of a vaulted card.
#[derive(Clone, Debug)]
pub struct ChargeRequest {
    /// Our reference, unique per charge.
    pub reference: String,
    pub payer: String,
    pub token: SecretString,
    pub network_id: Option<String>,
    /// Minor units.
    pub amount: i64,
    pub currency: Currency,
    pub initiator: Initiator,
}

/// Type of reversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ReversalKind {
    /// The whole charge is canceled before the processor closes its day.
    Void,
    Refund,
}

/// A void or refund of an approved charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReversalRequest {
    /// Our reference, unique per reversal.
    pub reference: String,
    pub charge: Captured,
    pub kind: ReversalKind,
    /// Minor units. For a void, the whole charge.
    pub amount: i64,
    /// Whether the charge has another refund of the same amount. A processor that numbers refunds by their charge can't
    /// tell them apart.
    pub has_twin: bool,
}

/// An approved charge, to reverse it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    pub reference: String,
    /// The processor's number of the charge.
    pub transaction: String,
    /// Minor units.
    pub amount: i64,
    pub currency: Currency,
}

/// Outcome of a charge, void or refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Approved(Approval),
    Declined(Decline),
    /// It is unknown whether money moved. Never send it again: look it up. The text is for the log.
    Unknown(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The processor's number of the charge.
    pub transaction: String,
    /// The bank's authorization code.
    pub code: String,
    /// The card network's number of the charge, if the processor returns it.
    pub network_reference: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// The processor's reason, or one of those below.
    pub code: String,
    pub kind: DeclineKind,
}

/// Whether a retry with the same card can help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum DeclineKind {
    /// It may work later: insufficient funds, or the issuer didn't respond.
    Soft,
    /// It won't work: lost, stolen or expired.
    Hard,
}

impl Decline {
    /// The connection failed, so nothing was sent.
    pub const UNREACHABLE: &str = "processor_unavailable";
    /// The processor responded without asking the bank.
    pub const NOT_SENT: &str = "not_sent";
    /// A lookup found nothing long enough after the charge was sent.
    pub const NOT_PROCESSED: &str = "not_processed";
    /// A lookup found a charge that was voided or refunded.
    pub const REVERSED: &str = "reversed";

    pub fn soft(code: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            kind: DeclineKind::Soft,
        }
    }

    pub fn hard(code: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            kind: DeclineKind::Hard,
        }
    }
}

/// Result of looking up a charge or reversal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Approved(Approval),
    Declined(Decline),
    /// Approved for this other amount, as the processor writes it. Staff decide whether the customer wanted that.
    OtherAmount(Approval, String),
    /// The processor hasn't seen it, or not yet.
    Nothing,
    /// The processor couldn't be asked, or its response couldn't be parsed. The text is for the log.
    NoAnswer(String),
    /// The processor has no lookup for it: only staff can find out.
    NoLookUp,
}

impl Found {
    /// Reason if the processor couldn't be reached.
    pub const NO_CONNECTION: &'static str = "no connection";
}

/// Result of looking up the voids and refunds of a charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reversed {
    /// Minor units that were refunded; the whole charge if it was voided.
    Amount(i64),
    /// The processor couldn't be asked, or its response couldn't be parsed. The text is for the log.
    NoAnswer(String),
    /// The processor has no lookup for it.
    NoLookUp,
}

/// Response to a request for a transaction list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    Listed(Vec<ListedTransaction>),
    /// The processor's protocol has no such list.
    NotOffered,
    /// The processor couldn't be asked, or its response couldn't be parsed. The text is for the log.
    NoAnswer(String),
}

/// A transaction that moved money, as listed by a processor. Declined ones are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTransaction {
    pub kind: TransactionKind,
    /// Our reference of the charge and its reversals.
    pub reference: String,
    /// The processor's number.
    pub transaction: String,
    /// As the processor writes it, in major units.
    pub amount: String,
    pub at: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransactionKind {
    Charge,
    Void,
    Refund,
}

/// Template of a hosted form's document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A script of the processor renders the form in an element.
    Widget {
        /// Scheme, host and port of the processor, allowed for scripts, frames and forms.
        origin: String,
        /// URL of its script, at that origin.
        script: String,
        /// Our few lines that start it and forward its events.
        glue: &'static str,
        /// Data for the script, as JSON in the document.
        data: serde_json::Value,
    },
    /// A page of the processor in a frame.
    Frame {
        /// Scheme, host and port of the processor.
        origin: String,
        address: String,
    },
    /// A page of the processor, opened by a form.
    Post {
        /// Scheme, host and port of the processor.
        origin: String,
        action: String,
        fields: Vec<(&'static str, String)>,
    },
}
