use std::ops::Deref;

use serde_json::{Value, json};

use super::client::Client;
use super::mailbox;
use super::site::TestSite;

/// A password that follows the rule.
pub const PASSWORD: &str = "Sudsy-Foam-7";

/// A logged-in customer. Made through the same calls that a browser makes.
pub struct Customer {
    pub client: Client,
    pub email: String,
    pub refresh_token: String,
    pub site: TestSite,
}

impl Customer {
    /// Request of the sign-up form.
    pub fn form(email: &str) -> Value {
        json!({
            "firstName": "Ada", "lastName": "O'Neil", "email": email, "birthdayMonth": 12, "birthdayDay": 10,
            "zipPostalCode": "85004", "cellPhoneNumber": "6025550199", "optInToMarketing": true, "password": PASSWORD,
        })
    }

    /// Wallet items, newest first.
    pub async fn wallet(&self) -> Vec<Value> {
        let wallet = self.get("/users/wallet").await.succeeded();
        wallet.as_array().unwrap().clone()
    }

    /// Enters a vehicle with a plate of this customer's own; Ada's is SUDS1.
    pub async fn with_vehicle(self) -> Self {
        let plate = match self.email.split_once('@') {
            Some((name, _)) if name != "ada" => name.chars().take(10).collect(),
            _ => "SUDS 1".to_owned(),
        };
        self.with_plate(&plate, "AZ").await
    }

    /// Enters a vehicle with this plate.
    pub async fn with_plate(self, license: &str, state: &str) -> Self {
        let vehicle = json!({"make": "Volvo", "model": "240", "year": "1988", "license": license, "color": "Teal", "state": state});
        self.post("/users/vehicle", vehicle).await.succeeded();
        self
    }

    /// Joins the club that is this product.
    pub async fn in_club(self, product: i64) -> Self {
        let order = json!({"products": [{"productId": product}], "acceptedTerms": true});
        let joined = self.post_once("/orders", "join", order).await.succeeded();
        assert_eq!(joined["approved"], true, "{joined}");
        self
    }

    /// Request for a token of this type.
    pub async fn ask_token(&self, kind: &str) -> super::Reply {
        self.post("/temptoken", json!({ "TempIdType": kind })).await
    }

    /// A token of this type: its twelve digits.
    pub async fn token(&self, kind: &str) -> String {
        let token = self.ask_token(kind).await.succeeded();
        token["tempId"].as_str().unwrap().to_owned()
    }

    /// Enters the password again, which opens what asks for it; answers until when.
    pub async fn unlock(&self) -> Value {
        self.post("/users/unlock", json!({ "password": PASSWORD }))
            .await
            .succeeded()
    }

    pub(super) async fn sign_up(site: &TestSite, email: &str) -> Self {
        site.visitor().post("/users", Self::form(email)).await.succeeded();
        Self::log_in(site, email, PASSWORD).await
    }

    pub async fn log_in(site: &TestSite, email: &str, password: &str) -> Self {
        let mut client = site.visitor();
        let tokens = client
            .post("/users/login", json!({"email": email, "password": password}))
            .await
            .succeeded();
        client.token = tokens["accessToken"].as_str().map(str::to_owned);
        let refresh_token = tokens["refreshToken"].as_str().unwrap().to_owned();
        Self {
            client,
            email: email.to_owned(),
            refresh_token,
            site: site.clone(),
        }
    }

    /// Deletes the account.
    pub async fn leave(&self) {
        let body = json!({ "password": PASSWORD });
        self.send(reqwest::Method::DELETE, "/users", Some(body), &[])
            .await
            .succeeded();
    }

    /// Follows the link of the confirmation mail.
    pub async fn confirmed(self) -> Self {
        self.site.run_jobs().await;
        let link = mailbox::newest_link(&self.site, "email_confirmation", &self.email);
        let token = link.split("token=").nth(1).unwrap().to_owned();
        self.client
            .post("/users/emails/confirm", json!({"email": self.email, "token": token}))
            .await
            .succeeded();
        self
    }
}

impl Deref for Customer {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}
