//! Sample data for each email, to validate and preview templates.

use jiff::civil::Date;
use minijinja::{Value, context};

use crate::language::Formats;

/// Path of the site that an email type links to; `None` for none.
pub(super) fn path(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "account_deleted" => return None,
        "award_earned" | "gift" | "receipt" => "/wallet",
        "email_changed" => "/undoEmailChange?email=ann%40example.com&token=sample",
        "email_confirmation" => "/confirmEmail?email=ann%40example.com&token=sample",
        "gift_card" => "/giftCards",
        "gift_undelivered" | "refund" | "shipped" => "/purchaseHistory",
        "merchant_account_changed" => "/mmtpo/settings/payments",
        "login_method_added" | "password_changed" => "/logIn",
        "password_recovery" => "/passwordRecovery?email=ann%40example.com&token=sample",
        "payment_failed" => "/checkout",
        "referral_rewarded" => "/referral",
        "staff_invitation" => "/invitation?email=ann%40example.com&token=sample",
        _ => "/washClub",
    })
}

/// First name of the customer in samples.
pub(super) const FIRST_NAME: &str = "Ann";

/// Sample variables of an email type, with dates after `today`; `None` if it has none.
pub(super) fn details(kind: &str, formats: &Formats, today: Date) -> Value {
    let after = |days: i32| {
        let day = today.checked_add(jiff::Span::new().days(days));
        formats.date(day.unwrap_or(today))
    };
    let club = "Unlimited Shine";
    let number = "1000042";
    let address = ["Ann Example", "1 Main Street", "Springfield"];
    match kind {
        "account_deleted" => context! { goods_to_come => true },
        "award_earned" => context! { award => "Free Deluxe Wash", days => 14 },
        "club_changed" | "club_chosen" => {
            context! { club, next_billing_date => after(30), price => formats.money(3499),
            price_before => formats.money(2999), tax_included => false }
        }
        "club_cancelled" | "club_ended" | "club_given_up" | "club_resumed" | "club_suspended" => {
            context! { club, next_billing_date => after(30) }
        }
        "club_card_expires" => context! { club, next_billing_date => after(30), card_expires => after(14) },
        "club_paused" => context! { club, next_billing_date => after(60), paused_until => after(30) },
        "club_reactivated" => context! { club, next_billing_date => after(30), ended_pause => after(14) },
        "club_price" => {
            context! { club, next_billing_date => after(30), price => formats.money(3499), price_before => formats.money(2999),
            price_from => after(45), tax_included => false }
        }
        "club_unpaid" => {
            context! { club, next_billing_date => after(30), again_on => after(1), suspended_on => after(3), suspended => false }
        }
        "gift" => context! {
            header => "Happy Birthday!", sender => "Bob", name => "Deluxe Wash", value => (), has_account => false,
            message => ["Enjoy!", "Bob"], codes => ["1234 5678 9012"], until => after(365),
        },
        "gift_card" => context! {
            name => "Gift Card", value => formats.money(2500), number => "9123 4567 8901 2345 678", in_place_of => (),
        },
        "gift_undelivered" => context! {
            name => "Deluxe Wash", recipient => "Bob", email => "bob@example.com", value => (),
            codes => ["1234 5678 9012"],
        },
        "email_changed" => context! { can_undo => true },
        "login_method_added" => context! { label => "Phone" },
        "merchant_account_changed" => context! {
            actor => "Olga Owner", before => "moneris, store5", after => "worldpay, 1013", date => after(0), time => "14:30",
        },
        "payment_failed" => context! { total => formats.money(1399), taken_back => false, order_number => number },
        "receipt" => context! {
            lines => [
                context! { name => "2 × Deluxe Wash", price => formats.money(2598), gift => false, recipient => () },
                context! { name => "Express Wash", price => formats.money(899), gift => true, recipient => "Bob" },
            ],
            in_wallet => true, addresses => [address], discount => formats.money(-500), credit => (),
            subtotal => formats.money(2997), taxes => formats.money(240), tax_included => false, total => formats.money(3237),
            order_number => number, date => after(0), location => "Main Street, 1 Main Street, Springfield",
            card => "Visa 4242",
            renewal => context! { club, date => after(30), price => formats.money(2499) },
        },
        "referral_rewarded" => context! { reward => "1000" },
        "refund" => context! {
            lines => [context! { name => "Deluxe Wash", price => formats.money(1299) }],
            total => formats.money(1299), late => false, gift_card => false, order_number => number, date => after(0),
            card => "Visa 4242",
        },
        "shipped" => context! {
            name => "Microfibre Towel", carrier => "Post", tracking => "1Z 999 AA1", address, order_number => number,
        },
        _ => Value::UNDEFINED,
    }
}

/// Variables available in a template of `kind`, as written between braces.
pub(super) fn places(kind: &str, details: &Value) -> Vec<String> {
    let mut places: Vec<String> = ["first_name", "company", "phone", "seller", "tax_number"]
        .map(str::to_owned)
        .into();
    if path(kind).is_some() {
        places.push("link".to_owned());
    }
    let mut own: Vec<String> = details
        .try_iter()
        .into_iter()
        .flatten()
        .map(|name| format!("details.{name}"))
        .collect();
    own.sort();
    places.append(&mut own);
    places
}
