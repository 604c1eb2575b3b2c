//! Emails that can be resent after a bounce. Pure.

/// Sent to people whose data was deleted.
pub(super) const GOODBYE: &str = "account_deleted";

/// Their links work only for the original mailbox, for a limited time, and once.
const LINKS: [&str; 4] = [
    "email_confirmation",
    "owner_invitation",
    "password_recovery",
    "staff_invitation",
];

/// Whether an accepted email of this type can be created again after it bounces.
pub(super) fn can_be_made_again(kind: &str) -> bool {
    kind != GOODBYE && !LINKS.contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receipts_can_be_resent_and_links_cannot() {
        for kind in ["receipt", "gift", "gift_card", "shipped", "club_price"] {
            assert!(can_be_made_again(kind), "{kind}");
        }
        for kind in [
            "email_confirmation",
            "owner_invitation",
            "password_recovery",
            "staff_invitation",
            "account_deleted",
        ] {
            assert!(!can_be_made_again(kind), "{kind}");
        }
    }
}
