//! Validation of survey questions and answers (docs/RULES.md#survey). Pure.

use std::sync::LazyLock;

use super::{QuestionEntry, QuestionKind, SurveyAnswer, SurveyChange, SurveyQuestion};
use crate::fields::{FieldErrors, Limits, Notes, text};

/// Characters.
const LONGEST_ANSWER: usize = 1000;
const LEAST_CHOICES: usize = 2;

static SURVEY_LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<SurveyChange>);
static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::of::<QuestionEntry>);

/// The specification's.
const UNANSWERED: &str = "This field is required";

/// The questions as they are kept.
///
/// # Errors
/// The message of each entry at fault: `[2].question`.
pub fn check_questions(entered: &[QuestionEntry]) -> Result<Vec<QuestionEntry>, FieldErrors> {
    let mut notes = Notes::default();
    if !SURVEY_LIMITS.allow_items("questions", entered.len()) {
        notes.take::<()>("questions", Err("Add up to 10 questions."));
    }
    let questions = entered.iter().enumerate().map(|(index, entry)| QuestionEntry {
        question: notes.take(format!("[{index}].question"), LIMITS.text("question", &entry.question)),
        kind: entry.kind,
        choices: match entry.kind {
            QuestionKind::Choice => check_choices(index, &entry.choices, &mut notes),
            QuestionKind::Text | QuestionKind::Rating => Vec::new(),
        },
    });
    let questions = questions.collect();
    notes.into_result(questions)
}

fn check_choices(index: usize, entered: &[String], notes: &mut Notes) -> Vec<String> {
    let mut choices: Vec<String> = Vec::with_capacity(entered.len());
    for (place, choice) in entered.iter().enumerate() {
        let checked = LIMITS.item_text("choices", choice).and_then(|choice| {
            let is_repeated = choices.contains(&choice);
            if is_repeated {
                Err("This choice is already listed.")
            } else {
                Ok(choice)
            }
        });
        choices.push(notes.take(format!("[{index}].choices[{place}]"), checked));
    }
    if choices.len() < LEAST_CHOICES || !LIMITS.allow_items("choices", choices.len()) {
        notes.take::<()>(format!("[{index}].choices"), Err("Add 2 to 8 choices."));
    }
    choices
}

/// Texts of `answers` in order. `asked`: all questions shown together.
///
/// # Errors
/// The message of each invalid answer, such as `[2].CustomerResponse`.
pub(super) fn check_answers(asked: &[SurveyQuestion], answers: &[SurveyAnswer]) -> Result<Vec<String>, FieldErrors> {
    let mut notes = Notes::default();
    let mut texts = Vec::with_capacity(answers.len());
    for (index, answer) in answers.iter().enumerate() {
        let id = answer.question_id;
        let is_repeated = answers[..index].iter().any(|earlier| earlier.question_id == id);
        let question = asked.iter().find(|question| question.survey_question_id == id);
        if is_repeated || question.is_none() {
            notes.take::<()>(format!("[{index}].QuestionId"), Err("Unknown name or value."));
        }
        let checked = text::optional(&answer.customer_response, LONGEST_ANSWER).and_then(|response| match question {
            _ if response.is_empty() => Err(UNANSWERED),
            Some(question) if !is_answer_to(question, &response) => Err("Unknown name or value."),
            _ => Ok(response),
        });
        texts.push(notes.take(format!("[{index}].CustomerResponse"), checked));
    }
    let is_complete = asked.iter().all(|question| {
        answers
            .iter()
            .any(|answer| answer.question_id == question.survey_question_id)
    });
    if asked.is_empty() || !is_complete {
        notes.take::<()>("answers", Err(UNANSWERED));
    }
    notes.into_result(texts)
}

