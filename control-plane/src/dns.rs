//! DNS lookups, for proofs of custom domains.

use std::net::SocketAddr;
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{NameServerConfig, ResolveHosts, ResolverConfig};
use hickory_resolver::net::NetError;
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::rr::RData;

/// Timeout of one attempt. The client of the call waits for all of them.
const TIMEOUT: Duration = Duration::from_secs(3);
const ATTEMPTS: usize = 2;

/// A DNS server, or those of this machine.
#[derive(Debug, Clone, Default)]
pub struct Dns {
    server: Option<SocketAddr>,
}

/// Proof of ownership required for custom domains.
#[derive(Debug, Clone)]
pub struct DomainProof {
    pub dns: Dns,
    /// Whether sites outside production need a proof too.
    pub is_required: bool,
}

impl Default for DomainProof {
    fn default() -> Self {
        Self {
            dns: Dns::default(),
            is_required: true,
        }
    }
}

/// No server could be reached or answered.
#[derive(Debug, thiserror::Error)]
#[error("can't look up the DNS record: {0}")]
pub struct LookupError(#[from] NetError);

impl Dns {
    /// `server`: `None` for those in `/etc/resolv.conf`.
    pub fn new(server: Option<SocketAddr>) -> Self {
        Self { server }
    }

    /// TXT records of a full name. Not cached, so that a new record is found immediately.
    ///
    /// # Errors
    /// No server responds. A name without such records isn't an error.
    pub async fn txt(&self, name: &str) -> Result<Vec<String>, LookupError> {
        // The root dot keeps the search domains of this machine out.
        let records = match self.resolver()?.txt_lookup(format!("{name}.")).await {
            Ok(lookup) => lookup,
            Err(error) if error.is_no_records_found() => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        let text = |data: &RData| match data {
            RData::TXT(txt) => Some(String::from_utf8_lossy(&txt.txt_data.concat()).into_owned()),
            _ => None,
        };
        Ok(records
            .answers()
            .iter()
            .filter_map(|record| text(&record.data))
            .collect())
    }

    fn resolver(&self) -> Result<TokioResolver, NetError> {
        let mut builder = match self.server {
            None => TokioResolver::builder_tokio()?,
            Some(address) => {
                let mut server = NameServerConfig::udp_and_tcp(address.ip());
                for connection in &mut server.connections {
                    connection.port = address.port();
                }
                let config = ResolverConfig::from_parts(None, Vec::new(), vec![server]);
                TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
            }
        };
        let options = builder.options_mut();
        options.timeout = TIMEOUT;
        options.attempts = ATTEMPTS;
        options.cache_size = 0;
        options.use_hosts_file = ResolveHosts::Never;
        builder.build()
    }
}
