//! API description of a route's security, headers and errors, derived from its policy so that it matches the gate.

use axum::http::StatusCode;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem, Paths};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    Components, ContentBuilder, Header, ObjectBuilder, Ref, RefOr, Required, Response, ResponseBuilder, Type,
};

use super::policy::{AppKey, Caller, Captcha, HostKind, Policy};
use crate::error::ErrorCode;

const APP_KEY: &str = "appKey";
const SESSION: &str = "session";
const TERMINAL: &str = "terminalKey";
const STAFF: &str = "staff";

/// Failures that share a status, as calls refer to them.
struct Failures {
    name: &'static str,
    codes: &'static [ErrorCode],
}

impl Failures {
    fn status(&self) -> StatusCode {
        let first = self.codes.first();
        first.map_or(StatusCode::INTERNAL_SERVER_ERROR, |code| code.status())
    }
}

const MALFORMED: Failures = of("Malformed", &[ErrorCode::Malformed]);
const UNAUTHORIZED: Failures = of("Unauthorized", &[ErrorCode::InvalidToken]);
const FOREIGN: Failures = of("Foreign", &[ErrorCode::WrongAppKey]);
const UNCONFIRMED: Failures = of("Unconfirmed", &[ErrorCode::WrongAppKey, ErrorCode::EmailUnconfirmed]);
const NOT_STAFF: Failures = of("NotStaff", &[ErrorCode::WrongAppKey, ErrorCode::NotAdmin]);
const LOCKED: Failures = of(
    "Locked",
    &[ErrorCode::WrongAppKey, ErrorCode::NotAdmin, ErrorCode::PasswordRequired],
);
const NOT_ALLOWED: Failures = of("NotAllowed", &[ErrorCode::NotAdmin]);
const NOT_SET_UP: Failures = of(
    "NotSetUp",
    &[
        ErrorCode::NotAdmin,
        ErrorCode::PasswordChangeRequired,
        ErrorCode::SecondFactorNeeded,
    ],
);
const NOT_FOUND: Failures = of("NotFound", &[ErrorCode::UnknownSite, ErrorCode::NotFound]);
const CONFLICT: Failures = of("Conflict", &[ErrorCode::InProgress]);
const TOO_LARGE: Failures = of("TooLarge", &[ErrorCode::TooLarge]);
const UNSUPPORTED: Failures = of("Unsupported", &[ErrorCode::UnsupportedMediaType]);
const INVALID: Failures = of("Invalid", &[ErrorCode::InvalidFields]);
const REUSED: Failures = of("Reused", &[ErrorCode::InvalidFields, ErrorCode::KeyReused]);
const TOO_MANY: Failures = of("TooMany", &[ErrorCode::TooManyRequests]);
const INTERNAL: Failures = of("Internal", &[ErrorCode::Internal]);
const UNAVAILABLE: Failures = of(
    "Unavailable",
    &[
        ErrorCode::SiteSuspended,
        ErrorCode::SiteHeld,
        ErrorCode::SiteUnavailable,
        ErrorCode::Busy,
        ErrorCode::StorageFull,
    ],
);

const ALL: [Failures; 17] = [
    MALFORMED,
    UNAUTHORIZED,
    FOREIGN,
    UNCONFIRMED,
    NOT_STAFF,
    LOCKED,
    NOT_ALLOWED,
    NOT_SET_UP,
    NOT_FOUND,
    CONFLICT,
    TOO_LARGE,
    UNSUPPORTED,
    INVALID,
    REUSED,
    TOO_MANY,
    INTERNAL,
    UNAVAILABLE,
];

/// Tag for a route's own errors.
const OTHER: &str = "Other";

const fn of(name: &'static str, codes: &'static [ErrorCode]) -> Failures {
    Failures { name, codes }
}

/// Documents requirements and errors of `policy` for each call in `paths`.
pub(super) fn by_policy(paths: &mut Paths, policy: &Policy) {
    for item in paths.paths.values_mut() {
        for operation in operations(item) {
            operation.security = Some(security(policy));
            operation.parameters.get_or_insert_default().extend(headers(policy));
            for answer in operation.responses.responses.values_mut() {
                if let RefOr::T(answer) = answer {
                    answer.headers.insert("X-Request-Id".to_owned(), text_header());
                }
            }
            for failures in refused(policy, operation) {
                refer(operation, failures.status().as_str(), failures.name);
            }
            refer(operation, "default", OTHER);
        }
    }
}

fn refer(operation: &mut Operation, status: &str, name: &str) {
    let responses = &mut operation.responses.responses;
    let entry = responses.entry(status.to_owned());
    entry.or_insert_with(|| RefOr::Ref(Ref::from_response_name(name)));
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem {
        get,
        put,
        post,
        delete,
        patch,
        ..
    } = item;
    [get, put, post, delete, patch].into_iter().flatten()
}

/// One of these is enough; each needs all that it names.
fn security(policy: &Policy) -> Vec<SecurityRequirement> {
    let none = Vec::<String>::new;
    let site = match policy.app_key {
        AppKey::Required => SecurityRequirement::new(APP_KEY, none()),
        AppKey::NotNeeded => SecurityRequirement::default(),
    };
    let known = site.clone().add(SESSION, none());
    match policy.caller {
        Caller::Anyone => vec![site],
        Caller::Optional => vec![site, known],
        Caller::Terminal => vec![site.add(TERMINAL, none())],
        Caller::Staff(_) => vec![site.add(STAFF, none())],
        _ => vec![known],
    }
}