fn is_answer_to(question: &SurveyQuestion, said: &str) -> bool {
    match question.kind {
        QuestionKind::Text => true,
        QuestionKind::Choice => question.choices.iter().any(|choice| choice == said),
        QuestionKind::Rating => ["1", "2", "3", "4", "5"].contains(&said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(question_id: i64, response: &str) -> SurveyAnswer {
        SurveyAnswer {
            question_id,
            customer_response: response.to_owned(),
        }
    }

    fn asked(ids: &[i64]) -> Vec<SurveyQuestion> {
        let question = |id: &i64| SurveyQuestion {
            survey_question_id: *id,
            question: "Why?".to_owned(),
            kind: QuestionKind::Text,
            choices: Vec::new(),
        };
        ids.iter().map(question).collect()
    }

    fn faults(ids: &[i64], answers: &[SurveyAnswer]) -> Vec<String> {
        let errors = check_answers(&asked(ids), answers).unwrap_err();
        errors.into_keys().map(Into::into).collect()
    }

    #[test]
    fn every_question_is_answered_once() {
        let answers = [answer(7, " Too far. "), answer(8, "A kiosk\nat home")];
        assert_eq!(
            check_answers(&asked(&[7, 8]), &answers).unwrap(),
            ["Too far.", "A kiosk\nat home"]
        );
        assert_eq!(faults(&[7, 8, 9], &answers), ["answers"]);
        assert_eq!(faults(&[7], &answers), ["[1].QuestionId"]);
        assert_eq!(faults(&[7], &[answer(7, "a"), answer(7, "b")]), ["[1].QuestionId"]);
        assert_eq!(faults(&[7], &[]), ["answers"]);
        assert_eq!(faults(&[], &[]), ["answers"], "nothing was asked");
    }

    #[test]
    fn answer_has_text_of_limited_length() {
        let errors = check_answers(&asked(&[7]), &[answer(7, " \n ")]).unwrap_err();
        assert_eq!(errors["[0].CustomerResponse"], UNANSWERED);
        assert_eq!(faults(&[7], &[answer(7, &"ü".repeat(1001))]), ["[0].CustomerResponse"]);
        assert!(check_answers(&asked(&[7]), &[answer(7, &"ü".repeat(1000))]).is_ok());
    }

    #[test]
    fn answer_is_one_of_the_choices() {
        let [mut choice, mut rating] = <[SurveyQuestion; 2]>::try_from(asked(&[1, 2])).unwrap();
        choice.kind = QuestionKind::Choice;
        choice.choices = vec!["Price".to_owned(), "Distance".to_owned()];
        rating.kind = QuestionKind::Rating;
        let questions = [choice, rating];
        let said = |one: &str, other: &str| check_answers(&questions, &[answer(1, one), answer(2, other)]);
        assert_eq!(said("Price", " 5 ").unwrap(), ["Price", "5"]);
        for (one, other, at) in [
            ("Weather", "5", "[0].CustomerResponse"),
            ("Price", "6", "[1].CustomerResponse"),
            ("Price", "05", "[1].CustomerResponse"),
        ] {
            let errors = said(one, other).unwrap_err();
            assert_eq!(errors.into_keys().collect::<Vec<_>>(), [at]);
        }
    }

    #[test]
    fn questions_are_cleaned_and_limited() {
        let entry = QuestionEntry::in_words;
        let some = |count: usize| vec![entry(" Why? "); count];
        assert_eq!(check_questions(&some(1)).unwrap(), [entry("Why?")]);
        assert!(check_questions(&some(10)).is_ok());
        assert!(check_questions(&some(11)).is_err());
        assert!(check_questions(&[entry(" ")]).is_err());
        assert!(check_questions(&[entry(&"x".repeat(201))]).is_err());
    }

    #[test]
    fn choices_are_several_and_distinct() {
        let offered = |choices: &[&str]| {
            let entry = QuestionEntry {
                kind: QuestionKind::Choice,
                choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
                ..QuestionEntry::in_words("Why?")
            };
            check_questions(&[entry]).map_err(|errors| errors.into_keys().collect::<Vec<_>>())
        };
        assert_eq!(
            offered(&[" Price", "Distance "]).unwrap()[0].choices,
            ["Price", "Distance"]
        );
        assert_eq!(offered(&["Price"]).unwrap_err(), ["[0].choices"]);
        assert_eq!(offered(&["Price", "Price"]).unwrap_err(), ["[0].choices[1]"]);
        assert_eq!(offered(&["Price", " "]).unwrap_err(), ["[0].choices[1]"]);
        assert_eq!(offered(&["x"; 9]).unwrap_err().len(), 9);
        // Other types have no choices. Any that were sent are ignored.
        let entry = QuestionEntry {
            choices: vec!["Price".to_owned()],
            ..QuestionEntry::in_words("Why?")
        };
        assert!(check_questions(&[entry]).unwrap()[0].choices.is_empty());
    }
}
