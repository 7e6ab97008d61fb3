//! Studies as a table: a row a study, a column a key of a study's file. An empty cell leaves what the table of studies has;
//! sites and questions stay as they are, because a row has no room for them.

use std::collections::BTreeSet;

use csv::{ReaderBuilder, StringRecord, Trim};
use serde_json::{Map, Value};
use waypoint_domain::{partner_study::PartnerStudy, study_number::StudyNumber};
use waypoint_generator::content::{ContentError, read_study};

use crate::{
    file::{FileFault, Known},
    quotes,
};

const NUMBER: &str = "snow_study_number";
const CONDITIONS: &str = "conditions";
/// Keys whose values a cell can't hold.
const NO_CELL: [&str; 2] = ["sites", "questions"];
/// Keys that are yes or no.
const YES_OR_NO: [&str; 4] = ["active", "promote", "sign_up_disabled", "show_patient_id"];

/// Reads a row for each study.
pub(crate) fn read(file: &str, text: &str, known: &Known) -> Result<Vec<PartnerStudy>, Vec<FileFault>> {
    let fault = |line: u64, column: Option<&str>, message: String, hint: Option<&str>| FileFault::Cell {
        file: file.to_owned(),
        line,
        column: column.map(str::to_owned),
        message,
        hint: hint.map(str::to_owned),
    };
    if let Some((line, what)) = quotes::fault_in(text) {
        let hint = "put the whole cell within quotation marks, and write one that belongs to it twice";
        return Err(vec![fault(line, None, what.to_string(), Some(hint))]);
    }
    let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(text.as_bytes());
    let broken = |error: &csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        let message = match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("the row has cells for {len} columns of {expected_len}")
            }
            _ => error.to_string(),
        };
        fault(line, None, message, Some("give each row a cell for every column of the first line"))
    };
    let columns = reader.headers().map_err(|error| vec![broken(&error)])?.clone();
    if let Some(column) = columns.iter().find(|column| NO_CELL.contains(column)) {
        let hint = Some("leave the column out, and import sites and questions as JSON");
        return Err(vec![fault(1, Some(column), "a row has no room for a list of them".into(), hint)]);
    }
    if let Some(column) = twice(&columns) {
        let hint = Some("leave one of them in the file");
        return Err(vec![fault(1, Some(column), "the column stands twice".into(), hint)]);
    }
    if !columns.iter().any(|column| column == NUMBER) {
        let message = format!("the column {NUMBER} is missing");
        return Err(vec![fault(1, None, message, Some("name the columns in the first line"))]);
    }
    let mut studies = Vec::new();
    let mut faults = Vec::new();
    for row in reader.records() {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                faults.push(broken(&error));
                continue;
            }
        };
        let line = row.position().map_or(1, csv::Position::line);
        if number_of(&columns, &row).is_none() {
            let hint = Some("give each row the number of its study, such as STU01009, or remove the row");
            faults.push(fault(line, Some(NUMBER), "the row names no study".into(), hint));
            continue;
        }
        match study_of(&columns, &row, known) {
            Ok(study) => studies.push(study),
            Err(errors) => faults.extend(errors.into_iter().map(|error| {
                let column = key_of(&error).filter(|key| columns.iter().any(|column| column == key));
                fault(line, column.as_deref(), error.to_string(), hint_of(&error).as_deref())
            })),
        }
    }
    if faults.is_empty() { Ok(studies) } else { Err(faults) }
}

/// A name that two columns have.
fn twice(columns: &StringRecord) -> Option<&str> {
    let mut names = BTreeSet::new();
    columns.iter().find(|name| !names.insert(*name))
}

/// The number of the study of a row.
fn number_of<'r>(columns: &StringRecord, row: &'r StringRecord) -> Option<&'r str> {
    let cell = columns.iter().position(|column| column == NUMBER).and_then(|place| row.get(place));
    cell.filter(|cell| !cell.is_empty())
}

/// The study of a row: what is known of it, with the cells of the row.
fn study_of(
    columns: &StringRecord,
    row: &StringRecord,
    known: &Known,
) -> Result<PartnerStudy, Vec<ContentError>> {
    let cells = columns.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
    let before = number_of(columns, row).and_then(|number| known.get(&number.parse::<StudyNumber>().ok()?));
    let mut study = match before.map(serde_json::to_value) {
        Some(Ok(Value::Object(study))) => study,
        _ => Map::new(),
    };
    study.extend(cells.map(|(column, cell)| (column.to_owned(), value_of(column, cell))));
    let json = serde_json::to_string_pretty(&study).unwrap_or_default();
    read_study("row.json", &json)
}

/// What a cell says, by its column: a list, yes or no, a number, or words.
fn value_of(column: &str, cell: &str) -> Value {
    if column == CONDITIONS {
        return cell.split(';').map(str::trim).filter(|name| !name.is_empty()).collect();
    }
    match cell.to_ascii_lowercase().as_str() {
        "true" if YES_OR_NO.contains(&column) => true.into(),
        "false" if YES_OR_NO.contains(&column) => false.into(),
        digits if column == "embedded_height" => digits.parse::<u32>().map_or(Value::from(cell), Value::from),
        _ => cell.into(),
    }
}

/// The key that an error is about: each stands in a line of its own.
fn key_of(error: &ContentError) -> Option<String> {
    let line = error.place()?.source_line().trim().to_owned();
    Some(line.strip_prefix('"')?.split('"').next()?.to_owned())
}

fn hint_of(error: &ContentError) -> Option<String> {
    let words = error.to_string();
    // What is said of these is about JSON.
    if words.contains("is missing") {
        return Some("the table has no study of this number; add the column".into());
    }
    if words.starts_with("nothing reads") {
        return miette::Diagnostic::help(error).map(|hint| hint.to_string());
    }
    Some("docs/schemas/study.json says what each key may hold".into())
}
