//! A processor of bad manners: what it does with each charge, and when, was decided before.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use platform::clock::{Clock as _, TestClock};
use platform::random::{Random as _, SeededRandom};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Map, Value};
use tenant_runtime::payments::processor::{
    Approval, BegunSetup, ChargeRequest, Completion, Decline, Form, Found, Initiator, NewSetup, OpenSetup, Outcome,
    Processor, Returned, ReversalKind, ReversalRequest, SetupError, VaultedCard,
};
use tokio::sync::watch;

use super::failpoint::Failpoint;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// Processor's handling of the charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Approve,
    Decline,
    /// Approves one minor unit more than requested.
    WrongAmount,
    /// Never sees it: the connection broke on the way.
    Lost,
}

/// Delivery of the response to the charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    InTime,
    /// The caller has timed out or receives an error status, regardless of the result.
    Unheard,
    /// It arrives after lookups: a stalled process or a slow disk.
    Late,
    /// The process dies before the response.
    Crash,
}

/// Faulty processor and its charges. Times are seconds after the charge was sent.
#[derive(Clone, Debug)]
pub struct BadDay {
    pub verdict: Verdict,
    pub answer: Answer,
    /// When the response to the charge arrives.
    pub answered_at: i64,
    /// From when on a lookup finds the charge: up to 72 hours later.
    pub visible_at: i64,
    pub has_look_up: bool,
    /// When it cannot be reached.
    pub outage: Range<i64>,
    /// Number of lost responses to completed reversals.
    pub lost_reversals: u32,
    /// Number of reversals lost before they arrive.
    pub dropped_reversals: u32,
    /// References and amounts of completed reversals.
    pub(super) reversed: Vec<(String, i64)>,
    /// When the charge was sent.
    pub(super) sent_at: Option<Timestamp>,
    pub charges: u32,
    /// Minor units that it holds for the merchant.
    pub held: i64,
}

impl BadDay {
    pub fn of(seed: u64) -> Self {
        let dice = &mut Dice(SeededRandom::new(seed));
        let verdict = dice.pick(&[
            Verdict::Approve,
            Verdict::Approve,
            Verdict::Approve,
            Verdict::Decline,
            Verdict::WrongAmount,
            Verdict::Lost,
        ]);
        let answer = dice.pick(&[
            Answer::InTime,
            Answer::Unheard,
            Answer::Unheard,
            Answer::Unheard,
            Answer::Late,
            Answer::Crash,
        ]);
        let answered_at = match answer {
            Answer::Late => MINUTE + dice.up_to(10 * MINUTE),
            Answer::InTime | Answer::Unheard | Answer::Crash => 0,
        };
        let visible_at = dice.pick(&[0, 5, 2 * MINUTE, 10 * MINUTE, 5 * HOUR, 72 * HOUR]);
        let begins = dice.up_to(2 * HOUR);
        let lasts = dice.pick(&[0, 0, 0, 0, MINUTE, 30 * MINUTE, 6 * HOUR, 40 * HOUR]);
        Self {
            verdict,
            answer,
            answered_at,
            visible_at,
            has_look_up: !dice.one_in(5),
            outage: begins..begins + lasts,
            lost_reversals: u32::from(dice.one_in(3)),
            dropped_reversals: u32::from(dice.one_in(5)),
            reversed: Vec::new(),
            sent_at: None,
            charges: 0,
            held: 0,
        }
    }

    /// A day on which nothing goes wrong.
    pub fn good() -> Self {
        Self {
            verdict: Verdict::Approve,
            answer: Answer::InTime,
            answered_at: 0,
            visible_at: 0,
            has_look_up: true,
            outage: 0..0,
            lost_reversals: 0,
            dropped_reversals: 0,
            reversed: Vec::new(),
            sent_at: None,
            charges: 0,
            held: 0,
        }
    }

    /// The same day for a charge that no request waits for.
    pub fn unattended(self) -> Self {
        let answer = match self.answer {
            Answer::InTime => Answer::InTime,
            Answer::Unheard | Answer::Late | Answer::Crash => Answer::Unheard,
        };
        Self {
            answer,
            answered_at: 0,
            ..self
        }
    }

    /// Whether a reversal with this number was made.
    pub fn has_reversed(&self, reference: &str) -> bool {
        self.reversed.iter().any(|(made, _)| made == reference)
    }

    fn age(&self, now: Timestamp) -> i64 {
        self.sent_at.map_or(0, |sent_at| now.duration_since(sent_at).as_secs())
    }

    fn is_away(&self, now: Timestamp) -> bool {
        self.outage.contains(&self.age(now))
    }

