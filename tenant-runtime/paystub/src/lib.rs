#![doc = include_str!("../README.md")]

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::http::StatusCode;
use jiff::SignedDuration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub mod book;
mod chance;
mod exacthosted;
mod magic;
mod moneris;
mod moneris_deprecated;
mod money;
mod page;
mod sessions;
mod siteverify;
mod worldpay;

pub use book::{Card, Charge, ChargeState, Reversal};
pub use magic::Behaviour;

use book::{Book, NewCharge};

/// Behavior of the stub, which can be changed while it runs.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// Minimum duration of a request by a merchant's server.
    pub latency: Duration,
    /// Time between a decision, which is already booked, and its response.
    pub answers_after: Duration,
    /// Time a charge that times out keeps its caller waiting, longer than any caller waits.
    pub hold: Duration,
    /// Time after which a lookup finds such a charge.
    pub settle_after: Duration,
    /// Whether every call of a merchant's server is answered with a 500, as on a bad day.
    pub broken: bool,
    /// Whether the processor's day has closed: voids are refused, refunds are not.
    pub day_closed: bool,
    /// Whether voids and refunds succeed but their responses are lost.
    pub loses_reversals: bool,
    /// Whether results are sent to a server twice, as after a lost response.
    pub tells_twice: bool,
    /// Whether results sent to a server omit the card's expiry.
    pub tells_poorly: bool,
}

impl Manners {
    fn settles_after(&self) -> SignedDuration {
        SignedDuration::try_from(self.settle_after).unwrap_or(SignedDuration::ZERO)
    }
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            latency: Duration::ZERO,
            answers_after: Duration::ZERO,
            hold: Duration::from_secs(120),
            settle_after: Duration::from_secs(8),
            broken: false,
            day_closed: false,
            loses_reversals: false,
            tells_twice: false,
            tells_poorly: false,
        }
    }
}

/// State shared by all dialects.
pub(crate) struct Shared {
    book: Book,
    manners: Mutex<Manners>,
    stopping: watch::Receiver<bool>,
}

impl Shared {
    fn manners(&self) -> Manners {
        *self.manners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, unless the stub is being stopped.
    async fn pause(&self, duration: Duration) {
        if duration > Duration::ZERO {
            let mut stopping = self.stopping.clone();
            let stopped = stopping.wait_for(|stopping| *stopping);
            let _elapsed_or_stopped = tokio::time::timeout(duration, stopped).await;
        }
    }

    /// Entry of every request by a merchant's server: adds latency, and in an outage returns only errors.
    async fn receive(&self) -> Result<Manners, StatusCode> {
        let manners = self.manners();
        self.pause(manners.latency).await;
        if manners.broken {
            return Err(StatusCode::INTERNAL_SERVER_ERROR);
        }
        Ok(manners)
    }

    /// Lets a caller time out.
    async fn hold(&self) -> StatusCode {
        self.pause(self.manners().hold).await;
        StatusCode::GATEWAY_TIMEOUT
    }

    /// Runs a call on the book outside the async threads. It completes even if the client disconnects.
    async fn with_book<T: Send + 'static>(
        self: &Arc<Self>,
        call: impl FnOnce(&Book) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T, StatusCode> {
        let shared = Arc::clone(self);
        let called = tokio::task::spawn_blocking(move || call(&shared.book)).await;
        self.pause(self.manners().answers_after).await;
        let result = called.context("the book's thread broke").and_then(|result| result);
        result.map_err(|error| {
            tracing::error!(?error, "paystub: the book cannot be written");
            StatusCode::INTERNAL_SERVER_ERROR
        })
    }
}

/// The processor stub.
pub struct Stub;

/// A running stub. Dropping it stops it.
pub struct Handle {
    shared: Arc<Shared>,
    url: String,
    stop: watch::Sender<bool>,
    ended: watch::Receiver<bool>,
    server: JoinHandle<()>,
}

impl Stub {
    /// Serves every dialect on `listener`, with the book at `log`.
    ///
    /// # Errors
    /// The log can't be read or the listener not be used.
    pub async fn start(listener: std::net::TcpListener, log: &Path) -> anyhow::Result<Handle> {
        Self::start_with(listener, log, true).await
    }

    /// Like [`Stub::start`], but without durability after a power failure. For measurements in which the stub should
    /// cost nothing.
    ///
    /// # Errors
    /// See [`Stub::start`].
    pub async fn start_instant(listener: std::net::TcpListener, log: &Path) -> anyhow::Result<Handle> {
        Self::start_with(listener, log, false).await
    }

