//! Needs of a shop before it opens. Pure.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::fields::{Checked, text};

/// Maximum length of the text on the closed page, in characters.
const LONGEST_TEXT: usize = 500;

/// Something a shop needs before it opens, in recommended order.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, EnumString, IntoStaticStr, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum NeedKind {
    /// Company name.
    Company,
    /// Location with address and position.
    Location,
    /// Tax rates, or the decision not to collect tax.
    Taxes,
    /// Product on sale.
    Product,
    /// Example texts of the home page.
    HomePage,
    Terms,
    Privacy,
    /// Terms of the wash clubs, if clubs are on sale.
    ClubTerms,
    /// Payment processor, or the decision to take no payments.
    Payments,
    /// Email sender.
    Sender,
}

/// State of a need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Standing {
    Missing,
    /// Inherited or a default. The owner hasn't confirmed it.
    ToCheck,
    Done,
}

/// Need with its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Need {
    pub kind: NeedKind,
    pub standing: Standing,
    /// Whether the shop can't open until it is done.
    pub blocks: bool,
    /// Whether the owner can confirm it as it is.
    pub confirmable: bool,
}

/// Text of a policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PolicyText {
    #[default]
    Missing,
    /// From the manifest.
    Inherited,
    /// Published by the team.
    Own,
}

/// Payment processor of a site, in its environment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Payments {
    #[default]
    Missing,
    Untested,
    Proven,
}

/// State of a site that decides which needs are done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    pub has_company_name: bool,
    /// Whether an active location has an address and a position.
    pub has_location: bool,
    /// Whether there are tax rates, or the team saved none.
    pub has_taxes: bool,
    /// Whether a product is on sale. Examples aren't.
    pub sells: bool,
    /// Whether the home page has the texts of the template.
    pub has_example_home_page: bool,
    pub sells_clubs: bool,
    pub terms: PolicyText,
    pub privacy: PolicyText,
    pub club_terms: PolicyText,
    pub payments: Payments,
    pub has_sender: bool,
    pub confirmed: BTreeSet<NeedKind>,
    /// Whether the shop was open before. It then needs no confirmations.
    pub is_established: bool,
}

/// Needs of a site, in recommended order. The setup guide and the opening both use this list.
pub fn needs(facts: &Facts) -> Vec<Need> {
    let present = |is_present| if is_present { Standing::Done } else { Standing::Missing };
    let is_accepted = |kind| facts.is_established || facts.confirmed.contains(&kind);
    let policy = |kind, policy| match policy {
        PolicyText::Missing => Standing::Missing,
        PolicyText::Inherited if !is_accepted(kind) => Standing::ToCheck,
        PolicyText::Inherited | PolicyText::Own => Standing::Done,
    };
    // An empty policy can't be confirmed.
    let need = |kind, standing, can_confirm| Need {
        kind,
        standing,
        blocks: standing != Standing::Done,
        confirmable: can_confirm && standing != Standing::Done,
    };
    let inherited = |kind, standing| need(kind, standing, standing == Standing::ToCheck);
    let decided = |kind, is_set| {
        let is_decided = is_set || facts.confirmed.contains(&kind);
        need(kind, present(is_decided), true)
    };
    let of_policy = |kind, text| inherited(kind, policy(kind, text));
    let home_page = if is_accepted(NeedKind::HomePage) {
        Standing::Done
    } else {
        Standing::ToCheck
    };
    let mut needs = vec![
        need(NeedKind::Company, present(facts.has_company_name), false),
        need(NeedKind::Location, present(facts.has_location), false),
        decided(NeedKind::Taxes, facts.has_taxes),
        need(NeedKind::Product, present(facts.sells), false),
    ];
    if facts.has_example_home_page {
        needs.push(inherited(NeedKind::HomePage, home_page));
    }
    needs.push(of_policy(NeedKind::Terms, facts.terms));
    needs.push(of_policy(NeedKind::Privacy, facts.privacy));
    if facts.sells_clubs {
        needs.push(of_policy(NeedKind::ClubTerms, facts.club_terms));
    }
    needs.push(match facts.payments {
        Payments::Missing => decided(NeedKind::Payments, false),
        // The first card tests it, too.
        Payments::Untested => Need {
            blocks: false,
            ..need(NeedKind::Payments, Standing::ToCheck, false)
        },
        Payments::Proven => decided(NeedKind::Payments, true),
    });
    let sender = if facts.has_sender || is_accepted(NeedKind::Sender) {
        Standing::Done
    } else {
        Standing::ToCheck
    };
    needs.push(inherited(NeedKind::Sender, sender));
    needs
}

/// Needs that keep the shop from opening.
pub fn blocking(needs: &[Need]) -> impl Iterator<Item = &Need> {
    needs.iter().filter(|need| need.blocks)
}

