//! Merchandise and its shipments.

use super::super::rows::{AddressRow, Batch, LineRow};
use super::super::year::{DAY, happens, one_of};
use super::{Builder, Paid, next};

const STREETS: [&str; 6] = [
    "Main Street",
    "Oak Avenue",
    "Mill Road",
    "Park Lane",
    "Station Road",
    "Hill Street",
];
const CARRIER: &str = "UPS";

impl Builder<'_> {
    /// Ships the merchandise in `lines`: the latest is unpacked, the oldest has arrived.
    pub(super) fn send(&self, batch: &mut Batch, ids: &mut i64, paid: &Paid<'_>, lines: &mut [LineRow]) {
        let mut to = None;
        for line in lines.iter_mut().filter(|line| line.kind == "Swag") {
            let address = *to.get_or_insert_with(|| {
                let id = next(ids);
                batch.addresses.push(AddressRow {
                    id,
                    customer: paid.customer,
                    location: paid.sale.location,
                    street: format!(
                        "{} {}",
                        self.below(900) + 1,
                        one_of(self.random, &STREETS).unwrap_or_default()
                    ),
                    at: paid.settled,
                });
                id
            });
            let way = match self.now - paid.settled {
                age if age > 8 * DAY => "delivered",
                age if age > 3 * DAY => "shipped",
                age if age > DAY && happens(self.random, 500) => "packed",
                _ => "queued",
            };
            let has_left = ["delivered", "shipped"].contains(&way);
            line.address = Some(address);
            line.fulfillment = Some(way);
            line.carrier = has_left.then_some(CARRIER);
            line.tracking = has_left.then(|| format!("1Z{}", self.random.digits(16)));
        }
    }
}
