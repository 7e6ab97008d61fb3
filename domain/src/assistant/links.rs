//! Where links of an assistant may lead.

/// Hosts that an answer may link to, besides this site itself: the public registry and the two app stores, and those
/// that a deployment adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedHosts(Vec<String>);

const ALWAYS: &[&str] =
    &["clinicaltrials.gov", "www.clinicaltrials.gov", "apps.apple.com", "play.google.com"];
/// What stands in place of an address that leads elsewhere.
const LEFT_OUT: &str = "(link left out)";

impl Default for AllowedHosts {
    fn default() -> Self {
        Self::with([])
    }
}

impl AllowedHosts {
    /// The hosts that are always allowed, and these.
    pub fn with<'a>(more: impl IntoIterator<Item = &'a str>) -> Self {
        let all = ALWAYS.iter().copied().chain(more);
        Self(all.map(|host| host.trim().to_ascii_lowercase()).filter(|host| !host.is_empty()).collect())
    }

    /// A message without links that lead elsewhere. `[words](address)` keeps its words; an address by itself is left out.
    #[must_use]
    pub fn keep_in(&self, message: &str) -> String {
        let mut kept = String::with_capacity(message.len());
        let mut rest = message;
        while let Some(at) = rest.find('[') {
            let (before, from) = rest.split_at(at);
            kept.push_str(&self.without_bare_addresses(before));
            let Some((words, target, after)) = link_at(from) else {
                kept.push('[');
                rest = &from[1..];
                continue;
            };
            let words = self.without_bare_addresses(words);
            if self.allows(target) {
                kept.extend(["[", words.as_str(), "](", target, ")"]);
            } else {
                kept.push_str(&words);
            }
            rest = after;
        }
        kept.push_str(&self.without_bare_addresses(rest));
        kept
    }

    /// Whether a link may lead there: to a path of this site, or by HTTPS to one of the hosts.
    #[must_use]
    pub fn allows(&self, target: &str) -> bool {
        let plain = |c: char| c.is_ascii_graphic() && !"\\\"<>`^{}|".contains(c);
        if !target.chars().all(plain) {
            return false;
        }
        if let Some(path) = target.strip_prefix('/') {
            return !path.starts_with('/');
        }
        let Some(rest) = target.strip_prefix("https://") else { return false };
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        self.0.contains(&host)
    }

    fn without_bare_addresses(&self, text: &str) -> String {
        let word_or_space = text.split_inclusive(char::is_whitespace);
        word_or_space
            .map(|piece| if self.is_elsewhere(piece) { left_out(piece) } else { piece.to_owned() })
            .collect()
    }

    fn is_elsewhere(&self, piece: &str) -> bool {
        let word = piece.trim().trim_matches(|c: char| "()<>.,;:!?\"'*_".contains(c));
        let small = word.to_lowercase();
        let leads = small.contains("://")
            || small.starts_with("//")
            || small.starts_with("www.")
            || ["javascript:", "data:", "vbscript:", "file:", "blob:"]
                .iter()
                .any(|scheme| small.contains(scheme));
        leads && !self.allows(word)
    }
}

fn left_out(piece: &str) -> String {
    let space = &piece[piece.trim_end().len()..];
    format!("{LEFT_OUT}{space}")
}

/// The words and the target of a link at the beginning of a text, and what follows.
fn link_at(text: &str) -> Option<(&str, &str, &str)> {
    let (words, rest) = text.strip_prefix('[')?.split_once("](")?;
    if words.contains(['[', ']', '\n']) {
        return None;
    }
    let (target, after) = rest.split_once(')')?;
    (!target.contains(char::is_whitespace)).then_some((words, target, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::encode_query_value;

    #[test]
    fn links_lead_to_this_site_and_to_allowed_hosts_only() {
        let hosts = AllowedHosts::with(["help.partner.example", " "]);
        for target in [
            "/contact",
            "/results?q=a+b&in=USA#x",
            "https://play.google.com/store/apps/details?id=a",
            "https://help.partner.example",
            &format!("/results?q={}", encode_query_value("a)b\"<c")),
        ] {
            assert!(hosts.allows(target), "{target}");
        }
        for target in [
            "//evil.example",
            "/\\evil.example",
            "http://clinicaltrials.gov",
            "https://clinicaltrials.gov.evil.example/",
            "https://clinicaltrials.gov@evil.example/",
            "https://evil.example/clinicaltrials.gov",
            "https://clinicaltrials.gov:8443/",
            "javascript:alert(1)",
            "data:text/html,x",
            "mailto:a@evil.example",
            "contact",
            "",
            "/a b",
            "/a\"b",
        ] {
            assert!(!hosts.allows(target), "{target}");
        }
    }

    #[test]
    fn a_link_that_leads_elsewhere_keeps_its_words_alone() {
        let table = [
            ("See [the FAQ](/faq) or [this](https://evil.example/x).", "See [the FAQ](/faq) or this."),
            (
                "Go to https://evil.example/a now.\nOr www.evil.example!",
                "Go to (link left out) now.\nOr (link left out)",
            ),
            ("Get https://apps.apple.com/app/id1 here", "Get https://apps.apple.com/app/id1 here"),
            ("[https://evil.example](/contact)", "[(link left out)](/contact)"),
            ("[a](javascript:alert(1))", "a)"),
            ("[a][b](https://evil.example)", "[a]b"),
            ("JavaScript:alert(1)", "(link left out)"),
            ("[unfinished](", "[unfinished]("),
            ("1 < 2 [sic]", "1 < 2 [sic]"),
        ];
        for (message, kept) in table {
            assert_eq!(AllowedHosts::default().keep_in(message), kept, "{message}");
        }
    }
}
