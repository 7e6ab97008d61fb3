//! Tests of individual addresses.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use waypoint_cdn::{
    Routes,
    edge::{self, ADDRESS_HEADER, MARKS_HEADER, MISSING_HEADER, VISITOR_HEADER},
};

use crate::{
    distribution::{ADDRESS, AS_DESCRIBED, Answer, Distribution, From, Kind, Visit, every_kind},
    engine::{Engine, Query, Store},
};

/// A site with two studies. Only the first accepts sign-ups and has previews, except for one template.
fn files() -> BTreeSet<String> {
    let names = "404 index results backends study enroll upload-document medical-records thank-you thankyou privacy kira deleteme \
        notify saved records-connected conditions/lung-cancer articles articles/living-with-copd study/STU01009 \
        study/NCT04611802 enroll/STU01009 preview/STU01009-1 preview/STU01009-3 preview/STU01009-not-made \
        preview/STU01009-choose for-doctors/STU01009 preview/study-not-found preview/template-not-found";
    let pages = names.split_whitespace().map(|name| format!("{name}.html"));
    let assets = ["assets/entry.js", "suggestions/lu.json", "manifest.webmanifest"].map(str::to_owned);
    pages.chain(assets).collect()
}

/// Returns the answer to an address, which must be the same in every variant of the CDN.
fn visited(cdn: &Distribution, path: &str, query: Option<&str>) -> Answer {
    let mut answers = every_kind().map(|kind| cdn.agrees(kind, path, query, &files()));
    let first = answers.next().unwrap();
    for answer in answers {
        assert_eq!((answer.status, &answer.from), (first.status, &first.from), "{path} {query:?}");
    }
    first
}

fn file(name: &str) -> From {
    From::File(name.to_owned())
}

#[test]
fn routes_match_any_case_and_extra_slashes() {
    let cdn = Distribution::load();
    for (path, status, name) in [
        ("/", 200, "index.html"),
        ("/results", 200, "results.html"),
        ("/Results/", 200, "results.html"),
        ("//RESULTS//", 200, "results.html"),
        ("/study/nct04611802", 200, "study/NCT04611802.html"),
        ("/study/NCT99999999", 200, "study.html"),
        ("/trialdetails/stu01009", 200, "study/STU01009.html"),
        ("/TrialDetails/STU01009/ps/", 200, "study/STU01009.html"),
        ("/For-Doctors/stu01009/", 200, "for-doctors/STU01009.html"),
        ("/for-doctors/NCT04611802", 404, "404.html"),
        ("/enroll/STU01009", 200, "enroll/STU01009.html"),
        ("/Enroll/stu01009/ps/and/more/", 200, "enroll/STU01009.html"),
        ("/enroll/NCT04611802", 200, "enroll.html"),
        ("/upload-document/STU01009", 200, "upload-document.html"),
        ("/Connect-to-EMR/0a1b/0123abcd/harbor.example/STU01009/", 200, "medical-records.html"),
        ("/medical-records/PT0123456789AB/New%20York", 200, "medical-records.html"),
        ("/medical-records", 200, "medical-records.html"),
        ("/thankyou", 200, "thankyou.html"),
        ("/thankyou/PT0123456789AB", 200, "thank-you.html"),
        ("/KIRA", 200, "kira.html"),
        ("/conditions/Lung-Cancer", 200, "conditions/lung-cancer.html"),
        ("/articles/Living-With-COPD/", 200, "articles/living-with-copd.html"),
        ("/suggestions/LU", 200, "suggestions/lu.json"),
        ("/assets/entry.js", 200, "assets/entry.js"),
        ("/manifest.webmanifest", 200, "manifest.webmanifest"),
        ("/404", 200, "404.html"),
        ("/no-such-page", 404, "404.html"),
        ("/assets/gone.js", 404, "404.html"),
        ("/results/more", 404, "404.html"),
        ("/study/STU01009/and/more", 404, "404.html"),
        ("/results.html", 404, "404.html"),
        ("/study", 200, "study.html"),
        ("/Backends", 200, "backends.html"),
        ("/backends", 200, "backends.html"),
        ("/thankyou/ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcd", 200, "thank-you.html"),
        ("/thankyou/ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcde", 404, "404.html"),
        ("/thankyou/PT%207K3M-9Q2X-4D8V", 200, "thank-you.html"),
        ("/thankyou/PT-7K3M-9Q2X-4D8V", 200, "thank-you.html"),
        ("/ThankYou/pt%207k3m-9q2x-4d8v/", 200, "thank-you.html"),
        ("/thankyou/7K3M-9Q2X-4D8V", 200, "thank-you.html"),
        ("/thankyou/PT+7K3M+9Q2X+4D8V", 200, "thank-you.html"),
        ("/thankyou/PT%207K3M%E2%80%919Q2X%E2%80%914D8V", 200, "thank-you.html"),
        ("/thankyou/PT_7K3M_9Q2X_4D8V", 404, "404.html"),
        ("/study/STU-01009", 404, "404.html"),
    ] {
        let answer = visited(&cdn, path, None);
        assert_eq!((answer.status, answer.from), (status, file(name)), "{path}");
    }
}

