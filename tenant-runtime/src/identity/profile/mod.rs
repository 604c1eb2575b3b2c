//! Updates to the customer's own account with JSON Patch (RFC 6902).

mod patch;

use json_patch::Patch;
use platform::http::{Answer, ApiError, Envelope, Json};
use serde_json::{Value, json};

use super::rules::{self, Changes, text};
use super::{Account, IdentityError, account, store};
use crate::error::ErrorCode;
use crate::fields::{Checked, FieldErrors, Notes};
use crate::http::Person;
use crate::site;
use crate::tenant::Tenant;
use patch::{Operation, PatchError};

/// Update the caller's account with JSON Patch
///
/// Applies all operations or none.
#[utoipa::path(patch, path = "/users", tag = "identity", request_body = Vec<Operation>, responses((status = 200, body = Envelope<Account>)))]
pub(super) async fn update_account(
    tenant: Tenant,
    person: Person,
    Json(patch): Json<Patch>,
) -> Result<Answer<Account>, ApiError> {
    let country = site::saved_config(&tenant).await?.config.country.clone();
    let mut db = tenant.write().await?;
    let account = account::load(&mut db, person.id).await?;
    let account = account.ok_or(IdentityError::NoAccount)?;
    let document = serde_json::to_value(&account)
        .and_then(serde_json::from_value)
        .map_err(ApiError::internal)?;
    let changed = patch::apply(document, &patch, patch::OPEN).map_err(refused)?;
    let changes = check(&changed, &account, &country).map_err(IdentityError::from)?;
    store::set_profile(&mut db, person.id, &changes, tenant.now().as_millisecond()).await?;
    let account = account::load(&mut db, person.id).await?;
    db.commit().await?;
    Ok(Answer(account.ok_or(IdentityError::NoAccount)?))
}

fn refused(error: PatchError) -> ApiError {
    match error {
        PatchError::Locked(field) => ErrorCode::InvalidFields
            .because(text::LOCKED)
            .field(field, text::LOCKED),
        PatchError::TestFailed => {
            ErrorCode::StaleRevision.because("Your account has changed. Reload it and try again.")
        }
        PatchError::Malformed(message) => ApiError::malformed(message),
    }
}

/// Validated writable fields of a patched account. Unchanged ones aren't validated, because a newer rule must not block
/// other changes.
fn check(changed: &Value, account: &Account, country: &str) -> Result<Changes, FieldErrors> {
    let mut notes = Notes::default();
    let mut take = |field, old: &str, rule: &dyn Fn(&str) -> Checked<String>| {
        let entered = changed[field].as_str().unwrap_or_default();
        if entered == old {
            old.to_owned()
        } else {
            notes.take(field, rule(entered))
        }
    };
    let changes = Changes {
        first_name: take("firstName", &account.first_name, &rules::name),
        last_name: take("lastName", &account.last_name, &rules::name),
        zip_postal_code: take("zipPostalCode", &account.zip_postal_code, &rules::postal_code),
        cell_phone_number: take("cellPhoneNumber", &account.cell_phone_number, &|entered| {
            rules::phone_number(entered, country)
        }),
        opt_in_to_marketing: changed["optInToMarketing"].as_bool().unwrap_or_default(),
    };
    if changed["optInToMarketing"] != json!(changes.opt_in_to_marketing) {
        notes.take("optInToMarketing", Err::<(), _>(text::REQUIRED));
    }
    notes.into_result(changes)
}
