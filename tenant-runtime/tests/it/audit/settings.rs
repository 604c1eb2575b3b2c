//! Settings, texts and mails.

use reqwest::Method;
use serde_json::{Value, json};
use tenant_runtime::opening;

use super::house::{Called, House};
use crate::support::processors::settings;

impl House {
    async fn reopen(&self) {
        let tenant = self.site.tenant().await;
        let mut db = tenant.write().await.unwrap();
        opening::open(&mut db, tenant.now(), "customer:2").await.unwrap();
        db.commit().await.unwrap();
    }

    /// `None`: the route is of another part.
    pub(super) async fn call_settings(&self, method: &Method, path: &str) -> Option<Called> {
        let owner = &self.owner;
        let reply = match (method.as_str(), path) {
            ("PUT", "/admin/taxes") => {
                let taxes = json!({"locations": [], "shipTo": {"CA": 72_500}});
                owner.save(path, taxes).await
            }
            ("POST", "/settings/p2p") => owner.save(path, json!({"terminalId": "P2P-1"})).await,
            ("POST", "/admin/processor/test") => {
                owner.unlock().await;
                let body = json!({"name": "exacthosted", "endpoints": "stub", "settings": settings("exacthosted")});
                owner.post(path, body).await
            }
            ("PUT", "/admin/map-keys") => owner.save(path, json!({"google": "AIzaSy-0_x", "apple": ""})).await,
            ("PUT", "/admin/captcha") => {
                owner.unlock().await;
                owner.save(path, turnstile()).await
            }
            ("POST", "/admin/captcha/test") => {
                owner.unlock().await;
                owner.post(path, turnstile()).await
            }
            ("PUT", "/admin/opening") => {
                owner.unlock().await;
                let reply = owner
                    .put(path, json!({"open": false, "closedText": "Back in May"}))
                    .await;
                self.reopen().await;
                reply
            }
            ("POST", "/admin/opening/confirmations") => {
                // A shop that has never been open, for this call.
                let never_open =
                    "INSERT INTO opening_state (id, is_open, changed_at, changed_by) VALUES (1, 0, 0, 'manifest')";
                for statement in [
                    "DELETE FROM opening_state",
                    never_open,
                    "DELETE FROM notifications_mail_sender",
                ] {
                    self.site.change(statement).await;
                }
                let reply = owner.post(path, json!({"kind": "sender"})).await;
                self.site.change("DELETE FROM opening_state").await;
                reply
            }
            ("PUT", "/admin/checklist") => owner.put(path, json!({"dismissed": true})).await,
            ("PUT", "/admin/processor") => {
                owner.unlock().await;
                let body = json!({"name": "exacthosted", "endpoints": "stub", "settings": settings("exacthosted")});
                owner.save(path, body).await
            }
            // Drafts, which are shown: nothing is saved.
            (
                "POST",
                "/admin/processor/preview" | "/admin/texts/preview" | "/admin/mails/{mailKind}/{language}/preview",
            ) => {
                return Some(Called::ChangesNothing);
            }
            ("POST", "/admin/mails/{mailKind}/{language}/test") => {
                let draft = owner.get("/admin/mails/refund/en").await.succeeded()["parts"].clone();
                owner.post("/admin/mails/refund/en/test", draft).await
            }
            ("POST", "/admin/texts/{textKind}") => {
                let texts = owner.get("/admin/texts").await.succeeded();
                let (id, kind) = (
                    &texts["items"][0]["textId"],
                    texts["items"][0]["kind"].as_str().unwrap(),
                );
                let body = json!({"html": "<p>New.</p>", "basedOn": id});
                owner.post(&format!("/admin/texts/{kind}"), body).await
            }
            ("PUT", "/admin/support") => {
                let contacts = json!({"supportEmail": "help@suds.example", "supportPhone": ""});
                owner.save(path, contacts).await
            }
            ("PUT", "/admin/mail-sender") => {
                let sender = json!({"name": "Suds", "mailbox": null, "replyTo": null});
                owner.save(path, sender).await
            }
            ("PUT", "/admin/mails/{mailKind}/{language}") => self.rewritten("refund").await,
            ("DELETE", "/admin/mails/{mailKind}/{language}") => {
                self.rewritten("shipped").await.succeeded();
                owner.delete("/admin/mails/shipped/en").await
            }
            ("POST", "/survey/merchant") => owner.save(path, json!([{"question": "Why?"}])).await,
            ("POST", "/firebase/private-key") => {
                let file = self.site.installation.push_service().key_file().to_string();
                owner.upload(path, file).await
            }
            ("POST", "/loyalty/settings") => owner.save(path, json!({"pointGoal": 400})).await,
            _ => return None,
        };
        Some(Called::Replied(reply))
    }
}

fn turnstile() -> Value {
    json!({"vendor": "turnstile", "endpoints": "stub", "siteKey": "0x4AAA", "secret": "captcha-one"})
}
