//! `PostgreSQL`'s full text search, tuned according to its manual.

use std::{collections::BTreeMap, fmt::Write as _, io::Write as _, path::Path};

use anyhow::Result;
use postgres::{
    Client, Statement,
    types::{ToSql, Type},
};
use waypoint_domain::registry_study::RegistryStudy;

use crate::{
    questions::Question,
    server::Server,
    sql::{Concepts, Countries, Dialect, Rule, Shape, Values, columns, count_of, entry, ids_of, sites},
    system::{Building, QueriedSystem},
};

/// A narrow table of studies with weighted words, and their entries in another table.
const TABLES: &str = "
    CREATE UNLOGGED TABLE given (id int, conditions text, titles text, keywords text, summary text, about text, kinds text, number int,
        changed int, sex int, kind int, healthy int, youngest int, oldest int, age_groups int, phases int,
        standing int, countries int[]);
    CREATE TABLE studies (id int, number int, changed int, sex int, kind int, healthy int, youngest int,
        oldest int, age_groups int, phases int, standing int, countries int[], doc tsvector);
    CREATE TABLE sites (study int, x float8, y float8, z float8);
    CREATE TABLE entries (id int, entry text);";
const TAKE: &str = "
    INSERT INTO studies SELECT id, number, changed, sex, kind, healthy, youngest, oldest, age_groups, phases,
        standing, countries,
        setweight(to_tsvector('english', conditions), 'A') || setweight(to_tsvector('english', titles), 'B') ||
        setweight(to_tsvector('english', keywords), 'C') || setweight(to_tsvector('english', summary), 'D') ||
        setweight(to_tsvector('simple', about), 'A') || setweight(to_tsvector('simple', kinds), 'C')
        FROM given;
    TRUNCATE given;";
const FINISH: [&str; 5] = [
    "DROP TABLE given",
    "CREATE INDEX ON studies USING gin (doc) WITH (fastupdate = off)",
    "CREATE INDEX ON sites (study) INCLUDE (x, y, z)",
    "CREATE UNIQUE INDEX ON entries (id)",
    "VACUUM (ANALYZE)",
];
/// How many studies are copied at once.
const BATCH: usize = 20_000;

const DIALECT: Dialect = Dialect {
    parameter: |number, kind| format!("${number}::{kind}"),
    matching: "studies, to_tsquery('english', {}) AS query",
    matches: "doc @@ query",
    rank: "CASE WHEN fails = 0 THEN -ts_rank('{0.25, 0.6, 0.75, 1}', doc, query) END",
    country: "{} = ANY (countries)",
    list: "json_build_array",
    rows: "json_agg",
};

/// A database being filled.
pub(crate) struct Loading<'a> {
    database: Client,
    server: Server,
    countries: &'a Countries,
    concepts: &'a Concepts<'a>,
    next: i32,
    pending: [String; 3],
}

impl<'a> Loading<'a> {
    pub(crate) fn begin(folder: &Path, countries: &'a Countries, concepts: &'a Concepts<'a>) -> Result<Self> {
        Server::create(folder)?;
        let server = Server::start(folder)?;
        let mut database = server.connect()?;
        database.batch_execute(TABLES)?;
        Ok(Self { database, server, countries, concepts, next: 0, pending: Default::default() })
    }

    fn give(&mut self) -> Result<()> {
        for (table, lines) in ["given", "sites", "entries"].into_iter().zip(&mut self.pending) {
            let mut copy = self.database.copy_in(&format!("COPY {table} FROM STDIN"))?;
            copy.write_all(lines.as_bytes())?;
            copy.finish()?;
            lines.clear();
        }
        Ok(self.database.batch_execute(TAKE)?)
    }
}

