//! Announcements before a command whose consequences surprise.

use super::act::act;
use super::command::{Command, Reply};
use super::site_table::passkey_warning;
use super::verbs::SiteVerb;
use crate::config::Config;
use crate::status::print_status;

/// Names the people whom a new address of a site locks out.
pub(super) async fn announce(config: &Config, verb: &SiteVerb) {
    let Some(site) = verb.moved_site() else { return };
    let show = Command::Site(SiteVerb::Show { site: site.to_owned() });
    // The command itself reports why it can't be carried out.
    if let Ok(Reply::OwnedSite(owned)) = act(config, show).await
        && let Some(warning) = passkey_warning(&owned)
    {
        print_status(warning);
    }
}
