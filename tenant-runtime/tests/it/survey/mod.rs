use serde_json::{Value, json};
use tenant_runtime::http::Role;

use crate::support::{Customer, Installation};

async fn questions(customer: &Customer) -> Vec<Value> {
    let asked = customer.get("/survey/leaving").await.succeeded();
    asked.as_array().unwrap().clone()
}

fn answers(questions: &[Value], response: &str) -> Value {
    let answers = questions
        .iter()
        .map(|question| json!({"QuestionId": question["surveyQuestionId"], "CustomerResponse": response}));
    answers.collect()
}

#[tokio::test]
async fn canceling_member_answers_the_survey() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let asked = questions(&ada).await;
    assert_eq!(asked[0]["question"], "Why are you leaving the club?");
    ada.post("/survey/submit-response", answers(&asked, "Too far away."))
        .await
        .succeeded();

    let refused = ada
        .post("/survey/submit-response", answers(&asked, "  "))
        .await
        .refused(422, "invalid_fields");
    assert_eq!(
        refused["fields"]["[0].CustomerResponse"], "This field is required",
        "{refused}"
    );
    ada.post("/survey/submit-response", answers(&asked[..1], "Some only."))
        .await
        .refused(422, "invalid_fields");
    let unknown = json!([{"QuestionId": 99_999, "CustomerResponse": "What?"}]);
    ada.post("/survey/submit-response", unknown)
        .await
        .refused(422, "invalid_fields");
    ada.post("/survey/submit-response", json!([]))
        .await
        .refused(422, "invalid_fields");
    let kept: Vec<(i64,)> = site.rows("SELECT COUNT(*) FROM survey_responses").await;
    assert_eq!(kept, [(1,)]);
}

#[tokio::test]
async fn answers_keep_their_questions() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let (manager, attendant) = (site.staff(Role::Manager).await, site.staff(Role::Attendant).await);
    let before = questions(&ada).await;
    let changed = json!([{"question": " Was it the price? "}]);
    ada.post("/survey/merchant", changed.clone())
        .await
        .refused(403, "not_admin");
    attendant
        .save("/survey/merchant", changed.clone())
        .await
        .refused(403, "not_admin");
    let set = manager.save("/survey/merchant", changed).await.succeeded();
    assert_eq!(set["questions"][0]["question"], "Was it the price?");
    assert_eq!(attendant.get("/survey/merchant").await.succeeded(), set);
    assert_eq!(questions(&ada).await, *set["questions"].as_array().unwrap());
    manager
        .save("/survey/merchant", json!([{"question": ""}]))
        .await
        .refused(422, "invalid_fields");

    // Asked before the change, answered after it.
    ada.post("/survey/submit-response", answers(&before, "No."))
        .await
        .succeeded();
    let kept: Vec<(String, String)> = site
        .rows("SELECT q.question, a.answer FROM survey_answers a JOIN survey_questions q ON q.id = a.question_id ORDER BY q.id")
        .await;
    assert_eq!(kept[0], ("Why are you leaving the club?".to_owned(), "No.".to_owned()));

    // Without questions there is no survey.
    manager.save("/survey/merchant", json!([])).await.succeeded();
    assert_eq!(questions(&ada).await, [] as [Value; 0]);
}

#[tokio::test]
async fn answers_are_erased_with_their_account() {
    let site = Installation::new().await.site().await;
    let ada = site.customer().await;
    let asked = questions(&ada).await;
    ada.post("/survey/submit-response", answers(&asked, "I am Ada Lovelace."))
        .await
        .succeeded();
    ada.leave().await;
    let kept: Vec<(i64,)> = site.rows("SELECT COUNT(*) FROM survey_answers").await;
    assert_eq!(kept, [(0,)]);
}

#[tokio::test]
async fn answers_are_validated_by_question_type() {
    let site = Installation::new().await.site().await;
    let (ada, manager) = (site.customer().await, site.staff(Role::Manager).await);
    let entries = json!([
        {"question": "What was it?", "kind": "choice", "choices": ["Price", " Distance "]},
        {"question": "How was it?", "kind": "rating"},
    ]);
    manager.save("/survey/merchant", entries).await.succeeded();
    let asked = questions(&ada).await;
    assert_eq!(asked[0]["choices"], json!(["Price", "Distance"]));
    let said = |one: &str, other: &str| {
        json!([
            {"QuestionId": asked[0]["surveyQuestionId"], "CustomerResponse": one},
            {"QuestionId": asked[1]["surveyQuestionId"], "CustomerResponse": other},
        ])
    };
    for wrong in [said("Weather", "4"), said("Price", "6")] {
        ada.post("/survey/submit-response", wrong)
            .await
            .refused(422, "invalid_fields");
    }
    ada.post("/survey/submit-response", said("Price", "4"))
        .await
        .succeeded();
    let one = json!([{"question": "Why?", "kind": "choice", "choices": ["Price"]}]);
    let refused = manager
        .save("/survey/merchant", one)
        .await
        .refused(422, "invalid_fields");
    assert_eq!(refused["fields"]["[0].choices"], "Add 2 to 8 choices.");

    let versions = manager.get("/survey/merchant/versions?limit=1").await.succeeded();
    assert_eq!(versions["items"][0]["questions"], json!(asked));
    assert_eq!(versions["items"][0]["responses"], 1);
    let cursor = versions["nextCursor"].as_str().unwrap();
    let earlier = manager
        .get(&format!("/survey/merchant/versions?cursor={cursor}"))
        .await
        .succeeded();
    assert_eq!(earlier["items"].as_array().unwrap().len(), 1);
    assert_eq!(earlier["items"][0]["responses"], 0);
}
