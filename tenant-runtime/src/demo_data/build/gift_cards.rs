//! Gift cards and their use at kiosks.

use data_encoding::HEXLOWER;

use super::super::rows::{Batch, CardRow, HoldRow, LineRow, MovementRow};
use super::super::year::{DAY, happens};
use super::{Booking, Builder, MINUTE, Paid};
use crate::gift_cards;
use crate::ledger::{Account, Source};

impl Builder<'_> {
    pub(super) fn issue_card(&self, batch: &mut Batch, card: i64, paid: &Paid<'_>, line: &LineRow) {
        let number = gift_cards::new_number(self.keys, self.random);
        let (at, account) = (paid.settled, Account::GiftCard(card));
        batch.cards.push(CardRow {
            id: card,
            lookup: HEXLOWER.encode(&number.lookup),
            sealed: HEXLOWER.encode(&number.sealed),
            last_four: number.last_four,
            state: if happens(self.random, 6) { "blocked" } else { "active" },
            line: line.id,
            name: line.name.clone(),
            buyer: paid.customer,
            at,
        });
        if line.value != 0 {
            batch.movements.push(MovementRow {
                card,
                kind: "issue",
                amount: line.value,
                line: Some(line.id),
                hold: None,
                at,
            });
        }
        paid.booking().post(batch, account, -line.value);
        paid.booking().post(batch, Account::Adjustment, line.value - line.price);
        // Spent in parts at a kiosk.
        let mut left = line.value;
        let mut spent_at = at;
        while left > 0 && happens(self.random, 600) {
            spent_at += MINUTE + self.below(40 * DAY);
            let Some((location, lane)) = self.lanes.iter().find(|(of, _)| *of == paid.sale.location) else {
                return;
            };
            if spent_at >= self.now {
                return;
            }
            let amount = 1 + self.below(left);
            let id = self.token();
            let txn = format!("hold:{id}");
            batch.movements.push(MovementRow {
                card,
                kind: "redeem",
                amount: -amount,
                line: None,
                hold: Some(id.clone()),
                at: spent_at,
            });
            let source = Source::Hold(id.clone());
            batch.holds.push(HoldRow {
                id,
                card,
                lane: lane.clone(),
                location: *location,
                amount,
                at: spent_at,
            });
            let booking = Booking {
                txn: &txn,
                source,
                order: None,
                location: None,
                at: spent_at,
            };
            booking.post(batch, account, amount);
            booking.post(batch, Account::Kiosks, -amount);
            left -= amount;
        }
    }
}
