//! Prints what is understood of each line of standard input: `cargo run -p waypoint-search --example free_text`.

#![allow(clippy::print_stdout, reason = "the program prints to the terminal")]

use std::{io::BufRead, time::Instant};

use waypoint_gazetteer::Gazetteer;
use waypoint_search::FreeText;
use waypoint_vocabulary::Vocabulary;

const THIS_YEAR: u16 = 2026;

fn main() -> std::io::Result<()> {
    let (vocabulary, gazetteer) = (Vocabulary::default(), Gazetteer::default());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let began = Instant::now();
        let read = FreeText::read(&line, THIS_YEAR, &vocabulary, &gazetteer);
        let spent = began.elapsed();
        let filters: Vec<String> = [
            read.sex.map(|sex| sex.value.label().to_owned()),
            read.age.map(|age| age.value.to_string()),
            read.ages.map(|ages| ages.value.label()),
            read.place.map(|place| place.value.label()),
            read.within_km.map(|within| format!("{:.0} km", within.value)),
            read.kind.map(|kind| kind.value.label().to_owned()),
            read.healthy.map(|_| "healthy".to_owned()),
        ]
        .into_iter()
        .flatten()
        .collect();
        println!("{line}\n    [{}] {} ({spent:?})", read.condition, filters.join(" | "));
    }
    Ok(())
}
