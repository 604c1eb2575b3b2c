use std::sync::Arc;

use platform::jobs::{self, JobError, JobState};
use platform::tenancy::Site;
use tenant_runtime::http::Role;
use tenant_runtime::identity::{NewPerson, enroll};
use tenant_runtime::tenant::Tenant;

use super::client::Client;
use super::customer::{Customer, PASSWORD};
use super::installation::Installation;

/// One site and the people who use it.
#[derive(Clone)]
pub struct TestSite {
    pub installation: Arc<Installation>,
    pub site: Arc<Site>,
}

impl TestSite {
    /// A visitor with the site's app key and no token.
    pub fn visitor(&self) -> Client {
        Client::new(self)
    }

    /// A customer who has just signed up and logged in.
    pub async fn customer(&self) -> Customer {
        self.customer_with_email("ada@example.com").await
    }

    pub async fn customer_with_email(&self, email: &str) -> Customer {
        Customer::sign_up(self, email).await
    }

    /// A customer with this name, logged in.
    pub async fn customer_named(&self, email: &str, first: &str, last: &str) -> Customer {
        let mut form = Customer::form(email);
        (form["firstName"], form["lastName"]) = (first.into(), last.into());
        self.visitor().post("/users", form).await.succeeded();
        Customer::log_in(self, email, PASSWORD).await
    }

    /// The merchant, logged in.
    pub async fn owner(&self) -> Customer {
        self.staff(Role::Owner).await
    }

    /// One of the merchant's people, `owner@example.com` or the like, logged in.
    pub async fn staff(&self, role: Role) -> Customer {
        let email = format!("{}@example.com", role.into_str());
        let person = NewPerson {
            email: &email,
            role,
            ..Self::new_owner()
        };
        enroll(&self.tenant().await, person, "test").await.unwrap();
        Customer::log_in(self, &email, PASSWORD).await
    }

    pub fn new_owner() -> NewPerson<'static> {
        NewPerson {
            first_name: "Olga",
            last_name: "Owner",
            email: "owner@example.com",
            birthday_month: 1,
            birthday_day: 2,
            zip_postal_code: "85004",
            cell_phone_number: "6025550100",
            password: PASSWORD.into(),
            role: Role::Owner,
        }
    }

    /// The site as the domains' own functions take it.
    pub async fn tenant(&self) -> Tenant {
        Tenant::open(&self.installation.runtime, Arc::clone(&self.site))
            .await
            .unwrap()
    }

    /// Removes the failed jobs, which must be exactly the expected ones: any others make the test fail at its end.
    pub async fn expect_dead(&self, kinds: &[&str]) {
        let mut db = self.tenant().await.write().await.unwrap();
        let mut dead = Vec::new();
        for job in jobs::list(&mut db, Some(JobState::Dead)).await.unwrap() {
            jobs::discard(&mut db, job.id).await.unwrap();
            dead.push(job.kind);
        }
        dead.sort();
        assert_eq!(dead, kinds);
        db.commit().await.unwrap();
    }

    /// Runs every job that is due by the test clock.
    pub async fn run_jobs(&self) -> usize {
        self.try_jobs().await.unwrap()
    }

    /// The same where the site's file may refuse to be written.
    pub async fn try_jobs(&self) -> Result<usize, JobError> {
        self.installation.try_jobs(&self.site).await
    }
}
