//! A release goes up as what differs, disturbs nobody while it does, and can be taken back.

use std::{fs, path::Path};

use tempfile::TempDir;
use waypoint_local::site_services::{SiteServices, UploadHeaders};
use waypoint_publishing::{Published, PublishedSite, SiteFile};

struct Cloud {
    folder: TempDir,
    services: SiteServices,
    site: PublishedSite,
}

async fn cloud() -> Cloud {
    let folder = tempfile::tempdir().unwrap();
    let services = SiteServices::with_versions_over(folder.path()).await.unwrap();
    let site = services.site().await.unwrap();
    Cloud { folder, services, site }
}

impl Cloud {
    async fn release(&self, name: &str, files: &[SiteFile]) -> Published {
        self.site.release(name, files, None, &|_, _| ()).await.unwrap()
    }

    fn text(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.folder.path().join(path)).ok()
    }
}

fn file(path: &str, text: &str) -> SiteFile {
    SiteFile { path: path.into(), bytes: text.into() }
}

fn first() -> Vec<SiteFile> {
    vec![
        file("index.html", "home, by styles-1"),
        file("articles/asthma.html", "asthma, by styles-1"),
        file("articles/gout.html", "gout, by styles-1"),
        file("assets/entry.js", "loads results-1"),
        file("assets/styles-1.css", "blue"),
    ]
}

fn second() -> Vec<SiteFile> {
    vec![
        file("index.html", "home, by styles-2"),
        file("articles/asthma.html", "asthma, by styles-2"),
        file("articles/copd.html", "copd, by styles-2"),
        file("assets/entry.js", "loads results-1"),
        file("assets/styles-2.css", "green"),
    ]
}

fn is_there(folder: &Path, files: &[SiteFile]) -> bool {
    files.iter().all(|file| fs::read(folder.join(&file.path)).is_ok_and(|bytes| bytes == file.bytes))
}

#[tokio::test]
async fn a_first_release_brings_everything_and_the_same_again_nothing() {
    let cloud = cloud().await;
    let published = cloud.release("one", &first()).await;
    assert_eq!((published.uploaded, published.removed), (5, 0));
    assert!(is_there(cloud.folder.path(), &first()));
    let again = cloud.release("one", &first()).await;
    assert_eq!(again, Published::default());
    let named = cloud.services.names.all();
    assert_eq!(named.len(), 5, "the edge knows the site and no release: {named:?}");
}

#[tokio::test]
async fn one_article_that_changed_goes_up_alone() {
    let cloud = cloud().await;
    cloud.release("one", &first()).await;
    let mut files = first();
    files[1].bytes = b"asthma, with a new picture".to_vec();
    let planned = cloud.site.plan(&files).await.unwrap();
    assert_eq!(
        planned.put.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(),
        ["articles/asthma.html"]
    );
    let published = cloud.release("two", &files).await;
    assert_eq!((published.uploaded, published.bytes, published.removed), (1, files[1].bytes.len(), 0));
    assert!(published.forgotten > 0 && is_there(cloud.folder.path(), &files));
}

#[tokio::test]
async fn the_old_site_is_served_whole_when_an_upload_fails_in_the_middle_and_the_same_again_ends_it() {
    let cloud = cloud().await;
    cloud.release("one", &first()).await;
    // The bucket refuses a path with a hidden folder.
    let mut files = second();
    files.push(file("assets/.broken/x.js", "x"));
    let failed = cloud.site.release("two", &files, None, &|_, _| ()).await;
    assert!(failed.unwrap_err().to_string().contains("assets/.broken/x.js"));
    assert!(is_there(cloud.folder.path(), &first()));
    assert_eq!(cloud.site.releases().await.unwrap().len(), 1);
    cloud.release("two", &second()).await;
    assert!(is_there(cloud.folder.path(), &second()));
    assert_eq!(cloud.text("articles/gout.html"), None);
}

#[tokio::test]
async fn what_pages_load_by_a_name_of_its_own_stays_for_pages_that_are_open_and_goes_later() {
    let cloud = cloud().await;
    cloud.release("one", &first()).await;
    cloud.release("two", &second()).await;
    assert!(cloud.text("assets/styles-1.css").is_some());
    assert!(cloud.services.names.all().contains("assets/styles-1.css"));
    for _ in 0..10 {
        cloud.release("two", &second()).await;
    }
    assert_eq!(cloud.text("assets/styles-1.css"), None);
    assert!(!cloud.services.names.all().contains("assets/styles-1.css"));
}

