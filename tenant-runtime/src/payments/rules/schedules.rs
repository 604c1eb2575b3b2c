//! Promise 5: whatever a processor does, and whenever it does it, no charge is made twice and no customer pays for
//! nothing. A processor of bad manners plays seeded schedules against the rules on a clock of its own.
//!
//! `SUDS_SCHEDULES` says how many (500), `SUDS_SCHEDULES_SEED` from which seed (1). A failure prints the seed that repeats it.

use std::collections::BTreeMap;

use platform::random::{Random as _, SeededRandom};

use super::*;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// When a schedule ends: what is open then stays open.
const END: i64 = 8 * 24 * HOUR;

/// When the caller of a charge stops waiting (`EndpointSet::patience`), and when an open payment is first looked up.
const PATIENCE: i64 = 35;
const SWEEP: i64 = 60;
/// How often the sweep asks while the customer waits, and after it was left to a person.
const SWEEP_EVERY: i64 = 30;
const SWEEP_SELDOM: i64 = 4 * MINUTE;

const AMOUNT: i64 = 1299;

/// How the processor deals with the charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Approve,
    Decline,
    /// Approves another amount.
    WrongAmount,
    /// Never sees it: the connection broke on the way.
    Lost,
}

/// What becomes of the answer to the charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    InTime,
    /// The caller has given up; it is not heard.
    TimedOut,
    /// An error status, whatever was done.
    ServerError,
    /// It comes twice.
    Duplicate,
    /// It is written after look-ups have been made: a stalled request, a slow disk.
    Reordered,
    /// The process died; nobody heard it.
    Crash,
}

/// A processor on a bad day, and what lies at it.
#[derive(Debug)]
struct BadDay {
    verdict: Verdict,
    answer: Answer,
    /// When the answer of the charge is given, or would be.
    answered_at: i64,
    /// From when on a look-up finds the charge: up to 72 hours later.
    visible_at: i64,
    has_look_up: bool,
    /// When it cannot be reached.
    outage: std::ops::Range<i64>,
    charges: u32,
    /// Minor units that it holds for the merchant.
    held: i64,
}

impl BadDay {
    fn of(dice: &mut Dice) -> Self {
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
            Answer::TimedOut,
            Answer::TimedOut,
            Answer::ServerError,
            Answer::Duplicate,
            Answer::Reordered,
            Answer::Crash,
        ]);
        let answered_at = match answer {
            Answer::InTime | Answer::Duplicate | Answer::ServerError | Answer::Crash => dice.up_to(PATIENCE),
            Answer::TimedOut => PATIENCE,
            Answer::Reordered => SWEEP + dice.up_to(10 * MINUTE),
        };
        let settles_after = dice.pick(&[0, 5, 2 * MINUTE, 10 * MINUTE, 5 * HOUR, 72 * HOUR]);
        let begins = dice.up_to(2 * HOUR);
        let outage = if dice.one_in(2) {
            begins..begins + dice.pick(&[MINUTE, 30 * MINUTE, 6 * HOUR, 40 * HOUR])
        } else {
            0..0
        };
        Self {
            verdict,
            answer,
            answered_at,
            visible_at: settles_after,
            has_look_up: !dice.one_in(5),
            outage,
            charges: 0,
            held: 0,
        }
    }

    /// The one charge.
    fn charge(&mut self) -> Outcome {
        self.charges += 1;
        self.held += match self.verdict {
            Verdict::Approve => AMOUNT,
            Verdict::WrongAmount => AMOUNT + 1,
            Verdict::Decline | Verdict::Lost => 0,
        };
        match (self.answer, self.verdict) {
            (Answer::TimedOut | Answer::ServerError, _) | (_, Verdict::Lost | Verdict::WrongAmount) => {
                Outcome::Unknown("no answer that belongs to the charge".to_owned())
            }
            (_, Verdict::Approve) => Outcome::Approved(approval()),
            (_, Verdict::Decline) => Outcome::Declined(Decline::soft("481")),
        }
    }

    fn look_up(&self, now: i64) -> Found {
        if !self.has_look_up {
            return Found::NoLookUp;
        }
        if self.outage.contains(&now) {
            return Found::NoAnswer("an outage".to_owned());
        }
        match self.verdict {
            _ if now < self.visible_at => Found::Nothing,
            Verdict::Approve => Found::Approved(approval()),
            Verdict::Decline => Found::Declined(Decline::soft("481")),
            Verdict::WrongAmount => Found::NoAnswer("another amount".to_owned()),
            Verdict::Lost => Found::Nothing,
        }
    }

    /// A void, or a refund. `false`: not now.
    fn take_back(&mut self, now: i64) -> bool {
        if self.outage.contains(&now) {
            return false;
        }
        assert_eq!(self.held, AMOUNT, "taken back twice");
        self.held = 0;
        true
    }

    /// From when on a look-up can settle the charge.
    fn recovered_at(&self) -> i64 {
        let not_found_counts = NOT_FOUND_COUNTS_AFTER.as_secs();
        let tells = match self.verdict {
            Verdict::Lost => not_found_counts,
            _ => self.visible_at.min(not_found_counts),
        };
        // The look-up that would have been told may fall into the outage.
        let asked = tells.max(SWEEP)..=tells.max(SWEEP) + SWEEP_EVERY;
        if self.outage.start <= *asked.end() && self.outage.end > *asked.start() {
            self.outage.end
        } else {
            *asked.start()
        }
    }
}

