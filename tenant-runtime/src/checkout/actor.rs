//! Actor of a change to a placed order.

use std::fmt;

use super::error::CheckoutError;
use super::rules::Order;
use crate::http::Person;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Actor {
    /// A staff member, by user ID.
    Staff(i64),
    /// Suds itself.
    System,
}

impl Actor {
    /// Rejects refunds and settlements of one's own order.
    ///
    /// # Errors
    /// [`CheckoutError::OwnOrder`]
    pub(super) fn may_move_money_of(self, order: &Order) -> Result<(), CheckoutError> {
        if self == Self::Staff(order.customer_id) {
            return Err(CheckoutError::OwnOrder);
        }
        Ok(())
    }
}

impl From<&Person> for Actor {
    fn from(person: &Person) -> Self {
        Self::Staff(person.id)
    }
}

/// Actor, as in the audit log.
impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Staff(id) => write!(f, "customer:{id}"),
            Self::System => f.write_str("system"),
        }
    }
}
