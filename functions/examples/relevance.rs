//! How well the search finds what judged queries ask for.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measure for developers")]

use std::{collections::BTreeMap, env, fs};

use serde_json::Value;
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_functions::external::registry::study_of;
use waypoint_search::{Asked, Filters, IndexBuilder, SearchIndex, Sort};
use waypoint_vocabulary::Vocabulary;

fn studies(path: &str) -> Vec<RegistryStudy> {
    let file: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    file["studies"].as_array().unwrap().iter().filter_map(|record| study_of(record).ok()).collect()
}

fn main() {
    let verbose = env::args().any(|word| word == "-v");
    let vocabulary = Vocabulary::default();
    let folder = tempfile::tempdir().unwrap();
    let sets: BTreeMap<&str, &str> =
        [("real", "/work/shared/data/registry/studies.json"), ("sample", "infra/local/sample/registry.json")].into();
    let mut indexes = BTreeMap::new();
    for (set, path) in sets {
        let place = folder.path().join(set);
        let mut builder = IndexBuilder::new(&place, &vocabulary).unwrap();
        for study in studies(path) {
            builder.add(&study).unwrap();
        }
        builder.finish().unwrap();
        indexes.insert(set, SearchIndex::open(&place).unwrap());
    }
    let mut sums: BTreeMap<String, (f64, f64, usize)> = BTreeMap::new();
    let queries = fs::read_to_string("bench/relevance/queries.tsv").unwrap();
    for line in queries.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [query, language, kind, set, wanted] = columns[..] else { panic!("{line}") };
        let wanted: Vec<&str> = wanted.split(' ').collect();
        let reading = vocabulary.read(query);
        let asked = Asked {
            reading: &reading,
            country: None,
            with_closed: true,
            filters: Filters::default(),
            near: None,
            sort: Sort::Relevance,
            skip: 0,
            most: 20,
        };
        let answer = indexes[set].search(&asked, &vocabulary).unwrap();
        let found: Vec<&str> = answer.studies.iter().map(|one| one.study.nct_id.as_str()).collect();
        let hits = |most: usize| found.iter().take(most).filter(|id| wanted.contains(id)).count() as f64;
        let recall = hits(20) / wanted.len().min(20) as f64;
        let precision = hits(5) / wanted.len().min(5) as f64;
        for group in ["all".to_owned(), format!("set {set}"), format!("language {language}"), format!("kind {kind}")] {
            let sum = sums.entry(group).or_default();
            *sum = (sum.0 + recall, sum.1 + precision, sum.2 + 1);
        }
        if verbose && (recall < 0.99 || precision < 0.99) {
            let parts: Vec<String> = reading
                .parts
                .iter()
                .map(|part| {
                    let labels: Vec<&str> = part.concepts.iter().map(|concept| vocabulary.label(*concept)).collect();
                    format!("{:?}={labels:?}", part.how)
                })
                .collect();
            let rest: Vec<&str> = reading.rest.iter().map(|word| word.folded.as_str()).collect();
            println!("{recall:.2} {precision:.2} {set} {language} {kind} | {query} | {parts:?} {rest:?} | {} found, missing {:?}",
                answer.counts.all, wanted.iter().filter(|id| !found.contains(id)).collect::<Vec<_>>());
        }
    }
    for (group, (recall, precision, count)) in sums {
        let count = count as f64;
        println!("{group:24} {count:4} queries  recall@20 {:.3}  precision@5 {:.3}", recall / count, precision / count);
    }
}
