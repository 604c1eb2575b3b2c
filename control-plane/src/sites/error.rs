//! Client errors for failures to create or change a site.

use platform::http::ApiError;
use platform::ids::InvalidSubdomain;
use tenant_runtime::error::{ErrorCode, Fault};
use tenant_runtime::fields::invalid_field;
use tenant_runtime::provision::{ManifestError, ProvisionError};

use super::owners::OwnersError;
use super::rules::{DomainProblem, SubdomainProblem};
use super::shop::ShopError;
use super::{BasicsError, ChangeError, CreateSiteError, OpenSiteError, ReleaseError};

const TAKEN: &str = "This subdomain is already taken.";
const QUARANTINED: &str = "Another site released this subdomain recently. It isn't available yet.";
const RESERVED: &str = "This subdomain is reserved.";
const LENGTH: &str = "Enter 3 to 63 characters.";
const CHARACTERS: &str = "Use letters a to z, digits and hyphens. Start with a letter, and don't end with a hyphen.";

impl From<SubdomainProblem> for ApiError {
    fn from(problem: SubdomainProblem) -> Self {
        let message = match problem {
            SubdomainProblem::Taken => TAKEN,
            SubdomainProblem::Quarantined(_) => QUARANTINED,
        };
        ErrorCode::Taken.because(message).field("subdomain", message)
    }
}

/// 422: not a valid subdomain.
pub(super) fn invalid_subdomain(problem: InvalidSubdomain) -> ApiError {
    let message = match problem {
        InvalidSubdomain::Length => LENGTH,
        InvalidSubdomain::Characters => CHARACTERS,
        InvalidSubdomain::Reserved => RESERVED,
    };
    invalid_field("subdomain", message)
}

/// 422: the confirmation doesn't match the subdomain.
pub(super) fn not_confirmed() -> ApiError {
    invalid_field("subdomain", "Enter the site's subdomain.")
}

impl From<ChangeError> for ApiError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Gone => Self::not_found(),
            ChangeError::BeingDeleted => {
                ErrorCode::InProgress.because("This site is being deleted. Undo the deletion first.")
            }
            ChangeError::NotBeingDeleted => ErrorCode::Revoked.because("This site isn't being deleted."),
            ChangeError::TooLate => {
                ErrorCode::Revoked.because("This site is being removed. It's too late to undo the deletion.")
            }
            ChangeError::NotConfirmed(_) => not_confirmed(),
            ChangeError::Subdomain(_, problem) => problem.into(),
            ChangeError::Domain(problem) => invalid_field(
                "domain",
                match problem {
                    DomainProblem::Malformed => "Enter a host name, such as www.example.com.",
                    DomainProblem::OwnBase => "This host name belongs to Suds. Rename the site instead.",
                },
            ),
            ChangeError::DomainTaken(_) => {
                let message = "Another site already uses this host name.";
                ErrorCode::Taken.because(message).field("domain", message)
            }
            ChangeError::NoClaim => ErrorCode::Revoked.because("No custom domain is waiting for proof."),
            ChangeError::NoSuchBuild(_) => invalid_field("build", "Unknown build."),
            ChangeError::Database(error) => error.into(),
        }
    }
}

impl From<ReleaseError> for ApiError {
    fn from(error: ReleaseError) -> Self {
        match error {
            ReleaseError::Gone => Self::not_found(),
            ReleaseError::NotHeld => ErrorCode::Revoked.because("This site isn't held. Nothing was changed."),
            ReleaseError::BeingDeleted => {
                ErrorCode::InProgress.because("This site is being deleted. Undo the deletion first.")
            }
            ReleaseError::Unacknowledged(_) => ErrorCode::StaleRevision.because(
                "There are new differences. Review the list and acknowledge each of them, then release the site.",
            ),
            ReleaseError::Client(error) => Self::internal(error),
            ReleaseError::Directory(error) => error.into(),
            ReleaseError::Unavailable(error) => error.into(),
            ReleaseError::File(fault) => fault.into(),
            ReleaseError::Database(error) => error.into(),
        }
    }
}

