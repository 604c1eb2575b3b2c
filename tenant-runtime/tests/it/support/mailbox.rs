use super::site::TestSite;

/// The captured mails of a site and kind to `email`, oldest first, as RFC 5322 text.
pub fn mails(site: &TestSite, kind: &str, email: &str) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(site.installation.folder().join("mail")) else {
        return Vec::new();
    };
    let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "eml"));
    files.sort();
    let texts = files.iter().map(|path| std::fs::read_to_string(path).unwrap());
    texts
        .filter(|text| {
            text.contains(&format!("X-Suds-Site: {}\r\n", site.site.subdomain))
                && text.contains(&format!("X-Suds-Kind: {kind}\r\n"))
                && text.contains(email)
        })
        .collect()
}

/// The link that stands alone on its line in the newest such mail.
pub fn newest_link(site: &TestSite, kind: &str, email: &str) -> String {
    let mail = mails(site, kind, email)
        .pop()
        .unwrap_or_else(|| panic!("no {kind} mail to {email}"));
    let origin = site.installation.runtime.origins.of(&site.site);
    mail.lines()
        .find(|line| line.starts_with(&origin))
        .unwrap_or_else(|| panic!("no link in {mail}"))
        .to_owned()
}
