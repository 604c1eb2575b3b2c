//! Idempotency keys of orders.

use futures_util::TryStreamExt as _;

use crate::check::words;
use crate::checkout::OrderSeals;
use crate::domain::CheckedSite;

/// An order's idempotency key, and its traces.
struct Traces {
    /// Whether the order is marked as placed with a key.
    is_marked: bool,
    /// Whether the key exists.
    has_key: bool,
    seal: Seal,
}

enum Seal {
    /// From before seals.
    Early,
    Missing,
    Wrong,
    /// Whether the order was placed with a key.
    Right(bool),
}

impl Traces {
    /// Contradictions, as ends of a sentence about the order.
    fn problems(&self) -> Vec<&'static str> {
        let mut problems = Vec::new();
        match (self.is_marked, self.has_key) {
            (true, false) => problems.push("lost its idempotency key: the same request would be charged again."),
            (false, true) => problems.push("has an idempotency key, but isn't marked as placed with one."),
            _ => {}
        }
        match self.seal {
            Seal::Missing => problems.push("has no seal. It was added or changed by hand."),
            Seal::Wrong => problems.push(
                "doesn't match its seal. It was changed by hand, or the order before it was removed.",
            ),
            Seal::Right(true) if !self.is_marked && !self.has_key => problems.push(
                "was placed with an idempotency key, which was removed by hand: the same request would be charged again.",
            ),
            Seal::Right(false) if self.is_marked => {
                problems.push("was placed without an idempotency key, but is marked as placed with one.");
            }
            Seal::Early | Seal::Right(_) => {}
        }
        problems
    }
}

/// The idempotency key of a request is kept as long as its order, whose seal says whether there was one. Orders from before seals come
/// first.
pub(crate) async fn orders_without_their_key(site: &mut CheckedSite<'_>) -> Result<Vec<String>, sqlx::Error> {
    let seals = OrderSeals::new(site.keys());
    let (mut before, mut suspects) = (None::<Vec<u8>>, Vec::new());
    let mut orders = sqlx::query!(
        r#"SELECT id AS "id!", trans_record_id, has_key AS "is_marked!: bool", seal,
                  trans_record_id IN (
                      SELECT trim(answer, '"') FROM idempotency_keys WHERE expires_at IS NULL AND answer LIKE '"%"'
                  ) AS "has_key!: bool"
           FROM checkout_orders ORDER BY id"#
    )
    .fetch(site.conn());
    while let Some(order) = orders.try_next().await? {
        let says = |has_key| seals.of(before.as_deref(), &order.trans_record_id, has_key);
        let seal = match &order.seal {
            Some(seal) if *seal == says(true) => Seal::Right(true),
            Some(seal) if *seal == says(false) => Seal::Right(false),
            Some(_) => Seal::Wrong,
            None if before.is_none() => Seal::Early,
            None => Seal::Missing,
        };
        let traces = Traces {
            is_marked: order.is_marked,
            has_key: order.has_key,
            seal,
        };
        suspects.extend(traces.problems().into_iter().map(|problem| (order.id, problem)));
        before = order.seal.or(before);
    }
    drop(orders);
    let mut found = Vec::with_capacity(suspects.len());
    for (id, problem) in suspects {
        found.push(format!("{} {problem}", words::order(site, id).await?));
    }
    Ok(found)
}
