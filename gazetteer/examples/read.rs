//! Prints the places that each line of standard input names, or the suggestions for a line that ends with `…`:
//! `cargo run -p waypoint-gazetteer --example read`.

#![allow(clippy::print_stdout, reason = "the program prints to the terminal")]

use std::{io::BufRead, time::Instant};

use waypoint_gazetteer::Gazetteer;

fn main() -> std::io::Result<()> {
    let began = Instant::now();
    let gazetteer = Gazetteer::default();
    println!("loaded in {:?}", began.elapsed());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let began = Instant::now();
        let named = match line.strip_suffix('…') {
            Some(typed) => gazetteer.suggest(typed, None, 4),
            None => gazetteer.named(&line),
        };
        let spent = began.elapsed();
        let labels: Vec<String> = named.iter().take(4).map(waypoint_gazetteer::Place::label).collect();
        println!("{line}: {} ({spent:?})", labels.join(" | "));
    }
    Ok(())
}
