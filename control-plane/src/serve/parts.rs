//! Builds the runtime's components from the configuration.

use std::sync::Arc;

use nix::libc;
use platform::auth::password::{Cost, Hashers};
use platform::config::{Captcha, MailConfig, OriginPattern};
use platform::http::Limits;
use platform::http::certificates::client_problem;
use platform::mail::{Capture, SharedMailer, Smtp};
use platform::push::PushServices;
use platform::tenancy::SiteDirectory;
use tenant_runtime::identity::CAPTCHA_COST;
use tenant_runtime::runtime::Parts;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::ServeError;
use super::reload::ReplaceableMailer;
use crate::config::Config;
use crate::fleet::{SiteDue, SiteFiles, load_directory_entry};
use crate::plane::ControlPlane;

/// Factor on limits in demos, because tests and screenshots are faster than people.
const DEMO_LIMITS_SCALE: u32 = 100;

/// Factor on limits.
pub(super) fn limits_scale(config: &Config, demo: bool) -> u32 {
    let scale = config.server.limits_scale;
    scale.unwrap_or(if demo { DEMO_LIMITS_SCALE } else { 1 })
}

pub(super) fn runtime_parts(
    plane: &Arc<ControlPlane>,
    config: &Config,
    origin: &OriginPattern,
    mailer: Arc<ReplaceableMailer>,
    scale: u32,
    open_sites: u64,
) -> Result<Parts, ServeError> {
    // Not the plane itself: it will hold the directory, so neither could ever be dropped.
    let (db, master) = (Arc::clone(&plane.db), plane.shared_master().clone());
    let directory = SiteDirectory::new(vec![origin.base_domain().to_owned()], move |lookup| {
        let (db, master) = (Arc::clone(&db), master.clone());
        Box::pin(async move { load_directory_entry(&db, &master, &lookup).await })
    });
    let cost = if config.security.fast_password_hash {
        plane.hash_passphrases_fast();
        Cost::Fast
    } else {
        Cost::Standard
    };
    Ok(Parts {
        clock: Arc::clone(&plane.clock),
        random: Arc::clone(&plane.random),
        directory: Arc::new(directory),
        sites: plane.open_sites_config(open_sites),
        objects: plane.objects.clone(),
        due: Arc::new(SiteDue::new(Arc::clone(&plane.db))),
        files: Arc::new(SiteFiles::new(Arc::clone(&plane.db), Arc::clone(&plane.clock))),
        hashers: Hashers::new(cost),
        sandbox: plane.sandbox.clone(),
        captcha: (config.security.captcha == Captcha::On).then_some(CAPTCHA_COST),
        mailer,
        provider: config.provider(),
        origins: origin.clone(),
        limits: Limits::new(scale),
        proxies: config.server.trusted_proxies.clone(),
        metrics_token: config.server.metrics_token.clone(),
    })
}

pub(super) fn mailer(
    plane: &ControlPlane,
    config: &Config,
    origin: &OriginPattern,
    demo: bool,
) -> Result<Arc<ReplaceableMailer>, ServeError> {
    let clock = Arc::clone(&plane.clock);
    let mailer: SharedMailer = match &config.mail {
        Some(MailConfig::Smtp(address)) => {
            let smtp = Smtp::new(address, origin.base_domain(), clock);
            Arc::new(smtp.map_err(|problem| ServeError::Other(format!("SUDS_MAIL: {problem}")))?)
        }
        Some(MailConfig::Capture) => Arc::new(Capture::new(plane.dir().mail(), clock)),
        None if demo => Arc::new(Capture::new(plane.dir().mail(), clock)),
        None => return Err(MailConfig::missing().into()),
    };
    Ok(ReplaceableMailer::new(mailer))
}

/// Real push services, or their stub. A demo without a stub calls none.
pub(super) fn push_services(config: &Config, demo: bool) -> Result<PushServices, ServeError> {
    let services = match &config.push_url {
        Some(address) => PushServices::stand_in(address.clone()),
        None if demo => Ok(PushServices::none()),
        None => PushServices::public(),
    };
    services.map_err(|error| ServeError::Other(client_problem(&error)))
}

/// Catches SIGTERM, SIGINT, SIGQUIT, and the signals of a machine that loses power or limits the processor, from now on. The
/// future completes with the first one.
pub(super) fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let mut quit = signal(SignalKind::quit())?;
    let mut power = signal(SignalKind::from_raw(libc::SIGPWR))?;
    let mut processor = signal(SignalKind::from_raw(libc::SIGXCPU))?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            _ = quit.recv() => {}
            _ = power.recv() => {}
            _ = processor.recv() => {}
        }
    })
}

/// Catches SIGHUP, and ignores every other signal that would end the process without a handler. SIGKILL can't be caught.
pub(super) fn hang_ups() -> std::io::Result<Signal> {
    for kind in [
        libc::SIGUSR1,
        libc::SIGUSR2,
        libc::SIGALRM,
        libc::SIGVTALRM,
        libc::SIGPROF,
        libc::SIGIO,
        libc::SIGXFSZ,
        libc::SIGSTKFLT,
    ] {
        // The handler stays when its listener is dropped.
        drop(signal(SignalKind::from_raw(kind))?);
    }
    signal(SignalKind::hangup())
}
