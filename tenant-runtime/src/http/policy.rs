//! Access policy of a route.

use std::time::Duration;

use axum::http::Method;
use platform::http::LimitClass;
use strum::IntoStaticStr;

use super::staff::StaffRole;

/// Hosts on which a route exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostKind {
    /// All sites' hosts.
    Site,
    /// The provider's console.
    Console,
    /// Both.
    Either,
}

/// Whether a route requires the site's app key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppKey {
    Required,
    /// For calls before the client has the key, or from other programs.
    NotNeeded,
}

/// Callers allowed on a route. Each one up to `Owner` includes the following ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Caller {
    Anyone,
    /// Anyone. If a token is sent, it must be valid, and the response is for its customer.
    Optional,
    /// A customer with an active session at this site.
    Customer,
    /// A customer with a confirmed email address.
    Confirmed,
    /// A team member of the merchant. The role is read at each request.
    Attendant,
    Manager,
    Owner,
    /// A kiosk, identified by its key. It isn't a person.
    Terminal,
    /// A staff member of the provider. The role is read at each request. Accounts of a site never qualify.
    Staff(StaffRole),
}

/// Callers of a route while the shop isn't open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhileClosed {
    /// Everyone, as when the shop is open.
    Answers,
    /// The merchant's team.
    TeamOnly,
    /// No one, because the route sells or redeems.
    Refused,
}

/// Condition for a captcha, in installations that have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captcha {
    Never,
    Always,
    /// If the caller sends no token on a route where it is optional.
    WithoutToken,
    /// After failed logins from the same address or device.
    AfterFailures,
    /// After the caller entered invalid codes.
    AfterWrongCodes,
    /// After five calls per minute from the same address.
    AfterFive,
}

/// Rate limits by address. See docs/RULES.md#limits.
pub mod limits {
    use super::{Duration, LimitClass};

    const fn class(name: &'static str, count: u32, seconds: u64) -> LimitClass {
        LimitClass {
            name,
            count,
            per: Duration::from_secs(seconds),
        }
    }

    pub const READ: LimitClass = class("read", 3000, 60);
    pub const WRITE: LimitClass = class("write", 300, 60);
    pub const LOG_IN: LimitClass = class("log_in", 10, 60);
    /// Checks whether an address has an account.
    pub const EMAIL_CHECK: LimitClass = class("email_check", 30, 60);
    pub const SIGN_UP: LimitClass = class("sign_up", 20, 3600);
    pub const CAPTCHA: LimitClass = class("captcha", 120, 60);
    pub const MAIL: LimitClass = class("mail", 20, 3600);
    pub const CARD_SETUP: LimitClass = class("card_setup", 30, 3600);
    /// Opening a socket, which keeps a connection busy.
    pub const SOCKET: LimitClass = class("socket", 60, 60);
    pub const CRASH: LimitClass = class("crash", 10, 60);
    pub const ORDER: LimitClass = class("order", 60, 60);
    /// Files of builds. A page loads dozens.
    pub const ASSET: LimitClass = class("asset", 6000, 60);
    /// Looking up an address. All sites share a service that allows one call a second.
    pub const ADDRESS_LOOKUP: LimitClass = class("address_lookup", 20, 60);
    pub const GIFT_CARD_BALANCE: LimitClass = class("gift_card_balance", 10, 60);
    /// Kiosks. Those at a location share an address.
    pub const TERMINAL: LimitClass = class("terminal", 600, 60);
    /// Its period is the validity of a pairing code.
    pub const PAIRING: LimitClass = class("pairing", 5, 600);
}

