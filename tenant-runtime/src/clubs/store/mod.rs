pub(super) mod due_renewals;
pub(super) mod members;
pub(super) mod next_plans;
pub(super) mod periods;
pub(super) mod prices;
pub(super) mod sold;
pub(super) mod uses;

use jiff::Timestamp;
use jiff::civil::Date;
use platform::causes::undecodable;
use platform::db::{TenantRead, TenantWrite};

use super::rules::pause::Pause;
use super::rules::standing::{EndReason, Standing, Status};
use super::{Dues, Membership, NewMember, OpenPeriod};
use crate::catalog::UseLimit;
use crate::catalog::tax::Price;
use crate::identity::Plate;

/// A new membership.
pub(super) struct NewMembership<'a> {
    pub(super) member: &'a NewMember<'a>,
    pub(super) plate: Option<&'a Plate>,
    /// Net and gross columns of the price of every further period.
    pub(super) monthly_price: (i64, Option<i64>),
    pub(super) anchor: Date,
    pub(super) next_billing: Date,
    pub(super) now: i64,
}

pub(super) async fn insert(db: &mut TenantWrite, new: &NewMembership<'_>) -> Result<i64, sqlx::Error> {
    let member = new.member;
    let locations = serde_json::to_string(member.locations).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let washes = serde_json::to_string(member.washes).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let (anchor, next_billing) = (new.anchor.to_string(), new.next_billing.to_string());
    let (use_limit, use_limit_per) = member.plan.limit_columns();
    let (monthly_price, gross_monthly_price) = new.monthly_price;
    let (license, license_state) = plate_columns(new.plate);
    sqlx::query_scalar!(
        r#"INSERT INTO club_memberships (customer_id, order_line_id, product_id, name, price, monthly_price, use_limit,
             use_limit_per, locations, license, accepted_terms, anchor_date, next_billing_date, status, joined_at,
             gross_monthly_price, license_state, washes)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, 'active', ?14, ?15, ?16, ?17)
           RETURNING id AS "id!""#,
        member.customer_id,
        member.order_line_id,
        member.product_id,
        member.name,
        member.price,
        monthly_price,
        use_limit,
        use_limit_per,
        locations,
        license,
        member.accepted_terms,
        anchor,
        next_billing,
        new.now,
        gross_monthly_price,
        license_state,
        washes
    )
    .fetch_one(db.conn())
    .await
}

