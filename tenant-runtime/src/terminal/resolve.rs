use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::club::KioskClub;
use super::error::TerminalError;
use super::misses;
use super::redeemable::{self, Meant};
use super::rules::UseCount;
use crate::catalog::tax::{Price, Taxed};
use crate::catalog::{self, ProductType};
use crate::clubs;
use crate::http::Terminal;
use crate::language::Locale;
use crate::tenant::Tenant;
use crate::wallet::rules::CodeClass;
use crate::wallet::{self, KioskRules};

/// Name of payments with a token.
const AIR_PAY: &str = "AirPAY";

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct CodeBody {
    /// Code as scanned or typed: twelve digits, with or without spaces and dashes.
    code: String,
    /// Optional, because nothing is changed.
    #[serde(default, rename = "terminalTxnId")]
    _terminal_txn_id: Option<String>,
}

/// Meaning of a code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResolvedCode {
    /// `wash`, `bundle`, `award`, `discount`, `club` or `airpay`.
    class: &'static str,
    name: String,
    item_type: String,
    /// Names of the washes that a club or the code of a bundle includes; it gives one of them. Empty if none were named.
    washes: Vec<String>,
    /// Discount on the net price, in minor units. The price can't go below 0, and only one discount applies per
    /// payment. Null if it isn't a discount.
    discount: Option<i64>,
    /// Taxes saved by the discount, in minor units. Add them to `discount` for the deduction from a price including
    /// tax. 0 if the site's prices don't include tax.
    discount_taxes: i64,
    #[serde(flatten)]
    kiosk: KioskRules,
    /// Number of uses so far.
    use_limit_count: i64,
    /// Null for unlimited.
    max_uses: Option<i64>,
    /// Last valid day, as a local date; null for no expiry.
    #[schema(value_type = Option<String>, format = Date)]
    expiration_date: Option<String>,
    /// Membership; null if it isn't a club code.
    club: Option<KioskClub>,
}

/// Resolve a code
///
/// Doesn't change anything. A code that can't be redeemed here now returns the same error as a redemption. Use `POST
/// /terminal/payments` for codes of class `airpay`.
#[utoipa::path(post, path = "/terminal/codes/resolve", tag = "terminal", request_body = CodeBody,
    responses((status = 200, body = Envelope<ResolvedCode>)))]
pub(super) async fn resolve_code(
    tenant: Tenant,
    terminal: Terminal,
    locale: Locale,
    Json(body): Json<CodeBody>,
) -> Result<Answer<ResolvedCode>, ApiError> {
    let resolved = resolve(&tenant, &terminal, &locale, &body.code).await;
    Ok(Answer(misses::counted(&tenant, &terminal, resolved).await?))
}

async fn resolve(
    tenant: &Tenant,
    terminal: &Terminal,
    locale: &Locale,
    code: &str,
) -> Result<ResolvedCode, TerminalError> {
    let moment = wallet::moment(tenant).await?;
    let mut db = tenant.read().await?;
    misses::check(&mut db, tenant, terminal).await?;
    Ok(
        match redeemable::resolve(&mut db, tenant, terminal, code, moment).await? {
            Meant::Item(coded) => {
                let rate =
                    catalog::tax_rate(&mut db, Some(terminal.location_id), ProductType::AppWash.tax_class()).await?;
                let discount = coded.discount.map(|discount| match discount {
                    Price::Net(net) => Taxed { net, taxes: 0 },
                    gross @ Price::Gross(_) => gross.at(rate),
                });
                ResolvedCode {
                    class: coded.class.into_str(),
                    name: coded.name,
                    washes: coded.washes,
                    item_type: coded.item_type,
                    discount: discount.map(|discount| discount.net),
                    discount_taxes: discount.map_or(0, |discount| discount.taxes),
                    kiosk: coded.kiosk,
                    use_limit_count: coded.item.uses,
                    max_uses: Some(coded.item.max_uses),
                    expiration_date: coded.item.expires_on.map(|date| date.to_string()),
                    club: None,
                }
            }
            Meant::Club(entitled) => {
                let uses = UseCount::of_club(&entitled);
                ResolvedCode {
                    class: CodeClass::Club.into_str(),
                    name: entitled.membership.name.clone(),
                    washes: clubs::washes_of(&mut db, &entitled.membership).await?,
                    item_type: ProductType::AppClub.into_str().to_owned(),
                    discount: None,
                    discount_taxes: 0,
                    kiosk: KioskRules::default(),
                    use_limit_count: uses.used,
                    max_uses: uses.most,
                    expiration_date: None,
                    club: Some(KioskClub::of(&mut db, &entitled, locale).await?),
                }
            }
            Meant::Card => ResolvedCode {
                class: CodeClass::AirPay.into_str(),
                name: AIR_PAY.to_owned(),
                washes: Vec::new(),
                item_type: ProductType::AirPay.into_str().to_owned(),
                discount: None,
                discount_taxes: 0,
                kiosk: KioskRules::default(),
                use_limit_count: 0,
                max_uses: Some(1),
                expiration_date: None,
                club: None,
            },
        },
    )
}
