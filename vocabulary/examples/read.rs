//! Prints what the vocabulary understands of each line of standard input.
#![allow(clippy::print_stdout, reason = "the program prints to the terminal")]

use std::io::stdin;

use waypoint_vocabulary::Vocabulary;

fn main() {
    let vocabulary = Vocabulary::default();
    for line in stdin().lines().map_while(Result::ok) {
        let reading = vocabulary.read(&line);
        let rest: Vec<&str> = reading.rest.iter().map(|word| word.folded.as_str()).collect();
        println!("{line:?} ({:?}) rest {rest:?}", reading.language);
        for part in reading.parts {
            let concepts: Vec<String> = part
                .concepts
                .iter()
                .map(|concept| format!("{} {}", vocabulary.id(*concept), vocabulary.label(*concept)))
                .collect();
            println!(
                "    {:?} {:?}{}: {concepts:?}",
                &line[part.span.clone()],
                part.match_kind,
                if part.is_alternative { " (or)" } else { "" }
            );
        }
    }
}