/// Message for a need that keeps the shop from opening.
pub const fn request(need: &Need) -> &'static str {
    match (need.kind, need.standing) {
        (NeedKind::Company, _) => "Enter your company name.",
        (NeedKind::Location, _) => "Add a location with its address and its position on the map.",
        (NeedKind::Taxes, _) => "Enter your tax rates, or confirm that you don't collect tax.",
        (NeedKind::Product, _) => "Put a product on sale.",
        (NeedKind::HomePage, _) => "Check the example texts of your home page.",
        (NeedKind::Terms, Standing::ToCheck) => "Check your terms.",
        (NeedKind::Terms, _) => "Publish your terms.",
        (NeedKind::Privacy, Standing::ToCheck) => "Check your privacy policy.",
        (NeedKind::Privacy, _) => "Publish your privacy policy.",
        (NeedKind::ClubTerms, Standing::ToCheck) => "Check your Wash Club terms.",
        (NeedKind::ClubTerms, _) => "Publish your Wash Club terms.",
        (NeedKind::Payments, _) => "Connect a payment processor, or confirm that you don't take payments.",
        (NeedKind::Sender, _) => "Check your email sender.",
    }
}

/// The text on the closed page as stored.
///
/// # Errors
/// Message for the field.
pub fn check_text(entered: &str) -> Checked<String> {
    text::optional(entered, LONGEST_TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready() -> Facts {
        Facts {
            has_company_name: true,
            has_location: true,
            has_taxes: true,
            sells: true,
            sells_clubs: true,
            terms: PolicyText::Own,
            privacy: PolicyText::Own,
            club_terms: PolicyText::Own,
            payments: Payments::Proven,
            has_sender: true,
            ..Facts::default()
        }
    }

    fn blocked_by(facts: &Facts) -> Vec<NeedKind> {
        blocking(&needs(facts)).map(|need| need.kind).collect()
    }

    fn need(facts: &Facts, kind: NeedKind) -> Need {
        *needs(facts).iter().find(|need| need.kind == kind).unwrap()
    }

    #[test]
    fn empty_site_lacks_everything_but_club_terms() {
        use NeedKind::{Company, Location, Payments, Privacy, Product, Sender, Taxes, Terms};
        let all = [Company, Location, Taxes, Product, Terms, Privacy, Payments, Sender];
        assert_eq!(blocked_by(&Facts::default()), all);
        assert!(needs(&Facts::default()).is_sorted_by_key(|need| need.kind));
        assert!(blocked_by(&ready()).is_empty());
    }

    #[test]
    fn each_missing_requirement_blocks_opening() {
        type Change = fn(&mut Facts);
        let cases: [(Change, NeedKind); 10] = [
            (|facts| facts.has_company_name = false, NeedKind::Company),
            (|facts| facts.has_location = false, NeedKind::Location),
            (|facts| facts.has_taxes = false, NeedKind::Taxes),
            (|facts| facts.sells = false, NeedKind::Product),
            (|facts| facts.has_example_home_page = true, NeedKind::HomePage),
            (|facts| facts.terms = PolicyText::Missing, NeedKind::Terms),
            (|facts| facts.privacy = PolicyText::Inherited, NeedKind::Privacy),
            (|facts| facts.club_terms = PolicyText::Inherited, NeedKind::ClubTerms),
            (|facts| facts.payments = Payments::Missing, NeedKind::Payments),
            (|facts| facts.has_sender = false, NeedKind::Sender),
        ];
        for (change, kind) in cases {
            let mut facts = ready();
            change(&mut facts);
            assert_eq!(blocked_by(&facts), [kind]);
            assert!(!request(&need(&facts, kind)).is_empty());
        }
    }

    #[test]
    fn confirmation_covers_inherited_content_and_decisions() {
        let mut facts = Facts {
            has_taxes: false,
            has_example_home_page: true,
            terms: PolicyText::Inherited,
            privacy: PolicyText::Inherited,
            club_terms: PolicyText::Inherited,
            payments: Payments::Missing,
            has_sender: false,
            ..ready()
        };
        for kind in blocked_by(&facts) {
            assert!(need(&facts, kind).confirmable, "{kind:?}");
            facts.confirmed.insert(kind);
        }
        assert!(blocked_by(&facts).is_empty());
    }

    #[test]
    fn confirmation_does_not_replace_content() {
        let facts = Facts {
            confirmed: BTreeSet::from([NeedKind::Company, NeedKind::Product, NeedKind::Terms]),
            ..Facts::default()
        };
        for kind in [NeedKind::Company, NeedKind::Product, NeedKind::Terms] {
            assert_eq!(need(&facts, kind).standing, Standing::Missing);
            assert!(!need(&facts, kind).confirmable);
        }
    }

    #[test]
    fn established_shop_needs_no_new_confirmations() {
        let facts = Facts {
            terms: PolicyText::Inherited,
            has_example_home_page: true,
            has_sender: false,
            is_established: true,
            ..ready()
        };
        assert!(blocked_by(&facts).is_empty());
        assert_eq!(
            blocked_by(&Facts {
                has_location: false,
                ..facts
            }),
            [NeedKind::Location]
        );
    }

    #[test]
    fn untested_processor_needs_review_but_blocks_nothing() {
        let facts = Facts {
            payments: Payments::Untested,
            ..ready()
        };
        assert_eq!(need(&facts, NeedKind::Payments).standing, Standing::ToCheck);
        assert!(blocked_by(&facts).is_empty());
    }

    #[test]
    fn closing_text_is_limited() {
        assert_eq!(check_text(" Back in May. ").unwrap(), "Back in May.");
        assert_eq!(check_text("").unwrap(), "");
        check_text(&"x".repeat(LONGEST_TEXT + 1)).unwrap_err();
    }
}
