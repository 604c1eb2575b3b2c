//! Configuration sections of every installation.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use secrecy::SecretString;

use super::{ConfigError, Env, Faults, OriginPattern, Variable, file};
use crate::http::TrustedProxies;
use crate::mail::SmtpAddress;
use crate::storage::ObjectsAddress;
use crate::telemetry::{CollectorUrl, check_filter};

const LISTEN: Variable = Variable {
    name: "SUDS_LISTEN",
    default: "127.0.0.1:8080",
    help: "Address and port to listen on.",
};
pub(super) const ORIGIN: Variable = Variable {
    name: "SUDS_ORIGIN",
    default: "http://{site}.localhost:<port>",
    help: "Address of a site, with {site} in place of its subdomain. Links in emails, Origin checks and the base domain use it. Required, with https, while a site is in a production environment.",
};
const TRUSTED_PROXIES: Variable = Variable {
    name: "SUDS_TRUSTED_PROXIES",
    default: "none",
    help: "Comma-separated addresses or ranges of reverse proxies whose X-Forwarded-For header is trusted, such as 10.0.0.1,172.16.0.0/12.",
};
const METRICS_TOKEN: Variable = Variable {
    name: "SUDS_METRICS_TOKEN",
    default: "none",
    help: "Bearer token for /metrics. Without it, /metrics is closed.",
};
pub(super) const LIMITS_SCALE: Variable = Variable {
    name: "SUDS_LIMITS_SCALE",
    default: "1; 100 in the demo",
    help: "Multiplier for every rate limit. Must be 1 while a site is in a production environment.",
};
const DATA_DIR: Variable = Variable {
    name: "SUDS_DATA_DIR",
    default: "./data",
    help: "Directory for all data of the installation.",
};
pub(super) const OBJECTS: Variable = Variable {
    name: "SUDS_OBJECTS",
    default: "<data dir>/objects",
    help: "Object store: s3://bucket/prefix (S3-compatible; credentials, region and endpoint from AWS_*) or file:///folder. Required while a site is in a production environment.",
};
const MASTER_KEY_FILE: Variable = Variable {
    name: "SUDS_MASTER_KEY_FILE",
    default: "<data dir>/keys/master",
    help: "File with the key that encrypts the sites' data keys. Created at the first start. Store it separately from backups.",
};
const LITESTREAM: Variable = Variable {
    name: "SUDS_LITESTREAM",
    default: "litestream, on the PATH",
    help: "Path of the Litestream program, for `suds site restore --at`.",
};
pub(super) const MAIL: Variable = Variable {
    name: "SUDS_MAIL",
    default: "none; capture in the demo",
    help: "Email server: smtp://user:password@host:port (or smtps://), with TLS unless the host is this machine. 'capture' writes emails to <data dir>/mail; not allowed while a site is in a production environment.",
};
pub(super) const CAPTCHA: Variable = Variable {
    name: "SUDS_CAPTCHA",
    default: "altcha",
    help: "'none' turns off captchas. Not allowed while a site is in a production environment.",
};
pub(super) const PASSWORD_HASH: Variable = Variable {
    name: "SUDS_PASSWORD_HASH",
    default: "standard",
    help: "'fast' uses cheap password hashes, for tests. Not allowed while a site is in a production environment.",
};
const DEVELOPMENT_GATE: Variable = Variable {
    name: "SUDS_DEVELOPMENT_GATE",
    default: "on",
    help: "'off' hides the label that phones outside production show until it is clicked five times.",
};
const LOG: Variable = Variable {
    name: "SUDS_LOG",
    default: "info",
    help: "Log level: error, warn, info, debug, or directives such as info,platform=debug.",
};
const OTLP_ENDPOINT: Variable = Variable {
    name: "SUDS_OTLP_ENDPOINT",
    default: "none",
    help: "OpenTelemetry collector for traces over HTTP (OTLP): http(s)://host:port.",
};

/// Every variable that this module reads, in the order of the help text.
pub const VARIABLES: &[&Variable] = &[
    &file::VARIABLE,
    &LISTEN,
    &DATA_DIR,
    &ORIGIN,
    &MAIL,
    &MASTER_KEY_FILE,
    &OBJECTS,
    &LITESTREAM,
    &LIMITS_SCALE,
    &TRUSTED_PROXIES,
    &METRICS_TOKEN,
    &CAPTCHA,
    &PASSWORD_HASH,
    &DEVELOPMENT_GATE,
    &LOG,
    &OTLP_ENDPOINT,
];

/// Network settings of the process.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    pub listen: SocketAddr,
    /// `None`: [`OriginPattern::local`] with the bound port.
    pub origin: Option<OriginPattern>,
    pub trusted_proxies: TrustedProxies,
    pub metrics_token: Option<SecretString>,
    /// `None`: not set. A demo has another default than an installation.
    pub limits_scale: Option<u32>,
}

