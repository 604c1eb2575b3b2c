//! `suds keys`: master key of the installation.

use super::command::Reply;
use super::error::ExecuteError;
use super::table::table;
use super::verbs::KeysVerb;
use crate::audit;
use crate::keys::{self, Rotated};
use crate::plane::ControlPlane;

/// Runs the command.
pub(super) async fn execute(plane: &ControlPlane, verb: KeysVerb) -> Result<Reply, ExecuteError> {
    match verb {
        KeysVerb::Rotate => Ok(Reply::Rotated(keys::rotate(plane, audit::CLI).await?)),
    }
}

pub(super) fn rotated_table(rotated: Rotated) -> String {
    let Rotated {
        version,
        sites,
        second_factors,
    } = rotated;
    let row = vec![version.to_string(), sites.to_string(), second_factors.to_string()];
    table(&["MASTER KEY", "SITES", "TWO-FACTOR SECRETS"], std::iter::once(row))
}
