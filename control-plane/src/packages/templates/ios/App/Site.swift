import UIKit

/// The site that this app shows.
enum Site {
    static let origin = "{{origin}}"
    static let start = "{{start_url}}"
    static let host = "{{host}}"
    static let brand = UIColor(red: {{brand_red}}, green: {{brand_green}}, blue: {{brand_blue}}, alpha: 1)

    /// The address at which the app begins.
    static func startAddress() -> URL? {
        URL(string: start)
    }

    /// Whether an address is the site's own; every other one opens in the browser.
    static func owns(_ address: URL) -> Bool {
        address.absoluteString == origin || address.absoluteString.hasPrefix(origin + "/")
    }
}
