//! Messages to systemd (`Type=notify`): without it, they do nothing.

use platform::config::OriginPattern;
use sd_notify::{NotifyState, notify};

/// Reports that requests are served.
pub(super) fn ready(origin: &OriginPattern) {
    let status = format!("serving {origin}");
    send(&[NotifyState::Ready, NotifyState::Status(&status)]);
}

/// Reports that the server finishes its work and exits.
pub(super) fn stopping() {
    send(&[
        NotifyState::Stopping,
        NotifyState::Status("finishing requests and purchases"),
    ]);
}

fn send(state: &[NotifyState<'_>]) {
    if let Err(error) = notify(state) {
        tracing::warn!(%error, "failed to report the state to systemd; check NOTIFY_SOCKET");
    }
}
