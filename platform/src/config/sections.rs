//! Configuration sections of every installation.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use secrecy::SecretString;

use super::{ConfigError, Env, OriginPattern, Variable};
use crate::http::TrustedProxies;
use crate::mail::SmtpAddress;
use crate::storage::ObjectsAddress;
use crate::telemetry::{CollectorUrl, check_filter};

const LISTEN: Variable = Variable {
    name: "SUDS_LISTEN",
    default: "127.0.0.1:8080",
    help: "Address and port to listen on.",
};
const ORIGIN: Variable = Variable {
    name: "SUDS_ORIGIN",
    default: "http://{site}.localhost:<port>",
    help: "Address of a site, with {site} in place of its subdomain. Links in emails, Origin checks and the base domain use it.",
};
const TRUSTED_PROXIES: Variable = Variable {
    name: "SUDS_TRUSTED_PROXIES",
    default: "none",
    help: "Comma-separated addresses or ranges of reverse proxies whose X-Forwarded-For header is trusted, such as 10.0.0.1,172.16.0.0/12.",
};
const METRICS_TOKEN: Variable = Variable {
    name: "SUDS_METRICS_TOKEN",
    default: "none",
    help: "Bearer token for /metrics. Without it, only direct loopback clients can read the metrics.",
};
const LIMITS_SCALE: Variable = Variable {
    name: "SUDS_LIMITS_SCALE",
    default: "1; 100 in the demo",
    help: "Multiplier for every rate limit.",
};
const DATA_DIR: Variable = Variable {
    name: "SUDS_DATA_DIR",
    default: "./data",
    help: "Directory for all data of the installation.",
};
const OBJECTS: Variable = Variable {
    name: "SUDS_OBJECTS",
    default: "<data dir>/objects",
    help: "Object store: s3://bucket/prefix (S3-compatible; credentials, region and endpoint from AWS_*) or file:///folder.",
};
const MASTER_KEY_FILE: Variable = Variable {
    name: "SUDS_MASTER_KEY_FILE",
    default: "<data dir>/keys/master",
    help: "File with the key that encrypts the sites' data keys. Created at the first start. Store it separately from backups.",
};
const MAIL: Variable = Variable {
    name: "SUDS_MAIL",
    default: "none; capture in the demo",
    help: "Email server: smtp://user:password@host:port (or smtps://), with TLS unless the host is this machine. 'capture' writes emails to <data dir>/mail.",
};
const CAPTCHA: Variable = Variable {
    name: "SUDS_CAPTCHA",
    default: "altcha",
    help: "'none' turns off captchas. Not allowed while a site is in a production environment.",
};
const PASSWORD_HASH: Variable = Variable {
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
    &LISTEN,
    &DATA_DIR,
    &ORIGIN,
    &MAIL,
    &MASTER_KEY_FILE,
    &OBJECTS,
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
    /// # Errors
    /// A variable can't be used.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let limits_scale: Option<NonZeroU32> = env.parsed_or(&LIMITS_SCALE, "use a whole number of at least 1")?;
        Ok(Self {
            listen: env
                .parsed_or(&LISTEN, "use an IP address and a port, such as 127.0.0.1:8080")?
                .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))),
            origin: env.parsed(&ORIGIN)?,
            trusted_proxies: match env.get(&TRUSTED_PROXIES).unwrap_or_default().parse() {
                Ok(proxies) => proxies,
                Err(problem) => return Err(ConfigError::new(&TRUSTED_PROXIES, problem)),
            },
            metrics_token: env.get(&METRICS_TOKEN).map(SecretString::from),
            limits_scale: limits_scale.map(NonZeroU32::get),
        })
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
}

