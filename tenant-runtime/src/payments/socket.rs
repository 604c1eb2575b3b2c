//! Socket on which a browser learns the outcome of its card form.
//!
//! It sends only its own ID and one outcome. The authenticated setup call binds it, once, to site, customer and form;
//! until then, and for anyone else, the ID is worthless.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::Extension;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use platform::http::{AddressPlace, AddressPlaces, ApiError, ClientAddress, Code, Place, Places};
use platform::ids::SiteId;
use serde::Serialize;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::language::Locale;
use crate::site::OfPages;
use crate::tenant::Tenant;

/// Maximum bytes of a frame, in either direction.
const LARGEST_FRAME: usize = 4 * 1024;

/// A socket isn't needed after its card form expires.
const LIFETIME: Duration = Duration::from_secs(15 * 60);

/// A socket without a form after this time is of no use to a customer.
const UNBOUND_LIFETIME: Duration = Duration::from_secs(60);

/// Interval of pings, so that no proxy takes a form that a customer fills in for an idle connection. nginx cuts those after 60 s.
const PING: Duration = Duration::from_secs(25);

/// Maximum open sockets per site, multiplied by the scale of limits.
const MOST_AT_A_SITE: usize = 1_000;

/// Maximum open sockets per address across all sites, multiplied likewise.
const MOST_OF_AN_ADDRESS: usize = 50;

/// Buffer size per connection in bytes. These sockets carry very little, and the library's default of 128 KiB per
/// direction would be allocated for as long as a customer types.
const BUFFER: usize = 512;

/// Outcome of a card form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupOutcome {
    pub success: bool,
    /// Message for the customer; null on success.
    pub error_message: Option<String>,
}

impl SetupOutcome {
    pub(super) fn success() -> Self {
        Self {
            success: true,
            error_message: None,
        }
    }

    pub(super) fn failure(message: &str) -> Self {
        Self {
            success: false,
            error_message: Some(message.to_owned()),
        }
    }

    /// The message in the customer's language.
    pub(super) fn said_in(self, locale: &Locale) -> Self {
        Self {
            error_message: self.error_message.map(|message| locale.say(message)),
            ..self
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Hello<'a> {
    socket_id: &'a str,
}

/// Open card setup sockets of this process.
#[derive(Clone)]
pub struct Sockets {
    open: Arc<Mutex<HashMap<Key, Entry>>>,
    at_a_site: Arc<Places<SiteId>>,
    of_an_address: Arc<AddressPlaces>,
}

type Key = (SiteId, String);

struct Entry {
    /// The form that this socket waits for.
    bound_to: Option<String>,
    outcome: oneshot::Sender<SetupOutcome>,
}

/// Unregisters the socket when its connection ends for any reason.
struct Registered {
    sockets: Sockets,
    key: Key,
    _places: (Place<SiteId>, AddressPlace),
}

impl Drop for Registered {
    fn drop(&mut self) {
        self.sockets.open().remove(&self.key);
    }
}

impl Sockets {
    /// No sockets yet. `scale` multiplies the maximum number.
    pub fn new(scale: u32) -> Self {
        let times = |most: usize| most.saturating_mul(scale as usize);
        Self {
            open: Arc::default(),
            at_a_site: Places::new(times(MOST_AT_A_SITE)),
            of_an_address: Arc::new(AddressPlaces::new(times(MOST_OF_AN_ADDRESS))),
        }
    }

    /// Binds an open, unbound socket of `site` to the form `reference`. Returns whether there is one with this ID.
    pub(super) fn bind(&self, site: SiteId, socket_id: &str, reference: &str) -> bool {
        match self.open().get_mut(&(site, socket_id.to_owned())) {
            Some(entry) if entry.bound_to.is_none() => {
                entry.bound_to = Some(reference.to_owned());
                true
            }
            _ => false,
        }
    }

    /// Removes a binding if its form couldn't be opened.
    pub(super) fn release(&self, site: SiteId, socket_id: &str, reference: &str) {
        if let Some(entry) = self.open().get_mut(&(site, socket_id.to_owned()))
            && entry.bound_to.as_deref() == Some(reference)
        {
            entry.bound_to = None;
        }
    }

    /// Sends the result of the form `reference` to its socket, if it is still open.
    pub(super) fn tell(&self, site: SiteId, socket_id: &str, reference: &str, outcome: SetupOutcome) {
        let mut open = self.open();
        let key = (site, socket_id.to_owned());
        if open
            .get(&key)
            .is_some_and(|entry| entry.bound_to.as_deref() == Some(reference))
            && let Some(entry) = open.remove(&key)
        {
            // The browser may be gone. Its next refresh shows the card.
            let _gone = entry.outcome.send(outcome);
        }
    }

    fn is_bound(&self, key: &Key) -> bool {
        self.open().get(key).is_some_and(|entry| entry.bound_to.is_some())
    }

    /// Registers a socket of `address`.
    ///
    /// # Errors
    /// 429 if the address has reached its limit, 503 if the site has.
    fn register(
        &self,
        key: Key,
        address: ClientAddress,
    ) -> Result<(Registered, oneshot::Receiver<SetupOutcome>), ApiError> {
        let of_address = self.of_an_address.take(address);
        let of_address = of_address.ok_or_else(|| ApiError::too_often(UNBOUND_LIFETIME.as_secs()))?;
        let at_site = self.at_a_site.take(key.0).ok_or_else(ApiError::busy)?;
        let (outcome, told) = oneshot::channel();
        let entry = Entry {
            bound_to: None,
            outcome,
        };
        self.open().insert(key.clone(), entry);
        let registered = Registered {
            sockets: self.clone(),
            key,
            _places: (at_site, of_address),
        };
        Ok((registered, told))
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Key, Entry>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// WS `/payments/socket`: first `{socketId}`, then `{success, errorMessage}`.
pub(super) async fn open_socket(
    tenant: Tenant,
    Extension(address): Extension<ClientAddress>,
    OfPages(locale): OfPages,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::malformed("This endpoint accepts only WebSocket connections."))?;
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    if origin != Some(tenant.origin().as_str()) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            Code("wrong_app_key"),
            "This page doesn't belong to this site.",
        ));
    }
    let socket_id = HEXLOWER.encode(&tenant.runtime.random.bytes::<16>());
    let sockets = tenant.runtime.state::<Sockets>()?.clone();
    let (registered, told) = sockets.register((tenant.id(), socket_id.clone()), address)?;
    // Don't keep the site open while a customer types.
    drop(tenant);
    Ok(upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(LARGEST_FRAME)
        .max_message_size(LARGEST_FRAME)
        .max_frame_size(LARGEST_FRAME)
        .on_upgrade(move |socket| serve(socket, registered, socket_id, told, locale)))
}

