//! Verifies a token with its provider: all three use the same request and response format.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use platform::ids::SiteId;

use super::rules::{Answer, Verdict, verdict};
use super::vendor::{CaptchaEndpoints, CaptchaManifest, CaptchaVendor};

/// Timeout of a provider's response, because someone is waiting for a form.
const PATIENCE: Duration = Duration::from_secs(5);

/// Time for which a site skips a provider that didn't respond.
const PAUSE: SignedDuration = SignedDuration::from_mins(1);

/// HTTP client for the providers, one per process.
pub struct CaptchaVendors {
    client: reqwest::Client,
    stub: Option<String>,
    /// Sites whose provider didn't respond, with the time of the next attempt. At most one entry per site.
    paused: Mutex<HashMap<SiteId, Timestamp>>,
}

impl CaptchaVendors {
    /// `stub`: URL of the test server, if one is running.
    ///
    /// # Errors
    /// The HTTP client can't be created.
    pub fn new(stub: Option<String>) -> Result<Self, reqwest::Error> {
        let client = reqwest::Client::builder()
            // A provider that redirects elsewhere isn't one of ours.
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(Duration::from_secs(3))
            .timeout(PATIENCE)
            .pool_idle_timeout(Duration::from_secs(20))
            .build()?;
        Ok(Self {
            client,
            stub,
            paused: Mutex::default(),
        })
    }

    /// Verification of `token` by the provider. The visitor's address isn't sent.
    pub(super) async fn ask(&self, settings: &CaptchaManifest, token: &str) -> Verdict {
        let Some(address) = self.address(settings) else {
            return Verdict::NoAnswer;
        };
        let mut form = vec![("secret", settings.secret.as_str()), ("response", token)];
        if settings.vendor == CaptchaVendor::Hcaptcha {
            form.push(("sitekey", &settings.site_key));
        }
        match self.answer(&address, &form).await {
            Ok(answer) => verdict(&answer),
            Err(error) => {
                let error = error.without_url();
                tracing::warn!(vendor = settings.vendor.into_str(), %error, "no response from a captcha provider");
                Verdict::NoAnswer
            }
        }
    }

    /// Rejections have different statuses. What counts is whether the body can be parsed.
    async fn answer(&self, address: &str, form: &[(&str, &str)]) -> Result<Answer, reqwest::Error> {
        self.client.post(address).form(form).send().await?.json().await
    }

    /// `None`: the test server is selected, but none is running.
    fn address(&self, settings: &CaptchaManifest) -> Option<String> {
        match settings.endpoints {
            CaptchaEndpoints::Production => Some(
                match settings.vendor {
                    CaptchaVendor::Turnstile => "https://challenges.cloudflare.com/turnstile/v0/siteverify",
                    CaptchaVendor::Hcaptcha => "https://api.hcaptcha.com/siteverify",
                    CaptchaVendor::Recaptcha => "https://www.google.com/recaptcha/api/siteverify",
                }
                .to_owned(),
            ),
            CaptchaEndpoints::Stub => self.stub.as_ref().map(|stub| format!("{stub}/siteverify")),
        }
    }

    /// Stops asking a site's provider for a while.
    pub(super) fn pause(&self, site: SiteId, now: Timestamp) {
        let mut paused = self.paused();
        paused.retain(|_, until| *until > now);
        paused.insert(site, now + PAUSE);
    }

    /// Allows asking a site's provider again immediately.
    pub(super) fn resume(&self, site: SiteId) {
        self.paused().remove(&site);
    }

    pub(super) fn is_paused(&self, site: SiteId, now: Timestamp) -> bool {
        self.paused().get(&site).is_some_and(|until| now < *until)
    }

    fn paused(&self) -> MutexGuard<'_, HashMap<SiteId, Timestamp>> {
        self.paused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