    async fn start_with(listener: std::net::TcpListener, log: &Path, fsync: bool) -> anyhow::Result<Handle> {
        let path = log.to_owned();
        let book = tokio::task::spawn_blocking(move || Book::open(&path, fsync)).await??;
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let url = format!("http://{}", listener.local_addr()?);
        let (stop, stopping) = watch::channel(false);
        let shared = Arc::new(Shared {
            book,
            manners: Mutex::default(),
            stopping: stopping.clone(),
        });
        let app = router(Arc::clone(&shared));
        let (ends, ended) = watch::channel(false);
        let server = tokio::spawn(async move {
            let mut stopping = stopping;
            let stopped = async move {
                let _stopped_or_dropped = stopping.wait_for(|stopping| *stopping).await;
            };
            if let Err(error) = axum::serve(listener, app).with_graceful_shutdown(stopped).await {
                tracing::error!(%error, "paystub: the server ended");
            }
            ends.send_replace(true);
        });
        Ok(Handle {
            shared,
            url,
            stop,
            ended,
            server,
        })
    }
}

impl Handle {
    /// The base address, without a slash at the end.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Every transaction that verified a card with an amount, oldest first.
    pub fn verifications(&self) -> Vec<Charge> {
        self.shared.book.verifications()
    }

    /// Every charge, oldest first.
    pub fn charges(&self) -> Vec<Charge> {
        self.shared.book.charges()
    }

    /// Every void and refund, oldest first.
    pub fn reversals(&self) -> Vec<Reversal> {
        self.shared.book.reversals()
    }

    /// Every card in the vaults.
    pub fn cards(&self) -> Vec<Card> {
        self.shared.book.cards()
    }

    /// Voids `charge` as a merchant's staff does it at the processor, unknown to the merchant's server.
    ///
    /// # Errors
    /// The log can't be written, or the charge is not one that can be voided.
    pub fn void_by_hand(&self, charge: &Charge) -> anyhow::Result<()> {
        let voided = self
            .shared
            .book
            .void(&charge.merchant, &charge.order_no, &charge.id, "", chance::now())?;
        voided.map(drop).map_err(|refusal| anyhow::anyhow!("{refusal:?}"))
    }

    /// Replaces the secret of `merchant`, such as `moneris:store5`. The previous one is then rejected.
    ///
    /// # Errors
    /// The log can't be written.
    pub fn set_secret(&self, merchant: &str, secret: &str) -> anyhow::Result<()> {
        self.shared.book.set_secret(merchant, secret)
    }

    /// Charges `card` under the merchant's number `order_no`, unknown to the merchant's server. `amount`: minor units.
    ///
    /// # Errors
    /// The log can't be written, or the charge is refused.
    pub fn charge_by_hand(&self, card: &Card, order_no: &str, amount: i64) -> anyhow::Result<()> {
        let charged = self.shared.book.charge(&NewCharge {
            merchant: &card.merchant,
            token: &card.token,
            order_no,
            amount,
            auth_code: "T99999".to_owned(),
            now: chance::now(),
            settle_after: SignedDuration::ZERO,
            recurring: true,
        })?;
        charged.map(drop).map_err(|refusal| anyhow::anyhow!("{refusal:?}"))
    }

    /// Changes how the stub answers.
    pub fn set_manners(&self, change: impl FnOnce(&mut Manners)) {
        change(&mut self.shared.manners.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Stops listening and returns when open calls are answered.
    pub async fn stop(&self) {
        self.stop.send_replace(true);
        self.ended().await;
    }

    /// Returns when the server has ended.
    pub async fn ended(&self) {
        let mut ended = self.ended.clone();
        let _ended_or_aborted = ended.wait_for(|ended| *ended).await;
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        self.server.abort();
    }
}

/// Charges in a log file, oldest first.
///
/// # Errors
/// The file can't be read or is damaged.
pub fn read_charges(log: &Path) -> anyhow::Result<Vec<Charge>> {
    Ok(Book::open(log, false)?.charges())
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .merge(moneris::router(Arc::clone(&shared)))
        .merge(moneris_deprecated::router(Arc::clone(&shared)))
        .merge(exacthosted::router(Arc::clone(&shared)))
        .merge(siteverify::router(Arc::clone(&shared)))
        .merge(worldpay::router(shared))
}
