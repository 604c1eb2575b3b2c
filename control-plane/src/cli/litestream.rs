//! `suds litestream`: configuration of Litestream, which replicates the databases.

use super::archive::address;
use super::command::Reply;
use super::error::ExecuteError;
use super::verbs::LitestreamVerb;
use crate::litestream;
use crate::plane::ControlPlane;

/// Runs the command.
pub(super) async fn execute(plane: &ControlPlane, verb: LitestreamVerb) -> Result<Reply, ExecuteError> {
    match verb {
        LitestreamVerb::Config { to } => {
            let to = to.as_deref().map(address).transpose()?;
            Ok(Reply::Litestream(litestream::databases(plane, to.as_ref()).await?))
        }
    }
}
