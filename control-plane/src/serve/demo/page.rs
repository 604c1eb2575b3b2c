//! Minimal parser for pages with card forms: links and form fields.

use anyhow::bail;
use reqwest::header::LOCATION;
use reqwest::{Response, Url};

/// A page and its address.
pub struct Page {
    address: Url,
    /// A redirect.
    location: Option<String>,
    html: String,
}

impl Page {
    /// Parses the response to a request for `address`.
    ///
    /// # Errors
    /// The page reports an error.
    pub async fn read(address: Url, response: Response) -> anyhow::Result<Self> {
        let status = response.status();
        if status.is_client_error() || status.is_server_error() {
            bail!("{} answered {status}", address.path());
        }
        let location = response.headers().get(LOCATION);
        Ok(Self {
            address,
            location: location.and_then(|value| value.to_str().ok()).map(str::to_owned),
            html: response.text().await?,
        })
    }

    /// Target of a redirect, refresh or frame.
    pub fn leads_to(&self) -> Option<Url> {
        let refresh = || {
            self.html
                .split_once("http-equiv=\"refresh\" content=\"0;url=")
                .map(|(_, rest)| value(rest))
        };
        let frame = || attribute(self.html.split_once("<iframe")?.1.split('>').next()?, "src");
        let to = self.location.clone().or_else(refresh).or_else(frame)?;
        self.address.join(&to).ok()
    }

    /// The form that the page submits by itself, with its hidden fields.
    pub fn sends_itself(&self) -> Option<(Url, Vec<(String, String)>)> {
        let fields = self.html.split("<input type=\"hidden\"").skip(1);
        let fields: Vec<_> = fields
            .filter_map(|input| Some((attribute(input, "name")?, attribute(input, "value")?)))
            .collect();
        // Forms for people have visible fields.
        (!fields.is_empty() && !self.html.contains("<label")).then_some((self.form_address()?, fields))
    }

    /// Action URL of its form.
    pub fn form_address(&self) -> Option<Url> {
        let (_, form) = self.html.split_once("<form")?;
        self.address.join(&attribute(form, "action")?).ok()
    }
}

fn attribute(html: &str, name: &str) -> Option<String> {
    let (_, rest) = html.split_once(&format!(" {name}=\""))?;
    Some(value(rest))
}

/// The value up to the next quotation mark.
fn value(rest: &str) -> String {
    html_escape::decode_html_entities(rest.split('"').next().unwrap_or_default()).into_owned()
}
