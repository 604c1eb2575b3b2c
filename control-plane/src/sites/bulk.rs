//! Creates many sites at once, from a list or a folder of folders. An interrupted run can be repeated: sites that
//! already exist as requested are skipped.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::StreamExt as _;
use platform::ids::Subdomain;
use serde::{Deserialize, Serialize};
use tenant_runtime::demo_data::Progress;
use tenant_runtime::staff::NewOwner;

use super::rules::may_take;
use super::{CreateSite, SiteBasics, Start, Template, create_site, store};
use crate::accounts;
use crate::client;
use crate::db::{ControlConn, ControlDbError};
use crate::environments;
use crate::plane::ControlPlane;

/// Number of sites created in parallel; more would only wait for the disk.
const AT_ONCE: usize = 4;

const COLUMNS: [&str; 9] = [
    "account",
    "subdomain",
    "environment",
    "template",
    "company",
    "country",
    "timezone",
    "currency",
    "owner",
];

/// A site in a list, as written there.
#[derive(Debug, Clone)]
pub struct Listed {
    /// Position in the list: `line 3`, or the name of a folder.
    pub at: String,
    pub account: String,
    pub subdomain: String,
    pub environment: String,
    pub start: Start,
    /// Email address of the first owner; empty for no invitation.
    pub owner: String,
}

/// Defaults for values missing in the list.
#[derive(Debug, Clone, Default)]
pub struct Defaults {
    pub account: String,
    pub environment: String,
}

/// Result of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BulkReport {
    /// Whether this was a dry run.
    pub dry_run: bool,
    /// Created, or to be created.
    pub made: Vec<Subdomain>,
    /// Already existed as requested.
    pub existing: Vec<Subdomain>,
    pub failed: Vec<BulkFailure>,
}

/// Failed site of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BulkFailure {
    pub at: String,
    pub subdomain: String,
    pub problem: String,
}

/// Reason why a list couldn't be read.
#[derive(Debug, thiserror::Error)]
pub enum BulkError {
    #[error("can't read {}: {cause}", .path.display())]
    Unreadable { path: PathBuf, cause: std::io::Error },
    #[error("{}: {problem}", .path.display())]
    Malformed { path: PathBuf, problem: String },
    #[error("{0}.")]
    Database(#[from] ControlDbError),
}

impl From<sqlx::Error> for BulkError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Sites in a CSV file. Its template is a kind of business, or a merchant's folder relative to the file.
///
/// # Errors
/// It can't be read, lacks a column, or has an unknown column or an invalid line.
pub fn of_csv(path: &Path, defaults: &Defaults) -> Result<Vec<Listed>, BulkError> {
    let malformed = |problem: String| BulkError::Malformed {
        path: path.to_owned(),
        problem,
    };
    let file = std::fs::File::open(path).map_err(|cause| BulkError::Unreadable {
        path: path.to_owned(),
        cause,
    })?;
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
    let header = reader.headers().map_err(|error| malformed(error.to_string()))?;
    let columns: Vec<String> = header
        .iter()
        .map(|name| name.trim_start_matches('\u{feff}').to_ascii_lowercase())
        .collect();
    if let Some(unknown) = columns.iter().find(|name| !COLUMNS.contains(&name.as_str())) {
        return Err(malformed(format!(
            "unknown column {unknown:?}; use {}",
            COLUMNS.join(", ")
        )));
    }
    for needed in ["subdomain", "template"] {
        if !columns.iter().any(|name| name == needed) {
            return Err(malformed(format!("column {needed:?} is missing")));
        }
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut listed = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| malformed(error.to_string()))?;
        let line = row.position().map_or(0, csv::Position::line);
        let cell = |name: &str| {
            let at = columns.iter().position(|column| column == name);
            at.and_then(|at| row.get(at)).unwrap_or_default().to_owned()
        };
        let or = |cell: String, default: &str| if cell.is_empty() { default.to_owned() } else { cell };
        listed.push(Listed {
            at: format!("line {line}"),
            account: or(cell("account"), &defaults.account),
            subdomain: cell("subdomain"),
            environment: or(cell("environment"), &defaults.environment),
            start: match cell("template").parse() {
                Ok(template) => Start::Template(template, basics(&cell)),
                Err(_) if cell("template").is_empty() => Start::Template(Template::default(), basics(&cell)),
                Err(_) => Start::Folder(folder.join(cell("template"))),
            },
            owner: cell("owner"),
        });
    }
    Ok(listed)
}

/// Facts of the merchant in a row.
fn basics(cell: &impl Fn(&str) -> String) -> SiteBasics {
    SiteBasics {
        company_name: Some(cell("company")),
        country: Some(cell("country")),
        time_zone: Some(cell("timezone")),
        currency: Some(cell("currency")),
    }
}

/// A site for each subfolder with a `site.json`. The folder's name is its subdomain.
///
/// # Errors
/// The folder can't be read.
pub fn of_folder(path: &Path, defaults: &Defaults) -> Result<Vec<Listed>, BulkError> {
    let unreadable = |cause| BulkError::Unreadable {
        path: path.to_owned(),
        cause,
    };
    let mut listed = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let template = entry.map_err(unreadable)?.path();
        if !template.join("site.json").is_file() {
            continue;
        }
        let name = template.file_name().unwrap_or_default().to_string_lossy().into_owned();
        listed.push(Listed {
            at: name.clone(),
            account: defaults.account.clone(),
            subdomain: name,
            environment: defaults.environment.clone(),
            start: Start::Folder(template),
            owner: String::new(),
        });
    }
    listed.sort_by(|a, b| a.at.cmp(&b.at));
    Ok(listed)
}

