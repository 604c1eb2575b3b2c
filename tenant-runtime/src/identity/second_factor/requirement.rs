//! Roles that need two-factor authentication. Pure.

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::Role;

/// Team members who need two-factor authentication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::identity) enum RequiredOf {
    NoOne,
    Owners,
    Team,
}

/// Who needs two-factor authentication. `setting`: the owner's decision for the team, if any.
pub(in crate::identity) fn required_of(setting: Option<bool>, production: bool) -> RequiredOf {
    if holds(setting, Role::Attendant, production) {
        RequiredOf::Team
    } else if holds(setting, Role::Owner, production) {
        RequiredOf::Owners
    } else {
        RequiredOf::NoOne
    }
}

/// Whether a role needs two-factor authentication. `setting`: the owner's decision for the team. Without one, owners of production
/// sites need it.
pub(in crate::identity) fn holds(setting: Option<bool>, role: Role, production: bool) -> bool {
    match setting {
        Some(required) => required && role > Role::Customer,
        None => production && role == Role::Owner,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirement_names_whom_it_covers() {
        for (setting, production, expected) in [
            (None, true, RequiredOf::Owners),
            (None, false, RequiredOf::NoOne),
            (Some(false), true, RequiredOf::NoOne),
            (Some(true), false, RequiredOf::Team),
        ] {
            assert_eq!(required_of(setting, production), expected, "{setting:?} {production}");
        }
    }

    #[test]
    fn second_factor_is_required_of_owners_by_default() {
        for (setting, role, production, required) in [
            (None, Role::Owner, true, true),
            (None, Role::Owner, false, false),
            (None, Role::Manager, true, false),
            (None, Role::Customer, true, false),
            (Some(false), Role::Owner, true, false),
            (Some(true), Role::Attendant, false, true),
            (Some(true), Role::Customer, true, false),
        ] {
            assert_eq!(
                holds(setting, role, production),
                required,
                "{setting:?} {role:?} {production}"
            );
        }
    }
}