fn headers(policy: &Policy) -> Vec<RefOr<Parameter>> {
    if policy.host == HostKind::Console {
        return vec![header("Accept-Language", "Language of error messages.")];
    }
    let mut headers = vec![
        header(
            "Accept-Language",
            "One of the site's languages. Default: the first one.",
        ),
        header(
            "Device-Id",
            "Device ID, as registered with `POST /devices`; 1 to 64 visible characters.",
        ),
    ];
    let captcha = match policy.captcha {
        Captcha::Never => None,
        Captcha::Always => Some("Solution of a challenge from `GET /captcha/challenge`, unless that is null."),
        Captcha::WithoutToken => {
            Some("Solution of a challenge from `GET /captcha/challenge`; not needed with a token.")
        }
        Captcha::AfterFive => {
            Some("A solution of the challenge of `GET /captcha/challenge`; needed after five calls a minute.")
        }
        Captcha::AfterFailures | Captcha::AfterWrongCodes => {
            Some("Solution of a challenge from `GET /captcha/challenge`; needed after failures.")
        }
    };
    headers.extend(captcha.map(|description| header("Captcha-Token", description)));
    if policy.takes_idempotency_key {
        headers.push(header(
            "Idempotency-Key",
            "1 to 128 visible ASCII characters. A repeated request has no further effect.",
        ));
    }
    headers
}

fn header(name: &str, description: &str) -> RefOr<Parameter> {
    let parameter = ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)));
    RefOr::T(parameter.build())
}

/// Errors returned by the gate and the request extractors.
fn refused(policy: &Policy, operation: &Operation) -> Vec<Failures> {
    let mut refused = vec![MALFORMED, NOT_FOUND, TOO_MANY, INTERNAL, UNAVAILABLE];
    if policy.caller > Caller::Anyone {
        refused.push(UNAUTHORIZED);
    }
    match (policy.caller, policy.app_key) {
        (Caller::Staff(_), _) if policy.open_before_setup => refused.push(NOT_ALLOWED),
        (Caller::Staff(_), _) => refused.push(NOT_SET_UP),
        (Caller::Terminal, _) | (Caller::Anyone | Caller::Optional | Caller::Customer, AppKey::NotNeeded) => {}
        (Caller::Anyone | Caller::Optional | Caller::Customer, AppKey::Required) => refused.push(FOREIGN),
        (Caller::Confirmed, _) => refused.push(UNCONFIRMED),
        _ if policy.asks_for_password || policy.asks_for_password_for_table || policy.may_ask_for_password => {
            refused.push(LOCKED);
        }
        _ => refused.push(NOT_STAFF),
    }
    if operation.request_body.is_some() {
        refused.extend([TOO_LARGE, UNSUPPORTED]);
    }
    if policy.takes_idempotency_key {
        refused.extend([CONFLICT, REUSED]);
    } else if operation.request_body.is_some() || policy.captcha != Captcha::Never {
        refused.push(INVALID);
    }
    refused
}

/// Adds what calls refer to.
pub(super) fn components(components: &mut Components) {
    let key = ApiKeyValue::with_description(
        "App-Key",
        "App key of the site, from its shell or `GET /accounts/site-key`; also `app_key`.",
    );
    components.add_security_scheme(APP_KEY, SecurityScheme::ApiKey(ApiKey::Header(key)));
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT");
    components.add_security_scheme(SESSION, SecurityScheme::Http(bearer.build()));
    let mut key = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    key.description = Some("Terminal key from `POST /terminal/pair`.".to_owned());
    components.add_security_scheme(TERMINAL, SecurityScheme::Http(key));
    let mut staff = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .build();
    staff.description =
        Some("Access token of staff from `POST /provider/login`; valid only at the console.".to_owned());
    components.add_security_scheme(STAFF, SecurityScheme::Http(staff));
    for failures in &ALL {
        let codes: Vec<_> = failures.codes.iter().map(|code| format!("`{}`", code.text())).collect();
        let status = failures.status();
        let waits = status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::SERVICE_UNAVAILABLE;
        add(components, failures.name, &codes.join(", "), waits);
    }
    add(
        components,
        OTHER,
        "Errors specific to this request; see `ErrorCode`.",
        false,
    );
}

fn add(components: &mut Components, name: &str, description: &str, waits: bool) {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Failure")));
    let mut response: Response = ResponseBuilder::new()
        .description(description)
        .content("application/json", content.build())
        .build();
    for name in ["X-Request-Id", "Content-Language"] {
        response.headers.insert(name.to_owned(), text_header());
    }
    if waits {
        let seconds = HeaderBuilder::new()
            .schema(Some(ObjectBuilder::new().schema_type(Type::Integer)))
            .description(Some("Seconds."));
        response
            .headers
            .insert("Retry-After".to_owned(), RefOr::T(seconds.build()));
    }
    components.responses.insert(name.to_owned(), RefOr::T(response));
}

fn text_header() -> RefOr<Header> {
    let header = HeaderBuilder::new().schema(Some(ObjectBuilder::new().schema_type(Type::String)));
    RefOr::T(header.build())
}
