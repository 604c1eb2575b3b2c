use jiff::civil::Date;
use proptest::prelude::*;

use super::*;
use crate::fields::text::TOO_LONG;

fn now() -> Timestamp {
    "2026-11-20T15:00:00Z".parse().unwrap()
}

fn moment_at(now: Timestamp) -> Moment {
    Moment {
        now,
        today: now.to_zoned(TimeZone::UTC).date(),
    }
}

fn entered() -> OfferManifest {
    serde_json::from_value(serde_json::json!({"name": " Half moon ", "award": {"type": "Item"}})).unwrap()
}

fn stored(offer: Offer, by_customer: i64, in_all: i64) -> Stored {
    Stored {
        id: 1,
        version: 1,
        offer,
        withdrawn_at: None,
        claimed: Claimed { by_customer, in_all },
    }
}

fn offer() -> Offer {
    check(OfferKind::Deal, &entered(), &[1, 2], now()).unwrap()
}

fn faults(kind: OfferKind, entered: &OfferManifest) -> Vec<String> {
    let errors = check(kind, entered, &[1, 2], now()).unwrap_err();
    errors.into_keys().map(Into::into).collect()
}

#[test]
fn entry_becomes_an_offer_or_names_its_errors() {
    let offer = offer();
    assert_eq!(
        (offer.name.as_str(), offer.starts_at, offer.claim_limit),
        ("Half moon", now(), 1)
    );
    let with = |change: fn(&mut OfferManifest)| {
        let mut entry = entered();
        change(&mut entry);
        faults(OfferKind::Deal, &entry)
    };
    assert_eq!(with(|entry| entry.name = " ".into()), ["name"]);
    assert_eq!(with(|entry| entry.name = "x".repeat(61)), ["name"]);
    assert_eq!(with(|entry| entry.description = "x".repeat(501)), ["description"]);
    assert_eq!(with(|entry| entry.terms = "x".repeat(2001)), ["terms"]);
    assert_eq!(
        with(|entry| entry.award = Award::DollarDiscItem { amount: 0 }),
        ["award.amount"]
    );
    assert_eq!(
        with(|entry| entry.award = Award::DollarDiscTrans { amount: 100_001 }),
        ["award.amount"]
    );
    assert_eq!(
        with(|entry| entry.ends_at = entry.starts_at.or(Some(Timestamp::UNIX_EPOCH))),
        ["endsAt"]
    );
    assert_eq!(with(|entry| entry.expiry = OfferExpiry::WithOffer), ["expiry"]);
    assert_eq!(
        with(|entry| entry.expiry = OfferExpiry::Relative { days: 0 }),
        ["expiry.days"]
    );
    assert_eq!(with(|entry| entry.claim_limit = 0), ["claimLimit"]);
    assert_eq!(with(|entry| entry.total_cap = Some(0)), ["totalCap"]);
    assert_eq!(with(|entry| entry.locations = vec![1, 3]), ["locations"]);
    assert_eq!(
        with(|entry| entry.kiosk.kiosk_item = Some("x".repeat(101))),
        ["kiosk.kioskItem"]
    );
    assert_eq!(with(|entry| entry.code = Some("X".into())), ["code"]);
}

#[test]
fn promo_code_is_one_case_insensitive_word_of_up_to_20_characters() {
    let with = |code: Option<&str>| OfferManifest {
        code: code.map(str::to_owned),
        ..entered()
    };
    for wrong in [None, Some(""), Some("two words"), Some("123456789012345678901")] {
        assert_eq!(faults(OfferKind::Promo, &with(wrong)), ["code"], "{wrong:?}");
    }
    let promo = check(OfferKind::Promo, &with(Some(" Été-26 ")), &[], now()).unwrap();
    assert_eq!(promo.code.as_deref(), Some("Été-26"));
    assert_eq!(code_key("été-26"), code_key(" ÉTÉ-26"));
    assert_eq!(code_key("ＳＵＤＳ"), "suds");
    assert_eq!(entered_code("  "), Err(REQUIRED));
    assert_eq!(entered_code(&"é".repeat(20)), Ok("é".repeat(20)));
    assert_eq!(entered_code(&"é".repeat(21)), Err(TOO_LONG));
}