#[tokio::test]
async fn whatever_fails_pages_find_what_they_name_no_release_is_noted_and_the_same_again_ends_it() {
    for refused in [
        "PUT /waypoint-site/articles/copd.html",
        "POST /key-value-stores/",
        "DELETE /waypoint-site/articles/gout.html",
        "POST /2020-05-31/distribution/",
    ] {
        let cloud = cloud().await;
        cloud.release("one", &first()).await;
        cloud.services.watched.refuse(Some(refused));
        cloud.site.release("two", &second(), None, &|_, _| ()).await.unwrap_err();
        let home = cloud.text("index.html").unwrap();
        let (_, styles) = home.split_once("by ").unwrap();
        assert!(cloud.text(&format!("assets/{styles}.css")).is_some(), "{refused}: {home}");
        assert!(cloud.text("assets/styles-1.css").is_some(), "{refused}: a page in a cache names it");
        let known = cloud.services.names.all();
        for styles in [styles, "styles-1"] {
            assert!(
                known.contains(&format!("assets/{styles}.css")),
                "{refused}: the edge finds it: {known:?}"
            );
        }
        assert_eq!(cloud.site.last().await.unwrap(), 1, "{refused}");
        cloud.services.watched.refuse(None);
        cloud.release("two", &second()).await;
        assert!(is_there(cloud.folder.path(), &second()), "{refused}");
        assert_eq!(cloud.text("articles/gout.html"), None, "{refused}");
        let named = second().into_iter().map(|file| file.path).chain(["assets/styles-1.css".to_owned()]);
        assert_eq!(cloud.services.names.all(), named.collect(), "{refused}");
        let forgotten = cloud.services.forgotten.all();
        for address in ["/", "/articles/gout"] {
            assert!(forgotten.contains(&address.to_owned()), "{refused}: {forgotten:?}");
        }
        assert_eq!(cloud.site.last().await.unwrap(), 2, "{refused}");
    }
}

#[tokio::test]
async fn names_that_somebody_else_writes_at_the_same_time_stop_no_release() {
    let cloud = cloud().await;
    cloud.services.names.make_conflicts(3);
    cloud.release("one", &first()).await;
    assert_eq!(cloud.services.names.all().len(), 5);
    cloud.services.names.make_conflicts(100);
    let failed = cloud.site.release("two", &second(), None, &|_, _| ()).await.unwrap_err();
    assert!(failed.to_string().contains("ConflictException"), "{failed}");
}

#[tokio::test]
async fn a_file_goes_up_with_its_kind_and_with_how_long_caches_may_keep_it() {
    let cloud = cloud().await;
    let files = [
        ("index.html", "text/html; charset=utf-8", "public, max-age=0, must-revalidate"),
        ("assets/entry.js", "text/javascript; charset=utf-8", "public, max-age=0, must-revalidate"),
        ("assets/styles-1.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable"),
        ("pictures/walk-1.webp", "image/webp", "public, max-age=31536000, immutable"),
        ("suggestions/lu.json", "application/json", "public, max-age=3600, stale-while-revalidate=86400"),
        ("sitemap.xml", "application/xml; charset=utf-8", "public, max-age=0, must-revalidate"),
    ];
    cloud.release("one", &files.map(|(path, _, _)| file(path, path))).await;
    for (path, kind, kept) in files {
        let told = UploadHeaders { content_type: kind.into(), cache_control: kept.into() };
        assert_eq!(cloud.services.watched.upload_headers(path), Some(told), "{path}");
    }
    let noted = cloud.services.watched.upload_headers("_releases/000001.json").unwrap();
    assert_eq!(noted.cache_control, "no-store");
}

#[tokio::test]
async fn what_lies_beside_a_release_is_there_again_for_whoever_goes_back_to_it() {
    let cloud = cloud().await;
    cloud.site.release("one", &first(), Some(b"settings of one"), &|_, _| ()).await.unwrap();
    cloud.site.release("two", &second(), Some(b"settings of two"), &|_, _| ()).await.unwrap();
    assert_eq!(cloud.site.attachment(None).await.unwrap().unwrap(), b"settings of one");
    cloud.site.roll_back(Some(1)).await.unwrap();
    cloud.release("four", &second()).await;
    assert_eq!(cloud.site.attachment(Some(3)).await.unwrap().unwrap(), b"settings of one");
    assert_eq!(cloud.site.attachment(Some(4)).await.unwrap(), None);
    assert!(cloud.site.attachment(Some(9)).await.is_err());
    assert_eq!(cloud.services.names.all().len(), 6, "the edge knows nothing of it");
}

#[tokio::test]
async fn the_site_goes_back_to_the_release_before_or_to_any() {
    let cloud = cloud().await;
    assert!(cloud.site.roll_back(None).await.unwrap_err().to_string().contains("no release before"));
    cloud.release("one", &first()).await;
    cloud.release("two", &second()).await;
    let (release, published) = cloud.site.roll_back(None).await.unwrap();
    assert_eq!((release.number, release.name.as_str()), (1, "one"));
    assert_eq!((published.uploaded, published.removed), (3, 1));
    assert!(is_there(cloud.folder.path(), &first()));
    assert_eq!(cloud.text("articles/copd.html"), None);
    assert_eq!(cloud.services.names.all().len(), 6);
    let (again, _) = cloud.site.roll_back(Some(2)).await.unwrap();
    assert_eq!(again.name, "two");
    assert!(is_there(cloud.folder.path(), &second()));
    let names: Vec<String> =
        cloud.site.releases().await.unwrap().into_iter().map(|release| release.name).collect();
    assert_eq!(names, ["one", "two", "one", "two"]);
    assert!(cloud.site.roll_back(Some(9)).await.unwrap_err().to_string().contains("no release 9"));
}
