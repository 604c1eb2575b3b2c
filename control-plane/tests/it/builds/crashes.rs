//! Crashes of the client, with their positions in the source.

use std::fs::File;

use serde_json::Value;

use crate::support::{Installation, create, failure, get, http, merchants, web_build};

/// Output of the bundler for two files, with its source map.
const WASH: &str =
    "function e(e){let t=[e.name];return t.push(e.foam.colour),t.join(`, `)}document.title=e({name:`Glow`});";
const WASH_MAP: &str = r#"{"version":3,"file":"wash.js","names":["describeWash","words","wash"],"sources":["src/wash.ts","src/main.ts"],"mappings":"AAGA,SAAgBA,EAAa,EAAoB,CAC/C,IAAMC,EAAQ,CAACC,EAAK,IAAI,EAExB,OADAD,EAAM,KAAKC,EAAK,KAAM,MAAM,EACrBD,EAAM,KAAK,IAAI,CACxB,CCLA,SAAS,MAAQD,EAAa,CAAE,KAAM,MAAO,CAAC"}"#;

#[tokio::test]
async fn crashes_are_listed_with_source_locations() {
    let installation = Installation::new();
    let log = installation.dir.path().join("suds.log");
    let server = installation.serve_logging_to(File::create(&log).unwrap().into());
    let account = installation.account();
    installation.json(&create(&account, "sparkle", "demo", &merchants().join("sparkle")));
    let folder = web_build("1.5.1");
    std::fs::write(folder.path().join("assets/wash.js"), WASH).unwrap();
    std::fs::write(folder.path().join("assets/wash.js.map"), WASH_MAP).unwrap();
    installation.json(&["build", "publish", folder.path().to_str().unwrap()]);
    let status = async |path: &str| {
        get(server.address, "sparkle.localhost", path, &[])
            .await
            .status()
            .as_u16()
    };
    assert_eq!(
        (
            status("/v/1.5.1/assets/wash.js").await,
            status("/v/1.5.1/assets/wash.js.map").await
        ),
        (200, 404),
        "the source is nobody's business"
    );

    let report = async |stack: &str| {
        let crash = http()
            .build()
            .unwrap()
            .post(format!("http://{}/api/v1/users/errors", server.address))
            .header("Host", "sparkle.localhost")
            .json(&serde_json::json!({"error": "TypeError: Ada has no foam", "stack": stack}));
        assert_eq!(crash.send().await.unwrap().status(), 200);
    };
    let file = "https://sparkle.example/v/1.5.1/assets";
    let known = format!("at e ({file}/wash.js:1:51)\n    at {file}/wash.js:1:87\n    at {file}/app-1.js:1:1");
    report(&known).await;
    report(&known).await;
    report("at somebody else's").await;

    let crashes = |more: &[&str]| installation.json(&[&["build", "crashes", log.to_str().unwrap()], more].concat());
    let told = crashes(&[]);
    assert_eq!(told.as_array().map(Vec::len), Some(2), "{told}");
    assert_eq!((&told[0]["build"], &told[0]["count"]), (&"1.5.1".into(), &2.into()));
    let places = told[0]["frames"].as_array().unwrap().iter();
    let places: Vec<_> = places.map(|frame| (&frame["built"], &frame["source"])).collect();
    assert_eq!(
        places,
        [
            (&"assets/wash.js:1:51".into(), &"src/wash.ts:6:25".into()),
            (&"assets/wash.js:1:87".into(), &"src/main.ts:3:18".into()),
            (&"assets/app-1.js:1:1".into(), &Value::Null)
        ]
    );
    assert_eq!(crashes(&["--build", "1.5.2"]), Value::Array(Vec::new()));
    let text = String::from_utf8(installation.run(&["build", "crashes", log.to_str().unwrap()]).stdout).unwrap();
    assert!(
        text.contains("crashes 2") && text.contains("src/wash.ts:6:25  (assets/wash.js:1:51)"),
        "{text}"
    );
    assert!(!text.contains("Ada"), "{text}");
    assert!(failure(&installation.run(&["build", "crashes", "/nowhere.log"])).contains("/nowhere.log"));
}
