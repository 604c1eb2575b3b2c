//! Installations of tests, by what is special about them.

use std::sync::Arc;
use std::time::Duration;

use platform::auth::password::Cost;
use platform::clock::TestClock;
use tenant_runtime::payments::processor::Processor;

use super::installation::{BEGIN, FilesLeft, Installation};

/// Options of a test installation.
pub(super) struct Setup {
    pub(super) seed: u64,
    /// Cost of a captcha. `None` for no captcha.
    pub(super) captcha: Option<u32>,
    pub(super) cost: Cost,
    /// Multiplier of all limits.
    pub(super) limits: u32,
    /// Maximum wait for a connection to a site's file.
    pub(super) patience: Duration,
    /// Whether mail goes over SMTP.
    pub(super) mail_server: bool,
    /// Whether push messages go to a service.
    pub(super) push_service: bool,
    /// Search call of a geocoding service.
    pub(super) geocoder: Option<reqwest::Url>,
    /// A processor in place of the stub, and the clock that it goes by.
    pub(super) stand_in: Option<(TestClock, Arc<dyn Processor>)>,
    /// Of the process before.
    pub(super) left: Option<FilesLeft>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            seed: 7,
            captcha: None,
            cost: Cost::Fast,
            limits: 1000,
            // A machine that stands still is not a busy site.
            patience: Duration::from_secs(60),
            mail_server: false,
            push_service: false,
            geocoder: None,
            stand_in: None,
            left: None,
        }
    }
}

impl Installation {
    /// With a seed that every test shares.
    pub async fn new() -> Arc<Self> {
        Self::of(Setup::default()).await
    }

    /// With a geocoding service.
    pub async fn with_geocoder(url: &str) -> Arc<Self> {
        Self::of(Setup {
            geocoder: Some(url.parse().unwrap()),
            ..Setup::default()
        })
        .await
    }

    pub async fn seeded(seed: u64) -> Arc<Self> {
        Self::of(Setup {
            seed,
            ..Setup::default()
        })
        .await
    }

    /// All sites sell through a processor that `make` creates from the clock.
    pub async fn with_processor(make: impl FnOnce(&TestClock) -> Arc<dyn Processor>) -> Arc<Self> {
        let clock = TestClock::at(BEGIN.parse().unwrap());
        let processor = make(&clock);
        Self::of(Setup {
            stand_in: Some((clock, processor)),
            ..Setup::default()
        })
        .await
    }

    /// A process that takes over the files of another one, whose sites sell through `processor`.
    pub async fn after(left: FilesLeft, processor: Arc<dyn Processor>) -> Arc<Self> {
        Self::of(Setup {
            // Other references than the process before has used.
            seed: 8,
            stand_in: Some((left.clock.clone(), processor)),
            left: Some(left),
            ..Setup::default()
        })
        .await
    }

    /// With captchas that take little work.
    pub async fn with_captcha() -> Arc<Self> {
        Self::of(Setup {
            captcha: Some(10),
            ..Setup::default()
        })
        .await
    }

    /// With passwords that are hashed as in production.
    pub async fn with_slow_hashes() -> Arc<Self> {
        Self::of(Setup {
            cost: Cost::Standard,
            ..Setup::default()
        })
        .await
    }

    /// With the limits as they are in production.
    pub async fn with_limits() -> Arc<Self> {
        Self::of(Setup {
            limits: 1,
            ..Setup::default()
        })
        .await
    }

    /// Requests to a busy site fail as early as in production.
    pub async fn impatient() -> Arc<Self> {
        Self::of(Setup {
            patience: platform::db::PATIENCE,
            ..Setup::default()
        })
        .await
    }

    /// With a mail server, whose manners the test decides.
    pub async fn with_mail_server() -> Arc<Self> {
        Self::of(Setup {
            mail_server: true,
            ..Setup::default()
        })
        .await
    }

    /// With a push service for browsers and apps, whose manners the test decides.
    pub async fn with_push_service() -> Arc<Self> {
        Self::of(Setup {
            push_service: true,
            ..Setup::default()
        })
        .await
    }
}
