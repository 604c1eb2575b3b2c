//! Minimal server: axum handlers that return bytes from memory. A separate process, like the server.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use axum::Router;
use axum::routing::get;
use axum::serve::ListenerExt as _;
use bytes::Bytes;

/// Environment variable with the folder to serve.
const ASKED: &str = "SUDS_BENCH_BARE";

pub fn asked_for() -> Option<PathBuf> {
    std::env::var_os(ASKED).map(PathBuf::from)
}

/// Serves each file of `folder` under its name until killed.
pub fn serve(folder: &Path) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut router = Router::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let bytes = Bytes::from(std::fs::read(&path).unwrap());
            let answer = move || async move { ([(http::header::CONTENT_TYPE, "application/json")], bytes) };
            router = router.route(
                &format!("/{}", path.file_name().and_then(OsStr::to_str).unwrap()),
                get(answer),
            );
        }
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("{}", listener.local_addr().unwrap());
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).unwrap());
        axum::serve(listener, router).await.unwrap();
    });
}

/// Server process. Killed when dropped.
pub struct Bare {
    child: Child,
    pub address: SocketAddr,
}

impl Bare {
    pub fn start(folder: &Path) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let mut child = command.env(ASKED, folder).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        Self {
            child,
            address: line.trim().parse().unwrap(),
        }
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        // Fails when it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
