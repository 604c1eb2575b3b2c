//! The process's configuration: the installation's sections and what only this program has.

use platform::config::{
    ConfigError, Env, LogConfig, MailConfig, SecurityConfig, ServerConfig, StorageConfig, VARIABLES, Variable,
};

use reqwest::Url;

use crate::builds::MapStyle;

const PAYSTUB_URL: Variable = Variable {
    name: "SUDS_PAYSTUB_URL",
    default: "none; the demo starts its own",
    help: "Address of a payment-processor stub, for sites whose settings name it; refused while a site is in production.",
};

const PUSH_URL: Variable = Variable {
    name: "SUDS_PUSH_URL",
    default: "none; the demo sends no push messages without it",
    help: "http address of a stand-in for Firebase and for the push services of browsers; refused while a site is in production.",
};

const MAP_STYLE: Variable = Variable {
    name: "SUDS_MAP_STYLE",
    default: "none",
    help: "http(s) address of a MapLibre style for the maps of the shop, with tiles and glyphs at the same origin; without it maps have a plain ground.",
};

/// Every variable, in the order in which `suds help config` explains them.
pub fn all_variables() -> Vec<&'static Variable> {
    VARIABLES
        .iter()
        .copied()
        .chain([&MAP_STYLE, &PAYSTUB_URL, &PUSH_URL])
        .collect()
}

/// The options of `suds serve`.
#[derive(Debug, Clone)]
pub struct Config {
    pub server: ServerConfig,
    pub storage: StorageConfig,
    pub mail: Option<MailConfig>,
    pub security: SecurityConfig,
    pub log: LogConfig,
    /// What the maps of the shop look like; `None`: a plain ground.
    pub map_style: Option<MapStyle>,
    /// Where a processor stub runs, if one does.
    pub paystub_url: Option<String>,
    /// Where a stand-in for push services runs, if one does.
    pub push_url: Option<Url>,
}

impl Config {
    /// # Errors
    /// When a variable cannot be used.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let paystub_url = env.get(&PAYSTUB_URL).map(|url| url.trim_end_matches('/').to_owned());
        if let Some(url) = &paystub_url
            && !url.starts_with("http://")
            && !url.starts_with("https://")
        {
            return Err(ConfigError::new(&PAYSTUB_URL, format!("{url:?} is no http address")));
        }
        Ok(Self {
            server: ServerConfig::from_env(env)?,
            storage: StorageConfig::from_env(env)?,
            mail: MailConfig::from_env(env)?,
            security: SecurityConfig::from_env(env)?,
            log: LogConfig::from_env(env)?,
            map_style: env.parsed(&MAP_STYLE)?,
            paystub_url,
            push_url: env.parsed(&PUSH_URL)?,
        })
    }

    /// The variable, if any, whose value production forbids.
    pub fn hazard(&self) -> Option<&'static str> {
        self.production_hazard("").map(|hazard| hazard.variable)
    }

    /// The first setting that may not be used while a site is in the production environment `environment`, if any.
    pub fn production_hazard(&self, environment: &str) -> Option<ConfigError> {
        let refused = |variable: &Variable| {
            let problem = format!("is refused while a site is in the production environment {environment:?}");
            ConfigError::new(variable, problem)
        };
        let stub = self.paystub_url.as_ref().map(|_| refused(&PAYSTUB_URL));
        let push = self.push_url.as_ref().map(|_| refused(&PUSH_URL));
        platform::config::production_hazard(&self.security, environment)
            .or(stub)
            .or(push)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stub_has_no_place_in_production() {
        let config = |env: Env| Config::from_env(&env);
        assert!(config(Env::default()).unwrap().production_hazard("prod").is_none());
        let stubbed = config(Env::default().with("SUDS_PAYSTUB_URL", "http://127.0.0.1:9/")).unwrap();
        assert_eq!(stubbed.paystub_url.as_deref(), Some("http://127.0.0.1:9"));
        assert_eq!(stubbed.production_hazard("prod").unwrap().variable, "SUDS_PAYSTUB_URL");
        assert!(config(Env::default().with("SUDS_PAYSTUB_URL", "localhost:9")).is_err());
        let push = config(Env::default().with("SUDS_PUSH_URL", "http://127.0.0.1:9")).unwrap();
        assert_eq!(push.production_hazard("prod").unwrap().variable, "SUDS_PUSH_URL");
        assert!(config(Env::default().with("SUDS_PUSH_URL", "here")).is_err());
    }

    #[test]
    fn maps_need_the_address_of_a_style() {
        let config = |style: &str| Config::from_env(&Env::default().with("SUDS_MAP_STYLE", style));
        assert!(Config::from_env(&Env::default()).unwrap().map_style.is_none());
        assert!(
            config("https://tiles.example.com/bright.json")
                .unwrap()
                .map_style
                .is_some()
        );
        let problem = config("bright.json").unwrap_err();
        assert_eq!(problem.variable, "SUDS_MAP_STYLE");
    }

    #[test]
    fn every_variable_is_explained_once() {
        let names: std::collections::BTreeSet<&str> = all_variables().iter().map(|variable| variable.name).collect();
        assert_eq!(names.len(), all_variables().len());
        assert!(
            all_variables()
                .iter()
                .all(|variable| !variable.help.is_empty() && !variable.default.is_empty())
        );
    }
}
