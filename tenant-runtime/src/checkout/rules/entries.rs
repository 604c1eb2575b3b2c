//! Cleans and validates an order's input (docs/RULES.md#entries). Pure.

use unicode_normalization::UnicodeNormalization as _;

use crate::checkout::wire::{OrderBody, OrderItem, ShippingAddress};
use crate::fields::{self, Checked, FieldErrors, Notes, text};
use crate::gifts::Gift;

/// Headings of gifts (docs/RULES.md#gifts).
const GIFT_HEADERS: std::ops::RangeInclusive<i64> = 0..=8;

const LONGEST_LINE: usize = 100;
const LONGEST_ZIP: usize = 16;
const LONGEST_MESSAGE: usize = 500;

/// Cleaned entries of an order form.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Entries {
    pub(in crate::checkout) units: Vec<Unit>,
    /// Default destination of merchandise.
    pub(in crate::checkout) destination: Option<Destination>,
    /// Wallet items not to use as a discount.
    pub(in crate::checkout) kept_discounts: Vec<i64>,
}

/// Cleaned entries of one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Unit {
    pub(in crate::checkout) product_id: i64,
    pub(in crate::checkout) gift: Option<Gift>,
    /// As entered: whether it must be a card number depends on the product.
    pub(in crate::checkout) card_number: Option<String>,
    pub(in crate::checkout) destination: Option<Destination>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) enum Destination {
    /// The home address that the customer saved last.
    Home,
    To(Address),
}

impl Destination {
    /// Replaces a reference to the home address with it; none if there is no home address.
    pub(in crate::checkout) fn resolve(wanted: Option<Self>, home: Option<&Address>) -> Option<Self> {
        match wanted {
            Some(Self::Home) => home.cloned().map(Self::To),
            other => other,
        }
    }
}

impl Entries {
    pub(in crate::checkout) fn asks_for_home(&self) -> bool {
        let units = self.units.iter().map(|unit| &unit.destination);
        units
            .chain([&self.destination])
            .any(|to| *to == Some(Destination::Home))
    }
}

/// A complete address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Address {
    pub(in crate::checkout) first: String,
    pub(in crate::checkout) last: String,
    pub(in crate::checkout) address1: String,
    pub(in crate::checkout) address2: String,
    pub(in crate::checkout) city: String,
    pub(in crate::checkout) state: String,
    pub(in crate::checkout) zip_code: String,
    pub(in crate::checkout) is_home: bool,
    pub(in crate::checkout) addressed_to: Option<String>,
}

/// Checks every field, so that a form can show all messages at once. `states`: state codes of the site's country. If
/// empty, any short text is valid.
///
/// # Errors
/// A message for each invalid field.
pub(in crate::checkout) fn check(body: &OrderBody, states: &[&str]) -> Result<Entries, FieldErrors> {
    let mut notes = Notes::default();
    let units = body.products.iter().enumerate().map(|(index, item)| {
        let place = format!("products[{index}].");
        Unit {
            product_id: item.product_id,
            gift: gift(item, &place, &mut notes),
            card_number: item.card_number.clone().filter(|number| !number.trim().is_empty()),
            destination: item
                .address
                .as_ref()
                .map(|address| destination(address, states, &format!("{place}address."), &mut notes)),
        }
    });
    let units = units.collect();
    let destination = body
        .address
        .as_ref()
        .map(|address| destination(address, states, "address.", &mut notes));
    let kept_discounts = body.keep_discounts.clone().unwrap_or_default();
    notes.into_result(Entries {
        units,
        destination,
        kept_discounts,
    })
}

fn gift(item: &OrderItem, place: &str, notes: &mut Notes) -> Option<Gift> {
    item.is_gift.unwrap_or_default().then(|| {
        let email = item.gifted_email.as_deref().unwrap_or_default();
        Gift {
            email: notes.take(format!("{place}giftedEmail"), recipient(email)),
            name: notes.take(
                format!("{place}giftedTo"),
                optional(item.gifted_to.as_deref(), LONGEST_LINE),
            ),
            message: notes.take(format!("{place}giftMessage"), message(item.gift_message.as_deref())),
            header: notes.take(format!("{place}giftHeader"), header(item.gift_header)),
        }
    })
}

fn recipient(entered: &str) -> Checked<String> {
    if entered.trim().is_empty() {
        return Err("No Recipient selected.");
    }
    fields::email(entered)
}

fn header(entered: Option<i64>) -> Checked<Option<i64>> {
    match entered {
        Some(header) if !GIFT_HEADERS.contains(&header) => Err("Choose a greeting."),
        header => Ok(header),
    }
}

/// Several lines. Other control characters are removed.
fn message(entered: Option<&str>) -> Checked<Option<String>> {
    let text: String = entered
        .unwrap_or_default()
        .replace("\r\n", "\n")
        .chars()
        .filter(|c| *c == '\n' || !c.is_control())
        .collect();
    text::nullable(Some(&text), LONGEST_MESSAGE)
}

fn optional(entered: Option<&str>, longest: usize) -> Checked<Option<String>> {
    text::nullable(Some(&one_line(entered.unwrap_or_default())), longest)
}

/// The processor's case number of a dispute.
pub(in crate::checkout) fn case_number(entered: Option<&str>) -> Checked<Option<String>> {
    optional(entered, LONGEST_LINE)
}