/// Policy of a route, declared where it is mounted.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    pub host: HostKind,
    pub app_key: AppKey,
    pub caller: Caller,
    /// Callers who can download the complete list as CSV, if the route has one.
    pub table: Option<Caller>,
    pub captcha: Captcha,
    pub limit: LimitClass,
    /// Maximum size of the request body in bytes. See [`Policy::most_bytes`].
    pub body_limit: usize,
    /// Whether the password must have been entered recently in this session.
    pub asks_for_password: bool,
    /// Whether the CSV download requires the password.
    pub asks_for_password_for_table: bool,
    /// Whether the request's content decides if the password is required. See [`Policy::may_ask_for_password`].
    pub may_ask_for_password: bool,
    /// Whether staff can call it before they finish their own setup.
    pub open_before_setup: bool,
    /// Whether it supports an `Idempotency-Key`.
    pub takes_idempotency_key: bool,
    /// Whether the back office needs this customer route to load.
    pub shows_back_office: bool,
    /// Whether it works while the site is held. `None`: only for reads. See [`Policy::is_refused_while_held`].
    pub answers_while_held: Option<bool>,
    /// Callers while the shop isn't open. `None`: derived from the caller. See [`Policy::when_closed`].
    pub while_closed: Option<WhileClosed>,
}

impl Policy {
    const fn new(caller: Caller, limit: LimitClass) -> Self {
        Self {
            host: HostKind::Site,
            app_key: AppKey::Required,
            caller,
            table: None,
            captcha: Captcha::Never,
            limit,
            body_limit: 64 * 1024,
            asks_for_password: false,
            asks_for_password_for_table: false,
            may_ask_for_password: false,
            open_before_setup: false,
            takes_idempotency_key: false,
            shows_back_office: false,
            answers_while_held: None,
            while_closed: None,
        }
    }

    /// No token needed.
    pub const fn anyone(limit: LimitClass) -> Self {
        Self::new(Caller::Anyone, limit)
    }

    /// No token needed. The response depends on the caller, if a token is sent.
    pub const fn optional(limit: LimitClass) -> Self {
        Self::new(Caller::Optional, limit)
    }

    pub const fn customer(limit: LimitClass) -> Self {
        Self::new(Caller::Customer, limit)
    }

    pub const fn confirmed(limit: LimitClass) -> Self {
        Self::new(Caller::Confirmed, limit)
    }

    /// Counter staff, who look up customers and redeem codes.
    pub const fn attendant(limit: LimitClass) -> Self {
        Self::new(Caller::Attendant, limit)
    }

    /// Managers, who handle money and download lists.
    pub const fn manager(limit: LimitClass) -> Self {
        Self::new(Caller::Manager, limit)
    }

    /// Owners, who manage the team, credentials and the site.
    pub const fn owner(limit: LimitClass) -> Self {
        Self::new(Caller::Owner, limit)
    }

    /// Kiosks. They need no app key, because the terminal's key belongs to the site.
    pub const fn terminal(limit: LimitClass) -> Self {
        Self::new(Caller::Terminal, limit)
            .without_app_key()
            .refused_while_closed()
    }

    /// The provider's staff, only in the console.
    pub const fn staff(least: StaffRole, limit: LimitClass) -> Self {
        Self::new(Caller::Staff(least), limit).at_console()
    }

    /// Allows these callers to download the list as CSV.
    #[must_use]
    pub const fn table_for(mut self, caller: Caller) -> Self {
        self.table = Some(caller);
        self
    }

    #[must_use]
    pub const fn without_app_key(mut self) -> Self {
        self.app_key = AppKey::NotNeeded;
        self
    }

    /// Moves the route to the console, which has no app key because it belongs to no site.
    #[must_use]
    pub const fn at_console(mut self) -> Self {
        self.host = HostKind::Console;
        self.app_key = AppKey::NotNeeded;
        self
    }

    #[must_use]
    pub const fn captcha(mut self, when: Captcha) -> Self {
        self.captcha = when;
        self
    }

    /// Adds the route to the console, where anyone can call it.
    #[must_use]
    pub const fn also_at_console(mut self) -> Self {
        self.host = HostKind::Either;
        self
    }

    /// Documents the header. The handler supports it with an [`IdempotentJson`](super::IdempotentJson).
    #[must_use]
    pub const fn takes_idempotency_key(mut self) -> Self {
        self.takes_idempotency_key = true;
        self
    }

