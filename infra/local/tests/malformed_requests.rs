//! 1,000 malformed requests across all calls. Each gets a problem with a code, and none a 5xx.

use std::collections::BTreeMap;

use crate::support::{TestSite, form};
use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use reqwest::{Method, header};
use waypoint_functions::endpoints;

const REQUESTS: usize = 1000;

#[derive(Debug, Clone)]
struct Malformed {
    method: String,
    path: String,
    content_type: Option<String>,
    cookie: Option<Vec<u8>>,
    body: Vec<u8>,
}

/// A request that no call accepts: a wrong method, a wrong or missing content type, a body of another call, or a
/// valid shape with invalid values.
fn malformed() -> impl Strategy<Value = Malformed> {
    let all: Vec<_> = endpoints::all().map(|endpoint| (endpoint.methods(), endpoint.path())).collect();
    let only = |method: &str| -> Vec<String> {
        let paths = all.iter().filter(|(methods, _)| *methods == [method]);
        paths.map(|(_, path)| path.clone()).collect()
    };
    let (posts, reads) = (only("POST"), only("GET"));
    let paths: Vec<String> = all.iter().map(|(_, path)| path.clone()).collect();
    let json = || Some("application/json".to_owned());
    let wrong_method =
        (prop::sample::select(paths), prop::sample::select(vec!["PUT", "DELETE", "PATCH", "OPTIONS"]))
            .prop_map(move |(path, method)| (method.to_owned(), path, json(), b"{}".to_vec()));
    let post_to_a_read_call =
        prop::sample::select(reads).prop_map(move |path| ("POST".to_owned(), path, json(), b"{}".to_vec()));
    let wrong_type = (prop::sample::select(posts.clone()), prop::option::of("[a-z]{1,12}/?[a-z+]{0,12}"))
        .prop_map(|(path, kind)| ("POST".to_owned(), path, kind, b"{\"a\":1}".to_vec()));
    let hostile = prop::sample::select(vec![
        "",
        " ",
        "\u{0}",
        "\u{202e}",
        "\u{1f468}\u{200d}\u{1f469}",
        "<script>alert(1)</script>",
        "' OR 1=1 --",
        "-1",
        "9999-99-99",
        "PT000000000000",
        "STU01009",
        "NaN",
    ]);
    let valid_shape = (prop::sample::select(vec!["participant", "submit", "acknowledge"]), hostile).prop_map(
        move |(call, text)| {
            let body = match call {
                "participant" => {
                    let mut form = form(text);
                    form["email"] = serde_json::json!(text);
                    form["last_name"] = serde_json::json!(text.repeat(200));
                    form
                }
                "submit" => serde_json::json!({ "sys_id": text, "answer": "True", "participant_id": text }),
                _ => serde_json::json!({ "sysId": text, "acknowledged": "true", "study_number": text }),
            };
            ("POST".to_owned(), format!("/backend/{call}"), json(), body.to_string().into_bytes())
        },
    );
    let bodies = prop_oneof![
        prop::collection::vec(any::<u8>(), 1..200),
        "\\PC{1,80}".prop_map(String::into_bytes),
        Just(vec![b'['; 9000]),
        Just(vec![b' '; 20_000]),
        Just(br#"{"unknown_field": 1}"#.to_vec()),
        Just(br#"{"study_number": 7, "answers": {}, "email": [], "condition": null, "sysId": {}}"#.to_vec()),
        Just(b"\"text\"".to_vec()),
        Just(b"null".to_vec()),
        Just("{\"condition\": \"\u{0}\"".to_owned().into_bytes()),
        Just(vec![0xff, 0xfe, b'{', 0, b'}', 0]),
    ];
    let wrong_body = (prop::sample::select(posts), bodies)
        .prop_map(move |(path, body)| ("POST".to_owned(), path, json(), body));
    let queries = prop_oneof![
        Just("/backend/search?q=a&in=b&page=minus".to_owned()),
        Just("/backend/search?q=&in=".to_owned()),
        Just(format!("/backend/search?in=USA&q={}", "a".repeat(300))),
        Just(format!("/backend/clinicaltrials?q={}", "%F0%9F%98%80".repeat(400))),
        Just("/backend/trial?id=NCT04611802&ptr=xx".to_owned()),
        Just("/backend/participant?number=".to_owned()),
        "/backend/participant\\?number=[A-Za-z0-9%]{0,30}",
        "/backend/[a-z]{1,3}/[a-z0-9]{1,10}",
    ];
    let wrong_query = queries.prop_map(|path| ("GET".to_owned(), path, None, Vec::new()));
    let cookie = prop::option::of(prop_oneof![
        Just(b"__Host-waypoint=".to_vec()),
        Just(b"__Host-waypoint=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".to_vec()),
        prop::collection::vec(prop::sample::select(vec![b'a', b';', b'=', 0xe9, b' ']), 0..40),
    ]);
    let requests =
        prop_oneof![wrong_method, post_to_a_read_call, wrong_type, valid_shape, wrong_body, wrong_query];
    (requests, cookie).prop_map(|((method, path, content_type, body), cookie)| Malformed {
        method,
        path,
        content_type,
        cookie,
        body,
    })
}

#[tokio::test]
async fn malformed_requests_get_a_problem_with_a_code() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let seed = TestRng::from_seed(RngAlgorithm::ChaCha, &[42; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), seed);
    let mut codes: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..REQUESTS {
        let case = malformed().new_tree(&mut runner).unwrap().current();
        let method = Method::from_bytes(case.method.as_bytes()).unwrap();
        let mut request = browser.request(method, &case.path).body(case.body.clone());
        if let Some(kind) = &case.content_type {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        if let Some(cookie) = case.cookie.as_ref().and_then(|c| header::HeaderValue::from_bytes(c).ok()) {
            request = request.header(header::COOKIE, cookie);
        }
        let answer = browser.send(request).await;
        assert!((400..500).contains(&answer.status), "{} for {case:?}: {:?}", answer.status, answer.body);
        assert_eq!(answer.headers[header::CONTENT_TYPE], "application/problem+json", "{case:?}");
        assert!(!answer.code().is_empty(), "{case:?}");
        if answer.status == 405 {
            assert!(answer.headers.contains_key(header::ALLOW), "{case:?}");
        }
        *codes.entry(answer.code().to_owned()).or_default() += 1;
    }
    for code in [
        "method_not_allowed",
        "not_json",
        "body_malformed",
        "body_too_large",
        "query_invalid",
        "form_invalid",
        "search_incomplete",
        "not_found",
    ] {
        assert!(codes.contains_key(code), "{code} is not among {codes:?}");
    }
    assert_eq!(site.context.participants.count().await.unwrap(), 0);
}

#[tokio::test]
async fn get_request_to_a_write_call_gets_405_with_the_allowed_method() {
    let site = TestSite::start().await;
    for path in [
        "/backend/submit?answer=True&sys_id=1",
        "/backend/acknowledge",
        "/backend/prescreen",
        "/backend/captcha",
        "/backend/notify",
        "/backend/notify/confirm",
        "/backend/introduction",
        "/backend/introduction/confirm",
        "/backend/introduction/erase",
        "/backend/referral",
        "/backend/deleteme",
        "/backend/deleteme/confirm",
    ] {
        let answer = site.browser().get(path).await;
        assert_eq!((answer.status, answer.code()), (405, "method_not_allowed"), "{path}");
        assert_eq!(answer.headers[header::ALLOW], "POST", "{path}");
    }
}

#[tokio::test]
async fn page_of_another_site_can_neither_write_nor_read() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let request = browser.request(Method::POST, "/backend/captcha").header("Origin", "https://evil.example");
    let answer = browser.send(request).await;
    assert_eq!((answer.status, answer.code()), (403, "cross_site"));
    let request = browser
        .request(Method::GET, "/backend/study?id=NCT00000101")
        .header("Origin", "https://evil.example");
    let answer = browser.send(request).await;
    assert!(!answer.headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN));
}
