//! Exactly the searched change comes first, another one is at most related, and the opposite is never a fit.

use waypoint_domain::{fit::Fit, registry_study::RegistryStudy};

use crate::markers::{fitting, search, study};

/// Checks for each search which studies fit, best first.
fn check(studies: &[RegistryStudy], table: &[(&str, &[u32])]) {
    for (words, numbers) in table {
        assert_eq!(fitting(studies, words), *numbers, "{words}");
    }
}

/// Checks for each search which studies fit, in any order.
fn check_unordered(studies: &[RegistryStudy], table: &[(&str, &[u32])]) {
    for (words, numbers) in table {
        let mut found = fitting(studies, words);
        found.sort_unstable();
        assert_eq!(found, *numbers, "{words}");
    }
}

#[test]
fn kinds_of_change_are_variants() {
    let lung = "Non-Small Cell Lung Cancer";
    let studies = [
        study(1, "A drug for MET exon 14 skipping lung cancer", lung, ""),
        study(2, "A drug for MET-amplified lung cancer", lung, ""),
        study(3, "An antibody for c-Met overexpressing lung cancer", lung, ""),
        study(4, "A drug for MET-altered lung cancer", lung, ""),
        study(
            5,
            "A drug for lung cancer",
            lung,
            "Inclusion Criteria:\n* MET exon 14 skipping or MET amplification",
        ),
    ];
    check_unordered(
        &studies,
        &[
            ("MET exon 14 lung cancer", &[1, 4, 5]),
            ("METex14 skipping lung cancer", &[1, 4, 5]),
            ("MET amplification lung cancer", &[2, 4, 5]),
            ("lung cancer with amplification of MET", &[2, 4, 5]),
            ("MET overexpression lung cancer", &[3, 4]),
        ],
    );
    assert_eq!(fitting(&studies, "MET overexpression lung cancer")[0], 3);
    let related = search(&studies, "MET exon 14 lung cancer").studies;
    let amplified = related.iter().find(|found| found.study.nct_id.as_str().ends_with("02"));
    assert!(amplified.is_some_and(|found| found.fit != Fit::All));
    let bile = "Cholangiocarcinoma";
    let studies = [
        study(1, "A drug for FGFR2 fusion-positive cholangiocarcinoma", bile, ""),
        study(2, "A drug for cholangiocarcinoma with FGFR2 mutations", bile, ""),
        study(3, "A drug for cholangiocarcinoma with FGFR2 alterations", bile, ""),
        study(4, "A drug for cholangiocarcinoma with FGFR3 fusions", bile, ""),
    ];
    check(&studies, &[("FGFR2 fusion cholangiocarcinoma", &[1, 3])]);
    check(&studies, &[("cholangiocarcinoma FGFR2 rearrangement", &[1, 3])]);
}

#[test]
fn changes_that_a_study_excepts_are_no_fit() {
    let skin = "Melanoma";
    let studies = [
        study(1, "A drug for BRAF V600E melanoma", skin, ""),
        study(2, "A drug for BRAF V600K melanoma", skin, ""),
        study(3, "A drug for BRAF non-V600 melanoma", skin, ""),
        study(4, "A drug for BRAF V600-mutated melanoma", skin, ""),
        study(5, "A drug for BRAF wild-type melanoma", skin, ""),
        study(6, "A drug for melanoma", skin, ""),
        study(7, "A drug for BRAF V600 wild-type melanoma", skin, ""),
    ];
    check_unordered(
        &studies,
        &[
            ("BRAF V600E melanoma", &[1, 4]),
            ("V600K BRAF mutation melanoma", &[2, 4]),
            ("BRAF non-V600 melanoma", &[3]),
            ("BRAF K601E melanoma", &[3]),
            ("BRAF wild type melanoma", &[5, 6, 7]),
        ],
    );
    assert_eq!(fitting(&studies, "BRAF V600E melanoma")[0], 1);
    let opposite = search(&studies, "BRAF non-V600 melanoma").studies;
    assert!(!opposite.iter().any(|found| found.study.nct_id.as_str().ends_with("04")), "not even related");
    let lung = "Non-Small Cell Lung Cancer";
    let studies = [
        study(1, "A drug for EGFR T790M-positive lung cancer", lung, ""),
        study(2, "A drug for EGFR-mutated, T790M-negative lung cancer", lung, ""),
        study(3, "A drug for EGFR C797S lung cancer", lung, ""),
        study(4, "A drug for EGFR-mutated lung cancer", lung, ""),
    ];
    check_unordered(
        &studies,
        &[
            ("EGFR T790M lung cancer", &[1, 4]),
            ("EGFR C797S lung cancer", &[2, 3, 4]),
            ("EGFR mutation T790M negative lung cancer", &[2, 3, 4]),
        ],
    );
}

