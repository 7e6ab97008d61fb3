//! Notations of markers and their states.

use super::*;
use crate::markers::{TABLE, masked};

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
fn share_of_cells_is_a_state() {
    let table = [
        ("ER 90% PR 40% HER2 1+", "ER-positive, PR-positive, HER2-low"),
        ("ER: 95 %, PR <1%", "ER-positive, PR-negative"),
        ("ER 0%, PR 0.5%", "ER-negative, PR-negative"),
        ("ER 80-90%", "ER-positive"),
        ("estrogen receptor (ER) 5%", "ER-positive, ER-positive"),
        ("ER strong 90%, PR weak staining 5%", "ER-positive, PR-positive"),
        ("PD-L1 80 %", "PD-L1-high"),
        ("PD-L1 (TPS) >= 50%", "PD-L1-high"),
        ("PD-L1 CPS 10", "PD-L1-positive"),
        ("PD-L1 CPS <1", "PD-L1-negative"),
        ("PD-L1 <50%", "PD-L1?"),
        ("receptores de estrógeno 95%", "ER-positive"),
        ("receptor de estrógeno positivo al 95%", "ER-positive"),
        ("HR 72, SpO2 98%", ""),
    ];
    for (text, expected) in table {
        assert_eq!(read(text), expected, "{text}");
    }
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
        ("MSI-H", "MSI-high"),
        ("microsatellite stable", "microsatellite stable"),
        ("RET fusion", "RET fusion"),
        ("HER2 (2+)", "HER2-equivocal"),
        ("HER2 equivocal", "HER2-equivocal"),
        ("HER2 equívoco", "HER2-equivocal"),
        ("HER2 IHC 2+/FISH-", "HER2-low"),
        ("HER2 2+, FISH positive", "HER2-positive"),
        ("HER2 (2+) and ISH not amplified", "HER2-low"),
        ("HER2 0", "HER2 0"),
        ("HER2 IHC 0", "HER2 0"),
        ("HER2 cero", "HER2 0"),
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
fn kinds_of_change_and_excepted_changes_are_states_of_their_own() {
    let table = [
        ("MET amplification", "MET amplification"),
        ("amplification of MET", "MET amplification"),
        ("MET-amplified lung cancer", "MET amplification"),
        ("c-Met protein overexpression", "MET overexpression"),
        ("METex14 skipping", "MET exon 14"),
        ("MET exon 14 skipping mutation or amplification", "MET exon 14|MET amplification"),
        ("MET altered", "MET-positive"),
        ("FLT3-ITD", "FLT3-ITD"),
        ("FLT3-ITD+ AML", "FLT3-ITD"),
        ("FLT3 internal tandem duplication", "FLT3-ITD"),
        ("FLT3-ITD or TKD mutation", "FLT3-ITD|FLT3-TKD"),
        ("FLT3 D835Y", "FLT3 D835Y"),
        ("FLT3-ITD negative", "FLT3-ITD-negative"),
        ("FLT3 wild type", "FLT3-negative"),
        ("FGFR2 fusion", "FGFR2 fusion"),
        ("FGFR2 gene rearrangement", "FGFR2 fusion"),
        ("FGFR2 alteration", "FGFR2-positive"),
        ("RET M918T", "RET M918T"),
        ("HER2 mutation or amplification", "HER2 mutation|HER2-positive"),
        ("EGFR amplification", "EGFR amplification"),
        ("BRAF non-V600 mutation", "BRAF non-V600"),
        ("non-V600 BRAF", "BRAF non-V600, BRAF?"),
        ("KRAS other than G12C", "KRAS non-G12C"),
        ("EGFR T790M-negative", "EGFR T790M-negative"),
        ("EGFR T790M not detected", "EGFR T790M-negative"),
        ("T790M+", "EGFR T790M"),
        ("T790M-negative", "EGFR T790M-negative"),
        ("no V600E mutation", "BRAF V600E-negative"),
        ("BRAF V600 wild-type", "BRAF-negative"),
        ("no BRAF V600E mutation", "BRAF V600E-negative"),
        ("no MET amplification", "MET amplification-negative"),
    ];
    for (text, states) in table {
        assert_eq!(read(text), states, "{text}");
    }
}

#[test]
fn scores_percentages_and_repair_states_are_read() {
    let table = [
        ("HER2 IHC2+/ISH+", "HER2-positive"),
        ("HER2 0 or 1+", "HER2 0|HER2-low"),
        ("HER2 IHC 1+ or 2+/ISH-", "HER2-low"),
        ("HER2 3+", "HER2-positive"),
        ("PD-L1 high", "PD-L1-high"),
        ("high PD-L1 expression", "PD-L1-high"),
        ("PD-L1 60%", "PD-L1-high"),
        ("PD-L1 TPS ≥ 50%", "PD-L1-high"),
        ("PD-L1 (CPS ≥1)", "PD-L1-positive"),
        ("PD-L1 1-49%", "PD-L1-low"),
        ("PD-L1 20%", "PD-L1-low"),
        ("PD-L1 <1%", "PD-L1-negative"),
        ("PD-L1 0%", "PD-L1-negative"),
        ("ER 90%, PR <1%", "ER-positive, PR-negative"),
        ("non-MSI-H", "microsatellite stable"),
        ("not dMMR", "microsatellite stable"),
        ("MMR-proficient", "microsatellite stable"),
        ("MSI-H/dMMR", "MSI-high, MSI-high"),
        ("MSS or pMMR", "microsatellite stable, microsatellite stable"),
        ("HRD ovarian cancer", "HRD?"),
        ("homologous recombination deficient", "HRD-positive"),
        ("HRD negative", "HRD-negative"),
        ("BRCA1/2 mutation", "BRCA1-positive, BRCA2-positive"),
        ("no BRCA1/2 mutation", "BRCA1-negative, BRCA2-negative"),
        ("NTRK1/2/3 fusion", "NTRK-positive, NTRK-positive, NTRK-positive"),
        ("IDH1 or 2 mutated", "IDH1-positive, IDH2-positive"),
    ];
    for (text, states) in table {
        assert_eq!(read(text), states, "{text}");
    }
}

#[test]
fn wider_changes_include_the_position_the_kind_and_what_a_change_is_none_of() {
    let markers = Markers::default();
    let wider = |text: &str| {
        let mention = &markers.read(text)[0];
        let MarkerState::Variant(change) = &mention.states[0] else { panic!("{text}") };
        let mut wider: Vec<String> = markers
            .wider_changes(mention.marker, change)
            .iter()
            .map(|change| change.text().to_owned())
            .collect();
        wider.sort_unstable();
        wider.dedup();
        wider.join(" ")
    };
    assert_eq!(wider("BRAF V600E"), "non-k601e non-v600k v600");
    assert_eq!(wider("BRAF K601E"), "k601 non-v600 non-v600e non-v600k");
    assert_eq!(wider("FLT3 D835Y"), "d835 non-d835h non-d835v tkd");
    assert_eq!(wider("FGFR3 S249C"), "mutation s249");
    assert_eq!(wider("HER2 exon 20 insertion"), "mutation");
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
        let has_degrees = markers.kinds(marker).contains(&"low");
        for state in [Positive, Negative, Low, Zero, Equivocal] {
            // Little of PD-L1 is another state than little of HER2.
            if has_degrees && state == Low {
                continue;
            }
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
    for ([_, _, changes, ..], marker) in TABLE.rows().zip(markers.all()) {
        for change in changes.split('|').filter(|change| !change.is_empty()) {
            let change = change.split_once('(').map_or(change, |(change, _)| change);
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
