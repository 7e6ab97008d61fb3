//! Notations of markers and their states.

use super::*;
use crate::markers::{FILE, masked};

/// The states that a text gives markers, as labels; a `?` for a marker without a state.
fn read(text: &str) -> String {
    let markers = Markers::default();
    let mentions = markers.read(text);
    let labels = mentions.iter().map(|mention| {
        let states: Vec<String> =
            mention.states.iter().map(|state| markers.label(mention.marker, state)).collect();
        if states.is_empty() { format!("{}?", markers.name(mention.marker)) } else { states.join("|") }
    });
    labels.collect::<Vec<_>>().join(", ")
}

#[test]
fn share_of_cells_is_a_state_only_in_a_persons_text() {
    let markers = Markers::default();
    let table = [
        ("ER 90% PR 40% HER2 1+", "ER-positive, PR-positive, HER2-low"),
        ("ER: 95 %, PR <1%", "ER-positive, PR-negative"),
        ("ER 0%, PR 0.5%", "ER-negative, PR-negative"),
        ("ER 80-90%", "ER-positive"),
        ("estrogen receptor (ER) 5%", "ER-positive, ER-positive"),
        ("PD-L1 80 %", "PD-L1-positive"),
        ("PD-L1 (TPS) >= 50%", "PD-L1-positive"),
        ("PD-L1 CPS 10", "PD-L1-positive"),
        ("PD-L1 <50%", ""),
        ("receptores de estrógeno 95%", "ER-positive"),
        ("HR 72, SpO2 98%", ""),
    ];
    for (text, expected) in table {
        let stated = markers.read_report(text).into_iter().filter(|one| !one.states.is_empty());
        let labels: Vec<_> = stated.map(|one| markers.label(one.marker, &one.states[0])).collect();
        assert_eq!(labels.join(", "), expected, "{text}");
    }
    assert_eq!(read("ER 90%"), "");
}

#[test]
fn states_are_read_in_words_scores_and_antibodies() {
    let table = [
        ("HER2 minus", "HER2-negative"),
        ("HER2 plus", "HER2-positive"),
        ("HER2 1+", "HER2-low"),
        ("HER2 status unknown", "HER2-equivocal"),
        ("RAS/RAF wild type", "RAS-negative, BRAF-negative"),
        ("AQP4-IgG seropositive", "AQP4-positive"),
        ("negative for anti-AQP4 antibodies", "AQP4-negative"),
        ("seropositive rheumatoid arthritis", "RF-positive"),
        ("cystic fibrosis G551D", "CFTR G551D"),
    ];
    for (text, states) in table {
        assert_eq!(read(text), states, "{text}");
    }
}

