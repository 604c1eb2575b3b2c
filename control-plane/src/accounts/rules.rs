//! Validation of accounts.

/// Maximum length of a company name and of an external ID, in characters.
const MAX_NAME: usize = 120;

/// Reason why an account is invalid; the texts name the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccountProblem {
    #[error("invalid company name; use 1 to {MAX_NAME} characters")]
    CompanyName,
    #[error("invalid CRM ID; use 1 to {MAX_NAME} visible characters without spaces")]
    HsAccountId,
}

/// Company name as stored: trimmed and without control characters.
///
/// # Errors
/// It is empty or too long.
pub fn clean_company_name(name: &str) -> Result<String, AccountProblem> {
    let cleaned: String = name.chars().filter(|character| !character.is_control()).collect();
    let cleaned = cleaned.trim();
    if cleaned.is_empty() || cleaned.chars().count() > MAX_NAME {
        return Err(AccountProblem::CompanyName);
    }
    Ok(cleaned.to_owned())
}

/// Validates a CRM ID.
///
/// # Errors
/// It is empty, too long or has spaces.
pub fn check_hs_account_id(id: &str) -> Result<(), AccountProblem> {
    let fits = !id.is_empty() && id.len() <= MAX_NAME && id.bytes().all(|byte| byte.is_ascii_graphic());
    if fits { Ok(()) } else { Err(AccountProblem::HsAccountId) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(
            clean_company_name("  Sparkle\u{7} Auto Spa "),
            Ok("Sparkle Auto Spa".to_owned())
        );
        assert_eq!(clean_company_name(" \n "), Err(AccountProblem::CompanyName));
        assert_eq!(clean_company_name(&"x".repeat(121)), Err(AccountProblem::CompanyName));
    }

    #[test]
    fn foreign_ids_are_visible_ascii() {
        assert_eq!(check_hs_account_id("hs-123"), Ok(()));
        assert_eq!(check_hs_account_id("a b"), Err(AccountProblem::HsAccountId));
        assert_eq!(check_hs_account_id(""), Err(AccountProblem::HsAccountId));
    }
}
