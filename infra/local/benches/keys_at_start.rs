//! Measures how long a function needs at its start to get its keys: from its environment, as it does, and from a
//! service, as it could. Run it with `cargo xtask bench keys`. The results are in docs/operations.md. As a
//! test it measures once.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement says what it found, or stops")]

use std::{
    env,
    time::{Duration, Instant},
};

use waypoint_functions::{endpoints::participant::ENDPOINT, external::keys::Keys, finding::Finder};
use waypoint_keys::{ProgramKeys, purpose::Return};
use waypoint_local::{
    cloud::{Cloud, RegistrySource},
    database::Storage,
    registry_server::RegistryFile,
};

const REPETITIONS: usize = 200;

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let registry = RegistrySource::File(RegistryFile::sample().unwrap());
    let cloud = Cloud::start(&Storage::Memory, &registry, [7; 32]).await.unwrap();
    let secrets = cloud.root_secrets().unwrap();
    // Of the functions that visitors wait for, this one has the most keys.
    let given: Vec<(String, String)> =
        ENDPOINT.keys.iter().map(|purpose| (purpose.variable(), secrets.keys(*purpose))).collect();
    let variable = |name: &str| given.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());

    // `cargo bench` passes `--bench`, and `cargo test` does not.
    let is_test = !env::args().any(|argument| argument == "--bench");
    let repetitions = if is_test { 1 } else { REPETITIONS };
    let environment_times = (0..repetitions).map(|_| {
        let start = Instant::now();
        let keys = ProgramKeys::read(ENDPOINT.keys, variable).unwrap();
        assert!(keys.get::<Return>().is_err());
        start.elapsed()
    });
    let environment_times = median(environment_times.collect());

    // Each start has its own client, so the cost includes a new connection.
    let mut service_times = Vec::new();
    for _ in 0..repetitions {
        let context = cloud.context(Finder::default(), false).await.unwrap();
        let keys: &Keys = &context.keys;
        let start = Instant::now();
        keys.new_data_key("start").await.unwrap();
        service_times.push(start.elapsed());
    }
    let service_times = median(service_times);
    println!("{} keys from the environment: {environment_times:?}", given.len());
    println!("one call to the local key service: {service_times:?}");
}
