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

/// A mail as people read it: without the soft line ends and escapes of its transfer (RFC 2045, section 6.7).
pub fn decoded(mail: &str) -> String {
    let joined = mail.replace("=\r\n", "");
    let (mut rest, mut bytes) = (joined.as_bytes(), Vec::new());
    while let [first, after @ ..] = rest {
        let escaped = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match escaped.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if *first == b'=' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
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
