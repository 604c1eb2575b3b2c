//! What an order gave that can still be used, for who takes it away because the customer's bank took its money back.

use std::collections::HashMap;

use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Path};
use serde::Serialize;
use utoipa::ToSchema;

use crate::gift_cards::{self, FoundCard};
use crate::identity;
use crate::tenant::Tenant;
use crate::{checkout, clubs, loyalty, wallet};

/// What an order gave that can still be used. Goods that were not sent yet stand with its lines.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StillUsable {
    codes: Vec<UsableCode>,
    gift_cards: Vec<UsableCard>,
    clubs: Vec<UsableClub>,
    /// Null: it gave none, there are none left, or the account is deleted.
    points: Option<UsablePoints>,
}

/// A code that works.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsableCode {
    name: String,
    /// The last four digits of the code.
    code_ends: String,
    uses_left: i64,
    /// The last local day on which it works; null: there is none.
    #[schema(value_type = Option<String>, format = Date)]
    expiration_date: Option<String>,
    /// Who has it; null: a gift that was not claimed yet.
    user_id: Option<String>,
    customer_name: Option<String>,
}

/// A gift card that was sold or reloaded, and can be spent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsableCard {
    card_id: i64,
    name: String,
    last_four: String,
    /// Minor units, from all that was put on it.
    balance: i64,
}

/// A club with a month that is paid and not over.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsableClub {
    membership_id: i64,
    name: String,
    user_id: Option<String>,
    customer_name: Option<String>,
    /// The first day that is not paid with the order.
    #[schema(format = Date)]
    paid_until: String,
}

/// Points that were given for it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsablePoints {
    user_id: String,
    /// But for those that went back with a refund, or that staff took away since.
    earned: i64,
    /// What the customer has now, from everything.
    balance: i64,
    /// Unused rewards that the customer's points became.
    unused_rewards: i64,
    /// Points that those rewards cost.
    reward_points: i64,
}

/// List valid items of an order
///
/// Codes, gift cards, clubs and points, whoever owns them now.
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

/// The cards that these lines put something on, if they can be spent.
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

/// The names of those whose account is not deleted.
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
