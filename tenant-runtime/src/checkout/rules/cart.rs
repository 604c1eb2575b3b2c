//! Rules for carts: combinations, customers and locations. Pure.

use std::collections::BTreeMap;

use super::entries::Unit;
use super::price::PricedUnit;
use crate::catalog::{Listing, ProductType, rules as catalog};
use crate::gift_cards::rules::parse_number;

/// Reason why units can't be sold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) enum Refusal {
    Field {
        field: String,
        message: &'static str,
    },
    /// The product with this name isn't sold at the location.
    NotHere(String),
    SoldOut {
        name: String,
        left: i64,
    },
}

impl Refusal {
    fn field(field: impl Into<String>, message: &'static str) -> Self {
        Self::Field {
            field: field.into(),
            message,
        }
    }
}

/// Validates a unit against its product. `location`: the selected one.
pub(in crate::checkout) fn check_unit(
    index: usize,
    unit: &Unit,
    listing: &Listing,
    location: Option<i64>,
) -> Result<(), Refusal> {
    let at = |field: &str| format!("products[{index}].{field}");
    if unit.gift.is_some() && !listing.product_type.is_giftable() {
        return Err(Refusal::field(at("isGift"), "This item can't be sent as a gift."));
    }
    if listing.product_type == ProductType::GiftCardRecharge {
        let entered = unit.card_number.as_deref().unwrap_or_default();
        parse_number(entered).map_err(|message| Refusal::field(at("cardNumber"), message))?;
    }
    match location {
        Some(location) if !catalog::allowed_at(&listing.locations, location) => {
            Err(Refusal::NotHere(listing.name.clone()))
        }
        _ => Ok(()),
    }
}

/// Checks the units together: gift cards are bought separately, one club at a time, and no more than are in stock.
pub(in crate::checkout) fn check_together(units: &[PricedUnit]) -> Result<(), Refusal> {
    let cards = units
        .iter()
        .filter(|unit| unit.listing.product_type.is_stored_value())
        .count();
    if cards != 0 && cards != units.len() {
        return Err(Refusal::field(
            "products",
            "Buy gift cards separately from other items.",
        ));
    }
    if units.iter().filter(|unit| unit.is_club()).count() > 1 {
        return Err(Refusal::field("products", "You can join only one wash club at a time."));
    }
    let mut wanted: BTreeMap<i64, (&Listing, i64)> = BTreeMap::new();
    for unit in units {
        wanted.entry(unit.listing.id).or_insert((&unit.listing, 0)).1 += 1;
    }
    for (listing, count) in wanted.into_values() {
        if let Some(left) = listing.stock
            && left < count
        {
            return Err(Refusal::SoldOut {
                name: listing.name.clone(),
                left,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::price::tests::{listing, unit_of};
    use super::*;
    use crate::gifts::Gift;

    fn wanted(kind: ProductType) -> PricedUnit {
        unit_of(listing(kind, 1000), 0)
    }

    fn gift() -> Unit {
        Unit {
            gift: Some(Gift {
                email: "bob@example.com".to_owned(),
                name: None,
                message: None,
                header: None,
            }),
            ..plain()
        }
    }

    fn plain() -> Unit {
        Unit {
            product_id: 1,
            gift: None,
            card_number: None,
            destination: None,
        }
    }

    #[test]
    fn gifts_are_washes_bundles_and_cards() {
        use ProductType::{AppBundle, AppClub, AppWash, GiftCard, GiftCardRecharge, Swag};
        for kind in [AppWash, AppBundle, GiftCard] {
            assert_eq!(check_unit(0, &gift(), &listing(kind, 1), None), Ok(()), "{kind:?}");
        }
        for kind in [AppClub, Swag, GiftCardRecharge] {
            let refusal = check_unit(3, &gift(), &listing(kind, 1), None).unwrap_err();
            assert_eq!(
                refusal,
                Refusal::field("products[3].isGift", "This item can't be sent as a gift.")
            );
        }
    }

    #[test]
    fn reload_names_its_card() {
        let reload = listing(ProductType::GiftCardRecharge, 1);
        assert!(check_unit(0, &plain(), &reload, None).is_err());
        let unit = Unit {
            card_number: Some("4242 4242 4242 4242".to_owned()),
            ..plain()
        };
        assert_eq!(check_unit(0, &unit, &reload, None), Ok(()));
        // With other products, a number is ignored.
        let unit = Unit {
            card_number: Some("x".to_owned()),
            ..plain()
        };
        assert_eq!(check_unit(0, &unit, &listing(ProductType::AppWash, 1), None), Ok(()));
    }

    #[test]
    fn product_is_sold_at_its_locations() {
        let east = Listing {
            locations: vec![2],
            ..listing(ProductType::AppWash, 1)
        };
        assert_eq!(check_unit(0, &plain(), &east, Some(2)), Ok(()));
        assert_eq!(check_unit(0, &plain(), &east, None), Ok(()));
        assert!(matches!(
            check_unit(0, &plain(), &east, Some(1)),
            Err(Refusal::NotHere(_))
        ));
    }

    #[test]
    fn gift_cards_are_bought_separately() {
        use ProductType::{AppWash, GiftCard, GiftCardRecharge};
        assert_eq!(check_together(&[wanted(GiftCard), wanted(GiftCardRecharge)]), Ok(()));
        assert!(check_together(&[wanted(GiftCard), wanted(AppWash)]).is_err());
        assert!(check_together(&[wanted(AppWash), wanted(GiftCardRecharge)]).is_err());
    }

    #[test]
    fn one_club_is_joined_per_order() {
        use ProductType::{AppBundle, AppClub, Swag};
        assert_eq!(
            check_together(&[wanted(AppClub), wanted(AppBundle), wanted(Swag)]),
            Ok(())
        );
        assert!(check_together(&[wanted(AppClub), wanted(AppClub)]).is_err());
    }

    #[test]
    fn sales_never_exceed_the_stock() {
        let mug = |stock| {
            unit_of(
                Listing {
                    stock,
                    ..listing(ProductType::Swag, 900)
                },
                0,
            )
        };
        assert_eq!(check_together(&[mug(None), mug(None)]), Ok(()));
        assert_eq!(check_together(&[mug(Some(2)), mug(Some(2))]), Ok(()));
        let refusal = check_together(&[mug(Some(1)), mug(Some(1))]).unwrap_err();
        assert!(matches!(refusal, Refusal::SoldOut { left: 1, .. }));
        assert!(check_together(&[mug(Some(0))]).is_err());
    }
}
