//! Configuration of the process: the installation's sections and those of this program.

use std::net::SocketAddr;

use platform::config::{
    ConfigError, ConfigErrors, Env, Faults, LogConfig, MailConfig, SecurityConfig, ServerConfig, StorageConfig,
    VARIABLES, Variable,
};

use reqwest::Url;
use tenant_runtime::fields::email;
use tenant_runtime::runtime::Provider;

use crate::builds::Maps;
use crate::dns::{Dns, DomainProof};

const PAYSTUB_URL: Variable = Variable {
    name: "SUDS_PAYSTUB_URL",
    default: "none; the demo starts its own",
    help: "URL of a test payment processor, for sites that use it. Not allowed while a site is in a production environment.",
};

const PUSH_URL: Variable = Variable {
    name: "SUDS_PUSH_URL",
    default: "none; without it, the demo sends no push notifications",
    help: "HTTP URL that replaces Firebase and browser push services in tests. Not allowed while a site is in a production environment.",
};

const MAP_STYLE: Variable = Variable {
    name: "SUDS_MAP_STYLE",
    default: "none",
    help: "http(s) URL of a MapLibre style for shop maps, with tiles and glyphs on the same origin. Without it, maps have a plain background.",
};

const MAP_GOOGLE_KEY: Variable = Variable {
    name: "SUDS_MAP_GOOGLE_KEY",
    default: "none",
    help: "Google Maps JavaScript API key, restricted to the sites' addresses. With it, shops use Google Maps. Apple devices use Apple Maps if SUDS_MAP_APPLE_TOKEN is set.",
};

const MAP_APPLE_TOKEN: Variable = Variable {
    name: "SUDS_MAP_APPLE_TOKEN",
    default: "none",
    help: "Apple MapKit JS token, restricted to the sites' domain. With it, shops use Apple Maps on Apple devices.",
};

const GEOCODER_URL: Variable = Variable {
    name: "SUDS_GEOCODER_URL",
    default: "none",
    help: "http(s) URL of a Nominatim search call, such as https://nominatim.openstreetmap.org/search. With it, the pin of a new location follows its address. Suds calls it at most once a second.",
};

const DNS: Variable = Variable {
    name: "SUDS_DNS",
    default: "those of /etc/resolv.conf",
    help: "DNS server that verifies custom domains: IP address and port, such as 192.0.2.53:53.",
};

const DKIM_SELECTOR: Variable = Variable {
    name: "SUDS_DKIM_SELECTOR",
    default: "none",
    help: "Selector of the DKIM key with which your email server signs, for `suds doctor`. It is the s= value of the header DKIM-Signature of a received email.",
};

const DOMAIN_PROOF: Variable = Variable {
    name: "SUDS_DOMAIN_PROOF",
    default: "on; off in the demo",
    help: "'off' accepts custom domains without a DNS record for sites outside production. Not allowed while a site is in a production environment.",
};

const PROVIDER_NAME: Variable = Variable {
    name: "SUDS_PROVIDER_NAME",
    default: "Suds",
    help: "Your company's name in emails to merchants. Required while a site is in a production environment.",
};

const SUPPORT_EMAIL: Variable = Variable {
    name: "SUDS_SUPPORT_EMAIL",
    default: "none",
    help: "Your support address in emails to merchants. Required while a site is in a production environment.",
};

/// Read by `suds site export` and `import`.
pub const PASSPHRASE: Variable = Variable {
    name: "SUDS_PASSPHRASE",
    default: "none; suds prompts for it",
    help: "Passphrase for exports and imports without --passphrase-file.",
};

/// Every variable, in the order of `suds help config`.
pub fn all_variables() -> Vec<&'static Variable> {
    VARIABLES
        .iter()
        .copied()
        .chain([
            &PROVIDER_NAME,
            &SUPPORT_EMAIL,
            &DNS,
            &DKIM_SELECTOR,
            &DOMAIN_PROOF,
            &MAP_STYLE,
            &MAP_GOOGLE_KEY,
            &MAP_APPLE_TOKEN,
            &GEOCODER_URL,
            &PAYSTUB_URL,
            &PUSH_URL,
            &PASSPHRASE,
        ])
        .collect()
}

/// Options of `suds serve`.
#[derive(Debug, Clone)]
pub struct Config {
    pub server: ServerConfig,
    pub storage: StorageConfig,
    pub mail: Option<MailConfig>,
    pub security: SecurityConfig,
    pub log: LogConfig,
    /// Name of the provider. `None`: not set.
    pub provider_name: Option<String>,
    /// Support address of the provider.
    pub support_email: Option<String>,
    /// DNS server that verifies custom domains, if not the system's.
    pub dns: Option<SocketAddr>,
    /// Selector of the email server's DKIM key.
    pub dkim_selector: Option<String>,
    /// Whether sites outside production need proof of a custom domain. `None`: not set.
    pub domain_proof: Option<bool>,
    /// Map settings of the shops.
    pub maps: Maps,
    /// Search call of a geocoding service, if any.
    pub geocoder_url: Option<Url>,
    /// Address of a processor stub, if any.
    pub paystub_url: Option<String>,
    /// Address of a push service stub, if any.
    pub push_url: Option<Url>,
}