#[test]
fn parts_of_a_group_and_of_a_gene_are_variants() {
    let (blood, breast) = ("Acute Myeloid Leukemia", "Breast Cancer");
    let studies = [
        study(1, "A drug for FLT3-ITD acute myeloid leukemia", blood, ""),
        study(2, "A drug for acute myeloid leukemia", blood, "Inclusion Criteria:\n* FLT3-TKD mutation"),
        study(3, "A drug for acute myeloid leukemia", blood, "Inclusion Criteria:\n* FLT3 mutation"),
        study(4, "A drug for IDH1 R132 acute myeloid leukemia", blood, ""),
        study(5, "A drug for IDH2-mutated acute myeloid leukemia", blood, ""),
        study(6, "A drug for acute myeloid leukemia", blood, "Inclusion Criteria:\n* NPM1 mutation"),
        study(7, "A drug for acute myeloid leukemia with IDH1/2 mutations", blood, ""),
    ];
    let fits = |words: &str, number: u32| fitting(&studies, words).contains(&number);
    for (words, first, other) in
        [("FLT3-ITD AML", 1, 2), ("FLT3-TKD AML", 2, 1), ("FLT3 D835Y AML", 2, 1), ("NPM1 mutated AML", 6, 0)]
    {
        let found = fitting(&studies, words);
        assert!(found[0] == first && !found.contains(&other), "{words}: {found:?}");
    }
    assert!(fits("FLT3-ITD AML", 3) && fits("FLT3-TKD AML", 3));
    assert!(fits("IDH1 R132H AML", 4) && fits("IDH1 R132H AML", 7) && !fits("IDH1 R132H AML", 5));
    assert!(fits("IDH2 AML", 5) && fits("IDH2 AML", 7) && !fits("IDH2 AML", 4));
    let studies = [
        study(1, "A drug for BRCA1-mutated breast cancer", breast, ""),
        study(2, "A drug for BRCA2-mutated breast cancer", breast, ""),
        study(3, "A drug for breast cancer", breast, "Inclusion Criteria:\n* Germline BRCA1/2 mutation"),
        study(4, "A drug for BRCA wild-type breast cancer", breast, ""),
    ];
    check_unordered(&studies, &[("BRCA1 breast cancer", &[1, 3]), ("BRCA2 breast cancer", &[2, 3])]);
}

#[test]
fn degrees_are_variants() {
    let breast = "Breast Cancer";
    let studies = [
        study(1, "A drug for HER2-low breast cancer", breast, ""),
        study(2, "A drug for HER2 IHC 0 breast cancer", breast, ""),
        study(3, "A drug for breast cancer", breast, "Inclusion Criteria:\n* HER2 IHC 3+"),
        study(4, "A drug for HER2-negative breast cancer", breast, ""),
    ];
    check_unordered(
        &studies,
        &[
            ("HER2 0 breast cancer", &[2, 4]),
            ("HER2 1+ breast cancer", &[1, 4]),
            ("HER2 3+ breast cancer", &[3]),
            ("HER2 negative breast cancer", &[1, 2, 4]),
        ],
    );
    let lung = "Non-Small Cell Lung Cancer";
    let studies = [
        study(1, "A drug for lung cancer", lung, "Inclusion Criteria:\n* PD-L1 TPS ≥ 50%"),
        study(2, "A drug for lung cancer", lung, "Inclusion Criteria:\n* PD-L1 TPS 1-49%"),
        study(3, "A drug for lung cancer", lung, "Inclusion Criteria:\n* PD-L1 <1%"),
        study(4, "A drug for lung cancer", lung, "Inclusion Criteria:\n* PD-L1 positive"),
    ];
    check_unordered(
        &studies,
        &[
            ("PD-L1 high lung cancer", &[1, 4]),
            ("PD-L1 80% lung cancer", &[1, 4]),
            ("PD-L1 low lung cancer", &[2, 4]),
            ("PD-L1 negative lung cancer", &[3]),
        ],
    );
}

#[test]
fn repair_states_are_opposites() {
    let colon = "Colorectal Cancer";
    let studies = [
        study(1, "A drug for MSI-H colorectal cancer", colon, ""),
        study(2, "A drug for dMMR colorectal cancer", colon, ""),
        study(3, "A drug for microsatellite stable colorectal cancer", colon, ""),
        study(4, "A drug for colorectal cancer", colon, "Inclusion Criteria:\n* MMR-proficient tumor"),
        study(5, "A drug for colorectal cancer", colon, "Exclusion Criteria:\n* MSI-H or dMMR"),
        study(6, "A drug for non-MSI-H colorectal cancer", colon, ""),
    ];
    check_unordered(
        &studies,
        &[
            ("MSI-H colorectal cancer", &[1, 2]),
            ("dMMR colorectal cancer", &[1, 2]),
            ("mismatch repair deficient colorectal cancer", &[1, 2]),
            ("MSS colorectal cancer", &[3, 4, 5, 6]),
            ("pMMR colorectal cancer", &[3, 4, 5, 6]),
            ("not MSI-H colorectal cancer", &[3, 4, 5, 6]),
        ],
    );
}
