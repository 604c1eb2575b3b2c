/// A client that speaks to this machine only. It knows no certificates: reading the system's would be half of what a test does.
pub fn client() -> reqwest::ClientBuilder {
    reqwest::Client::builder().no_proxy().tls_certs_only([])
}
