//! Products, locations and offers.

use reqwest::Method;
use serde_json::{Value, json};

use super::house::{Called, House, place, promo, wash};

impl House {
    /// `None`: the route is of another part.
    pub(super) async fn call_catalogue(&self, method: &Method, path: &str) -> Option<Called> {
        let owner = &self.owner;
        let reply = match (method.as_str(), path) {
            ("POST", "/admin/deals") => {
                owner
                    .post(path, json!({"name": "New", "award": {"type": "Item"}}))
                    .await
            }
            ("PUT", "/admin/deals/{dealId}") => {
                let offer = json!({"name": "Changed", "award": {"type": "Item"}});
                let changed = json!({"version": 1, "offer": offer});
                owner.put(&self.deal().await, changed).await
            }
            ("DELETE", "/admin/deals/{dealId}") => owner.delete(&self.deal().await).await,
            ("POST", "/admin/deals/import") => owner.upload(path, "name,award\nBrought,Item\n").await,
            ("POST", "/admin/promo-codes/import") => {
                owner.upload(path, "name,code,award\nBrought,BROUGHT,Item\n").await
            }
            ("PUT", "/admin/deals/order") => {
                let place = json!({"id": id_of(&self.deal().await), "before": null});
                owner.put(path, place).await
            }
            ("PUT", "/admin/promo-codes/order") => {
                let place = json!({"id": id_of(&self.code("MOVED").await), "before": null});
                owner.put(path, place).await
            }
            ("POST", "/admin/promo-codes") => owner.post(path, promo("NEW")).await,
            ("PUT", "/admin/promo-codes/{promoCodeId}") => {
                let changed = json!({"version": 1, "offer": promo("OTHER")});
                owner.put(&self.code("OLD").await, changed).await
            }
            ("DELETE", "/admin/promo-codes/{promoCodeId}") => owner.delete(&self.code("GONE").await).await,
            ("POST", "/admin/products") => owner.post(path, wash()).await,
            ("PUT", "/admin/products/{productId}") => {
                let change = json!({"version": 1, "product": wash()});
                owner
                    .put(&format!("/admin/products/{}", self.wash().await), change)
                    .await
            }
            ("POST", "/admin/products/archive") => owner.post(path, json!({"ids": [self.wash().await]})).await,
            ("POST", "/admin/products/restore") => {
                let ids = self.archived("/admin/products/archive", self.wash().await).await;
                owner.post(path, ids).await
            }
            ("DELETE", "/admin/products/{productId}") => {
                owner.delete(&format!("/admin/products/{}", self.wash().await)).await
            }
            ("DELETE", "/admin/products/examples") => {
                self.make_example(&self.wash().await).await;
                owner.delete(path).await
            }
            ("PUT", "/admin/products/order") => {
                let place = json!({"id": self.wash().await, "before": 101});
                owner.put(path, place).await
            }
            ("POST", "/admin/products/import") => {
                owner.upload(path, "productType,name,price\nAppWash,Brought,5\n").await
            }
            ("POST", "/admin/locations") => owner.post(path, place()).await,
            ("PUT", "/admin/locations/{locationId}") => {
                let change = json!({"version": 1, "location": place()});
                owner
                    .put(&format!("/admin/locations/{}", self.place().await), change)
                    .await
            }
            ("POST", "/admin/locations/archive") => owner.post(path, json!({"ids": [self.place().await]})).await,
            ("POST", "/admin/locations/restore") => {
                let ids = self.archived("/admin/locations/archive", self.place().await).await;
                owner.post(path, ids).await
            }
            ("PUT", "/admin/locations/order") => {
                let place = json!({"id": self.place().await, "before": null});
                owner.put(path, place).await
            }
            ("POST", "/admin/locations/import") => {
                let table = "name,address1,city,latitude,longitude\nBrought,1 High St,Mesa,33.4,-111.8\n";
                owner.upload(path, table).await
            }
            _ => return None,
        };
        Some(Called::Replied(reply))
    }
}

impl House {
    /// Turns a product into a template's example.
    async fn make_example(&self, id: &Value) {
        let tenant = self.site.tenant().await;
        let mut db = tenant.write().await.unwrap();
        sqlx::query("UPDATE catalog_products SET active = 0, example = 1 WHERE id = ?")
            .bind(id.as_i64())
            .execute(db.conn())
            .await
            .unwrap();
        db.commit().await.unwrap();
    }
}

/// The number with which an address ends.
fn id_of(address: &str) -> i64 {
    address.rsplit('/').next().unwrap().parse().unwrap()
}
