//! The routes compiled into two CDN functions, which make the same decisions as the local server.
//!
//! - The viewer request function (`viewer_request.js`) answers redirects and wrong methods, and rewrites a page's
//!   path to the file to serve. A CDN function can't list the bucket, so it looks up file names in a key-value store.
//!   API calls keep their path. A document goes to the root of its bucket, the only path that accepts forms. Requests
//!   to the backend carry the site's host and the visitor's network address ([`VISITOR_HEADER`]).
//! - The viewer response function (`viewer_response.js`) sets the headers, and the status 404 on pages that say what
//!   is missing. A function that fills such a page says so in a header ([`MISSING_HEADER`]) and sends it with status
//!   200, because the distribution replaces a function's 404 by the built page.
//! - Both contain the routes as data (`table`) and the same decision code (`decide.js`).
//!
//! The request function passes its decision to the response function in a request header, [`MARKS_HEADER`], and overwrites
//! any value that the visitor sent. The header holds marks and never the path, because paths contain ids, can be very
//! long, and headers are forwarded. AWS documents that a response event contains the visitor's original request. If
//! that is so, the header is missing, the path is the visitor's, and the response function decides again.
//!
//! Requirements for the distribution:
//! - The cache policy of pages includes no query parameter, header, or cookie. The path is rewritten before the cache
//!   lookup, and by then the file name contains `template`. Headers that depend on `embed` are set after the cache.
//!   The query of a page is dropped, so it never appears in the bucket's logs.
//! - The behavior of pages that a function fills has the function as its origin, and the bucket if the function fails. The
//!   rewritten path is the same in both. The visitor's address with its query reaches the function in a header
//!   ([`ADDRESS_HEADER`]), which is part of the cache key, and never the bucket's logs.
//! - A behavior that allows only GET and HEAD rejects other methods with 403 before any function runs. A behavior
//!   that allows all methods leaves that to the function, which answers 405 with an `allow` header.
//! - It has no custom error pages, because those would also replace the functions' own answers with the same status.
//!   The not-found page comes from the lookup in the store. If the store fails, the bucket may receive a request for
//!   a missing file, and then its own error is the answer.
//! - No function runs for responses with status 400 and above. A response headers policy sets the common headers
//!   there, without overriding. Policies are applied before the response function. Even in the other order, the
//!   headers that the function set would stay.

mod table;

use crate::Routes;
use table::Table;

/// The request header in which the request function passes its decision to the response function.
pub const MARKS_HEADER: &str = "x-waypoint-marks";
/// The request header with the visitor's address of a page that a function fills: path and query.
pub const ADDRESS_HEADER: &str = "x-waypoint-address";
/// The response header of a filled page that says what is missing. Visitors get the page with status 404.
pub const MISSING_HEADER: &str = "x-waypoint-missing";
/// The request header with the visitor's network address, which the backend uses for rate limits.
pub const VISITOR_HEADER: &str = "x-waypoint-visitor";
/// The request header by which the distribution proves to the backend that a request came through it.
pub const KEY_HEADER: &str = "x-waypoint-edge-key";

const DECIDE: &str = include_str!("edge/decide.js");
const VIEWER_REQUEST: &str = include_str!("edge/viewer_request.js");
const VIEWER_RESPONSE: &str = include_str!("edge/viewer_response.js");

/// Returns the source of the viewer request function.
#[must_use]
pub fn viewer_request(routes: &Routes) -> String {
    function(routes, VIEWER_REQUEST)
}

/// Returns the source of the viewer response function.
#[must_use]
pub fn viewer_response(routes: &Routes) -> String {
    function(routes, VIEWER_RESPONSE)
}

fn function(routes: &Routes, handler: &str) -> String {
    let table = Table::from(routes);
    let body = [DECIDE, handler].map(compact).concat();
    format!(
        "import cf from 'cloudfront';\n{table}const MARKS = '{MARKS_HEADER}';\nconst VISITOR = '{VISITOR_HEADER}';\nconst ADDRESS = '{ADDRESS_HEADER}';\nconst MISSING = '{MISSING_HEADER}';\n{body}"
    )
}

/// Removes comments and shrinks indentation, because a function may have at most 10 KB.
fn compact(source: &str) -> String {
    let is_code = |line: &&str| !line.is_empty() && !line.trim_start().starts_with("//");
    source.lines().filter(is_code).fold(String::new(), |code, line| {
        let rest = line.trim_start();
        code + &" ".repeat((line.len() - rest.len()) / 4) + rest + "\n"
    })
}
