//! Rows that one call has written, and a loop that writes rows like them: the least that the same durable answer could cost. They
//! are read from a site's file before and after the call, so that no change to the source's statements breaks the measurement.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use platform::db::{ConnectionKind, connect};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row as _, TypeInfo as _, ValueRef as _, query};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

/// Value of a column.
#[derive(Debug, Clone)]
enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

struct Column {
    name: String,
    is_key: bool,
    is_unique: bool,
    /// Table of the row that the column refers to.
    parent: Option<String>,
}

struct Table {
    name: String,
    columns: Vec<Column>,
}

/// Row to write: inserted with unique values, or updated in place.
struct Write {
    table: Arc<Table>,
    cells: Vec<Cell>,
    is_new: bool,
}

/// Copies of a site's file to which the rows of one call are written again and again.
pub struct WrittenRows {
    writes: Vec<Write>,
    files: Vec<Mutex<SqliteConnection>>,
    transactions: usize,
    next: AtomicU64,
    /// Number of rows, and of those that the schema doesn't take twice.
    pub summary: String,
}

impl WrittenRows {
    /// Compares a site's file before and after one call, which commits `transactions` times. Writes go to copies of the file after it.
    pub async fn of_call(before: &Path, after: &Path, copies: &[PathBuf], transactions: usize) -> Self {
        let mut old = connect(before, ConnectionKind::Reader).await.unwrap();
        let mut new = connect(after, ConnectionKind::Reader).await.unwrap();
        let mut writes = Vec::new();
        for table in tables(&mut new).await {
            let table = Arc::new(table);
            let known = rows(&mut old, &table).await;
            let keys: HashSet<String> = known.iter().map(|cells| table.key_of(cells)).collect();
            let known: HashSet<String> = known.iter().map(|cells| format!("{cells:?}")).collect();
            for cells in rows(&mut new, &table).await {
                if !known.contains(&format!("{cells:?}")) {
                    let is_new = !keys.contains(&table.key_of(&cells));
                    writes.push(Write {
                        table: Arc::clone(&table),
                        cells,
                        is_new,
                    });
                }
            }
        }
        assert!(!writes.is_empty(), "the call wrote nothing");
        let mut files = Vec::new();
        for copy in copies {
            std::fs::copy(after, copy).unwrap();
            let log = |file: &Path| PathBuf::from(format!("{}-wal", file.display()));
            if log(after).exists() {
                std::fs::copy(log(after), log(copy)).unwrap();
            }
            files.push(Mutex::new(connect(copy, ConnectionKind::Writer).await.unwrap()));
        }
        let next = AtomicU64::new(1_000_000);
        let mut found = Self {
            writes: parents_first(writes),
            files,
            transactions,
            next,
            summary: String::new(),
        };
        found.rehearse().await;
        found
    }

    /// Drops the rows that the schema refuses: such as updates where rows may only be added.
    async fn rehearse(&mut self) {
        let all = self.writes.len();
        loop {
            let mut db = self.files[0].lock().await;
            let Err(refused) = self.write(&mut db).await else { break };
            // Some refusals have rolled back already.
            query("ROLLBACK").execute(&mut *db).await.ok();
            drop(db);
            self.writes.remove(refused);
            assert!(!self.writes.is_empty(), "the schema refuses each row of the call");
        }
        self.summary = format!("{} of its {all} rows", self.writes.len());
    }

