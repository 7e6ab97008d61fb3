//! Selects and sorts the records of a query.

use std::{collections::HashMap, sync::Arc};

use serde_json::{Value, json};

use super::{generated::mix, records::RegistryRecords};

/// One more than the maximum number of studies that a page repeats from the previous one.
const OVERLAP_LIMIT: u64 = 4;

/// The records, and the limits of their pages.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) shelf: Arc<dyn RegistryRecords>,
    pub(super) max_page_size: usize,
    pub(super) overlap: Option<u64>,
}

/// A position in the order of the records. A page token is the position of the first record of its page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    /// Day of the last change if records are sorted by it; otherwise empty.
    day: String,
    index: usize,
}

/// Returns a page in the registry's format, or an error message.
pub(super) fn page(server: &Server, parameters: &HashMap<String, String>) -> Result<Value, &'static str> {
    let positions = positions(server, parameters)?;
    let parameter = |name: &str| parameters.get(name).map(String::as_str);
    let (first, repeated) = match parameter("pageToken") {
        None => (0, 0),
        Some(token) => {
            let (position, repeated) = parse_token(token).ok_or("pageToken is not valid")?;
            let first = positions.partition_point(|other| *other < position);
            (first.saturating_sub(repeated), repeated)
        }
    };
    let size = parameter("pageSize").and_then(|n| n.parse().ok()).filter(|n| *n > 0).unwrap_or(10);
    let last = (first + server.max_page_size.min(size)).min(positions.len());
    let shown = positions[first..last].iter().zip(0..);
    let studies: Vec<Value> = shown
        .filter_map(|(position, n)| {
            let shelf = &server.shelf;
            if n < repeated { shelf.earlier_record(position.index) } else { shelf.record(position.index) }
        })
        .collect();
    let mut page = json!({ "studies": studies });
    if let Some(next) = positions.get(last) {
        let repeated =
            server.overlap.map_or(0, |seed| (mix(seed, last as u64) % OVERLAP_LIMIT).try_into().unwrap_or(0));
        page["nextPageToken"] = json!(token(next, repeated.min((last - first) / 2)));
    }
    if parameter("countTotal") == Some("true") {
        page["totalCount"] = json!(positions.len());
    }
    Ok(page)
}

/// Returns the matching records in order.
fn positions(server: &Server, parameters: &HashMap<String, String>) -> Result<Vec<Position>, &'static str> {
    let shelf = &server.shelf;
    if let Some(numbers) = parameters.get("filter.ids") {
        let places = numbers.split([',', '|']).filter_map(|number| shelf.index_of(number));
        return Ok(places.map(|index| Position { day: String::new(), index }).collect());
    }
    let since = match parameters.get("query.term").or_else(|| parameters.get("filter.advanced")) {
        None => String::new(),
        Some(term) => term
            .strip_prefix("AREA[LastUpdatePostDate]RANGE[")
            .and_then(|rest| rest.strip_suffix(",MAX]"))
            .ok_or("the query is not supported")?
            .to_owned(),
    };
    let by_day = match parameters.get("sort").map(String::as_str) {
        None => false,
        Some("LastUpdatePostDate:asc") => true,
        Some(_) => return Err("the sort order is not supported"),
    };
    let mut positions: Vec<Position> = (0..shelf.count())
        .filter_map(|index| Some((shelf.updated(index)?, index)))
        .filter(|(day, _)| *day >= since)
        .map(|(day, index)| Position { day: if by_day { day } else { String::new() }, index })
        .collect();
    if by_day {
        positions.sort_unstable();
    }
    Ok(positions)
}

fn token(position: &Position, repeated: usize) -> String {
    format!("{}_{}_{repeated}", position.day, position.index)
}

fn parse_token(token: &str) -> Option<(Position, usize)> {
    let mut parts = token.splitn(3, '_');
    let day = parts.next()?.to_owned();
    let index = parts.next()?.parse().ok()?;
    Some((Position { day, index }, parts.next()?.parse().ok()?))
}
