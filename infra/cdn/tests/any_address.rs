//! Property tests: arbitrary addresses over arbitrary sets of files.

use std::collections::BTreeSet;

use proptest::{prelude::*, sample::select};

use crate::{
    distribution::{Distribution, Kind, every_kind},
    engine::Store,
};

const IDS: [&str; 5] = ["STU01009", "NCT04611802", "a1", "constructor", "__proto__"];
const VALUES: [&str; 8] = ["1", "3", "6", "7", "", "true", "%31", "1=1"];

/// Words of routes in any case, and arbitrary text.
fn segment() -> impl Strategy<Value = String> {
    let words = "results study trialdetails enroll upload-document connect-to-emr medical-records thankyou preview articles \
        conditions suggestions signup participate deleteme notify backend documents assets records-connected entry.js \
        a.html a.HTML .. . %2e%2e * {id}";
    let word = select(words.split_whitespace().collect::<Vec<_>>());
    let in_any_case = (word, any::<u64>()).prop_map(|(word, upper)| {
        let change = |(i, c): (usize, char)| if upper >> i & 1 == 1 { c.to_ascii_uppercase() } else { c };
        word.chars().enumerate().map(change).collect::<String>()
    });
    prop_oneof![
        4 => select(words.split_whitespace().collect::<Vec<_>>()).prop_map(str::to_owned),
        3 => in_any_case,
        4 => select(IDS.to_vec()).prop_map(str::to_owned),
        1 => "[A-Za-z0-9.%+ -]{0,45}",
        1 => any::<String>(),
    ]
}

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        9 => (prop::collection::vec(segment(), 0..5), select(vec!["", "/", "//"]))
            .prop_map(|(segments, end)| format!("/{}{end}", segments.join("/"))),
        1 => any::<String>().prop_map(|text| format!("/{text}")),
    ]
}

fn query() -> impl Strategy<Value = Option<String>> {
    let keys = ["template", "Template", "embed", "q", "", "__proto__", "constructor", "template[]"];
    let known =
        (select(keys.to_vec()), select(VALUES.to_vec())).prop_map(|(key, value)| format!("{key}={value}"));
    let pair = prop_oneof![
        6 => known,
        1 => select(keys.to_vec()).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::option::of(prop::collection::vec(pair, 0..4).prop_map(|pairs| pairs.join("&")))
}

/// Some of the files that addresses may lead to.
fn files() -> impl Strategy<Value = BTreeSet<String>> {
    let names = "index results study enroll upload-document medical-records thank-you deleteme notify a1 constructor \
        preview/study-not-found preview/template-not-found articles/a1 articles/results";
    let mut all: Vec<_> = names.split_whitespace().map(|name| format!("{name}.html")).collect();
    for id in IDS.map(str::to_ascii_uppercase) {
        all.extend(["study", "enroll"].map(|folder| format!("{folder}/{id}.html")));
        all.extend(["1", "3", "6", "choose", "not-made"].map(|end| format!("preview/{id}-{end}.html")));
    }
    all.extend(["assets/entry.js", "suggestions/a1.json"].map(str::to_owned));
    prop::sample::subsequence(all.clone(), 0..=all.len())
        .prop_map(|files| files.into_iter().chain(["404.html".to_owned()]).collect())
}

thread_local! {
    static CDN: Distribution = Distribution::load();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_address_gets_the_file_status_and_headers_of_the_routes(
        path in path(), query in query(), files in files(), kind in select(every_kind().collect::<Vec<_>>()),
        store in select(vec![Store::Answers, Store::Answers, Store::Fails, Store::IsMissing]),
    ) {
        CDN.with(|cdn| cdn.agrees(Kind { store, ..kind }, &path, query.as_deref(), &files));
    }
}
