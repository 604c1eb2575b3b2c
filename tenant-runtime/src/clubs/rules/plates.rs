//! Members by license plate. Pure.

use crate::clubs::Membership;

/// Why a license plate doesn't identify one member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnclearPlate {
    /// No member has it.
    NoMember,
    /// Several members have it, in these states or provinces: none or one if the state doesn't tell them apart.
    Several(Vec<String>),
}

/// The member among `found`, current memberships with the same license plate. `state`: code of its state or province.
/// Plates without a state fit every state.
///
/// # Errors
/// There is no such member, or more than one. Cars are never guessed: a member would pay for another's wash.
pub fn only_member(mut found: Vec<Membership>, state: Option<&str>) -> Result<Membership, UnclearPlate> {
    let state = state.map(str::trim).filter(|state| !state.is_empty());
    let state_of = |membership: &Membership| membership.plate.as_ref().map_or("", |plate| &plate.state).to_owned();
    if let Some(state) = state {
        found.retain(|membership| {
            let theirs = state_of(membership);
            theirs.is_empty() || theirs.eq_ignore_ascii_case(state)
        });
    }
    match found.pop() {
        None => Err(UnclearPlate::NoMember),
        Some(only) if found.is_empty() => Ok(only),
        Some(last) => {
            found.push(last);
            let mut states: Vec<String> = found.iter().map(state_of).filter(|state| !state.is_empty()).collect();
            states.sort();
            states.dedup();
            Err(UnclearPlate::Several(states))
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::clubs::rules::standing::{BillingState, Standing, Status};
    use crate::identity::Plate;

    fn member(id: i64, state: &str) -> Membership {
        Membership {
            id,
            customer_id: id,
            name: "Works Club".into(),
            standing: Standing {
                status: Status::Active,
                billing: BillingState::Ok,
            },
            limit: None,
            locations: Vec::new(),
            washes: Vec::new(),
            plate: Some(Plate {
                license: "ST4B66".into(),
                state: state.into(),
            }),
            anchor: date(2026, 11, 1),
            next_billing_date: date(2026, 12, 1),
        }
    }

    #[test]
    fn plate_is_one_members_or_unclear() {
        let several = |states: &[&str]| Err(UnclearPlate::Several(states.iter().map(|s| (*s).to_owned()).collect()));
        for (states, asked, expected) in [
            (&["AZ", "CA"][..], None, several(&["AZ", "CA"])),
            (&["AZ", "CA"], Some("az"), Ok(0)),
            (&["AZ", "CA"], Some("CA"), Ok(1)),
            (&["AZ", "CA"], Some("NV"), Err(UnclearPlate::NoMember)),
            (&["AZ"], None, Ok(0)),
            (&["AZ"], Some(" "), Ok(0)),
            (&[""], Some("WY"), Ok(0)),
            (&["AZ", "AZ"], Some("AZ"), several(&["AZ"])),
            (&["", ""], None, several(&[])),
            (&[], None, Err(UnclearPlate::NoMember)),
        ] {
            let found = (0..).zip(states).map(|(id, state)| member(id, state)).collect();
            let only = only_member(found, asked).map(|membership| membership.id);
            assert_eq!(only, expected, "{states:?} {asked:?}");
        }
    }
}
