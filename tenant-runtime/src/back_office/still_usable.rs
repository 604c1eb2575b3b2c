//! Valid items of an order, to void them after a chargeback.

use std::collections::HashMap;

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde::Serialize;
use utoipa::ToSchema;

use crate::gift_cards::{self, FoundCard};
use crate::identity;
use crate::tenant::Tenant;
use crate::{checkout, clubs, loyalty, wallet};

/// Valid items from an order. Merchandise that hasn't shipped is listed with the order's lines.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StillUsable {
    codes: Vec<UsableCode>,
    gift_cards: Vec<UsableCard>,
    clubs: Vec<UsableClub>,
    /// Null if the order earned no points, none are left, or the account was deleted.
    points: Option<UsablePoints>,
}

/// Valid code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsableCode {
    name: String,
    /// Last four digits of the code.
    code_ends: String,
    uses_left: i64,
    /// Last valid day, as a local date; null for no expiry.
    #[schema(value_type = Option<String>, format = Date)]
    expiration_date: Option<String>,
    /// Owner; null for an unclaimed gift.
    user_id: Option<String>,
    customer_name: Option<String>,
}

/// Sold or reloaded gift card with a balance.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsableCard {
    card_id: i64,
    name: String,
    last_four: String,
    /// Total balance of the card, in minor units.
    balance: i64,
}

/// Membership with a current paid period.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsableClub {
    membership_id: i64,
    name: String,
    user_id: Option<String>,
    customer_name: Option<String>,
    /// First day that this order doesn't pay for.
    #[schema(format = Date)]
    paid_until: String,
}

/// Points earned with an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsablePoints {
    user_id: String,
    /// Points earned, without those deducted by refunds or staff.
    earned: i64,
    /// Customer's current balance.
    balance: i64,
    /// Unused rewards the customer's points were converted to.
    unused_rewards: i64,
    /// Points spent on these rewards.
    reward_points: i64,
}

/// List valid items of an order
///
/// Codes, gift cards, clubs and points, including those given to others.
#[utoipa::path(get, path = "/admin/orders/{transRecordId}/still-usable", tag = "admin",
    params(("transRecordId" = String, Path)), responses((status = 200, body = Envelope<StillUsable>)))]
pub(super) async fn get_still_usable(tenant: Tenant, Path(id): Path<String>) -> Result<Answer<StillUsable>, ApiError> {
    let today = wallet::moment(&tenant).await?.today;
    let mut db = tenant.read().await?;
    let order = checkout::parts_of_order(&mut db, &id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let mut codes = wallet::sold_with(&tenant, &mut db, &order.lines).await?;
    codes.retain(|code| code.uses_left > 0);
    let mut months = clubs::months_sold_with(&mut db, &order.lines).await?;
    months.retain(|month| !month.has_ended && month.end > today);

    let mut people: Vec<i64> = codes.iter().filter_map(|code| code.customer_id).collect();
    people.extend(months.iter().map(|month| month.customer_id));
    people.push(order.customer_id);
    let people = People::of(&mut db, &people).await?;
    let points = loyalty::earned_with(&mut db, order.customer_id, &order.lines).await?;
    let points = people.id(Some(order.customer_id)).map(|user_id| UsablePoints {
        user_id,
        earned: points.earned,
        balance: points.balance,
        unused_rewards: points.unused_rewards,
        reward_points: points.reward_points,
    });
    Ok(Answer(StillUsable {
        gift_cards: cards_of(&mut db, &order.lines).await?,
        points: points.filter(|points| points.earned > 0 && points.balance + points.reward_points > 0),
        codes: codes
            .into_iter()
            .map(|code| UsableCode {
                user_id: people.id(code.customer_id),
                customer_name: people.name(code.customer_id),
                name: code.name,
                code_ends: code.code_ends,
                uses_left: code.uses_left,
                expiration_date: code.expires_on,
            })
            .collect(),
        clubs: months
            .into_iter()
            .map(|month| UsableClub {
                membership_id: month.membership_id,
                user_id: people.id(Some(month.customer_id)),
                customer_name: people.name(Some(month.customer_id)),
                name: month.club,
                paid_until: month.end.to_string(),
            })
            .collect(),
    }))
}

/// Gift cards that these lines loaded, if they can be spent.
async fn cards_of(db: &mut TenantRead, lines: &[i64]) -> Result<Vec<UsableCard>, ApiError> {
    let mut cards: Vec<FoundCard> = Vec::new();
    for line in lines {
        let Some(load) = gift_cards::load_of_line(db, *line).await? else {
            continue;
        };
        let card = gift_cards::look_up(db, load.card_id).await?;
        let known = |card: &FoundCard| cards.iter().any(|other| other.id == card.id);
        cards.extend(card.filter(|card| card.can_be_spent() && !known(card)));
    }
    let shown = |card: FoundCard| UsableCard {
        card_id: card.id,
        name: card.name,
        last_four: card.last_four,
        balance: card.balance,
    };
    Ok(cards.into_iter().map(shown).collect())
}

/// Names of customers whose accounts aren't deleted.
struct People(HashMap<i64, Option<String>>);

impl People {
    async fn of(db: &mut TenantRead, ids: &[i64]) -> Result<Self, sqlx::Error> {
        let contacts = identity::contacts(db, ids).await?;
        Ok(Self(
            contacts.into_iter().map(|contact| (contact.id, contact.name)).collect(),
        ))
    }

    fn id(&self, customer: Option<i64>) -> Option<String> {
        customer.filter(|id| self.0.contains_key(id)).map(|id| id.to_string())
    }

    fn name(&self, customer: Option<i64>) -> Option<String> {
        self.0.get(&customer?).cloned().flatten()
    }
}
