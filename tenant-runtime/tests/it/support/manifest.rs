use serde_json::json;
use tenant_runtime::site::Manifest;

/// A small merchant. Every text that the public sees contains `name`.
pub fn of(name: &str) -> Manifest {
    let manifest = json!({
        "siteConfig": {
            "companyName": format!("{name} Wash"),
            "timeZone": "America/Phoenix",
            "carousel": [{"headline": format!("Clean by {name}"), "text": "", "tag": "_SHOP", "href": "_WASHES", "buttonText": "Buy", "image": ""}],
        },
        "merchant": {
            "supportEmail": format!("help@{name}.example"),
            "supportPhone": "6025550100",
            "supportFaqs": format!("<h3>{name}?</h3><p>Yes.</p><script>alert(1)</script>"),
            "terms": format!("<p>Terms of {name}</p>"),
        },
        "processor": {
            "name": "moneris",
            "endpoints": "stub",
            "settings": {"storeId": format!("store-{name}"), "apiToken": format!("token-{name}"), "checkoutId": format!("chkt-{name}")},
        },
        "locations": [
            {"id": 1, "name": format!("{name} Central"), "address1": "1 Main St", "city": "Phoenix", "state": "AZ",
             "zip": "85004", "phone": "6025550101", "latitude": 33.45, "longitude": -112.07, "taxes": {"wash": 86000}},
            {"id": 2, "name": format!("{name} East"), "address1": "2 Mill Ave", "city": "Tempe", "state": "AZ",
             "zip": "85281", "phone": "6025550102", "latitude": 33.42, "longitude": -111.94, "taxes": {"wash": 81000}},
        ],
        "products": [
            {"productId": 101, "productType": "AppWash", "name": format!("{name} Sunrise"), "price": 1200, "details": ["Soft foam"]},
            {"productId": 102, "productType": "AppWash", "name": format!("{name} Glow"), "price": 2000, "badge": "Most loved"},
            {"productId": 103, "productType": "AppWash", "name": format!("{name} East only"), "price": 1600, "locations": [2]},
        ],
    });
    serde_json::from_value(manifest).unwrap()
}
