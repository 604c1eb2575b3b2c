//! All error codes of the API. The client's types are generated from them. Also the errors below the domains.

mod fault;

pub use fault::Fault;

use axum::http::StatusCode;
use platform::http::{ApiError, Code, Text};

/// Meaning of an error code for the request behind an idempotency key, such as an order or a sign-up. Clients use it to
/// renew the key, keep it or retry, so that nothing is paid for or created twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The request was rejected: nothing was done and nothing will be. The key is used up.
    Refused,
    /// Rejected before the key was checked: results of an earlier request with it are unchanged.
    TurnedAway,
    /// It may have been done. A client finds out by repeating the request with the key.
    InDoubt,
}

macro_rules! error_codes {
    ($($name:ident = $text:literal, $status:ident, $verdict:ident;)*) => {
        /// Stable error codes, for programs. Each has one HTTP status.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ErrorCode {
            $($name,)*
        }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            pub const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status,)* }
            }

            pub const fn verdict(self) -> Verdict {
                match self { $(Self::$name => Verdict::$verdict,)* }
            }
        }
    };
}

error_codes! {
    Malformed = "malformed", BAD_REQUEST, TurnedAway;
    InvalidToken = "invalid_token", UNAUTHORIZED, TurnedAway;
    WrongCredentials = "wrong_credentials", UNAUTHORIZED, TurnedAway;
    SecondFactorRequired = "second_factor_required", UNAUTHORIZED, TurnedAway;
    WrongSecondFactor = "wrong_second_factor", UNAUTHORIZED, TurnedAway;
    WrongAppKey = "wrong_app_key", FORBIDDEN, TurnedAway;
    SiteNotOpen = "site_not_open", FORBIDDEN, TurnedAway;
    EmailUnconfirmed = "email_unconfirmed", FORBIDDEN, TurnedAway;
    NotAdmin = "not_admin", FORBIDDEN, TurnedAway;
    SecondFactorNeeded = "second_factor_needed", FORBIDDEN, TurnedAway;
    AccountBlocked = "account_blocked", FORBIDDEN, TurnedAway;
    FeatureDisabled = "feature_disabled", FORBIDDEN, TurnedAway;
    WrongPassword = "wrong_password", FORBIDDEN, TurnedAway;
    ReadOnly = "read_only", FORBIDDEN, TurnedAway;
    PasswordRequired = "password_required", FORBIDDEN, TurnedAway;
    PasswordChangeRequired = "password_change_required", FORBIDDEN, TurnedAway;
    UnknownSite = "unknown_site", NOT_FOUND, TurnedAway;
    NotFound = "not_found", NOT_FOUND, TurnedAway;
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED, TurnedAway;
    UnsupportedMediaType = "unsupported_media_type", UNSUPPORTED_MEDIA_TYPE, TurnedAway;
    InProgress = "in_progress", CONFLICT, InDoubt;
    PaymentPending = "payment_pending", CONFLICT, Refused;
    PriceChanged = "price_changed", CONFLICT, Refused;
    TokenUsed = "token_used", CONFLICT, TurnedAway;
    AlreadyClaimed = "already_claimed", CONFLICT, TurnedAway;
    SoldOut = "sold_out", CONFLICT, Refused;
    StaleRevision = "stale_revision", CONFLICT, TurnedAway;
    Taken = "taken", CONFLICT, Refused;
    ReservedElsewhere = "reserved_elsewhere", CONFLICT, TurnedAway;
    RedemptionOver = "redemption_over", CONFLICT, TurnedAway;
    Revoked = "revoked", CONFLICT, TurnedAway;
    ClubSuspended = "club_suspended", CONFLICT, TurnedAway;
    LimitReached = "limit_reached", CONFLICT, TurnedAway;
    SeveralMembers = "several_members", CONFLICT, TurnedAway;
    PaymentOver = "payment_over", CONFLICT, TurnedAway;
    InsufficientBalance = "insufficient_balance", CONFLICT, TurnedAway;
    ProductInUse = "product_in_use", CONFLICT, TurnedAway;
    LastOwner = "last_owner", CONFLICT, TurnedAway;
    NotNewer = "not_newer", CONFLICT, TurnedAway;
    RolloutUnderWay = "rollout_under_way", CONFLICT, TurnedAway;
    RolloutOver = "rollout_over", CONFLICT, TurnedAway;
    TooLarge = "too_large", PAYLOAD_TOO_LARGE, TurnedAway;
    InvalidFields = "invalid_fields", UNPROCESSABLE_ENTITY, TurnedAway;
    KeyReused = "key_reused", UNPROCESSABLE_ENTITY, Refused;
    CardRequired = "card_required", UNPROCESSABLE_ENTITY, Refused;
    AddressRequired = "address_required", UNPROCESSABLE_ENTITY, Refused;
    VehicleRequired = "vehicle_required", UNPROCESSABLE_ENTITY, Refused;
    TermsRequired = "terms_required", UNPROCESSABLE_ENTITY, Refused;
    InvalidCode = "invalid_code", UNPROCESSABLE_ENTITY, TurnedAway;
    MistypedCode = "mistyped_code", UNPROCESSABLE_ENTITY, TurnedAway;
    Expired = "expired", UNPROCESSABLE_ENTITY, TurnedAway;
    NotForThisLocation = "not_for_this_location", UNPROCESSABLE_ENTITY, Refused;
    TooManyRequests = "too_many_requests", TOO_MANY_REQUESTS, TurnedAway;
    RateLimited = "rate_limited", TOO_MANY_REQUESTS, TurnedAway;
    Internal = "internal", INTERNAL_SERVER_ERROR, InDoubt;
    SiteSuspended = "site_suspended", SERVICE_UNAVAILABLE, TurnedAway;
    SiteHeld = "site_held", SERVICE_UNAVAILABLE, TurnedAway;
    SiteUnavailable = "site_unavailable", SERVICE_UNAVAILABLE, InDoubt;
    Busy = "busy", SERVICE_UNAVAILABLE, InDoubt;
    StorageFull = "storage_full", SERVICE_UNAVAILABLE, InDoubt;
    ProcessorUnavailable = "processor_unavailable", SERVICE_UNAVAILABLE, Refused;
}

