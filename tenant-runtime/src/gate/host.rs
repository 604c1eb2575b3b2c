//! Resolves the site of a request from its Host header.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap, Uri, header};
use platform::http::{ApiError, ClientAddress, Place};
use platform::ids::SiteId;
use platform::tenancy::{Resolved, Site};

use crate::error::ErrorCode;
use crate::http::unknown_site;
use crate::runtime::SharedRuntime;
use crate::tenant::Tenant;

/// Result of resolving a host, before anything is opened.
pub(super) enum Found {
    Site(Arc<Site>),
    Console,
    /// The base domain itself.
    Base,
}

/// Target of a request's host.
pub enum Reached {
    /// Counts as one of the site's concurrent requests.
    Site(Tenant, InFlight),
    Console,
    /// The base domain itself.
    Base,
}

/// One of a site's concurrent requests, until dropped.
pub type InFlight = Place<SiteId>;

/// Finds and opens the site of a request by its Host header alone.
///
/// # Errors
/// 400 for an invalid Host, 404 `unknown_site`, 503 for a suspended, overloaded or unavailable site.
pub async fn reach(runtime: &SharedRuntime, headers: &HeaderMap, uri: &Uri) -> Result<Reached, ApiError> {
    Ok(match find(runtime, headers, uri).await? {
        Found::Site(site) => {
            let (tenant, under_way) = enter(runtime, site).await?;
            Reached::Site(tenant, under_way)
        }
        Found::Console => Reached::Console,
        Found::Base => Reached::Base,
    })
}

pub(super) async fn find(runtime: &SharedRuntime, headers: &HeaderMap, uri: &Uri) -> Result<Found, ApiError> {
    match runtime.directory.resolve(host_of(headers, uri)?).await? {
        Resolved::Site(site) if site.is_suspended => {
            Err(ErrorCode::SiteSuspended.because("This site is paused. Try again later."))
        }
        Resolved::Site(site) => Ok(Found::Site(site)),
        Resolved::Console => Ok(Found::Console),
        Resolved::Base => Ok(Found::Base),
        Resolved::Unknown => Err(unknown_site()),
    }
}

pub(super) async fn enter(runtime: &SharedRuntime, site: Arc<Site>) -> Result<(Tenant, InFlight), ApiError> {
    let under_way = runtime.in_flight.take(site.id).ok_or_else(ApiError::busy)?;
    Ok((Tenant::open(runtime, site).await?, under_way))
}

/// Client address, as far as it can be trusted.
pub fn client_address(runtime: &SharedRuntime, extensions: &Extensions, headers: &HeaderMap) -> ClientAddress {
    let unknown = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
    let peer = extensions
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(unknown, |ConnectInfo(peer)| *peer);
    ClientAddress::of(peer, headers, &runtime.proxies)
}

/// Host of a request, with or without port.
///
/// # Errors
/// 400 if it has none, or more than one.
pub fn host_of<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> Result<&'a str, ApiError> {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().map_err(|_| ApiError::malformed("Invalid Host header.")),
        // HTTP/2 has the host in the request URI.
        (None, _) => uri
            .authority()
            .map(|host| host.as_str())
            .ok_or_else(|| ApiError::malformed("The Host header is missing.")),
        (Some(_), Some(_)) => Err(ApiError::malformed("The request has more than one Host header.")),
    }
}
