//! What a route demands of its callers.

use std::time::Duration;

use axum::http::Method;
use platform::http::LimitClass;
use strum::IntoStaticStr;

use super::staff::StaffRole;

/// Where a route answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostKind {
    /// On every site's host.
    Site,
    /// At the provider's console.
    Console,
    /// At both.
    Either,
}

/// Whether a route wants the site's app key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppKey {
    Required,
    /// For the few calls that come before the client has it, or from outside it.
    NotNeeded,
}

/// Who may call a route. Each of those up to `Owner` includes those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Caller {
    Anyone,
    /// Anyone. A token that is sent must be valid, and the answer is for the customer whom it names.
    Optional,
    /// A live session at this site.
    Customer,
    /// A customer with a confirmed e-mail.
    Confirmed,
    /// One of the merchant's people, by the role read at each request.
    Attendant,
    Manager,
    Owner,
    /// A kiosk, by its key. No person is one, and it is nobody.
    Terminal,
    /// One of the provider's people, by the role read at each request. Nobody of a site is one.
    Staff(StaffRole),
}

/// Callers of a route while the shop isn't open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhileClosed {
    /// Everyone, as ever.
    Answers,
    /// The merchant's team, who set the shop up.
    TeamOnly,
    /// No one: it sells or redeems.
    Refused,
}

/// When a route asks for a captcha, at installations that have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captcha {
    Never,
    Always,
    /// From callers without a token, where that is optional.
    WithoutToken,
    /// After log-ins failed from the same address or device.
    AfterFailures,
    /// After the caller entered codes that were none.
    AfterWrongCodes,
    /// After five calls a minute from the same address.
    AfterFive,
}

/// The limit classes by address. Why: docs/RULES.md#limits.
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
    /// Opening a socket, which holds a connection for a while.
    pub const SOCKET: LimitClass = class("socket", 60, 60);
    pub const CRASH: LimitClass = class("crash", 10, 60);
    pub const ORDER: LimitClass = class("order", 60, 60);
    /// Files of builds: a page takes some dozens.
    pub const ASSET: LimitClass = class("asset", 6000, 60);
    pub const GIFT_CARD_BALANCE: LimitClass = class("gift_card_balance", 10, 60);
    /// Kiosks, which share an address at each location.
    pub const TERMINAL: LimitClass = class("terminal", 600, 60);
    /// As long as a pairing code is good.
    pub const PAIRING: LimitClass = class("pairing", 5, 600);
}

