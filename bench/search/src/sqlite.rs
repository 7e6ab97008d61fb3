//! `SQLite` with FTS5, tuned according to its manual.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::Result;
use rusqlite::{Connection, Row, params};
use waypoint_domain::registry_study::RegistryStudy;

use crate::{
    questions::Question,
    sql::{Concepts, Countries, Dialect, Rule, Shape, Values, columns, count_of, entry, ids_of, sites},
    system::{Building, QueriedSystem},
};

const FILE: &str = "studies.sqlite";

/// Words without the indexed texts, a narrow table of studies, and their entries in another table.
const TABLES: &str = "
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -262144;
    CREATE VIRTUAL TABLE words USING fts5(conditions, titles, keywords, summary, about, kinds, content = '',
        tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE TABLE studies (id INTEGER PRIMARY KEY, number INT, changed INT, sex INT, kind INT, healthy INT,
        youngest INT, oldest INT, age_groups INT, phases INT, standing INT, countries TEXT);
    CREATE TABLE sites (study INT, place INT, x REAL, y REAL, z REAL, PRIMARY KEY (study, place)) WITHOUT ROWID;
    CREATE TABLE entries (id INTEGER PRIMARY KEY, entry TEXT);
    BEGIN;";
const FINISH: &str = "COMMIT; INSERT INTO words (words) VALUES ('optimize'); ANALYZE; PRAGMA optimize;";
const OPEN: &str = "PRAGMA mmap_size = 17179869184; PRAGMA cache_size = -65536; PRAGMA query_only = ON;
    PRAGMA temp_store = MEMORY;";

const DIALECT: Dialect = Dialect {
    parameter: |number, _| format!("?{number}"),
    matching: "(SELECT rowid AS found, bm25(words, 8.0, 6.0, 5.0, 2.0, 10.0, 9.0) AS weight FROM words WHERE words MATCH {}) \
        JOIN studies ON studies.id = found",
    matches: "1",
    rank: "weight",
    country: "instr(countries, ',' || {} || ',') > 0",
    list: "json_array",
    rows: "json_group_array",
};

/// A database being filled.
pub(crate) struct Loading<'a> {
    database: Connection,
    countries: &'a Countries,
    concepts: &'a Concepts<'a>,
    next: i32,
}

impl<'a> Loading<'a> {
    pub(crate) fn begin(folder: &Path, countries: &'a Countries, concepts: &'a Concepts<'a>) -> Result<Self> {
        fs::create_dir_all(folder)?;
        let database = Connection::open(folder.join(FILE))?;
        database.execute_batch(TABLES)?;
        Ok(Self { database, countries, concepts, next: 0 })
    }
}

impl Building for Loading<'_> {
    fn add(&mut self, study: &RegistryStudy) -> Result<()> {
        let id = self.next;
        self.next += 1;
        let [number, changed, sex, kind, healthy, youngest, oldest, groups, phases, standing] =
            columns(study);
        let titles = format!("{} {}", study.brief_title, study.official_title);
        let [about, kinds] = self.concepts.words(study);
        let (conditions, keywords) = (study.conditions.join(". "), study.keywords.join(". "));
        let codes: String =
            self.countries.codes(study).iter().flat_map(|code| [",".to_owned(), code.to_string()]).collect();
        self.database
            .prepare_cached("INSERT INTO words (rowid, conditions, titles, keywords, summary, about, kinds) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
            .execute(params![id, conditions, titles, keywords, study.brief_summary, about, kinds])?;
        self.database
            .prepare_cached("INSERT INTO studies VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")?
            .execute(params![
                id,
                number,
                changed,
                sex,
                kind,
                healthy,
                youngest,
                oldest,
                groups,
                phases,
                standing,
                format!("{codes},")
            ])?;
        let mut insert = self.database.prepare_cached("INSERT INTO sites VALUES (?1, ?2, ?3, ?4, ?5)")?;
        for ([x, y, z], place) in sites(study).zip(0..) {
            insert.execute(params![id, place, x, y, z])?;
        }
        self.database
            .prepare_cached("INSERT INTO entries VALUES (?1, ?2)")?
            .execute(params![id, entry(study)])?;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<()> {
        Ok(self.database.execute_batch(FINISH)?)
    }
}

/// A database to query.
pub(crate) struct Sqlite<'a> {
    database: Connection,
    statements: BTreeMap<Shape, String>,
    countries: &'a Countries,
    rule: Rule,
}

impl<'a> Sqlite<'a> {
    pub(crate) fn open(folder: &Path, countries: &'a Countries, rule: Rule) -> Result<Self> {
        let database = Connection::open(folder.join(FILE))?;
        database.execute_batch(OPEN)?;
        database.set_prepared_statement_cache_capacity(32);
        Ok(Self { database, statements: BTreeMap::new(), countries, rule })
    }
}

impl QueriedSystem for Sqlite<'_> {
    fn answer(&mut self, question: &Question) -> Result<usize> {
        // PostgreSQL finds nothing for an empty query; FTS5 reports an error.
        if question.parts.is_empty() {
            return Ok(0);
        }
        let words = self.rule.text(question, " AND ", " OR ", "\"");
        let Values { words, whole, real, skip } = Values::new(question, words, self.countries);
        let shape = Shape::for_question(question);
        let statement = self.statements.entry(shape).or_insert_with(|| shape.statement(&DIALECT));
        let mut statement = self.database.prepare_cached(statement)?;
        statement.raw_bind_parameter(1, words)?;
        for (value, place) in whole.iter().zip(2..) {
            statement.raw_bind_parameter(place, value)?;
        }
        for (value, place) in real.iter().zip(10..) {
            statement.raw_bind_parameter(place, value)?;
        }
        statement.raw_bind_parameter(14, skip)?;
        let mut rows = statement.raw_query();
        let Some(row) = rows.next()? else { return Ok(0) };
        let json = |row: &Row, place: usize| -> Result<serde_json::Value> {
            Ok(serde_json::from_str(row.get_ref(place)?.as_str()?)?)
        };
        let (counts, studies) = (json(row, 0)?, json(row, 1)?);
        drop(rows);
        let mut shown = self.database.prepare_cached("SELECT entry FROM entries WHERE id = ?1")?;
        for id in ids_of(&studies) {
            let entry: String = shown.query_row([id], |row| row.get(0))?;
            serde_json::from_str::<serde_json::Value>(&entry)?;
        }
        Ok(count_of(&counts))
    }

    fn process(&mut self) -> Result<Option<u32>> {
        Ok(None)
    }
}
