//! Whether it is known that the site can take money.

use platform::audit::{self, Change, Filter};
use platform::db::TenantRead;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::settings::ProcessorManifest;
use super::store;
use crate::error::Fault;
use crate::http::Person;
use crate::tenant::Tenant;

/// How a try went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Trial {
    /// The processor knows these credentials.
    Works,
    /// It answered that it does not accept them.
    Refused,
    /// It did not answer.
    Unreachable,
    /// This processor says nothing about credentials before a card is typed.
    NotTold,
}

/// What a try is called in the audit.
const TRIED: &str = "processor_tested";

/// How many of the newest tries are looked at.
const LOOKED_AT: i64 = 50;

/// Writes down that credentials were tried, and how that went.
pub(super) async fn note_trial(
    tenant: &Tenant,
    person: &Person,
    manifest: &ProcessorManifest,
    result: Trial,
) -> Result<(), Fault> {
    let tried = json!({ "name": manifest.name(), "endpoints": manifest.endpoints(), "result": result });
    let mut db = tenant.write().await?;
    let change = Change::default().with(tried);
    audit::note(&mut db, tenant.now(), &person.actor(), TRIED, "processor", change).await?;
    db.commit().await?;
    Ok(())
}

/// Whether there is a processor that has taken the site's credentials: in a try, or when a card was put on file.
///
/// # Errors
/// When the database refuses.
pub async fn is_proven(db: &mut TenantRead) -> Result<bool, sqlx::Error> {
    let Some(processor) = store::find_processor(db).await? else {
        return Ok(false);
    };
    if store::cards_by_processor(db, &processor.name).await?.0 > 0 {
        return Ok(true);
    }
    let tries = Filter {
        action: Some(TRIED.to_owned()),
        limit: LOOKED_AT,
        ..Filter::default()
    };
    let tries = audit::entries(db, &tries).await?;
    Ok(tries
        .iter()
        .any(|tried| is_accepted(&tried.detail, &processor.name, &processor.endpoints)))
}

/// Whether a try says that the processor accepts the credentials, as far as it says anything before a card is typed.
fn is_accepted(tried: &Value, name: &str, endpoints: &str) -> bool {
    let result = tried["result"].as_str().unwrap_or_default();
    tried["name"] == name && tried["endpoints"] == endpoints && ["works", "not_told"].contains(&result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_try_counts_for_what_was_tried() {
        let tried = |result: Trial| json!({"name": "moneris", "endpoints": "sandbox", "result": result});
        assert!(is_accepted(&tried(Trial::Works), "moneris", "sandbox"));
        assert!(is_accepted(&tried(Trial::NotTold), "moneris", "sandbox"));
        assert!(!is_accepted(&tried(Trial::Works), "moneris", "production"));
        assert!(!is_accepted(&tried(Trial::Works), "worldpay", "sandbox"));
        assert!(!is_accepted(&tried(Trial::Refused), "moneris", "sandbox"));
        assert!(!is_accepted(&tried(Trial::Unreachable), "moneris", "sandbox"));
    }
}