impl ServerConfig {
    /// Invalid variables are added to `faults`.
    pub fn from_env(env: &Env, faults: &mut Faults) -> Self {
        let scale = env.parsed_or::<NonZeroU32>(&LIMITS_SCALE, "use a whole number of at least 1");
        let listen = env.parsed_or(&LISTEN, "use an IP address and a port, such as 127.0.0.1:8080");
        let proxies = env.get(&TRUSTED_PROXIES).unwrap_or_default().parse::<TrustedProxies>();
        Self {
            listen: faults
                .keep(listen)
                .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))),
            origin: faults.keep(env.parsed(&ORIGIN)),
            trusted_proxies: faults.keep(proxies.map_err(|problem| ConfigError::new(&TRUSTED_PROXIES, problem))),
            metrics_token: env.get(&METRICS_TOKEN).map(SecretString::from),
            limits_scale: faults.keep(scale).map(NonZeroU32::get),
        }
    }
}

/// Storage settings.
#[derive(Debug, Clone)]
pub struct StorageConfig {
    pub data_dir: PathBuf,
    /// `None`: in the data directory.
    pub objects: Option<ObjectsAddress>,
    /// `None`: in the data directory.
    pub master_key_file: Option<PathBuf>,
    /// Credentials and other settings of an S3-compatible store.
    pub aws: Vec<(String, String)>,
    /// Path of the Litestream program. `None`: on the `PATH`.
    pub litestream: Option<PathBuf>,
}

impl StorageConfig {
    /// Invalid variables are added to `faults`.
    pub fn from_env(env: &Env, faults: &mut Faults) -> Self {
        Self {
            data_dir: PathBuf::from(env.get(&DATA_DIR).unwrap_or("data")),
            objects: faults.keep(env.parsed(&OBJECTS)),
            master_key_file: env.get(&MASTER_KEY_FILE).map(PathBuf::from),
            aws: env.aws(),
            litestream: env.get(&LITESTREAM).map(PathBuf::from),
        }
    }
}

/// Email delivery settings.
#[derive(Debug, Clone)]
pub enum MailConfig {
    /// Written to files in the data directory.
    Capture,
    /// Sent through an SMTP server.
    Smtp(SmtpAddress),
}

impl MailConfig {
    /// `None`: not set; only a demo has a default.
    ///
    /// # Errors
    /// The value is neither `capture` nor an SMTP address that keeps mail from being read on its way.
    pub fn from_env(env: &Env) -> Result<Option<Self>, ConfigError> {
        match env.get(&MAIL) {
            None => Ok(None),
            Some("capture") => Ok(Some(Self::Capture)),
            // The error doesn't repeat the value, because it may contain a password.
            Some(address) => match address.parse() {
                Ok(address) => Ok(Some(Self::Smtp(address))),
                Err(problem) => Err(ConfigError::new(&MAIL, problem)),
            },
        }
    }

    /// Message for an installation that can't send email.
    pub fn missing() -> ConfigError {
        ConfigError::new(
            &MAIL,
            "isn't set; use smtp://user:password@host:port, or 'capture' to keep emails on this machine",
        )
    }
}

/// Whether captchas are required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Captcha {
    On,
    Off,
}

/// Protection of accounts, and switches that turn it off outside production.
#[derive(Debug, Clone, Copy)]
pub struct SecurityConfig {
    pub captcha: Captcha,
    /// Cheap password hashes, for tests.
    pub fast_password_hash: bool,
    pub development_gate: bool,
}

impl SecurityConfig {
    /// Invalid variables are added to `faults`.
    pub fn from_env(env: &Env, faults: &mut Faults) -> Self {
        let captcha = choice(
            env,
            &CAPTCHA,
            Captcha::On,
            &[("altcha", Captcha::On), ("none", Captcha::Off)],
        );
        let hash = choice(env, &PASSWORD_HASH, false, &[("standard", false), ("fast", true)]);
        let gate = choice(env, &DEVELOPMENT_GATE, true, &[("on", true), ("off", false)]);
        Self {
            captcha: faults.keep_or(captcha, Captcha::On),
            fast_password_hash: faults.keep(hash),
            development_gate: faults.keep_or(gate, true),
        }
    }
}

/// Logging and tracing settings.
#[derive(Debug, Clone)]
pub struct LogConfig {
    pub filter: String,
    pub collector: Option<CollectorUrl>,
}

