//! Customers, club members, and messages to them.

use reqwest::Method;
use serde_json::json;

use super::house::{Called, House};

impl House {
    /// `None`: the route is of another part.
    pub(super) async fn call_customers(&self, method: &Method, path: &str) -> Option<Called> {
        let owner = &self.owner;
        let reply = match (method.as_str(), path) {
            ("POST", "/admin/customers/{userId}/points") => {
                let body = json!({"points": 5, "reason": "A rainy day"});
                owner.post("/admin/customers/1/points", body).await
            }
            ("POST", "/admin/clubs/{membershipId}/pause") => {
                owner.post("/admin/clubs/1/pause", json!({"until": "2026-12-24"})).await
            }
            ("POST", "/admin/clubs/{membershipId}/plan") => {
                owner.post("/admin/clubs/1/resume", json!({})).await.succeeded();
                let body = json!({"productId": 302, "reason": "Asked by telephone"});
                owner.post("/admin/clubs/1/plan", body).await
            }
            ("DELETE", "/admin/clubs/{membershipId}/plan") => {
                owner.post("/admin/clubs/1/resume", json!({})).await.succeeded();
                let body = json!({"productId": 302, "reason": "Asked by telephone"});
                owner.post("/admin/clubs/1/plan", body).await.succeeded();
                owner.delete("/admin/clubs/1/plan").await
            }
            ("POST", "/admin/clubs/{membershipId}/cancel") => {
                let cay = self.site.customer_with_email("cay@example.com").await;
                cay.confirmed()
                    .await
                    .with_card()
                    .await
                    .with_vehicle()
                    .await
                    .in_club(301)
                    .await;
                let newest: Vec<(i64,)> = self.site.rows("SELECT MAX(id) FROM club_memberships").await;
                owner
                    .post(&format!("/admin/clubs/{}/cancel", newest[0].0), json!({}))
                    .await
            }
            ("POST", "/admin/clubs/{membershipId}/resume") => owner.post("/admin/clubs/1/resume", json!({})).await,
            ("POST", "/admin/clubs/{membershipId}/end") => {
                let bob = self.site.customer_with_email("bob@example.com").await;
                bob.confirmed()
                    .await
                    .with_card()
                    .await
                    .with_vehicle()
                    .await
                    .in_club(301)
                    .await;
                owner.post("/admin/clubs/2/end", json!({})).await
            }
            ("POST", "/admin/clubs/prices") => {
                let price = json!({"productId": 301, "monthlyPrice": 3000, "from": "2027-03-01"});
                owner.post(path, price).await
            }
            ("DELETE", "/admin/clubs/prices") => {
                let price = json!({"productId": 301, "monthlyPrice": 3500, "from": "2027-06-01"});
                owner.post(path, price).await.succeeded();
                owner.delete("/admin/clubs/prices?productId=301&from=2027-06-01").await
            }
            ("PUT", "/admin/customers/{userId}") => {
                let contact = json!({"firstName": "Ada", "lastName": "Hill", "email": self.ada.email,
                    "cellPhoneNumber": "6025550142", "zipPostalCode": "85001"});
                owner.correct("contact", contact).await
            }
            ("PUT", "/admin/customers/{userId}/vehicle") => {
                let vehicle = json!({"make": "Saab", "model": "900", "year": "1990", "license": "FOAM2", "color": "Red",
                    "state": "AZ"});
                owner.correct("vehicle", vehicle).await
            }
            ("POST", "/admin/customers/{userId}/items") => {
                let grant = json!({"productId": 101, "reason": "Foam was out"});
                owner.post("/admin/customers/1/items", grant).await
            }
            (
                "POST",
                "/admin/customers/{userId}/block"
                | "/admin/customers/{userId}/unblock"
                | "/admin/customers/{userId}/log-out"
                | "/admin/customers/{userId}/confirmation"
                | "/admin/customers/{userId}/deletion",
            ) => self.about_somebody(path).await,
            ("POST", "/admin/clubs/{membershipId}/retry") => {
                // As after a decline, which is tried again by itself tomorrow.
                self.site
                    .change(
                        "INSERT INTO club_periods (membership_id, period_start, period_end, amount, state, next_attempt_at)
                         SELECT id, next_billing_date, date(next_billing_date, '+1 month'), 2500, 'due', 4102444800000
                         FROM club_memberships WHERE id = 1",
                    )
                    .await;
                let retried = owner.post("/admin/clubs/1/retry", json!({})).await;
                self.site
                    .change("DELETE FROM club_periods WHERE membership_id = 1 AND state = 'due'")
                    .await;
                retried
            }
            ("POST", "/notifications/target") => owner.post(path, json!({"email": self.ada.email})).await,
            ("POST", "/admin/notifications") => {
                let message = json!({"segment": "all", "body": "Half price in the rain", "recipients": 99});
                owner.post(path, message).await
            }
            _ => return None,
        };
        Some(Called::Replied(reply))
    }
}
