//! People of the demo: an owner and a customer with a card on file for each site.

use std::path::Path;

use platform::ids::Subdomain;
use secrecy::SecretString;
use serde_json::Value;
use tenant_runtime::http::Role;
use tenant_runtime::identity::{NewPerson, Vehicle, enroll, enter_vehicle};
use tenant_runtime::site::states_of;
use tenant_runtime::tenant::Tenant;

use super::browser::{Browser, LogIn};
use super::credentials::{self, Proof};
use super::{ACTOR, DemoError, card, marks, tenant_of};
use crate::serve::Server;

/// Creates a site's users, unless an earlier start did.
pub(super) async fn ensure(server: &Server, folder: &Path, subdomain: &Subdomain) -> Result<(), DemoError> {
    let dir = server.plane.dir();
    let mark = format!("people of {subdomain}");
    if marks::has(dir, &mark)? {
        return Ok(());
    }
    let failed = |problem: String| DemoError::People {
        site: subdomain.clone(),
        problem,
    };
    let tenant = tenant_of(server, subdomain).await?;
    let home = home_of(folder);
    for role in [Role::Owner, Role::Customer] {
        let log_in = log_in(server, &tenant, role)?;
        let id = enroll(&tenant, person(role, &log_in, &home), ACTOR)
            .await
            .map_err(|error| failed(error.to_string()))?;
        if role == Role::Customer {
            enter_vehicle(&tenant, id, &vehicle(&home))
                .await
                .map_err(|error| failed(error.to_string()))?;
            let card = put_card_on_file(server, &tenant, &log_in).await;
            card.map_err(|error| failed(format!("can't save the card: {error:#}")))?;
        }
    }
    marks::set(dir, &mark)
}

async fn put_card_on_file(server: &Server, tenant: &Tenant, log_in: &LogIn) -> anyhow::Result<()> {
    let Some(stub) = &server.paystub_url else { return Ok(()) };
    let browser = Browser::of(server, tenant, log_in).await?;
    card::put_on_file(&browser, tenant, stub).await
}

/// Login of the person with this role.
///
/// # Errors
/// The file of the logins can't be read or written.
pub(super) fn log_in(server: &Server, tenant: &Tenant, role: Role) -> Result<LogIn, DemoError> {
    let (site, role) = (&tenant.site.subdomain, role.into_str());
    let proof = credentials::of(server.plane.dir(), tenant, role, || Proof::Person {
        email: format!("{role}@{site}.example"),
        password: format!("Sudsy-Foam-{}", server.plane.random.digits(8)),
    })?;
    match proof {
        Proof::Person { email, password } => Ok(LogIn { email, password }),
        Proof::Terminal { .. } => Err(DemoError::People {
            site: site.clone(),
            problem: format!("the login of the {role} belongs to a terminal"),
        }),
    }
}

/// Home address and language of a demo's people, at their merchant's first location.
struct Home {
    zip: String,
    phone: String,
    state: String,
    french: bool,
}

fn home_of(folder: &Path) -> Home {
    let manifest: Value = std::fs::read(folder.join("site.json"))
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
        .unwrap_or_default();
    let text = |field: &str| manifest["locations"][0][field].as_str().unwrap_or_default().to_owned();
    let config = &manifest["siteConfig"];
    let language = config["languages"][0].as_str().or(config["locale"].as_str());
    // The location's own codes, unless it has counties instead.
    let codes: Vec<&str> = states_of(config["country"].as_str().unwrap_or_default())
        .iter()
        .map(|state| state.code)
        .collect();
    let own = codes.iter().find(|code| **code == text("state")).or(codes.first());
    Home {
        zip: text("zip"),
        phone: text("phone").chars().filter(char::is_ascii_digit).collect(),
        state: own.map_or_else(|| text("state"), |code| (*code).to_owned()),
        french: language.is_some_and(|tag| tag.starts_with("fr")),
    }
}

fn vehicle(home: &Home) -> Vehicle {
    let color = if home.french { "Bleue" } else { "Blue" };
    let [make, model, year, license, color] = ["Honda", "Civic", "2022", "SUDS7", color].map(str::to_owned);
    Vehicle {
        make,
        model,
        year,
        license,
        color,
        state: home.state.clone(),
    }
}

fn person<'a>(role: Role, log_in: &'a LogIn, home: &'a Home) -> NewPerson<'a> {
    let (first_name, last_name) = match (role, home.french) {
        (Role::Owner, false) => ("Olive", "Owens"),
        (Role::Owner, true) => ("Odile", "Ouellet"),
        (_, false) => ("Casey", "Carter"),
        (_, true) => ("Camille", "Caron"),
    };
    NewPerson {
        first_name,
        last_name,
        email: &log_in.email,
        birthday_month: 6,
        birthday_day: 15,
        zip_postal_code: &home.zip,
        cell_phone_number: &home.phone,
        password: SecretString::from(log_in.password.as_str()),
        role,
    }
}
