//! Interface of a payment processor.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use platform::money::Currency;
use secrecy::SecretString;
use strum::{EnumString, IntoStaticStr};

/// One site's account with a processor. Every call goes over the network: none may be awaited inside a transaction.
pub trait Processor: Send + Sync {
    /// Opens a hosted form on which the customer types a card.
    fn begin_setup<'a>(&'a self, setup: &'a NewSetup) -> BoxFuture<'a, Result<BegunSetup, SetupError>>;

    /// Determines the outcome of the form, by a signature over `returned` or server to server, and verifies that it
    /// belongs to `setup`. Data from a browser proves nothing by itself.
    fn complete_setup<'a>(
        &'a self,
        setup: &'a OpenSetup,
        returned: &'a Returned,
    ) -> BoxFuture<'a, Result<Completion, SetupError>>;

    /// Charges a vaulted card, once: the processor refuses the same reference a second time.
    fn charge<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Outcome>;

    /// Voids or refunds an approved charge. A void is possible until the processor closes its day.
    fn reverse<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Outcome>;

    /// Looks up a reversal sent earlier. Moves no money.
    fn look_up_reversal<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Found>;

    /// Removes a card from the processor's vault. A card that is gone already is a success.
    fn delete_token<'a>(&'a self, token: &'a SecretString) -> BoxFuture<'a, Result<(), SetupError>>;

    /// Looks up a charge sent earlier. Charges nothing.
    fn look_up<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Found>;

    /// Lists the charges, voids and refunds of a period, where the processor's protocol has such a list.
    fn list(&self, _from: Timestamp, _until: Timestamp) -> BoxFuture<'_, Listing> {
        Box::pin(async { Listing::NotOffered })
    }

    /// The document that shows the form of `setup` at `now`.
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

    /// For a processor whose server brings the result and shows our answer to the browser: the value of the header
    /// `Signature` that this answer needs.
    fn sign_relay(&self, _html: &str) -> Option<String> {
        None
    }

    /// Public settings, in addition to the processor's name.
    fn public_settings(&self) -> serde_json::Map<String, serde_json::Value>;
}

/// The fields of a return: query and form of the request.
pub type Returned = BTreeMap<String, String>;

/// A card set-up that is about to begin.
#[derive(Clone, Debug)]
pub struct NewSetup {
    /// 128 random bits: our name for this set-up at the processor.
    pub reference: String,
    /// Site and customer, sent to the processor, which must repeat them.
    pub payer: String,
    /// Minor units; what the processor is to verify the card with. 0: nothing.
    pub amount: i64,
    pub currency: Currency,
    pub language: String,
    /// Address to which a processor redirects the browser, or relays, after the form.
    pub return_url: String,
    pub company: String,
}

/// A hosted form that is open at the processor.
#[derive(Clone, Debug)]
pub struct BegunSetup {
    /// The processor's name for the form (ticket, set-up id); ours where it has none.
    pub session: String,
    /// Ticket the browser must send when the form is complete; `None` if the processor redirects or relays to us.
    pub ticket: Option<String>,
}

/// A set-up as it was stored when it began.
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
    /// The customer said so.
    Cancelled,
    /// The processor's own answer is about something else than this set-up.
    Mismatch(&'static str),
    /// Nothing proves that the result comes from the processor: it may be forged, and the form stays open.
    Unproven(&'static str),
}

/// A card as the processor describes it. The token stands for it in later charges.
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
    /// The card network's id of the first storage, repeated with later charges.
    pub network_id: Option<String>,
    /// The transaction that verified the card with an amount, to be voided.
    pub verification: Option<Captured>,
}

/// Reason why a request about a setup or token failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SetupError {
    /// No answer, or none that can be read. The text is for the log and holds no secret.
    #[error("can't reach the payment processor: {0}")]
    Unreachable(String),
    /// The processor answered that it does not accept the request: the site's settings are wrong.
    #[error("the payment processor rejected the request: {0}")]
    Rejected(String),
}

/// Initiator of a charge, required by card networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Initiator {
    /// The customer, present at the screen.
    Customer,
    /// The merchant, as agreed before, at no set time.
    Merchant,
    /// The merchant, as agreed before, at regular intervals: a renewal.
    Recurring,
}

/// One charge of a vaulted card.
#[derive(Clone, Debug)]
pub struct ChargeRequest {
    /// Unique per charge, ours.
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
    /// The charge as a whole is canceled before the processor closes its day.
    Void,
    Refund,
}

/// One void or refund of an approved charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReversalRequest {
    /// Unique per reversal, ours.
    pub reference: String,
    pub charge: Captured,
    pub kind: ReversalKind,
    /// Minor units; of a void, all of the charge.
    pub amount: i64,
    /// Whether the charge has another refund of the same amount. A processor that numbers refunds by their charge cannot tell
    /// them apart.
    pub has_twin: bool,
}

/// An approved charge, for reversing it.
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
    /// It is not known whether money moved. Never send it again: look it up. The text is for the log.
    Unknown(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The processor's number of the charge.
    pub transaction: String,
    /// The bank's authorisation code.
    pub code: String,
    /// The card network's own number of the charge, where the processor passes it on.
    pub network_reference: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// The processor's reason, or one of those below.
    pub code: String,
    pub kind: DeclineKind,
}

/// Whether another try with the same card can help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum DeclineKind {
    /// It may work later: not enough money, an issuer that did not answer.
    Soft,
    /// It will not: lost, stolen or expired.
    Hard,
}

impl Decline {
    /// No connection could be made, so nothing was sent.
    pub const UNREACHABLE: &str = "processor_unavailable";
    /// The processor answered without asking the bank.
    pub const NOT_SENT: &str = "not_sent";
    /// A look-up found nothing long enough after the charge was sent.
    pub const NOT_PROCESSED: &str = "not_processed";

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
    /// Approved, but for this amount, as the processor writes it. Whether that is the customer's wish, a person decides.
    OtherAmount(Approval, String),
    /// The processor has not seen it, or not yet.
    Nothing,
    /// The processor could not be asked, or its answer not be read. The text is for the log.
    NoAnswer(String),
    /// The processor cannot be asked about it: only a person can find out.
    NoLookUp,
}

impl Found {
    /// Reason if the processor couldn't be reached.
    pub const NO_CONNECTION: &'static str = "no connection";
}

/// Answer to a request for a list of transactions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    Listed(Vec<ListedTransaction>),
    /// The processor's protocol has no such list.
    NotOffered,
    /// The processor could not be asked, or its answer not be read. The text is for the log.
    NoAnswer(String),
}

/// A transaction that moved money, as a processor lists it. Declined ones are left out.
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
    /// A script of the processor draws the form into an element.
    Widget {
        /// Scheme, host and port of the processor, admitted for script, frame and form.
        origin: String,
        /// Address of its script, at that origin.
        script: String,
        /// Our own few lines that start it and pass its events on.
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
