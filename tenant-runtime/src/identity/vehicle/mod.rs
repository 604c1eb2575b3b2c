//! A customer's vehicle: entered once, completely. Only staff can change it, because club prices depend on it.

mod store;

use platform::db::TenantWrite;
use platform::http::{Answer, ApiError, Envelope, Json};
use platform::text::{is_invisible, visible};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;
use utoipa::ToSchema;

pub use store::vehicle as load;

use super::rules::text;
use super::{IdentityError, same_person};
use crate::fields::{self, Checked, FieldErrors, Notes};
use crate::http::Person;
use crate::site;
use crate::site::state_codes_of;
use crate::tenant::{Tenant, TenantContext};

/// Vehicle. All fields are empty before it is entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Vehicle {
    pub make: String,
    pub model: String,
    /// Four digits.
    pub year: String,
    /// License plate: uppercase letters and digits.
    pub license: String,
    pub color: String,
    /// Code of the plate's state or province.
    pub state: String,
}

/// License plate. The same letters and digits belong to other cars in other states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plate {
    /// Uppercase letters and digits.
    pub license: String,
    /// State or province; blank if plates of the country have none.
    pub state: String,
}

/// Get the caller's vehicle
#[utoipa::path(get, path = "/users/vehicle", tag = "identity", responses((status = 200, body = Envelope<Vehicle>)))]
pub(super) async fn get_vehicle(tenant: Tenant, person: Person) -> Result<Answer<Vehicle>, ApiError> {
    let mut db = tenant.read().await?;
    Ok(Answer(store::vehicle(&mut db, person.id).await?.unwrap_or_default()))
}

/// Set the caller's vehicle
///
/// It can't be changed later.
#[utoipa::path(post, path = "/users/vehicle", tag = "identity", request_body = Vehicle, responses((status = 200, body = Envelope<Vehicle>)))]
pub(super) async fn set_vehicle(
    tenant: Tenant,
    person: Person,
    Json(entered): Json<Vehicle>,
) -> Result<Answer<Vehicle>, ApiError> {
    Ok(Answer(enter(&tenant, person.id, &entered).await?))
}

/// Saves the vehicle of a customer without one.
///
/// # Errors
/// [`IdentityError::Fields`], or [`IdentityError::OtherVehicle`] if there is another one.
pub async fn enter(tenant: &Tenant, customer_id: i64, entered: &Vehicle) -> Result<Vehicle, IdentityError> {
    let vehicle = checked(tenant, entered).await?;
    let mut db = tenant.write().await?;
    match store::vehicle(&mut db, customer_id).await? {
        // The response to the first attempt may have been lost.
        Some(known) if known == vehicle => return Ok(known),
        Some(_) => return Err(IdentityError::OtherVehicle),
        None => put_vehicle(&mut db, tenant, customer_id, &vehicle).await?,
    }
    db.commit().await?;
    Ok(vehicle)
}

/// Sets or replaces a customer's vehicle.
pub(super) async fn put_vehicle(
    db: &mut TenantWrite,
    tenant: &TenantContext,
    customer_id: i64,
    vehicle: &Vehicle,
) -> Result<(), sqlx::Error> {
    store::put_vehicle(db, customer_id, vehicle, tenant.now().as_millisecond()).await?;
    same_person::keep_plate(db, tenant, customer_id, (&vehicle.license, &vehicle.state)).await
}

/// `entered` in its stored form.
///
/// # Errors
/// [`IdentityError::Fields`].
pub(super) async fn checked(tenant: &Tenant, entered: &Vehicle) -> Result<Vehicle, IdentityError> {
    let config = site::saved_config(tenant).await?;
    Ok(check(entered, &state_codes_of(&config.config.country))?)
}

