//! HTML pages that only the local server has.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

/// These pages run and load nothing, and submit forms only to this server.
const POLICY: &str =
    "default-src 'none'; style-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Returns a page with a title and this HTML body.
pub(crate) fn page(status: StatusCode, title: &str, body: &str) -> Response {
    let title = escaped(title);
    let html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title></head>\n\
         <body><main><h1>{title}</h1>\n{body}</main></body></html>\n"
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (status, headers, html).into_response()
}

/// Escapes a text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
