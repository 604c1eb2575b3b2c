//! Push service clients, shared by the process.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::header;
use jiff::{SignedDuration, Timestamp};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Url};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::{Value, json};

use super::public_addresses::PublicAddresses;
use super::vapid::ApplicationServer;
use super::{Message, Outcome, ServiceAccount, Subscription, encryption, endpoint, firebase};
use crate::http::outgoing;
use crate::random::Random;

/// Timeout of a request.
const LONGEST_CALL: Duration = Duration::from_secs(20);

/// Safety margin before a bearer token expires.
const MARGIN: SignedDuration = SignedDuration::from_mins(5);

/// Longest delay that a push service can request.
const LONGEST_WAIT: i64 = 3600;

/// Allowed recipients.
enum Reach {
    Public(Client),
    /// Sends everything to this URL, a test server for all push services.
    StandIn(Client, Url),
    Nobody,
}

/// Push services of an installation.
pub struct PushServices {
    reach: Reach,
    /// By name of the key that they were requested with.
    bearers: Mutex<HashMap<String, Bearer>>,
}

struct Bearer {
    token: SecretString,
    until: Timestamp,
}

/// Reason why a message's result is unknown; a retry may succeed. Contains no address and no text.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("can't reach the push service: {0}")]
    NotReached(String),
    #[error("the push service responded with {0}")]
    Answered(u16),
    #[error("can't create the message: {0}")]
    Unmade(Box<dyn std::error::Error + Send + Sync>),
}

impl Failure {
    fn unmade(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Unmade(Box::new(error))
    }

    fn not_reached(error: &reqwest::Error) -> Self {
        Self::NotReached(outgoing::cause(error))
    }
}

impl PushServices {
    /// Those of the world.
    ///
    /// # Errors
    /// The client for outgoing calls can't be built.
    pub fn public() -> Result<Self, reqwest::Error> {
        let client = builder().https_only(true).dns_resolver(PublicAddresses).build()?;
        Ok(Self::of(Reach::Public(client)))
    }

    /// Stub at `address` in place of all services.
    ///
    /// # Errors
    /// The HTTP client can't be built.
    pub fn stand_in(address: Url) -> Result<Self, reqwest::Error> {
        // On this machine, so without certificates or a proxy.
        let client = builder().no_proxy().tls_certs_only([]).build()?;
        Ok(Self::of(Reach::StandIn(client, address)))
    }

    /// No services: messages are dropped.
    pub fn none() -> Self {
        Self::of(Reach::Nobody)
    }

    fn of(reach: Reach) -> Self {
        Self {
            reach,
            bearers: Mutex::default(),
        }
    }

    /// Whether messages to this browser endpoint would be sent.
    pub fn takes(&self, endpoint: &str) -> bool {
        self.at(endpoint).is_some()
    }

    fn at(&self, endpoint: &str) -> Option<Url> {
        match &self.reach {
            Reach::Public(_) | Reach::Nobody => endpoint::at_a_public_name(endpoint),
            Reach::StandIn(_, stand_in) => endpoint::at_the_stand_in(endpoint, stand_in),
        }
    }

    fn client(&self) -> Option<&Client> {
        match &self.reach {
            Reach::Public(client) | Reach::StandIn(client, _) => Some(client),
            Reach::Nobody => None,
        }
    }