impl Config {
    /// # Errors
    /// Every variable that is invalid.
    pub fn from_env(env: &Env) -> Result<Self, ConfigErrors> {
        let mut faults = Faults::default();
        let paystub_url = env.get(&PAYSTUB_URL).map(|url| url.trim_end_matches('/').to_owned());
        if let Some(url) = &paystub_url
            && !url.starts_with("http://")
            && !url.starts_with("https://")
        {
            let problem = format!("invalid URL {url:?}; use http:// or https://");
            faults.add(ConfigError::new(&PAYSTUB_URL, problem));
        }
        let support_email = env.get(&SUPPORT_EMAIL).map(email).transpose().map_err(|_| {
            let problem = "invalid email address; use an address such as support@example.com";
            ConfigError::new(&SUPPORT_EMAIL, problem)
        });
        let domain_proof = match env.get(&DOMAIN_PROOF) {
            None => Ok(None),
            Some("on") => Ok(Some(true)),
            Some("off") => Ok(Some(false)),
            Some(other) => {
                let problem = format!("unknown value {other:?}; use on or off");
                Err(ConfigError::new(&DOMAIN_PROOF, problem))
            }
        };
        let dns = env.parsed_or(&DNS, "use an IP address and a port, such as 192.0.2.53:53");
        let geocoder = env.parsed_or(
            &GEOCODER_URL,
            "use a URL such as https://nominatim.openstreetmap.org/search",
        );
        let push = env.parsed_or(&PUSH_URL, "use an HTTP URL, such as http://127.0.0.1:9090");
        let config = Self {
            server: ServerConfig::from_env(env, &mut faults),
            storage: StorageConfig::from_env(env, &mut faults),
            mail: faults.keep(MailConfig::from_env(env)),
            security: SecurityConfig::from_env(env, &mut faults),
            log: LogConfig::from_env(env, &mut faults),
            provider_name: env.get(&PROVIDER_NAME).map(str::to_owned),
            support_email: faults.keep(support_email),
            dns: faults.keep(dns),
            dkim_selector: env.get(&DKIM_SELECTOR).map(str::to_owned),
            domain_proof: faults.keep(domain_proof),
            maps: Maps {
                style: faults.keep(env.parsed(&MAP_STYLE)),
                google: faults.keep(env.parsed(&MAP_GOOGLE_KEY)),
                apple: faults.keep(env.parsed(&MAP_APPLE_TOKEN)),
            },
            geocoder_url: faults.keep(geocoder),
            paystub_url,
            push_url: faults.keep(push),
        };
        faults.finish(config)
    }

    /// Name and support address for emails to merchants.
    pub fn provider(&self) -> Provider {
        Provider {
            name: self
                .provider_name
                .clone()
                .unwrap_or_else(|| PROVIDER_NAME.default.to_owned()),
            support_email: self.support_email.clone(),
        }
    }

    /// Completes "the server runs …" with the setting that keeps sites out of production and its fix. `None`: production
    /// is allowed.
    pub fn hazard(&self) -> Option<String> {
        let first = self.production_hazards("").into_iter().next()?;
        Some(if first.problem.contains("is required") {
            format!("without {}, which production requires; set it", first.variable)
        } else {
            forbidden(first.variable)
        })
    }

    /// Every setting that isn't allowed, or is missing, while a site is in the production environment `environment`.
    pub fn production_hazards(&self, environment: &str) -> Vec<ConfigError> {
        let place = format!("while a site is in production environment {environment:?}");
        let refused = |variable: &Variable| ConfigError::new(variable, format!("isn't allowed {place}; unset it"));
        let required = |variable: &Variable| ConfigError::new(variable, format!("is required {place}"));
        let own = [
            self.paystub_url.as_ref().map(|_| refused(&PAYSTUB_URL)),
            self.push_url.as_ref().map(|_| refused(&PUSH_URL)),
            (self.domain_proof == Some(false)).then(|| refused(&DOMAIN_PROOF)),
            self.provider_name.is_none().then(|| required(&PROVIDER_NAME)),
            self.support_email.is_none().then(|| required(&SUPPORT_EMAIL)),
        ];
        let mut hazards = platform::config::production_hazards(
            &self.security,
            &self.server,
            &self.storage,
            self.mail.as_ref(),
            environment,
        );
        hazards.extend(own.into_iter().flatten());
        hazards
    }

    /// Proof of ownership required for custom domains.
    pub fn proof_of_domains(&self, demo: bool) -> DomainProof {
        DomainProof {
            dns: Dns::new(self.dns),
            is_required: self.domain_proof.unwrap_or(!demo),
        }
    }
}