/// The reason for an override.
pub(in crate::checkout) fn reason(entered: &str) -> Checked<String> {
    required(entered, LONGEST_MESSAGE)
}

fn required(entered: &str, longest: usize) -> Checked<String> {
    text::required(&one_line(entered), longest)
}

/// Unicode-composed words with single spaces and no control characters.
fn one_line(entered: &str) -> String {
    let kept: String = entered
        .nfc()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    kept.split(' ')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn destination(entered: &ShippingAddress, states: &[&str], place: &str, notes: &mut Notes) -> Destination {
    if entered.use_home.unwrap_or_default() {
        return Destination::Home;
    }
    let mut line = |field: &str, entered: &str| notes.take(format!("{place}{field}"), required(entered, LONGEST_LINE));
    let (first, last) = (line("first", &entered.first), line("last", &entered.last));
    let (address1, city) = (line("address1", &entered.address1), line("city", &entered.city));
    Destination::To(Address {
        first,
        last,
        address1,
        address2: notes
            .take(
                format!("{place}address2"),
                optional(Some(&entered.address2), LONGEST_LINE),
            )
            .unwrap_or_default(),
        city,
        state: notes.take(format!("{place}state"), state(&entered.state, states)),
        zip_code: notes.take(format!("{place}zipCode"), required(&entered.zip_code, LONGEST_ZIP)),
        is_home: entered.is_home.unwrap_or_default(),
        addressed_to: notes.take(
            format!("{place}addressedTo"),
            optional(entered.addressed_to.as_deref(), LONGEST_LINE),
        ),
    })
}

fn state(entered: &str, states: &[&str]) -> Checked<String> {
    let is_optional = states.is_empty() || states.contains(&"");
    let state = if is_optional {
        optional(Some(entered), LONGEST_LINE)?.unwrap_or_default()
    } else {
        required(entered, LONGEST_LINE)?
    };
    if states.is_empty() || states.contains(&state.as_str()) {
        Ok(state)
    } else {
        Err("Choose a state.")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn checked(body: Value) -> Result<Entries, FieldErrors> {
        check(&serde_json::from_value(body).unwrap(), &["AZ", "TX"])
    }

    fn address() -> Value {
        json!({"first": " Ada ", "last": "Byron", "address1": "1 Main\tSt", "city": "Phoenix", "state": "AZ", "zipCode": "85004"})
    }

    #[test]
    fn gift_requires_a_recipient() {
        for (email, message) in [
            (json!(null), "No Recipient selected."),
            (json!("  "), "No Recipient selected."),
            (json!("bob"), "Please enter a valid email."),
        ] {
            let errors = checked(
                json!({"products": [{"productId": 1}, {"productId": 1, "isGift": true, "giftedEmail": email}]}),
            );
            assert_eq!(errors.unwrap_err()["products[1].giftedEmail"], message);
        }
        let gift = json!({"productId": 1, "isGift": true, "giftedEmail": " bob@example.com", "giftedTo": "Bob\u{7}",
            "giftMessage": "Hi\r\nBob\u{0}", "giftHeader": 8});
        let entries = checked(json!({"products": [gift]})).unwrap();
        let expected = Gift {
            email: "bob@example.com".to_owned(),
            name: Some("Bob".to_owned()),
            message: Some("Hi\nBob".to_owned()),
            header: Some(8),
        };
        assert_eq!(entries.units[0].gift.as_ref(), Some(&expected));
        // Gift fields of a unit that isn't a gift are ignored.
        let entries = checked(json!({"products": [{"productId": 1, "isGift": false, "giftHeader": 99}]})).unwrap();
        assert_eq!(entries.units[0].gift, None);
    }

    #[test]
    fn gift_texts_are_limited() {
        let errors = checked(
            json!({"products": [{"productId": 1, "isGift": true, "giftedEmail": "a@b.co",
            "giftHeader": 9, "giftedTo": "x".repeat(101), "giftMessage": "x".repeat(501)}]}),
        )
        .unwrap_err();
        let fields: Vec<&str> = errors.keys().map(AsRef::as_ref).collect();
        assert_eq!(
            fields,
            [
                "products[0].giftHeader",
                "products[0].giftMessage",
                "products[0].giftedTo"
            ]
        );
    }

    #[test]
    fn shipping_address_is_complete() {
        let body = json!({"products": [{"productId": 1, "address": {}}], "address": address()});
        let errors = checked(body).unwrap_err();
        assert_eq!(errors.len(), 6, "{errors:?}");
        assert!(errors.values().all(|message| *message == "Input is required."));
        assert!(errors.contains_key("products[0].address.zipCode"));

        let entries = checked(json!({"products": [{"productId": 1}], "address": address()})).unwrap();
        let Some(Destination::To(to)) = entries.destination else {
            panic!("an address")
        };
        assert_eq!((to.first.as_str(), to.address1.as_str()), ("Ada", "1 Main St"));

        let mut elsewhere = address();
        elsewhere["state"] = json!("Leeds");
        let errors = checked(json!({"products": [], "address": elsewhere})).unwrap_err();
        assert_eq!(errors["address.state"], "Choose a state.");
        let home = checked(json!({"products": [], "address": {"useHome": true}})).unwrap();
        assert_eq!(home.destination, Some(Destination::Home));
    }
}
