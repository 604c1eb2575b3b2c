//! Redeemable behind a code at a terminal (a wallet item or a use of a club), and its redemption.

use jiff::Timestamp;
use platform::db::{TenantRead, TenantWrite};

use super::error::TerminalError;
use super::rules::{Redeemed, UseCount};
use crate::clubs::Entitled;
use crate::clubs::rules::uses::UseRefusal;
use crate::http::Terminal;
use crate::temp_tokens::rules::{Kind, Reading};
use crate::tenant::TenantContext;
use crate::wallet::rules::item::{HELD_FOR, Moment};
use crate::wallet::rules::{CodeClass, read_code};
use crate::wallet::{self, CodeRefusal, Coded};
use crate::{clubs, temp_tokens};

/// Meaning of a code.
pub(super) enum Meant {
    Item(Coded),
    Club(Entitled),
    /// The card on file.
    Card,
}

/// Digits of `entered` and the type they represent, if it is one of ours.
fn read(entered: &str) -> Result<(String, Option<CodeClass>), CodeRefusal> {
    let code = read_code(entered).ok_or(CodeRefusal::Mistyped)?;
    let class = CodeClass::of(&code);
    Ok((code, class))
}

/// Item or membership behind `entered`, if it can be redeemed at `terminal` now. Changes nothing.
///
/// # Errors
/// The reason why it can't be redeemed.
pub(super) async fn resolve(
    db: &mut TenantRead,
    tenant: &TenantContext,
    terminal: &Terminal,
    entered: &str,
    moment: Moment,
) -> Result<Meant, TerminalError> {
    let reading = Reading {
        arrived_at: moment.now,
        scanned_at: None,
    };
    let (code, class) = read(entered)?;
    match class {
        Some(CodeClass::Club) => {
            let customer_id = temp_tokens::owner(db, tenant.keys(), Kind::Club, &code, reading).await??;
            let entitled = entitled(db, customer_id, moment).await?;
            entitled.may_use(Some(terminal.location_id))?;
            Ok(Meant::Club(entitled))
        }
        Some(CodeClass::AirPay) => {
            temp_tokens::owner(db, tenant.keys(), Kind::AirPay, &code, reading).await??;
            Ok(Meant::Card)
        }
        _ => {
            let coded = wallet::find_by_code(db, tenant.keys(), &code).await??;
            coded.may_be_redeemed(terminal.location_id, moment)?;
            Ok(Meant::Item(coded))
        }
    }
}

async fn entitled(db: &mut TenantRead, customer_id: i64, moment: Moment) -> Result<Entitled, TerminalError> {
    let entitled = clubs::entitled(db, customer_id, moment.today, moment.now).await?;
    Ok(entitled.ok_or(UseRefusal::NoMember)?)
}

/// Wallet item or club use that a redemption holds.
pub(super) struct Held {
    pub(super) of: Redeemed,
    pub(super) until: Timestamp,
    pub(super) uses: UseCount,
}

/// Holds the item or membership behind `entered` for the redemption `by`. This uses up a token, whether or not the
/// redemption succeeds.
///
/// # Errors
/// The reason why it can't be redeemed at `terminal`.
pub(super) async fn reserve(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    terminal: &Terminal,
    (entered, scanned_at): (&str, Option<Timestamp>),
    by: &str,
    moment: Moment,
) -> Result<Held, TerminalError> {
    let (code, class) = read(entered)?;
    match class {
        Some(CodeClass::Club) => {
            let reading = Reading {
                arrived_at: moment.now,
                scanned_at,
            };
            let customer_id = temp_tokens::consume(db, tenant.keys(), Kind::Club, &code, reading).await??;
            let entitled = entitled(db, customer_id, moment).await?;
            let until = moment.now + HELD_FOR;
            let times = (moment.now, until);
            clubs::reserve_use(db, &entitled, by, terminal.location_id, moment.today, times).await??;
            Ok(Held {
                of: Redeemed::Membership(entitled.membership.id),
                until,
                uses: UseCount::of_club(&entitled),
            })
        }
        Some(CodeClass::AirPay) => Err(TerminalError::PaysOnly),
        _ => {
            let mut coded = wallet::find_by_code(db, tenant.keys(), &code).await??;
            let until = wallet::reserve(db, &mut coded, by, terminal.location_id, moment).await??;
            Ok(Held {
                of: Redeemed::Item(coded.id),
                until,
                uses: UseCount::of_item(&coded.item),
            })
        }
    }
}

/// Uses what the redemption `by` holds or held, once.
///
/// # Errors
/// The reason why not.
pub(super) async fn confirm(
    db: &mut TenantWrite,
    of: Redeemed,
    by: &str,
    moment: Moment,
) -> Result<UseCount, TerminalError> {
    match of {
        Redeemed::Item(id) => Ok(UseCount::of_item(&wallet::confirm(db, id, by, moment.now).await??)),
        Redeemed::Membership(_) => {
            clubs::confirm_use(db, by, moment.now).await??;
            uses(db, of, moment).await
        }
    }
}

/// Releases what the redemption `by` holds.
pub(super) async fn cancel(
    db: &mut TenantWrite,
    of: Redeemed,
    by: &str,
    moment: Moment,
) -> Result<UseCount, TerminalError> {
    match of {
        Redeemed::Item(id) => Ok(UseCount::of_item(&wallet::cancel(db, id, by).await?)),
        Redeemed::Membership(_) => {
            clubs::cancel_use(db, by).await?;
            uses(db, of, moment).await
        }
    }
}

/// Number of uses.
pub(super) async fn uses(db: &mut TenantRead, of: Redeemed, moment: Moment) -> Result<UseCount, TerminalError> {
    Ok(match of {
        Redeemed::Item(id) => UseCount::of_item(&wallet::item(db, id).await?),
        Redeemed::Membership(id) => UseCount::of_club(&clubs::member(db, id, moment.today, moment.now).await?),
    })
}