pub(super) async fn set_next_billing_date(db: &mut TenantWrite, id: i64, date: Date) -> Result<(), sqlx::Error> {
    let date = date.to_string();
    sqlx::query!(
        "UPDATE club_memberships SET next_billing_date = ? WHERE id = ?",
        date,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

fn plate_columns(plate: Option<&Plate>) -> (Option<&str>, Option<&str>) {
    plate
        .map(|plate| (plate.license.as_str(), plate.state.as_str()))
        .unzip()
}

/// Sets the license plate of a customer's current club, if any.
pub(super) async fn set_plate(
    db: &mut TenantWrite,
    customer_id: i64,
    plate: Option<&Plate>,
) -> Result<(), sqlx::Error> {
    let (license, license_state) = plate_columns(plate);
    sqlx::query!(
        "UPDATE club_memberships SET license = ?, license_state = ? WHERE customer_id = ? AND status <> 'inactive'",
        license,
        license_state,
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

struct MembershipRow {
    id: i64,
    customer_id: i64,
    name: String,
    status: String,
    billing_state: String,
    use_limit: Option<i64>,
    use_limit_per: Option<String>,
    locations: String,
    washes: String,
    license: Option<String>,
    license_state: Option<String>,
    anchor_date: String,
    next_billing_date: String,
}

impl TryFrom<MembershipRow> for Membership {
    type Error = sqlx::Error;

    fn try_from(row: MembershipRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.id,
            customer_id: row.customer_id,
            name: row.name,
            standing: Standing {
                status: known(&row.status)?,
                billing: known(&row.billing_state)?,
            },
            limit: UseLimit::of_columns(row.use_limit, row.use_limit_per.as_deref()),
            locations: serde_json::from_str(&row.locations).map_err(undecodable)?,
            washes: serde_json::from_str(&row.washes).map_err(undecodable)?,
            plate: row.license.map(|license| Plate {
                license,
                state: row.license_state.unwrap_or_default(),
            }),
            anchor: date(&row.anchor_date)?,
            next_billing_date: date(&row.next_billing_date)?,
        })
    }
}

/// Newest membership of a customer, in any state.
pub(super) async fn newest(db: &mut TenantRead, customer_id: i64) -> Result<Option<Membership>, sqlx::Error> {
    let row = sqlx::query_as!(
        MembershipRow,
        r#"SELECT id AS "id!", customer_id, name, status, billing_state, use_limit, use_limit_per, locations, washes, license, license_state,
             anchor_date, next_billing_date
           FROM club_memberships WHERE customer_id = ? ORDER BY id DESC LIMIT 1"#,
        customer_id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Membership::try_from).transpose()
}

/// Membership by ID, in any state.
pub(super) async fn find(db: &mut TenantRead, id: i64) -> Result<Option<Membership>, sqlx::Error> {
    let row = sqlx::query_as!(
        MembershipRow,
        r#"SELECT id AS "id!", customer_id, name, status, billing_state, use_limit, use_limit_per, locations, washes, license, license_state,
             anchor_date, next_billing_date
           FROM club_memberships WHERE id = ?"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    row.map(Membership::try_from).transpose()
}

/// Product of a membership.
pub(super) async fn product_of(db: &mut TenantRead, id: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!("SELECT product_id FROM club_memberships WHERE id = ?", id)
        .fetch_one(db.conn())
        .await
}

/// Current memberships with this license plate in any state or province.
pub(super) async fn with_license(db: &mut TenantRead, license: &str) -> Result<Vec<Membership>, sqlx::Error> {
    let rows = sqlx::query_as!(
        MembershipRow,
        r#"SELECT id AS "id!", customer_id, name, status, billing_state, use_limit, use_limit_per, locations, washes, license, license_state,
             anchor_date, next_billing_date
           FROM club_memberships WHERE license = ? AND status <> 'inactive' ORDER BY license_state, id"#,
        license
    )
    .fetch_all(db.conn())
    .await?;
    rows.into_iter().map(Membership::try_from).collect()
}

/// A membership with its open month.
pub(super) async fn dues(db: &mut TenantRead, id: i64) -> Result<Option<Dues>, sqlx::Error> {
    let Some(membership) = find(db, id).await? else {
        return Ok(None);
    };
    let owed = sqlx::query!(
        "SELECT product_id, monthly_price, gross_monthly_price, unpaid_since, warned_of_card, paused_from, paused_until, canceled_pause_until
         FROM club_memberships WHERE id = ?",
        id
    )
    .fetch_one(db.conn())
    .await?;
    let open = sqlx::query!(
        r#"SELECT id AS "id!", period_start, period_end, state, order_line_id, next_attempt_at, last_try_on, not_asked_since
           FROM club_periods
           WHERE membership_id = ? AND state IN ('due', 'charging', 'unknown')"#,
        id
    )
    .fetch_optional(db.conn())
    .await?;
    let open = open.map(|period| {
        let instant = |ms: Option<i64>| {
            let instant = ms.map(Timestamp::from_millisecond).transpose();
            instant.map_err(|error| sqlx::Error::Decode(error.into()))
        };
        Ok::<_, sqlx::Error>(OpenPeriod {
            id: period.id,
            start: date(&period.period_start)?,
            end: date(&period.period_end)?,
            is_under_way: period.state != "due",
            order_line_id: period.order_line_id,
            next_attempt_at: instant(period.next_attempt_at)?,
            last_try_on: period.last_try_on.as_deref().map(date).transpose()?,
            not_asked_since: instant(period.not_asked_since)?,
        })
    });
    Ok(Some(Dues {
        membership,
        product_id: owed.product_id,
        monthly_price: Price::of_columns(owed.monthly_price, owed.gross_monthly_price),
        unpaid_since: owed.unpaid_since.as_deref().map(date).transpose()?,
        warned_of_card: owed.warned_of_card.as_deref().map(date).transpose()?,
        announced: prices::announced(db, id).await?,
        pause: match (owed.paused_from.as_deref(), owed.paused_until.as_deref()) {
            (Some(from), Some(until)) => Some(Pause {
                from: date(from)?,
                until: date(until)?,
            }),
            _ => None,
        },
        canceled_pause_until: owed.canceled_pause_until.as_deref().map(date).transpose()?,
        open: open.transpose()?,
    }))
}

pub(super) async fn set_pause(db: &mut TenantWrite, id: i64, pause: Option<Pause>) -> Result<(), sqlx::Error> {
    let (from, until) = pause
        .map(|pause| (pause.from.to_string(), pause.until.to_string()))
        .unzip();
    sqlx::query!(
        "UPDATE club_memberships SET paused_from = ?2, paused_until = ?3 WHERE id = ?1",
        id,
        from,
        until
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Records until when a membership was paused when it was canceled. `None`: it wasn't, or is no longer canceled.
pub(super) async fn set_canceled_pause(db: &mut TenantWrite, id: i64, until: Option<Date>) -> Result<(), sqlx::Error> {
    let until = until.map(|day| day.to_string());
    sqlx::query!(
        "UPDATE club_memberships SET canceled_pause_until = ? WHERE id = ?",
        until,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// The months of a membership start on the day of `date` from now on, the next one on `date`.
pub(super) async fn move_billing(db: &mut TenantWrite, id: i64, date: Date, anchor: Date) -> Result<(), sqlx::Error> {
    let (date, anchor) = (date.to_string(), anchor.to_string());
    sqlx::query!(
        "UPDATE club_memberships SET next_billing_date = ?2, anchor_date = ?3 WHERE id = ?1",
        id,
        date,
        anchor
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

/// Records that the member was warned that the card valid until `last_day` expires.
pub(super) async fn set_warned_of_card(db: &mut TenantWrite, id: i64, last_day: Date) -> Result<(), sqlx::Error> {
    let last_day = last_day.to_string();
    sqlx::query!(
        "UPDATE club_memberships SET warned_of_card = ? WHERE id = ?",
        last_day,
        id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

pub(super) async fn set_unpaid_since(db: &mut TenantWrite, id: i64, since: Option<Date>) -> Result<(), sqlx::Error> {
    let since = since.map(|day| day.to_string());
    sqlx::query!("UPDATE club_memberships SET unpaid_since = ? WHERE id = ?", since, id)
        .execute(db.conn())
        .await?;
    Ok(())
}

/// Sets the status of a membership from `now` on. `end`: why it ended, if it did. An inactive membership has no next
/// plan.
pub(super) async fn set_standing(
    db: &mut TenantWrite,
    id: i64,
    standing: Standing,
    end: Option<EndReason>,
    now: i64,
) -> Result<(), sqlx::Error> {
    let (status, billing) = (standing.status.into_str(), standing.billing.into_str());
    let (ended_at, reason) = end.map(|reason| (now, reason.into_str())).unzip();
    sqlx::query!(
        "UPDATE club_memberships SET status = ?, billing_state = ?, ended_at = ?, end_reason = ? WHERE id = ?",
        status,
        billing,
        ended_at,
        reason,
        id
    )
    .execute(db.conn())
    .await?;
    if standing.status != Status::Active {
        next_plans::withdraw(db, id).await?;
    }
    Ok(())
}

/// Whether any of these accounts is or was a member of a club.
pub(super) async fn was_ever_member(db: &mut TenantRead, accounts: &[i64]) -> Result<bool, sqlx::Error> {
    let accounts = serde_json::to_string(accounts).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let found = sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM club_memberships WHERE customer_id IN (SELECT value FROM json_each(?)) LIMIT 1"#,
        accounts
    );
    Ok(found.fetch_optional(db.conn()).await?.is_some())
}

/// Ends all memberships of an account being deleted, and deletes the license plates.
pub(super) async fn end_for_deletion(db: &mut TenantWrite, customer_id: i64, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "DELETE FROM club_next_plans WHERE membership_id IN (SELECT id FROM club_memberships WHERE customer_id = ?)",
        customer_id
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "UPDATE club_periods SET state = 'unpaid', next_attempt_at = NULL
         WHERE state = 'due' AND membership_id IN (SELECT id FROM club_memberships WHERE customer_id = ?)",
        customer_id
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "UPDATE club_memberships SET status = 'inactive', ended_at = ?, end_reason = 'account_deleted'
         WHERE customer_id = ? AND status <> 'inactive'",
        now,
        customer_id
    )
    .execute(db.conn())
    .await?;
    sqlx::query!(
        "UPDATE club_memberships SET license = NULL, license_state = NULL WHERE customer_id = ?",
        customer_id
    )
    .execute(db.conn())
    .await?;
    Ok(())
}

fn date(text: &str) -> Result<Date, sqlx::Error> {
    text.parse()
        .map_err(|error: jiff::Error| sqlx::Error::Decode(error.into()))
}

/// Parses a state that this build knows.
fn known<T: std::str::FromStr>(text: &str) -> Result<T, sqlx::Error> {
    text.parse()
        .map_err(|_| sqlx::Error::Decode(format!("club state {text}").into()))
}
