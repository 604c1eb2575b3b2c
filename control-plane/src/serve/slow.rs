//! Time limits for slow clients.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// Timeouts for clients.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// From the connection, or the end of a response, to the end of the next request's header.
    pub(super) header: Duration,
    /// The same for a trusted proxy, which reuses connections. It must hang up first: if a request and our end of the connection
    /// cross, the client gets a 502, and a POST isn't repeated.
    pub(super) proxy_header: Duration,
    /// From the end of the header to the end of the body.
    pub(super) body: Duration,
    /// For the client to read [`LEAST_READ`] bytes of a response.
    pub(super) reader: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            header: Duration::from_secs(15),
            proxy_header: Duration::from_secs(180),
            body: Duration::from_secs(30),
            reader: Duration::from_secs(30),
        }
    }
}

/// Minimum number of bytes a client must read of a waiting response per timeout.
const LEAST_READ: usize = 16 * 1024;

/// Connection whose client must keep reading while data is waiting. Holds its slot `K` until it is closed, even after
/// an upgrade to a WebSocket.
pub(super) struct Patient<S, K> {
    stream: S,
    _kept: K,
    time: Duration,
    /// Runs while data is waiting to be sent.
    deadline: Option<Pin<Box<Sleep>>>,
    /// Bytes sent since the deadline was set.
    sent: usize,
}

impl<S, K> Patient<S, K> {
    pub(super) fn new(stream: S, time: Duration, kept: K) -> Self {
        Self {
            stream,
            _kept: kept,
            time,
            deadline: None,
            sent: 0,
        }
    }

    fn after_write(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => {
                self.sent += bytes;
                if self.sent >= LEAST_READ {
                    self.deadline = None;
                }
                written
            }
            Poll::Ready(Err(_)) => written,
            Poll::Pending => {
                let (time, sent) = (self.time, &mut self.sent);
                let deadline = self.deadline.get_or_insert_with(|| {
                    *sent = 0;
                    Box::pin(sleep(time))
                });
                deadline.as_mut().poll(cx).map(|()| Err(too_slow()))
            }
        }
    }
}

fn too_slow() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the client took too long")
}

impl<S: AsyncRead + Unpin, K: Unpin> AsyncRead for Patient<S, K> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin, K: Unpin> AsyncWrite for Patient<S, K> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.after_write(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.after_write(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Called when everything waiting has been written. Until there is more, the client isn't slow.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.deadline = None;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Request body with a total timeout.
pub(super) struct TimedBody {
    body: Incoming,
    time: Duration,
    /// Starts when the body is first awaited.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl TimedBody {
    pub(super) fn new(body: Incoming, time: Duration) -> Self {
        Self {
            body,
            time,
            deadline: None,
        }
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        match Pin::new(&mut self.body).poll_frame(cx) {
            Poll::Ready(frame) => Poll::Ready(frame.map(|frame| frame.map_err(Into::into))),
            Poll::Pending => {
                let time = self.time;
                let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(time)));
                deadline.as_mut().poll(cx).map(|()| Some(Err(too_slow().into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};

    use super::*;

    /// Expires quickly.
    const SHORT: Duration = Duration::from_millis(30);
    /// Never expires during a test.
    const LONG: Duration = Duration::from_secs(3600);

    /// Whether another chunk would have to wait.
    async fn waits(connection: &mut Patient<DuplexStream, ()>, piece: &[u8]) -> bool {
        poll_fn(|cx| Poll::Ready(Pin::new(&mut *connection).poll_write(cx, piece).is_pending())).await
    }

    #[tokio::test]
    async fn client_that_stops_reading_is_disconnected() {
        let (here, _there) = duplex(1024);
        let error = Patient::new(here, SHORT, ()).write_all(&[0; 4096]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn client_that_reads_too_slowly_is_disconnected() {
        let (here, mut there) = duplex(1024);
        let reader = tokio::spawn(async move {
            let mut byte = [0];
            while there.read_exact(&mut byte).await.is_ok() {
                sleep(SHORT / 10).await;
            }
        });
        let mut connection = Patient::new(here, SHORT, ());
        assert!(connection.write_all(&[0; 4 * LEAST_READ]).await.is_err());
        drop(connection);
        reader.await.unwrap();
    }

    #[tokio::test]
    async fn client_that_reads_enough_gets_a_new_deadline() {
        let (here, mut there) = duplex(LEAST_READ);
        let mut connection = Patient::new(here, LONG, ());
        let piece = vec![0; LEAST_READ];
        connection.write_all(&piece).await.unwrap();
        assert!(waits(&mut connection, &piece).await && connection.deadline.is_some());
        let mut read = vec![0; LEAST_READ];
        there.read_exact(&mut read[..100]).await.unwrap();
        connection.write_all(&piece[..100]).await.unwrap();
        assert!(connection.deadline.is_some(), "a little does not count");
        there.read_exact(&mut read).await.unwrap();
        connection.write_all(&piece).await.unwrap();
        assert!(connection.deadline.is_none());
    }

    #[tokio::test]
    async fn pause_between_responses_is_not_counted() {
        let (here, mut there) = duplex(1024);
        let mut connection = Patient::new(here, LONG, ());
        connection.write_all(&[0; 1024]).await.unwrap();
        assert!(waits(&mut connection, &[0; 512]).await && connection.deadline.is_some());
        there.read_exact(&mut [0; 512]).await.unwrap();
        connection.write_all(&[0; 512]).await.unwrap();
        connection.flush().await.unwrap();
        assert!(connection.deadline.is_none());
    }
}
