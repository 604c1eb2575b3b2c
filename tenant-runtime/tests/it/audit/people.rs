//! Team and terminals.

use reqwest::Method;
use serde_json::json;
use tenant_runtime::http::Role;

use super::house::{Called, House, invitation};

impl House {
    /// `None`: the route is of another part.
    pub(super) async fn call_people(&self, method: &Method, path: &str) -> Option<Called> {
        let owner = &self.owner;
        let reply = match (method.as_str(), path) {
            ("POST", "/admin/terminals") => owner.post(path, json!({"label": "Lane 1", "locationId": 1})).await,
            ("POST", "/admin/terminals/{terminalId}/pairing-code") => {
                let kiosk = self.site.kiosk_at(1).await;
                owner
                    .post(&format!("/admin/terminals/{}/pairing-code", kiosk.id), json!({}))
                    .await
            }
            ("DELETE", "/admin/terminals/{terminalId}") => {
                let kiosk = self.site.kiosk_at(1).await;
                owner.delete(&format!("/admin/terminals/{}", kiosk.id)).await
            }
            ("POST", "/admin/staff/security") => {
                owner.unlock().await;
                owner.post(path, json!({"secondFactorRequired": false})).await
            }
            ("POST", "/admin/staff/{userId}/role") => {
                let id = self.colleague(Role::Attendant).await;
                owner
                    .post(&format!("/admin/staff/{id}/role"), json!({"role": "manager"}))
                    .await
            }
            ("DELETE", "/admin/staff/{userId}") => {
                let id = self.colleague(Role::Manager).await;
                owner.unlock().await;
                owner.delete(&format!("/admin/staff/{id}")).await
            }
            ("POST", "/admin/staff/invitations") => owner.post(path, invitation("new")).await,
            ("POST", "/admin/staff/invitations/{invitationId}/resend") => {
                let path = self.invited("again").await;
                owner.post(&format!("{path}/resend"), json!({})).await
            }
            ("DELETE", "/admin/staff/invitations/{invitationId}") => owner.delete(&self.invited("gone").await).await,
            _ => return None,
        };
        Some(Called::Replied(reply))
    }
}