/// Action for one site.
enum Step {
    Make(Box<CreateSite>),
    Leave(Subdomain),
}

/// Creates the sites of a list, a few at a time, and reports failures. `dry_run`: only validates. Runs are serialized.
/// If a client disconnects, its run creates no further sites, and the next run continues.
///
/// # Errors
/// The control database can't be read.
pub async fn make_all(
    plane: &Arc<ControlPlane>,
    listed: Vec<Listed>,
    dry_run: bool,
    actor: &str,
    told: &Progress<'_>,
) -> Result<BulkReport, BulkError> {
    let _alone = plane.creating.lock().await;
    let total = listed.len();
    let mut report = BulkReport {
        dry_run,
        ..BulkReport::default()
    };
    let (mut steps, mut seen, mut known) = (Vec::new(), HashSet::new(), HashMap::new());
    let mut db = plane.db.read().await?;
    for site in listed {
        let (at, subdomain) = (site.at.clone(), site.subdomain.clone());
        let step = if seen.insert(subdomain.to_ascii_lowercase()) {
            step_of(plane, &mut db, &mut known, site, actor).await?
        } else {
            Err("duplicate subdomain".to_owned())
        };
        match step {
            Ok(Step::Make(request)) => steps.push((at, request)),
            Ok(Step::Leave(subdomain)) => report.existing.push(subdomain),
            Err(problem) => report.failed.push(BulkFailure { at, subdomain, problem }),
        }
    }
    drop(db);
    if dry_run {
        report.made = steps.into_iter().map(|(_, request)| request.subdomain).collect();
        return Ok(report);
    }
    let mut done = total - steps.len();
    let wanted = steps.into_iter().take_while(|_| !client::is_gone());
    let made = futures_util::stream::iter(wanted).map(|(at, request)| async move {
        let subdomain = request.subdomain.clone();
        let made = Box::pin(create_site(plane, *request)).await;
        (at, subdomain, made)
    });
    let mut made = std::pin::pin!(made.buffered(AT_ONCE));
    while let Some((at, subdomain, result)) = made.next().await {
        match result {
            Ok(_) => report.made.push(subdomain),
            Err(error) => report.failed.push(BulkFailure {
                at,
                subdomain: subdomain.to_string(),
                problem: error.to_string(),
            }),
        }
        done += 1;
        told(done, total);
    }
    Ok(report)
}

/// Whether to create a site, or the reason why it can't be created.
async fn step_of(
    plane: &ControlPlane,
    db: &mut ControlConn,
    known: &mut HashMap<String, Option<uuid::Uuid>>,
    site: Listed,
    actor: &str,
) -> Result<Result<Step, String>, BulkError> {
    let subdomain: Subdomain = match site.subdomain.parse() {
        Ok(subdomain) => subdomain,
        Err(error) => return Ok(Err(format!("invalid subdomain: {error}"))),
    };
    let account_id = match known.get(&site.account) {
        Some(id) => *id,
        None => {
            let id = account_of(db, &site.account).await?;
            known.insert(site.account.clone(), id);
            id
        }
    };
    let Some(account_id) = account_id else {
        return Ok(Err(format!("no account {:?}; run `suds account list`", site.account)));
    };
    if environments::store::find(db, &site.environment).await?.is_none() {
        return Ok(Err(format!(
            "no environment {:?}; run `suds environment list`",
            site.environment
        )));
    }
    if let Some(existing) = store::find_live(db, &subdomain).await? {
        let is_it = existing.account_id == account_id && existing.environment == site.environment;
        return Ok(if is_it {
            Ok(Step::Leave(subdomain))
        } else {
            Err("the subdomain belongs to a site of another account or environment".to_owned())
        });
    }
    if let Err(problem) = may_take(
        &store::subdomains::subdomain_use(db, &subdomain).await?,
        None,
        plane.now(),
    ) {
        return Ok(Err(problem.to_string()));
    }
    if let Err(error) = site.start.manifest(&site.subdomain) {
        return Ok(Err(error.to_string()));
    }
    let owner = match site.owner.as_str() {
        "" => None,
        email => match NewOwner::new(email, None, None) {
            Ok(owner) => Some(owner),
            Err(_) => return Ok(Err(format!("invalid email address {email:?}"))),
        },
    };
    Ok(Ok(Step::Make(Box::new(CreateSite {
        account_id,
        subdomain,
        environment: site.environment,
        start: site.start,
        owner,
        actor: actor.to_owned(),
    }))))
}

/// Finds an account by ID or CRM ID.
async fn account_of(db: &mut ControlConn, name: &str) -> Result<Option<uuid::Uuid>, BulkError> {
    let found = match name.parse() {
        Ok(id) => accounts::store::find(db, id).await?,
        Err(_) => accounts::store::find_by_hs_account_id(db, name).await?,
    };
    Ok(found.map(|account| account.id))
}
