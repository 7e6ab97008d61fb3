//! Articles: their pages, list, and feed, and errors in them.

use crate::support::{BuildTest, structured_data};
use waypoint_generator::content;

const ARTICLE: &str = "articles/walking-with-sore-knees.md";

fn built() -> BuildTest {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.build().unwrap();
    site
}

/// The errors in the content after a change.
fn report_after(from: &str, to: &str) -> String {
    let site = BuildTest::new();
    site.edit(ARTICLE, from, to);
    let errors = content::load(&site.content_dir()).unwrap_err();
    let report = content::report(&errors, false);
    report.replace(&site.content_dir().display().to_string(), "content")
}

#[test]
fn article_has_its_text_author_date_studies_and_sources() {
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

/// The built fixtures, with more front matter in the article.
fn built_with(front: &str) -> BuildTest {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.edit(ARTICLE, "category =", &format!("{front}category ="));
    site.build().unwrap();
    site
}

#[test]
fn article_can_have_a_picture_a_shorter_list_title_and_a_colored_card() {
    let site = built_with(
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
fn article_can_have_a_video_a_centered_header_and_reader_counts() {
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
    assert!(!page.contains("<iframe"), "the video loads only when the visitor starts it");
}

#[test]
fn section_of_an_article_can_have_text_pictures_video_links_and_quotes() {
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
fn article_has_structured_data() {
    let page = built().page("articles/walking-with-sore-knees.html");
    let data = structured_data(&page, "Article");
    assert_eq!(data["dateModified"], "2026-02-11");
    assert_eq!(data["mainEntityOfPage"], "https://harbor.example/articles/walking-with-sore-knees");
}

#[test]
fn article_list_truncates_long_titles_only_visually() {
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
fn article_list_without_articles_says_so() {
    let site = BuildTest::new();
    std::fs::remove_file(site.content_dir().join(ARTICLE)).unwrap();
    site.build().unwrap();
    assert!(site.page("articles.html").contains("There are no articles yet."));
}

#[test]
fn feed_lists_every_article_with_its_dates() {
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
fn draft_is_missing_from_page_list_and_feed() {
    let site = BuildTest { base_url: "https://harbor.example", ..BuildTest::new() };
    site.edit(ARTICLE, "category =", "draft = true\ncategory =");
    site.build().unwrap();
    assert!(!site.files().contains_key("articles/walking-with-sore-knees.html"));
    for file in ["articles.html", "feed.xml", "sitemap.xml"] {
        assert!(!site.page(file).contains("walking-with-sore-knees"), "{file}");
    }
}

#[test]
fn invalid_article_is_reported_with_its_line() {
    let table = [
        (
            "updated = 2026-02-11",
            "updated = 2025-02-11",
            "walking-with-sore-knees.md:6",
            "before it was published",
        ),
        ("updated = 2026-02-11", "updated = \"soon\"", "walking-with-sore-knees.md:6", "isn't a valid date"),
        ("related = [\"STU0100\"]", "related = [\"STU0999\"]", "walking-with-sore-knees.md:8", "STU0999"),
        (
            "https://doi.example",
            "doi.example",
            "walking-with-sore-knees.md:14",
            "isn't a valid source address",
        ),
        ("author = \"The Editors\"\n", "", "walking-with-sore-knees.md:2", "author"),
        (
            "What walking does",
            &"very long ".repeat(20),
            "walking-with-sore-knees.md:3",
            "search engines show only 160",
        ),
    ];
    for (from, to, place, words) in table {
        let report = report_after(from, to);
        assert!(report.contains(place) && report.contains(words), "{place}: {words} in {report}");
    }
}

#[test]
fn article_shows_its_own_picture_but_never_the_share_picture() {
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
