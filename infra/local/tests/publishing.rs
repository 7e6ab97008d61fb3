//! A release uploads only changed files, never breaks open pages, and can be rolled back.

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
    let services = SiteServices::start_with_versions(folder.path()).await.unwrap();
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

fn first_release() -> Vec<SiteFile> {
    vec![
        file("index.html", "home, by styles-1"),
        file("articles/asthma.html", "asthma, by styles-1"),
        file("articles/gout.html", "gout, by styles-1"),
        file("assets/entry.js", "loads results-1"),
        file("assets/styles-1.css", "blue"),
    ]
}

fn second_release() -> Vec<SiteFile> {
    vec![
        file("index.html", "home, by styles-2"),
        file("articles/asthma.html", "asthma, by styles-2"),
        file("articles/copd.html", "copd, by styles-2"),
        file("assets/entry.js", "loads results-1"),
        file("assets/styles-2.css", "green"),
    ]
}

fn has_files(folder: &Path, files: &[SiteFile]) -> bool {
    files.iter().all(|file| fs::read(folder.join(&file.path)).is_ok_and(|bytes| bytes == file.bytes))
}

#[tokio::test]
async fn first_release_uploads_everything_and_a_repeated_one_nothing() {
    let cloud = cloud().await;
    let published = cloud.release("one", &first_release()).await;
    assert_eq!((published.uploaded, published.removed), (5, 0));
    assert!(has_files(cloud.folder.path(), &first_release()));
    let again = cloud.release("one", &first_release()).await;
    assert_eq!(again, Published::default());
    let named = cloud.services.names.list();
    assert_eq!(named.len(), 5, "the edge lists the site's files but no release: {named:?}");
}

#[tokio::test]
async fn only_the_changed_article_is_uploaded() {
    let cloud = cloud().await;
    cloud.release("one", &first_release()).await;
    let mut files = first_release();
    files[1].bytes = b"asthma, with a new picture".to_vec();
    let plan = cloud.site.plan(&files).await.unwrap();
    assert_eq!(plan.put.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["articles/asthma.html"]);
    let published = cloud.release("two", &files).await;
    assert_eq!((published.uploaded, published.bytes, published.removed), (1, files[1].bytes.len(), 0));
    assert!(published.invalidated > 0 && has_files(cloud.folder.path(), &files));
}

#[tokio::test]
async fn failed_upload_keeps_the_old_site_and_a_retry_completes_it() {
    let cloud = cloud().await;
    cloud.release("one", &first_release()).await;
    // The bucket rejects paths with a hidden folder.
    let mut files = second_release();
    files.push(file("assets/.broken/x.js", "x"));
    let failed = cloud.site.release("two", &files, None, &|_, _| ()).await;
    assert!(failed.unwrap_err().to_string().contains("assets/.broken/x.js"));
    assert!(has_files(cloud.folder.path(), &first_release()));
    assert_eq!(cloud.site.releases().await.unwrap().len(), 1);
    cloud.release("two", &second_release()).await;
    assert!(has_files(cloud.folder.path(), &second_release()));
    assert_eq!(cloud.text("articles/gout.html"), None);
}

#[tokio::test]
async fn old_hashed_assets_stay_for_open_pages_and_are_removed_later() {
    let cloud = cloud().await;
    cloud.release("one", &first_release()).await;
    cloud.release("two", &second_release()).await;
    assert!(cloud.text("assets/styles-1.css").is_some());
    assert!(cloud.services.names.list().contains("assets/styles-1.css"));
    for _ in 0..10 {
        cloud.release("two", &second_release()).await;
    }
    assert_eq!(cloud.text("assets/styles-1.css"), None);
    assert!(!cloud.services.names.list().contains("assets/styles-1.css"));
}