    /// Writes all rows once. Returns the place of a row that is refused.
    async fn write(&self, db: &mut SqliteConnection) -> Result<(), usize> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let mut ids = HashMap::new();
        let part = self.writes.len().div_ceil(self.transactions);
        for (at, write) in self.writes.iter().enumerate() {
            if at % part == 0 {
                query("BEGIN IMMEDIATE").execute(&mut *db).await.unwrap();
            }
            write.execute(db, number, &mut ids).await.map_err(|_| at)?;
            if (at + 1) % part == 0 || at + 1 == self.writes.len() {
                query("COMMIT").execute(&mut *db).await.map_err(|_| at)?;
            }
        }
        Ok(())
    }

    /// Writes of all rows per second by `clients` in parallel.
    pub async fn per_second(self: &Arc<Self>, clients: usize, time: Duration) -> f64 {
        let started = Instant::now();
        let mut tasks = JoinSet::new();
        for client in 0..clients {
            let rows = Arc::clone(self);
            tasks.spawn(async move {
                let mut count = 0;
                while started.elapsed() < time {
                    let mut db = rows.files[client % rows.files.len()].lock().await;
                    rows.write(&mut db).await.unwrap();
                    count += 1;
                }
                count
            });
        }
        let count: i32 = tasks.join_all().await.into_iter().sum();
        f64::from(count) / started.elapsed().as_secs_f64()
    }
}

impl Table {
    fn key_of(&self, cells: &[Cell]) -> String {
        let key = self.columns.iter().zip(cells).filter(|(column, _)| column.is_key);
        format!("{:?}", key.map(|(_, cell)| cell).collect::<Vec<_>>())
    }

    /// Whether the database numbers the rows.
    fn is_numbered(&self, column: &Column, cell: &Cell) -> bool {
        column.is_key
            && column.parent.is_none()
            && matches!(cell, Cell::Integer(_))
            && self.columns.iter().filter(|column| column.is_key).count() == 1
    }
}

impl Write {
    async fn execute(
        &self,
        db: &mut SqliteConnection,
        number: u64,
        ids: &mut HashMap<(String, i64), i64>,
    ) -> Result<(), sqlx::Error> {
        let Table { name, columns } = &*self.table;
        let sql = if self.is_new {
            let names = joined(columns.iter().map(|column| format!("\"{}\"", column.name)), ", ");
            let places = joined(columns.iter().map(|_| "?".to_owned()), ", ");
            format!("INSERT INTO \"{name}\" ({names}) VALUES ({places})")
        } else {
            let numbered = columns.iter().enumerate();
            let set = |(at, column): (usize, &Column)| format!("\"{}\" = ?{}", column.name, at + 1);
            let (keys, others): (Vec<_>, Vec<_>) = numbered.partition(|(_, column)| column.is_key);
            let values = joined(others.into_iter().map(set), ", ");
            let key = joined(keys.into_iter().map(set), " AND ");
            format!("UPDATE \"{name}\" SET {values} WHERE {key}")
        };
        let mut statement = query(AssertSqlSafe(sql));
        let mut own = None;
        for (column, cell) in columns.iter().zip(&self.cells) {
            let cell = match (&column.parent, cell) {
                _ if !self.is_new => cell.clone(),
                (_, Cell::Integer(id)) if self.table.is_numbered(column, cell) => {
                    own = Some(*id);
                    Cell::Null
                }
                (Some(parent), Cell::Integer(id)) => {
                    Cell::Integer(ids.get(&(parent.clone(), *id)).copied().unwrap_or(*id))
                }
                _ if column.is_unique => cell.varied(number),
                _ => cell.clone(),
            };
            statement = match cell {
                Cell::Null => statement.bind(None::<i64>),
                Cell::Integer(value) => statement.bind(value),
                Cell::Real(value) => statement.bind(value),
                Cell::Text(value) => statement.bind(value),
                Cell::Blob(value) => statement.bind(value),
            };
        }
        let done = statement.execute(db).await?;
        if let Some(id) = own {
            ids.insert((name.clone(), id), done.last_insert_rowid());
        }
        Ok(())
    }
}

impl Cell {
    fn of(row: &SqliteRow, at: usize) -> Self {
        let value = row.try_get_raw(at).unwrap();
        // A column of NULL still has its declared type.
        if value.is_null() {
            return Self::Null;
        }
        let kind = value.type_info().name().to_owned();
        match kind.as_str() {
            "INTEGER" | "BOOLEAN" => Self::Integer(row.get_unchecked(at)),
            "REAL" => Self::Real(row.get_unchecked(at)),
            "TEXT" => Self::Text(row.get_unchecked(at)),
            "BLOB" => Self::Blob(row.get_unchecked(at)),
            _ => Self::Null,
        }
    }