    /// Requires a session opened with `POST /users/unlock`, to protect data on an unattended screen.
    #[must_use]
    pub const fn asks_for_password(mut self) -> Self {
        self.asks_for_password = true;
        self
    }

    /// Requires the password for the CSV download, because it contains everyone's data.
    #[must_use]
    pub const fn asks_for_password_for_table(mut self) -> Self {
        self.asks_for_password_for_table = true;
        self
    }

    /// Documents the error. The handler asks for the password with [`demand_password`](super::demand_password).
    #[must_use]
    pub const fn may_ask_for_password(mut self) -> Self {
        self.may_ask_for_password = true;
        self
    }

    /// Staff need it to set up a password and two-factor authentication, or to log out.
    #[must_use]
    pub const fn open_before_setup(mut self) -> Self {
        self.open_before_setup = true;
        self
    }

    #[must_use]
    pub const fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// Customer route that the back office also calls, to identify the logged-in person.
    #[must_use]
    pub const fn shows_back_office(mut self) -> Self {
        self.shows_back_office = true;
        self
    }

    /// Works while the site is held, because a restore can't contradict it.
    #[must_use]
    pub const fn answers_while_held(mut self) -> Self {
        self.answers_while_held = Some(true);
        self
    }

    /// Rejected while the site is held: despite its method, it sends or starts something.
    #[must_use]
    pub const fn refused_while_held(mut self) -> Self {
        self.answers_while_held = Some(false);
        self
    }

    /// Needed to log in, to reach the back office, or to use earlier purchases.
    #[must_use]
    pub const fn answers_while_closed(mut self) -> Self {
        self.while_closed = Some(WhileClosed::Answers);
        self
    }

    /// Part of the shop, which only the team sees before it opens.
    #[must_use]
    pub const fn team_only_while_closed(mut self) -> Self {
        self.while_closed = Some(WhileClosed::TeamOnly);
        self
    }

    /// Rejected even for the team, because it sells or redeems.
    #[must_use]
    pub const fn refused_while_closed(mut self) -> Self {
        self.while_closed = Some(WhileClosed::Refused);
        self
    }

    /// Callers while the shop isn't open. The back office always works. Routes are for the team by default, so that a
    /// new one doesn't reveal the shop too early. A test requires each route to state it.
    pub const fn when_closed(&self) -> WhileClosed {
        match (self.while_closed, self.caller) {
            (Some(stated), _) => stated,
            (None, Caller::Attendant | Caller::Manager | Caller::Owner | Caller::Staff(_)) => WhileClosed::Answers,
            (None, Caller::Terminal) => WhileClosed::Refused,
            (None, _) => WhileClosed::TeamOnly,
        }
    }

    /// Whether a held site rejects the call with 503 `site_held`. Default: everything except reads, so that a new route
    /// can't be forgotten.
    pub fn is_refused_while_held(&self, method: &Method) -> bool {
        let reads = [Method::GET, Method::HEAD].contains(method);
        !self.answers_while_held.unwrap_or(reads)
    }

    /// Whether a read-only viewer of the back office can call the route. Viewers read data for the merchant's team or
    /// for everyone, but not a customer's own data, and some reads have effects.
    pub fn may_be_viewed(&self, method: &Method) -> bool {
        let reads = [Method::GET, Method::HEAD].contains(method);
        let is_open = match self.caller {
            Caller::Anyone | Caller::Optional | Caller::Attendant | Caller::Manager | Caller::Owner => true,
            Caller::Customer | Caller::Confirmed => self.shows_back_office,
            Caller::Terminal | Caller::Staff(_) => false,
        };
        reads && is_open
    }

    /// Maximum size of the body with this method in bytes; 0 for methods without a body.
    pub fn most_bytes(&self, method: &Method) -> usize {
        if [Method::GET, Method::HEAD].contains(method) {
            0
        } else {
            self.body_limit
        }
    }
}
