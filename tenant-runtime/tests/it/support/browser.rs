use reqwest::header::LOCATION;
use reqwest::{Client, Response, Url};

use super::site::TestSite;

/// A browser, as far as hosted card forms need one: it fills forms in, sends on those that send themselves, and follows
/// where it is led. It finds `*.localhost` on this machine.
pub struct Browser {
    http: Client,
}

/// A page and its address.
pub struct Page {
    pub url: Url,
    pub html: String,
}

impl Browser {
    pub fn new(site: &TestSite) -> Self {
        let host = format!("{}.localhost", site.site.subdomain);
        let http = super::http()
            .redirect(reqwest::redirect::Policy::none())
            .resolve(&host, site.installation.address)
            .build()
            .unwrap();
        Self { http }
    }

    pub async fn get(&self, url: Url) -> Page {
        let response = self.http.get(url).send().await.unwrap();
        self.follow(response).await
    }

    pub async fn post(&self, url: Url, fields: &[(String, String)]) -> Page {
        let response = self.http.post(url).form(fields).send().await.unwrap();
        self.follow(response).await
    }

    /// Sends the only form of `page` with its hidden fields and `typed`, and follows where that leads.
    pub async fn submit(&self, page: &Page, typed: &[(&str, &str)]) -> Page {
        let response = self.send(page, typed).await;
        self.follow(response).await
    }

    /// The same, and closes the window.
    pub async fn send(&self, page: &Page, typed: &[(&str, &str)]) -> Response {
        let mut fields = hidden_fields(&page.html);
        let typed = typed.iter();
        fields.extend(typed.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let url = page.url.join(&attribute(&page.html, "action").unwrap()).unwrap();
        self.http.post(url).form(&fields).send().await.unwrap()
    }

    /// Follows redirects, refreshes and forms that send themselves.
    async fn follow(&self, response: Response) -> Page {
        let url = response.url().clone();
        if let Some(location) = response.headers().get(LOCATION) {
            let next = url.join(location.to_str().unwrap()).unwrap();
            return Box::pin(self.get(next)).await;
        }
        let page = Page {
            url,
            html: response.text().await.unwrap(),
        };
        if let Some((_, rest)) = page.html.split_once("http-equiv=\"refresh\" content=\"0;url=") {
            let next = unescape(rest.split('"').next().unwrap());
            return Box::pin(self.get(next.parse().unwrap())).await;
        }
        if page.html.contains("document.forms[0].submit()") {
            return Box::pin(self.submit(&page, &[])).await;
        }
        page
    }
}

/// The value of the first attribute `name`.
pub fn attribute(html: &str, name: &str) -> Option<String> {
    let (_, rest) = html.split_once(&format!(" {name}=\""))?;
    Some(unescape(rest.split('"').next()?))
}

/// Names and values of the hidden inputs.
pub fn hidden_fields(html: &str) -> Vec<(String, String)> {
    html.split("<input type=\"hidden\"")
        .skip(1)
        .map(|input| (attribute(input, "name").unwrap(), attribute(input, "value").unwrap()))
        .collect()
}

fn unescape(text: &str) -> String {
    html_escape::decode_html_entities(text).into_owned()
}
