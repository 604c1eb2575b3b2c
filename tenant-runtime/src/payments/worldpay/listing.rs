//! Transactions of a period, through Express's `TransactionQuery` with a date range.

use jiff::civil::DateTime;
use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};

use super::Worldpay;
use platform::money::parse_decimal;

use super::express::{self, Missing, REPORTING, RETURN, REVERSAL, SALE, send};
use super::wire::{Item, Parameters, Request, Response};
use crate::payments::processor::{Captured, Found, ListedTransaction, Listing, Reversed, TransactionKind};

/// Maximum period per query. Express only answers short ranges.
const SPAN: SignedDuration = SignedDuration::from_hours(24);

/// Express doesn't document the time zone of a range, so the range is extended by this on both sides, and the response
/// is filtered.
const MARGIN: SignedDuration = SignedDuration::from_hours(12);

pub(super) async fn list(worldpay: &Worldpay, from: Timestamp, until: Timestamp) -> Listing {
    // Express returns whole seconds.
    let from = from - SignedDuration::from_secs(1);
    let (mut begin, end) = (from - MARGIN, until + MARGIN);
    let mut found: Vec<ListedTransaction> = Vec::new();
    while begin < end {
        let next = (begin + SPAN).min(end);
        match query(worldpay, begin, next).await {
            Ok(listed) => {
                let is_asked = |one: &ListedTransaction| one.at.is_none_or(|at| from <= at && at <= until);
                for one in listed.into_iter().filter(is_asked) {
                    // A transaction on the boundary of two queries is in both.
                    if !found.contains(&one) {
                        found.push(one);
                    }
                }
            }
            Err(why) => return Listing::NoAnswer(why),
        }
        begin = next;
    }
    Listing::Listed(found)
}

/// Period in which the reversals of a sale without a date are looked up.
const LOOK_BACK: SignedDuration = SignedDuration::from_hours(24 * 60);

/// Lists the transactions since the sale: the number of a reversal starts with that of its sale.
pub(super) async fn look_up_reversed(worldpay: &Worldpay, charge: &Captured, now: Timestamp) -> Reversed {
    let sold_at = match express::query(worldpay, &charge.reference).await {
        Ok(response) => match express::items(&response, &charge.reference) {
            Ok(items) => items.iter().find_map(instant_of),
            Err(_) => None,
        },
        Err(Found::NoAnswer(why)) => return Reversed::NoAnswer(why),
        Err(_) => return Reversed::NoLookUp,
    };
    let from = sold_at.unwrap_or(now - LOOK_BACK);
    match list(worldpay, from, now.max(from) + SPAN).await {
        Listing::Listed(listed) => reversed_of(charge, &listed),
        Listing::NoAnswer(why) => Reversed::NoAnswer(why),
        Listing::NotOffered => Reversed::NoLookUp,
    }
}

/// Sum of the reversals of `charge` among `listed`.
fn reversed_of(charge: &Captured, listed: &[ListedTransaction]) -> Reversed {
    let is_of_charge = |one: &&ListedTransaction| {
        let number = one.reference.split_once('-').map_or(&*one.reference, |(sale, _)| sale);
        number == charge.reference
    };
    let mut reversed = 0;
    for one in listed.iter().filter(is_of_charge) {
        match one.kind {
            TransactionKind::Charge => {}
            TransactionKind::Void => return Reversed::Amount(charge.amount),
            TransactionKind::Refund => match parse_decimal(&one.amount, &charge.currency) {
                Some(amount) => reversed += amount,
                None => return Reversed::NoAnswer("an unreadable amount".to_owned()),
            },
        }
    }
    Reversed::Amount(reversed)
}

async fn query(worldpay: &Worldpay, begin: Timestamp, end: Timestamp) -> Result<Vec<ListedTransaction>, String> {
    let written = |at: Timestamp| {
        Offset::UTC
            .to_datetime(at)
            .strftime("%Y-%m-%d %H:%M:%S%.3f")
            .to_string()
    };
    let (begin, end) = (written(begin), written(end));
    let request = Request {
        parameters: Some(Parameters {
            transaction_date_time_begin: Some(&begin),
            transaction_date_time_end: Some(&end),
            ..Parameters::default()
        }),
        ..Request::new(worldpay, REPORTING)
    };
    let to = (worldpay.endpoints.reporting.as_str(), worldpay.endpoints.patience);
    match send(worldpay, to, "TransactionQuery", &request).await {
        Ok(response) => listed(&response),
        Err(Missing::NotSent) => Err("no connection".to_owned()),
        Err(Missing::Unknown(why)) => Err(why),
    }
}

