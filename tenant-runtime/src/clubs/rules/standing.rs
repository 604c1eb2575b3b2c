//! Status of a membership and its transitions (docs/RULES.md#clubs). Pure.

use strum::{EnumString, IntoStaticStr};

/// Membership status compared by clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Status {
    Active,
    Inactive,
    /// Canceled, and valid until the next billing date.
    EndBillingPending,
}

/// Billing status of a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum BillingState {
    Ok,
    /// A month isn't paid. The charge is retried, and the club can still be used.
    PastDue,
    /// A month isn't paid, and the club can't be used until it is.
    Suspended,
    /// Nothing is charged, and the club can't be used.
    Paused,
}

/// Reason why a membership ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum EndReason {
    Cancelled,
    /// Replaced by another club.
    Changed,
    Nonpayment,
}

/// Membership and billing status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub status: Status,
    pub billing: BillingState,
}

/// Event of a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// By the member. `charging`: during a charge, which may turn out to have paid the month.
    Cancelled { charging: bool },
    /// By the member, who had canceled it.
    Reactivated,
    /// A month was paid.
    Renewed,
    /// The card was declined for a month.
    Declined,
    /// The grace period of an unpaid period is over.
    GraceOver,
    /// By the merchant, for a while.
    Paused,
    /// The pause is over.
    Resumed,
    /// Its last day is over.
    Ended,
}

impl Standing {
    /// Whether it is still active: it can be used, paid or canceled.
    #[must_use]
    pub fn is_live(self) -> bool {
        self.status != Status::Inactive
    }

    /// Standing after `event`; `None` if the event is impossible. A repeated event changes nothing.
    #[must_use]
    pub fn after(self, event: Event) -> Option<Self> {
        use BillingState::{Ok, PastDue, Paused, Suspended};
        use Status::{Active, EndBillingPending, Inactive};
        let Self { status, billing } = self;
        let (status, billing) = match (event, status, billing) {
            (_, Inactive, _) => return None,
            // A paid period stays usable until its end; an unpaid one ends immediately.
            (Event::Cancelled { charging: false }, Active, PastDue | Suspended) => (Inactive, billing),
            (Event::Cancelled { .. }, _, _) => (EndBillingPending, billing),
            (Event::Reactivated, _, _) => (Active, billing),
            (Event::Renewed, _, _) => (status, Ok),
            (Event::Declined, Active, Ok | PastDue) => (Active, PastDue),
            (Event::Declined, Active, Suspended) => (Active, Suspended),
            (Event::GraceOver, Active, PastDue | Suspended) => (Active, Suspended),
            (Event::Declined | Event::GraceOver, _, _) => return None,
            // Past-due payments precede plan changes.
            (Event::Paused, Active, Ok | Paused) => (Active, Paused),
            (Event::Paused, _, _) => return None,
            (Event::Resumed, _, Paused) => (status, Ok),
            (Event::Resumed, _, _) => (status, billing),
            (Event::Ended, _, _) => (Inactive, billing),
        };
        Some(Self { status, billing })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn statuses() -> impl Strategy<Value = Status> {
        prop_oneof![
            Just(Status::Active),
            Just(Status::Inactive),
            Just(Status::EndBillingPending)
        ]
    }

    fn billing_states() -> impl Strategy<Value = BillingState> {
        prop_oneof![
            Just(BillingState::Ok),
            Just(BillingState::PastDue),
            Just(BillingState::Suspended),
            Just(BillingState::Paused)
        ]
    }

    fn standings() -> impl Strategy<Value = Standing> {
        (statuses(), billing_states()).prop_map(|(status, billing)| Standing { status, billing })
    }

    fn events() -> impl Strategy<Value = Event> {
        prop_oneof![
            any::<bool>().prop_map(|charging| Event::Cancelled { charging }),
            Just(Event::Reactivated),
            Just(Event::Renewed),
            Just(Event::Declined),
            Just(Event::GraceOver),
            Just(Event::Paused),
            Just(Event::Resumed),
            Just(Event::Ended)
        ]
    }

    proptest! {
        #[test]
        fn ended_membership_stays_ended(billing in billing_states(), event in events()) {
            let ended = Standing { status: Status::Inactive, billing };
            prop_assert_eq!(ended.after(event), None);
        }

        #[test]
        fn repeated_event_changes_nothing(standing in standings(), event in events()) {
            if let Some(once) = standing.after(event).filter(|once| once.is_live()) {
                prop_assert_eq!(once.after(event), Some(once));
            }
        }

        #[test]
        fn canceled_club_stays_paid_and_can_be_reactivated(standing in standings()) {
            let owes = matches!(standing.billing, BillingState::PastDue | BillingState::Suspended);
            if standing.status == Status::Active
                && let Some(cancelled) = standing.after(Event::Cancelled { charging: false })
            {
                prop_assert_eq!(cancelled.is_live(), !owes);
                prop_assert_eq!(cancelled.after(Event::Reactivated), (!owes).then_some(standing));
            }
        }

        #[test]
        fn paid_member_can_use_the_club(standing in standings()) {
            let paid = standing.after(Event::Renewed);
            prop_assert_eq!(paid.map(|paid| paid.billing), standing.is_live().then_some(BillingState::Ok));
            prop_assert_eq!(paid.map(|paid| paid.status), standing.is_live().then_some(standing.status));
        }

        #[test]
        fn only_a_decline_leads_to_a_suspension(
            life in proptest::collection::vec(events(), 0..20),
        ) {
            let mut standing = Standing { status: Status::Active, billing: BillingState::Ok };
            let mut is_declined = false;
            for event in life {
                let Some(next) = standing.after(event) else { continue };
                match event {
                    Event::Declined => is_declined = true,
                    Event::Renewed => is_declined = false,
                    _ => {}
                }
                let owes = matches!(next.billing, BillingState::PastDue | BillingState::Suspended);
                prop_assert_eq!(owes, is_declined);
                standing = next;
            }
        }
    }

    #[test]
    fn states_round_trip() {
        for text in ["active", "inactive", "endbillingpending"] {
            assert_eq!(text.parse::<Status>().unwrap().into_str(), text);
        }
        for text in ["ok", "past_due", "suspended", "paused"] {
            assert_eq!(text.parse::<BillingState>().unwrap().into_str(), text);
        }
        assert_eq!("Active".parse::<Status>().ok(), None);
    }
}
