//! `suds site`: sites of accounts.

use std::sync::Arc;

use platform::ids::SiteId;
use tenant_runtime::demo_data::Progress;
use tenant_runtime::opening::ShopState;
use tenant_runtime::staff::{NewOwner, SiteOwner};

use super::command::Reply;
use super::error::ExecuteError;
use super::hold::HeldReport;
use super::named::{account as find_account, parsed_subdomain, site as find};
use super::verbs::SiteVerb;
use super::{archive, hold, many};
use crate::archives::{self, StrayAdoption};
use crate::audit;
use crate::db::ControlConn;
use crate::plane::ControlPlane;
use crate::sites::bulk::Defaults;
use crate::sites::owners::{OwnedSite, OwnerInvitation};
use crate::sites::shop::{ShopChange, change_shop, shop};
use crate::sites::{self, Acknowledged, CreateSite, Start};

/// Runs the command.
pub(super) async fn execute(
    plane: &Arc<ControlPlane>,
    verb: SiteVerb,
    told: &Progress<'_>,
) -> Result<Reply, ExecuteError> {
    let mut db = plane.db.read().await?;
    Ok(match verb {
        SiteVerb::Create {
            account,
            environment,
            many,
            ..
        } if many.is_named() => {
            drop(db);
            let defaults = Defaults {
                account: account.unwrap_or_default(),
                environment,
            };
            Reply::Bulk(many::execute(plane, many, defaults, told).await?)
        }
        SiteVerb::Archive(verb) => {
            drop(db);
            Reply::Archive(archive::execute(plane, verb, told).await?)
        }
        SiteVerb::Create {
            account,
            subdomain,
            environment,
            from,
            template,
            basics,
            owner,
            many: _,
        } => {
            // Clap requires these without a list.
            let (account, subdomain) = (account.unwrap_or_default(), subdomain.unwrap_or_default());
            let account = find_account(&mut db, &account).await?;
            drop(db);
            let request = CreateSite {
                account_id: account.id,
                subdomain: parsed_subdomain(&subdomain)?,
                environment,
                start: match from {
                    Some(folder) => Start::Folder(folder),
                    None => Start::Template(template, basics.into()),
                },
                owner: owner.map(|email| new_owner(&email)).transpose()?,
                actor: audit::CLI.to_owned(),
            };
            let site = sites::create_site(plane, request).await?;
            let owners = sites::owners::owners(plane, site.id).await.ok();
            let shop = shop_state(plane, site.id).await;
            Reply::OwnedSite(Box::new(OwnedSite::new(plane, site, owners, shop)))
        }
        SiteVerb::List => Reply::Sites(sites::store::list(&mut db).await?),
        SiteVerb::Show { site } => {
            let site = find(&mut db, &site).await?;
            drop(db);
            // A site that can't be opened is shown without its owners.
            let owners = sites::owners::owners(plane, site.id).await.ok();
            let shop = shop_state(plane, site.id).await;
            let passkeys = sites::people::passkey_use(plane, site.id).await.ok();
            Reply::OwnedSite(Box::new(OwnedSite {
                only_passkeys: passkeys.map(|passkeys| passkeys.only_passkeys),
                ..OwnedSite::new(plane, site, owners, shop)
            }))
        }
        SiteVerb::ResetSecondFactor { site, email } => {
            let id = found(db, &site).await?;
            Reply::Site(sites::people::reset_second_factor(plane, id, &email, audit::CLI).await?)
        }
        SiteVerb::Invite { site, email, replace } => {
            let site = find(&mut db, &site).await?;
            drop(db);
            let owners = Some(invite(plane, site.id, &email, replace.as_deref()).await?);
            let shop = shop_state(plane, site.id).await;
            Reply::OwnedSite(Box::new(OwnedSite::new(plane, site, owners, shop)))
        }
        SiteVerb::Rename { site, subdomain } => {
            let id = found(db, &site).await?;
            Reply::Site(sites::rename(plane, id, &parsed_subdomain(&subdomain)?, audit::CLI).await?)
        }
        SiteVerb::Open { site } => {
            let id = found(db, &site).await?;
            Reply::Shop(Box::new(change_shop(plane, id, ShopChange::Open, audit::CLI).await?))
        }
        SiteVerb::Close { site, text } => {
            let id = found(db, &site).await?;
            Reply::Shop(Box::new(
                change_shop(plane, id, ShopChange::Close(&text), audit::CLI).await?,
            ))
        }
        SiteVerb::Suspend { site } => {
            let id = found(db, &site).await?;
            Reply::Site(sites::suspend(plane, id, audit::CLI).await?)
        }
        SiteVerb::Resume { site } => {
            let id = found(db, &site).await?;
            Reply::Site(sites::resume(plane, id, audit::CLI).await?)
        }
        SiteVerb::Release {
            site: None,
            dry_run,
            confirm,
            acknowledge_all,
            ..
        } => {
            drop(db);
            Reply::ReleasedSites(hold::execute(plane, (dry_run, confirm), acknowledge_all, told).await?)
        }
        SiteVerb::Release {
            site: Some(site),
            dry_run: true,
            ..
        } => {
            let id = found(db, &site).await?;
            let (reason, report) = sites::hold_report(plane, id).await?;
            Reply::Hold(HeldReport { reason, report })
        }
        SiteVerb::Release {
            site: Some(site),
            acknowledge,
            acknowledge_all,
            ..
        } => {
            let id = found(db, &site).await?;
            let acknowledged = if acknowledge_all {
                Acknowledged::All
            } else {
                Acknowledged::Ids(&acknowledge)
            };
            Reply::Site(sites::release(plane, id, acknowledged, audit::CLI).await?)
        }
        SiteVerb::Delete { site, confirm, grace } => {
            let id = found(db, &site).await?;
            Reply::Site(sites::delete(plane, id, &parsed_subdomain(&confirm)?, grace, audit::CLI).await?)
        }
        SiteVerb::Undelete { site } => {
            let id = found(db, &site).await?;
            Reply::Site(sites::undelete(plane, id, audit::CLI).await?)
        }
        SiteVerb::Domain {
            site,
            domain,
            check,
            remove,
        } => {
            let id = found(db, &site).await?;
            Reply::SiteDomain(Box::new(if check {
                let checked = sites::check_domain(plane, id, audit::CLI).await?;
                if let Some(claim) = &checked.domain_claim {
                    return Err(ExecuteError::Refused(claim.problem()));
                }
                checked
            } else if remove || domain.is_some() {
                sites::set_domain(plane, id, domain.as_deref(), audit::CLI).await?
            } else {
                sites::domain(plane, id).await?
            }))
        }
        // Clap requires `--remove` if no build is given.
        SiteVerb::Pin { site, build, remove: _ } => {
            let id = found(db, &site).await?;
            Reply::Site(sites::pin(plane, id, build.as_ref(), audit::CLI).await?)
        }
        SiteVerb::Adopt { site: Some(site), .. } => {
            let site = find(&mut db, &site).await?;
            drop(db);
            sites::adopt(plane, &site, audit::CLI).await?;
            Reply::Site(site)
        }
        SiteVerb::Adopt {
            site: None,
            id: Some(id),
            account,
            subdomain,
            environment,
        } => {
            let account_id = match account {
                Some(account) => Some(find_account(&mut db, &account).await?.id),
                None => None,
            };
            drop(db);
            let adoption = StrayAdoption {
                id,
                account_id,
                subdomain: subdomain.as_deref().map(parsed_subdomain).transpose()?,
                environment,
                actor: audit::CLI.to_owned(),
            };
            Reply::Site(archives::adopt_stray(plane, adoption).await?)
        }
        // Clap requires one of them.
        SiteVerb::Adopt {
            site: None, id: None, ..
        } => Reply::Sites(Vec::new()),
        SiteVerb::Migrate { site: Some(site), .. } => {
            let site = find(&mut db, &site).await?;
            drop(db);
            Reply::Checked(vec![sites::migrate(plane, &site).await])
        }
        SiteVerb::Migrate { site: None, .. } => {
            drop(db);
            Reply::Checked(sites::migrate_all(plane, told).await?)
        }
        // Clap requires `--all` if no site is given.
        SiteVerb::Check { site: Some(site), .. } => {
            let site = find(&mut db, &site).await?;
            drop(db);
            Reply::Checked(sites::check(plane, vec![site]).await)
        }
        SiteVerb::Check { site: None, .. } => {
            let all = sites::store::list(&mut db).await?;
            drop(db);
            let mut reports = sites::check(plane, all).await;
            reports.extend(sites::check_strays(plane).await?);
            Reply::Checked(reports)
        }
    })
}