/// Transactions in a response that moved money.
///
/// # Errors
/// Express's response if it isn't a list.
pub(super) fn listed(response: &Response) -> Result<Vec<ListedTransaction>, String> {
    let items = response.reporting_data.as_ref().map(|data| data.items.item.as_slice());
    match (response.express_response_code.as_str(), items) {
        ("90", None | Some([])) => Ok(Vec::new()),
        ("0", Some(items)) => Ok(items.iter().filter_map(read).collect()),
        (code, _) => Err(format!("Express answered {code}")),
    }
}

fn read(item: &Item) -> Option<ListedTransaction> {
    let kind = match item.transaction_type.as_str() {
        SALE => TransactionKind::Charge,
        RETURN => TransactionKind::Refund,
        REVERSAL => TransactionKind::Void,
        _ => return None,
    };
    // 5: a part of the amount was approved.
    if !matches!(item.express_response_code.as_str(), "0" | "5") {
        return None;
    }
    let amount = [item.approved_amount.as_str(), item.transaction_amount.as_str()];
    Some(ListedTransaction {
        kind,
        reference: item.reference_number.clone(),
        transaction: item.transaction_id.clone(),
        amount: amount.into_iter().find(|amount| !amount.is_empty())?.to_owned(),
        at: instant_of(item),
    })
}

fn instant_of(item: &Item) -> Option<Timestamp> {
    let text = format!("{}{}", item.express_transaction_date, item.express_transaction_time);
    let civil = DateTime::strptime("%Y%m%d%H%M%S", text).ok()?;
    offset_of(&item.express_transaction_timezone)?.to_timestamp(civil).ok()
}

/// Offset in a text such as `UTC-05:00:00`.
fn offset_of(zone: &str) -> Option<Offset> {
    let mut parts = zone.strip_prefix("UTC")?.split(':');
    let hours: i32 = parts.next()?.parse().ok()?;
    let minutes: i32 = parts.next().unwrap_or("0").parse().ok()?;
    let sign = if zone.starts_with("UTC-") { -1 } else { 1 };
    Offset::from_seconds(hours * 3600 + sign * minutes * 60).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::worldpay::express;

    fn answer(items: &str) -> Response {
        let body = format!(
            "<TransactionQueryResponse><Response><ExpressResponseCode>0</ExpressResponseCode>\
             <ReportingData><Items>{items}</Items></ReportingData></Response></TransactionQueryResponse>"
        );
        express::read(&body).unwrap()
    }

    #[test]
    fn listing_contains_money_movements_with_their_time() {
        let item = |kind: &str, code: &str| {
            format!(
                "<Item><TransactionID>7</TransactionID><ReferenceNumber>abc</ReferenceNumber>\
                 <ApprovedAmount>38.00</ApprovedAmount><ExpressResponseCode>{code}</ExpressResponseCode>\
                 <ExpressTransactionDate>20261120</ExpressTransactionDate>\
                 <ExpressTransactionTime>100000</ExpressTransactionTime>\
                 <ExpressTransactionTimezone>UTC-05:00:00</ExpressTransactionTimezone>\
                 <TransactionType>{kind}</TransactionType></Item>"
            )
        };
        let items = [
            item("CreditCardSale", "0"),
            item("CreditCardSale", "20"),
            item("CreditCardReturn", "0"),
            item("CreditCardReversal", "0"),
            item("CreditCardAuthorization", "0"),
        ];
        let found = listed(&answer(&items.concat())).unwrap();
        let kinds: Vec<TransactionKind> = found.iter().map(|one| one.kind).collect();
        let wanted = [TransactionKind::Charge, TransactionKind::Refund, TransactionKind::Void];
        assert_eq!(kinds, wanted);
        assert_eq!(found[0].amount, "38.00");
        assert_eq!(found[0].at, Some("2026-11-20T15:00:00Z".parse().unwrap()));
    }

    #[test]
    fn empty_listing_is_valid_and_a_rejection_is_an_error() {
        let none = "<A><Response><ExpressResponseCode>90</ExpressResponseCode></Response></A>";
        assert_eq!(listed(&express::read(none).unwrap()), Ok(Vec::new()));
        let refused = "<A><Response><ExpressResponseCode>103</ExpressResponseCode></Response></A>";
        assert!(listed(&express::read(refused).unwrap()).is_err());
    }
}
