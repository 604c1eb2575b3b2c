//! Refunding part of a line (docs/RULES.md#refunds). The part becomes a separate line that is refunded as a whole, so that lines,
//! ledger and reports still add up. Pure.

use crate::catalog::ProductType;

/// Part of a line to refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) enum Part {
    /// Minor units, with taxes. The customer keeps the item.
    Amount(i64),
    /// Number of unused codes of a bundle, at their share of its price.
    Codes(i64),
    /// All unused codes of a bundle, at their share of its price.
    UnusedCodes,
}

/// A line to split. Amounts are in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Divisible {
    pub(in crate::checkout) name: String,
    pub(in crate::checkout) product_type: ProductType,
    /// Net.
    pub(in crate::checkout) price: i64,
    pub(in crate::checkout) taxes: i64,
    /// Parts per million.
    pub(in crate::checkout) tax_rate: i64,
    pub(in crate::checkout) discount: i64,
    /// Tax saved by the discount. `None`: an earlier build wrote the line.
    pub(in crate::checkout) discount_taxes: Option<i64>,
    /// With taxes, credited toward another club.
    pub(in crate::checkout) credited: i64,
    /// Number of codes.
    pub(in crate::checkout) quantity: i64,
    /// Codes that weren't used and aren't held by a terminal.
    pub(in crate::checkout) unused: i64,
    pub(in crate::checkout) is_gift: bool,
    /// Whether a reversal includes the line.
    pub(in crate::checkout) returned: bool,
}

/// Amounts of the new line, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checkout) struct Share {
    /// Net.
    pub(in crate::checkout) price: i64,
    pub(in crate::checkout) taxes: i64,
    pub(in crate::checkout) discount: i64,
    pub(in crate::checkout) discount_taxes: Option<i64>,
    /// Number of codes that go with it.
    pub(in crate::checkout) codes: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::checkout) enum PartRefusal {
    /// The line with this name was already refunded.
    Returned(String),
    /// The line with this name was requested twice.
    Twice(String),
    /// Nothing was paid for the line with this name.
    Free(String),
    /// The amount for the line with this name isn't above zero and below its price.
    Amount(String),
    /// The line with this name is a gift card, which is refunded by its balance.
    GiftCard(String),
    /// The line with this name isn't a bundle.
    NoCodes(String),
    /// The line with this name was a gift, whose codes its recipient has.
    Gift(String),
    /// The bundle with this name doesn't have that many unused codes.
    TooManyCodes(String),
    /// All codes of the bundle with this name, which are the whole line.
    AllCodes(String),
}

/// Share of a line for a part. Both lines keep the tax rate, within one minor unit.
pub(in crate::checkout) fn share(line: &Divisible, part: Part) -> Result<Share, PartRefusal> {
    let name = || line.name.clone();
    if line.returned {
        return Err(PartRefusal::Returned(name()));
    }
    if line.product_type.is_stored_value() {
        return Err(PartRefusal::GiftCard(name()));
    }
    let paid = line.price + line.taxes;
    let (amount, codes) = match part {
        Part::Amount(amount) if (1..paid).contains(&amount) && amount <= paid - line.credited => (amount, 0),
        Part::Amount(_) if paid == 0 => return Err(PartRefusal::Free(name())),
        Part::Amount(_) => return Err(PartRefusal::Amount(name())),
        Part::Codes(codes) => codes_at_their_share(line, codes)?,
        Part::UnusedCodes => codes_at_their_share(line, line.unused)?,
    };
    // From the remainder, so that rounding doesn't change its tax.
    let stays = paid - amount;
    let stays_taxes = match line.product_type {
        // Taxes from the kiosk, or from an earlier part.
        ProductType::AirPay => rounded(stays, line.taxes, paid),
        _ => rounded(stays, line.tax_rate, 1_000_000 + line.tax_rate).min(line.taxes),
    };
    let taxes = (line.taxes - stays_taxes).clamp(0, amount);
    Ok(Share {
        price: amount - taxes,
        taxes,
        discount: proportion(line.discount, amount, paid),
        discount_taxes: line.discount_taxes.map(|taxes| proportion(taxes, amount, paid)),
        codes,
    })
}

/// Amount with taxes for a number of unused codes, and that number.
fn codes_at_their_share(line: &Divisible, codes: i64) -> Result<(i64, i64), PartRefusal> {
    let refusal = if line.product_type != ProductType::AppBundle {
        PartRefusal::NoCodes
    } else if line.is_gift {
        PartRefusal::Gift
    } else if codes < 1 || codes > line.unused {
        PartRefusal::TooManyCodes
    } else if codes >= line.quantity {
        PartRefusal::AllCodes
    } else {
        return Ok((proportion(line.price + line.taxes, codes, line.quantity), codes));
    };
    Err(refusal(line.name.clone()))
}

/// The part of a line's price and taxes for `net` minor units of its price.
pub(in crate::checkout) fn with_taxes(net: i64, price: i64, taxes: i64) -> i64 {
    if net >= price {
        return price + taxes;
    }
    let part = i128::from(taxes) * i128::from(net) / i128::from(price);
    net + i64::try_from(part).unwrap_or(taxes)
}

/// `of * part / whole`, rounded down.
fn proportion(of: i64, part: i64, whole: i64) -> i64 {
    i64::try_from(i128::from(of) * i128::from(part) / i128::from(whole.max(1))).unwrap_or(of)
}

