//! Gift card payments at terminals (docs/RULES.md#gift-cards): an amount is held before the wash, then captured or
//! released. Pure.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::gift_cards::Card;

/// Maximum duration of a hold without news from its terminal.
pub const HELD_FOR: SignedDuration = SignedDuration::from_hours(1);

/// State of a gift card authorization.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum HoldState {
    /// Deducted from the card, but not paid to the merchant yet.
    Held,
    Captured,
    Voided,
    /// Released because no capture arrived in time. It can still be captured if the balance suffices.
    Expired,
}

/// An amount on hold, now or earlier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    pub id: String,
    pub card_id: i64,
    /// Minor units requested.
    pub amount: i64,
    /// Minor units captured.
    pub captured: i64,
    pub state: HoldState,
    pub held_until: Timestamp,
}

/// Terminal that charges a card.
#[derive(Clone, Copy, Debug)]
pub struct Spender<'a> {
    pub terminal_id: &'a str,
    /// Location of the terminal.
    pub location_id: i64,
}

/// Requested amount.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Minor units.
    pub amount: i64,
    /// Whether a lower amount is accepted if the balance is lower.
    pub takes_less: bool,
}

/// Reason why a card can't be charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Not issued yet, blocked or void.
    #[error("the card isn't active")]
    NotInUse,
    /// The balance in minor units.
    #[error("the card's balance is only {0}")]
    TooLittle(i64),
    /// More than the amount on hold.
    #[error("only {0} is held")]
    TooMuch(i64),
    /// Already settled another way.
    #[error("it's already {}", .0.into_str())]
    Over(HoldState),
}

/// Part of `wanted` that a card covers. A card with a lower balance covers all of it if the terminal accepts the rest
/// otherwise.
///
/// # Errors
/// [`Refusal::NotInUse`], [`Refusal::TooLittle`].
pub fn authorize(card: &Card, wanted: i64, takes_less: bool) -> Result<i64, Refusal> {
    if !card.is_in_use() {
        return Err(Refusal::NotInUse);
    }
    if card.balance >= wanted {
        Ok(wanted)
    } else if takes_less && card.balance > 0 {
        Ok(card.balance)
    } else {
        Err(Refusal::TooLittle(card.balance))
    }
}

impl Hold {
    /// Captures `wanted` of the hold, or all of it, and releases the rest. Returns the change of `card` in minor units:
    /// negative if the hold has expired and the amount is deducted again, 0 if it was already captured.
    ///
    /// # Errors
    /// Nothing has changed.
    pub fn capture(&mut self, wanted: Option<i64>, card: &Card) -> Result<i64, Refusal> {
        let taken = wanted.unwrap_or(self.amount);
        if taken > self.amount {
            return Err(Refusal::TooMuch(self.amount));
        }
        let back = match self.state {
            HoldState::Held => self.amount - taken,
            HoldState::Expired => -authorize(card, taken, false)?,
            HoldState::Captured if wanted.is_none() || taken == self.captured => return Ok(0),
            state => return Err(Refusal::Over(state)),
        };
        self.state = HoldState::Captured;
        self.captured = taken;
        Ok(back)
    }

    /// Releases the hold. Returns the amount back on the card, in minor units.
    ///
    /// # Errors
    /// [`Refusal::Over`] if it was captured.
    pub fn void(&mut self) -> Result<i64, Refusal> {
        if self.state == HoldState::Captured {
            return Err(Refusal::Over(self.state));
        }
        Ok(self.give_up(HoldState::Voided))
    }

    /// Expires the hold. Returns the amount back on the card, in minor units.
    pub fn expire(&mut self) -> i64 {
        if self.state == HoldState::Held {
            self.give_up(HoldState::Expired)
        } else {
            0
        }
    }

