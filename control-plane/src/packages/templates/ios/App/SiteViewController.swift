import UIKit
import WebKit

/// The site in a web view that fills the screen.
final class SiteViewController: UIViewController, WKNavigationDelegate, WKUIDelegate {
    private lazy var web: WKWebView = {
        let configuration = WKWebViewConfiguration()
        configuration.allowsInlineMediaPlayback = true
        return WKWebView(frame: .zero, configuration: configuration)
    }()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = Site.brand
        web.navigationDelegate = self
        web.uiDelegate = self
        web.allowsBackForwardNavigationGestures = true
        web.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(web)
        NSLayoutConstraint.activate([
            web.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            web.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            web.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            web.trailingAnchor.constraint(equalTo: view.trailingAnchor),
        ])
        if web.url == nil, let start = Site.startAddress() {
            open(start)
        }
    }

    func open(_ address: URL) {
        web.load(URLRequest(url: address))
    }

    /// Whole pages of others (maps, social networks) open in the browser; frames, as the card form, stay.
    func webView(
        _ webView: WKWebView,
        decidePolicyFor action: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        let isPage = action.targetFrame?.isMainFrame ?? true
        guard isPage, let address = action.request.url, !Site.owns(address) else {
            return decisionHandler(.allow)
        }
        UIApplication.shared.open(address)
        decisionHandler(.cancel)
    }

    /// A window of the site's own is a page like any other.
    func webView(
        _ webView: WKWebView,
        createWebViewWith configuration: WKWebViewConfiguration,
        for action: WKNavigationAction,
        windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        if let address = action.request.url {
            if Site.owns(address) { open(address) } else { UIApplication.shared.open(address) }
        }
        return nil
    }
}
