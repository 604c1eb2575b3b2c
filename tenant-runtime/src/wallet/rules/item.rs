//! Lifecycle of an item at kiosks (docs/RULES.md#codes): transitions and states. Pure.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

/// Time a kiosk has from the code to the wash. Afterward, another one may reserve the item.
pub const HELD_FOR: SignedDuration = SignedDuration::from_secs(120);

/// Until when an order holds a discount that isn't settled earlier: the last instant that can be stored in whole
/// milliseconds.
const OPEN_END: Timestamp = Timestamp::constant(253_402_207_200, 0);

/// An item as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub state: State,
    /// Number of uses so far.
    pub uses: i64,
    pub max_uses: i64,
    /// Last local day on which it can be reserved. `None`: no limit.
    pub expires_on: Option<Date>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    Active,
    /// At a kiosk.
    Reserved(Hold),
    /// It has no uses left.
    Used,
    /// Unclaimed in time.
    Expired,
    /// Its price was refunded, its offer withdrawn or its account deleted.
    Revoked,
}

/// Temporary hold on an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// ID of the redemption.
    pub by: String,
    pub until: Timestamp,
}

/// When something happens to an item.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    pub now: Timestamp,
    /// The site's local day.
    pub today: Date,
}

/// Reason why an item can't be redeemed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Used,
    Expired,
    Revoked,
    /// Held by another kiosk right now.
    Reserved,
}

impl State {
    /// As stored and returned.
    pub const fn text(&self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Reserved(_) => "reserved",
            Self::Used => "used",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
        }
    }
}

impl Item {
    /// State at `moment`: an expired hold is over, and past its last day it has expired.
    pub fn seen(&self, moment: Moment) -> State {
        let is_over = self.expires_on.is_some_and(|last| last < moment.today);
        match &self.state {
            State::Reserved(hold) if hold.until > moment.now => self.state.clone(),
            State::Active | State::Reserved(_) if is_over => State::Expired,
            State::Reserved(_) => State::Active,
            other => other.clone(),
        }
    }

    /// Checks whether it can be reserved at `moment`.
    ///
    /// # Errors
    /// The reason why not.
    pub fn is_free(&self, moment: Moment) -> Result<(), Refusal> {
        match self.seen(moment) {
            State::Active => Ok(()),
            State::Reserved(_) => Err(Refusal::Reserved),
            State::Used => Err(Refusal::Used),
            State::Expired => Err(Refusal::Expired),
            State::Revoked => Err(Refusal::Revoked),
        }
    }

    /// Holds it for the redemption `by` and returns until when.
    ///
    /// # Errors
    /// Like [`Item::is_free`].
    pub fn reserve(&mut self, by: &str, moment: Moment) -> Result<Timestamp, Refusal> {
        self.is_free(moment)?;
        let until = moment.now + HELD_FOR;
        self.state = State::Reserved(Hold {
            by: by.to_owned(),
            until,
        });
        Ok(until)
    }

    /// Uses it once for the redemption `by`, which had reserved it. A kiosk may report a wash late: the use then counts
    /// if one is left, on any day, unless another kiosk holds the item.
    ///
    /// # Errors
    /// The reason why it doesn't count.
    pub fn confirm(&mut self, by: &str, now: Timestamp) -> Result<(), Refusal> {
        match &self.state {
            State::Reserved(hold) if hold.by != by && hold.until > now => return Err(Refusal::Reserved),
            State::Active | State::Reserved(_) => {}
            State::Used => return Err(Refusal::Used),
            State::Expired => return Err(Refusal::Expired),
            State::Revoked => return Err(Refusal::Revoked),
        }
        self.uses += 1;
        self.state = if self.uses < self.max_uses {
            State::Active
        } else {
            State::Used
        };
        Ok(())
    }

    /// Holds it for the order `by` until that is settled.
    pub fn hold(&mut self, by: &str) {
        self.state = State::Reserved(Hold {
            by: by.to_owned(),
            until: OPEN_END,
        });
    }

    /// Uses it once with the order that held it. If it was revoked in the meantime, the order keeps its discount.
    pub fn spend(&mut self) {
        self.uses += 1;
        if self.uses >= self.max_uses {
            self.state = State::Used;
        } else if matches!(self.state, State::Reserved(_)) {
            self.state = State::Active;
        }
    }

    /// Undoes a use.
    pub fn give_back(&mut self) {
        self.uses -= 1;
        if self.state == State::Used {
            self.state = State::Active;
        }
    }

    /// Releases it, if the redemption or order `by` holds it.
    pub fn release(&mut self, by: &str) {
        if matches!(&self.state, State::Reserved(hold) if hold.by == by) {
            self.state = State::Active;
        }
    }
}

#[cfg(test)]
mod tests;
