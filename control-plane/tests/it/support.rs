//! Shared parts of the tests: data directories, folders of merchants and builds, the binary, and an HTTP client that
//! always connects to loopback.

use std::fs::DirBuilder;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;

use control_plane::config::Config;
use control_plane::data_dir::DataDir;
use control_plane::plane::ControlPlane;
use platform::clock::SystemClock;
use platform::config::Env;
use platform::random::SystemRandom;
use serde_json::Value;
use tempfile::TempDir;

/// Variables by which `scripts/test --clock` sets another clock, which the binary must share with the tests.
const CLOCK: [&str; 4] = ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC", "FAKE_UTIME"];

/// The repository's merchants.
pub fn merchants() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tenants")
}

/// A folder like the web build's, with one script in all three forms.
pub fn web_build(version: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, contents: &str| std::fs::write(folder.path().join(name), contents).unwrap();
    std::fs::create_dir(folder.path().join("assets")).unwrap();
    write(
        "build.json",
        &format!(r#"{{"version":"{version}","timeStamp":"2026-03-01T12:00:00.000Z"}}"#),
    );
    write(
        "index.html",
        &format!(
            "<!doctype html><html lang=\"en\"><head><!--suds:head--><!--suds:boot-->\
             <script type=\"module\" src=\"/v/{version}/assets/app-1.js\"></script></head>\
             <body><div id=\"root\"><!--suds:static--></div></body></html>"
        ),
    );
    write("page-paths.json", include_str!("../../../web/src/app/page-paths.json"));
    write("assets/app-1.js", "console.log('plain')");
    write("assets/app-1.js.br", "brotli form");
    write("assets/app-1.js.gz", "gzip form");
    write("assets/logo-1.svg", "<svg/>");
    write("service-worker.js", &format!("// of {version}"));
    write("service-worker.js.br", &format!("brotli of {version}"));
    folder
}

/// Copies a folder recursively.
pub fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Installation in a separate directory.
pub struct Installation {
    pub dir: TempDir,
}

impl Installation {
    pub fn new() -> Self {
        let installation = Self::without_directory();
        DirBuilder::new().mode(0o700).create(installation.data_dir()).unwrap();
        installation
    }

    /// One whose data directory does not exist.
    pub fn without_directory() -> Self {
        Self {
            dir: TempDir::new().unwrap(),
        }
    }

    pub fn data_dir(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// Folder of the only site.
    pub fn site_folder(&self) -> PathBuf {
        let mut folders = std::fs::read_dir(self.data_dir().join("sites")).unwrap();
        folders.next().unwrap().unwrap().path()
    }

    /// The configuration of a server on a free port that keeps its mail.
    pub fn config(&self) -> Config {
        let env = Env::default()
            .with("SUDS_DATA_DIR", self.data_dir().to_string_lossy())
            .with("SUDS_LISTEN", "127.0.0.1:0")
            .with("SUDS_MAIL", "capture")
            .with("SUDS_PASSWORD_HASH", "fast");
        Config::from_env(&env).unwrap()
    }

    /// Opens the control plane in this process, which removes partially created sites.
    pub async fn open(&self) -> Arc<ControlPlane> {
        let config = self.config();
        let held = DataDir::at(&config.storage.data_dir).hold().unwrap();
        ControlPlane::open(held, &config.storage, Arc::new(SystemClock), Arc::new(SystemRandom))
            .await
            .unwrap()
    }

    /// The binary, to be given its words.
    pub fn suds(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_suds"));
        command
            .env_clear()
            .envs(std::env::vars_os().filter(|(name, _)| CLOCK.iter().any(|kept| name == kept)))
            .env("SUDS_DATA_DIR", self.data_dir())
            .env("SUDS_LISTEN", "127.0.0.1:0")
            .env("SUDS_MAIL", "capture")
            .env("SUDS_PASSWORD_HASH", "fast");
        command
    }

    /// Runs the binary to its end.
    pub fn run(&self, words: &[&str]) -> Output {
        self.suds().args(words).output().unwrap()
    }

    /// Runs the binary with `--json`, which must succeed.
    pub fn json(&self, words: &[&str]) -> Value {
        let output = self.suds().arg("--json").args(words).output().unwrap();
        assert!(
            output.status.success(),
            "{words:?}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Creates an account and returns its ID.
    pub fn account(&self) -> String {
        self.json(&["account", "create", "--company", "Sparkle Auto Spa"])["id"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Starts `suds serve` and waits until it says where it listens.
    pub fn serve(&self) -> Served {
        self.serve_logging_to(Stdio::null())
    }

    /// The same, its log going to `log`.
    pub fn serve_logging_to(&self, log: Stdio) -> Served {
        let mut command = self.suds();
        command.stdout(log);
        Self::serve_by(command)
    }

    /// The same with more variables, without a log.
    pub fn serve_with(&self, variables: &[(&str, &str)]) -> Served {
        let mut command = self.suds();
        command.envs(variables.iter().copied()).stdout(Stdio::null());
        Self::serve_by(command)
    }

    fn serve_by(mut command: Command) -> Served {
        let mut child = command.arg("serve").stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut said = Vec::new();
        let address = loop {
            let Some(line) = lines.next() else {
                panic!("suds serve ended: {said:?}")
            };
            let line = line.unwrap();
            if let Some(address) = line.strip_prefix("suds: ready on ") {
                break address.parse().unwrap();
            }
            said.push(line);
        };
        // Read on, or the process would stop at a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Served { child, address }
    }
}

/// A running `suds serve`; killed when dropped.
pub struct Served {
    pub child: Child,
    pub address: SocketAddr,
}

impl Served {
    /// Sends SIGTERM. Returns the exit code.
    pub fn terminate(mut self) -> Option<i32> {
        let killed = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(killed.success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // Fails when it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// HTTP client for this machine only. Loads no certificates, because reading the system's takes longer than most calls.
pub fn http() -> reqwest::ClientBuilder {
    reqwest::Client::builder().no_proxy().tls_certs_only([])
}

/// GETs a path of a host from the server at `address`.
pub async fn get(address: SocketAddr, host: &str, path: &str, headers: &[(&str, &str)]) -> reqwest::Response {
    let client = http().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let request = client.get(format!("http://{address}{path}")).header("host", host);
    headers
        .iter()
        .fold(request, |request, (name, value)| request.header(*name, *value))
        .send()
        .await
        .unwrap()
}

/// A header of a response, or nothing.
pub fn header<'a>(response: &'a reqwest::Response, name: &str) -> &'a str {
    response
        .headers()
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

/// The one line that a failed command says on stderr.
pub fn failure(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    text
}

/// The lines that a failed command says on stderr.
pub fn failures(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    text.lines().map(str::to_owned).collect()
}

/// Arguments to create a site from a folder.
pub fn create<'a>(account: &'a str, subdomain: &'a str, environment: &'a str, from: &'a Path) -> Vec<&'a str> {
    let from = from.to_str().unwrap();
    vec![
        "site",
        "create",
        "--account",
        account,
        "--subdomain",
        subdomain,
        "--environment",
        environment,
        "--from",
        from,
    ]
}
