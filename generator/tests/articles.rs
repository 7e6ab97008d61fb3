//! Articles: their pages, their list, their feed, and what is said about wrong ones.

use crate::support::{BuildTest, told_of};
use waypoint_generator::content;

const ARTICLE: &str = "articles/walking-with-sore-knees.md";

fn built() -> BuildTest {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.build().unwrap();
    site
}

/// What is wrong with the content after a change.
fn told(from: &str, to: &str) -> String {
    let site = BuildTest::new();
    site.edit(ARTICLE, from, to);
    let errors = content::load(&site.content_dir()).unwrap_err();
    let report = content::report(&errors, false);
    report.replace(&site.content_dir().display().to_string(), "content")
}

#[test]
fn an_article_has_its_text_author_date_studies_and_sources() {
    let page = built().page("articles/walking-with-sore-knees.html");
    for part in [
        "<h1>Walking With Sore Knees &amp; Why It Helps</h1>",
        "Bones &amp; Joints",
        "By The Editors. Last updated <time datetime=\"2026-02-11\">February 11th, 2026</time>",
        "<h2 id=\"how-far\">How Far</h2>",
        "<a href=\"/study/NCT00000001\">Walking and knees</a>",
        "<a href=\"https://doi.example/10.1/knees\" rel=\"noreferrer\">Knees &lt;in&gt; motion</a>. Journal of Knees, 2024.",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("/enroll/STU0100\">Sign Up: "));
}

/// An article of this site with more above its text, built.
fn with_more(front: &str) -> BuildTest {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.edit(ARTICLE, "category =", &format!("{front}category ="));
    site.build().unwrap();
    site
}

#[test]
fn an_article_can_have_a_picture_a_shorter_title_in_lists_and_a_card_in_colors() {
    let site = with_more(
        "promoted_title = \"Sore Knees\"\nborder_color = \"amber\"\nfont_color = \"green\"\nimage = { file = \"dot.png\", shows = \"A dot\" }\n",
    );
    let list = site.page("articles.html");
    assert!(list.contains("<li class=\"card card--amber\">"), "{list}");
    assert!(
        list.contains("<a class=\"card__link--green\" href=\"/articles/walking-with-sore-knees\""),
        "{list}"
    );
    assert!(list.contains("<span aria-hidden=\"true\">Sore Knees</span>"), "{list}");
    let page = site.page("articles/walking-with-sore-knees.html");
    let (head, text) = page.split_once("<p>Walk a little").unwrap();
    assert!(head.contains("alt=\"A dot\"") && !text.contains("alt=\"A dot\""), "{page}");
    let file = head.split("<img src=\"/").nth(1).unwrap().split('"').next().unwrap();
    assert!(site.files().contains_key(file), "{file} is not among the files");
}

#[test]
fn an_article_can_have_a_film_a_head_in_the_middle_and_what_readers_said() {
    let film = "video = { title = \"Knees in Motion\", lead = \"A walk.\", watch = \"https://films.example/1\", embed = \"https://films.example/embed/1\", summary = [{ title = \"First.\", text = \"A path.\" }] }\n";
    let site = BuildTest::new();
    site.edit(
        "site.toml",
        "default_country =",
        "frame_hosts = [\"https://films.example\"]\ndefault_country =",
    );
    site.edit(
        ARTICLE,
        "category =",
        &format!("{film}alignment = \"center\"\nlikes = 12\ncomments = 1\ncategory ="),
    );
    site.build().unwrap();
    let page = site.page("articles/walking-with-sore-knees.html");
    for part in [
        "article__head--center",
        "<p class=\"article__by\">12 likes · 1 comment</p>",
        "<h2 id=\"part-film\">Knees in Motion</h2>",
        "data-film=\"https://films.example/embed/1\"",
        "<strong>First.</strong> A path.",
        "frame-src https://films.example;",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("<iframe"), "nothing of the film loads before somebody asks for it");
}

#[test]
fn a_part_of_an_article_has_a_heading_text_pictures_films_and_what_stands_apart() {
    let site = BuildTest::new();
    let part = "As far as feels good.\n\n![A dot](dot.png)\n\n[Watch a walk](https://films.example/1)\n\n> Rest when it hurts.";
    site.edit(ARTICLE, "As far as feels good.", part);
    site.build().unwrap();
    let page = site.page("articles/walking-with-sore-knees.html");
    let section = page.split("<h2 id=\"how-far\">How Far</h2>").nth(1).unwrap();
    for part in [
        "<p>As far as feels good.</p>",
        "alt=\"A dot\"",
        "<a href=\"https://films.example/1\"",
        "<blockquote>\n<p>Rest when it hurts.</p>",
    ] {
        assert!(section.contains(part), "{part} in {section}");
    }
}