impl StorageConfig {
    /// # Errors
    /// A variable can't be used.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            data_dir: PathBuf::from(env.get(&DATA_DIR).unwrap_or("data")),
            objects: env.parsed(&OBJECTS)?,
            master_key_file: env.get(&MASTER_KEY_FILE).map(PathBuf::from),
        })
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
    /// # Errors
    /// A variable has an unknown value.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            captcha: choice(
                env,
                &CAPTCHA,
                Captcha::On,
                &[("altcha", Captcha::On), ("none", Captcha::Off)],
            )?,
            fast_password_hash: choice(env, &PASSWORD_HASH, false, &[("standard", false), ("fast", true)])?,
            development_gate: choice(env, &DEVELOPMENT_GATE, true, &[("on", true), ("off", false)])?,
        })
    }
}

/// The first setting that isn't allowed while a site is in the production environment `environment`.
pub fn production_hazard(security: &SecurityConfig, environment: &str) -> Option<ConfigError> {
    let refused = |variable: &Variable, value: &str| {
        ConfigError::new(
            variable,
            format!("{value:?} isn't allowed while a site is in production environment {environment:?}"),
        )
    };
    if security.captcha == Captcha::Off {
        return Some(refused(&CAPTCHA, "none"));
    }
    security.fast_password_hash.then(|| refused(&PASSWORD_HASH, "fast"))
}

/// Logging and tracing settings.
#[derive(Debug, Clone)]
pub struct LogConfig {
    pub filter: String,
    pub collector: Option<CollectorUrl>,
}

impl LogConfig {
    /// # Errors
    /// A variable can't be used.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let filter = env.get(&LOG).unwrap_or("info");
        match check_filter(filter) {
            Ok(()) => Ok(Self {
                filter: filter.to_owned(),
                collector: env.parsed(&OTLP_ENDPOINT)?,
            }),
            Err(problem) => Err(ConfigError::new(&LOG, format!("{filter:?}: {problem}"))),
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

    fn problem<T>(result: Result<T, ConfigError>) -> String {
        result.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn defaults_need_no_variable() {
        let server = ServerConfig::from_env(&Env::default()).unwrap();
        assert_eq!(server.listen.to_string(), "127.0.0.1:8080");
        assert!(MailConfig::from_env(&Env::default()).unwrap().is_none());
        assert_eq!(SecurityConfig::from_env(&Env::default()).unwrap().captcha, Captcha::On);
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
            assert_eq!(problem(ServerConfig::from_env(&env(name, value))), error);
        }
        assert_eq!(
            problem(SecurityConfig::from_env(&env("SUDS_CAPTCHA", "off"))),
            "SUDS_CAPTCHA: unknown value \"off\"; use one of altcha, none"
        );
        for address in ["imap://user:secret@host", "smtp://user:secret@host?tls=none"] {
            let mail = problem(MailConfig::from_env(&env("SUDS_MAIL", address)));
            assert!(mail.starts_with("SUDS_MAIL") && !mail.contains("secret"), "{mail}");
        }
        for (name, value) in [
            ("SUDS_LOG", "loud"),
            ("SUDS_LOG", "info,platform=loudly"),
            ("SUDS_LOG", "info,loud"),
            ("SUDS_OTLP_ENDPOINT", "collector:4318"),
        ] {
            let said = problem(LogConfig::from_env(&env(name, value)));
            assert!(said.starts_with(&format!("{name}: {value:?}: ")), "{said}");
        }
        assert!(LogConfig::from_env(&env("SUDS_LOG", "warn,platform=debug,hyper=off")).is_ok());
        let objects = problem(StorageConfig::from_env(&env("SUDS_OBJECTS", "zzz")));
        assert!(objects.starts_with("SUDS_OBJECTS: \"zzz\": "), "{objects}");
    }

    #[test]
    fn production_rejects_test_settings() {
        let security = |env: Env| {
            SecurityConfig::from_env(&env)
                .map(|config| production_hazard(&config, "prod"))
                .unwrap()
        };
        assert!(security(Env::default()).is_none());
        assert_eq!(
            security(Env::default().with("SUDS_CAPTCHA", "none")).unwrap().variable,
            "SUDS_CAPTCHA"
        );
        assert_eq!(
            security(Env::default().with("SUDS_PASSWORD_HASH", "fast"))
                .unwrap()
                .variable,
            "SUDS_PASSWORD_HASH"
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
