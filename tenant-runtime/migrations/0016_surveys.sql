-- What customers are asked when they leave a club, and what they answered. Instants are milliseconds UTC.

-- Each edit makes another set of questions: an answer stays with the words that it answers.
CREATE TABLE survey_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE survey_questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL REFERENCES survey_versions (id),
    position INTEGER NOT NULL,
    question TEXT NOT NULL,
    UNIQUE (version_id, position)
) STRICT;

-- One a customer and attempt to leave. Erased with the account.
CREATE TABLE survey_responses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX survey_responses_by_customer ON survey_responses (customer_id);

CREATE TABLE survey_answers (
    response_id INTEGER NOT NULL REFERENCES survey_responses (id) ON DELETE CASCADE,
    question_id INTEGER NOT NULL REFERENCES survey_questions (id),
    answer TEXT NOT NULL,
    PRIMARY KEY (response_id, question_id)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 16;
