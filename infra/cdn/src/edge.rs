//! The routes as two functions of the CDN, which decide there what the local server decides here.
//!
//! - The function of a request (`viewer_request.js`) answers redirects and wrong methods, and turns the path of a page
//!   into the file to send. A CDN can't see which files there are, so it asks a store of their names. Calls keep their path; a
//!   document goes to the root of its bucket, which takes forms there and nowhere else. What goes to the backend is
//!   told the site's host and the visitor's network address ([`VISITOR`]).
//! - The function of an answer (`viewer_response.js`) sets the headers, and the status of a page that says what is
//!   missing.
//! - Both hold the routes as data (`table`) and the same decision (`decide.js`).
//!
//! The first tells the second what it has decided by a header of the request, [`MARKS`], whatever a visitor has sent
//! under this name. It holds marks and never the path: paths hold ids, may be very long, and headers are forwarded. An
//! event of an answer is said to hold the request as the visitor sent it; should it do so in truth, the header is not
//! there, the path is the visitor's, and the second function decides once more.
//!
//! What the distribution has to do for it:
//! - The cache policy of pages names no key of the query, no header and no cookie. The path is rewritten before the
//!   cache looks for it, `template` is part of the file's name by then, and the headers that `embed` decides are set
//!   after the cache. The query of a page is dropped, so that it is in no log of the bucket.
//! - A behavior that allows GET and HEAD alone refuses other methods with 403 before a function is run. One that allows
//!   all of them leaves it to the function, which answers 405 and says what is allowed.
//! - It has no page of its own for an error: that would stand in the place of every answer of the functions with this
//!   status, too. A page that is not there is the not-found page because the store says so. When the store does not
//!   answer, the bucket may be asked for what it does not have, and then says so itself.
//! - No function is run for an answer of 400 and above: a policy of response headers sets the common ones there,
//!   without overriding. Policies are applied before the function of an answer. Were it the other way round, what the
//!   function has set would stay.

mod table;

use crate::Routes;
use table::Table;

/// The header by which the function of a request tells the function of its answer what it has decided.
pub const MARKS: &str = "x-waypoint-marks";
/// The header by which the backend is told the network address of the visitor, by which calls are limited.
pub const VISITOR: &str = "x-waypoint-visitor";
/// The header by which the distribution proves to the backend that a request came by it, so that nobody else is believed.
pub const KEY: &str = "x-waypoint-edge-key";

const DECIDE: &str = include_str!("edge/decide.js");
const VIEWER_REQUEST: &str = include_str!("edge/viewer_request.js");
const VIEWER_RESPONSE: &str = include_str!("edge/viewer_response.js");

/// The source of the function that is run when a request comes.
#[must_use]
pub fn viewer_request(routes: &Routes) -> String {
    function(routes, VIEWER_REQUEST)
}

/// The source of the function that is run before an answer goes.
#[must_use]
pub fn viewer_response(routes: &Routes) -> String {
    function(routes, VIEWER_RESPONSE)
}

fn function(routes: &Routes, handler: &str) -> String {
    let table = Table::from(routes);
    let body = [DECIDE, handler].map(compact).concat();
    format!(
        "import cf from 'cloudfront';\n{table}const MARKS = '{MARKS}';\nconst VISITOR = '{VISITOR}';\n{body}"
    )
}

/// Code without comments, and with less before its lines: a function may have 10 KB.
fn compact(source: &str) -> String {
    let told = |line: &&str| !line.is_empty() && !line.trim_start().starts_with("//");
    source.lines().filter(told).fold(String::new(), |all, line| {
        let rest = line.trim_start();
        all + &" ".repeat((line.len() - rest.len()) / 4) + rest + "\n"
    })
}
