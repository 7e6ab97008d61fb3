//! A link that is signed in its query.

use std::collections::BTreeMap;

use axum::{
    extract::Query,
    http::{HeaderMap, Method, Uri, header},
};
use jiff::{SignedDuration, Timestamp, civil::DateTime, tz::TimeZone};

use super::{
    ACCESS_KEY, REGION, Refusal,
    signing::{digest, signature},
};

/// The token of whoever signed a link that may be followed by this method now; empty when they have none.
pub(super) fn check(
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    now: Timestamp,
) -> Result<String, Refusal> {
    let is_right = is_right(method, uri, headers, now).unwrap_or_default();
    let Ok(Query(mut given)) = Query::<BTreeMap<String, String>>::try_from_uri(uri) else {
        return Err(Refusal::AccessDenied);
    };
    let token = given.remove("X-Amz-Security-Token").unwrap_or_default();
    if is_right { Ok(token) } else { Err(Refusal::AccessDenied) }
}

fn is_right(method: &Method, uri: &Uri, headers: &HeaderMap, now: Timestamp) -> Option<bool> {
    let Query(mut given) = Query::<BTreeMap<String, String>>::try_from_uri(uri).ok()?;
    let signed = given.remove("X-Amz-Signature")?;
    let credential: Vec<&str> = given.get("X-Amz-Credential")?.split('/').collect();
    let [ACCESS_KEY, day, REGION, "s3", "aws4_request"] = credential[..] else { return None };
    let date = given.get("X-Amz-Date")?;
    let from = DateTime::strptime("%Y%m%dT%H%M%SZ", date).ok()?.to_zoned(TimeZone::UTC).ok()?.timestamp();
    let seconds = given.get("X-Amz-Expires")?.parse().ok()?;
    let query: Vec<String> =
        given.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    let names = given.get("X-Amz-SignedHeaders")?;
    let line = |name: &str| Some(format!("{name}:{}\n", headers.get(name)?.to_str().ok()?));
    let written: String = names.split(';').map(line).collect::<Option<_>>()?;
    let has_host = names.split(';').any(|name| name == header::HOST.as_str());
    let request =
        format!("{method}\n{}\n{}\n{written}\n{names}\nUNSIGNED-PAYLOAD", uri.path(), query.join("&"));
    let scope = format!("{day}/{REGION}/s3/aws4_request");
    let text = format!("AWS4-HMAC-SHA256\n{date}\n{scope}\n{}", digest(&request));
    let is_open = from.saturating_add(SignedDuration::from_secs(seconds)).ok()? > now;
    Some(has_host && is_open && signed == signature(day, &text))
}

/// A part of a query, as it is signed.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
