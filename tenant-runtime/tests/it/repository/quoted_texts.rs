//! Texts that other clients and help pages quote: none of them may be reworded. The web client's tests read the same file.

use serde::Deserialize;

use super::source::{code_of, files};

#[derive(Deserialize)]
struct QuotedText {
    text: String,
    /// `web`, `server` or both.
    used: Vec<String>,
}

#[test]
fn server_uses_every_quoted_text_to_the_letter() {
    let json = std::fs::read_to_string(super::root("web/src/shared/i18n/quoted-texts.json")).unwrap();
    let texts: Vec<QuotedText> = serde_json::from_str(&json).unwrap();
    let mut code = String::new();
    for folder in ["tenant-runtime/src", "control-plane/src", "platform/src"] {
        for file in files(&super::root(folder)) {
            code.push_str(&code_of(&file));
        }
    }
    let on_server = texts
        .iter()
        .filter(|text| text.used.iter().any(|side| side == "server"));
    let missing: Vec<_> = on_server
        .map(|text| format!("{:?}", text.text))
        .filter(|literal| !code.contains(literal))
        .collect();
    assert!(missing.is_empty(), "the server lacks {missing:#?}");
}