#[test]
fn calls_keep_path_and_query_and_documents_go_to_the_bucket_root() {
    let cdn = Distribution::load();
    for (path, to) in [
        ("/backend", "/backend"),
        ("/backend/search", "/backend/search"),
        ("/backend/../documents", "/backend/../documents"),
        ("/documents", "/"),
    ] {
        let answer = visited(&cdn, path, Some("condition=asthma"));
        assert_eq!(answer.from, From::Origin(to.into(), r#"{"condition":{"value":"asthma"}}"#.into()));
        let visit = Visit { method: "POST", ..Visit::get(path, None) };
        assert_eq!(cdn.answer(AS_DESCRIBED, visit, &files()).status, 200, "{path}");
    }
    for path in ["/Backend/search", "/backend-x", "/backends/search", "/documents/", "/Documents"] {
        assert_eq!(visited(&cdn, path, None).from, file("404.html"), "{path}");
    }
    let asset = visited(&cdn, "/assets/entry.js", Some("v=1"));
    assert_eq!((&asset.sent["uri"], &asset.sent["querystring"]), (&json!("/assets/entry.js"), &json!({})));
}

#[test]
fn backend_gets_the_sites_host_and_the_visitors_address() {
    let cdn = Distribution::load();
    let headers =
        [("host", "waypoint.example"), ("x-forwarded-host", "evil.example"), (VISITOR_HEADER, "203.0.113.9")];
    let visit = Visit { headers: &headers, ..Visit::get("/backend/search", None) };
    let forwarded = cdn.answer(AS_DESCRIBED, visit, &files()).sent;
    assert_eq!(forwarded["headers"]["x-forwarded-host"]["value"], "waypoint.example");
    assert_eq!(forwarded["headers"][VISITOR_HEADER]["value"], ADDRESS);
    let page = visited(&cdn, "/results", None).sent;
    assert_eq!(page["headers"][VISITOR_HEADER], Value::Null);
}

#[test]
fn store_is_queried_until_a_file_exists() {
    let cdn = Distribution::load();
    let lookups = |path: &str, query| cdn.agrees(AS_DESCRIBED, path, query, &files()).lookups;
    assert_eq!(lookups("/results", None), ["results.html"]);
    assert_eq!(lookups("/study/NCT99999999", None), ["study/NCT99999999.html", "study.html"]);
    let missing = ["preview/A1-2.html", "preview/A1-not-made.html", "preview/study-not-found.html"];
    assert_eq!(lookups("/preview/a1", Some("template=2")), missing);
    assert_eq!(lookups("/assets/entry.js", None), ["assets/entry.js"]);
    for path in ["/signup", "/a/b/c", "/backend/x"] {
        assert!(lookups(path, None).is_empty(), "{path}");
    }
    let longest = format!("/preview/{}", "a".repeat(40));
    assert!(lookups(&longest, Some("template=2")).iter().all(|key| key.len() <= 512));
}

#[test]
fn redirect_is_answered_at_the_edge_and_drops_the_query() {
    let cdn = Distribution::load();
    for path in ["/signup", "/Participate/"] {
        let answer = visited(&cdn, path, Some("embed=true"));
        assert_eq!((answer.status, answer.from), (307, From::Edge), "{path}");
        assert_eq!(answer.headers["location"], "/enroll/STU01009");
    }
}

#[test]
fn preview_shows_the_template_or_says_what_is_missing() {
    let cdn = Distribution::load();
    let long = format!("template={}", "1".repeat(100_000));
    for (path, query, status, name) in [
        ("/preview/STU01009", "template=3", 200, "preview/STU01009-3.html"),
        ("/Preview/stu01009/", "a&=&b=c&template=1&embed=true", 200, "preview/STU01009-1.html"),
        ("/preview/STU01009", "template=3&Template=4", 200, "preview/STU01009-3.html"),
        ("/preview/STU01009", "template=6", 404, "preview/STU01009-not-made.html"),
        ("/preview/STU99999", "template=6", 404, "preview/study-not-found.html"),
        ("/preview/STU99999", "template=7", 404, "preview/template-not-found.html"),
        ("/preview/STU01009/x", "template=1", 404, "404.html"),
        ("/preview/../x", "template=1", 404, "404.html"),
    ] {
        let answer = visited(&cdn, path, Some(query));
        assert_eq!((answer.status, answer.from), (status, file(name)), "{path} {query}");
    }
    let table = include_str!("tables/queries_without_template.json");
    let queries: Vec<String> = serde_json::from_str(table).unwrap();
    for query in queries.iter().chain([&long]) {
        let answer = visited(&cdn, "/preview/STU01009", Some(query));
        let expected = (404, file("preview/STU01009-choose.html"));
        assert_eq!((answer.status, answer.from), expected, "{query:.40}");
    }
    assert_eq!(visited(&cdn, "/preview/STU01009", None).status, 404);
}

#[test]
fn only_partners_may_frame_pages_and_personal_pages_are_never_stored() {
    let cdn = Distribution::load();
    for (path, query, is_framed, is_private) in [
        ("/Results/", Some("q=a&embed=true"), true, false),
        ("/study/NCT99999999", Some("embed=true"), true, false),
        ("/study/NCT04611802", Some("embed=false"), false, false),
        ("/results", Some("xembed=true&q=embed=true"), false, false),
        ("/results", Some("embed=true&embed=false"), true, false),
        ("/privacy", Some("embed=true"), false, false),
        ("/deleteme", Some("embed=true"), false, true),
        ("/Enroll/STU01009/ps", Some("embed=true"), false, true),
        ("/enroll/STU01009/x.png", None, false, true),
        ("/thankyou/PT0123456789AB", None, false, true),
        ("/thankyou/PT%200123-4567-89AB", None, false, true),
        ("/connect-to-emr/0a1b/0123abcd/-/STU01009", None, false, true),
    ] {
        let headers = visited(&cdn, path, query).headers;
        let frames =
            headers["content-security-policy"].contains("frame-ancestors https://match.partner.example");
        assert_eq!(frames, is_framed, "{path} {query:?}");
        assert_eq!(headers.contains_key("x-frame-options"), !is_framed, "{path} {query:?}");
        if path != "/enroll/STU01009/x.png" {
            assert_eq!(headers["cache-control"] == "no-store", is_private, "{path} {query:?}");
            assert_eq!(headers["referrer-policy"] == "no-referrer", is_private, "{path} {query:?}");
        }
    }
}

#[test]
fn hostile_paths_are_not_found() {
    let cdn = Distribution::load();
    let long = format!("/{}", "a".repeat(100_000));
    let deep = "/a".repeat(50_000);
    let dotted = format!("/assets/{}x", ".".repeat(100_000));
    for path in [
        "/../etc/passwd",
        "/study/../../etc/passwd",
        "/study/%2e%2e",
        "/study/%2e%2e%2f404",
        "/assets/../../secret.key",
        "/assets/.env",
        "/.git/config.x",
        "/assets//x.js",
        "/assets\\x.js",
        "/study\\STU01009",
        "/study/STU01009\0",
        "/results\n",
        "/assets/entry.js\n",
        "/study/STU0100é",
        "/re\u{17f}ults",
        "/\u{212a}ira",
        "/than\u{212a}you/PT0123456789AB",
        "/ＲＥＳＵＬＴＳ",
        "/__proto__/x",
        "/study/__proto__",
        "/constructor/prototype",
        "/{page}/{id}",
        "/study/{id}",
        "/*/*",
        "/study/$&",
        long.as_str(),
        deep.as_str(),
        dotted.as_str(),
    ] {
        let answer = visited(&cdn, path, None);
        assert_eq!((answer.status, answer.from), (404, file("404.html")), "{path:.60}");
    }
    // These are ordinary names.
    for path in ["/constructor", "/toString", "/valueOf", "/study/constructor", "/enroll/hasOwnProperty"] {
        visited(&cdn, path, Some("constructor=1"));
    }
}

#[test]
fn marks_sent_by_a_visitor_are_overwritten() {
    let cdn = Distribution::load();
    for mark in ["404", "200 framed", "", "private"] {
        let headers = [(MARKS_HEADER, mark), ("range", "bytes=0-1"), ("accept", "text/html")];
        let visit = Visit { headers: &headers, ..Visit::get("/enroll/STU01009", None) };
        let answer = cdn.answer(AS_DESCRIBED, visit, &files());
        assert_eq!(answer.sent["headers"][MARKS_HEADER]["value"], "200 private");
        assert_eq!(answer.sent["headers"]["range"], Value::Null);
        assert_eq!(answer.sent["headers"]["accept"]["value"], "text/html");
        assert_eq!((answer.status, answer.headers["cache-control"].as_str()), (200, "no-store"));
    }
}

#[test]
fn page_that_says_what_is_missing_ignores_cache_validators() {
    let cdn = Distribution::load();
    let conditions = [("if-none-match", "\"1\""), ("if-modified-since", "Thu, 01 Jan 2026 00:00:00 GMT")];
    let forwarded = |path| {
        let visit = Visit { headers: &conditions, ..Visit::get(path, None) };
        cdn.answer(AS_DESCRIBED, visit, &files()).sent["headers"].clone()
    };
    for name in ["if-none-match", "if-modified-since"] {
        assert_eq!(forwarded("/preview/STU01009")[name], Value::Null, "{name}");
        assert_ne!(forwarded("/study/STU01009")[name], Value::Null, "{name}");
    }
}

#[test]
fn response_other_than_200_keeps_its_status() {
    let response = Engine::load(&edge::viewer_response(&Routes::load().unwrap()));
    for status in [206, 304, 500] {
        let request =
            json!({ "uri": "/404.html", "headers": { MARKS_HEADER: { "value": "404" } }, "querystring": {} });
        let event = json!({ "request": request, "response": { "statusCode": status, "headers": {} } });
        let returned = response.run(&event, None, (Query::Raw, Store::Answers), &files()).returned;
        assert_eq!(returned["statusCode"], status);
        assert_eq!(returned["headers"]["x-content-type-options"]["value"], "nosniff");
    }
}

#[test]
fn filled_page_that_says_what_is_missing_gets_the_status_404() {
    let response = Engine::load(&edge::viewer_response(&Routes::load().unwrap()));
    for (headers, status) in [(json!({ MISSING_HEADER: { "value": "true" } }), 404), (json!({}), 200)] {
        let request = json!({ "uri": "/study.html", "headers": { MARKS_HEADER: { "value": "200" } }, "querystring": {} });
        let event = json!({ "request": request, "response": { "statusCode": 200, "headers": headers } });
        let returned = response.run(&event, None, (Query::Raw, Store::Answers), &files()).returned;
        assert_eq!(returned["statusCode"], status);
        assert_eq!(returned["headers"][MISSING_HEADER], Value::Null);
    }
}

#[test]
fn only_the_function_of_a_filled_page_learns_the_visitors_address() {
    let cdn = Distribution::load();
    let forged = [(ADDRESS_HEADER, "/results?q=forged")];
    for (path, query, address) in [
        ("/results", Some("q=asthma&in=usa"), Some("/results?q=asthma&in=usa")),
        ("/results", None, Some("/results")),
        ("/study/NCT00000001", Some("in=usa"), Some("/study/NCT00000001?in=usa")),
        ("/study/STU01009", Some("in=usa"), None),
        ("/privacy", Some("q=asthma"), None),
        ("/backend/search", Some("q=asthma"), None),
    ] {
        let sent =
            cdn.answer(AS_DESCRIBED, Visit { headers: &forged, ..Visit::get(path, query) }, &files()).sent;
        let header = sent["headers"][ADDRESS_HEADER]["value"].as_str();
        assert_eq!(header, address, "{path}");
        assert!(address.is_none() || sent["querystring"] == json!({}), "{path}: {sent}");
    }
    for (path, file, is_filled) in [
        ("/results", "results.html", true),
        ("/trialdetails/NCT00000001/ps", "study.html", true),
        ("/unfilled/results", "results.html", false),
        ("/study/STU01009", "study/STU01009.html", false),
        ("/privacy", "privacy.html", false),
    ] {
        assert_eq!(cdn.routes.is_filled(path, file), is_filled, "{path}");
    }
}

#[test]
fn pages_and_assets_allow_only_get_and_head() {
    let cdn = Distribution::load();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "get"] {
        for path in ["/", "/results", "/enroll/STU01009", "/assets/entry.js", "/signup", "/nowhere/at/all"] {
            let answer = cdn.answer(AS_DESCRIBED, Visit { method, ..Visit::get(path, None) }, &files());
            assert_eq!((answer.status, answer.from), (405, From::Edge), "{method} {path}");
            assert_eq!(answer.headers["allow"], "GET, HEAD");
            assert!(cdn.headers(path, None).iter().all(|(name, value)| &answer.headers[name] == value));
        }
    }
    let head = cdn.answer(AS_DESCRIBED, Visit { method: "HEAD", ..Visit::get("/results", None) }, &files());
    assert_eq!((head.status, head.from), (200, file("results.html")));
}

#[test]
fn failing_store_falls_back_to_the_page_for_any_id() {
    let cdn = Distribution::load();
    for store in [Store::Fails, Store::IsMissing] {
        for passes_request_on in [true, false] {
            let kind = Kind { passes_request_on, store, ..AS_DESCRIBED };
            for (path, query, status, name) in [
                ("/study/STU01009", None, 200, "study.html"),
                ("/enroll/STU01009/ps", None, 200, "enroll.html"),
                ("/results", None, 200, "results.html"),
                ("/preview/STU01009", Some("template=3"), 200, "preview/STU01009-3.html"),
                ("/preview/STU01009", Some("template=6"), 403, ""),
                ("/preview/STU01009", None, 404, "preview/template-not-found.html"),
            ] {
                let answer = cdn.answer(kind, Visit::get(path, query), &files());
                assert_eq!((answer.status, answer.from), (status, file(name)), "{path} {kind:?}");
            }
        }
    }
}
