//! Site config.

use reqwest::Method;
use serde_json::json;

use super::house::{Called, House};

impl House {
    /// `None`: the route is of another part.
    pub(super) async fn call_site_config(&self, method: &Method, path: &str) -> Option<Called> {
        let owner = &self.owner;
        let reply = match (method.as_str(), path) {
            // Only colors of a draft: nothing is saved.
            ("POST", "/accounts/site-config/tones") => return Some(Called::ChangesNothing),
            ("POST", "/accounts/site-config") => {
                let mut config = self.config().await;
                config["companyName"] = json!("Suds & Sons");
                owner.post(path, json!({ "siteConfig": config })).await
            }
            ("POST", "/accounts/site-config/raw") => {
                owner.unlock().await;
                let mut raw = owner.get(path).await.succeeded();
                raw["text"] = json!(raw["text"].as_str().unwrap().replace("Suds & Sons", "Suds"));
                owner.post(path, raw).await
            }
            ("POST", "/accounts/site-config/restore") => owner.post(path, json!({"revision": 1})).await,
            ("POST", "/accounts/upload") => {
                let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"9\" height=\"9\"/></svg>";
                owner.upload(path, drawing).await
            }
            _ => return None,
        };
        Some(Called::Replied(reply))
    }
}