    /// Another value of the same kind and length.
    fn varied(&self, number: u64) -> Self {
        match self {
            Self::Text(text) if text.is_ascii() && !text.is_empty() => {
                let digits = format!("{number:010}");
                let varied = text.len().saturating_sub(1).clamp(1, digits.len());
                let kept = &text[..text.len() - varied];
                Self::Text(format!("{kept}{}", &digits[digits.len() - varied..]))
            }
            Self::Blob(bytes) => {
                let mut bytes = bytes.clone();
                let varied = bytes.len().min(8);
                bytes[..varied].copy_from_slice(&number.to_le_bytes()[..varied]);
                Self::Blob(bytes)
            }
            other => other.clone(),
        }
    }
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

async fn pragma(db: &mut SqliteConnection, name: &str, of: &str) -> Vec<SqliteRow> {
    let sql = format!("SELECT * FROM pragma_{name}('{of}')");
    query(AssertSqlSafe(sql)).fetch_all(db).await.unwrap()
}

/// Tables of the schema, without generated columns.
async fn tables(db: &mut SqliteConnection) -> Vec<Table> {
    let names =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_sqlx%'";
    let names: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut *db).await.unwrap();
    let mut tables = Vec::new();
    for name in names {
        let foreign = pragma(db, "foreign_key_list", &name).await;
        let parents: HashMap<String, String> = foreign.iter().map(|key| (key.get("from"), key.get("table"))).collect();
        let mut unique = HashSet::new();
        for index in pragma(db, "index_list", &name).await {
            if index.get::<i64, _>("unique") == 1 {
                let columns = pragma(db, "index_info", &index.get::<String, _>("name")).await;
                let columns = columns
                    .iter()
                    .filter_map(|column| column.get::<Option<String>, _>("name"));
                // One other value is enough, and the rest may be words that the schema knows.
                unique.extend(columns.filter(|column| !parents.contains_key(column)).take(1));
            }
        }
        let columns = pragma(db, "table_xinfo", &name).await;
        let columns = columns.iter().filter(|column| column.get::<i64, _>("hidden") == 0);
        let columns = columns.map(|column| {
            let name: String = column.get("name");
            let is_key = column.get::<i64, _>("pk") > 0;
            Column {
                is_key,
                is_unique: is_key || unique.contains(&name),
                parent: parents.get(&name).cloned(),
                name,
            }
        });
        tables.push(Table {
            columns: columns.collect(),
            name,
        });
    }
    tables
}

async fn rows(db: &mut SqliteConnection, table: &Table) -> Vec<Vec<Cell>> {
    let columns: Vec<_> = table
        .columns
        .iter()
        .map(|column| format!("\"{}\"", column.name))
        .collect();
    let sql = format!("SELECT {} FROM \"{}\"", columns.join(", "), table.name);
    let rows = query(AssertSqlSafe(sql)).fetch_all(db).await.unwrap();
    rows.iter()
        .map(|row| (0..columns.len()).map(|at| Cell::of(row, at)).collect())
        .collect()
}

/// Rows ordered so that each one follows the rows it references, where possible.
fn parents_first(mut waiting: Vec<Write>) -> Vec<Write> {
    let mut ordered: Vec<Write> = Vec::new();
    while !waiting.is_empty() {
        let still: HashSet<String> = waiting
            .iter()
            .filter(|write| write.is_new)
            .map(|write| write.table.name.clone())
            .collect();
        let refers_to_waiting = |write: &Write| {
            let parents = write.table.columns.iter().filter_map(|column| column.parent.as_ref());
            parents
                .filter(|parent| **parent != write.table.name)
                .any(|parent| still.contains(parent))
        };
        let (later, now): (Vec<_>, Vec<_>) = waiting.into_iter().partition(refers_to_waiting);
        if now.is_empty() {
            ordered.extend(later);
            break;
        }
        ordered.extend(now);
        waiting = later;
    }
    ordered
}
