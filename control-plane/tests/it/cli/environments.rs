//! Environments from the command line.

use serde_json::{Value, json};

use crate::support::{Installation, create, failure, merchants, web_build};

#[test]
fn environment_is_created_shown_and_accepts_sites() {
    let installation = Installation::new();
    let none = installation.json(&["environment", "create", "lab"]);
    assert_eq!(none["appVersion"], Value::Null, "nothing is published");
    installation.json(&["build", "publish", web_build("1.5.0").path().to_str().unwrap()]);
    installation.json(&["build", "publish", web_build("1.6.0").path().to_str().unwrap()]);

    let words = ["environment", "create", "staging", "--build", "1.5.0"];
    let made = installation.json(&words);
    assert_eq!(
        made,
        json!({ "name": "staging", "production": false, "appVersion": "1.5.0", "schemaVersion": "1.1.0" })
    );
    assert_eq!(installation.json(&["environment", "show", "staging"]), made);
    let eu = installation.json(&["environment", "create", "eu", "--production"]);
    assert_eq!((&eu["production"], &eu["appVersion"]), (&json!(true), &json!("1.6.0")));
    let text = String::from_utf8(installation.run(&["environment", "show", "eu"]).stdout).unwrap();
    assert!(text.starts_with("NAME") && text.contains("eu    yes"), "{text}");
    let trail = installation.json(&["audit", "--action", "environment.create"]);
    let subjects = trail["items"].as_array().unwrap().iter();
    let subjects: Vec<_> = subjects.map(|row| row["subject"].as_str().unwrap()).collect();
    assert_eq!(subjects, ["eu", "staging", "lab"]);

    let account = installation.account();
    let from = merchants().join("sparkle");
    let site = installation.json(&create(&account, "sparkle", "staging", &from));
    assert_eq!(site["environment"], "staging");
    let refused = installation.run(&create(&account, "tidal", "eu", &from));
    assert!(failure(&refused).contains("test processor"), "production is production");

    for (words, expected) in [
        (vec!["environment", "create", "staging"], "already"),
        (vec!["environment", "create", "Staging"], "letters a to z"),
        (
            vec!["environment", "create", "us", "--build", "9.9.9"],
            "isn't published",
        ),
        (vec!["environment", "show", "us"], "no environment"),
        (vec!["environment", "run", "us", "1.6.0"], "no environment"),
    ] {
        let said = failure(&installation.run(&words));
        assert!(said.contains(expected), "{words:?}: {said}");
    }
    assert_eq!(installation.json(&["environment", "list"]).as_array().unwrap().len(), 6);
    let help = String::from_utf8(installation.run(&["help", "environment", "create"]).stdout).unwrap();
    assert!(help.contains("--production"), "{help}");
    let completions = String::from_utf8(installation.run(&["completions", "bash"]).stdout).unwrap();
    for word in ["environment", "rotate", "show", "--production"] {
        assert!(completions.contains(word), "{word}");
    }
}

#[test]
fn rollout_without_a_target_lists_the_versions() {
    let installation = Installation::new();
    let start = ["rollout", "start", "--environment", "dev"];
    let said = failure(&installation.run(&start));
    assert!(
        said.contains("--to VERSION") && said.contains("nothing newer"),
        "{said}"
    );
    for version in ["1.5.0", "1.6.0", "1.7.0"] {
        installation.json(&["build", "publish", web_build(version).path().to_str().unwrap()]);
    }
    let said = failure(&installation.run(&start));
    assert!(said.contains("has 1.5.0; newer: 1.7.0, 1.6.0)"), "{said}");
    let said = failure(&installation.run(&[&start[..], &["--kind", "schema"]].concat()));
    assert!(said.contains("has 1.1.0; nothing newer"), "{said}");
}
