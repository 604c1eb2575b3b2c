//! The people of the demo: at each site an owner, and a customer with a card on file. Testers of the demo find their
//! log-ins in `demo-credentials.json`.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

use platform::ids::Subdomain;
use platform::random::SharedRandom;
use platform::tenancy::Lookup;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tempfile::NamedTempFile;
use tenant_runtime::http::Role;
use tenant_runtime::identity::{NewPerson, Vehicle, enroll, enter_vehicle};
use tenant_runtime::site::states_of;
use tenant_runtime::tenant::Tenant;

use super::{ACTOR, DemoError, ENVIRONMENT, card};
use crate::data_dir::{DataDir, sync_folder};
use crate::serve::Server;

/// One row of `demo-credentials.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Credential {
    site: String,
    role: String,
    email: String,
    password: String,
    environment: String,
    url: String,
}

/// Makes the people of one site unless an earlier start has. Their log-ins are written first, so that a start that is cut
/// off in between goes on with the same ones.
pub(super) async fn ensure(server: &Server, folder: &Path, subdomain: &Subdomain) -> Result<(), DemoError> {
    let dir = server.plane.dir();
    if done(dir)?.contains(subdomain.as_str()) {
        return Ok(());
    }
    let failed = |problem: String| DemoError::People {
        site: subdomain.clone(),
        problem,
    };
    let entry = server.runtime.directory.find(Lookup::Label(subdomain.clone())).await;
    let entry = entry
        .map_err(|error| failed(error.to_string()))?
        .ok_or_else(|| failed("the site is gone".to_owned()))?;
    let tenant = Tenant::open(&server.runtime, entry)
        .await
        .map_err(|error| failed(error.to_string()))?;

    let mut credentials = read(dir)?;
    let mut chosen = Vec::new();
    for role in [Role::Owner, Role::Customer] {
        let known = credentials
            .iter()
            .find(|one| one.site == subdomain.as_str() && one.role == role.into_str())
            .cloned();
        let credential = known.unwrap_or_else(|| {
            let new = new_credential(&server.plane.random, subdomain, role, tenant.origin());
            credentials.push(new.clone());
            new
        });
        chosen.push((role, credential));
    }
    write(dir, &credentials)?;

    let home = home_of(folder);
    for (role, credential) in chosen {
        let id = enroll(&tenant, person(role, &credential, &home), ACTOR)
            .await
            .map_err(|error| failed(error.to_string()))?;
        if role == Role::Customer {
            enter_vehicle(&tenant, id, &vehicle(&home))
                .await
                .map_err(|error| failed(error.to_string()))?;
            let card = card::put_on_file(server, &tenant, &credential.email, &credential.password).await;
            card.map_err(|error| failed(format!("the card was not put on file: {error:#}")))?;
        }
    }
    mark_done(dir, subdomain)
}

fn new_credential(random: &SharedRandom, subdomain: &Subdomain, role: Role, url: String) -> Credential {
    Credential {
        site: subdomain.to_string(),
        role: role.into_str().to_owned(),
        email: format!("{}@{subdomain}.example", role.into_str()),
        password: format!("Sudsy-Foam-{}", random.digits(8)),
        environment: ENVIRONMENT.to_owned(),
        url,
    }
}

/// Where the people of a demo live, at their merchant's first location, and what they speak.
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
    // The location's own, unless it writes a county there.
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

fn person<'a>(role: Role, credential: &'a Credential, home: &'a Home) -> NewPerson<'a> {
    let (first_name, last_name) = match (role, home.french) {
        (Role::Owner, false) => ("Olive", "Owens"),
        (Role::Owner, true) => ("Odile", "Ouellet"),
        (_, false) => ("Casey", "Carter"),
        (_, true) => ("Camille", "Caron"),
    };
    NewPerson {
        first_name,
        last_name,
        email: &credential.email,
        birthday_month: 6,
        birthday_day: 15,
        zip_postal_code: &home.zip,
        cell_phone_number: &home.phone,
        password: SecretString::from(credential.password.as_str()),
        role,
    }
}

fn read(dir: &DataDir) -> Result<Vec<Credential>, DemoError> {
    let path = dir.demo_credentials();
    let file = |cause| DemoError::File {
        path: path.clone(),
        cause,
    };
    match std::fs::read(&path) {
        Ok(text) => serde_json::from_slice(&text).map_err(|error| file(error.into())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(file(error)),
    }
}

/// Written aside and renamed, readable by its owner alone.
fn write(dir: &DataDir, credentials: &[Credential]) -> Result<(), DemoError> {
    let path = dir.demo_credentials();
    let written = || {
        let mut aside = NamedTempFile::new_in(dir.root())?;
        serde_json::to_writer_pretty(&mut aside, credentials)?;
        aside.write_all(b"\n")?;
        aside.as_file().sync_all()?;
        aside.persist(&path).map_err(|error| error.error)?;
        sync_folder(dir.root())
    };
    written().map_err(|cause| DemoError::File {
        path: path.clone(),
        cause,
    })
}

/// What a line of the demo's mark begins with when a site's people are made.
const DONE: &str = "people of ";

fn done(dir: &DataDir) -> Result<BTreeSet<String>, DemoError> {
    let path = dir.demo_marker();
    let text = std::fs::read_to_string(&path).map_err(|cause| DemoError::File { path, cause })?;
    Ok(text
        .lines()
        .filter_map(|line| line.strip_prefix(DONE))
        .map(str::to_owned)
        .collect())
}

fn mark_done(dir: &DataDir, subdomain: &Subdomain) -> Result<(), DemoError> {
    let path = dir.demo_marker();
    let append = || {
        let mut file = std::fs::OpenOptions::new().append(true).open(&path)?;
        writeln!(file, "{DONE}{subdomain}")
    };
    append().map_err(|cause| DemoError::File {
        path: path.clone(),
        cause,
    })
}