#[test]
fn search_engines_are_told_what_an_article_is() {
    let page = built().page("articles/walking-with-sore-knees.html");
    let data = told_of(&page, "Article");
    assert_eq!(data["dateModified"], "2026-02-11");
    assert_eq!(data["mainEntityOfPage"], "https://harbor.example/articles/walking-with-sore-knees");
}

#[test]
fn the_list_cuts_long_titles_for_the_eye_alone() {
    let page = built().page("articles.html");
    assert!(
        page.contains(
            "<span aria-hidden=\"true\">Walking With Sore Knees & Why…</span>".replace('&', "&amp;").as_str()
        ),
        "{page}"
    );
    assert!(
        page.contains("<span class=\"visually-hidden\">Walking With Sore Knees &amp; Why It Helps</span>")
            && page.contains(" title=\"Walking With Sore Knees &amp; Why It Helps\">")
    );
    assert!(page.contains("<h2 class=\"section__title\" id=\"bones---joints\">Bones &amp; Joints</h2>"));
}

#[test]
fn the_list_of_a_site_without_articles_says_so() {
    let site = BuildTest::new();
    std::fs::remove_file(site.content_dir().join(ARTICLE)).unwrap();
    site.build().unwrap();
    assert!(site.page("articles.html").contains("There are no articles yet."));
}

#[test]
fn the_feed_names_every_article_with_its_days() {
    let feed = built().page("feed.xml");
    for part in [
        "<id>https://harbor.example/articles/walking-with-sore-knees</id>",
        "<published>2026-01-05T00:00:00Z</published>",
        "<updated>2026-02-11T00:00:00Z</updated>",
        "<title>Walking With Sore Knees &amp; Why It Helps</title>",
    ] {
        assert!(feed.contains(part), "{part} in {feed}");
    }
}

#[test]
fn a_draft_is_kept_back_from_page_list_and_feed() {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.edit(ARTICLE, "category =", "draft = true\ncategory =");
    site.build().unwrap();
    assert!(!site.files().contains_key("articles/walking-with-sore-knees.html"));
    for file in ["articles.html", "feed.xml", "sitemap.xml"] {
        assert!(!site.page(file).contains("walking-with-sore-knees"), "{file}");
    }
}

#[test]
fn a_wrong_article_is_told_with_its_line() {
    let table = [
        (
            "updated = 2026-02-11",
            "updated = 2025-02-11",
            "walking-with-sore-knees.md:6",
            "before it came out",
        ),
        ("updated = 2026-02-11", "updated = \"soon\"", "walking-with-sore-knees.md:6", "is no day"),
        ("related = [\"STU0100\"]", "related = [\"STU0999\"]", "walking-with-sore-knees.md:8", "STU0999"),
        ("https://doi.example", "doi.example", "walking-with-sore-knees.md:14", "no address of a source"),
        ("author = \"The Editors\"\n", "", "walking-with-sore-knees.md:2", "author"),
        (
            "What walking does",
            &"very long ".repeat(20),
            "walking-with-sore-knees.md:3",
            "search engines show 160",
        ),
    ];
    for (from, to, place, words) in table {
        let told = told(from, to);
        assert!(told.contains(place) && told.contains(words), "{place}: {words} in {told}");
    }
}

#[test]
fn above_an_article_stands_its_own_picture_and_never_the_address_of_the_one_that_is_shared() {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.edit("site.toml", "brand = ", "share_pictures = true\nbrand = ");
    let path = "articles/walking-with-sore-knees.html";
    site.build().unwrap();
    let page = site.page(path);
    assert!(page.contains("property=\"og:image\"") && page.contains("</header>\n<p>Walk a little"));
    let image = "category = \"Bones & Joints\"\nimage = { file = \"dot.png\", shows = \"A dot\" }";
    site.edit(ARTICLE, "category = \"Bones & Joints\"", image);
    site.build().unwrap();
    let page = site.page(path);
    assert!(page.contains("</header>\n<p><picture>") && page.contains("alt=\"A dot\""));
}