impl utoipa::PartialSchema for ErrorCode {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::String)
            .enum_values(Some(Self::ALL.iter().map(|code| code.text())))
            .description(Some("Stable error codes, for programs."))
            .into()
    }
}

impl utoipa::ToSchema for ErrorCode {}

/// Codes with the same meaning for a request's key, as a schema from which clients are generated.
fn codes_that_say(verdict: Verdict, description: &str) -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
    let codes = ErrorCode::ALL.iter().filter(|code| code.verdict() == verdict);
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::Type::String)
        .enum_values(Some(codes.map(|code| code.text())))
        .description(Some(description))
        .into()
}

/// The codes of [`Verdict::Refused`].
pub struct RequestRefused;

impl utoipa::PartialSchema for RequestRefused {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        codes_that_say(
            Verdict::Refused,
            "Codes of rejected requests: nothing was done and nothing will be, and the `Idempotency-Key` is used up. Use a new \
             key for the next attempt.",
        )
    }
}

impl utoipa::ToSchema for RequestRefused {}

/// The codes of [`Verdict::TurnedAway`].
pub struct RequestTurnedAway;

impl utoipa::PartialSchema for RequestTurnedAway {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        codes_that_say(
            Verdict::TurnedAway,
            "Codes of requests rejected before their `Idempotency-Key` was checked. They say nothing about an earlier request \
             with that key. After any other code, and after a lost response, the outcome is unknown.",
        )
    }
}

impl utoipa::ToSchema for RequestTurnedAway {}

impl ErrorCode {
    /// The error with this code and a message for users.
    pub fn because(self, message: impl Into<Text>) -> ApiError {
        let error = ApiError::new(self.status(), Code(self.text()), message);
        if self.status() == StatusCode::SERVICE_UNAVAILABLE {
            error.retry_after(30)
        } else {
            error
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platform_uses_only_listed_codes() {
        for error in [
            ApiError::malformed(""),
            ApiError::not_found(),
            ApiError::too_large(),
            ApiError::too_often(1),
            ApiError::unsupported_media_type(),
            ApiError::busy(),
            ApiError::site_unavailable(),
            ApiError::internal("test"),
        ] {
            let listed = ErrorCode::ALL
                .iter()
                .find(|code| code.text() == error.code().0)
                .unwrap_or_else(|| panic!("{} is not listed", error.code().0));
            assert_eq!(listed.status(), error.status());
        }
    }
}