fn approval() -> Approval {
    Approval {
        transaction: "1-0_1".to_owned(),
        code: "T1".to_owned(),
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

#[derive(Clone, Debug, PartialEq, Eq)]
enum Event {
    /// The outcome of the charge reaches the books.
    Outcome(Outcome),
    Sweep,
    Reconcile,
}

/// A payment as the books have it, and what was done about it.
#[derive(Debug)]
struct Books {
    state: PaymentState,
    /// How often goods were handed out.
    fulfilled: u32,
    settled_at: Option<i64>,
    before_a_person_at: Option<i64>,
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_900_000_000 + second).unwrap()
}

/// Plays one schedule: what `charge::settle`, the sweep and the reconciliation do, with the rules that they do it by.
fn play(processor: &mut BadDay) -> Books {
    let mut books = Books {
        state: PaymentState::Initiated,
        fulfilled: 0,
        settled_at: None,
        before_a_person_at: None,
    };
    let mut agenda: BTreeMap<(i64, u32), Event> = BTreeMap::new();
    let mut count = 0;
    let mut enter = |agenda: &mut BTreeMap<_, _>, when: i64, event: Event| {
        count += 1;
        agenda.insert((when, count), event);
    };
    enter(&mut agenda, SWEEP, Event::Sweep);
    let outcome = processor.charge();
    match processor.answer {
        Answer::Crash => {}
        Answer::Duplicate => {
            enter(&mut agenda, processor.answered_at, Event::Outcome(outcome.clone()));
            enter(&mut agenda, processor.answered_at + 5 * MINUTE, Event::Outcome(outcome));
        }
        _ => enter(&mut agenda, processor.answered_at, Event::Outcome(outcome)),
    }
    while let Some(((now, _), event)) = agenda.pop_first() {
        if now > END {
            break;
        }
        let outcome = match event {
            Event::Outcome(outcome) => outcome,
            Event::Sweep if !books.state.is_open() => continue,
            Event::Sweep => match resolve(processor.look_up(now), at(0), at(now)) {
                Resolution::Settled(outcome) => outcome,
                Resolution::Wait => {
                    enter(&mut agenda, now + SWEEP_EVERY, Event::Sweep);
                    continue;
                }
                Resolution::UpToAPerson | Resolution::LeftToAPerson => {
                    books.before_a_person_at.get_or_insert(now);
                    enter(&mut agenda, now + SWEEP_SELDOM, Event::Sweep);
                    continue;
                }
            },
            Event::Reconcile => {
                match reconcile(processor.look_up(now), at(0), at(now)) {
                    Reconciliation::TakeBack(_) if processor.take_back(now) => {}
                    Reconciliation::TakeBack(_) => enter(&mut agenda, now + OUTAGE.as_secs(), Event::Reconcile),
                    Reconciliation::AskAgain(after) => enter(&mut agenda, now + after.as_secs(), Event::Reconcile),
                    Reconciliation::LeftToAPerson => {
                        books.before_a_person_at.get_or_insert(now);
                    }
                    Reconciliation::Over => {}
                }
                continue;
            }
        };
        // What is settled stays as it is, whatever comes later.
        if !books.state.is_open() {
            continue;
        }
        let settlement = Settlement::of(&outcome);
        books.state = settlement.state;
        if settlement.state == PaymentState::Approved {
            books.fulfilled += 1;
        }
        if !settlement.state.is_open() {
            books.settled_at = Some(now);
        }
        if settlement.given_up {
            enter(&mut agenda, now + RECONCILED_EVERY.as_secs(), Event::Reconcile);
        }
    }
    books
}

fn judge(processor: &BadDay, books: &Books) {
    assert_eq!(processor.charges, 1, "charged once");
    match books.state {
        PaymentState::Approved => {
            assert_eq!((books.fulfilled, processor.held), (1, AMOUNT), "wrongly paid");
        }
        // Nobody but a person can tell what an amount that was never asked for is about.
        PaymentState::Declined if processor.verdict == Verdict::WrongAmount => {
            assert_eq!(books.fulfilled, 0);
            assert!(books.before_a_person_at.is_some(), "nobody knows of it");
        }
        PaymentState::Declined => {
            assert_eq!((books.fulfilled, processor.held), (0, 0), "a customer paid for nothing");
        }
        state => {
            assert!(state.is_open());
            assert_eq!(books.fulfilled, 0);
            let unanswerable = !processor.has_look_up || processor.verdict == Verdict::WrongAmount;
            assert!(unanswerable, "a look-up would have told");
            assert!(books.before_a_person_at.is_some(), "nobody knows of it");
        }
    }
    let five_minutes = 5 * MINUTE;
    match (books.settled_at, books.before_a_person_at) {
        (_, Some(seen)) if !processor.has_look_up => assert!(seen <= five_minutes, "before a person after {seen} s"),
        (Some(settled), _) => {
            let recovered = processor.recovered_at();
            assert!(
                settled <= recovered + five_minutes,
                "settled {} s late",
                settled - recovered
            );
        }
        (None, seen) => assert!(seen.is_some()),
    }
}

fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var_os(name)
        .and_then(|text| text.to_str()?.parse().ok())
        .unwrap_or(otherwise)
}

#[test]
fn no_schedule_charges_twice_or_takes_money_for_nothing() {
    let count = from_environment("SUDS_SCHEDULES", 500);
    let first = from_environment("SUDS_SCHEDULES_SEED", 1);
    let mut ends: BTreeMap<&str, u32> = BTreeMap::new();
    println!("{count} schedules from seed {first}");
    for seed in first..first + count {
        let mut processor = BadDay::of(&mut Dice(SeededRandom::new(seed)));
        let books = play(&mut processor);
        let told = std::panic::catch_unwind(|| judge(&processor, &books));
        assert!(told.is_ok(), "seed {seed}: {processor:#?}\n{books:#?}");
        *ends.entry(books.state.text()).or_default() += 1;
    }
    println!("{ends:?}");
    assert!(count < 100 || ends.len() >= 3, "the schedules are too tame: {ends:?}");
}
