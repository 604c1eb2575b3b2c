//! Settings of tests that production doesn't allow.

use super::sections::{CAPTCHA, LIMITS_SCALE, MAIL, OBJECTS, ORIGIN, PASSWORD_HASH};
use super::{Captcha, ConfigError, MailConfig, SecurityConfig, ServerConfig, StorageConfig, Variable};

/// Every setting that isn't allowed, or is missing, while a site is in the production environment `environment`.
pub fn production_hazards(
    security: &SecurityConfig,
    server: &ServerConfig,
    storage: &StorageConfig,
    mail: Option<&MailConfig>,
    environment: &str,
) -> Vec<ConfigError> {
    let place = format!("while a site is in production environment {environment:?}");
    let refused = |variable: &Variable, value: &str, fix: &str| {
        ConfigError::new(variable, format!("{value:?} isn't allowed {place}; {fix}"))
    };
    let required = |variable: &Variable, fix: &str| ConfigError::new(variable, format!("is required {place}; {fix}"));
    let mut found = Vec::new();
    if security.captcha == Captcha::Off {
        found.push(refused(&CAPTCHA, "none", "unset it"));
    }
    if security.fast_password_hash {
        found.push(refused(&PASSWORD_HASH, "fast", "unset it"));
    }
    match &server.origin {
        None => found.push(required(&ORIGIN, "use https://{site}.<base domain>")),
        Some(origin) if !origin.is_https() => {
            found.push(refused(
                &ORIGIN,
                &origin.to_string(),
                "use https:// behind a proxy with TLS",
            ));
        }
        Some(_) => {}
    }
    if storage.objects.is_none() {
        let fix = "use s3://bucket/prefix, or file:///folder to keep images and backups on this machine";
        found.push(required(&OBJECTS, fix));
    }
    if let Some(MailConfig::Capture) = mail {
        found.push(refused(&MAIL, "capture", "use smtp://user:password@host:port"));
    }
    if let Some(scale) = server.limits_scale.filter(|scale| *scale != 1) {
        found.push(refused(&LIMITS_SCALE, &scale.to_string(), "unset it"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::{Env, Faults};
    use super::*;

    fn hazards(env: &Env) -> Vec<&'static str> {
        let mut faults = Faults::default();
        let found = production_hazards(
            &SecurityConfig::from_env(env, &mut faults),
            &ServerConfig::from_env(env, &mut faults),
            &StorageConfig::from_env(env, &mut faults),
            MailConfig::from_env(env).unwrap().as_ref(),
            "prod",
        );
        found.iter().map(|hazard| hazard.variable).collect()
    }

    #[test]
    fn production_rejects_test_settings() {
        let complete = Env::default()
            .with("SUDS_ORIGIN", "https://{site}.example.com")
            .with("SUDS_OBJECTS", "s3://suds")
            .with("SUDS_LIMITS_SCALE", "1")
            .with("SUDS_MAIL", "smtp://localhost");
        assert!(hazards(&complete).is_empty());
        for (name, value) in [
            ("SUDS_CAPTCHA", "none"),
            ("SUDS_PASSWORD_HASH", "fast"),
            ("SUDS_ORIGIN", "http://{site}.example.com"),
            ("SUDS_MAIL", "capture"),
            ("SUDS_LIMITS_SCALE", "100"),
        ] {
            assert_eq!(hazards(&complete.clone().with(name, value)), [name]);
        }
        assert_eq!(hazards(&Env::default()), ["SUDS_ORIGIN", "SUDS_OBJECTS"]);
        assert!(hazards(&complete.with("SUDS_OBJECTS", "file:///srv/objects")).is_empty());
    }
}
