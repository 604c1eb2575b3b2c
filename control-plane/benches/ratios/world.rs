use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::server::Server;
use crate::shopper::{Shopper, Town};
use crate::support::{Installation, copy_folder, merchants};

pub const SITES: usize = 8;
pub const SHOPPERS: usize = 32;
const PRODUCTS: usize = 30;

/// A server with sites, and shoppers with cards spread over them: shopper `n` is at site `n % SITES`.
pub struct World {
    pub installation: Installation,
    pub shoppers: Vec<Shopper>,
    server: Server,
    /// Lives as long as the server.
    _stub: paystub::Handle,
}

impl World {
    pub async fn make() -> Self {
        let installation = Installation::new();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let stub_log = installation.dir.path().join("paystub.log");
        let stub = paystub::Stub::start_instant(listener, &stub_log).await.unwrap();
        let merchant = installation.dir.path().join("merchant");
        make_merchant(&merchant);
        let sites: Vec<_> = (0..SITES).map(|number| (site(number), merchant.clone())).collect();
        let mut server = Server::of_new_sites(&installation, &sites, stub.url());
        server.start().await;
        let mut shoppers = Vec::new();
        for number in 0..SHOPPERS {
            let mail = installation.data_dir().join("mail");
            let town = Town {
                server: server.address,
                stub: stub.url(),
                mail: &mail,
            };
            let email = format!("shopper{number}@example.com");
            shoppers.push(Shopper::arrive(town, &site(number % SITES), &email).await);
        }
        Self {
            installation,
            shoppers,
            server,
            _stub: stub,
        }
    }

    pub fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// The file of the site at which shopper `number` is.
    pub fn file_of(&self, number: usize) -> PathBuf {
        let listed = self.installation.json(&["site", "list"]);
        self.folder_of(&listed, number % SITES).join("site.sqlite")
    }

    fn folder_of(&self, listed: &Value, number: usize) -> PathBuf {
        let mut sites = listed.as_array().unwrap().iter();
        let found = sites.find(|row| row["subdomain"] == site(number).as_str());
        let id = found.unwrap()["id"].as_str().unwrap();
        self.installation.data_dir().join("sites").join(id)
    }

    /// The sites' files as they are now, copied to `folder` while the server is down. In the order of the sites.
    pub async fn copy_files(&mut self, folder: &Path) -> Vec<PathBuf> {
        // After kill -9, the log next to a file belongs to it.
        self.server.kill();
        let listed = self.installation.json(&["site", "list"]);
        let mut files = Vec::new();
        for number in 0..SITES {
            let from = self.folder_of(&listed, number);
            let to = folder.join(site(number));
            copy_folder(&from, &to);
            files.push(to.join("site.sqlite"));
        }
        self.server.start().await;
        files
    }

    /// Waits until all receipts are sent, so that the next measurement has the machine to itself.
    pub async fn quiet(&self) {
        let mail = self.installation.data_dir().join("mail");
        let count = || std::fs::read_dir(&mail).unwrap().count();
        let mut before = usize::MAX;
        while before != count() {
            before = count();
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        }
        // Flush pending writes.
        let _ = Command::new("sync").status();
    }
}

fn site(number: usize) -> String {
    format!("bench{number}")
}

/// A demo merchant with 30 washes.
fn make_merchant(folder: &Path) {
    copy_folder(&merchants().join("sparkle"), folder);
    let file = folder.join("site.json");
    let mut manifest: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let products = manifest["products"].as_array().unwrap().clone();
    let many = (0..PRODUCTS).map(|number| {
        let mut product = products[number % products.len()].clone();
        product["productId"] = Value::from(1000 + number);
        product
    });
    manifest["products"] = many.collect();
    std::fs::write(file, manifest.to_string()).unwrap();
}
