//! Every error code of the API, in one place. The client's types list them from here.

use std::borrow::Cow;

use axum::http::StatusCode;
use platform::http::{ApiError, Code};

macro_rules! error_codes {
    ($($name:ident = $text:literal, $status:ident;)*) => {
        /// Stable names of failures, for programs. The HTTP status belongs to the code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ErrorCode {
            $($name,)*
        }

        impl ErrorCode {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            pub const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status,)* }
            }
        }
    };
}

error_codes! {
    Malformed = "malformed", BAD_REQUEST;
    InvalidToken = "invalid_token", UNAUTHORIZED;
    WrongCredentials = "wrong_credentials", UNAUTHORIZED;
    WrongAppKey = "wrong_app_key", FORBIDDEN;
    EmailUnconfirmed = "email_unconfirmed", FORBIDDEN;
    NotAdmin = "not_admin", FORBIDDEN;
    FeatureDisabled = "feature_disabled", FORBIDDEN;
    WrongPassword = "wrong_password", FORBIDDEN;
    UnknownSite = "unknown_site", NOT_FOUND;
    NotFound = "not_found", NOT_FOUND;
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED;
    InProgress = "in_progress", CONFLICT;
    PaymentPending = "payment_pending", CONFLICT;
    PriceChanged = "price_changed", CONFLICT;
    TokenUsed = "token_used", CONFLICT;
    AlreadyClaimed = "already_claimed", CONFLICT;
    SoldOut = "sold_out", CONFLICT;
    StaleRevision = "stale_revision", CONFLICT;
    Taken = "taken", CONFLICT;
    LastOwner = "last_owner", CONFLICT;
    TooLarge = "too_large", PAYLOAD_TOO_LARGE;
    InvalidFields = "invalid_fields", UNPROCESSABLE_ENTITY;
    KeyReused = "key_reused", UNPROCESSABLE_ENTITY;
    CardRequired = "card_required", UNPROCESSABLE_ENTITY;
    AddressRequired = "address_required", UNPROCESSABLE_ENTITY;
    VehicleRequired = "vehicle_required", UNPROCESSABLE_ENTITY;
    TermsRequired = "terms_required", UNPROCESSABLE_ENTITY;
    InvalidCode = "invalid_code", UNPROCESSABLE_ENTITY;
    Expired = "expired", UNPROCESSABLE_ENTITY;
    NotForThisLocation = "not_for_this_location", UNPROCESSABLE_ENTITY;
    TooManyRequests = "too_many_requests", TOO_MANY_REQUESTS;
    RateLimited = "rate_limited", TOO_MANY_REQUESTS;
    Internal = "internal", INTERNAL_SERVER_ERROR;
    SiteSuspended = "site_suspended", SERVICE_UNAVAILABLE;
    SiteUnavailable = "site_unavailable", SERVICE_UNAVAILABLE;
    Busy = "busy", SERVICE_UNAVAILABLE;
    StorageFull = "storage_full", SERVICE_UNAVAILABLE;
    ProcessorUnavailable = "processor_unavailable", SERVICE_UNAVAILABLE;
}

impl utoipa::PartialSchema for ErrorCode {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::String)
            .enum_values(Some(Self::ALL.iter().map(|code| code.text())))
            .description(Some("Stable names of failures, for programs."))
            .into()
    }
}

impl utoipa::ToSchema for ErrorCode {}

impl ErrorCode {
    /// The failure with this code and a message for a person.
    pub fn because(self, message: impl Into<Cow<'static, str>>) -> ApiError {
        let error = ApiError::new(self.status(), Code(self.text()), message);
        if self.status() == StatusCode::SERVICE_UNAVAILABLE {
            error.retry_after(30)
        } else {
            error
        }
    }
}

/// The texts that the specification gives for looking a site up (000, section 8).
pub mod text {
    pub const UNKNOWN_SITE: &str =
        "We couldn't find the site for the specified subdomain. Please check the subdomain and try again.";
    pub const SITE_FAILED: &str = "An unexpected error occurred while loading the site. Please try again later.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_platform_uses_only_listed_codes() {
        for error in [
            ApiError::malformed(""),
            ApiError::not_found(),
            ApiError::too_large(),
            ApiError::too_often(1),
            ApiError::busy(),
            ApiError::site_unavailable(),
            ApiError::internal(&"test"),
        ] {
            let listed = ErrorCode::ALL
                .iter()
                .find(|code| code.text() == error.code().0)
                .unwrap_or_else(|| panic!("{} is not listed", error.code().0));
            assert_eq!(listed.status(), error.status());
        }
    }
}
