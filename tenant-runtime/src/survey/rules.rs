//! What may be asked and answered (docs/RULES.md#survey). Pure.

use super::SurveyAnswer;
use crate::fields::{Checked, FieldErrors, Notes, text};

/// Most questions of a survey: who leaves has little patience.
const MOST_QUESTIONS: usize = 10;
/// Characters.
const LONGEST_QUESTION: usize = 200;
const LONGEST_ANSWER: usize = 1000;

/// The specification's.
const UNANSWERED: &str = "This field is required";

/// The questions as they are kept.
///
/// # Errors
/// The message of each entry at fault: `[2].question`.
pub fn check_questions(entered: &[String]) -> Result<Vec<String>, FieldErrors> {
    let mut notes = Notes::default();
    if entered.len() > MOST_QUESTIONS {
        notes.take::<()>("questions", Err("Please ask ten questions at most."));
    }
    let questions = entered.iter().enumerate();
    let questions = questions
        .map(|(index, question)| {
            let checked = said(question, LONGEST_QUESTION, text::REQUIRED);
            notes.take(format!("[{index}].question"), checked)
        })
        .collect();
    notes.into_result(questions)
}

/// The texts of `answers`, in their order. `asked`: the ids of all questions that were asked together.
///
/// # Errors
/// The message of each answer at fault: `[2].CustomerResponse`.
pub(super) fn check_answers(asked: &[i64], answers: &[SurveyAnswer]) -> Result<Vec<String>, FieldErrors> {
    let mut notes = Notes::default();
    let mut texts = Vec::with_capacity(answers.len());
    for (index, answer) in answers.iter().enumerate() {
        let id = answer.question_id;
        let is_repeated = answers[..index].iter().any(|earlier| earlier.question_id == id);
        if is_repeated || !asked.contains(&id) {
            notes.take::<()>(format!("[{index}].QuestionId"), Err("This is not known here."));
        }
        let checked = said(&answer.customer_response, LONGEST_ANSWER, UNANSWERED);
        texts.push(notes.take(format!("[{index}].CustomerResponse"), checked));
    }
    let is_complete = asked
        .iter()
        .all(|id| answers.iter().any(|answer| answer.question_id == *id));
    if asked.is_empty() || !is_complete {
        notes.take::<()>("answers", Err(UNANSWERED));
    }
    notes.into_result(texts)
}

fn said(entered: &str, longest: usize, unsaid: &'static str) -> Checked<String> {
    let said = entered.trim();
    if said.is_empty() {
        Err(unsaid)
    } else if said.chars().count() > longest {
        Err(text::TOO_LONG)
    } else {
        Ok(said.to_owned())
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

    fn faults(asked: &[i64], answers: &[SurveyAnswer]) -> Vec<String> {
        let errors = check_answers(asked, answers).unwrap_err();
        errors.into_keys().map(Into::into).collect()
    }

    #[test]
    fn every_question_is_answered_once() {
        let answers = [answer(7, " Too far. "), answer(8, "A kiosk\nat home")];
        assert_eq!(
            check_answers(&[7, 8], &answers).unwrap(),
            ["Too far.", "A kiosk\nat home"]
        );
        assert_eq!(faults(&[7, 8, 9], &answers), ["answers"]);
        assert_eq!(faults(&[7], &answers), ["[1].QuestionId"]);
        assert_eq!(faults(&[7], &[answer(7, "a"), answer(7, "b")]), ["[1].QuestionId"]);
        assert_eq!(faults(&[7], &[]), ["answers"]);
        assert_eq!(faults(&[], &[]), ["answers"], "nothing was asked");
    }

    #[test]
    fn an_answer_says_something_and_not_too_much() {
        let errors = check_answers(&[7], &[answer(7, " \n ")]).unwrap_err();
        assert_eq!(errors["[0].CustomerResponse"], UNANSWERED);
        assert_eq!(faults(&[7], &[answer(7, &"ü".repeat(1001))]), ["[0].CustomerResponse"]);
        assert!(check_answers(&[7], &[answer(7, &"ü".repeat(1000))]).is_ok());
    }

    #[test]
    fn questions_are_cleaned_and_few() {
        let some = |count: usize| vec![" Why? ".to_owned(); count];
        assert_eq!(check_questions(&some(1)).unwrap(), ["Why?"]);
        assert!(check_questions(&some(10)).is_ok());
        assert!(check_questions(&some(11)).is_err());
        assert!(check_questions(&[" ".to_owned()]).is_err());
        assert!(check_questions(&["x".repeat(201)]).is_err());
    }
}
