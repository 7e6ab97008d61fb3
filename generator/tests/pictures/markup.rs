//! The HTML of pictures.

use std::fs;

use waypoint_generator::content;

use super::{photograph, picture_files, showing, shown};
use crate::support::BuildTest;

#[test]
fn picture_has_sizes_up_to_its_own_and_reserves_its_space() {
    let site = showing("coast.jpg", &photograph(1000, 500), "![The \"coast\"](coast.jpg \"At <dawn>\")");
    site.build().unwrap();
    let page = site.page("terms.html");
    let figure = page.split("<figure>").nth(1).unwrap().split("</figure>").next().unwrap();
    for part in [
        "<picture><source type=\"image/webp\" srcset=\"/pictures/",
        "width=\"1000\" height=\"500\" alt=\"The &quot;coast&quot;\" loading=\"lazy\" decoding=\"async\">",
        "<figcaption>At &lt;dawn&gt;</figcaption>",
    ] {
        assert!(figure.contains(part), "{part} in {figure}");
    }
    for (path, _) in picture_files(&site) {
        let width = path.split(['-', '.']).nth(1).unwrap();
        assert!(figure.contains(&format!("/{path} {width}w")), "{path} in {figure}");
    }
    assert_eq!(picture_files(&site).len(), 6);
    assert!(!figure.contains("style="));
}

#[test]
fn small_picture_is_not_enlarged_and_needs_no_caption() {
    let site = shown("coast.jpg", &photograph(300, 200));
    assert!(site.page("terms.html").contains("<p><picture>"));
    let paths: Vec<_> = picture_files(&site).into_iter().map(|(path, _)| path).collect();
    assert!(paths.len() == 2 && paths.iter().all(|path| path.contains("-300.")), "{paths:?}");
}

#[test]
fn large_picture_has_no_file_wider_than_any_screen_needs() {
    let widths: Vec<u32> =
        super::pixels_of(&shown("coast.jpg", &photograph(2000, 40))).iter().map(|(_, p)| p.width()).collect();
    assert_eq!((widths.iter().max(), widths.len()), (Some(&1440), 8));
}

#[test]
fn articles_conditions_pages_and_trial_pages_show_pictures() {
    let site = BuildTest::new();
    let files = [
        ("articles/walking-with-sore-knees.md", "articles/walking-with-sore-knees.html"),
        ("conditions/knee-pain.md", "conditions/knee-pain.html"),
        ("pages/terms.md", "terms.html"),
        ("trials/knees.md", "knees.html"),
    ];
    for (file, _) in files {
        let path = site.content_dir().join(file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, format!("{text}\n\n![A dot](dot.png)\n")).unwrap();
    }
    site.build().unwrap();
    for (file, page) in files {
        assert!(site.page(page).contains("alt=\"A dot\""), "{file}");
    }
}

#[test]
fn cached_article_shows_the_changed_picture() {
    let site = BuildTest::new();
    let path = site.content_dir().join("articles/walking-with-sore-knees.md");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}\n\n![A dot](dot.png)\n")).unwrap();
    let hour_ago = std::time::SystemTime::now() - std::time::Duration::from_hours(1);
    fs::File::options().write(true).open(&path).unwrap().set_modified(hour_ago).unwrap();
    let mut reader = content::Reader::default();
    let dir = site.content_dir();
    let mut read = || {
        let content = reader.load(&dir, &dir.join("studies"), content::Drafts::Hidden).unwrap();
        content.articles[0].text.html().to_owned()
    };
    let before = read();
    assert_eq!(read(), before);
    fs::write(dir.join("images/dot.png"), photograph(30, 20)).unwrap();
    assert_ne!(read(), before);
}
