use std::pin::Pin;
use std::sync::Arc;

use http::Uri;
use object_store::aws::AmazonS3Builder;
use object_store::client::{
    ClientOptions, HttpClient, HttpConnector, HttpError, HttpRequest, HttpResponse, HttpService, ReqwestConnector,
};

use super::store_clock::StoreClock;
use crate::http::outgoing::{Server, SuccessLevel, observed};

/// Lets the calls of a store be seen as other outgoing calls are, and `clock` read the store's clock.
pub(super) fn seen(builder: AmazonS3Builder, clock: Arc<StoreClock>) -> AmazonS3Builder {
    builder.with_http_connector(Connector(ReqwestConnector::default(), clock))
}

#[derive(Debug)]
struct Connector(ReqwestConnector, Arc<StoreClock>);

impl HttpConnector for Connector {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = self.0.connect(options)?;
        Ok(HttpClient::new(Seen(client, Arc::clone(&self.1))))
    }
}

#[derive(Debug)]
struct Seen(HttpClient, Arc<StoreClock>);

impl HttpService for Seen {
    // As the trait's macro writes it.
    fn call<'life0, 'async_trait>(
        &'life0 self,
        request: HttpRequest,
    ) -> Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'async_trait>>
    where
        'life0: 'async_trait,
        Self: 'async_trait,
    {
        let server = Server {
            host: request.uri().host().map(str::to_owned),
            port: port_of(request.uri()),
        };
        let method = request.method().clone();
        Box::pin(async move {
            let call = observed(
                method,
                server,
                SuccessLevel::Debug,
                self.0.execute(request),
                HttpResponse::status,
                |error| format!("{:?}", error.kind()),
            );
            let response = call.await?;
            self.1.read(response.headers());
            Ok(response)
        })
    }
}

fn port_of(address: &Uri) -> Option<u16> {
    address.port_u16().or(match address.scheme_str() {
        Some("https") => Some(443),
        Some("http") => Some(80),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use object_store::path::Path;
    use object_store::{ObjectStore, ObjectStoreExt as _};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, text: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(text);
            Ok(text.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Log of a call, from `level` on, that the store answers with `status`.
    async fn log_of_a_call(level: tracing::Level, status: &'static str) -> (String, u16) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.unwrap();
            let mut request = [0; 4096];
            let _ = socket.read(&mut request).await.unwrap();
            let answer = format!("HTTP/1.1 {status}\r\nETag: \"1\"\r\nContent-Length: 0\r\n\r\n");
            socket.write_all(answer.as_bytes()).await.unwrap();
        });
        let lines = Lines::default();
        let written = lines.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_max_level(level)
            .with_writer(move || written.clone())
            .finish();
        let _guard = tracing::subscriber::set_default(subscriber);
        let builder = AmazonS3Builder::new()
            .with_bucket_name("suds")
            .with_region("nowhere")
            .with_endpoint(format!("http://127.0.0.1:{port}"))
            .with_allow_http(true)
            .with_access_key_id("id")
            .with_secret_access_key("secret");
        let store: Box<dyn ObjectStore> = Box::new(seen(builder, Arc::default()).build().unwrap());
        let _stored = store.put(&Path::from("sites/one/logo.svg"), "<svg/>".into()).await;
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        (text, port)
    }

    #[tokio::test]
    async fn object_store_call_is_logged_without_its_key() {
        let (text, port) = log_of_a_call(tracing::Level::DEBUG, "200 OK").await;
        let line = text
            .lines()
            .find(|line| line.contains("outgoing call completed"))
            .unwrap_or(&text);
        for told in [
            "call{",
            "http.request.method=PUT",
            "server.address=\"127.0.0.1\"",
            &format!("server.port={port}"),
            "status=200",
        ] {
            assert!(line.contains(told), "{told}: {line}");
        }
        assert!(!text.contains("logo"), "{text}");
    }

    /// Publishing a build makes thousands of calls.
    #[tokio::test]
    async fn successful_object_store_call_is_logged_at_debug_only() {
        let (text, _) = log_of_a_call(tracing::Level::INFO, "200 OK").await;
        assert!(!text.contains("outgoing call completed"), "{text}");
        let (text, _) = log_of_a_call(tracing::Level::INFO, "403 Forbidden").await;
        assert!(
            text.contains("outgoing call completed") && text.contains("status=403"),
            "{text}"
        );
    }
}
