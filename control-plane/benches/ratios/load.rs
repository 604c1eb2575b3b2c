//! A load generator that costs little: keep-alive connections, requests made of bytes, answers read no further than needed.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// Sends requests from `next` (by connection and count) over `connections` connections, each after a 200 response whose
/// body contains `wanted`. Returns the number per second.
pub async fn per_second<F>(
    address: SocketAddr,
    connections: usize,
    time: Duration,
    wanted: &'static str,
    next: F,
) -> f64
where
    F: Fn(usize, usize) -> Vec<u8> + Clone + Send + 'static,
{
    let started = Instant::now();
    let mut tasks = JoinSet::new();
    for number in 0..connections {
        let next = next.clone();
        tasks.spawn(async move {
            let mut connection = Connection::open(address).await;
            let mut count = 0;
            while started.elapsed() < time {
                let body = connection.call(&next(number, count)).await;
                let found = wanted.is_empty() || body.windows(wanted.len()).any(|part| part == wanted.as_bytes());
                assert!(found, "{}", String::from_utf8_lossy(body));
                count += 1;
            }
            count
        });
    }
    let count: usize = tasks.join_all().await.into_iter().sum();
    count as f64 / started.elapsed().as_secs_f64()
}

/// 99th percentile of a person's response times, in seconds. Each response must be a 200.
pub async fn p99(address: SocketAddr, requests: &[Vec<u8>], time: Duration) -> f64 {
    let mut connection = Connection::open(address).await;
    let (mut times, started) = (Vec::new(), Instant::now());
    while started.elapsed() < time {
        for request in requests {
            let asked = Instant::now();
            connection.call(request).await;
            times.push(asked.elapsed().as_secs_f64());
        }
        // A person, not a flood.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    times.sort_by(f64::total_cmp);
    times[times.len() * 99 / 100]
}

/// Position of a response's status: after `HTTP/1.1 `.
const STATUS: std::ops::Range<usize> = 9..12;

pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self {
            stream,
            buffer: Vec::with_capacity(64 * 1024),
        }
    }

    /// The body of the answer, which must be a 200.
    pub async fn call(&mut self, request: &[u8]) -> &[u8] {
        let (status, start, end) = self.answer(request).await;
        assert!(status == 200, "{}", String::from_utf8_lossy(&self.buffer));
        &self.buffer[start..end]
    }

    /// Status of the response.
    pub async fn status(&mut self, request: &[u8]) -> u16 {
        self.answer(request).await.0
    }

    /// Status, and the start and end of the body in the buffer.
    async fn answer(&mut self, request: &[u8]) -> (u16, usize, usize) {
        self.stream.write_all(request).await.unwrap();
        self.buffer.clear();
        let mut head = None;
        loop {
            let read = self.stream.read_buf(&mut self.buffer).await.unwrap();
            assert!(read > 0, "the connection was closed");
            if head.is_none() {
                head = head_of(&self.buffer);
            }
            if let Some((start, length)) = head
                && self.buffer.len() >= start + length
            {
                let status = std::str::from_utf8(&self.buffer[STATUS]);
                return (status.unwrap().parse().unwrap(), start, start + length);
            }
        }
    }
}

/// Start and length of the body.
fn head_of(answer: &[u8]) -> Option<(usize, usize)> {
    const NAME: &[u8] = b"content-length:";
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let lines = answer[..end].split(|byte| *byte == b'\n');
    let length = lines.filter(|line| line.len() > NAME.len() && line[..NAME.len()].eq_ignore_ascii_case(NAME));
    let mut length = length.map(|line| {
        std::str::from_utf8(&line[NAME.len()..])
            .unwrap()
            .trim()
            .parse()
            .unwrap()
    });
    Some((end + 4, length.next().expect("an answer with a length")))
}

/// A GET or POST as bytes.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    if !body.is_empty() {
        text.push_str(&format!(
            "content-type: application/json\r\ncontent-length: {}\r\n",
            body.len()
        ));
    }
    text.push_str("\r\n");
    text.push_str(body);
    text.into_bytes()
}
