//! Where a membership stands, and what becomes of it (docs/RULES.md#clubs). Pure.

use strum::{EnumString, IntoStaticStr};

/// What a customer's client compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Status {
    Active,
    Inactive,
    /// Cancelled, and usable to the next billing date.
    EndBillingPending,
}

/// How the charges of a membership go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum BillingState {
    Ok,
    /// A month is not paid. It is tried again, and the club may still be used.
    PastDue,
    /// A month is not paid, and the club may not be used before it is.
    Suspended,
    /// Nothing is charged, and the club may not be used.
    Paused,
}

/// Why a membership ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum EndReason {
    Cancelled,
}

/// Both of a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub status: Status,
    pub billing: BillingState,
}

/// What happens to a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// By its member.
    Cancelled,
    /// By its member, who had cancelled it.
    Reactivated,
}

impl Standing {
    /// Whether it is still a membership: to be used, to be paid or to be cancelled.
    #[must_use]
    pub fn is_live(self) -> bool {
        self.status != Status::Inactive
    }

    /// How it stands after `event`; `None`: that cannot happen to it. What has happened already changes nothing.
    #[must_use]
    pub fn after(self, event: Event) -> Option<Self> {
        let Self { status, billing } = self;
        let status = match (event, status) {
            (_, Status::Inactive) => return None,
            // What is paid may be used to its end; of what is not, there is nothing left to use.
            (Event::Cancelled, Status::Active) => match billing {
                BillingState::Ok | BillingState::Paused => Status::EndBillingPending,
                BillingState::PastDue | BillingState::Suspended => Status::Inactive,
            },
            (Event::Cancelled, Status::EndBillingPending) => Status::EndBillingPending,
            (Event::Reactivated, Status::Active | Status::EndBillingPending) => Status::Active,
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
        prop_oneof![Just(Event::Cancelled), Just(Event::Reactivated)]
    }

    proptest! {
        #[test]
        fn what_has_ended_stays_so(billing in billing_states(), event in events()) {
            let ended = Standing { status: Status::Inactive, billing };
            prop_assert_eq!(ended.after(event), None);
        }

        #[test]
        fn what_happens_twice_changes_nothing_more(standing in standings(), event in events()) {
            if let Some(once) = standing.after(event).filter(|once| once.is_live()) {
                prop_assert_eq!(once.after(event), Some(once));
            }
        }

        #[test]
        fn a_cancelled_club_is_paid_for_and_comes_back_as_it_was(standing in standings()) {
            if standing.status == Status::Active
                && let Some(cancelled) = standing.after(Event::Cancelled)
            {
                let owes = matches!(standing.billing, BillingState::PastDue | BillingState::Suspended);
                prop_assert_eq!(cancelled.is_live(), !owes);
                prop_assert_eq!(cancelled.after(Event::Reactivated), (!owes).then_some(standing));
            }
        }

        #[test]
        fn whatever_its_member_does_its_charges_go_as_before(
            standing in standings(),
            life in proptest::collection::vec(events(), 0..12),
        ) {
            let last = life.iter().fold(standing, |standing, event| standing.after(*event).unwrap_or(standing));
            prop_assert_eq!(last.billing, standing.billing);
        }
    }

    #[test]
    fn states_are_written_and_read() {
        for text in ["active", "inactive", "endbillingpending"] {
            assert_eq!(text.parse::<Status>().unwrap().into_str(), text);
        }
        for text in ["ok", "past_due", "suspended", "paused"] {
            assert_eq!(text.parse::<BillingState>().unwrap().into_str(), text);
        }
        assert_eq!("Active".parse::<Status>().ok(), None);
    }
}
