//! Prints what is understood of each line of standard input, in which `\n` is the end of a line:
//! `cut -f9 bench/relevance/notes.tsv | cargo run -p waypoint-search --example description`.

#![allow(clippy::print_stdout, reason = "the program prints to the terminal")]

use std::{io::BufRead, time::Instant};

use waypoint_gazetteer::{Gazetteer, Place};
use waypoint_search::description::Description;
use waypoint_vocabulary::{ConceptId, Vocabulary};

const THIS_YEAR: u16 = 2026;

fn main() -> std::io::Result<()> {
    let (vocabulary, gazetteer) = (Vocabulary::default(), Gazetteer::default());
    let label = |concept: ConceptId| vocabulary.label(concept).to_owned();
    for line in std::io::stdin().lock().lines() {
        let line = line?.replace("\\n", "\n");
        let began = Instant::now();
        let found = Description::read(&line, THIS_YEAR, &vocabulary, &gazetteer);
        let spent = began.elapsed();
        println!("{line}\n  search: {:?} ({spent:?})", found.search_text(&vocabulary));
        for condition in &found.conditions {
            println!("  condition: {}, stage {:?}", label(condition.concept), condition.stage);
        }
        let symptoms: Vec<_> = found.symptoms.iter().map(|one| label(*one)).collect();
        let denied: Vec<_> = found.denied.iter().map(|one| label(*one)).collect();
        let current = |is_current: bool| {
            let of_time = found.treatments.iter().filter(move |one| one.is_current == is_current);
            of_time.map(|one| label(one.concept)).collect::<Vec<_>>()
        };
        println!("  symptoms {symptoms:?}, denied {denied:?}");
        println!("  treatments had {:?}, current {:?}", current(false), current(true));
        let place = found.place.as_ref().map(Place::label);
        println!("  {:?} {:?} {place:?}\n", found.age.map(|age| age.to_string()), found.sex);
    }
    Ok(())
}
