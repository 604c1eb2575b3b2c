//! Hostile input of a merchant is refused, and the process survives.

mod chaos;
mod files;
mod hostile;

use std::ffi::OsString;

use platform::sandbox::WorkerCommand;
use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Installation, mailbox};

/// Set in the processes that tests start as sandbox workers.
const IS_WORKER: &str = "SUDS_TEST_SANDBOX_WORKER";

/// This test binary as a worker.
pub fn worker_command() -> WorkerCommand {
    WorkerCommand {
        arguments: ["sandbox::worker_process", "--exact", "--nocapture"]
            .map(OsString::from)
            .to_vec(),
        variables: vec![(OsString::from(IS_WORKER), OsString::from("1"))],
    }
}

/// Entry point of the workers that other tests start.
#[test]
fn worker_process() {
    if std::env::var_os(IS_WORKER).is_some() {
        let served = tenant_runtime::process::serve_sandbox();
        std::process::exit(i32::from(served.is_err()));
    }
}

const CONFIRMATION: &str = "/admin/mails/email_confirmation/en";
const FAILED: &str = "/admin/failed-mail-templates";
const RECEIPT: &str = "/admin/mails/receipt/en";

/// Markup that nests `depth` elements for everyone but the sample customer.
fn nested_for_others(depth: usize) -> String {
    let (open, close) = (
        "{% for i in range(DEPTH) %}<div>{% endfor %}",
        "{% for i in range(DEPTH) %}</div>{% endfor %}",
    );
    let nested = format!("{open}x{close}").replace("DEPTH", &depth.to_string());
    format!(
        "<mjml><mj-body><mj-section><mj-column><mj-text>{{{{ first_name }}}} <a href=\"{{{{ href }}}}\">x</a>\
         {{% if first_name != \"Ann\" %}}{nested}{{% endif %}}</mj-text></mj-column></mj-section></mj-body></mjml>"
    )
}

#[tokio::test]
async fn template_that_crashes_its_worker_is_replaced_by_the_default() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let saved = manager.get(CONFIRMATION).await.succeeded();
    let mut edited = saved["parts"].clone();
    edited["subject"] = json!("Ahoy {{ first_name }}");
    edited["markup"] = json!(nested_for_others(20_000));
    edited["basedOn"] = saved["versionId"].clone();
    manager.put(CONFIRMATION, edited).await.succeeded();
    site.customer_with_email("bea@example.com").await;
    site.run_jobs().await;
    let mail = mailbox::mails(&site, "email_confirmation", "bea@example.com").remove(0);
    assert!(mail.contains("Subject: Verify your email"), "{mail}");
    let failed = manager.get(FAILED).await.succeeded();
    assert_eq!(
        (&failed[0]["kind"], &failed[0]["reason"], &failed[0]["line"]),
        (&json!("email_confirmation"), &json!("too_complex"), &Value::Null)
    );
}

/// The sample customer is called Ann, so only the email to someone else shows the mistake.
#[tokio::test]
async fn template_that_fails_when_sent_needs_attention_until_it_is_saved() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let saved = manager.get(CONFIRMATION).await.succeeded();
    let mut edited = saved["parts"].clone();
    edited["text"] = json!("{{ link }}\n{% if first_name != \"Ann\" %}{{ first_name|round }}{% endif %}");
    edited["basedOn"] = saved["versionId"].clone();
    let saved = manager.put(CONFIRMATION, edited).await.succeeded();
    assert_eq!(manager.get(FAILED).await.succeeded(), json!([]));
    for email in ["bea@example.com", "cem@example.com"] {
        site.customer_with_email(email).await;
    }
    site.run_jobs().await;
    let mail = mailbox::mails(&site, "email_confirmation", "bea@example.com").remove(0);
    assert!(mail.contains("Subject: Verify your email"), "{mail}");
    let failed = manager.get(FAILED).await.succeeded();
    let row = json!({
        "kind": "email_confirmation", "language": "en", "reason": "invalid", "line": 2, "emails": 2,
        "failedAt": failed[0]["failedAt"],
    });
    assert_eq!(failed, json!([row]));
    let needs_attention = json!({"kind": "failed_templates", "count": 1, "due": null});
    let waiting = manager.get("/admin/waiting").await.succeeded();
    assert!(waiting.as_array().unwrap().contains(&needs_attention), "{waiting}");
    let attendant = site.staff(Role::Attendant).await;
    attendant.get(FAILED).await.refused(403, "not_admin");

    let mut edited = saved["parts"].clone();
    edited["text"] = json!("{{ link }}");
    edited["basedOn"] = saved["versionId"].clone();
    manager.put(CONFIRMATION, edited).await.succeeded();
    assert_eq!(manager.get(FAILED).await.succeeded(), json!([]));
}

