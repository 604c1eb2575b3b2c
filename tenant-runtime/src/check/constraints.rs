//! `CHECK` constraints of the tables. SQLite's integrity check skips them on a connection that was opened to read only.

use platform::db::TenantRead;
use sqlx::AssertSqlSafe;

/// Maximum number of rows named for each constraint.
const MOST_ROWS: i64 = 10;

/// Rows that break a constraint of their table, as text.
pub(super) async fn broken(db: &mut TenantRead) -> Result<Vec<String>, sqlx::Error> {
    let tables: Vec<(String, String, bool)> = sqlx::query_as(
        "SELECT s.name, s.sql, l.wr FROM sqlite_schema s JOIN pragma_table_list l ON l.name = s.name AND l.schema = 'main'
         WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.name",
    )
    .fetch_all(db.conn())
    .await?;
    let mut found = Vec::new();
    for (table, sql, has_no_row_id) in tables {
        let conditions = conditions(&sql);
        if conditions.is_empty() || !breaks_any(db, &table, &conditions).await? {
            continue;
        }
        for condition in conditions {
            let row = if has_no_row_id { "NULL" } else { "rowid" };
            let sql = format!("SELECT {row} FROM \"{table}\" WHERE NOT ({condition}) LIMIT {MOST_ROWS}");
            let rows: Vec<Option<i64>> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(db.conn()).await?;
            let condition = condition.split_whitespace().collect::<Vec<_>>().join(" ");
            found.extend(rows.into_iter().map(|row| match row {
                Some(row) => format!("Row {row} of {table} breaks a constraint: {condition}."),
                None => format!("A row of {table} breaks a constraint: {condition}."),
            }));
        }
    }
    Ok(found)
}

/// Whether a row of `table` breaks any of its `conditions`, in one pass over the table.
async fn breaks_any(db: &mut TenantRead, table: &str, conditions: &[String]) -> Result<bool, sqlx::Error> {
    let all: Vec<String> = conditions.iter().map(|condition| format!("({condition})")).collect();
    // The text comes from the schema, which is compared with this version's first.
    let sql = format!(
        "SELECT EXISTS (SELECT 1 FROM \"{table}\" WHERE NOT ({}))",
        all.join(" AND ")
    );
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(db.conn()).await
}

/// Conditions of the `CHECK` constraints in a `CREATE TABLE` statement.
fn conditions(sql: &str) -> Vec<String> {
    let (mut found, mut quote, mut word, mut is_word_over) = (Vec::new(), None, String::new(), false);
    // The condition that is being read, and its open parentheses.
    let mut current: Option<(String, usize)> = None;
    for letter in without_comments(sql).chars() {
        let is_quoted = quote.is_some() || is_quote(letter);
        quote = quote_after(quote, letter);
        if let Some((condition, depth)) = &mut current {
            match letter {
                '(' if !is_quoted => *depth += 1,
                ')' if !is_quoted => *depth -= 1,
                _ => {}
            }
            if *depth > 0 {
                condition.push(letter);
            } else {
                found.extend(current.take().map(|(condition, _)| condition));
            }
        } else if !is_quoted && letter == '(' && word.eq_ignore_ascii_case("check") {
            current = Some((String::new(), 1));
            word.clear();
        } else if !is_quoted && letter.is_whitespace() {
            is_word_over = true;
        } else {
            if is_word_over {
                word.clear();
            }
            is_word_over = false;
            word.push(letter);
        }
    }
    found
}

/// Replaces the comments of `sql` by spaces.
fn without_comments(sql: &str) -> String {
    let (mut kept, mut quote, mut rest) = (String::new(), None, sql);
    while let Some(letter) = rest.chars().next() {
        let comment = match quote {
            None if rest.starts_with("--") => Some(rest.find('\n').unwrap_or(rest.len())),
            None if rest.starts_with("/*") => Some(rest.find("*/").map_or(rest.len(), |end| end + 2)),
            _ => None,
        };
        if comment.is_none() {
            quote = quote_after(quote, letter);
        }
        kept.push(if comment.is_some() { ' ' } else { letter });
        rest = rest.get(comment.unwrap_or(letter.len_utf8())..).unwrap_or_default();
    }
    kept
}

const fn is_quote(letter: char) -> bool {
    matches!(letter, '\'' | '"')
}

/// Quote that is open after `letter`. A doubled quote closes and opens it again.
const fn quote_after(open: Option<char>, letter: char) -> Option<char> {
    match open {
        Some(quote) if quote == letter => None,
        None if is_quote(letter) => Some(letter),
        open => open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_from_a_table() {
        let sql = "CREATE TABLE washes (
            id INTEGER PRIMARY KEY, -- a check (of nothing); it's a comment
            checked_at INTEGER NOT NULL CHECK (checked_at > 0),
            name TEXT DEFAULT 'CHECK (no)' CHECK(name <> 'it''s ) (' AND length(name) < 9), /* CHECK (no) */
            \"check\" TEXT, state TEXT check (state IN ('a', -- )
                'b')),
            CONSTRAINT once CHECK ((state = 'a') = (name IS NULL))
        ) STRICT";
        let found: Vec<String> = conditions(sql)
            .iter()
            .map(|condition| condition.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(
            found,
            [
                "checked_at > 0",
                "name <> 'it''s ) (' AND length(name) < 9",
                "state IN ('a', 'b')",
                "(state = 'a') = (name IS NULL)",
            ]
        );
        assert_eq!(conditions("CREATE TABLE washes (id, checks TEXT)"), [""; 0]);
    }
}