#[tokio::test]
async fn any_failed_step_keeps_pages_working_and_a_retry_completes_the_release() {
    for failing_request in [
        "PUT /waypoint-site/articles/copd.html",
        "POST /key-value-stores/",
        "DELETE /waypoint-site/articles/gout.html",
        "POST /2020-05-31/distribution/",
    ] {
        let cloud = cloud().await;
        cloud.release("one", &first_release()).await;
        cloud.services.watched.reject_requests(Some(failing_request));
        cloud.site.release("two", &second_release(), None, &|_, _| ()).await.unwrap_err();
        let home = cloud.text("index.html").unwrap();
        let (_, styles) = home.split_once("by ").unwrap();
        assert!(cloud.text(&format!("assets/{styles}.css")).is_some(), "{failing_request}: {home}");
        assert!(cloud.text("assets/styles-1.css").is_some(), "{failing_request}: cached pages still load it");
        let known = cloud.services.names.list();
        for styles in [styles, "styles-1"] {
            assert!(
                known.contains(&format!("assets/{styles}.css")),
                "{failing_request}: missing at the edge: {known:?}"
            );
        }
        assert_eq!(cloud.site.last().await.unwrap(), 1, "{failing_request}");
        cloud.services.watched.reject_requests(None);
        cloud.release("two", &second_release()).await;
        assert!(has_files(cloud.folder.path(), &second_release()), "{failing_request}");
        assert_eq!(cloud.text("articles/gout.html"), None, "{failing_request}");
        let named =
            second_release().into_iter().map(|file| file.path).chain(["assets/styles-1.css".to_owned()]);
        assert_eq!(cloud.services.names.list(), named.collect(), "{failing_request}");
        let forgotten = cloud.services.forgotten.list();
        for address in ["/", "/articles/gout"] {
            assert!(forgotten.contains(&address.to_owned()), "{failing_request}: {forgotten:?}");
        }
        assert_eq!(cloud.site.last().await.unwrap(), 2, "{failing_request}");
    }
}

#[tokio::test]
async fn release_retries_when_edge_names_change_concurrently() {
    let cloud = cloud().await;
    cloud.services.names.make_conflicts(3);
    cloud.release("one", &first_release()).await;
    assert_eq!(cloud.services.names.list().len(), 5);
    cloud.services.names.make_conflicts(100);
    let failed = cloud.site.release("two", &second_release(), None, &|_, _| ()).await.unwrap_err();
    assert!(failed.to_string().contains("ConflictException"), "{failed}");
}

#[tokio::test]
async fn file_is_uploaded_with_content_type_and_cache_control() {
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
    for (path, kind, cache_control) in files {
        let expected = UploadHeaders { content_type: kind.into(), cache_control: cache_control.into() };
        assert_eq!(cloud.services.watched.upload_headers(path), Some(expected), "{path}");
    }
    let release_entry = cloud.services.watched.upload_headers("_releases/000001.json").unwrap();
    assert_eq!(release_entry.cache_control, "no-store");
}

#[tokio::test]
async fn rollback_restores_the_additional_file_of_a_release() {
    let cloud = cloud().await;
    cloud.site.release("one", &first_release(), Some(b"settings of one"), &|_, _| ()).await.unwrap();
    cloud.site.release("two", &second_release(), Some(b"settings of two"), &|_, _| ()).await.unwrap();
    assert_eq!(cloud.site.attachment(None).await.unwrap().unwrap(), b"settings of one");
    cloud.site.roll_back(Some(1)).await.unwrap();
    cloud.release("four", &second_release()).await;
    assert_eq!(cloud.site.attachment(Some(3)).await.unwrap().unwrap(), b"settings of one");
    assert_eq!(cloud.site.attachment(Some(4)).await.unwrap(), None);
    assert!(cloud.site.attachment(Some(9)).await.is_err());
    assert_eq!(cloud.services.names.list().len(), 6, "the edge doesn't list the additional file");
}

#[tokio::test]
async fn site_can_be_rolled_back_to_the_previous_or_any_release() {
    let cloud = cloud().await;
    assert!(cloud.site.roll_back(None).await.unwrap_err().to_string().contains("no release before"));
    cloud.release("one", &first_release()).await;
    cloud.release("two", &second_release()).await;
    let (release, published) = cloud.site.roll_back(None).await.unwrap();
    assert_eq!((release.number, release.name.as_str()), (1, "one"));
    assert_eq!((published.uploaded, published.removed), (3, 1));
    assert!(has_files(cloud.folder.path(), &first_release()));
    assert_eq!(cloud.text("articles/copd.html"), None);
    assert_eq!(cloud.services.names.list().len(), 6);
    let (again, _) = cloud.site.roll_back(Some(2)).await.unwrap();
    assert_eq!(again.name, "two");
    assert!(has_files(cloud.folder.path(), &second_release()));
    let names: Vec<String> =
        cloud.site.releases().await.unwrap().into_iter().map(|release| release.name).collect();
    assert_eq!(names, ["one", "two", "one", "two"]);
    assert!(cloud.site.roll_back(Some(9)).await.unwrap_err().to_string().contains("no release 9"));
}