    /// Sends `message` to a browser.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn push_to_browser(
        &self,
        sender: &ApplicationServer,
        subscription: &Subscription,
        message: &Message,
        random: &dyn Random,
        now: Timestamp,
    ) -> Result<Outcome, Failure> {
        let Some(client) = self.client() else {
            return Ok(Outcome::Taken);
        };
        let Some(url) = self.at(&subscription.endpoint) else {
            return Ok(Outcome::Gone);
        };
        let Ok(body) = encryption::encrypt(&declared(message), subscription, random) else {
            return Ok(Outcome::Gone);
        };
        let authorization = sender
            .authorization(&url.origin().ascii_serialization(), now)
            .map_err(Failure::unmade)?;
        let call = client
            .post(url)
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("TTL", message.time_to_live.as_secs())
            .header("Topic", &message.topic)
            .body(body);
        let answer = outgoing::send(call).await;
        let answer = answer.map_err(|error| Failure::not_reached(&error))?;
        let wait = answer.headers().get(header::RETRY_AFTER);
        let wait = wait.and_then(|value| value.to_str().ok()?.parse().ok());
        judged(answer.status().as_u16(), wait)
    }

    /// Sends `message` to an app by Firebase.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn push_to_app(
        &self,
        account: &ServiceAccount,
        token: &str,
        message: &Message,
        now: Timestamp,
    ) -> Result<Outcome, Failure> {
        let Some(client) = self.client() else {
            return Ok(Outcome::Taken);
        };
        let bearer = self.bearer(client, account, now).await?;
        let project = &account.project_id;
        let call = client
            .post(self.address(firebase::MESSAGING, &format!("/v1/projects/{project}/messages:send"))?)
            .bearer_auth(bearer.expose_secret())
            .json(&firebase::body(token, message, now));
        let answer = outgoing::send(call).await;
        let answer = answer.map_err(|error| Failure::not_reached(&error))?;
        let status = answer.status().as_u16();
        if status == 401 {
            self.kept().remove(&account.key_name());
        }
        let said = answer.json::<Value>().await.unwrap_or_default();
        firebase::outcome(status, &said).ok_or(Failure::Answered(status))
    }

    /// Bearer token of an account. Requested if there is no valid one.
    async fn bearer(&self, client: &Client, account: &ServiceAccount, now: Timestamp) -> Result<SecretString, Failure> {
        #[derive(Deserialize)]
        struct Granted {
            access_token: SecretString,
            /// Seconds.
            expires_in: i64,
        }

        let name = account.key_name();
        let kept = self
            .kept()
            .get(&name)
            .filter(|bearer| now < bearer.until)
            .map(|bearer| bearer.token.clone());
        if let Some(token) = kept {
            return Ok(token);
        }
        let assertion = account.assertion(now).map_err(Failure::unmade)?;
        let call = client.post(self.address(firebase::TOKEN_URI, "/token")?).form(&[
            ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
            ("assertion", assertion.as_str()),
        ]);
        let answer = outgoing::send(call).await;
        let answer = answer.map_err(|error| Failure::not_reached(&error))?;
        if !answer.status().is_success() {
            return Err(Failure::Answered(answer.status().as_u16()));
        }
        let granted: Granted = answer.json().await.map_err(|error| Failure::not_reached(&error))?;
        let until = now + SignedDuration::from_secs(granted.expires_in.clamp(0, 3600)) - MARGIN;
        let mut kept = self.kept();
        kept.retain(|_, bearer| now < bearer.until);
        let token = granted.access_token.clone();
        kept.insert(name, Bearer { token, until });
        Ok(granted.access_token)
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<String, Bearer>> {
        self.bearers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// URL of `path` at Google or the test server.
    fn address(&self, google: &str, path: &str) -> Result<Url, Failure> {
        let base: Url = google
            .parse()
            .map_err(|_| Failure::NotReached("no address".to_owned()))?;
        let base = match &self.reach {
            Reach::StandIn(_, stand_in) => stand_in.clone(),
            Reach::Public(_) | Reach::Nobody => base,
        };
        base.join(path)
            .map_err(|_| Failure::NotReached("no address".to_owned()))
    }
}

fn builder() -> ClientBuilder {
    Client::builder()
        .redirect(Policy::none())
        .connect_timeout(Duration::from_secs(5))
        .timeout(LONGEST_CALL)
        .pool_idle_timeout(Duration::from_secs(20))
}

/// The message in a format that browsers show by themselves (W3C Push API, "Declarative push message") and that a
/// service worker reads too. Long texts are cut.
fn declared(message: &Message) -> Vec<u8> {
    let mut message = message.clone();
    loop {
        let bytes = json!({
            "web_push": 8030,
            "notification": {
                "title": message.title,
                "body": message.body,
                "lang": message.language,
                "navigate": message.link,
                "tag": message.topic,
            },
        })
        .to_string()
        .into_bytes();
        if bytes.len() <= encryption::MOST || message.body.pop().is_none() && message.title.pop().is_none() {
            return bytes;
        }
    }
}

/// Meaning of a push service's response. `wait`: requested delay in seconds.
fn judged(status: u16, wait: Option<i64>) -> Result<Outcome, Failure> {
    match (status, wait) {
        (200..300, _) => Ok(Outcome::Taken),
        (404 | 410, _) => Ok(Outcome::Gone),
        (429 | 503, Some(wait)) => {
            let wait = SignedDuration::from_secs(wait.clamp(1, LONGEST_WAIT));
            Ok(Outcome::NotBefore(wait))
        }
        (408 | 429 | 500.., _) => Err(Failure::Answered(status)),
        (other, _) => Ok(Outcome::Refused(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_service_responses_are_classified() {
        let outcome = |status, wait| judged(status, wait).ok();
        assert_eq!(outcome(201, None), Some(Outcome::Taken));
        assert_eq!(outcome(404, None), Some(Outcome::Gone));
        assert_eq!(outcome(410, None), Some(Outcome::Gone));
        let busy = |seconds| Some(Outcome::NotBefore(SignedDuration::from_secs(seconds)));
        assert_eq!(outcome(429, Some(90)), busy(90));
        assert_eq!(outcome(429, Some(i64::MAX)), busy(3600));
        assert_eq!(outcome(503, Some(-1)), busy(1));
        for status in [429, 500, 502, 503] {
            assert_eq!(outcome(status, None), None, "{status}");
        }
        for status in [301, 400, 401, 403, 413] {
            assert_eq!(outcome(status, None), Some(Outcome::Refused(status)));
        }
    }

    #[test]
    fn long_texts_are_truncated_to_the_record_size() {
        let message = Message {
            title: "A Gift For You".to_owned(),
            body: "é".repeat(4000),
            link: "https://sparkle.example/wallet".to_owned(),
            language: "fr".to_owned(),
            topic: "n1".to_owned(),
            time_to_live: SignedDuration::from_hours(1),
        };
        let cut = declared(&message);
        assert!(
            cut.len() <= encryption::MOST && cut.len() > encryption::MOST - 10,
            "{}",
            cut.len()
        );
        let cut: Value = serde_json::from_slice(&cut).unwrap();
        assert_eq!(cut["notification"]["title"], "A Gift For You");
    }
}