    fn charge(&mut self, charge: &ChargeRequest, now: Timestamp) -> Outcome {
        let amount = charge.amount;
        self.sent_at = Some(now);
        self.charges += 1;
        self.held += match self.verdict {
            Verdict::Approve => amount,
            Verdict::WrongAmount => amount + 1,
            Verdict::Decline | Verdict::Lost => 0,
        };
        match (self.answer, self.verdict) {
            (Answer::Unheard, _) | (_, Verdict::Lost | Verdict::WrongAmount) => {
                Outcome::Unknown("no answer that belongs to the charge".to_owned())
            }
            (_, Verdict::Approve) => Outcome::Approved(approval_of(charge)),
            (_, Verdict::Decline) => Outcome::Declined(Decline::soft("481")),
        }
    }

    fn look_up(&self, charge: &ChargeRequest, now: Timestamp) -> Found {
        if !self.has_look_up {
            return Found::NoLookUp;
        }
        if self.is_away(now) {
            return Found::NoAnswer("an outage".to_owned());
        }
        match self.verdict {
            _ if self.age(now) < self.visible_at => Found::Nothing,
            Verdict::Approve => Found::Approved(approval_of(charge)),
            Verdict::WrongAmount => Found::OtherAmount(approval_of(charge), "another".to_owned()),
            Verdict::Decline => Found::Declined(Decline::soft("481")),
            Verdict::Lost => Found::Nothing,
        }
    }

    fn reverse(&mut self, reversal: &ReversalRequest, now: Timestamp) -> Outcome {
        if self.is_away(now) {
            return Outcome::Declined(Decline::soft(Decline::UNREACHABLE));
        }
        if self.dropped_reversals > 0 {
            self.dropped_reversals -= 1;
            return Outcome::Unknown("the connection broke on the way".to_owned());
        }
        let amount = match reversal.kind {
            ReversalKind::Void => self.held,
            ReversalKind::Refund => reversal.amount,
        };
        if amount == 0 || amount > self.held {
            return Outcome::Declined(Decline::soft("nothing_left"));
        }
        self.held -= amount;
        self.reversed.push((reversal.reference.clone(), amount));
        if self.lost_reversals > 0 {
            self.lost_reversals -= 1;
            return Outcome::Unknown("the answer was lost".to_owned());
        }
        Outcome::Approved(approval_of_reversal())
    }

    fn look_up_reversal(&self, reversal: &ReversalRequest, now: Timestamp) -> Found {
        if !self.has_look_up {
            return Found::NoLookUp;
        }
        if self.is_away(now) {
            return Found::NoAnswer("an outage".to_owned());
        }
        let mut made = self.reversed.iter();
        if made.any(|(reference, _)| *reference == reversal.reference) {
            Found::Approved(approval_of_reversal())
        } else {
            Found::Nothing
        }
    }

    /// From when on a lookup can settle the charge.
    pub fn recovered_at(&self) -> i64 {
        let not_found_counts = 3 * MINUTE;
        let tells = match self.verdict {
            Verdict::Lost => not_found_counts,
            _ => self.visible_at.min(not_found_counts),
        };
        // The lookup may fall into the outage.
        let asked = tells.max(MINUTE)..=tells.max(MINUTE) + 30;
        if self.outage.start <= *asked.end() && self.outage.end > *asked.start() {
            self.outage.end
        } else {
            *asked.start()
        }
    }
}

/// Approval of a charge, the same for each response.
fn approval_of(charge: &ChargeRequest) -> Approval {
    Approval {
        transaction: charge.reference.clone(),
        code: "A1".to_owned(),
        network_reference: None,
    }
}

fn approval_of_reversal() -> Approval {
    Approval {
        transaction: "V1".to_owned(),
        code: "V1".to_owned(),
        network_reference: None,
    }
}

struct Dice(SeededRandom);

impl Dice {
    fn up_to(&mut self, most: i64) -> i64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        (i64::from_le_bytes(bytes).unsigned_abs() % (most.unsigned_abs() + 1)).cast_signed()
    }

    fn one_in(&mut self, many: i64) -> bool {
        self.up_to(many - 1) == 0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        let index = self.up_to(i64::try_from(of.len()).unwrap() - 1);
        of[usize::try_from(index).unwrap()]
    }
}

/// Deals with every charge as was decided before.
pub struct Acquirer {
    clock: TestClock,
    /// By whose next charge it is.
    planned: Mutex<HashMap<String, BadDay>>,
    /// By the charge's number.
    sent: Mutex<HashMap<String, BadDay>>,
    /// The time as those know it who wait for a late answer.
    told: watch::Sender<Timestamp>,
    /// Failpoint of the calling process.
    caller: Mutex<Failpoint>,
}

impl Acquirer {
    pub fn new(clock: &TestClock) -> Arc<Self> {
        Arc::new(Self {
            clock: clock.clone(),
            planned: Mutex::default(),
            sent: Mutex::default(),
            told: watch::Sender::new(clock.now()),
            caller: Mutex::default(),
        })
    }

