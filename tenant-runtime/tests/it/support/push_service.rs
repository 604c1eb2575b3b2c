//! Push service for browsers (RFC 8030) that decrypts messages like a browser, and a Firebase stub.

use std::sync::{Arc, Mutex, MutexGuard};

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::KeyPair as _;
use axum::body::Bytes;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use axum::{Json, Router};
use data_encoding::{BASE64, BASE64URL_NOPAD};
use hkdf::Hkdf;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;

/// A message as it came to a browser.
#[derive(Clone, Debug)]
pub struct Received {
    /// Name of the browser.
    pub browser: String,
    /// Decrypted.
    pub message: Value,
    /// Of the sender's token, whose signature is good.
    pub claims: Value,
    /// `k` of the authorization: the sender's public key.
    pub sender: String,
    pub headers: HeaderMap,
}

#[derive(Default)]
struct Kept {
    browsers: Vec<Arc<Browser>>,
    received: Vec<Received>,
    /// Messages for Firebase to send.
    sent: Vec<Value>,
    /// Number of issued bearer tokens; the newest is valid.
    granted: usize,
    /// Fixed response for everyone; `None` for regular ones.
    answer: Option<(StatusCode, Value)>,
}

/// A subscription of a browser.
pub struct Browser {
    pub name: String,
    endpoint: String,
    private: PrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

/// The services, at one address.
#[derive(Clone)]
pub struct PushService {
    pub url: String,
    kept: Arc<Mutex<Kept>>,
    account: Arc<KeyPair>,
}

impl Browser {
    /// `PushSubscription` of a browser.
    pub fn subscription(&self) -> Value {
        json!({
            "endpoint": self.endpoint, "expirationTime": null,
            "keys": {"p256dh": BASE64URL_NOPAD.encode(&self.public), "auth": BASE64URL_NOPAD.encode(&self.auth)},
        })
    }

    /// RFC 8291, section 3, from the browser's side.
    fn decrypt(&self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!(size, 4096_u32.to_be_bytes());
        let (sender, sealed) = rest[1..].split_at(rest[0].into());
        let info = [b"WebPush: info\0", &self.public[..], sender].concat();
        let key = UnparsedPublicKey::new(&ECDH_P256, sender);
        let shared = agree(&self.private, key, (), |secret| {
            Ok(expanded::<32>(&self.auth, secret, &info))
        });
        let shared = shared.unwrap();
        let key: [u8; 16] = expanded(salt, &shared, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = expanded(salt, &shared, b"Content-Encoding: nonce\0");
        let mut sealed = sealed.to_vec();
        let opened = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap())
            .open_in_place(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
            .unwrap();
        let (delimiter, message) = opened.split_last().unwrap();
        assert_eq!(*delimiter, 2, "the last record");
        serde_json::from_slice(message).unwrap()
    }
}

fn expanded<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; N] {
    let mut key = [0; N];
    Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut key).unwrap();
    key
}

impl PushService {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let service = Self {
            url: format!("http://{}", listener.local_addr().unwrap()),
            kept: Arc::default(),
            account: Arc::new(KeyPair::generate(KeySize::Rsa2048).unwrap()),
        };
        let router = Router::new()
            .route("/push/{browser}", post(receive))
            .route("/token", post(grant))
            .route("/v1/projects/{project}/{call}", post(send))
            .with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        service
    }

    /// A new subscription of a browser.
    pub fn browser(&self, name: &str) -> Arc<Browser> {
        let private = PrivateKey::generate(&ECDH_P256).unwrap();
        let browser = Arc::new(Browser {
            name: name.to_owned(),
            endpoint: format!("{}/push/{name}", self.url),
            public: private.compute_public_key().unwrap().as_ref().to_vec(),
            private,
            auth: [7; 16],
        });
        let mut kept = self.kept();
        kept.browsers.retain(|known| known.name != name);
        kept.browsers.push(Arc::clone(&browser));
        browser
    }

    /// The key file of the service account that Firebase knows.
    pub fn key_file(&self) -> Value {
        let key = AsDer::<Pkcs8V1Der<'_>>::as_der(&*self.account).unwrap();
        let key = BASE64.encode(key.as_ref());
        let lines: Vec<_> = key
            .as_bytes()
            .chunks(64)
            .map(|line| str::from_utf8(line).unwrap())
            .collect();
        json!({
            "type": "service_account", "project_id": "suds-test", "private_key_id": "0123abcd",
            "private_key": format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", lines.join("\n")),
            "client_email": "push@suds-test.iam.gserviceaccount.com", "client_id": "1",
            "auth_uri": "https://accounts.google.com/o/oauth2/auth", "token_uri": "https://oauth2.googleapis.com/token",
        })
    }

    /// Sets a fixed response for everyone; `None` for regular ones.
    pub fn answer(&self, answer: Option<(u16, Value)>) {
        self.kept().answer = answer.map(|(status, body)| (StatusCode::from_u16(status).unwrap(), body));
    }

    /// Revokes the issued bearer tokens.
    pub fn revoke(&self) {
        self.kept().granted += 100;
    }

    /// Messages received since the last call.
    pub fn received(&self) -> Vec<Received> {
        std::mem::take(&mut self.kept().received)
    }

    /// Messages sent to apps since the last call.
    pub fn sent(&self) -> Vec<Value> {
        std::mem::take(&mut self.kept().sent)
    }

    /// Number of issued bearer tokens.
    pub fn granted(&self) -> usize {
        self.kept().granted
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap()
    }
}

