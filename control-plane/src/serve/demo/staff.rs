//! Provider staff of the demo: an owner for each environment.

use secrecy::SecretString;
use tenant_runtime::http::StaffRole;

use super::browser::LogIn;
use super::{ACTOR, DemoError, credentials, marks};
use crate::environments::{self, Environment};
use crate::serve::Server;
use crate::staff::{self, NewMember, StaffError};

/// Creates the staff of all environments, unless an earlier start did.
pub(super) async fn ensure(server: &Server) -> Result<(), DemoError> {
    let plane = &server.plane;
    let environments = environments::store::list(&mut plane.db.read().await?).await?;
    for Environment { name, .. } in environments {
        let mark = format!("staff of {name}");
        if marks::has(plane.dir(), &mark)? {
            continue;
        }
        let LogIn { email, password } = credentials::of_staff(plane.dir(), &name, server.origin.console(), || LogIn {
            email: format!("staff@{name}.example"),
            password: format!("Sudsy-Foam-{}", plane.random.digits(8)),
        })?;
        let new = NewMember {
            environment: &name,
            email: &email,
            role: StaffRole::Owner,
            password: Some(SecretString::from(password)),
        };
        match staff::create(plane, new, ACTOR).await {
            // Taken: an earlier start stopped before it set the mark.
            Ok(_) | Err(StaffError::EmailTaken) => marks::set(plane.dir(), &mark)?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
