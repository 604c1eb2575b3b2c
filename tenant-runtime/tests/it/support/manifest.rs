use serde_json::json;
use tenant_runtime::provision::Manifest;

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
             "zip": "85004", "phone": "6025550101", "latitude": 33.45, "longitude": -112.07, "taxes": {"wash": 86000, "club": 50000, "merchandise": 90000}},
            {"id": 2, "name": format!("{name} East"), "address1": "2 Mill Ave", "city": "Tempe", "state": "AZ",
             "zip": "85281", "phone": "6025550102", "latitude": 33.42, "longitude": -111.94, "taxes": {"wash": 81000, "club": 50000, "merchandise": 90000}},
        ],
        "products": [
            {"productId": 101, "productType": "AppWash", "name": format!("{name} Sunrise"), "price": 1200, "details": ["Soft foam"]},
            {"productId": 102, "productType": "AppWash", "name": format!("{name} Glow"), "price": 2000, "badge": "Most loved"},
            {"productId": 103, "productType": "AppWash", "name": format!("{name} East only"), "price": 1600, "locations": [2]},
            {"productId": 201, "productType": "AppBundle", "name": format!("{name} Three Sunrises"), "price": 3000, "quantity": 3},
            {"productId": 301, "productType": "AppClub", "name": format!("{name} Club"), "price": 2500, "signupPrice": 900,
             "useLimit": {"count": 1, "per": "day"}},
            {"productId": 302, "productType": "AppClub", "name": format!("{name} Big Club"), "price": 4000, "signupPrice": 4000},
            {"productId": 401, "productType": "GiftCard", "name": format!("{name} Card"), "price": 5000, "value": 5500},
            {"productId": 411, "productType": "GiftCardRecharge", "name": format!("{name} Reload"), "price": 2500, "value": 2500},
            {"productId": 501, "productType": "Swag", "name": format!("{name} Mug"), "price": 900, "stock": 2},
            {"productId": 502, "productType": "Swag", "name": format!("{name} Shirt"), "price": 2000},
        ],
        // Shirts and mugs shipped to Texas.
        "shipToTaxes": {"TX": 62500},
        "leavingSurvey": ["Why are you leaving the club?", "What would have made you stay?"],
    });
    serde_json::from_value(manifest).unwrap()
}