impl Building for Loading<'_> {
    fn add(&mut self, study: &RegistryStudy) -> Result<()> {
        let id = self.next;
        self.next += 1;
        let [pending, of_sites, entries] = &mut self.pending;
        let titles = format!("{} {}", study.brief_title, study.official_title);
        let [about, kinds] = self.concepts.words(study);
        let (conditions, keywords) = (study.conditions.join(". "), study.keywords.join(". "));
        let texts = [conditions, titles, keywords, study.brief_summary.clone(), about, kinds];
        write!(pending, "{id}")?;
        texts.iter().try_for_each(|text| write!(pending, "\t{}", escaped(text)))?;
        columns(study).iter().try_for_each(|column| write!(pending, "\t{column}"))?;
        let codes: Vec<String> = self.countries.codes(study).iter().map(i32::to_string).collect();
        writeln!(pending, "\t{{{}}}", codes.join(","))?;
        for [x, y, z] in sites(study) {
            writeln!(of_sites, "{id}\t{x}\t{y}\t{z}")?;
        }
        writeln!(entries, "{id}\t{}", escaped(&entry(study)))?;
        if usize::try_from(self.next)? % BATCH == 0 { self.give() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        self.give()?;
        FINISH.iter().try_for_each(|statement| self.database.batch_execute(statement))?;
        drop(self.database);
        drop(self.server);
        Ok(())
    }
}

/// A database to query.
pub(crate) struct Postgresql<'a> {
    database: Client,
    statements: BTreeMap<Shape, Statement>,
    shown: Statement,
    countries: &'a Countries,
    rule: Rule,
    _server: Server,
}

impl<'a> Postgresql<'a> {
    pub(crate) fn open(folder: &Path, countries: &'a Countries, rule: Rule) -> Result<Self> {
        let server = Server::start(folder)?;
        let mut database = server.connect()?;
        let shown = database.prepare("SELECT entry FROM entries WHERE id = ANY ($1)")?;
        Ok(Self { database, statements: BTreeMap::new(), shown, countries, rule, _server: server })
    }

    fn statement(&mut self, shape: Shape) -> Result<Statement> {
        if let Some(statement) = self.statements.get(&shape) {
            return Ok(statement.clone());
        }
        let whole = std::iter::repeat_n(Type::INT4, 8);
        let types: Vec<Type> = std::iter::once(Type::TEXT)
            .chain(whole)
            .chain(std::iter::repeat_n(Type::FLOAT8, 4))
            .chain([Type::INT4])
            .collect();
        let statement = self.database.prepare_typed(&shape.statement(&DIALECT), &types)?;
        self.statements.insert(shape, statement.clone());
        Ok(statement)
    }
}

impl QueriedSystem for Postgresql<'_> {
    fn answer(&mut self, question: &Question) -> Result<usize> {
        let words = self.rule.text(question, " & ", " | ", "");
        let values = Values::new(question, words, self.countries);
        let statement = self.statement(Shape::for_question(question))?;
        let mut parameters: Vec<&(dyn ToSql + Sync)> = vec![&values.words];
        parameters.extend(values.whole.iter().map(|value| value as &(dyn ToSql + Sync)));
        parameters.extend(values.real.iter().map(|value| value as &(dyn ToSql + Sync)));
        parameters.push(&values.skip);
        let row = self.database.query_one(&statement, &parameters)?;
        let json = |place: usize| -> Result<serde_json::Value> {
            let text: Option<postgres::types::Json<serde_json::Value>> = row.try_get(place)?;
            Ok(text.map_or(serde_json::Value::Null, |json| json.0))
        };
        let (counts, studies) = (json(0)?, json(1)?);
        for row in self.database.query(&self.shown, &[&ids_of(&studies)])? {
            serde_json::from_str::<serde_json::Value>(row.try_get(0)?)?;
        }
        Ok(count_of(&counts))
    }

    fn process(&mut self) -> Result<Option<u32>> {
        let id: i32 = self.database.query_one("SELECT pg_backend_pid()", &[])?.try_get(0)?;
        Ok(u32::try_from(id).ok())
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}
