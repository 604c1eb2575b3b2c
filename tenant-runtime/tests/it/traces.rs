//! Log entries of a request, found by the ID in its response.

use platform::db::TenantWrite;
use serde_json::json;

use crate::support::{Installation, Log, Reply};

/// The lines that carry the id of a request.
fn lines(log: &Log, reply: &Reply) -> Vec<String> {
    let id = reply.header("x-request-id").unwrap();
    let text = log.text();
    let mine = text
        .lines()
        .filter(|line| line.contains(&format!("request.id=\"{id}\"")));
    mine.map(str::to_owned).collect()
}

/// The one of `lines` in which all `words` stand.
#[track_caller]
fn one<'a>(lines: &'a [String], words: &[&str]) -> &'a str {
    let found: Vec<_> = lines
        .iter()
        .filter(|line| words.iter().all(|word| line.contains(word)))
        .collect();
    assert_eq!(found.len(), 1, "{words:?} in {lines:#?}");
    found[0]
}

#[tokio::test]
async fn request_id_appears_in_its_calls_and_jobs() {
    let (log, _guard) = Log::of_this_test();
    let installation = Installation::new().await;
    let site = installation.site().await;
    let ada = site.customer().await.confirmed().await.with_card().await;
    site.run_jobs().await;
    let bought = ada
        .post_once("/orders", "one", json!({"products": [{"productId": 101}]}))
        .await;
    let another = ada
        .post_once("/orders", "two", json!({"products": [{"productId": 101}]}))
        .await;
    site.run_jobs().await;

    let lines = lines(&log, &bought);
    let id = format!("site.id={}", site.site.id);
    let route = "http.route=\"/api/v1/orders\"";
    one(&lines, &[": request completed status=200", route, &id]);
    let call = one(
        &lines,
        &[
            "outgoing call completed status=200",
            "http.request.method=POST",
            "server.address=\"127.0.0.1\"",
        ],
    );
    assert!(call.contains(route), "{call}");
    one(
        &lines,
        &["job completed", "job.kind=\"checkout.receipt\"", "job.id=", &id],
    );
    assert!(!log.text().contains(&ada.email), "nobody is named");
    assert_eq!(bought.succeeded()["approved"], true);
    assert_eq!(another.succeeded()["approved"], true);
}

#[tokio::test]
async fn cause_of_a_failed_request_is_logged_once_with_its_id() {
    let (log, _guard) = Log::of_this_test();
    let installation = Installation::new().await;
    let site = installation.site().await;
    let (ada, tenant) = (site.customer().await, site.tenant().await);
    let run = async |statement: &'static str| {
        let mut db: TenantWrite = tenant.write().await.unwrap();
        sqlx::query(statement).execute(db.conn()).await.unwrap();
        db.commit().await.unwrap();
    };
    run("ALTER TABLE notifications RENAME TO elsewhere").await;
    let failed = ada.get("/users/notifications?status=unread").await;
    run("ALTER TABLE elsewhere RENAME TO notifications").await;
    // Renaming leaves quotes behind, which are not in the schema.
    let unquote = "UPDATE sqlite_schema SET sql = replace(sql, '\"notifications\"', 'notifications')";
    for statement in ["PRAGMA writable_schema = ON", unquote, "PRAGMA writable_schema = OFF"] {
        run(statement).await;
    }
    let lines = lines(&log, &failed);
    assert_eq!(lines.len(), 2, "{lines:#?}");
    one(
        &lines,
        &["ERROR", "request failed", "no such table", &site.site.id.to_string()],
    );
    assert_eq!(log.errors("request failed"), 1);
    failed.refused(500, "internal");
}