/// Invites an owner. An open invitation to `email`, or to the address that `email` replaces, is sent again.
async fn invite(
    plane: &Arc<ControlPlane>,
    id: SiteId,
    email: &str,
    replaced: Option<&str>,
) -> Result<Vec<SiteOwner>, ExecuteError> {
    let owner = new_owner(email)?;
    let known = sites::owners::owners(plane, id).await?;
    let invited = |address: &str| {
        let mut known = known.iter();
        known.find_map(|known| {
            known
                .invitation_id
                .filter(|_| known.email.eq_ignore_ascii_case(address))
        })
    };
    let invitation = match replaced {
        Some(address) => {
            let open = invited(address).ok_or_else(|| {
                ExecuteError::Refused(format!("no open invitation to {address}; run `suds site show`"))
            })?;
            OwnerInvitation::Again(open, Some(&owner))
        }
        None => match invited(owner.email()) {
            Some(open) => OwnerInvitation::Again(open, None),
            None => OwnerInvitation::New(&owner),
        },
    };
    Ok(sites::owners::invite_owner(plane, id, invitation, audit::CLI).await?)
}

/// State of a site's shop, if the site can be opened.
async fn shop_state(plane: &ControlPlane, id: SiteId) -> Option<ShopState> {
    Some(shop(plane, id).await.ok()?.state)
}

/// Finds the ID of a site. Releases the connection, because what follows can take a while.
async fn found(mut db: ControlConn, name: &str) -> Result<SiteId, ExecuteError> {
    Ok(find(&mut db, name).await?.id)
}

fn new_owner(email: &str) -> Result<NewOwner, ExecuteError> {
    NewOwner::new(email, None, None).map_err(|_| {
        ExecuteError::Refused(format!(
            "invalid email address {email:?}; use an address such as name@example.com"
        ))
    })
}
