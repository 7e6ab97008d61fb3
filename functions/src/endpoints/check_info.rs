//! `POST /backend/check_info`: whether a URL is one of our pages about a study (E-201, E-202).

use axum::Json;
use http::HeaderMap;
use reqwest::Url;
use utoipa_axum::routes;
use waypoint_cdn::Routes;
use waypoint_domain::study_id::StudyId;

use crate::{
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    wire::{PageInfo, PageInfoAnswer, PageInfoRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    impersonal: &[("POST", "compares an address with the site's routes")],
    sample: Sample::Post(r#"{"nct": "STU01009", "url": "/study/STU01009"}"#),
    ..Endpoint::new("check_info", Section::Finding, || routes!(check_info))
};

/// Compares a URL with our own origin and routes. Never fetches anything.
#[utoipa::path(post, path = "/backend/check_info", request_body = PageInfoRequest, responses(
    (status = 200, description = "`error` is true when the URL is not one of our pages about the study", body = PageInfoAnswer)
))]
pub(crate) async fn check_info(
    headers: HeaderMap,
    JsonBody(request): JsonBody<PageInfoRequest>,
) -> Result<Json<PageInfoAnswer>, Problem> {
    let routes = Routes::load().map_err(|_| Problem::Unavailable)?;
    let error = !is_our_page(&routes, our_host(&headers), &request);
    Ok(Json(PageInfoAnswer { data: PageInfo { error } }))
}

fn our_host(headers: &HeaderMap) -> &str {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    text("x-forwarded-host").or_else(|| text("host")).unwrap_or_default()
}

fn is_our_page(routes: &Routes, our_host: &str, request: &PageInfoRequest) -> bool {
    let Ok(study) = request.nct.parse::<StudyId>() else { return false };
    // A URL without an origin belongs to this site.
    let Ok(ours) = Url::parse(&format!("https://{our_host}")) else { return false };
    let Ok(url) = ours.join(request.url.trim()) else { return false };
    let host = |url: &Url| (url.host_str().map(str::to_owned), url.port());
    let is_here = matches!(url.scheme(), "http" | "https") && host(&url) == host(&ours);
    is_here && url.username().is_empty() && routes.study_at(url.path()) == Some(study.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_pages_about_the_study_are_accepted() {
        let routes = Routes::load().unwrap();
        for (nct, url, is_ours) in [
            ("NCT04611802", "https://waypoint.example/study/NCT04611802", true),
            ("nct04611802", "http://waypoint.example/Study/nct04611802?embed=true", true),
            ("STU01009", "/enroll/STU01009/ps", true),
            ("NCT04611802", "https://waypoint.example/study/NCT00000101", false),
            ("NCT04611802", "https://waypoint.example/results", false),
            ("NCT04611802", "https://evil.example/study/NCT04611802", false),
            ("NCT04611802", "//evil.example/study/NCT04611802", false),
            ("NCT04611802", "https://waypoint.example@evil.example/study/NCT04611802", false),
            ("NCT04611802", "https://me@waypoint.example/study/NCT04611802", false),
            ("NCT04611802", "https://waypoint.example:8443/study/NCT04611802", false),
            ("NCT04611802", "javascript:alert(1)//study/NCT04611802", false),
            ("NCT04611802", "ftp://waypoint.example/study/NCT04611802", false),
            ("NCT04611802", "", false),
            ("", "https://waypoint.example/study/NCT04611802", false),
            ("hello", "https://waypoint.example/study/hello", false),
        ] {
            let request = PageInfoRequest { nct: nct.to_owned(), url: url.to_owned() };
            assert_eq!(is_our_page(&routes, "waypoint.example", &request), is_ours, "{nct} {url}");
        }
        let local =
            PageInfoRequest { nct: "STU01009".into(), url: "http://127.0.0.1:8080/study/STU01009".into() };
        assert!(is_our_page(&routes, "127.0.0.1:8080", &local));
        assert!(!is_our_page(&routes, "", &local));
    }
}