#[test]
fn claimed_item_expires_as_the_offer_says() {
    let zone = TimeZone::get("America/Phoenix").unwrap();
    let until = |expiry, ends_at: &str| {
        let offer = Offer {
            expiry,
            ends_at: ends_at.parse().ok(),
            ..offer()
        };
        offer.item_expiry(&zone)
    };
    let christmas = Date::constant(2026, 12, 24);
    // Midnight in Phoenix: the day before is the last.
    let midnight = "2026-12-25T07:00:00Z";
    assert_eq!(until(OfferExpiry::None, midnight), Expiry::Never);
    assert_eq!(until(OfferExpiry::WithOffer, midnight), Expiry::On(christmas));
    assert_eq!(until(OfferExpiry::Relative { days: 14 }, midnight), Expiry::Days(14));
    assert_eq!(until(OfferExpiry::Fixed { date: christmas }, ""), Expiry::On(christmas));
}

#[test]
fn claim_errors_have_a_fixed_order() {
    let refusal = |stored: &Stored, location| stored.may_be_claimed(location, moment_at(now())).unwrap_err();
    let mut all = stored(
        Offer {
            starts_at: now() + SignedDuration::from_secs(1),
            ends_at: Some(now()),
            locations: vec![2],
            total_cap: Some(5),
            ..offer()
        },
        1,
        5,
    );
    assert_eq!(refusal(&all, 1), Refusal::NotBegun);
    all.offer.starts_at = now();
    assert_eq!(refusal(&all, 1), Refusal::Over);
    all.offer.ends_at = Some(now() + SignedDuration::from_secs(1));
    all.withdrawn_at = Some(now());
    assert_eq!(refusal(&all, 1), Refusal::Over);
    all.withdrawn_at = None;
    all.offer.expiry = OfferExpiry::Fixed {
        date: Date::constant(2026, 11, 19),
    };
    assert_eq!(refusal(&all, 1), Refusal::Over, "it would have expired");
    all.offer.expiry = OfferExpiry::Fixed {
        date: Date::constant(2026, 11, 20),
    };
    assert_eq!(refusal(&all, 1), Refusal::Elsewhere);
    assert_eq!(refusal(&all, 2), Refusal::Claimed);
    assert_eq!(refusal(&all, 0), Refusal::Claimed, "anywhere");
    assert!(all.is_listed(2, moment_at(now())));
    all.claimed.by_customer = 0;
    assert_eq!(refusal(&all, 2), Refusal::SoldOut);
    assert!(!all.is_listed(2, moment_at(now())));
    all.claimed.in_all = 4;
    assert_eq!(all.may_be_claimed(2, moment_at(now())), Ok(()));
    assert!(all.is_listed(2, moment_at(now())) && !all.is_listed(1, moment_at(now())));
}

proptest! {
    /// Claims at random times: never more than the limits allow, only in the window, and as many as are allowed.
    #[test]
    fn claims_respect_limits_and_dates(
        claim_limit in 1_i64..4,
        total_cap in prop::option::of(1_i64..8),
        starts in 0_i64..50,
        lasts in prop::option::of(1_i64..50),
        tries in prop::collection::vec((0_usize..4, 0_i64..100), 0..60),
    ) {
        let at = |second: i64| now() + SignedDuration::from_secs(second);
        let offer = Offer {
            claim_limit,
            total_cap,
            starts_at: at(starts),
            ends_at: lasts.map(|lasts| at(starts + lasts)),
            ..offer()
        };
        let mut by = [0_i64; 4];
        let mut refused_in_window = [false; 4];
        for (who, second) in tries {
            let seen = stored(offer.clone(), by[who], by.iter().sum());
            let in_window = second >= starts && lasts.is_none_or(|lasts| second < starts + lasts);
            match seen.may_be_claimed(0, moment_at(at(second))) {
                Ok(()) => {
                    prop_assert!(in_window);
                    by[who] += 1;
                }
                Err(Refusal::NotBegun) => prop_assert!(second < starts),
                Err(Refusal::Over) => prop_assert!(second >= starts && !in_window),
                Err(refusal) => {
                    prop_assert!(in_window);
                    prop_assert!(refusal == Refusal::Claimed || refusal == Refusal::SoldOut);
                    refused_in_window[who] = true;
                }
            }
        }
        let in_all: i64 = by.iter().sum();
        prop_assert!(by.iter().all(|count| *count <= claim_limit));
        prop_assert!(total_cap.is_none_or(|cap| in_all <= cap));
        for (who, refused) in refused_in_window.into_iter().enumerate() {
            prop_assert!(!refused || by[who] == claim_limit || Some(in_all) == total_cap, "refused without need");
        }
    }
}