#[test]
fn states_are_read_in_their_usual_notations() {
    let table = [
        ("HER2- breast cancer", "HER2-negative"),
        ("HER2(-) breast cancer", "HER2-negative"),
        ("HER2 (−)", "HER2-negative"),
        ("HER2−", "HER2-negative"),
        ("HER2 neg breast cancer", "HER2-negative"),
        ("HER-2/neu negative", "HER2-negative"),
        ("her2neg", ""),
        ("HER2-positive breast cancer", "HER2-positive"),
        ("HER2+ breast cancer", "HER2-positive"),
        ("HER2 +++", "HER2-positive"),
        ("HER2 - a marker", "HER2?"),
        ("HR- HER2+", "HR-negative, HER2-positive"),
        ("ER- PR- HER2- breast cancer", "ER-negative, PR-negative, HER2-negative"),
        ("ER+/PR+/HER2-", "ER-positive, PR-positive, HER2-negative"),
        ("ER and PR negative", "ER-negative, PR-negative"),
        ("ER/PR-positive", "ER-positive, PR-positive"),
        ("ER negative", "ER-negative"),
        ("hormone receptor negative", "HR-negative"),
        ("hormone receptor-positive", "HR-positive"),
        ("estrogen receptor status: negative", "ER-negative"),
        ("EGFR- lung cancer", "EGFR-negative"),
        ("ALK- lung cancer", "ALK-negative"),
        ("EGFR mutation negative", "EGFR-negative"),
        ("EGFR mutation-positive", "EGFR-positive"),
        ("no EGFR or ALK mutation", "EGFR-negative, ALK-negative"),
        ("without ALK rearrangement", "ALK-negative"),
        ("negative for HER2", "HER2-negative"),
        ("EGFR wild-type", "EGFR-negative"),
        ("wild type KRAS", "KRAS-negative"),
        ("RAS wt colon cancer", "RAS-negative"),
        ("KRAS G12V colon cancer", "KRAS G12V"),
        ("KRAS p.Gly12Cys", "KRAS G12C"),
        ("KRAS mutation (G12D)", "KRAS G12D"),
        ("KRASG12C", "KRAS G12C"),
        ("G12C lung cancer", "KRAS G12C"),
        ("EGFRm NSCLC", "EGFR-positive"),
        ("BRAF V600E/K melanoma", "BRAF V600E|BRAF V600K"),
        ("EGFR exon 20 insertion", "EGFR exon 20"),
        ("EGFR ex19del", "EGFR exon 19"),
        ("EGFR deletion in exon 19", "EGFR exon 19"),
        ("EGFR insertions of exon 20", "EGFR exon 20"),
        ("EGFR mutation in exon 20", "EGFR exon 20"),
        ("EGFR deleciones en el exón 19", "EGFR exon 19"),
        ("EGFR exon 19 deletion or L858R", "EGFR exon 19|EGFR L858R"),
        ("Common EGFR change: exon 19 deletion or L858R", "EGFR exon 19|EGFR L858R"),
        ("MET exon 14 skipping", "MET exon 14"),
        ("HER2 low", "HER2-low"),
        ("HER2-ultralow", "HER2-low"),
        ("ERBB2 breast cancer", "HER2?"),
        ("triple-negative", "ER-negative, HER2-negative, HR-negative, PR-negative"),
        ("cáncer de mama HER2 negativo", "HER2-negative"),
        ("ung thư vú HER2 âm tính", "HER2-negative"),
        ("mutación EGFR", "EGFR?"),
        ("MSI-H", "MSI-positive"),
        ("microsatellite stable", "MSI-negative"),
        ("RET fusion", "RET-positive"),
        ("HER2 (2+)", "HER2-equivocal"),
        ("HER2 equivocal", "HER2-equivocal"),
        ("HER2 equívoco", "HER2-equivocal"),
        ("HER2 IHC 2+/FISH-", "HER2-low"),
        ("HER2 2+, FISH positive", "HER2-positive"),
        ("HER2 (2+) and ISH not amplified", "HER2-low"),
        ("HER2 0", "HER2-negative"),
        ("HER2 IHC 0", "HER2-negative"),
        ("HER2 cero", "HER2-negative"),
        ("HER2 0.5 mg", "HER2?"),
        ("EGFR no mutado", "EGFR-negative"),
        ("sin mutaciones de EGFR", "EGFR-negative"),
        ("sin mutación EGFR", "EGFR-negative"),
        ("no mutations in KRAS", "KRAS-negative"),
        ("khong co dot bien EGFR", "EGFR-negative"),
        ("không có đột biến EGFR", "EGFR-negative"),
        ("exon 19 deletion lung cancer", "EGFR exon 19"),
        ("exon 20 insertion", "EGFR exon 20"),
        ("deletion of exon 19 lung cancer", "EGFR exon 19"),
        ("deletion of chromosome 7", ""),
        ("exon 20", ""),
        ("exon 51 skipping", ""),
        ("L858R", "EGFR L858R"),
        ("HER2 IHC 3+", "HER2-positive"),
        ("estrogen receptor (ER)-positive", "ER-positive, ER-positive"),
        (
            "Human Epidermal Growth Factor Receptor 2 (HER2)-Negative Breast Cancer",
            "HER2-negative, HER2-negative",
        ),
        (
            "estrogen receptor (ER) and/or progesterone receptor (PR) positive",
            "ER-positive, ER-positive, PR-positive, PR-positive",
        ),
        ("I met my doctor in the ER", ""),
        ("PR 00901", ""),
        ("HR 24 per minute", ""),
    ];
    for (text, states) in table {
        assert_eq!(read(text), states, "{text}");
    }
}

#[test]
fn what_a_name_does_not_mean_is_masked() {
    let markers = Markers::default();
    let table = [
        ("HER2- breast cancer", "breast cancer"),
        ("HR- HER2+ breast cancer", "HER2+ breast cancer"),
        ("ER- PR- HER2- breast cancer", "breast cancer"),
        ("ER and PR negative, HER2 positive", ", HER2 positive"),
        ("KRAS G12V colon cancer", "KRAS      colon cancer"),
        ("no EGFR or ALK mutation", ""),
        ("triple negative breast cancer", "triple negative breast cancer"),
    ];
    for (text, left) in table {
        let masked = masked(text, &markers.read(text));
        assert_eq!((masked.trim(), masked.len()), (left, text.len()), "{text}");
    }
}

#[test]
fn every_label_is_read_back_as_its_state() {
    let markers = Markers::default();
    for marker in markers.all() {
        for state in [Positive, Negative, Low, Equivocal] {
            let label = markers.label(marker, &state);
            for text in [label.clone(), format!("{label} cancer"), format!("Colorectal Cancer {label}")] {
                let states = |mention: MarkerMention| (mention.marker, mention.states);
                let read: Vec<_> = markers.read(&text).into_iter().map(states).collect();
                assert_eq!(read, [(marker, vec![state.clone()])], "{text}");
            }
        }
    }
}

#[test]
fn every_change_of_one_marker_is_read_with_and_without_the_marker() {
    let markers = Markers::default();
    for (row, marker) in FILE.lines().skip(1).zip(markers.all()) {
        let changes = row.split('\t').nth(2).unwrap_or_default();
        for change in changes.split('|').filter(|change| !change.is_empty()) {
            for text in [change.to_owned(), format!("{} {change}", markers.name(marker))] {
                let read = markers.read(&text);
                let [mention] = read.as_slice() else { panic!("{text}: {read:?}") };
                assert_eq!(mention.marker, marker, "{text}");
                assert!(matches!(mention.states.as_slice(), [MarkerState::Variant(_)]), "{text}");
                let label = markers.label(marker, &mention.states[0]);
                assert_eq!(markers.read(&label)[0].states, mention.states, "{label}");
            }
        }
    }
}
