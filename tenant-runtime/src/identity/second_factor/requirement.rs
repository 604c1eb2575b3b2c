//! Roles that need two-factor authentication. Pure.

use crate::http::Role;

/// Whether it is required of this role. `setting`: what an owner has decided for the team; without a decision, owners of sites in
/// production environments need one.
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
