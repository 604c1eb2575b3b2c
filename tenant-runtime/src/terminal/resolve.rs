use platform::http::{Answer, ApiError, Envelope, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::TerminalError;
use super::misses;
use crate::http::Terminal;
use crate::tenant::Tenant;
use crate::wallet::{self, KioskRules};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct CodeBody {
    /// Twelve digits as they were scanned or typed, with spaces or dashes between them or not.
    code: String,
    /// Not needed: nothing is changed.
    #[serde(default, rename = "terminalTxnId")]
    _terminal_txn_id: Option<String>,
}

/// What a code stands for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResolvedCode {
    /// `wash`, `bundle`, `award` or `discount`.
    class: &'static str,
    name: String,
    item_type: String,
    /// Minor units to be taken off the price, never below 0, and one discount a payment; null: it is no discount.
    discount: Option<i64>,
    #[serde(flatten)]
    kiosk: KioskRules,
    /// Uses so far.
    use_limit_count: i64,
    max_uses: i64,
    /// The last local day on which it works; null: none.
    #[schema(value_type = Option<String>, format = Date)]
    expiration_date: Option<String>,
}

/// Say what a code stands for
///
/// Changes nothing. A code that could not be redeemed here and now is refused as a redemption would be.
#[utoipa::path(post, path = "/terminal/codes/resolve", tag = "terminal", request_body = CodeBody,
    responses((status = 200, body = Envelope<ResolvedCode>)))]
pub(super) async fn resolve_code(
    tenant: Tenant,
    terminal: Terminal,
    Json(body): Json<CodeBody>,
) -> Result<Answer<ResolvedCode>, ApiError> {
    let resolved = resolve(&tenant, &terminal, &body.code).await;
    Ok(Answer(misses::counted(&tenant, &terminal, resolved).await?))
}

async fn resolve(tenant: &Tenant, terminal: &Terminal, code: &str) -> Result<ResolvedCode, TerminalError> {
    let moment = wallet::moment(tenant).await?;
    let mut db = tenant.read().await?;
    misses::check(&mut db, tenant, terminal).await?;
    let coded = wallet::find_by_code(&mut db, tenant.keys(), code).await??;
    coded.may_be_redeemed(terminal.location_id, moment)?;
    Ok(ResolvedCode {
        class: coded.class.into_str(),
        name: coded.name,
        item_type: coded.item_type,
        discount: coded.discount,
        kiosk: coded.kiosk,
        use_limit_count: coded.item.uses,
        max_uses: coded.item.max_uses,
        expiration_date: coded.item.expires_on.map(|date| date.to_string()),
    })
}