    /// Sets the outcome of a customer's next charge.
    pub fn plan(&self, payer: &str, day: BadDay) {
        self.planned.lock().unwrap().insert(payer.to_owned(), day);
    }

    pub fn day(&self, reference: &str) -> BadDay {
        self.sent.lock().unwrap()[reference].clone()
    }

    /// Nothing that the process of `caller` asks for reaches it once that has ended.
    pub fn listen_while(&self, caller: Failpoint) {
        *self.caller.lock().unwrap() = caller;
    }

    async fn hear(&self) {
        let has_ended = self.caller.lock().unwrap().has_ended();
        if has_ended {
            std::future::pending::<()>().await;
        }
    }

    /// Lets the answers be heard that are due by now.
    pub fn tell(&self) {
        self.told.send_replace(self.clock.now());
    }

    fn with<T>(&self, reference: &str, act: impl FnOnce(&mut BadDay, Timestamp) -> T) -> T {
        let mut sent = self.sent.lock().unwrap();
        act(sent.get_mut(reference).unwrap(), self.clock.now())
    }

    fn begin(&self, charge: &ChargeRequest) -> (Outcome, BadDay) {
        let mut sent = self.sent.lock().unwrap();
        if let Some(earlier) = sent.get(&charge.reference)
            && matches!(earlier.verdict, Verdict::Approve | Verdict::WrongAmount)
        {
            assert_eq!(charge.initiator, Initiator::Recurring, "sent twice");
            let refused = Outcome::Unknown("this number was sent before".to_owned());
            return (refused, BadDay::good());
        }
        let planned = self.planned.lock().unwrap().remove(charge.token.expose_secret());
        let mut day = planned.unwrap_or_else(BadDay::good);
        let outcome = day.charge(charge, self.clock.now());
        sent.insert(charge.reference.clone(), day.clone());
        (outcome, day)
    }

    /// Minor units that it holds of the charges with these numbers.
    pub fn held(&self, references: &[String]) -> i64 {
        let sent = self.sent.lock().unwrap();
        let days = references.iter().filter_map(|reference| sent.get(reference));
        days.map(|day| day.held).sum()
    }

    /// Plan for the charge with this reference; `None` if it was never sent.
    pub fn find(&self, reference: &str) -> Option<BadDay> {
        self.sent.lock().unwrap().get(reference).cloned()
    }
}

impl Processor for Acquirer {
    fn begin_setup<'a>(&'a self, setup: &'a NewSetup) -> BoxFuture<'a, Result<BegunSetup, SetupError>> {
        let session = setup.reference.clone();
        Box::pin(async { Ok(BegunSetup { session, ticket: None }) })
    }

    fn complete_setup<'a>(
        &'a self,
        setup: &'a OpenSetup,
        _returned: &'a Returned,
    ) -> BoxFuture<'a, Result<Completion, SetupError>> {
        let card = VaultedCard {
            token: setup.payer.clone().into(),
            brand: "Visa".to_owned(),
            last_four: "4242".to_owned(),
            expiry_month: 12,
            expiry_year: 2039,
            network_id: None,
            verification: None,
        };
        Box::pin(async { Ok(Completion::Vaulted(card)) })
    }

    fn charge<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            self.hear().await;
            let (outcome, day) = self.begin(charge);
            match day.answer {
                // Without the noise of a panic.
                Answer::Crash => std::panic::resume_unwind(Box::new("the process dies")),
                Answer::Late => {
                    let mut told = self.told.subscribe();
                    let heard = told.wait_for(|now| day.age(*now) >= day.answered_at).await;
                    assert!(heard.is_ok());
                }
                Answer::InTime | Answer::Unheard => {}
            }
            outcome
        })
    }

    fn reverse<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            self.hear().await;
            self.with(&reversal.charge.reference, |day, now| day.reverse(reversal, now))
        })
    }

    fn look_up_reversal<'a>(&'a self, reversal: &'a ReversalRequest) -> BoxFuture<'a, Found> {
        let found = self.with(&reversal.charge.reference, |day, now| {
            day.look_up_reversal(reversal, now)
        });
        Box::pin(async { found })
    }

    fn delete_token<'a>(&'a self, _token: &'a SecretString) -> BoxFuture<'a, Result<(), SetupError>> {
        Box::pin(async { Ok(()) })
    }

    fn look_up<'a>(&'a self, charge: &'a ChargeRequest) -> BoxFuture<'a, Found> {
        let known = self.sent.lock().unwrap().contains_key(&charge.reference);
        let found = if known {
            self.with(&charge.reference, |day, now| day.look_up(charge, now))
        } else {
            Found::Nothing
        };
        Box::pin(async { found })
    }

    fn form(&self, _setup: &OpenSetup, _now: Timestamp) -> Form {
        unreachable!("nobody looks at a form")
    }

    fn public_settings(&self) -> Map<String, Value> {
        Map::new()
    }
}