async fn serve(
    mut socket: WebSocket,
    registered: Registered,
    socket_id: String,
    mut told: oneshot::Receiver<SetupOutcome>,
    locale: Locale,
) {
    if send(&mut socket, &Hello { socket_id: &socket_id }).await.is_err() {
        return;
    }
    let deadline = tokio::time::sleep(LIFETIME);
    let unbound = tokio::time::sleep(UNBOUND_LIFETIME);
    tokio::pin!(deadline, unbound);
    let mut waits_for_form = true;
    let mut pings = tokio::time::interval_at(Instant::now() + PING, PING);
    loop {
        tokio::select! {
            _ = pings.tick() => {
                if socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
            }
            outcome = &mut told => {
                if let Ok(outcome) = outcome {
                    let _gone = send(&mut socket, &outcome.said_in(&locale)).await;
                }
                break;
            }
            message = socket.recv() => match message {
                // The browser's messages don't matter, only its presence.
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            () = &mut unbound, if waits_for_form => {
                if !registered.sockets.is_bound(&registered.key) {
                    break;
                }
                waits_for_form = false;
            }
            () = &mut deadline => break,
        }
    }
    let _gone = socket.send(Message::Close(None)).await;
}

async fn send<T: Serialize>(socket: &mut WebSocket, message: &T) -> Result<(), axum::Error> {
    let text = serde_json::to_string(message).map_err(axum::Error::new)?;
    socket.send(Message::Text(text.into())).await
}

#[cfg(test)]
mod tests {
    use platform::random::SeededRandom;

    use super::*;

    fn site(seed: u64) -> SiteId {
        SiteId::generate(&SeededRandom::new(seed))
    }

    const HOME: ClientAddress = ClientAddress(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));

    #[test]
    fn address_has_a_limited_share_across_sites() {
        let sockets = Sockets::new(1);
        let open = |at: u64, name: usize, address| sockets.register((site(at), name.to_string()), address);
        let mut held: Vec<_> = (0..MOST_OF_AN_ADDRESS)
            .map(|name| open(name as u64 % 3, name, HOME).unwrap())
            .collect();
        assert_eq!(open(4, 99, HOME).err().unwrap().status(), StatusCode::TOO_MANY_REQUESTS);
        assert!(open(4, 99, ClientAddress("192.0.2.1".parse().unwrap())).is_ok());
        held.pop();
        assert!(open(4, 99, HOME).is_ok());
    }

    #[test]
    fn socket_is_bound_once_and_only_at_its_site() {
        let sockets = Sockets::new(1);
        let (_registered, mut told) = sockets.register((site(1), "s".to_owned()), HOME).unwrap();
        assert!(!sockets.bind(site(2), "s", "form"), "another site");
        assert!(!sockets.bind(site(1), "t", "form"), "another socket");
        let key = (site(1), "s".to_owned());
        assert!(!sockets.is_bound(&key));
        assert!(sockets.bind(site(1), "s", "form"));
        assert!(sockets.is_bound(&key));
        assert!(!sockets.bind(site(1), "s", "other form"), "bound already");
        sockets.tell(site(1), "s", "other form", SetupOutcome::success());
        assert!(told.try_recv().is_err(), "the outcome of another form");
        sockets.tell(site(1), "s", "form", SetupOutcome::success());
        assert_eq!(told.try_recv(), Ok(SetupOutcome::success()));
        assert!(!sockets.bind(site(1), "s", "form"), "used up");
    }

    #[test]
    fn released_socket_can_be_bound_again() {
        let sockets = Sockets::new(1);
        let (registered, _told) = sockets.register((site(1), "s".to_owned()), HOME).unwrap();
        assert!(sockets.bind(site(1), "s", "form"));
        sockets.release(site(1), "s", "other form");
        assert!(!sockets.bind(site(1), "s", "other form"));
        sockets.release(site(1), "s", "form");
        assert!(sockets.bind(site(1), "s", "other form"));
        drop(registered);
        assert!(!sockets.bind(site(1), "s", "form"), "the connection has ended");
    }
}
