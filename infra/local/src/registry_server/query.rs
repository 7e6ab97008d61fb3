//! Which records are asked for, and in which order.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Server, made_up::mix};

/// The most studies of a page that the page after it begins with again.
const MOST_TWICE: u64 = 4;

/// A place in the order of the records: a token names the first of its page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    /// The day of the last change, when that is the order; empty else.
    day: String,
    place: usize,
}

/// A page as the registry gives it, or why there is none.
pub(super) fn page(server: &Server, asked: &HashMap<String, String>) -> Result<Value, &'static str> {
    let spots = spots(server, asked)?;
    let given = |name: &str| asked.get(name).map(String::as_str);
    let (first, twice) = match given("pageToken") {
        None => (0, 0),
        Some(token) => {
            let (spot, twice) = spot_of(token).ok_or("pageToken is not valid")?;
            let first = spots.partition_point(|other| *other < spot);
            (first.saturating_sub(twice), twice)
        }
    };
    let size = given("pageSize").and_then(|n| n.parse().ok()).filter(|n| *n > 0).unwrap_or(10);
    let last = (first + server.most_a_page.min(size)).min(spots.len());
    let shown = spots[first..last].iter().zip(0..);
    let studies: Vec<Value> = shown
        .filter_map(|(spot, n)| {
            let shelf = &server.shelf;
            if n < twice { shelf.record_of_before(spot.place) } else { shelf.record(spot.place) }
        })
        .collect();
    let mut page = json!({ "studies": studies });
    if let Some(next) = spots.get(last) {
        let twice =
            server.overlap.map_or(0, |seed| (mix(seed, last as u64) % MOST_TWICE).try_into().unwrap_or(0));
        page["nextPageToken"] = json!(token_of(next, twice.min((last - first) / 2)));
    }
    if given("countTotal") == Some("true") {
        page["totalCount"] = json!(spots.len());
    }
    Ok(page)
}

/// The records that are asked for, in order.
fn spots(server: &Server, asked: &HashMap<String, String>) -> Result<Vec<Spot>, &'static str> {
    let shelf = &server.shelf;
    if let Some(numbers) = asked.get("filter.ids") {
        let places = numbers.split([',', '|']).filter_map(|number| shelf.place_of(number));
        return Ok(places.map(|place| Spot { day: String::new(), place }).collect());
    }
    let since = match asked.get("query.term").or_else(|| asked.get("filter.advanced")) {
        None => String::new(),
        Some(term) => term
            .strip_prefix("AREA[LastUpdatePostDate]RANGE[")
            .and_then(|rest| rest.strip_suffix(",MAX]"))
            .ok_or("the query is not understood")?
            .to_owned(),
    };
    let by_day = match asked.get("sort").map(String::as_str) {
        None => false,
        Some("LastUpdatePostDate:asc") => true,
        Some(_) => return Err("the order is not understood"),
    };
    let mut spots: Vec<Spot> = (0..shelf.places())
        .filter_map(|place| Some((shelf.updated(place)?, place)))
        .filter(|(day, _)| *day >= since)
        .map(|(day, place)| Spot { day: if by_day { day } else { String::new() }, place })
        .collect();
    if by_day {
        spots.sort_unstable();
    }
    Ok(spots)
}

fn token_of(spot: &Spot, twice: usize) -> String {
    format!("{}_{}_{twice}", spot.day, spot.place)
}

fn spot_of(token: &str) -> Option<(Spot, usize)> {
    let mut parts = token.splitn(3, '_');
    let day = parts.next()?.to_owned();
    let place = parts.next()?.parse().ok()?;
    Some((Spot { day, place }, parts.next()?.parse().ok()?))
}
