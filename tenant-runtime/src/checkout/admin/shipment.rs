use platform::audit::{self, Change};
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Json, Path, Text};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::checkout::error::id_in_path;
use crate::checkout::refund_plan::{RefundRequest, RefundScope};
use crate::checkout::reversal::reverse;
use crate::checkout::rules::reversal::{RefundOptions, ReversalState};
use crate::checkout::rules::shipment::ShipmentState;
use crate::checkout::rules::{Actor, Order};
use crate::checkout::store::reversals::SoldLine;
use crate::checkout::store::{orders, reversals, shipping};
use crate::checkout::{effects, jobs};
use crate::error::ErrorCode;
use crate::fields::text;
use crate::http::{Person, carry_through, in_progress};
use crate::identity;
use crate::language::Locale;
use crate::notifications::inbox::{self, Notice};
use crate::tenant::{Tenant, TenantContext};

const LONGEST: usize = 100;

/// New fulfillment status.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Move {
    state: ShipmentState,
    #[serde(default)]
    carrier: Option<String>,
    #[serde(default)]
    tracking: Option<String>,
}

/// Update the shipment of a line
///
/// The customer is notified when it is `shipped`; `cancelled` refunds the line.
#[utoipa::path(post, path = "/admin/orders/{transRecordId}/lines/{lineId}/fulfillment", tag = "admin", request_body = Move,
    params(("transRecordId" = String, Path), ("lineId" = String, Path)),
    responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn move_goods(
    tenant: Tenant,
    person: Person,
    locale: Locale,
    Path((id, line_id)): Path<(String, String)>,
    Json(wanted): Json<Move>,
) -> Result<Answer<bool>, ApiError> {
    let line_id = id_in_path(&line_id)?;
    let mut db = tenant.write().await?;
    let order = orders::find_any_order(&mut db, &id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let sold = reversals::sold_lines(&mut db, order.id).await?;
    let line = sold
        .into_iter()
        .find(|line| line.id == line_id)
        .ok_or_else(ApiError::not_found)?;
    if !moves(&line, wanted.state, &locale)? {
        return Ok(Answer(true));
    }
    if line.fulfillment.is_some_and(ShipmentState::is_waiting) && is_going_back(&mut db, &line).await? {
        return Err(in_progress());
    }
    if wanted.state == ShipmentState::Cancelled {
        drop(db);
        return cancel(&tenant, &person, id, line_id).await;
    }
    let (carrier, tracking) = (label(wanted.carrier, "carrier")?, label(wanted.tracking, "tracking")?);
    shipping::move_goods(&mut db, line_id, wanted.state, carrier.as_deref(), tracking.as_deref()).await?;
    match wanted.state {
        ShipmentState::Shipped => tell(&mut db, &tenant, &order, line_id).await?,
        ShipmentState::Returned => effects::take_in(&mut db, &line).await?,
        _ => {}
    }
    if !wanted.state.is_waiting() {
        effects::forget_if_deleted(&mut db, order.customer_id).await?;
    }
    let subject = format!("order:{}", order.id);
    let change = Change::between(
        json!({"state": line.fulfillment.map(|state| state.into_str())}),
        json!({"state": wanted.state.into_str()}),
    );
    let change = change.with(json!({"line": line_id, "carrier": carrier, "tracking": tracking}));
    audit::note(&mut db, tenant.now(), &person.actor(), "goods_moved", &subject, change).await?;
    db.commit().await?;
    Ok(Answer(true))
}

/// Whether a line is being refunded, so that it isn't shipped.
async fn is_going_back(db: &mut TenantWrite, line: &SoldLine) -> Result<bool, sqlx::Error> {
    let Some(id) = line.reversal_id else {
        return Ok(false);
    };
    let reversal = reversals::find(db, id).await?;
    Ok(reversal.is_some_and(|reversal| reversal.state.is_unsettled()))
}

/// Notifies the customer that merchandise was shipped, if the account still exists.
async fn tell(db: &mut TenantWrite, tenant: &TenantContext, order: &Order, line_id: i64) -> Result<(), sqlx::Error> {
    if identity::find_account(db, order.customer_id).await?.is_none() {
        return Ok(());
    }
    jobs::enqueue_shipped_mail(db, order.id, line_id, tenant.now()).await?;
    inbox::notify(db, order.customer_id, Notice::GoodsShipped, tenant.now()).await
}

/// Whether anything changes.
fn moves(line: &SoldLine, next: ShipmentState, locale: &Locale) -> Result<bool, ApiError> {
    match line.fulfillment {
        None => Err(ApiError::not_found()),
        Some(now) if now == next => Ok(false),
        Some(now) if now.may_become(next) => Ok(true),
        Some(now) => Err(ErrorCode::InvalidFields
            .because(
                Text::new("Can't change status from {now} to {next}.")
                    .with("now", locale.say(now.name()))
                    .with("next", locale.say(next.name())),
            )
            .field("state", "This status change isn't allowed.")),
    }
}

async fn cancel(tenant: &Tenant, person: &Person, id: String, line_id: i64) -> Result<Answer<bool>, ApiError> {
    let request = RefundRequest {
        trans_record_id: id,
        scope: RefundScope::Lines(vec![line_id]),
        parts: Vec::new(),
        options: RefundOptions::default(),
        expected_amount: None,
        expected_refunded: None,
        override_reason: None,
        actor: Actor::from(person),
    };
    let reversal = carry_through(&tenant.runtime, reverse(tenant.clone(), request, None)).await?;
    Ok(Answer(reversal.state == ReversalState::Done))
}

fn label(entered: Option<String>, field: &str) -> Result<Option<String>, ApiError> {
    match text::nullable(entered.as_deref(), LONGEST) {
        Ok(label) if !label.as_deref().unwrap_or_default().contains(char::is_control) => Ok(label),
        _ => Err(ErrorCode::InvalidFields
            .because(text::TOO_LONG)
            .field(field, text::TOO_LONG)),
    }
}
