//! Whether a mail server can be reached.

use std::time::Instant;

use jiff::{SignedDuration, Timestamp};

/// Pause after an unreachable server. Without it, each email of each site would wait for the server.
pub(super) const SPARED: SignedDuration = SignedDuration::from_secs(30);

/// Whether the mail server responded to recent emails.
#[derive(Debug, Default)]
pub(super) struct Reached {
    /// Until when an unreachable server isn't contacted again.
    spared_until: Option<Timestamp>,
    /// Last response of the server.
    answered_at: Option<Instant>,
}

impl Reached {
    /// Whether the server may be contacted now. After it was unreachable, one email tries first.
    pub(super) fn may_knock(&mut self, now: Timestamp) -> bool {
        match self.spared_until {
            Some(until) if now < until => false,
            Some(_) => {
                self.spared_until = Some(now + SPARED);
                true
            }
            None => true,
        }
    }

    /// Notes the result of an email that was started at `started`. If the server answered about others since, this one's recipient
    /// is slow, not the server.
    pub(super) fn note(&mut self, is_unreachable: bool, started: Instant, now: Timestamp) {
        if !is_unreachable {
            (self.spared_until, self.answered_at) = (None, Some(Instant::now()));
        } else if self.answered_at.is_none_or(|answered_at| answered_at < started) {
            self.spared_until = Some(now + SPARED);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_recipient_is_no_reason_to_spare_a_server_that_answers() {
        let now = Timestamp::UNIX_EPOCH;
        let mut reached = Reached::default();
        let slow = Instant::now();
        reached.note(false, slow, now);
        reached.note(true, slow, now);
        assert!(reached.may_knock(now), "others were answered meanwhile");
        reached.note(true, Instant::now(), now);
        assert!(!reached.may_knock(now));
        assert!(reached.may_knock(now + SPARED), "one tries again");
        assert!(!reached.may_knock(now + SPARED));
        reached.note(false, Instant::now(), now + SPARED);
        assert!(reached.may_knock(now + SPARED));
    }
}
