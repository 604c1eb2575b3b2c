//! Account deletion within the request. Everything that identifies the customer is gone when the response arrives. What
//! the books need stays under a number that identifies no one (docs/RULES.md#deleted-accounts).

use minijinja::context;
use platform::audit;
use platform::causes::Causes;
use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::jobs::{self, Handlers, Job, JobError, Lane};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::domain::Objection;
use crate::error::ErrorCode;
use crate::http::Person;
use crate::identity::IdentityError;
use crate::jobs::on_job;
use crate::notifications::mail::{self, Mail};
use crate::runtime::SharedRuntime;
use crate::site;
use crate::tenant::{Tenant, TenantContext};
use crate::{checkout, domain, identity};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Deletion {
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

/// Address for the last email. The job's row is deleted after sending, and its payload also if sending fails.
#[derive(Serialize, Deserialize)]
struct Goodbye {
    email: String,
    first_name: String,
    #[serde(default)]
    language: Option<String>,
    /// Whether goods still have to be shipped. Their address is kept until then.
    #[serde(default)]
    goods_to_come: bool,
}

impl Job for Goodbye {
    const KIND: &'static str = "identity.account_deleted";
    const LANE: Lane = Lane::Mail;
    const ERASED_WHEN_GIVEN_UP: bool = true;
}

/// Removes deleted data from the database's log too.
#[derive(Serialize, Deserialize)]
struct EmptyWal {}

impl Job for EmptyWal {
    const KIND: &'static str = "identity.empty_wal";
}

/// Delete the caller's account
///
/// Asks for the password.
#[utoipa::path(delete, path = "/users", tag = "identity", request_body = Deletion, responses((status = 200, body = Envelope<bool>)))]
pub(super) async fn delete_account(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<Deletion>,
) -> Result<Answer<bool>, ApiError> {
    let proof = identity::reauthenticate(&tenant, &person, entered.password).await?;
    let mut db = tenant.write().await?;
    proof.still_holds(&mut db).await?;
    let who = format!("customer:{}", person.id);
    erase(&mut db, &tenant, person.id, (&who, json!({}))).await?;
    db.commit().await?;
    Ok(Answer(true))
}

/// Deletes a customer's account within the transaction `db`. `by`: actor and details for the audit log.
///
/// # Errors
/// A reason prevents the deletion.
pub(super) async fn erase(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    (actor, detail): (&str, Value),
) -> Result<(), ApiError> {
    let now = tenant.now();
    let domains = domain::all(&tenant.runtime)?;
    for objection in domains.iter().filter_map(|domain| domain.objection) {
        if let Some(objection) = objection(db, customer_id).await? {
            return Err(refused(objection));
        }
    }
    let account = identity::find_account(db, customer_id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let language = identity::kept_language(db, customer_id).await?;
    for forget in domains.iter().filter_map(|domain| domain.forget) {
        forget(db, tenant, customer_id).await?;
    }
    let entry = audit::Entry {
        actor,
        action: "account_deleted",
        subject: &format!("customer:{customer_id}"),
        detail,
    };
    audit::record(db, now, entry).await?;
    let goodbye = Goodbye {
        email: account.email,
        first_name: account.first_name,
        language,
        goods_to_come: checkout::has_goods_to_send(db, customer_id).await?,
    };
    Ok(jobs::enqueue(db, now, now, &goodbye).await?)
}

fn refused(objection: Objection) -> ApiError {
    match objection {
        Objection::LastOwner => IdentityError::LastOwner.into(),
        Objection::PaymentPending => {
            ErrorCode::PaymentPending.because("We're still checking one of your payments. Try again in a few minutes.")
        }
    }
}

pub(super) fn register_jobs(handlers: &mut Handlers, runtime: &SharedRuntime) {
    on_job(handlers, runtime, say_goodbye);
    on_job(handlers, runtime, empty_wal);
}

async fn say_goodbye(tenant: Tenant, to: Goodbye) -> Result<(), JobError> {
    let saved = site::saved_config(&tenant).await?;
    let mail = Mail {
        kind: "account_deleted",
        to: &to.email,
        first_name: &to.first_name,
        formats: &saved.config.formats(to.language.as_deref()),
        link: None,
        details: context! { goods_to_come => to.goods_to_come },
    };
    match mail::send(&tenant, &saved, &mail).await {
        Err(error @ JobError::Transient(_)) => return Err(error),
        // An undeliverable email must not keep the address.
        Err(error) => {
            tracing::warn!(error = %Causes(&error), "failed to send the last email to a deleted account")
        }
        Ok(()) => {}
    }
    let now = tenant.now();
    let mut db = tenant.write().await?;
    jobs::enqueue(&mut db, now, now, &EmptyWal {}).await?;
    Ok(db.commit().await?)
}

/// The database overwrites deleted data. This removes the copy in its log.
async fn empty_wal(tenant: Tenant, _: EmptyWal) -> Result<(), JobError> {
    if tenant.empty_wal().await? {
        Ok(())
    } else {
        Err(JobError::transient("the log is being read"))
    }
}
