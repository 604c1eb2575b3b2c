//! Carrying a command out: the one way in which the command line and the socket act on an installation.

use std::path::Path;
use std::sync::Arc;

use platform::ids::Subdomain;
use serde_json::json;
use tenant_runtime::demo_data::Progress;
use tenant_runtime::fields::email_key;

use super::command::{Command, PairTerminal, Reply};
use crate::accounts::{self, Account, rules};
use crate::audit;
use crate::builds::{self, CrashLogError, PublishError, Republish, Version};
use crate::db::{ControlConn, ControlDbError};
use crate::environments::{self, Environment};
use crate::plane::ControlPlane;
use crate::sites::demo_data::MakeUpError;
use crate::sites::jobs::JobsError;
use crate::sites::terminals::{TerminalsError, Wanted};
use crate::sites::{self, AdoptSiteError, CreateSite, CreateSiteError, SiteRecord};
use crate::staff::{self, NewMember, StaffError, StaffMember};

/// Why a command was refused or failed; the text is one line for a person.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Staff(#[from] StaffError),
    #[error(transparent)]
    CreateSite(#[from] CreateSiteError),
    #[error(transparent)]
    AdoptSite(#[from] AdoptSiteError),
    #[error(transparent)]
    Publish(#[from] PublishError),
    #[error(transparent)]
    CrashLog(#[from] CrashLogError),
    #[error(transparent)]
    Jobs(#[from] JobsError),
    #[error(transparent)]
    Terminals(#[from] TerminalsError),
    #[error(transparent)]
    DemoData(#[from] MakeUpError),
    #[error("{0}.")]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for ExecuteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Carries a command out. `told`: how far one is that takes long.
///
/// # Errors
/// See [`ExecuteError`]; nothing is half done then, but for a year that was made up in part.
pub async fn execute(plane: &Arc<ControlPlane>, command: Command, told: &Progress<'_>) -> Result<Reply, ExecuteError> {
    Ok(match command {
        Command::AccountCreate {
            company_name,
            hs_account_id,
        } => Reply::Account(create_account(plane, &company_name, hs_account_id, audit::CLI).await?),
        Command::AccountList => Reply::Accounts(accounts::store::list(&mut plane.db.read().await?).await?),
        Command::AccountShow { account } => Reply::Account(find_account(&mut plane.db.read().await?, &account).await?),
        Command::StaffCreate {
            environment,
            email,
            role,
        } => {
            let new = NewMember {
                environment: &environment,
                email: &email,
                role,
                password: None,
            };
            Reply::StaffIssued(staff::create(plane, new, audit::CLI).await?)
        }
        Command::StaffList { environment } => {
            Reply::Staff(staff::store::list(&mut plane.db.read().await?, environment.as_deref()).await?)
        }
        Command::StaffShow { environment, member } => {
            Reply::StaffMember(find_member(plane, &environment, &member).await?)
        }
        Command::StaffRole {
            environment,
            member,
            role,
        } => {
            let member = find_member(plane, &environment, &member).await?;
            Reply::StaffMember(staff::change_role(plane, &environment, member.id, role, audit::CLI).await?)
        }
        Command::StaffResetPassword { environment, member } => {
            let member = find_member(plane, &environment, &member).await?;
            Reply::StaffIssued(staff::reset_password(plane, &environment, member.id, audit::CLI).await?)
        }
        Command::StaffRemove { environment, member } => {
            let member = find_member(plane, &environment, &member).await?;
            Reply::Staff(staff::remove(plane, &environment, member.id, audit::CLI).await?)
        }
        Command::AuditList { environment, asked } => {
            Reply::Audit(audit::page(plane, environment.as_deref(), &asked).await?)
        }
        Command::EnvironmentList => Reply::Environments(environments::store::list(&mut plane.db.read().await?).await?),
        Command::EnvironmentRun { environment, version } => {
            Reply::Environments(vec![run_build(plane, &environment, &version).await?])
        }
        Command::SiteCreate {
            account,
            subdomain,
            environment,
            from,
        } => Reply::Site(create_site(plane, &account, &subdomain, environment, &from).await?),
        Command::SiteList => Reply::Sites(sites::store::list(&mut plane.db.read().await?).await?),
        Command::SiteShow { site } => Reply::Site(find_site(&mut plane.db.read().await?, &site).await?),
        Command::SiteAdopt { site } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            sites::adopt(plane, &site, audit::CLI).await?;
            Reply::Site(site)
        }
        Command::SiteCheck { site } => {
            let mut db = plane.db.read().await?;
            let chosen = match site {
                Some(site) => vec![find_site(&mut db, &site).await?],
                None => sites::store::list(&mut db).await?,
            };
            drop(db);
            Reply::Checked(sites::check(plane, chosen).await)
        }
        Command::JobList { site, state } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            Reply::Jobs(sites::jobs::list(plane, &site, state).await?)
        }
        Command::JobRetry { site, job } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            Reply::Jobs(sites::jobs::retry(plane, &site, job).await?)
        }
        Command::JobDiscard { site, job } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            Reply::Jobs(vec![sites::jobs::discard(plane, &site, job).await?])
        }
        Command::TerminalPair { site, terminal } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            let wanted = match &terminal {
                PairTerminal::New { location, label } => Wanted::New {
                    location_id: *location,
                    label,
                },
                PairTerminal::Known { id } => Wanted::Known(id),
            };
            Reply::PairingCode(sites::terminals::pair(plane, &site, wanted).await?)
        }
        Command::TerminalList { site } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            Reply::Terminals(sites::terminals::list(plane, site.id).await?)
        }
        Command::TerminalRemove { site, terminal } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            Reply::Terminals(sites::terminals::remove(plane, site.id, &terminal).await?)
        }
        Command::DemoData { site, wanted } => {
            let site = find_site(&mut plane.db.read().await?, &site).await?;
            Reply::MadeUp(sites::demo_data::make_up(plane, &site, wanted, told).await?)
        }
        Command::BuildPublish { dir } => {
            let folder = builds::read_folder(&dir)?;
            Reply::Build(builds::publish(plane, &folder, Republish::Refuse, audit::CLI).await?)
        }
        Command::BuildList => Reply::Builds(builds::store::list(&mut plane.db.read().await?).await?),
        Command::BuildCrashes { log, build } => {
            Reply::Crashes(builds::logged_crashes(plane, &log, build.as_ref()).await?)
        }
    })
}