/// Claims that are signed with `key`. When they end is looked at by the test, whose clock is another.
fn verified(token: &str, algorithm: Algorithm, key: &DecodingKey) -> Value {
    let mut validation = Validation::new(algorithm);
    validation.validate_exp = false;
    validation.validate_aud = false;
    jsonwebtoken::decode::<Value>(token, key, &validation).unwrap().claims
}

async fn receive(
    State(service): State<PushService>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, String) {
    let mut kept = service.kept();
    if let Some((status, _)) = &kept.answer {
        return (*status, String::new());
    }
    let browser = kept.browsers.iter().find(|browser| browser.name == name).unwrap();
    let authorization = headers["authorization"]
        .to_str()
        .unwrap()
        .strip_prefix("vapid t=")
        .unwrap();
    let (token, sender) = authorization.split_once(", k=").unwrap();
    let key = DecodingKey::from_ec_der(&BASE64URL_NOPAD.decode(sender.as_bytes()).unwrap());
    let received = Received {
        message: browser.decrypt(&body),
        claims: verified(token, Algorithm::ES256, &key),
        sender: sender.to_owned(),
        browser: name,
        headers: headers.clone(),
    };
    kept.received.push(received);
    (StatusCode::CREATED, String::new())
}

async fn grant(State(service): State<PushService>, Form(asked): Form<Value>) -> (StatusCode, Json<Value>) {
    assert_eq!(asked["grant_type"], "urn:ietf:params:oauth:grant-type:jwt-bearer");
    let key = DecodingKey::from_rsa_der(service.account.public_key().as_ref());
    let claims = verified(asked["assertion"].as_str().unwrap(), Algorithm::RS256, &key);
    assert_eq!(claims["iss"], "push@suds-test.iam.gserviceaccount.com");
    assert_eq!(claims["aud"], "https://oauth2.googleapis.com/token");
    assert_eq!(claims["scope"], "https://www.googleapis.com/auth/firebase.messaging");
    let mut kept = service.kept();
    kept.granted += 1;
    let granted =
        json!({"access_token": format!("bearer-{}", kept.granted), "expires_in": 3599, "token_type": "Bearer"});
    (StatusCode::OK, Json(granted))
}

async fn send(
    State(service): State<PushService>,
    Path((project, call)): Path<(String, String)>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> (StatusCode, Json<Value>) {
    assert_eq!((project.as_str(), call.as_str()), ("suds-test", "messages:send"));
    let mut kept = service.kept();
    if headers["authorization"] != format!("Bearer bearer-{}", kept.granted) {
        return (
            StatusCode::UNAUTHORIZED,
            Json(json!({"error": {"status": "UNAUTHENTICATED"}})),
        );
    }
    if let Some((status, body)) = &kept.answer {
        return (*status, Json(body.clone()));
    }
    kept.sent.push(body["message"].clone());
    (StatusCode::OK, Json(json!({"name": "projects/suds-test/messages/1"})))
}