    fn give_up(&mut self, state: HoldState) -> i64 {
        let back = if self.state == HoldState::Held { self.amount } else { 0 };
        self.state = state;
        back
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::gift_cards::rules::State;

    fn card(balance: i64) -> Card {
        Card {
            id: 1,
            state: State::Active,
            balance,
            last_four: "0000".to_owned(),
        }
    }

    fn held(amount: i64) -> Hold {
        Hold {
            id: "h".to_owned(),
            card_id: 1,
            amount,
            captured: 0,
            state: HoldState::Held,
            held_until: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn card_pays_up_to_its_balance() {
        assert_eq!(authorize(&card(500), 500, false), Ok(500));
        assert_eq!(authorize(&card(500), 501, false), Err(Refusal::TooLittle(500)));
        assert_eq!(authorize(&card(500), 501, true), Ok(500));
        assert_eq!(authorize(&card(0), 1, true), Err(Refusal::TooLittle(0)));
        let blocked = Card {
            state: State::Blocked,
            ..card(500)
        };
        assert_eq!(authorize(&blocked, 1, true), Err(Refusal::NotInUse));
    }

    #[test]
    fn late_capture_succeeds_if_the_balance_is_sufficient() {
        let mut hold = held(500);
        assert_eq!(hold.expire(), 500);
        assert_eq!(hold.clone().capture(None, &card(499)), Err(Refusal::TooLittle(499)));
        assert_eq!(hold.capture(Some(300), &card(300)), Ok(-300));
        assert_eq!((hold.state, hold.captured), (HoldState::Captured, 300));
        assert_eq!(hold.expire(), 0);
    }

    #[test]
    fn hold_is_settled_once() {
        let mut hold = held(500);
        assert_eq!(hold.capture(Some(501), &card(0)), Err(Refusal::TooMuch(500)));
        assert_eq!(hold.capture(Some(400), &card(0)), Ok(100));
        assert_eq!(hold.capture(Some(400), &card(100)), Ok(0));
        assert_eq!(hold.capture(None, &card(100)), Ok(0));
        assert_eq!(
            hold.capture(Some(500), &card(100)),
            Err(Refusal::Over(HoldState::Captured))
        );
        assert_eq!(hold.void(), Err(Refusal::Over(HoldState::Captured)));
        let mut hold = held(500);
        assert_eq!(hold.void(), Ok(500));
        assert_eq!(hold.void(), Ok(0));
        assert_eq!(hold.capture(None, &card(500)), Err(Refusal::Over(HoldState::Voided)));
        assert_eq!(hold.expire(), 0);
    }

    #[derive(Clone, Debug)]
    enum Step {
        Authorize(i64, bool),
        Capture(usize, Option<i64>),
        Void(usize),
        Expire(usize),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            (1..60_i64, any::<bool>()).prop_map(|(amount, takes_less)| Step::Authorize(amount, takes_less)),
            (any::<usize>(), prop::option::of(1..60_i64)).prop_map(|(hold, amount)| Step::Capture(hold, amount)),
            any::<usize>().prop_map(Step::Void),
            any::<usize>().prop_map(Step::Expire),
        ];
        vec(step, 0..40)
    }

    proptest! {
        /// For any sequence of terminal requests, no money is created or lost.
        #[test]
        fn card_pays_out_exactly_its_loads(steps in steps()) {
            let mut card = card(100);
            let mut holds: Vec<Hold> = Vec::new();
            for step in steps {
                let count = holds.len().max(1);
                match step {
                    Step::Authorize(wanted, takes_less) => {
                        if let Ok(amount) = authorize(&card, wanted, takes_less) {
                            prop_assert!(amount > 0 && amount <= wanted);
                            card.balance -= amount;
                            holds.push(held(amount));
                        }
                    }
                    Step::Capture(which, wanted) => {
                        if let Some(hold) = holds.get_mut(which % count) {
                            card.balance += hold.capture(wanted, &card.clone()).unwrap_or(0);
                        }
                    }
                    Step::Void(which) => {
                        if let Some(hold) = holds.get_mut(which % count) {
                            card.balance += hold.void().unwrap_or(0);
                        }
                    }
                    Step::Expire(which) => {
                        if let Some(hold) = holds.get_mut(which % count) {
                            card.balance += hold.expire();
                        }
                    }
                }
                let in_flight: i64 = holds.iter().filter(|hold| hold.state == HoldState::Held).map(|hold| hold.amount).sum();
                let captured: i64 = holds.iter().map(|hold| hold.captured).sum();
                prop_assert!(card.balance >= 0);
                prop_assert_eq!(card.balance + in_flight + captured, 100);
            }
        }
    }
}