/// Client error for an invalid manifest, without server paths.
fn bad_manifest(error: &ManifestError, field: &str) -> ApiError {
    let told = match error {
        ManifestError::Unreadable { source, .. } => source.to_string(),
        ManifestError::Invalid { place, message, .. } => format!("{place}: {message}"),
    };
    let message = format!("We couldn't create a site from this: {told}");
    ErrorCode::InvalidFields.because(message.clone()).field(field, message)
}

impl From<CreateSiteError> for ApiError {
    fn from(error: CreateSiteError) -> Self {
        not_made(error, "template")
    }
}

/// Client error for a failed creation; `field` is the request field with the template.
pub(super) fn not_made(error: CreateSiteError, field: &'static str) -> ApiError {
    match error {
        CreateSiteError::NoAccount(_) | CreateSiteError::NoEnvironment(_) => ApiError::not_found(),
        CreateSiteError::Subdomain(_, problem) => problem.into(),
        CreateSiteError::StubInProduction(_) => invalid_field(
            field,
            "This site uses the test processor, which isn't allowed in a production environment.",
        ),
        CreateSiteError::ProductionEndpoints(_) => invalid_field(
            field,
            "This site uses production payment endpoints, which are only allowed in a production environment.",
        ),
        CreateSiteError::Hazard(_) => ErrorCode::FeatureDisabled
            .because("You can't create a site in a production environment while the server runs with test settings."),
        CreateSiteError::Basics(error) => match error {
            BasicsError::Country => invalid_field("country", "Unknown country."),
            BasicsError::TimeZone => invalid_field("timeZone", "Unknown time zone."),
            BasicsError::Currency => invalid_field("currency", "Unknown currency."),
        },
        CreateSiteError::Manifest(error) | CreateSiteError::Provision(ProvisionError::Manifest(error)) => {
            bad_manifest(&error, field)
        }
        CreateSiteError::Provision(ProvisionError::Db(error)) | CreateSiteError::Fill(error) => {
            Fault::from(error).into()
        }
        CreateSiteError::Owner(error) => error.into(),
        CreateSiteError::Database(error) => error.into(),
        CreateSiteError::Schema(error) => ApiError::internal(error),
        CreateSiteError::Config(error) => ApiError::internal(error),
        CreateSiteError::File(error) => ApiError::internal(error),
        CreateSiteError::Storage(error) => ApiError::internal(error),
    }
}

impl From<ShopError> for ApiError {
    fn from(error: ShopError) -> Self {
        match error {
            ShopError::Gone | ShopError::Open(OpenSiteError::Gone) => Self::not_found(),
            ShopError::Text => invalid_field("closedText", "Enter fewer characters."),
            ShopError::Open(OpenSiteError::Directory(error)) | ShopError::Directory(error) => Self::internal(error),
            ShopError::Open(OpenSiteError::Unavailable(error)) => Fault::from(error).into(),
            ShopError::File(error) => Fault::from(error).into(),
            ShopError::Data(error) => error.into(),
            ShopError::Database(error) => error.into(),
        }
    }
}

impl From<OwnersError> for ApiError {
    fn from(error: OwnersError) -> Self {
        match error {
            OwnersError::Gone | OwnersError::NoSecondFactor(_) | OwnersError::Open(OpenSiteError::Gone) => {
                Self::not_found()
            }
            OwnersError::Open(OpenSiteError::Directory(error)) => Self::internal(error),
            OwnersError::Open(OpenSiteError::Unavailable(error)) => Fault::from(error).into(),
            OwnersError::File(error) => Fault::from(error).into(),
            OwnersError::Owner(error) => error.into(),
            OwnersError::Database(error) => error.into(),
        }
    }
}
