use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use tenant_runtime::error::{ErrorCode, Verdict};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::site::TestSite;

/// A client of one site. Dials the installation and says which site it wants by Host.
#[derive(Clone)]
pub struct Client {
    pub host: String,
    pub app_key: Option<String>,
    pub token: Option<String>,
    pub device: Option<String>,
    base: String,
    http: reqwest::Client,
}

/// A POST whose body hasn't arrived.
pub struct PendingPost {
    stream: TcpStream,
    body: String,
}

/// Response of a request.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    pub body: Value,
}

impl Client {
    pub fn new(site: &TestSite) -> Self {
        let port = site.installation.address.port();
        Self {
            host: format!("{}.localhost:{port}", site.site.subdomain),
            app_key: Some(site.site.app_key.clone()),
            token: None,
            device: None,
            base: format!("http://{}", site.installation.address),
            http: super::http().build().unwrap(),
        }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, None, &[]).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(Method::POST, path, Some(body), &[]).await
    }

    /// POST that is repeated until there is a response other than 503 `busy`.
    pub async fn insist(&self, path: &str, body: &Value) -> Reply {
        loop {
            let reply = self.post(path, body.clone()).await;
            if reply.status != 503 {
                return reply;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.send(Method::PUT, path, Some(body), &[]).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.send(Method::DELETE, path, None, &[]).await
    }

    /// A POST of a form with one file (RFC 7578).
    pub async fn upload(&self, path: &str, file: impl AsRef<[u8]>) -> Reply {
        let head = b"--suds\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n\r\n";
        let form = [head, file.as_ref(), b"\r\n--suds--\r\n"].concat();
        let request = self.request(
            Method::POST,
            path,
            &[("Content-Type", "multipart/form-data; boundary=suds")],
        );
        answered(request.body(form)).await
    }

    /// A POST with an idempotency key.
    pub async fn post_once(&self, path: &str, key: &str, body: Value) -> Reply {
        self.send(Method::POST, path, Some(body), &[("Idempotency-Key", key)])
            .await
    }

    /// Begins a POST, and waits until the server has admitted its caller and asks for the body.
    pub async fn begin_post(&self, path: &str, body: &Value) -> PendingPost {
        let body = body.to_string();
        let headers = [
            ("app-key", self.app_key.clone()),
            (
                "authorization",
                self.token.as_ref().map(|token| format!("Bearer {token}")),
            ),
            ("content-length", Some(body.len().to_string())),
        ];
        let headers: String = headers
            .into_iter()
            .filter_map(|(name, value)| Some(format!("{name}: {}\r\n", value?)))
            .collect();
        let head = format!(
            "POST /api/v1{path} HTTP/1.1\r\nhost: {}\r\n{headers}idempotency-key: pending\r\ncontent-type: \
             application/json\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n",
            self.host
        );
        let address = self.base.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut interim = [0; 25];
        stream.read_exact(&mut interim).await.unwrap();
        assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");
        PendingPost { stream, body }
    }

    /// `path` is below `/api/v1` unless it starts with another root (`/uploads/…`).
    pub async fn send(&self, method: Method, path: &str, body: Option<Value>, headers: &[(&str, &str)]) -> Reply {
        let mut request = self.request(method, path, headers);
        if let Some(body) = body {
            request = request.json(&body);
        }
        answered(request).await
    }

    fn request(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> RequestBuilder {
        let root = if path.starts_with("/uploads/")
            || path.starts_with("/icons/")
            || path.starts_with("/payments/form/")
            || path.starts_with("/api/")
        {
            ""
        } else {
            "/api/v1"
        };
        let mut request = self
            .http
            .request(method, format!("{}{root}{path}", self.base))
            .header("Host", &self.host);
        if let Some(key) = &self.app_key {
            request = request.header("App-Key", key);
        }
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(device) = &self.device {
            request = request.header("Device-Id", device);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request
    }
}

async fn answered(request: RequestBuilder) -> Reply {
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let text = response.text().await.unwrap();
    // Tables start with a byte order mark.
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    let body = serde_json::from_str(&text).unwrap_or(Value::Null);
    Reply {
        status,
        headers,
        text,
        body,
    }
}

impl PendingPost {
    /// Sends the body. Returns the response with its head.
    pub async fn finish(mut self) -> String {
        self.stream.write_all(self.body.as_bytes()).await.unwrap();
        let mut response = String::new();
        self.stream.read_to_string(&mut response).await.unwrap();
        response
    }
}

impl Reply {
    /// The result of a call that must have succeeded.
    #[track_caller]
    pub fn succeeded(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        assert_eq!(self.body["success"], true, "{}", self.text);
        self.body["resultData"].clone()
    }

    /// Checks that the call was refused with this status and code; answers the envelope.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        assert_eq!(
            (self.status, self.body["errorCode"].as_str()),
            (status, Some(code)),
            "{}",
            self.text
        );
        assert_eq!(self.body["success"], false, "{}", self.text);
        self.body
    }

    /// Meaning of its error code for the request of its idempotency key.
    pub fn verdict(&self) -> Verdict {
        let code = self.body["errorCode"].as_str().unwrap();
        let listed = ErrorCode::ALL.iter().find(|listed| listed.text() == code).unwrap();
        listed.verdict()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
