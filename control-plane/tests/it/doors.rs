//! Attacks by slow clients: connections that send nothing or half a request, and sockets that stay open. Uses small
//! numbers. `scripts/soak` runs the same at a release's size and prints the results.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::kill::from_environment;
use crate::server::Server;
use crate::support::{Installation, http, merchants};

/// Of one address, by default.
const CAP: usize = 256;
const HOST: &str = "sparkle.localhost:8080";
/// The promise about another client's requests, at the release's size.
const OTHERS_WITHIN: Duration = Duration::from_millis(50);
const REQUESTS: usize = 1_000;

fn server(installation: &Installation) -> Server {
    let sites: [(String, PathBuf); 1] = [("sparkle".to_owned(), merchants().join("sparkle"))];
    Server::of_new_sites(installation, &sites, "http://127.0.0.1:9")
}

/// A connection from `from`, another address of this machine.
async fn connect(from: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    socket.connect(to).await.unwrap()
}

/// Data that each of the three kinds of bad client sends before it goes silent.
fn said(kind: usize) -> String {
    match kind % 3 {
        0 => String::new(),
        1 => format!("GET /api/v1/locations HTTP/1.1\r\nhost: {HOST}\r\nx-half"),
        _ => format!(
            "POST /api/v1/payments/return/moneris HTTP/1.1\r\nhost: {HOST}\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\nticket="
        ),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_clients_are_capped_by_address_and_slow_no_one() {
    let release: Option<usize> = from_environment("SUDS_DOORS");
    let strangers = release.unwrap_or(600);
    rlimit::increase_nofile_limit(u64::MAX).unwrap();
    let installation = Installation::new();
    let mut server = server(&installation);
    server.set("SUDS_LIMITS_SCALE", "1");
    server.start().await;

    let opened = (0..strangers).map(|kind| async move {
        let mut stream = connect("127.0.0.2", server.address).await;
        // One that was turned away may be gone already.
        let _gone = stream.write_all(said(kind).as_bytes()).await;
        stream
    });
    let streams = join_all(opened).await;
    let ends: Vec<_> = streams
        .into_iter()
        .map(|mut stream| tokio::spawn(async move { stream.read_to_end(&mut Vec::new()).await.is_ok() }))
        .collect();
    while ends.iter().filter(|end| end.is_finished()).count() + CAP < strangers {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }

    // Another customer shops at the same time.
    let client = http()
        .local_address(std::net::IpAddr::from([127, 0, 0, 3]))
        .build()
        .unwrap();
    let url = format!("http://{}/api/v1/system/site-config", server.address);
    let mut times = Vec::with_capacity(REQUESTS);
    for _ in 0..REQUESTS {
        let started = Instant::now();
        let answer = client.get(&url).header("host", HOST).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.bytes().await.unwrap();
        times.push(started.elapsed());
    }
    times.sort();
    let p99 = times[REQUESTS * 99 / 100];
    println!("{strangers} silent and half connections of one address: p99 of another client {p99:?}");
    if release.is_some() {
        assert!(p99 <= OTHERS_WITHIN, "{p99:?}");
        // The time limits end them all.
        for end in ends {
            end.await.unwrap();
        }
    }
}

/// Resident memory of a process, in KiB.
fn resident(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn card_sockets_use_little_memory() {
    let count: usize = from_environment("SUDS_SOCKETS").unwrap_or(200);
    rlimit::increase_nofile_limit(u64::MAX).unwrap();
    let installation = Installation::new();
    let mut server = server(&installation);
    server.start().await;
    let open = async |count: usize| {
        let mut sockets = Vec::new();
        for _ in 0..count {
            let mut request = format!("ws://{HOST}/api/v1/payments/socket")
                .into_client_request()
                .unwrap();
            let origin = format!("http://{HOST}").parse().unwrap();
            request.headers_mut().insert("origin", origin);
            let stream = TcpStream::connect(server.address).await.unwrap();
            sockets.push(tokio_tungstenite::client_async(request, stream).await.unwrap().0);
        }
        sockets
    };
    let process = server.child.as_ref().unwrap().id();
    // The first connections pay for one-time allocations.
    drop(open(20).await);
    let before = resident(process);
    let sockets = open(count).await;
    let held = resident(process).saturating_sub(before);
    println!("{count} card sockets: {held} KiB, {} KiB each", held / count);
    // Much less than with the library's default buffers.
    assert!(held < count * 60, "{held} KiB for {count} sockets");
    drop(sockets);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anonymous_uploads_are_rejected_before_their_body_is_read() {
    const CONNECTIONS: usize = 40;
    const DECLARED: usize = 32 << 20;
    const SENT: usize = 6 << 20;
    let installation = Installation::new();
    let mut server = server(&installation);
    server.start().await;
    let url = format!("http://{}/api/v1/accounts/site-key?subdomain=sparkle", server.address);
    let client = http().build().unwrap();
    let key: serde_json::Value = client
        .get(&url)
        .header("host", HOST)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let key = key["resultData"]["appKey"].as_str().unwrap().to_owned();
    let head = format!(
        "POST /api/v1/accounts/upload HTTP/1.1\r\nhost: {HOST}\r\napp-key: {key}\r\n\
         content-type: multipart/form-data; boundary=x\r\ncontent-length: {DECLARED}\r\n\r\n"
    );
    let process = server.child.as_ref().unwrap().id();
    let quiet = resident(process);
    let uploads = (0..CONNECTIONS).map(|_| async {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 401");
        // The rest is dropped as it comes.
        let chunk = vec![b'x'; 1 << 20];
        for _ in 0..SENT / chunk.len() {
            if stream.write_all(&chunk).await.is_err() {
                break;
            }
        }
        stream
    });
    let streams = join_all(uploads).await;
    let taken = resident(process).saturating_sub(quiet);
    println!("{CONNECTIONS} anonymous uploads: {} MiB", taken / 1024);
    assert!(taken < 200 * 1024, "{taken} KiB");
    drop(streams);
}

/// Answers to `count` requests for `path`, sent on one connection from `from` without waiting.
async fn pipelined(from: &str, server: SocketAddr, (path, header): (&str, &str), count: usize) -> String {
    let mut stream = connect(from, server).await;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {HOST}\r\n{header}\r\n");
    let last = format!("GET {path} HTTP/1.1\r\nhost: {HOST}\r\nconnection: close\r\n{header}\r\n");
    let (mut reading, mut writing) = stream.split();
    let requests = request.repeat(count - 1) + &last;
    let mut answers = String::new();
    let (written, read) = tokio::join!(
        writing.write_all(requests.as_bytes()),
        reading.read_to_string(&mut answers)
    );
    written.unwrap();
    read.unwrap();
    answers.to_ascii_lowercase()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readiness_and_the_api_description_are_limited_per_address() {
    let installation = Installation::new();
    let mut server = server(&installation);
    server.set("SUDS_LIMITS_SCALE", "1");
    server.start().await;
    let count = |answers: &str, status: u16| answers.matches(&format!("http/1.1 {status} ")).count();

    let probes = pipelined("127.0.0.4", server.address, ("/readyz", ""), 1_200).await;
    // Ten more are allowed per second.
    assert!(
        count(&probes, 200) >= 600 && count(&probes, 429) > 0,
        "{}",
        count(&probes, 200)
    );
    assert!(probes.contains("retry-after: "));
    let others = pipelined("127.0.0.5", server.address, ("/readyz", ""), 1).await;
    assert_eq!(count(&others, 200), 1);
    assert!(others.contains("cache-control: no-store\r\n"), "{others}");

    let path = "/api/v1/openapi.json";
    let first = pipelined("127.0.0.5", server.address, (path, ""), 1).await;
    let (head, body) = first.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("cache-control: public, max-age=300"), "{head}");
    assert!(body.len() > 100_000, "{}", body.len());
    let etag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    // Without its content, so that thousands of requests are quick.
    let known = format!("if-none-match: {etag}\r\n");
    let again = pipelined("127.0.0.4", server.address, (path, &known), 5_000).await;
    assert!(
        count(&again, 304) >= 3_000 && count(&again, 429) > 0,
        "{}",
        count(&again, 304)
    );
    let others = pipelined("127.0.0.5", server.address, (path, &known), 1).await;
    assert_eq!(count(&others, 304), 1);
}