impl LogConfig {
    /// Invalid variables are added to `faults`.
    pub fn from_env(env: &Env, faults: &mut Faults) -> Self {
        let filter = env.get(&LOG).unwrap_or("info");
        let checked = check_filter(filter).map_err(|problem| ConfigError::new(&LOG, format!("{filter:?}: {problem}")));
        faults.keep(checked);
        Self {
            filter: filter.to_owned(),
            collector: faults.keep(env.parsed(&OTLP_ENDPOINT)),
        }
    }
}

fn choice<T: Copy>(env: &Env, variable: &Variable, default: T, known: &[(&str, T)]) -> Result<T, ConfigError> {
    let Some(text) = env.get(variable) else {
        return Ok(default);
    };
    known
        .iter()
        .find(|(name, _)| *name == text)
        .map(|(_, value)| *value)
        .ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            ConfigError::new(
                variable,
                format!("unknown value {text:?}; use one of {}", names.join(", ")),
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem<T>(read: impl FnOnce(&mut Faults) -> T) -> String {
        let mut faults = Faults::default();
        read(&mut faults);
        faults
            .finish(())
            .err()
            .map(|errors| errors.to_string())
            .unwrap_or_default()
    }

    #[test]
    fn defaults_need_no_variable() {
        let server = ServerConfig::from_env(&Env::default(), &mut Faults::default());
        assert_eq!(server.listen.to_string(), "127.0.0.1:8080");
        assert!(MailConfig::from_env(&Env::default()).unwrap().is_none());
        assert_eq!(
            SecurityConfig::from_env(&Env::default(), &mut Faults::default()).captcha,
            Captcha::On
        );
    }

    #[test]
    fn errors_name_the_variable_and_keep_secrets() {
        let env = |name: &str, value: &str| Env::default().with(name, value);
        for (name, value, error) in [
            (
                "SUDS_LISTEN",
                "abc",
                "SUDS_LISTEN: \"abc\": use an IP address and a port, such as 127.0.0.1:8080",
            ),
            (
                "SUDS_LIMITS_SCALE",
                "0",
                "SUDS_LIMITS_SCALE: \"0\": use a whole number of at least 1",
            ),
            (
                "SUDS_TRUSTED_PROXIES",
                "::1, x",
                "SUDS_TRUSTED_PROXIES: \"x\": use IP addresses or ranges, separated by commas, such as 10.0.0.1,172.16.0.0/12",
            ),
            (
                "SUDS_ORIGIN",
                "here",
                "SUDS_ORIGIN: \"here\": use http(s)://{site}.<base domain>[:port], such as https://{site}.base.example",
            ),
        ] {
            assert_eq!(
                problem(|faults| ServerConfig::from_env(&env(name, value), faults)),
                error
            );
        }
        assert_eq!(
            problem(|faults| SecurityConfig::from_env(&env("SUDS_CAPTCHA", "off"), faults)),
            "SUDS_CAPTCHA: unknown value \"off\"; use one of altcha, none"
        );
        for address in ["imap://user:secret@host", "smtp://user:secret@host?tls=none"] {
            let mail = problem(|faults| faults.keep(MailConfig::from_env(&env("SUDS_MAIL", address))));
            assert!(mail.starts_with("SUDS_MAIL") && !mail.contains("secret"), "{mail}");
        }
        for (name, value) in [
            ("SUDS_LOG", "loud"),
            ("SUDS_LOG", "info,platform=loudly"),
            ("SUDS_LOG", "info,loud"),
            ("SUDS_OTLP_ENDPOINT", "collector:4318"),
        ] {
            let said = problem(|faults| LogConfig::from_env(&env(name, value), faults));
            assert!(said.starts_with(&format!("{name}: {value:?}: ")), "{said}");
        }
        assert_eq!(
            problem(|faults| LogConfig::from_env(&env("SUDS_LOG", "warn,platform=debug,hyper=off"), faults)),
            ""
        );
        let objects = problem(|faults| StorageConfig::from_env(&env("SUDS_OBJECTS", "zzz"), faults));
        assert!(objects.starts_with("SUDS_OBJECTS: \"zzz\": "), "{objects}");
    }

    #[test]
    fn all_faults_are_reported() {
        let env = Env::default()
            .with("SUDS_LISTEN", "abc")
            .with("SUDS_LIMITS_SCALE", "0")
            .with("SUDS_ORIGIN", "here");
        assert_eq!(
            problem(|faults| ServerConfig::from_env(&env, faults)).lines().count(),
            3
        );
    }

    #[test]
    fn misspelled_variables_are_found() {
        let env = Env::default()
            .with("SUDS_LISTN", "x")
            .with("SUDS_LISTEN", "127.0.0.1:1");
        assert_eq!(env.unknown(VARIABLES).collect::<Vec<_>>(), ["SUDS_LISTN"]);
    }
}
