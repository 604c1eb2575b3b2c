use std::sync::Arc;

use platform::tenancy::Site;
use tenant_runtime::tenant::Tenant;

use super::client::Client;
use super::customer::Customer;
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

    /// The site as the domains' own functions take it.
    pub async fn tenant(&self) -> Tenant {
        Tenant::open(&self.installation.runtime, Arc::clone(&self.site))
            .await
            .unwrap()
    }

    /// Runs every job that is due by the test clock.
    pub async fn run_jobs(&self) -> usize {
        self.installation.run_jobs(&self.site).await
    }
}
