//! The merchant's Firebase project: configuration for apps, and the account for sending them messages.

use platform::audit::{self, Change};
use platform::db::TenantRead;
use platform::http::{Answer, ApiError, Envelope, Query};
use platform::ids::Subdomain;
use platform::keys::Purpose;
use platform::push::ServiceAccount;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::error::PushError;
use super::{sender, store};
use crate::error::Fault;
use crate::http::{Person, UploadedFile, unknown_site};
use crate::site;
use crate::site::config::FirebaseConfig;
use crate::tenant::{Tenant, TenantContext};

const ACCOUNT: Purpose = Purpose("firebase-account");

/// Associated data of the encrypted account. The key belongs to the site.
const PLACE: &str = "notifications_firebase/account";

const NO_KEY_FILE: &str = "This file isn't a service account key.";

#[derive(Deserialize, IntoParams)]
pub(super) struct FirebaseQuery {
    /// Subdomain of the site.
    subdomain: Option<String>,
}

/// Push configuration for clients.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Firebase {
    /// Public key of the application server: the Firebase project's, otherwise the site's own.
    vapid_key: String,
    /// Configuration for Firebase SDKs; null without a Firebase project.
    firebase_config: Option<FirebaseConfig>,
}

/// Firebase projects of the private key and the configuration. They should match.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FirebaseProjectIds {
    private_key_project_id: Option<String>,
    config_project_id: Option<String>,
}

/// Form with the key file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes the form, which is read part by part")]
pub(super) struct PrivateKeyFile {
    /// JSON key file from the Firebase console.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Get the push configuration for clients
#[utoipa::path(get, path = "/firebase", tag = "notifications", params(FirebaseQuery),
    responses((status = 200, body = Envelope<Firebase>)))]
pub(super) async fn get_firebase(
    tenant: Tenant,
    Query(query): Query<FirebaseQuery>,
) -> Result<Answer<Firebase>, ApiError> {
    let label = query.subdomain.map(|label| label.parse::<Subdomain>());
    if label.is_some_and(|label| label.ok().as_ref() != Some(&tenant.site.subdomain)) {
        return Err(unknown_site());
    }
    let saved = site::saved_config(&tenant).await?;
    let firebase_config = saved.config.firebase_config.clone();
    let own = || Ok::<_, Fault>(sender::of(&tenant)?.public_key());
    let vapid_key = match &firebase_config {
        Some(_) if !saved.config.vapid_key.is_empty() => saved.config.vapid_key.clone(),
        _ => own()?,
    };
    Ok(Answer(Firebase {
        vapid_key,
        firebase_config,
    }))
}

/// Upload the Firebase private key
///
/// Form upload of the service account key file.
#[utoipa::path(post, path = "/firebase/private-key", tag = "notifications",
    request_body(content = PrivateKeyFile, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<FirebaseProjectIds>)))]
pub(super) async fn set_private_key(
    tenant: Tenant,
    person: Person,
    UploadedFile(file): UploadedFile,
) -> Result<Answer<FirebaseProjectIds>, ApiError> {
    Ok(Answer(set(&tenant, &person, &file).await?))
}

/// Compare the Firebase projects of the private key and the configuration
#[utoipa::path(get, path = "/firebase/project-ids", tag = "notifications",
    responses((status = 200, body = Envelope<FirebaseProjectIds>)))]
pub(super) async fn get_project_ids(tenant: Tenant) -> Result<Answer<FirebaseProjectIds>, ApiError> {
    Ok(Answer(project_ids(&tenant).await?))
}

async fn set(tenant: &Tenant, person: &Person, file: &[u8]) -> Result<FirebaseProjectIds, PushError> {
    let account = ServiceAccount::from_key_file(file);
    let account = account.map_err(|_| PushError::Fields([("file".into(), NO_KEY_FILE)].into()))?;
    let bytes = account.to_bytes().map_err(PushError::internal)?;
    let sealed = tenant.keys().seal(ACCOUNT, PLACE, &bytes);
    let now = tenant.now();
    let mut db = tenant.write().await?;
    let before = self::account(&mut db, tenant).await?.map(|before| before.project_id);
    store::set_firebase_account(&mut db, &sealed, now.as_millisecond()).await?;
    // Another key of the same project has no differences that may be recorded.
    let change = Change::between(
        json!({ "projectId": before }),
        json!({ "projectId": account.project_id }),
    );
    audit::note(
        &mut db,
        now,
        &person.actor(),
        "firebase_key_changed",
        "firebase",
        change,
    )
    .await?;
    db.commit().await?;
    project_ids(tenant).await
}

async fn project_ids(tenant: &Tenant) -> Result<FirebaseProjectIds, PushError> {
    let saved = site::saved_config(tenant).await?;
    let account = account(&mut tenant.read().await?, tenant).await?;
    let config = saved.config.firebase_config.as_ref();
    Ok(FirebaseProjectIds {
        private_key_project_id: account.map(|account| account.project_id),
        config_project_id: config.map(|config| config.project_id.clone()),
    })
}

/// The merchant's Firebase account for app notifications, if any.
///
/// # Errors
/// The database fails, or the stored credentials can't be decrypted.
pub(super) async fn account(db: &mut TenantRead, tenant: &TenantContext) -> Result<Option<ServiceAccount>, Fault> {
    let Some(sealed) = store::firebase_account(db).await? else {
        return Ok(None);
    };
    let opened = tenant.keys().open(ACCOUNT, PLACE, &sealed).map_err(Fault::internal)?;
    ServiceAccount::from_bytes(&opened).map(Some).map_err(Fault::internal)
}
