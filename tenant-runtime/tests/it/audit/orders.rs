//! Orders and gift cards.

use reqwest::Method;
use serde_json::{Value, json};

use super::house::{Called, House};
use crate::support::TIMED_OUT_CARD;

impl House {
    /// `None`: the route is of another part.
    pub(super) async fn call_orders(&self, method: &Method, path: &str) -> Option<Called> {
        let owner = &self.owner;
        let reply = match (method.as_str(), path) {
            ("POST", "/admin/orders/{transRecordId}/resend") => {
                let (order, _) = self.paid("resend").await;
                owner.post(&format!("{order}/resend"), json!({})).await
            }
            ("POST", "/admin/orders/{transRecordId}/refund") => {
                let (order, lines) = self.paid("refund").await;
                owner
                    .post(&format!("{order}/refund"), json!({"lines": [lines[0]]}))
                    .await
            }
            ("POST", "/admin/orders/{transRecordId}/void") => {
                let (order, _) = self.paid("void").await;
                owner.post(&format!("{order}/void"), json!({})).await
            }
            ("POST", "/admin/orders/{transRecordId}/disputes") => {
                let (order, _) = self.paid("dispute").await;
                owner.post(&format!("{order}/disputes"), dispute()).await
            }
            ("POST", "/admin/orders/{transRecordId}/disputes/{disputeId}") => {
                let (order, _) = self.paid("disputed").await;
                let open = owner.post(&format!("{order}/disputes"), dispute()).await.succeeded();
                let path = format!("{order}/disputes/{}", open["disputeId"]);
                owner.post(&path, json!({"outcome": "lost"})).await
            }
            ("POST", "/admin/orders/{transRecordId}/disputes/{disputeId}/take-back") => {
                let (order, _) = self.paid("taken-back").await;
                let open = owner.post(&format!("{order}/disputes"), dispute()).await.succeeded();
                let path = format!("{order}/disputes/{}/take-back", open["disputeId"]);
                owner.post(&path, json!({})).await
            }
            ("POST", "/admin/orders/{transRecordId}/reversals/{reversalId}") => {
                let (order, _) = self.paid("unknown").await;
                self.broken(true).await;
                let open = owner.post(&format!("{order}/void"), json!({})).await.succeeded();
                self.broken(false).await;
                let path = format!("{order}/reversals/{}", open["reversalId"]);
                owner.post(&path, json!({"done": false})).await
            }
            ("POST", "/admin/orders/{transRecordId}/lines/{lineId}/fulfillment") => {
                let (order, lines) = self.paid("goods").await;
                let path = format!("{order}/lines/{}/fulfillment", lines[1]);
                owner.post(&path, json!({"state": "packed"})).await
            }
            ("POST", "/admin/orders/{transRecordId}/settlement") => {
                let eve = self.site.customer_with_email("eve@example.com").await.confirmed().await;
                let eve = eve.with_card_number(TIMED_OUT_CARD).await;
                let order = json!({"products": [{"productId": 101}]});
                let placed = eve.post_once("/orders", "settlement", order).await.succeeded();
                let path = format!("/admin/orders/{}/settlement", placed["transRecordId"].as_str().unwrap());
                owner.post(&path, json!({"approved": false})).await
            }
            ("POST", "/admin/gift-cards/{cardId}/adjustments") => {
                let adjustment = json!({"amount": 100, "reason": "Too much taken"});
                owner
                    .post(&format!("{}/adjustments", self.card(path).await), adjustment)
                    .await
            }
            ("POST", "/admin/gift-cards/{cardId}/block") => {
                let card = self.card(path).await;
                owner.post(&format!("{card}/block"), json!({"reason": "Stolen"})).await
            }
            ("POST", "/admin/gift-cards/{cardId}/unblock") => {
                let card = self.card(path).await;
                owner
                    .post(&format!("{card}/block"), json!({"reason": "Stolen"}))
                    .await
                    .succeeded();
                owner.post(&format!("{card}/unblock"), json!({})).await
            }
            ("POST", "/admin/gift-cards/{cardId}/resend") => {
                owner
                    .post(&format!("{}/resend", self.card(path).await), json!({}))
                    .await
            }
            _ => return None,
        };
        Some(Called::Replied(reply))
    }
}

fn dispute() -> Value {
    json!({"amount": 100, "reason": "fraud", "respondBy": "2027-01-15"})
}
