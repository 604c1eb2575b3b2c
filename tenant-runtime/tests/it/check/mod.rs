//! The check of a site's file.

mod seals;
