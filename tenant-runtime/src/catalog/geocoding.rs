//! Finds where an address is, through a service with Nominatim's search call.

use std::sync::Arc;
use std::time::Duration;

use platform::http::{Answer, ApiError, Envelope, Query};
use reqwest::Url;
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until, timeout};
use utoipa::{IntoParams, ToSchema};

use super::location_entry::LIMITS;
use crate::fields::invalid_field;
use crate::site;
use crate::tenant::Tenant;

/// Public services allow one call a second.
const PAUSE: Duration = Duration::from_secs(1);
/// A person is waiting for the form.
const PATIENCE: Duration = Duration::from_secs(5);
const LONGEST_ADDRESS: usize = 400;

/// Client of the service, one per process.
pub struct Geocoder {
    client: reqwest::Client,
    url: Option<Url>,
    /// When the service may be called next.
    next: Mutex<Instant>,
}

impl Geocoder {
    /// `url`: of the search call; `None`: there is no service.
    ///
    /// # Errors
    /// The HTTP client can't be created.
    pub fn new(url: Option<Url>) -> Result<Self, reqwest::Error> {
        let client = reqwest::Client::builder()
            // A service that redirects elsewhere isn't the configured one.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("Suds/", env!("CARGO_PKG_VERSION")))
            .timeout(PATIENCE)
            .build()?;
        Ok(Self {
            client,
            url,
            next: Mutex::new(Instant::now()),
        })
    }

    /// Position of an address in a country; `None` if the service doesn't know it or doesn't respond in time.
    async fn find(&self, address: &str, country: &str) -> Option<Position> {
        let url = self.url.clone()?;
        match timeout(PATIENCE, self.ask(url, address, country)).await {
            Ok(Ok(places)) => places.into_iter().find_map(|place| place.position()),
            Ok(Err(error)) => {
                tracing::warn!(error = %error.without_url(), "no response from the geocoding service");
                None
            }
            Err(_) => None,
        }
    }

    async fn ask(&self, mut url: Url, address: &str, country: &str) -> Result<Vec<Place>, reqwest::Error> {
        {
            let mut next = self.next.lock().await;
            sleep_until(*next).await;
            *next = Instant::now() + PAUSE;
        }
        let country = country.to_lowercase();
        url.query_pairs_mut().extend_pairs([
            ("q", address),
            ("countrycodes", &country),
            ("format", "jsonv2"),
            ("limit", "1"),
        ]);
        let response = self.client.get(url).send().await?;
        response.error_for_status()?.json().await
    }
}

/// A place in the service's format, with decimal degrees as text.
#[derive(Deserialize)]
struct Place {
    lat: String,
    lon: String,
}

impl Place {
    fn position(self) -> Option<Position> {
        let (latitude, longitude) = (self.lat.parse().ok()?, self.lon.parse().ok()?);
        let is_on_earth = LIMITS.allow_decimal("latitude", latitude) && LIMITS.allow_decimal("longitude", longitude);
        is_on_earth.then_some(Position { latitude, longitude })
    }
}

/// Position in decimal degrees.
#[derive(Serialize, ToSchema)]
pub(super) struct Position {
    latitude: f64,
    longitude: f64,
}

/// Result of looking up an address.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FoundAddress {
    /// Whether the installation has a geocoding service.
    available: bool,
    /// Null: not found.
    position: Option<Position>,
}

#[derive(Deserialize, IntoParams)]
pub(super) struct AddressQuery {
    /// Street, city, state and postal code; up to 400 characters. The site's country is added.
    address: String,
}

/// Find an address
///
/// Looks up the position for a new location's pin.
#[utoipa::path(get, path = "/admin/locations/position", tag = "admin", params(AddressQuery),
    responses((status = 200, body = Envelope<FoundAddress>)))]
pub(super) async fn find_address(
    tenant: Tenant,
    Query(AddressQuery { address }): Query<AddressQuery>,
) -> Result<Answer<FoundAddress>, ApiError> {
    let address = address.trim();
    if address.is_empty() || address.chars().count() > LONGEST_ADDRESS {
        return Err(invalid_field("address", "Enter an address of up to 400 characters."));
    }
    let geocoder = tenant.runtime.state::<Arc<Geocoder>>()?;
    let country = site::saved_config(&tenant).await?.config.country.clone();
    Ok(Answer(FoundAddress {
        available: geocoder.url.is_some(),
        position: geocoder.find(address, &country).await,
    }))
}
