//! Site as seen by requests and jobs.

use std::fmt;

use jiff::Timestamp;

use crate::ids::{SiteId, Subdomain};
use crate::keys::SiteKeys;

/// Environment of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    pub name: String,
    /// Real money and real people: nothing made for tests may run here.
    pub production: bool,
}

/// Site in the directory. The subdomain is an alias; the ID names file and prefix and never changes.
#[derive(Clone)]
pub struct Site {
    pub id: SiteId,
    pub subdomain: Subdomain,
    /// Returns 503 `site_suspended`.
    pub is_suspended: bool,
    pub environment: Environment,
    /// Version of the web build that this site serves.
    pub build: Option<String>,
    pub app_key: String,
    pub keys: SiteKeys,
    /// Custom domain, used in links instead of the subdomain.
    pub custom_domain: Option<String>,
    /// The newest copy of the site: only a file of this epoch may charge.
    pub epoch: i64,
    /// Reason why the site does nothing irreversible until an operator releases it.
    pub hold: Option<Hold>,
}

/// Hold of a site, whose file may lack recent changes. Until an operator releases it, it allows only reads and rejects
/// the rest with 503 `site_held`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    pub at: Timestamp,
    /// Time up to which the site's file is complete. `None`: derived from its newest record.
    pub complete_until: Option<Timestamp>,
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site")
            .field("id", &self.id)
            .field("is_suspended", &self.is_suspended)
            .field("epoch", &self.epoch)
            .field("hold", &self.hold)
            .finish_non_exhaustive()
    }
}

/// Key for looking up a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lookup {
    /// A full host name outside the base domains.
    Domain(String),
    /// The first label under a base domain.
    Label(Subdomain),
    Id(SiteId),
}