/// The policy of one route, declared where it is mounted.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    pub host: HostKind,
    pub app_key: AppKey,
    pub caller: Caller,
    /// Who may download the answer as a table, where there is one: it exports the whole list.
    pub table: Option<Caller>,
    pub captcha: Captcha,
    pub limit: LimitClass,
    /// Most bytes of a body, where the method has one; see [`Policy::most_bytes`].
    pub body_limit: usize,
    /// Whether the session must have entered its password again a short while ago.
    pub asks_for_password: bool,
    /// Whether the password is asked for before the list is downloaded as a table.
    pub asks_for_password_for_table: bool,
    /// Whether what the request says decides if the password is asked for; see [`Policy::may_ask_for_password`].
    pub may_ask_for_password: bool,
    /// Whether staff may call it before they have set up what they must.
    pub open_before_setup: bool,
    /// Whether an `Idempotency-Key` is honoured.
    pub takes_idempotency_key: bool,
    /// Whether the back office needs the answer of this call of customers to show itself.
    pub shows_back_office: bool,
    /// Whether it answers while the site is held; `None`: if it reads. See [`Policy::is_refused_while_held`].
    pub answers_while_held: Option<bool>,
    /// Callers while the shop isn't open; `None`: by the caller. See [`Policy::when_closed`].
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

    /// No token needed; the answer depends on the caller, if there is one.
    pub const fn optional(limit: LimitClass) -> Self {
        Self::new(Caller::Optional, limit)
    }

    pub const fn customer(limit: LimitClass) -> Self {
        Self::new(Caller::Customer, limit)
    }

    pub const fn confirmed(limit: LimitClass) -> Self {
        Self::new(Caller::Confirmed, limit)
    }

    /// Counter staff: looks things up and redeems.
    pub const fn attendant(limit: LimitClass) -> Self {
        Self::new(Caller::Attendant, limit)
    }

    /// Who moves money, settles, and takes lists away.
    pub const fn manager(limit: LimitClass) -> Self {
        Self::new(Caller::Manager, limit)
    }

    /// Who decides about people, credentials and the site itself.
    pub const fn owner(limit: LimitClass) -> Self {
        Self::new(Caller::Owner, limit)
    }

    /// A kiosk's calls, which need no app key: the terminal's key is this site's.
    pub const fn terminal(limit: LimitClass) -> Self {
        Self::new(Caller::Terminal, limit)
            .without_app_key()
            .refused_while_closed()
    }

    /// Calls of the provider's people, at the console alone.
    pub const fn staff(least: StaffRole, limit: LimitClass) -> Self {
        Self::new(Caller::Staff(least), limit).at_console()
    }

    /// The list may be taken away as a table too, by these callers.
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

    /// The console has no app key: it belongs to no site.
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

    /// The console has the route too. What it answers there it answers to anyone.
    #[must_use]
    pub const fn also_at_console(mut self) -> Self {
        self.host = HostKind::Either;
        self
    }

    /// Describes the header; the handler honours it, by taking an [`IdempotentJson`](super::IdempotentJson).
    #[must_use]
    pub const fn takes_idempotency_key(mut self) -> Self {
        self.takes_idempotency_key = true;
        self
    }

    /// Only for sessions that `POST /users/unlock` has opened: what an unattended screen must not give away.
    #[must_use]
    pub const fn asks_for_password(mut self) -> Self {
        self.asks_for_password = true;
        self
    }

    /// The list can be read, but not downloaded, without the password: it has everyone's data.
    #[must_use]
    pub const fn asks_for_password_for_table(mut self) -> Self {
        self.asks_for_password_for_table = true;
        self
    }

    /// Describes the refusal; the handler asks for the password by [`demand_password`](super::demand_password).
    #[must_use]
    pub const fn may_ask_for_password(mut self) -> Self {
        self.may_ask_for_password = true;
        self
    }

    /// Staff need it to set up a password and a second factor, or to log out.
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

    /// A call of customers that the back office makes too, to know as whom it is open.
    #[must_use]
    pub const fn shows_back_office(mut self) -> Self {
        self.shows_back_office = true;
        self
    }

    /// The call changes nothing that a restore could contradict: it answers at a held site.
    #[must_use]
    pub const fn answers_while_held(mut self) -> Self {
        self.answers_while_held = Some(true);
        self
    }

    /// The call reads by its method, and sends or begins something all the same: a held site refuses it.
    #[must_use]
    pub const fn refused_while_held(mut self) -> Self {
        self.answers_while_held = Some(false);
        self
    }

    /// Needed to log in, to get to the back office, or for what a customer already has.
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

    /// The call sells or redeems, so not even the team may make it.
    #[must_use]
    pub const fn refused_while_closed(mut self) -> Self {
        self.while_closed = Some(WhileClosed::Refused);
        self
    }

    /// Callers while the shop isn't open. The back office always answers. A route that says nothing is the team's, so that a new
    /// one doesn't show the shop too early; a test makes each route say.
    pub const fn when_closed(&self) -> WhileClosed {
        match (self.while_closed, self.caller) {
            (Some(stated), _) => stated,
            (None, Caller::Attendant | Caller::Manager | Caller::Owner | Caller::Staff(_)) => WhileClosed::Answers,
            (None, Caller::Terminal) => WhileClosed::Refused,
            (None, _) => WhileClosed::TeamOnly,
        }
    }

    /// Whether a held site refuses the call with 503 `site_held`: everything but reads, unless the route says otherwise, so that a
    /// new route cannot be forgotten.
    pub fn is_refused_while_held(&self, method: &Method) -> bool {
        let reads = [Method::GET, Method::HEAD].contains(method);
        !self.answers_while_held.unwrap_or(reads)
    }

    /// Whether those who may only look into the back office may call the route: to read what is for the merchant's people, or for
    /// everybody. What is one customer's own is not theirs to see, and reading some of it changes something.
    pub fn may_be_viewed(&self, method: &Method) -> bool {
        let reads = [Method::GET, Method::HEAD].contains(method);
        let is_open = match self.caller {
            Caller::Anyone | Caller::Optional | Caller::Attendant | Caller::Manager | Caller::Owner => true,
            Caller::Customer | Caller::Confirmed => self.shows_back_office,
            Caller::Terminal | Caller::Staff(_) => false,
        };
        reads && is_open
    }

    /// Most bytes that a request with this method may send: none where none are read.
    pub fn most_bytes(&self, method: &Method) -> usize {
        if [Method::GET, Method::HEAD].contains(method) {
            0
        } else {
            self.body_limit
        }
    }
}
