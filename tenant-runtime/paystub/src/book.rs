//! State of the processors: merchants, vaulted cards and charges, in one append-only log of JSON lines.
//!
//! A record is on disk before its response is sent, so that the log can be compared with the client's view. Card
//! numbers and merchant secrets are never written: a card keeps its first six and last four digits, a secret its
//! digest.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::magic::{self, Behaviour, Brand, Expiry};

mod log;

use log::{Inner, Record};

/// A card in the vault.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Card {
    pub token: String,
    /// Vault of the card: dialect and merchant, such as `moneris:store5`.
    pub merchant: String,
    pub first_six: String,
    pub last_four: String,
    pub brand: Brand,
    pub expiry: Expiry,
    pub behaviour: Behaviour,
    /// Merchant's name for the cardholder.
    pub customer: Option<String>,
    /// The network's id of the first storage, repeated with later charges.
    pub issuer_id: String,
    pub at: Timestamp,
}

/// A charge as the book has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Charge {
    /// Processor's transaction ID.
    pub id: String,
    pub merchant: String,
    pub token: String,
    /// The merchant's own number (`order_no`, `order_id`), unique per merchant.
    pub order_no: String,
    /// Minor units.
    pub amount: i64,
    pub last_four: String,
    pub behaviour: Behaviour,
    pub state: ChargeState,
    /// Amount refunded so far, in minor units.
    #[serde(default)]
    pub refunded: i64,
    pub auth_code: String,
    pub at: Timestamp,
    /// From when on a lookup finds it. Later than `at` for a charge that times out.
    pub visible_at: Timestamp,
    /// It only verified the card.
    #[serde(default)]
    pub verification: bool,
    /// The merchant marked it as part of an agreed series.
    #[serde(default)]
    pub recurring: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeState {
    Approved,
    Declined,
    Voided,
}

/// A charge, a void or a refund, as a listing has it.
#[derive(Clone, Debug)]
pub struct Movement {
    pub kind: MovementKind,
    /// Minor units.
    pub amount: i64,
    pub at: Timestamp,
    /// The merchant's number.
    pub reference: String,
    /// Charge, or the one it reverses.
    pub charge: Charge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementKind {
    Charge,
    Void,
    Refund,
}

/// A void or refund as the book has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversal {
    /// The processor's number of the charge.
    pub charge: String,
    /// The merchant's number of the reversal; empty where the dialect has none.
    pub reference: String,
    pub is_void: bool,
    /// Minor units.
    pub amount: i64,
    pub at: Timestamp,
}

/// Reason why the book rejects an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    UnknownToken,
    UnknownCharge,
    /// The merchant has used this number before.
    DuplicateOrderNo,
    /// The charge is already voided or refunded, or less is left than requested.
    NothingLeft,
    /// It is too late for a void.
    DayClosed,
}

/// The open book. Its calls block on the disk; call them outside the async threads.
pub struct Book {
    inner: Mutex<Inner>,
}

/// A charge to be entered.
pub struct NewCharge<'a> {
    pub merchant: &'a str,
    pub token: &'a str,
    pub order_no: &'a str,
    /// Minor units.
    pub amount: i64,
    pub auth_code: String,
    pub now: Timestamp,
    /// Delay after which a timed-out charge can be looked up.
    pub settle_after: SignedDuration,
    pub recurring: bool,
}

impl Book {
    /// Opens the log, or starts it. A last line that was cut short by a crash was never answered and is dropped.
    ///
    /// # Errors
    /// The file can't be read or is damaged.
    pub fn open(path: &Path, fsync: bool) -> anyhow::Result<Self> {
        Ok(Self {
            inner: Mutex::new(Inner::open(path, fsync)?),
        })
    }

