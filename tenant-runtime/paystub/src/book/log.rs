//! Log of the book: one JSON line per event, and the resulting state.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use anyhow::Context;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Card, Charge, ChargeState, Refusal, Reversal};

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Record {
    Merchant {
        merchant: String,
        secret_sha256: String,
    },
    Card(Card),
    CardDeleted {
        token: String,
        at: Timestamp,
    },
    Charge(Charge),
    Voided {
        id: String,
        #[serde(default)]
        reference: String,
        at: Timestamp,
    },
    Refunded {
        id: String,
        #[serde(default)]
        reference: String,
        amount: i64,
        at: Timestamp,
    },
}

pub(super) struct Inner {
    file: File,
    fsync: bool,
    pub(super) merchants: HashMap<String, String>,
    pub(super) cards: HashMap<String, Card>,
    pub(super) charges: Vec<Charge>,
    pub(super) reversals: Vec<Reversal>,
    by_order_no: HashMap<(String, String), usize>,
}

impl Inner {
    pub(super) fn open(path: &Path, fsync: bool) -> anyhow::Result<Self> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("opening {}", path.display()))?;
        let mut inner = Self {
            file: file.try_clone()?,
            fsync,
            merchants: HashMap::new(),
            cards: HashMap::new(),
            charges: Vec::new(),
            reversals: Vec::new(),
            by_order_no: HashMap::new(),
        };
        let mut good = 0;
        let mut line = String::new();
        let mut reader = BufReader::new(&mut file);
        loop {
            line.clear();
            let read = reader.read_line(&mut line).context("the log is not text")?;
            if read == 0 || !line.ends_with('\n') {
                break;
            }
            let record =
                serde_json::from_str(&line).with_context(|| format!("a damaged line in {}", path.display()))?;
            inner.apply(record);
            good += read as u64;
        }
        drop(reader);
        file.set_len(good)?;
        Ok(inner)
    }

    pub(super) fn write(&mut self, record: Record) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        if self.fsync {
            self.file.sync_data()?;
        }
        self.apply(record);
        Ok(())
    }

    fn apply(&mut self, record: Record) {
        match record {
            Record::Merchant {
                merchant,
                secret_sha256,
            } => {
                self.merchants.insert(merchant, secret_sha256);
            }
            Record::Card(card) => {
                self.cards.insert(card.token.clone(), card);
            }
            Record::CardDeleted { token, .. } => {
                self.cards.remove(&token);
            }
            Record::Charge(charge) => {
                let key = (charge.merchant.clone(), charge.order_no.clone());
                self.by_order_no.insert(key, self.charges.len());
                self.charges.push(charge);
            }
            Record::Voided { id, reference, at } => {
                if let Some(charge) = self.charges.iter_mut().find(|charge| charge.id == id) {
                    charge.state = ChargeState::Voided;
                    self.reversals.push(Reversal {
                        amount: charge.amount,
                        charge: id,
                        reference,
                        is_void: true,
                        at,
                    });
                }
            }
            Record::Refunded {
                id,
                reference,
                amount,
                at,
            } => {
                if let Some(charge) = self.charges.iter_mut().find(|charge| charge.id == id) {
                    charge.refunded += amount;
                    self.reversals.push(Reversal {
                        charge: id,
                        reference,
                        is_void: false,
                        amount,
                        at,
                    });
                }
            }
        }
    }

    pub(super) fn card(&self, merchant: &str, token: &str) -> Option<Card> {
        self.cards.get(token).filter(|card| card.merchant == merchant).cloned()
    }

    pub(super) fn find(&self, merchant: &str, order_no: &str) -> Option<&Charge> {
        let index = *self.by_order_no.get(&(merchant.to_owned(), order_no.to_owned()))?;
        self.charges.get(index)
    }

    pub(super) fn reversible(&self, merchant: &str, order_no: &str, id: &str) -> Result<Charge, Refusal> {
        match self.find(merchant, order_no) {
            Some(charge) if charge.id == id && charge.state == ChargeState::Approved => Ok(charge.clone()),
            Some(charge) if charge.id == id && charge.state == ChargeState::Voided => Err(Refusal::NothingLeft),
            _ => Err(Refusal::UnknownCharge),
        }
    }
}
