//! Executes commands. The command line and the socket change an installation only through this module.

use std::sync::Arc;

use tenant_runtime::demo_data::Progress;
use tenant_runtime::fields::email_key;

use super::command::{Command, PairTerminal, Reply};
use super::error::ExecuteError;
use super::{account, clock, environment, keys, litestream, named, rollout, site};
use crate::audit;
use crate::builds::{self, Republish, Version};
use crate::checks;
use crate::plane::ControlPlane;
use crate::sites;
use crate::sites::terminals::Wanted;
use crate::staff::{self, NewMember, StaffError, StaffMember};

/// Executes a command. `told` receives the progress of long-running ones.
///
/// # Errors
/// See [`ExecuteError`]. Nothing is left half done, except partially generated demo data.
pub async fn execute(plane: &Arc<ControlPlane>, command: Command, told: &Progress<'_>) -> Result<Reply, ExecuteError> {
    Ok(match command {
        Command::Account(verb) => account::execute(plane, verb).await?,
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
        Command::StaffResetSecondFactor { environment, member } => {
            let member = find_member(plane, &environment, &member).await?;
            Reply::StaffMember(staff::reset_second_factor(plane, &environment, member.id, audit::CLI).await?)
        }
        Command::StaffRemove { environment, member } => {
            let member = find_member(plane, &environment, &member).await?;
            Reply::Staff(staff::remove(plane, &environment, member.id, audit::CLI).await?)
        }
        Command::AuditList { environment, asked } => {
            Reply::Audit(audit::page(plane, environment.as_deref(), &asked).await?)
        }
        Command::Environment(verb) => environment::execute(plane, verb).await?,
        Command::Site(verb) => Box::pin(site::execute(plane, verb, told)).await?,
        Command::JobList { site, state } => {
            let site = named::site(&mut plane.db.read().await?, &site).await?;
            Reply::Jobs(sites::jobs::list(plane, &site, state).await?)
        }
        Command::JobShow { site, job } => {
            let site = named::site(&mut plane.db.read().await?, &site).await?;
            Reply::Job(sites::jobs::find(plane, &site, job).await?)
        }
        Command::JobRetry { site, job } => {
            let site = named::site(&mut plane.db.read().await?, &site).await?;
            Reply::Jobs(sites::jobs::retry(plane, &site, job).await?)
        }
        Command::JobRetryAllSites => Reply::RetriedJobs(sites::jobs::retry_everywhere(plane).await?),
        Command::Doctor { offline } => Reply::Checks(checks::of_installation(plane, offline).await?),
        Command::JobDiscard { site, job } => {
            let site = named::site(&mut plane.db.read().await?, &site).await?;
            Reply::Jobs(vec![sites::jobs::discard(plane, &site, job).await?])
        }
        Command::TerminalPair { site, terminal } => {
            let site = named::site(&mut plane.db.read().await?, &site).await?;
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
            let site = named::site(&mut plane.db.read().await?, &site).await?;
            Reply::Terminals(sites::terminals::list(plane, site.id).await?)
        }
        Command::TerminalRemove { site, terminal } => {
            let site = named::site(&mut plane.db.read().await?, &site).await?;
            Reply::Terminals(sites::terminals::remove(plane, site.id, &terminal).await?)
        }
        Command::MailBounced { returned } => {
            let site = named::site(&mut plane.db.read().await?, &returned.site).await?;
            sites::mail::returned(plane, &site, &returned).await?;
            Reply::ReturnedMail(returned)
        }
        Command::DemoData { site, wanted } => {
            let site = named::site(&mut plane.db.read().await?, &site).await?;
            Reply::MadeUp(sites::demo_data::make_up(plane, &site, wanted, told).await?)
        }
        Command::BuildPublish { dir } => {
            let folder = builds::read_folder(&dir)?;
            Reply::Build(builds::publish(plane, &folder, Republish::Refuse, audit::CLI).await?)
        }
        Command::BuildList => Reply::Builds(builds::store::list(&mut plane.db.read().await?).await?),
        Command::BuildShow { version } => {
            let found = builds::store::find(&mut plane.db.read().await?, &version).await?;
            Reply::Build(found.ok_or_else(|| not_published(&version))?)
        }
        Command::BuildPrune => Reply::Builds(builds::prune(plane, audit::CLI).await?),
        Command::Clock(verb) => clock::execute(plane, verb).await?,
        Command::Keys(verb) => keys::execute(plane, verb).await?,
        Command::Litestream(verb) => litestream::execute(plane, verb).await?,
        Command::RolloutStart { new } => Reply::Rollout(rollout::start(plane, new).await?),
        Command::RolloutList { wanted } => Reply::Rollouts(rollout::list(plane, &wanted).await?),
        Command::RolloutShow { rollout } => Reply::Rollout(rollout::find(plane, rollout).await?),
        Command::RolloutSites { rollout, state } => Reply::RolloutSites(rollout::sites(plane, rollout, state).await?),
        Command::RolloutAct { rollout, act } => Reply::Rollout(rollout::act(plane, rollout, act).await?),
        Command::RolloutFollow { rollout } => Reply::Rollout(rollout::follow(plane, rollout, told).await?),
        Command::BuildCrashes { log, build } => {
            Reply::Crashes(builds::logged_crashes(plane, &log, build.as_ref()).await?)
        }
    })
}

fn not_published(version: &Version) -> ExecuteError {
    ExecuteError::Refused(format!("build {version} isn't published; run `suds build list`"))
}

/// Finds a staff member of an environment by ID or email address.
async fn find_member(plane: &ControlPlane, environment: &str, name: &str) -> Result<StaffMember, ExecuteError> {
    let mut db = plane.db.read().await?;
    let found = match name.parse() {
        Ok(id) => staff::store::find(&mut db, environment, id).await?,
        Err(_) => staff::store::find_by_email(&mut db, environment, &email_key(name)).await?,
    };
    Ok(found.ok_or_else(|| StaffError::Nobody(name.to_owned()))?)
}
