//! Checks links that are signed in their query.

use std::collections::BTreeMap;

use axum::{
    extract::Query,
    http::{HeaderMap, Method, Uri, header},
};
use jiff::{SignedDuration, Timestamp, civil::DateTime, tz::TimeZone};

use super::{
    account::{ACCESS_KEY, REGION},
    rejection::Rejection,
    signing::{digest, signature},
};

/// Returns the session token of the link's signer, or "" without one. Fails if the link doesn't allow this method
/// now.
pub(super) fn check(
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    now: Timestamp,
) -> Result<String, Rejection> {
    let is_valid = is_valid(method, uri, headers, now).unwrap_or_default();
    let Ok(Query(mut parameters)) = Query::<BTreeMap<String, String>>::try_from_uri(uri) else {
        return Err(Rejection::AccessDenied);
    };
    let token = parameters.remove("X-Amz-Security-Token").unwrap_or_default();
    if is_valid { Ok(token) } else { Err(Rejection::AccessDenied) }
}

fn is_valid(method: &Method, uri: &Uri, headers: &HeaderMap, now: Timestamp) -> Option<bool> {
    let Query(mut parameters) = Query::<BTreeMap<String, String>>::try_from_uri(uri).ok()?;
    let signature_given = parameters.remove("X-Amz-Signature")?;
    let credential: Vec<&str> = parameters.get("X-Amz-Credential")?.split('/').collect();
    let [ACCESS_KEY, day, REGION, "s3", "aws4_request"] = credential[..] else { return None };
    let date = parameters.get("X-Amz-Date")?;
    let from = DateTime::strptime("%Y%m%dT%H%M%SZ", date).ok()?.to_zoned(TimeZone::UTC).ok()?.timestamp();
    let seconds = parameters.get("X-Amz-Expires")?.parse().ok()?;
    let query: Vec<String> =
        parameters.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    let names = parameters.get("X-Amz-SignedHeaders")?;
    let line = |name: &str| Some(format!("{name}:{}\n", headers.get(name)?.to_str().ok()?));
    let header_lines: String = names.split(';').map(line).collect::<Option<_>>()?;
    let has_host = names.split(';').any(|name| name == header::HOST.as_str());
    let request =
        format!("{method}\n{}\n{}\n{header_lines}\n{names}\nUNSIGNED-PAYLOAD", uri.path(), query.join("&"));
    let scope = format!("{day}/{REGION}/s3/aws4_request");
    let text = format!("AWS4-HMAC-SHA256\n{date}\n{scope}\n{}", digest(&request));
    let is_unexpired = from.saturating_add(SignedDuration::from_secs(seconds)).ok()? > now;
    Some(has_host && is_unexpired && signature_given == signature(day, &text))
}

/// Percent-encodes a part of a query as in the signed text.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