/// `of * part / whole`, rounded half up.
fn rounded(of: i64, part: i64, whole: i64) -> i64 {
    let (of, part, whole) = (i128::from(of), i128::from(part), i128::from(whole.max(1)));
    i64::try_from((2 * of * part + whole) / (2 * whole)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::catalog::tax::tax;

    fn wash() -> Divisible {
        Divisible {
            name: "Glow".to_owned(),
            product_type: ProductType::AppWash,
            price: 2000,
            taxes: 172,
            tax_rate: 86_000,
            discount: 500,
            discount_taxes: Some(43),
            credited: 0,
            quantity: 1,
            unused: 1,
            is_gift: false,
            returned: false,
        }
    }

    fn bundle(unused: i64) -> Divisible {
        Divisible {
            product_type: ProductType::AppBundle,
            quantity: 3,
            unused,
            ..wash()
        }
    }

    #[test]
    fn amount_is_split_into_price_and_taxes() {
        let share = share(&wash(), Part::Amount(1086)).unwrap();
        assert_eq!(
            (
                share.price,
                share.taxes,
                share.discount,
                share.discount_taxes,
                share.codes
            ),
            (1000, 86, 250, Some(21), 0)
        );
    }

    #[test]
    fn partial_amount_is_less_than_what_was_paid() {
        for amount in [i64::MIN, -1, 0, 2172, 2173, i64::MAX] {
            assert_eq!(
                share(&wash(), Part::Amount(amount)),
                Err(PartRefusal::Amount("Glow".to_owned()))
            );
        }
    }

    #[test]
    fn free_line_has_no_amount_to_refund() {
        let free = Divisible {
            price: 0,
            taxes: 0,
            discount: 2500,
            ..wash()
        };
        assert_eq!(share(&free, Part::Amount(1)), Err(PartRefusal::Free("Glow".to_owned())));
    }

    #[test]
    fn credited_part_of_a_period_is_not_refunded() {
        let month = Divisible {
            credited: 1000,
            ..wash()
        };
        assert!(share(&month, Part::Amount(1172)).is_ok());
        assert!(matches!(share(&month, Part::Amount(1173)), Err(PartRefusal::Amount(_))));
    }

    type Refusal = fn(String) -> PartRefusal;

    #[test]
    fn unused_codes_are_refunded_by_their_number() {
        let two = share(&bundle(2), Part::UnusedCodes).unwrap();
        assert_eq!((two.price + two.taxes, two.codes), (1448, 2));
        let one = share(&bundle(3), Part::Codes(1)).unwrap();
        assert_eq!((one.price + one.taxes, one.codes), (724, 1));
        let gift = Divisible {
            is_gift: true,
            ..bundle(3)
        };
        let refusals: [(Divisible, Part, Refusal); 9] = [
            (bundle(0), Part::UnusedCodes, PartRefusal::TooManyCodes),
            (bundle(3), Part::UnusedCodes, PartRefusal::AllCodes),
            (wash(), Part::UnusedCodes, PartRefusal::NoCodes),
            (wash(), Part::Codes(1), PartRefusal::NoCodes),
            (bundle(1), Part::Codes(2), PartRefusal::TooManyCodes),
            (bundle(3), Part::Codes(3), PartRefusal::AllCodes),
            (bundle(3), Part::Codes(0), PartRefusal::TooManyCodes),
            (bundle(3), Part::Codes(-1), PartRefusal::TooManyCodes),
            (gift, Part::Codes(1), PartRefusal::Gift),
        ];
        for (line, part, refusal) in refusals {
            assert_eq!(
                share(&line, part),
                Err(refusal(line.name.clone())),
                "{part:?} of {line:?}"
            );
        }
    }

    #[test]
    fn returned_lines_and_gift_cards_are_not_split() {
        let returned = Divisible {
            returned: true,
            ..wash()
        };
        assert!(matches!(
            share(&returned, Part::Amount(1)),
            Err(PartRefusal::Returned(_))
        ));
        let card = Divisible {
            product_type: ProductType::GiftCard,
            ..wash()
        };
        assert!(matches!(share(&card, Part::Amount(1)), Err(PartRefusal::GiftCard(_))));
    }

    #[test]
    fn net_amount_of_a_line_has_its_share_of_taxes() {
        for (net, expected) in [(0, 0), (500, 550), (1000, 1100), (2000, 1100)] {
            assert_eq!(with_taxes(net, 1000, 100), expected, "{net}");
        }
    }

    proptest! {
        #[test]
        fn both_parts_add_up_and_keep_the_tax_rate(
            price in 1..1_000_000_i64, rate in 0..300_000_i64, discount in 0..10_000_i64, part in 1..1_000_000_i64,
        ) {
            let taxes = tax(price, rate);
            let line = Divisible { price, taxes, tax_rate: rate, discount, ..wash() };
            let amount = 1 + part % (price + taxes).max(2);
            prop_assume!(amount < price + taxes);
            let share = share(&line, Part::Amount(amount)).unwrap();
            prop_assert_eq!(share.price + share.taxes, amount);
            prop_assert!(share.price >= 0 && share.taxes >= 0 && (0..=discount).contains(&share.discount));
            prop_assert!(share.price <= price && share.taxes <= taxes);
            let (stays, stays_taxes) = (price - share.price, taxes - share.taxes);
            prop_assert!((stays_taxes * 1_000_000 - stays * rate).abs() <= 1_000_000, "{stays} {stays_taxes}");
        }
    }
}
