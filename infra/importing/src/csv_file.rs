//! Studies as CSV: one study per row, and one key of a study file per column. An empty cell keeps the value in the
//! table. A row can't contain facts, sites, and questions, so they remain as they are.

use std::collections::{BTreeMap, BTreeSet};

use csv::{ReaderBuilder, StringRecord, Trim};
use serde_json::{Map, Value};
use waypoint_domain::{partner_study::PartnerStudy, study_number::StudyNumber};
use waypoint_generator::content::{ContentError, read_study};

use crate::{file_fault::FileFault, quotes};

const NUMBER: &str = "snow_study_number";
const CONDITIONS: &str = "conditions";
/// Keys with values that don't fit into a cell.
const NESTED_KEYS: [&str; 3] = ["facts", "sites", "questions"];
/// Keys whose cells are `true` or `false`.
const BOOLEAN_KEYS: [&str; 4] = ["active", "promote", "sign_up_disabled", "show_patient_id"];

/// The readable studies of the table, by number.
pub type StudiesByNumber = BTreeMap<StudyNumber, PartnerStudy>;

/// Reads one study per row.
pub(crate) fn read(
    file: &str,
    text: &str,
    known: &StudiesByNumber,
) -> Result<Vec<PartnerStudy>, Vec<FileFault>> {
    let fault = |line: u64, column: Option<&str>, message: String, hint: Option<&str>| FileFault::Cell {
        file: file.to_owned(),
        line,
        column: column.map(str::to_owned),
        message,
        hint: hint.map(str::to_owned),
    };
    if let Some((line, quote_fault)) = quotes::fault_in(text) {
        let hint = "enclose the whole cell in quotation marks, and double each mark inside it";
        return Err(vec![fault(line, None, quote_fault.to_string(), Some(hint))]);
    }
    let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(text.as_bytes());
    let csv_fault = |error: &csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        let message = match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("the number of cells ({len}) differs from the number of columns ({expected_len})")
            }
            _ => error.to_string(),
        };
        fault(line, None, message, Some("give each row as many cells as the first line has columns"))
    };
    let columns = reader.headers().map_err(|error| vec![csv_fault(&error)])?.clone();
    if let Some(column) = columns.iter().find(|column| NESTED_KEYS.contains(column)) {
        let hint = Some("remove the column, and import facts, sites, and questions as JSON");
        return Err(vec![fault(1, Some(column), "a row can't contain a list or a table".into(), hint)]);
    }
    if let Some(column) = duplicate(&columns) {
        let hint = Some("remove one of them from the file");
        return Err(vec![fault(1, Some(column), "the column occurs twice".into(), hint)]);
    }
    if !columns.iter().any(|column| column == NUMBER) {
        let message = format!("the column {NUMBER} is missing");
        return Err(vec![fault(1, None, message, Some("put the column names in the first line"))]);
    }
    let mut studies = Vec::new();
    let mut faults = Vec::new();
    for row in reader.records() {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                faults.push(csv_fault(&error));
                continue;
            }
        };
        let line = row.position().map_or(1, csv::Position::line);
        if study_number(&columns, &row).is_none() {
            let hint = Some("give each row a study number, such as STU01009, or remove the row");
            faults.push(fault(line, Some(NUMBER), "the row has no study number".into(), hint));
            continue;
        }
        match merged_study(&columns, &row, known) {
            Ok(study) => studies.push(study),
            Err(errors) => faults.extend(errors.into_iter().map(|error| {
                let column = error_key(&error).filter(|key| columns.iter().any(|column| column == key));
                fault(line, column.as_deref(), error.to_string(), error_hint(&error).as_deref())
            })),
        }
    }
    if faults.is_empty() { Ok(studies) } else { Err(faults) }
}

/// Returns a column name that occurs twice.
fn duplicate(columns: &StringRecord) -> Option<&str> {
    let mut names = BTreeSet::new();
    columns.iter().find(|name| !names.insert(*name))
}

/// Returns the study number of a row.
fn study_number<'r>(columns: &StringRecord, row: &'r StringRecord) -> Option<&'r str> {
    let cell = columns.iter().position(|column| column == NUMBER).and_then(|place| row.get(place));
    cell.filter(|cell| !cell.is_empty())
}

/// Merges the cells of a row into the study in the table.
fn merged_study(
    columns: &StringRecord,
    row: &StringRecord,
    known: &StudiesByNumber,
) -> Result<PartnerStudy, Vec<ContentError>> {
    let cells = columns.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
    let before =
        study_number(columns, row).and_then(|number| known.get(&number.parse::<StudyNumber>().ok()?));
    let mut study = match before.map(serde_json::to_value) {
        Some(Ok(Value::Object(study))) => study,
        _ => Map::new(),
    };
    study.extend(cells.map(|(column, cell)| (column.to_owned(), cell_value(column, cell))));
    let json = serde_json::to_string_pretty(&study).unwrap_or_default();
    read_study("row.json", &json)
}

/// Returns the JSON value of a cell: a list, a boolean, a number, or text.
fn cell_value(column: &str, cell: &str) -> Value {
    if column == CONDITIONS {
        return cell.split(';').map(str::trim).filter(|name| !name.is_empty()).collect();
    }
    match cell.to_ascii_lowercase().as_str() {
        "true" if BOOLEAN_KEYS.contains(&column) => true.into(),
        "false" if BOOLEAN_KEYS.contains(&column) => false.into(),
        digits if column == "embedded_height" => digits.parse::<u32>().map_or(Value::from(cell), Value::from),
        _ => cell.into(),
    }
}

/// Returns the key that an error is about. Each key has its own line in the JSON.
fn error_key(error: &ContentError) -> Option<String> {
    let line = error.place()?.source_line().trim().to_owned();
    Some(line.strip_prefix('"')?.split('"').next()?.to_owned())
}

fn error_hint(error: &ContentError) -> Option<String> {
    let words = error.to_string();
    // The original hint is about JSON.
    if words.contains("is missing") {
        return Some(
            "the table has no study with this number, so its row must be complete; add the column".into(),
        );
    }
    if words.starts_with("unknown key") {
        return miette::Diagnostic::help(error).map(|hint| hint.to_string());
    }
    Some("docs/schemas/study.json describes the values of each key".into())
}