/// Makes an account.
///
/// # Errors
/// When its name or its id in the customer system will not do, or that id is taken.
pub async fn create_account(
    plane: &ControlPlane,
    company_name: &str,
    hs_account_id: Option<String>,
    actor: &str,
) -> Result<Account, ExecuteError> {
    let refused = |problem: rules::AccountProblem| ExecuteError::Refused(problem.to_string());
    let company_name = rules::clean_company_name(company_name).map_err(refused)?;
    if let Some(id) = &hs_account_id {
        rules::check_hs_account_id(id).map_err(refused)?;
    }
    let account = Account {
        id: plane.new_uuid(),
        hs_account_id,
        company_name,
        created_at: plane.now(),
    };
    let mut db = plane.db.write().await?;
    if let Some(id) = &account.hs_account_id
        && accounts::store::find_by_hs_account_id(&mut db, id).await?.is_some()
    {
        return Err(ExecuteError::Refused(format!(
            "There is an account with the id {id} in the customer system already."
        )));
    }
    accounts::store::insert(&mut db, &account).await?;
    plane
        .audit(
            &mut db,
            actor,
            "account.create",
            (None, &account.id.to_string()),
            json!({}),
        )
        .await?;
    db.commit().await?;
    Ok(account)
}

async fn create_site(
    plane: &Arc<ControlPlane>,
    account: &str,
    subdomain: &str,
    environment: String,
    from: &Path,
) -> Result<SiteRecord, ExecuteError> {
    let subdomain: Subdomain = subdomain
        .parse()
        .map_err(|error| ExecuteError::Refused(format!("The subdomain {subdomain:?} cannot be used: {error}.")))?;
    let account = find_account(&mut plane.db.read().await?, account).await?;
    let request = CreateSite {
        account_id: account.id,
        subdomain,
        environment,
        from: from.to_owned(),
        actor: audit::CLI.to_owned(),
    };
    Ok(sites::create_site(plane, request).await?)
}

/// Lets the sites of an environment run a build that is published.
async fn run_build(plane: &ControlPlane, environment: &str, version: &Version) -> Result<Environment, ExecuteError> {
    let mut db = plane.db.write().await?;
    if builds::store::find(&mut db, version).await?.is_none() {
        return Err(ExecuteError::Refused(format!(
            "The build {version} is not published; see `suds build list`."
        )));
    }
    let before = environments::store::find(&mut db, environment).await?;
    let before = before.ok_or_else(|| ExecuteError::Refused(format!("There is no environment {environment:?}.")))?;
    let text = version.to_string();
    environments::store::set_target(&mut db, environment, &text).await?;
    let detail = json!({ "from": before.app_version, "to": text });
    plane
        .audit(
            &mut db,
            audit::CLI,
            "environment.run",
            (Some(environment), environment),
            detail,
        )
        .await?;
    db.commit().await?;
    plane.site_directory_changed();
    Ok(Environment {
        app_version: Some(text),
        ..before
    })
}

/// The account that a person names by its id or its id in the customer system.
async fn find_account(db: &mut ControlConn, name: &str) -> Result<Account, ExecuteError> {
    let found = match name.parse() {
        Ok(id) => accounts::store::find(db, id).await?,
        Err(_) => accounts::store::find_by_hs_account_id(db, name).await?,
    };
    found.ok_or_else(|| ExecuteError::Refused(format!("There is no account {name:?}.")))
}

/// The member of an environment's staff whom a person names by id or e-mail address.
async fn find_member(plane: &ControlPlane, environment: &str, name: &str) -> Result<StaffMember, ExecuteError> {
    let mut db = plane.db.read().await?;
    let found = match name.parse() {
        Ok(id) => staff::store::find(&mut db, environment, id).await?,
        Err(_) => staff::store::find_by_email(&mut db, environment, &email_key(name)).await?,
    };
    Ok(found.ok_or_else(|| StaffError::Nobody(name.to_owned()))?)
}

/// The site that a person names by its id or subdomain.
async fn find_site(db: &mut ControlConn, name: &str) -> Result<SiteRecord, ExecuteError> {
    let found = match (name.parse(), name.parse::<Subdomain>()) {
        (Ok(id), _) => sites::store::find(db, id).await?,
        (_, Ok(subdomain)) => sites::store::find_live(db, &subdomain).await?,
        _ => None,
    };
    found.ok_or_else(|| ExecuteError::Refused(format!("There is no site {name:?}.")))
}