/// Completes "the server runs …" for a setting that production doesn't allow.
pub fn forbidden(setting: &str) -> String {
    format!("with {setting}, which production doesn't allow; unset it")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete() -> Env {
        Env::default()
            .with("SUDS_ORIGIN", "https://{site}.example.com")
            .with("SUDS_OBJECTS", "s3://suds")
            .with("SUDS_PROVIDER_NAME", "Wash Tech")
            .with("SUDS_SUPPORT_EMAIL", "help@washtech.example")
    }

    fn hazards(env: Env) -> Vec<&'static str> {
        let config = Config::from_env(&env).unwrap();
        let found = config.production_hazards("prod");
        found.iter().map(|hazard| hazard.variable).collect()
    }

    #[test]
    fn test_processor_is_rejected_in_production() {
        let config = |env: Env| Config::from_env(&env);
        assert!(hazards(complete()).is_empty());
        let stubbed = config(Env::default().with("SUDS_PAYSTUB_URL", "http://127.0.0.1:9/")).unwrap();
        assert_eq!(stubbed.paystub_url.as_deref(), Some("http://127.0.0.1:9"));
        assert_eq!(
            hazards(complete().with("SUDS_PAYSTUB_URL", "http://127.0.0.1:9/")),
            ["SUDS_PAYSTUB_URL"]
        );
        assert!(config(Env::default().with("SUDS_PAYSTUB_URL", "localhost:9")).is_err());
        assert_eq!(
            hazards(complete().with("SUDS_PUSH_URL", "http://127.0.0.1:9")),
            ["SUDS_PUSH_URL"]
        );
        assert!(config(Env::default().with("SUDS_PUSH_URL", "here")).is_err());
        let unproven = config(Env::default().with("SUDS_DOMAIN_PROOF", "off")).unwrap();
        assert_eq!(
            hazards(complete().with("SUDS_DOMAIN_PROOF", "off")),
            ["SUDS_DOMAIN_PROOF"]
        );
        assert!(!unproven.proof_of_domains(false).is_required);
        assert!(config(Env::default().with("SUDS_DOMAIN_PROOF", "none")).is_err());
        assert!(config(Env::default().with("SUDS_DNS", "ns.example")).is_err());
    }

    #[test]
    fn map_style_requires_a_url() {
        let config = |style: &str| Config::from_env(&Env::default().with("SUDS_MAP_STYLE", style));
        assert!(Config::from_env(&Env::default()).unwrap().maps == Maps::default());
        assert!(
            config("https://tiles.example.com/bright.json")
                .unwrap()
                .maps
                .style
                .is_some()
        );
        let problem = config("bright.json").unwrap_err();
        assert_eq!(problem.0[0].variable, "SUDS_MAP_STYLE");
    }

    #[test]
    fn map_providers_require_a_key() {
        let keys = Env::default()
            .with("SUDS_MAP_GOOGLE_KEY", "g-1")
            .with("SUDS_MAP_APPLE_TOKEN", "a.b.c");
        let maps = Config::from_env(&keys).unwrap().maps;
        assert_eq!(maps.google.unwrap().to_string(), "g-1");
        assert_eq!(maps.apple.unwrap().to_string(), "a.b.c");
        let problem = Config::from_env(&Env::default().with("SUDS_MAP_GOOGLE_KEY", "g 1")).unwrap_err();
        assert_eq!(problem.0[0].variable, "SUDS_MAP_GOOGLE_KEY");
    }

    #[test]
    fn every_variable_is_documented_once() {
        let names: std::collections::BTreeSet<&str> = all_variables().iter().map(|variable| variable.name).collect();
        assert_eq!(names.len(), all_variables().len());
        assert!(
            all_variables()
                .iter()
                .all(|variable| !variable.help.is_empty() && !variable.default.is_empty())
        );
    }

    #[test]
    fn production_requires_provider_name_and_support_address() {
        let config = |env: Env| Config::from_env(&env).unwrap();
        let anonymous = Env::default()
            .with("SUDS_ORIGIN", "https://{site}.example.com")
            .with("SUDS_OBJECTS", "s3://suds");
        assert_eq!(hazards(anonymous.clone()), ["SUDS_PROVIDER_NAME", "SUDS_SUPPORT_EMAIL"]);
        assert_eq!(config(anonymous.clone()).provider().name, "Suds");
        let named = anonymous.with("SUDS_PROVIDER_NAME", "Wash Tech");
        assert_eq!(
            config(named.clone()).hazard().unwrap(),
            "without SUDS_SUPPORT_EMAIL, which production requires; set it"
        );
        assert!(Config::from_env(&named.with("SUDS_SUPPORT_EMAIL", "help")).is_err());
        assert_eq!(config(complete()).hazard(), None);
        let provider = config(complete()).provider();
        assert_eq!(provider.support_email.as_deref(), Some("help@washtech.example"));
    }

    #[test]
    fn all_invalid_variables_are_reported() {
        let env = Env::default()
            .with("SUDS_LISTEN", "abc")
            .with("SUDS_MAIL", "imap://host")
            .with("SUDS_DNS", "ns.example")
            .with("SUDS_SUPPORT_EMAIL", "help");
        let errors = Config::from_env(&env).unwrap_err();
        assert_eq!(errors.0.len(), 4, "{errors}");
    }
}