    /// Whether the merchant may come in: the first secret that it shows is its secret from then on.
    pub fn admit(&self, merchant: &str, secret: &str) -> anyhow::Result<bool> {
        let mut inner = self.lock();
        let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(secret.as_bytes()));
        if let Some(known) = inner.merchants.get(merchant) {
            return Ok(*known == digest);
        }
        inner.write(Record::Merchant {
            merchant: merchant.to_owned(),
            secret_sha256: digest,
        })?;
        Ok(true)
    }

    /// Replaces the secret of `merchant`. The previous one is then rejected.
    pub fn set_secret(&self, merchant: &str, secret: &str) -> anyhow::Result<()> {
        self.lock().write(Record::Merchant {
            merchant: merchant.to_owned(),
            secret_sha256: data_encoding::HEXLOWER.encode(&Sha256::digest(secret.as_bytes())),
        })
    }

    /// Like [`Book::admit`], but a merchant that never set a card up is not known.
    pub fn knows(&self, merchant: &str, secret: &str) -> bool {
        let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(secret.as_bytes()));
        self.lock().merchants.get(merchant) == Some(&digest)
    }

    pub fn add_card(&self, card: Card) -> anyhow::Result<()> {
        self.lock().write(Record::Card(card))
    }

    pub fn delete_card(&self, merchant: &str, token: &str, now: Timestamp) -> anyhow::Result<Result<Card, Refusal>> {
        let mut inner = self.lock();
        let Some(card) = inner.card(merchant, token) else {
            return Ok(Err(Refusal::UnknownToken));
        };
        inner.write(Record::CardDeleted {
            token: token.to_owned(),
            at: now,
        })?;
        Ok(Ok(card))
    }

    pub fn card(&self, merchant: &str, token: &str) -> Option<Card> {
        self.lock().card(merchant, token)
    }

    /// Enters a charge; the card and the amount say how it goes.
    pub fn charge(&self, new: &NewCharge<'_>) -> anyhow::Result<Result<Charge, Refusal>> {
        let mut inner = self.lock();
        let Some(card) = inner.card(new.merchant, new.token) else {
            return Ok(Err(Refusal::UnknownToken));
        };
        if inner.find(new.merchant, new.order_no).is_some() {
            return Ok(Err(Refusal::DuplicateOrderNo));
        }
        let behaviour = match card.behaviour {
            Behaviour::Approve => magic::of_amount(new.amount).unwrap_or(Behaviour::Approve),
            other => other,
        };
        let (state, delay) = match behaviour {
            Behaviour::Approve | Behaviour::WrongAmount | Behaviour::RepeatedNumbers => {
                (ChargeState::Approved, SignedDuration::ZERO)
            }
            Behaviour::TimeOutThenApprove => (ChargeState::Approved, new.settle_after),
            Behaviour::DeclineSoft | Behaviour::DeclineHard | Behaviour::BadSignature => {
                (ChargeState::Declined, SignedDuration::ZERO)
            }
        };
        let (id, auth_code) = match inner.charges.last() {
            Some(last) if behaviour == Behaviour::RepeatedNumbers => (last.id.clone(), last.auth_code.clone()),
            _ => (
                format!("{}-0_{}", inner.charges.len() + 1, new.now.as_second().rem_euclid(1000)),
                new.auth_code.clone(),
            ),
        };
        let charge = Charge {
            id,
            merchant: new.merchant.to_owned(),
            token: new.token.to_owned(),
            order_no: new.order_no.to_owned(),
            amount: new.amount + i64::from(behaviour == Behaviour::WrongAmount),
            last_four: card.last_four,
            behaviour,
            state,
            refunded: 0,
            auth_code,
            at: new.now,
            visible_at: new.now.saturating_add(delay).unwrap_or(new.now),
            verification: false,
            recurring: new.recurring,
        };
        inner.write(Record::Charge(charge.clone()))?;
        Ok(Ok(charge))
    }

    /// Enters the transaction `id` that verified a new card with `amount` (minor units).
    pub fn verify(&self, card: &Card, order_no: &str, amount: i64, id: &str, auth_code: &str) -> anyhow::Result<()> {
        self.lock().write(Record::Charge(Charge {
            id: id.to_owned(),
            merchant: card.merchant.clone(),
            token: card.token.clone(),
            order_no: order_no.to_owned(),
            amount,
            last_four: card.last_four.clone(),
            behaviour: Behaviour::Approve,
            state: ChargeState::Approved,
            refunded: 0,
            auth_code: auth_code.to_owned(),
            at: card.at,
            visible_at: card.at,
            verification: true,
            recurring: false,
        }))
    }

    /// The charge under the merchant's number, if it can be seen already.
    pub fn look_up(&self, merchant: &str, order_no: &str, now: Timestamp) -> Option<Charge> {
        let inner = self.lock();
        inner
            .find(merchant, order_no)
            .filter(|charge| charge.visible_at <= now)
            .cloned()
    }

    /// The merchant's number of the charge that the processor calls `id`.
    pub fn order_no_of(&self, merchant: &str, id: &str) -> Option<String> {
        let inner = self.lock();
        let charge = inner
            .charges
            .iter()
            .find(|charge| charge.merchant == merchant && charge.id == id)?;
        Some(charge.order_no.clone())
    }

    /// The reversals of the charge that the processor calls `id`, oldest first.
    pub fn reversals_of(&self, id: &str) -> Vec<Reversal> {
        let inner = self.lock();
        let reversals = inner.reversals.iter().filter(|reversal| reversal.charge == id);
        reversals.cloned().collect()
    }

    /// Every void and refund, oldest first.
    pub fn reversals(&self) -> Vec<Reversal> {
        self.lock().reversals.clone()
    }

    /// The reversal under the merchant's number, with its charge.
    pub fn find_reversal(&self, merchant: &str, reference: &str) -> Option<(Reversal, Charge)> {
        let inner = self.lock();
        let reversal = inner
            .reversals
            .iter()
            .find(|reversal| !reference.is_empty() && reversal.reference == reference)?;
        let charge = inner
            .charges
            .iter()
            .find(|charge| charge.merchant == merchant && charge.id == reversal.charge)?;
        Some((reversal.clone(), charge.clone()))
    }

    /// Cancels an approved charge as a whole. `reference`: the merchant's number of the void.
    pub fn void(
        &self,
        merchant: &str,
        order_no: &str,
        id: &str,
        reference: &str,
        now: Timestamp,
    ) -> anyhow::Result<Result<Charge, Refusal>> {
        let mut inner = self.lock();
        let charge = match inner.reversible(merchant, order_no, id) {
            Ok(charge) => charge,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if charge.refunded > 0 {
            return Ok(Err(Refusal::NothingLeft));
        }
        inner.write(Record::Voided {
            id: charge.id.clone(),
            reference: reference.to_owned(),
            at: now,
        })?;
        Ok(Ok(charge))
    }

    /// Refunds some of an approved charge, or all of it. `reference`: the merchant's number of the refund; `amount`: minor units.
    pub fn refund(
        &self,
        merchant: &str,
        (order_no, id): (&str, &str),
        reference: &str,
        amount: i64,
        now: Timestamp,
    ) -> anyhow::Result<Result<Charge, Refusal>> {
        let mut inner = self.lock();
        let charge = match inner.reversible(merchant, order_no, id) {
            Ok(charge) => charge,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if amount <= 0 || charge.refunded + amount > charge.amount {
            return Ok(Err(Refusal::NothingLeft));
        }
        inner.write(Record::Refunded {
            id: charge.id.clone(),
            reference: reference.to_owned(),
            amount,
            at: now,
        })?;
        Ok(Ok(charge))
    }

    /// The merchant's charges, voids and refunds of a period that can be seen at `now`, oldest first. Verifications of cards are not
    /// among them.
    pub fn movements(&self, merchant: &str, (from, until): (Timestamp, Timestamp), now: Timestamp) -> Vec<Movement> {
        let inner = self.lock();
        let is_asked = |charge: &Charge, at: Timestamp| {
            charge.merchant == merchant && !charge.verification && charge.visible_at <= now && from <= at && at <= until
        };
        let charges = inner.charges.iter().filter(|charge| is_asked(charge, charge.at));
        let charges = charges.map(|charge| Movement {
            kind: MovementKind::Charge,
            amount: charge.amount,
            at: charge.at,
            reference: charge.order_no.clone(),
            charge: charge.clone(),
        });
        let reversals = inner.reversals.iter().filter_map(|reversal| {
            let charge = inner.charges.iter().find(|charge| charge.id == reversal.charge)?;
            is_asked(charge, reversal.at).then(|| Movement {
                kind: if reversal.is_void {
                    MovementKind::Void
                } else {
                    MovementKind::Refund
                },
                amount: reversal.amount,
                at: reversal.at,
                reference: match reversal.reference.as_str() {
                    "" => charge.order_no.clone(),
                    own => own.to_owned(),
                },
                charge: charge.clone(),
            })
        });
        let mut found: Vec<Movement> = charges.chain(reversals).collect();
        found.sort_by_key(|movement| movement.at);
        found
    }

    /// Every charge, oldest first.
    pub fn charges(&self) -> Vec<Charge> {
        let inner = self.lock();
        inner
            .charges
            .iter()
            .filter(|charge| !charge.verification)
            .cloned()
            .collect()
    }

    /// Every transaction that verified a card, oldest first.
    pub fn verifications(&self) -> Vec<Charge> {
        let inner = self.lock();
        inner
            .charges
            .iter()
            .filter(|charge| charge.verification)
            .cloned()
            .collect()
    }

    /// Every card in the vaults.
    pub fn cards(&self) -> Vec<Card> {
        let mut cards: Vec<Card> = self.lock().cards.values().cloned().collect();
        cards.sort_by(|a, b| (a.at, &a.token).cmp(&(b.at, &b.token)));
        cards
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
