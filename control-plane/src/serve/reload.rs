//! SIGHUP: reads the master key and the variables again, without interrupting a request.

use std::sync::{Arc, PoisonError, RwLock};

use futures_util::future::BoxFuture;
use platform::causes::Causes;
use platform::config::{Env, MailConfig, OriginPattern};
use platform::mail::{MailError, Mailer, Message, SharedMailer, Smtp};
use platform::storage::Objects;
use platform::telemetry::LogFilter;

use super::Server;
use crate::config::Config;

/// A mailer that can be replaced.
#[derive(Debug)]
pub(super) struct ReplaceableMailer(RwLock<SharedMailer>);

impl ReplaceableMailer {
    pub(super) fn new(mailer: SharedMailer) -> Arc<Self> {
        Arc::new(Self(RwLock::new(mailer)))
    }

    fn replace(&self, mailer: SharedMailer) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = mailer;
    }
}

impl Mailer for ReplaceableMailer {
    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MailError>> {
        let mailer = Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner));
        Box::pin(async move { mailer.send(message).await })
    }
}

/// Reloads what can change while the server runs: master key, log level, trusted proxies, and the credentials of the mail
/// server and the object store. Each part that fails stays as it was.
pub(super) async fn reload(server: &Server, log: &LogFilter) {
    match server.plane.reload_master_key().await {
        Ok(()) => server.plane.site_directory_changed(),
        Err(error) => tracing::error!(error = %Causes(&error), "the master key stays as it was"),
    }
    let env = match Env::of_process().with_file() {
        Ok(env) => env,
        Err(error) => {
            tracing::error!(%error, "the variables stay as they were");
            return;
        }
    };
    let config = match Config::from_env(&env) {
        Ok(config) => config,
        Err(error) => {
            tracing::error!(error = %error.to_string().replace('\n', "; "), "the variables stay as they were");
            return;
        }
    };
    log.set(&config.log.filter);
    server.runtime.proxies.replace(&config.server.trusted_proxies);
    server.plane.set_storage(&config.storage);
    reload_objects(server, &config);
    reload_mailer(server, &config, &server.origin);
    tracing::info!("reloaded the master key and the variables");
}

fn reload_objects(server: &Server, config: &Config) {
    let Some(address) = &config.storage.objects else { return };
    match Objects::at(address, &config.storage.aws) {
        Ok(objects) => server.plane.objects.replace(&objects),
        Err(error) => tracing::error!(error = %Causes(&error), "the object store stays as it was"),
    }
}

fn reload_mailer(server: &Server, config: &Config, origin: &OriginPattern) {
    let Some(MailConfig::Smtp(address)) = &config.mail else {
        return;
    };
    match Smtp::new(address, origin.base_domain(), Arc::clone(&server.plane.clock)) {
        Ok(smtp) => server.mailer.replace(Arc::new(smtp)),
        Err(error) => tracing::error!(%error, "the mail server stays as it was"),
    }
}
