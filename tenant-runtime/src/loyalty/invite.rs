use platform::http::{Answer, ApiError, Envelope};
use serde::Serialize;
use utoipa::ToSchema;

use super::award::AWARD_NAME;
use super::settings;
use super::store::referrals;
use crate::http::Person;
use crate::language::Locale;
use crate::site;
use crate::tenant::Tenant;

/// Referral offer and its results so far.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invitation {
    /// Points per reward; null if the reward is a wallet item.
    points: Option<i64>,
    /// Name of the wallet item; null if the reward is points.
    award_name: Option<String>,
    /// Whether the referrer is rewarded.
    rewards_referrer: bool,
    /// Whether the friend is rewarded.
    rewards_friend: bool,
    /// Friends who signed up with the caller's code.
    friends: i64,
    /// Friends whose referral was rewarded.
    rewarded: i64,
}

/// Get the referral offer
///
/// The referral code is the account's `referralCode`; `/storeDirect#<code>` opens sign-up.
#[utoipa::path(get, path = "/users/referrals", tag = "loyalty", responses((status = 200, body = Envelope<Invitation>)))]
pub(super) async fn get_invitation(
    tenant: Tenant,
    person: Person,
    locale: Locale,
) -> Result<Answer<Invitation>, ApiError> {
    let settings = settings::in_force(&tenant).await?;
    let gives_points = site::saved_config(&tenant).await?.config.loyalty_program;
    let mut db = tenant.read().await?;
    let points = if gives_points {
        Some(site::referral_points(&mut db).await?)
    } else {
        None
    };
    let named = || {
        settings
            .referral_award_name
            .clone()
            .unwrap_or_else(|| locale.say(AWARD_NAME))
    };
    let (friends, rewarded) = referrals::counts(&mut db, person.id).await?;
    Ok(Answer(Invitation {
        points,
        award_name: (!gives_points).then(named),
        rewards_referrer: settings.rewards_referrer,
        rewards_friend: settings.rewards_friend,
        friends,
        rewarded,
    }))
}
