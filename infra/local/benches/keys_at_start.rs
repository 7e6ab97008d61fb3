//! What it costs a function at its start to have its keys: read from its environment, as it does, and asked for from a
//! service, as it could. `cargo xtask bench keys`; the figures are in docs/operations.md.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement says what it found, or stops")]

use std::time::{Duration, Instant};

use waypoint_functions::{external::keys::Keys, finding::Finder};
use waypoint_keys::{GivenKeys, programs::purposes_of, purpose::Return};
use waypoint_local::{
    cloud::{Cloud, RegistrySource},
    database::Storage,
    registry_server::RegistryFile,
};

const TIMES: usize = 200;
/// The function with the most keys among those that visitors wait for.
const PROGRAM: &str = "participant";

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let registry = RegistrySource::File(RegistryFile::sample().unwrap());
    let cloud = Cloud::start(&Storage::Memory, &registry, [7; 32]).await.unwrap();
    let secrets = cloud.root_secrets().unwrap();
    let given: Vec<(String, String)> = purposes_of(PROGRAM)
        .unwrap()
        .iter()
        .map(|purpose| (purpose.variable(), secrets.keys(*purpose)))
        .collect();
    let variable = |name: &str| given.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());

    let read = (0..TIMES).map(|_| {
        let began = Instant::now();
        let keys = GivenKeys::read(PROGRAM, variable).unwrap();
        assert!(keys.of::<Return>().is_err());
        began.elapsed()
    });
    let read = median(read.collect());

    // A client of its own each time, as a start has: its connection is part of what it costs.
    let mut asked = Vec::new();
    for _ in 0..TIMES {
        let context = cloud.context(Finder::default(), false).await.unwrap();
        let keys: &Keys = &context.keys;
        let began = Instant::now();
        keys.new_data_key("start").await.unwrap();
        asked.push(began.elapsed());
    }
    let asked = median(asked);
    println!("{} keys from the environment: {read:?}", given.len());
    println!("one call to the key service of this machine: {asked:?}");
}
