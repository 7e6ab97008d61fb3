//! The store of names of files.

use std::collections::BTreeSet;

use waypoint_cdn::Routes;

use crate::distribution::{AS_DESCRIBED, Distribution};

#[test]
fn the_store_knows_the_files_that_an_address_leads_to_only_when_they_are_there() {
    let routes = Routes::load().unwrap();
    for file in [
        "study/STU01020.html",
        "study/NCT04611802.html",
        "enroll/STU01009.html",
        "preview/STU01009-1.html",
        "preview/STU01009-6.html",
        "preview/STU01009-not-made.html",
        "preview/STU01009-choose.html",
    ] {
        assert!(routes.asks_for(file), "{file}");
    }
    for file in [
        "study.html",
        "enroll.html",
        "index.html",
        "404.html",
        "results.html",
        "articles/living-with-copd.html",
        "preview/study-not-found.html",
        "preview/template-not-found.html",
        "preview/STU01009-7.html",
        "preview/STU01009.html",
        "preview/styles.css",
        "study/.html",
        "study/stu01020.html",
        "study/STU-1.html",
        "study/STU01020.json",
        "study/STU01020.html.gz",
        "study/a/STU01020.html",
        "study/ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDE.html",
        "Study/STU01020.html",
        "study/É.html",
        "",
    ] {
        assert!(!routes.asks_for(file), "{file}");
    }
}

#[test]
fn a_page_that_has_one_file_asks_the_store_for_none_and_others_only_for_what_it_knows() {
    let cdn = Distribution::load();
    let files = BTreeSet::from(["404.html".to_owned()]);
    let asked = |path: &str, query| cdn.agrees(AS_DESCRIBED, path, query, &files).asked;
    for path in
        ["/", "/results", "/thankyou/PT01", "/articles/a", "/signup", "/assets/a.js", "/a/b/c", "/backend/x"]
    {
        assert!(asked(path, None).is_empty(), "{path}");
    }
    assert_eq!(asked("/study/a1", None), ["study/A1.html"]);
    assert_eq!(asked("/preview/a1", None), ["preview/A1-choose.html"]);
    assert_eq!(asked("/preview/a1", Some("template=2")), ["preview/A1-2.html", "preview/A1-not-made.html"]);
    for (path, query) in [("/study/a1", None), ("/enroll/a1/b/c", None), ("/preview/a1", Some("template=6"))]
    {
        for key in asked(path, query) {
            assert!(cdn.routes.asks_for(&key) && key.len() <= 512, "{key}");
        }
    }
}
