//! Measures searches and lists with few and with many partner studies in turn, and how long a change takes to be found.
//! Run it with `cargo xtask bench own-studies`. As a test it has few studies and measures once.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement says what it found, or stops")]

use std::{
    env,
    net::SocketAddr,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;
use waypoint_domain::{
    partner_study::PartnerStudy, recruitment_status::RecruitmentStatus, study_list::ListingRules,
};
use waypoint_functions::{context::Context, endpoints, finding::Finder, index_release};
use waypoint_generator::content;
use waypoint_local::{
    cloud::{Cloud, RegistrySource},
    database::Storage,
    registry_server::RegistryFile,
};
use waypoint_search::partner::{StudyChange, StudyLog};
use waypoint_vocabulary::Vocabulary;

const MANY: usize = 10_000;
const ROUNDS: usize = 300;
const PATHS: &[&str] = &[
    "/backend/search?q=asthma&in=usa",
    "/backend/search?q=lung+cancer&in=usa&near=Cleveland",
    "/backend/search?q=type+2+diabetes+women+over+50&in=usa",
    "/backend/search?q=covid&in=usa",
    "/backend/search?q=migraine&in=usa&sort=nearest&near=Boston",
    "/backend/search?q=HER2%2B+breast+cancer&in=usa",
    "/backend/search?q=zzzz&in=usa",
    "/backend/ownstudies?q=asthma",
    "/backend/upcoming",
    "/backend/ourstudies",
];

/// A server with its own studies.
struct Server {
    address: SocketAddr,
    log: StudyLog,
    studies: Vec<PartnerStudy>,
    _folder: TempDir,
}

impl Server {
    async fn start(context: &Context, studies: Vec<PartnerStudy>, vocabulary: &Vocabulary) -> Self {
        let folder = tempfile::tempdir().unwrap();
        index_release::publish(&context.registry, folder.path(), vocabulary, |_| ()).await.unwrap();
        let log = StudyLog::in_folder(folder.path());
        let start = Instant::now();
        log.replace_all(ListingRules::default(), &studies, vocabulary).unwrap();
        let written = start.elapsed();
        let finder = Finder::open(folder.path()).unwrap();
        let start = Instant::now();
        drop(finder.partner_studies().unwrap());
        println!("{} studies: log written in {written:?}, read in {:?}", studies.len(), start.elapsed());
        let context = Context { finder: finder.into(), ..context.clone() };
        let router = endpoints::router(&context).into_make_service_with_connect_info::<SocketAddr>();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, log, studies, _folder: folder }
    }

    /// Returns the time and the length of the response.
    async fn time(&self, http: &reqwest::Client, path: &str) -> (Duration, usize) {
        let start = Instant::now();
        let answer = http.get(format!("http://{}{path}", self.address)).send().await.unwrap();
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        let length = answer.bytes().await.unwrap().len();
        (start.elapsed(), length)
    }

    /// Returns the time to write a change, and the time until a search finds it.
    async fn time_change(
        &self,
        http: &reqwest::Client,
        vocabulary: &Vocabulary,
        round: usize,
    ) -> (Duration, Duration) {
        let title = format!("Xylograph {round}");
        let study = PartnerStudy { brief_title: title.clone(), ..self.studies[0].clone() };
        let start = Instant::now();
        self.log.append(&[StudyChange::to(&study, vocabulary)]).unwrap();
        let written = start.elapsed();
        loop {
            let path = format!("http://{}/backend/search?q={}&in=usa", self.address, study.snow_study_number);
            let answer: Value = http.get(path).send().await.unwrap().json().await.unwrap();
            if answer["studies"][0]["full_title"] == title.as_str() {
                return (written, start.elapsed());
            }
            assert!(start.elapsed() < Duration::from_secs(30), "the change is not found");
        }
    }
}

/// Studies like those of the content, with conditions of the whole vocabulary.
fn studies(count: usize, vocabulary: &Vocabulary) -> Vec<PartnerStudy> {
    let content = content::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content")).unwrap();
    let names: Vec<&str> = vocabulary.concepts().map(|concept| vocabulary.label(concept)).collect();
    let more = (content.studies.len()..count).map(|place| {
        let template = &content.studies[place % content.studies.len()];
        let name = names[place * 7919 % names.len()];
        PartnerStudy {
            snow_study_number: format!("STU{:06}", 100_000 + place).parse().unwrap(),
            study_sys_id: format!("{place:032x}"),
            nct_number: Some(format!("NCT9{place:07}").parse().unwrap()),
            study_name: name.to_owned(),
            brief_title: format!("A study of {name}"),
            official_title: format!("A randomized trial in people with {name}"),
            brief_summary: format!("Tests a treatment of {name}."),
            conditions: vec![name.to_owned()],
            status: RecruitmentStatus::Recruiting,
            // A list returns all of its studies, so it has the same ones on both servers.
            promote: false,
            ..template.clone()
        }
    });
    content.studies.iter().cloned().chain(more).take(count.max(content.studies.len())).collect()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[tokio::main]
async fn main() {
    // `cargo bench` passes `--bench`, and `cargo test` does not.
    let is_test = !env::args().any(|argument| argument == "--bench");
    let (many, rounds) = if is_test { (100, 1) } else { (MANY, ROUNDS) };
    let vocabulary = Vocabulary::default();
    let registry = RegistrySource::File(RegistryFile::sample().unwrap());
    let cloud = Cloud::start(&Storage::Memory, &registry, [7; 32]).await.unwrap();
    let context = cloud.context(Finder::default(), false).await.unwrap();
    let sync = waypoint_functions::registry_sync::Sync {
        client: &context.registry_client,
        registry: &context.registry,
        source: "sample",
        holder: "bench",
        clock: &context.clock,
        full: false,
    };
    sync.run_to_completion(|_, _| ()).await.unwrap();
    let few = Server::start(&context, studies(0, &vocabulary), &vocabulary).await;
    let many = Server::start(&context, studies(many, &vocabulary), &vocabulary).await;
    let http = reqwest::Client::new();
    let [few_studies, many_studies] = [&few, &many].map(|server| server.studies.len());
    println!("{:<58} {few_studies:>10} {many_studies:>10} {:>6}   bytes of the responses", "p50", "ratio");
    for path in PATHS {
        let mut times = [Vec::new(), Vec::new()];
        let mut lengths = [0, 0];
        for _ in 0..rounds {
            for (place, server) in [&few, &many].into_iter().enumerate() {
                let (time, length) = server.time(&http, path).await;
                times[place].push(time);
                lengths[place] = length;
            }
        }
        let [few, many] = times.each_mut().map(|times| median(times).as_secs_f64() * 1000.0);
        let [short, long] = lengths;
        println!("{path:<58} {few:>7.2} ms {many:>7.2} ms {:>6.2}   {short} {long}", many / few);
    }
    for server in [&few, &many] {
        let mut times = (Vec::new(), Vec::new());
        for round in 0..rounds.min(20) {
            let (written, found) = server.time_change(&http, &vocabulary, round).await;
            times.0.push(written);
            times.1.push(found);
        }
        let (written, found) = (median(&mut times.0), median(&mut times.1));
        println!(
            "{} studies: a change is written in {written:?} and found after {found:?}",
            server.studies.len()
        );
    }
}
