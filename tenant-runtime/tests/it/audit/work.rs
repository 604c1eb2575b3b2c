//! Failed jobs and bounced emails.

use reqwest::Method;
use serde_json::json;

use super::house::{Called, House};

impl House {
    /// `None`: the route is of another part.
    pub(super) async fn call_work(&self, method: &Method, path: &str) -> Option<Called> {
        let owner = &self.owner;
        let reply = match (method.as_str(), path) {
            ("POST", "/admin/jobs/{jobId}/retry") => {
                let job = self.dead_job().await;
                owner.post(&format!("/admin/jobs/{job}/retry"), json!({})).await
            }
            ("POST", "/admin/bounces/{bounceId}/retry") => {
                let bounce = self.bounce().await;
                owner.post(&format!("/admin/bounces/{bounce}/retry"), json!({})).await
            }
            ("DELETE", "/admin/bounces/{bounceId}") => {
                owner.delete(&format!("/admin/bounces/{}", self.bounce().await)).await
            }
            ("DELETE", "/admin/jobs/{jobId}") => owner.delete(&format!("/admin/jobs/{}", self.dead_job().await)).await,
            _ => return None,
        };
        Some(Called::Replied(reply))
    }
}