fn check(entered: &Vehicle, states: &[&str]) -> Result<Vehicle, FieldErrors> {
    let mut notes = Notes::default();
    let vehicle = Vehicle {
        make: notes.take("make", words(&entered.make)),
        model: notes.take("model", words(&entered.model)),
        year: notes.take("year", year(&entered.year)),
        license: notes.take("license", license(&entered.license)),
        color: notes.take("color", words(&entered.color)),
        state: notes.take("state", state(&entered.state, states)),
    };
    notes.into_result(vehicle)
}

fn words(entered: &str) -> Checked<String> {
    if entered.trim().contains(char::is_control) {
        return Err(text::REQUIRED);
    }
    fields::text::required(entered, 20)
}

fn year(entered: &str) -> Checked<String> {
    let visible = visible(entered);
    let year = visible.trim();
    if year.is_empty() {
        Err(text::REQUIRED)
    } else if year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(year.to_owned())
    } else {
        Err("Enter 4 digits.")
    }
}

/// A license plate as stored: in upper case, without special characters.
///
/// # Errors
/// Message for the field.
pub fn license(entered: &str) -> Checked<String> {
    let plate: String = entered
        .nfc()
        .filter(|c| c.is_alphanumeric() && !is_invisible(*c))
        .flat_map(char::to_uppercase)
        .collect();
    if !plate.contains(|c: char| c.is_ascii_alphanumeric()) {
        Err(text::REQUIRED)
    } else if plate.chars().count() > 10 {
        Err(text::TOO_LONG)
    } else {
        Ok(plate)
    }
}

/// One of the country's states, or none where its plates have none. Any short text if the country has no list.
fn state(entered: &str, states: &[&str]) -> Checked<String> {
    let code = entered.trim();
    if code.is_empty() && !states.is_empty() && !states.contains(&code) {
        Err(text::REQUIRED)
    } else if states.contains(&code) || (states.is_empty() && code.len() <= 20 && !code.contains(char::is_control)) {
        Ok(code.to_owned())
    } else {
        Err("Choose a state.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vehicle() -> Vehicle {
        let [make, model, year, license, color, state] =
            ["Volvo", "240", "1988", "ab-12 3c", "Blue", "AZ"].map(str::to_owned);
        Vehicle {
            make,
            model,
            year,
            license,
            color,
            state,
        }
    }

    #[test]
    fn plates_are_cleaned() {
        assert_eq!(check(&vehicle(), &["AZ"]).unwrap().license, "AB123C");
        for (entered, kept) in [
            ("ABC 1234", Ok("ABC1234")),
            ("<b>", Ok("B")),
            ("--", Err(text::REQUIRED)),
            ("ABCDEFGHIJK", Err(text::TOO_LONG)),
        ] {
            assert_eq!(license(entered), kept.map(str::to_owned));
        }
    }

    #[test]
    fn every_field_is_required() {
        let errors = check(&Vehicle::default(), &["AZ"]).unwrap_err();
        assert_eq!(errors.len(), 6);
        assert!(errors.values().all(|message| *message == text::REQUIRED));
    }

    #[test]
    fn british_plate_has_no_state() {
        let british = Vehicle {
            state: String::new(),
            ..vehicle()
        };
        assert!(check(&british, &state_codes_of("GB")).is_ok());
        assert!(check(&british, &state_codes_of("DE")).is_ok());
        for country in ["US", "CA"] {
            let errors = check(&british, &state_codes_of(country)).unwrap_err();
            assert_eq!(errors["state"], text::REQUIRED);
        }
    }

    #[test]
    fn limits_are_enforced() {
        let wrong = Vehicle {
            make: "x".repeat(21),
            year: "88".into(),
            state: "ZZ".into(),
            ..vehicle()
        };
        let errors = check(&wrong, &["AZ"]).unwrap_err();
        assert_eq!(errors.keys().collect::<Vec<_>>(), ["make", "state", "year"]);
        assert!(
            check(
                &Vehicle {
                    state: "Leeds".into(),
                    ..vehicle()
                },
                &[]
            )
            .is_ok()
        );
    }
}