#[tokio::test]
async fn template_that_leaves_its_link_out_when_sent_needs_attention_until_it_is_reset() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let saved = manager.get(CONFIRMATION).await.succeeded();
    let mut edited = saved["parts"].clone();
    edited["text"] = json!("{% if first_name == \"Ann\" %}{{ link }}{% endif %}");
    edited["basedOn"] = saved["versionId"].clone();
    manager.put(CONFIRMATION, edited).await.succeeded();
    site.customer_with_email("bea@example.com").await;
    site.run_jobs().await;
    assert_eq!(manager.get(FAILED).await.succeeded()[0]["reason"], "missing_link");
    manager.delete(CONFIRMATION).await.succeeded();
    assert_eq!(manager.get(FAILED).await.succeeded(), json!([]));
}

#[tokio::test]
async fn hostile_templates_are_rejected() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let body = |content: &str| format!("<mjml><mj-body>{content}</mj-body></mjml>");
    let text = |content: &str| {
        body(&format!(
            "<mj-section><mj-column><mj-text>{content}</mj-text></mj-column></mj-section>"
        ))
    };
    let doubled =
        "{% set ns = namespace(s='a') %}{% for i in range(40) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}{{ ns.s }}";
    for (field, source) in [
        (
            "markup",
            text(&format!("{}x{}", "<div>".repeat(20_000), "</div>".repeat(20_000))),
        ),
        (
            "markup",
            body(&format!(
                "{}{}",
                "<mj-wrapper>".repeat(8_000),
                "</mj-wrapper>".repeat(8_000)
            )),
        ),
        ("markup", text(&format!("{{{{ 1{} }}}}", "|string".repeat(30_000)))),
        ("text", doubled.to_owned()),
        ("text", "{{ \"%3000000000d\"|format(1) }}".to_owned()),
        ("text", "{{ \"a\\nb\"|indent(3000000000) }}".to_owned()),
        ("text", "{{ debug() }}".to_owned()),
        // Much longer output than any email has.
        ("text", doubled.replace("40", "20")),
        ("markup", text(&doubled.replace("40", "20"))),
        ("subject", doubled.replace("40", "20")),
        (
            "markup",
            format!("{}{}", "<mjml>".repeat(3_000), doubled.replace("40", "20")),
        ),
    ] {
        let mut draft = manager.get(RECEIPT).await.succeeded()["parts"].clone();
        draft[field] = json!(source);
        let reply = manager.post(&format!("{RECEIPT}/preview"), draft).await;
        assert_eq!(reply.status, 422, "{field} {:.60} {:.300}", source, reply.text);
        assert!(reply.text.len() < 2_000, "{field} {:.60} {:.300}", source, reply.text);
    }
    manager.get("/admin/mails").await.succeeded();
}

#[tokio::test]
async fn html_with_many_open_elements_is_rejected() {
    let site = Installation::new().await.site().await;
    let manager = site.staff(Role::Manager).await;
    let html = "<a><b>".repeat(12_000) + &"</a>".repeat(12_000);
    let refused = manager.post("/admin/texts/preview", json!({ "html": html })).await;
    refused.refused(422, "invalid_fields");
    let clean = manager
        .post("/admin/texts/preview", json!({ "html": "<p onclick=\"x\">Hi</p>" }))
        .await;
    assert_eq!(clean.succeeded()["html"], "<p>Hi</p>");
}
