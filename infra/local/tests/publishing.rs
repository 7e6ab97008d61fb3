//! A release goes up as what differs, disturbs nobody while it does, and can be taken back.

use std::{fs, path::Path};

use tempfile::TempDir;
use waypoint_local::site_services::SiteServices;
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
        self.site.release(name, files, &|_, _| ()).await.unwrap()
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
    assert_eq!((published.uploaded, published.removed), (4, 0));
    assert!(is_there(cloud.folder.path(), &first()));
    let again = cloud.release("one", &first()).await;
    assert_eq!(again, Published::default());
    let named = cloud.services.names.all();
    assert_eq!(named.len(), 4, "the edge knows the site and no release: {named:?}");
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
    let failed = cloud.site.release("two", &files, &|_, _| ()).await;
    assert!(failed.unwrap_err().to_string().contains("assets/.broken/x.js"));
    assert!(is_there(cloud.folder.path(), &first()));
    assert_eq!(cloud.site.releases().await.unwrap().len(), 1);
    cloud.release("two", &second()).await;
    assert!(is_there(cloud.folder.path(), &second()));
    assert_eq!(cloud.text("assets/styles-1.css"), None);
}

#[tokio::test]
async fn the_site_goes_back_to_the_release_before_or_to_any() {
    let cloud = cloud().await;
    assert!(cloud.site.back(None).await.unwrap_err().to_string().contains("no release before"));
    cloud.release("one", &first()).await;
    cloud.release("two", &second()).await;
    let (release, published) = cloud.site.back(None).await.unwrap();
    assert_eq!((release.number, release.name.as_str()), (1, "one"));
    assert_eq!((published.uploaded, published.removed), (3, 2));
    assert!(is_there(cloud.folder.path(), &first()));
    assert_eq!(cloud.text("articles/copd.html"), None);
    assert_eq!(cloud.services.names.all().len(), 4);
    let (again, _) = cloud.site.back(Some(2)).await.unwrap();
    assert_eq!(again.name, "two");
    assert!(is_there(cloud.folder.path(), &second()));
    let names: Vec<String> =
        cloud.site.releases().await.unwrap().into_iter().map(|release| release.name).collect();
    assert_eq!(names, ["one", "two", "one", "two"]);
    assert!(cloud.site.back(Some(9)).await.unwrap_err().to_string().contains("no release 9"));
}
