//! The biomarkers of a search, each with the search that follows when the visitor removes it.

use std::ops::Range;

use waypoint_vocabulary::{
    Vocabulary,
    markers::{MarkerId, MarkerMention, MarkerState},
};

use crate::wire::UnderstoodMarker;

/// Words that join a marker to the rest of a text, and that mean nothing at its beginning or end.
const JOINING: [&str; 12] = ["with", "and", "or", "but", "a", "the", "con", "y", "o", "voi", "va", "hoac"];

/// A marker, or several that one name states: `triple-negative`.
struct Chip {
    labels: Vec<String>,
    markers: Vec<MarkerId>,
    spans: Vec<Range<usize>>,
}

/// Returns the markers of a search text, in order.
#[must_use]
pub fn understood_markers(
    text: &str,
    mentions: &[MarkerMention],
    vocabulary: &Vocabulary,
) -> Vec<UnderstoodMarker> {
    let chips = chips(mentions, vocabulary);
    let of_chip = |chip: &Chip| UnderstoodMarker {
        label: chip.labels.join(", "),
        without: without(text, chip, &chips, mentions, vocabulary),
    };
    chips.iter().map(of_chip).collect()
}

fn chips(mentions: &[MarkerMention], vocabulary: &Vocabulary) -> Vec<Chip> {
    let markers = vocabulary.markers();
    // 'Triple-negative' says of the receptors what it says of the group.
    let is_group_of_others = |mention: &MarkerMention| {
        let others =
            mentions.iter().filter(|other| other.span == mention.span && other.marker != mention.marker);
        others.into_iter().any(|other| markers.group_of(&[other.marker]) == Some(mention.marker))
    };
    let mut chips: Vec<Chip> = Vec::new();
    for mention in mentions.iter().filter(|mention| !is_group_of_others(mention)) {
        let label = label(mention, vocabulary);
        let known =
            chips.iter_mut().find(|chip| chip.labels.contains(&label) || chip.spans.contains(&mention.span));
        match known {
            Some(chip) => {
                chip.spans.push(mention.span.clone());
                if !chip.labels.contains(&label) {
                    chip.labels.push(label);
                    chip.markers.push(mention.marker);
                }
            }
            None => chips.push(Chip {
                labels: vec![label],
                markers: vec![mention.marker],
                spans: vec![mention.span.clone()],
            }),
        }
    }
    chips
}

fn label(mention: &MarkerMention, vocabulary: &Vocabulary) -> String {
    let markers = vocabulary.markers();
    if mention.states.is_empty() {
        return markers.label(mention.marker, &MarkerState::Named);
    }
    let labels = mention.states.iter().map(|state| markers.label(mention.marker, state));
    labels.collect::<Vec<_>>().join(" or ")
}

/// Returns the text without a chip. If the words of the other markers alone would say something else, as in 'no EGFR or ALK
/// mutation', their labels replace them.
fn without(
    text: &str,
    chip: &Chip,
    all: &[Chip],
    mentions: &[MarkerMention],
    vocabulary: &Vocabulary,
) -> String {
    let markers = vocabulary.markers();
    let left: Vec<MarkerMention> =
        mentions.iter().filter(|mention| !chip.spans.contains(&mention.span)).cloned().collect();
    let cut = remaining(text, chip.spans.iter());
    if markers.of_patient(&markers.read(&cut)) == markers.of_patient(&left) {
        return cut;
    }
    let others = all.iter().filter(|other| other.markers != chip.markers);
    let labels = others.flat_map(|other| other.labels.iter().map(String::as_str));
    let rest = remaining(text, all.iter().flat_map(|chip| &chip.spans));
    [rest.as_str()].into_iter().chain(labels).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the words of a text outside these spans, without what joined them to those.
fn remaining<'a>(text: &str, spans: impl Iterator<Item = &'a Range<usize>>) -> String {
    let mut left = text.to_owned();
    for span in spans {
        left.replace_range(span.clone(), &" ".repeat(span.len()));
    }
    let words: Vec<&str> = left.split_whitespace().collect();
    let is_loose = |word: &&str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        bare.is_empty() || JOINING.contains(&bare.as_str())
    };
    let begin = words.iter().take_while(|word| is_loose(word)).count();
    let end = words.len() - words[begin..].iter().rev().take_while(|word| is_loose(word)).count();
    words[begin..end].join(" ").trim_matches([',', ';', '/', ':']).to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    #[test]
    fn each_marker_has_a_label_and_the_text_without_it() {
        let vocabulary = Vocabulary::default();
        let read = |text: &str| {
            let chips = understood_markers(text, &vocabulary.markers().read(text), &vocabulary);
            let shown = chips.iter().map(|chip| format!("{}: {}", chip.label, chip.without));
            shown.collect::<Vec<_>>().join(" | ")
        };
        let table = [
            ("HER2+ breast cancer", "HER2-positive: breast cancer"),
            ("breast cancer with HER2-", "HER2-negative: breast cancer"),
            (
                "HR+/HER2- breast cancer",
                "HR-positive: HER2- breast cancer | HER2-negative: HR+/ breast cancer",
            ),
            ("MSI-H colorectal cancer", "MSI-high: colorectal cancer"),
            ("MSS colorectal cancer", "microsatellite stable: colorectal cancer"),
            ("KRAS G12C", "KRAS G12C: "),
            ("EGFR lung cancer", "EGFR: lung cancer"),
            (
                "lung cancer, no EGFR or ALK mutation",
                "EGFR-negative: lung cancer ALK-negative | ALK-negative: lung cancer, no EGFR",
            ),
            ("triple negative breast cancer", "ER-negative, HER2-negative, PR-negative: breast cancer"),
            ("estrogen receptor (ER)-positive breast cancer", "ER-positive: breast cancer"),
            ("breast cancer", ""),
        ];
        for (text, shown) in table {
            assert_eq!(read(text), shown, "{text}");
        }
    }
}
