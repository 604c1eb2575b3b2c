//! Data saved over the version that was read: settings, and a customer's contact and vehicle.

use reqwest::Method;
use serde_json::{Value, json};

use super::client::{Client, Reply};

/// Route to read and save each part, and its field in the body; `None` if its fields are next to the version.
pub const PARTS: [(&str, Method, Option<&str>); 9] = [
    ("/admin/captcha", Method::PUT, Some("captcha")),
    ("/admin/mail-sender", Method::PUT, Some("sender")),
    ("/admin/map-keys", Method::PUT, Some("keys")),
    ("/admin/processor", Method::PUT, Some("processor")),
    ("/admin/support", Method::PUT, Some("contacts")),
    ("/admin/taxes", Method::PUT, Some("taxes")),
    ("/loyalty/settings", Method::POST, Some("settings")),
    ("/settings/p2p", Method::POST, None),
    ("/survey/merchant", Method::POST, Some("questions")),
];

impl Client {
    /// Saves settings after reading the current version.
    pub async fn save(&self, path: &str, content: Value) -> Reply {
        let read = self.get(path).await.succeeded();
        self.save_over(path, &read["version"], content).await
    }

    /// Saves a part of the settings that was opened when it was of this version.
    pub async fn save_over(&self, path: &str, version: &Value, content: Value) -> Reply {
        let (_, method, name) = PARTS.into_iter().find(|(at, ..)| *at == path).unwrap();
        let body = match name {
            Some(name) => json!({ "version": version, name: content }),
            None => {
                let mut body = content;
                body["version"] = version.clone();
                body
            }
        };
        self.send(method, path, Some(body), &[]).await
    }

    /// Updates the `contact` or `vehicle` of the first customer after reading the current version.
    pub async fn correct(&self, what: &str, content: Value) -> Reply {
        let read = self.get("/admin/customers/1").await.succeeded();
        self.correct_over(what, &read, content).await
    }

    /// Updates the contact of the customer at `path` after reading the current version.
    pub async fn correct_contact(&self, path: &str, content: Value) -> Reply {
        let read = self.get(path).await.succeeded();
        let body = json!({ "version": read["contactVersion"], "contact": content });
        self.put(path, body).await
    }

    /// Same, based on a customer read earlier.
    pub async fn correct_over(&self, what: &str, read: &Value, content: Value) -> Reply {
        let path = match what {
            "contact" => "/admin/customers/1".to_owned(),
            _ => format!("/admin/customers/1/{what}"),
        };
        let body = json!({ "version": read[format!("{what}Version")], what: content });
        self.put(&path, body).await
    }
}
