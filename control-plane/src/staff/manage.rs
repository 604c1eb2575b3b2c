//! Staff accounts, for the command line, the console and the demo.

use data_encoding::BASE32_NOPAD;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenant_runtime::fields::{self, FieldErrors, Notes, email_key};
use tenant_runtime::http::StaffRole;
use tenant_runtime::identity::check_new_password;
use utoipa::ToSchema;
use uuid::Uuid;

use super::guesses::Target;
use super::proof::{known, prove};
use super::{StaffError, StaffMember, second_factor, store};
use crate::db::ControlConn;
use crate::environments;
use crate::plane::ControlPlane;

/// New staff member.
#[derive(Debug)]
pub struct NewMember<'a> {
    pub environment: &'a str,
    pub email: &'a str,
    pub role: StaffRole,
    /// `None`: one is made.
    pub password: Option<SecretString>,
}

/// Staff member with a new password. The password isn't stored in plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IssuedPassword)]
pub struct Issued {
    pub member: StaffMember,
    pub password: String,
}

/// Adds a staff member.
///
/// # Errors
/// The environment doesn't exist, or the address is invalid or taken.
pub async fn create(plane: &ControlPlane, new: NewMember<'_>, actor: &str) -> Result<Issued, StaffError> {
    let mut notes = Notes::default();
    let email = notes.take("email", fields::email(new.email));
    let email = notes.into_result(email)?;
    let must_change_password = new.password.is_none();
    let password = new.password.unwrap_or_else(|| made_password(plane));
    let hash = plane.hasher().hash(password.clone()).await?;
    let member = StaffMember {
        id: plane.new_uuid(),
        environment: new.environment.to_owned(),
        email,
        role: new.role,
        has_second_factor: false,
        must_change_password,
        created_at: plane.now(),
    };
    let key = email_key(&member.email);
    let mut db = plane.db.write().await?;
    if environments::store::find(&mut db, new.environment).await?.is_none() {
        return Err(StaffError::NoEnvironment(member.environment));
    }
    if store::find_by_email(&mut db, new.environment, &key).await?.is_some() {
        return Err(StaffError::EmailTaken);
    }
    store::insert(&mut db, &member, &key, &hash).await?;
    let subject = (Some(new.environment), &*member.id.to_string());
    plane
        .audit(&mut db, actor, "staff.create", subject, json!({ "role": new.role }))
        .await?;
    db.commit().await?;
    Ok(Issued {
        member,
        password: password.expose_secret().to_owned(),
    })
}

/// Changes the role of a staff member.
///
/// # Errors
/// The member doesn't exist or is the last owner.
pub async fn change_role(
    plane: &ControlPlane,
    environment: &str,
    id: Uuid,
    role: StaffRole,
    actor: &str,
) -> Result<StaffMember, StaffError> {
    let mut db = plane.db.write().await?;
    let member = known(&mut db, environment, id).await?;
    if role < member.role {
        keep_an_owner(&mut db, &member).await?;
    }
    store::set_role(&mut db, id, role).await?;
    let details = json!({ "from": member.role, "to": role });
    let subject = (Some(environment), &*id.to_string());
    plane.audit(&mut db, actor, "staff.role", subject, details).await?;
    db.commit().await?;
    Ok(StaffMember { role, ..member })
}

/// Removes a staff member and ends their sessions. Returns the remaining members.
///
/// # Errors
/// The member doesn't exist or is the last owner.
pub async fn remove(
    plane: &ControlPlane,
    environment: &str,
    id: Uuid,
    actor: &str,
) -> Result<Vec<StaffMember>, StaffError> {
    let mut db = plane.db.write().await?;
    let member = known(&mut db, environment, id).await?;
    keep_an_owner(&mut db, &member).await?;
    store::set_removed(&mut db, id, plane.now()).await?;
    store::end_sessions(&mut db, id).await?;
    second_factor::forget(&mut db, id).await?;
    store::forget_devices(&mut db, id).await?;
    let subject = (Some(environment), &*id.to_string());
    plane.audit(&mut db, actor, "staff.remove", subject, json!({})).await?;
    let left = store::list(&mut db, Some(environment)).await?;
    db.commit().await?;
    Ok(left)
}

/// Generates a new password for a staff member and ends their sessions.
///
/// # Errors
/// The member doesn't exist.
pub async fn reset_password(
    plane: &ControlPlane,
    environment: &str,
    id: Uuid,
    actor: &str,
) -> Result<Issued, StaffError> {
    let password = made_password(plane);
    let hash = plane.hasher().hash(password.clone()).await?;
    let mut db = plane.db.write().await?;
    let member = known(&mut db, environment, id).await?;
    store::set_password_hash(&mut db, id, &hash, true).await?;
    store::end_sessions(&mut db, id).await?;
    second_factor::end_tickets(&mut db, id).await?;
    let log_in = Target::log_in(plane, environment, &email_key(&member.email));
    log_in.was_right(&mut db).await?;
    let subject = (Some(environment), &*id.to_string());
    plane
        .audit(&mut db, actor, "staff.reset_password", subject, json!({}))
        .await?;
    db.commit().await?;
    Ok(Issued {
        member: StaffMember {
            must_change_password: true,
            ..member
        },
        password: password.expose_secret().to_owned(),
    })
}

/// Changes the password of a staff member. Ends all other sessions.
///
/// # Errors
/// The current password is wrong, or the new one breaks a rule.
pub(super) async fn change_password(
    plane: &ControlPlane,
    (environment, id): (&str, Uuid),
    current: SecretString,
    new: SecretString,
    session: &str,
) -> Result<(), StaffError> {
    let email = known(&mut plane.db.read().await?, environment, id).await?.email;
    check_new_password("newPassword", new.expose_secret(), None, &email)?;
    let who = id.to_string();
    if current.expose_secret() == new.expose_secret() {
        let repeated = "Choose a password that you haven't used here.";
        return Err(FieldErrors::from([("newPassword".into(), repeated)]).into());
    }
    let proof = prove(plane, (environment, id), "currentPassword", current).await?;
    let better = plane.hasher().hash(new).await?;
    let mut db = plane.db.write().await?;
    proof.still_holds(&mut db).await?;
    store::set_password_hash(&mut db, id, &better, false).await?;
    store::end_other_sessions(&mut db, id, session).await?;
    second_factor::end_tickets(&mut db, id).await?;
    plane
        .audit(&mut db, &who, "staff.password", (Some(environment), &who), json!({}))
        .await?;
    Ok(db.commit().await?)
}

/// An environment without an owner could not be given one at the console.
async fn keep_an_owner(db: &mut ControlConn, member: &StaffMember) -> Result<(), StaffError> {
    if member.role == StaffRole::Owner && store::owners(db, &member.environment).await? == 1 {
        return Err(StaffError::LastOwner);
    }
    Ok(())
}

/// 80 random bits in groups that can be read out.
fn made_password(plane: &ControlPlane) -> SecretString {
    let text = BASE32_NOPAD.encode(&plane.random.bytes::<10>()).to_lowercase();
    let groups: Vec<&str> = (0..4).map(|group| &text[group * 4..][..4]).collect();
    groups.join("-").into()
}
