//! Which condition of a description has a stage or a marker.

use std::sync::LazyLock;

use jiff::civil::{Date, date};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::description::Description;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
/// The day on which the texts are read.
const TODAY: Date = date(2026, 7, 1);

/// Returns the conditions of a text with their details.
fn conditions(text: &str) -> String {
    let found = Description::read(text, TODAY, &VOCABULARY, &GAZETTEER);
    let with_details = found.conditions.iter().map(|one| {
        let stage = one.stage.as_ref().map(|stage| format!("stage {stage}"));
        let past = one.is_past.then(|| "past".to_owned());
        let name = VOCABULARY.label(one.concept).to_owned();
        let details = stage.into_iter().chain(one.marker_labels(&VOCABULARY)).chain(past);
        std::iter::once(name).chain(details).collect::<Vec<_>>().join(", ")
    });
    with_details.collect::<Vec<_>>().join("; ")
}

fn check(cases: &[(&str, &str)]) {
    let failures: Vec<_> = cases
        .iter()
        .map(|(text, expected)| (text, conditions(text), expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(text, found, expected)| format!("{text}:\n    {found}\n    not {expected}"))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn cancer_is_one_condition_with_its_cells_stage_and_markers() {
    check(&[
        (
            "NSCLC (adenocarcinoma), stage IV, bone and liver mets, PD-L1 80 %, EGFR neg, ALK neg",
            "Non-Small Cell Lung Cancer, stage IV, ALK-negative, EGFR-negative, PD-L1-high",
        ),
        (
            "Stage IIB breast ca ER 90% PR 40% HER2 1+",
            "Breast Cancer, stage IIB, ER-positive, HER2-low, PR-positive",
        ),
        (
            "Breast cancer. Stage IIB. ER+/PR+/HER2-.",
            "Breast Cancer, stage IIB, ER-positive, HER2-negative, PR-positive",
        ),
        (
            "Asthma, ER+/PR+/HER2- breast cancer",
            "Asthma; Breast Cancer, ER-positive, HER2-negative, PR-positive",
        ),
        ("Breast cancer and asthma. HER2 negative.", "Breast Cancer, HER2-negative; Asthma"),
        ("Esophageal cancer, squamous cell carcinoma. Stage III.", "Esophageal Cancer, stage III"),
        ("Colon cancer. The tumor is KRAS G12D.", "Colorectal Cancer, KRAS G12D"),
        ("Prostate cancer with mets to bone, lung and liver", "Prostate Cancer"),
        ("Cáncer de mama RE/RP 95%", "Breast Cancer, ER-positive, PR-positive"),
        (
            "Cáncer de mama, RE 90% RP 0%, HER2 negativo",
            "Breast Cancer, ER-positive, HER2-negative, PR-negative",
        ),
        ("Cáncer de mama RE(+) RP(+)", "Breast Cancer, ER-positive, PR-positive"),
        ("Cáncer de mama con RE positivo y RP negativo", "Breast Cancer, ER-positive, PR-negative"),
        ("RE: positive biopsy. Breast cancer.", "Breast Cancer"),
        ("Breast cancer metastatic to the liver and brain", "Breast Cancer"),
        ("Prostate cancer. Brain and adrenal mets.", "Prostate Cancer"),
        ("Metastatic prostate cancer to lungs and bone", "Prostate Cancer"),
        ("I have adenocarcinoma", "Adenocarcinoma"),
    ]);
}

#[test]
fn two_cancers_keep_their_own_stages_and_markers() {
    check(&[
        (
            "h/o prostate ca stage I 2010; now colon ca stage III, MSS, KRAS G12D",
            "Colorectal Cancer, stage III, KRAS G12D, microsatellite stable; Prostate Cancer, stage I, past",
        ),
        (
            "Breast cancer stage I in 2012, ER positive, cured. Now lung cancer stage IV, EGFR L858R. The tumor is ALK negative.",
            "Lung Cancer, stage IV, ALK-negative, EGFR L858R; Breast Cancer, stage I, ER-positive, past",
        ),
        ("Melanoma stage II and thyroid cancer stage I", "Melanoma, stage II; Thyroid Cancer, stage I"),
        (
            "Rheumatoid arthritis, RF positive, and breast cancer, HER2 positive",
            "Rheumatoid Arthritis, RF-positive; Breast Cancer, HER2-positive",
        ),
    ]);
}

#[test]
fn classification_of_a_tumor_is_its_stage() {
    check(&[
        ("Asthma. Breast cancer, cT2N1M0.", "Asthma; Breast Cancer, stage T2N1M0"),
        ("Rectal cancer pT3 pN0 M0 and lupus", "Colorectal Cancer, stage T3N0M0; Lupus"),
        ("T4N2M1 lung cancer", "Lung Cancer, stage T4N2M1"),
        ("Bladder cancer stage III (T3a N0 M0)", "Bladder Cancer, stage III (T3aN0M0)"),
        ("Breast cancer. Path: ypTis, N1mi", "Breast Cancer, stage TisN1mi"),
        ("Breast cancer. Path: ypTisN0.", "Breast Cancer, stage TisN0"),
        ("Lupus, MRI T2 normal, M1 open", "Lupus"),
    ]);
}

#[test]
fn stage_is_read_in_each_notation() {
    check(&[
        ("Ovarian cancer, stage IIIC1", "Ovarian Cancer, stage IIIC1"),
        ("Ovarian cancer stage III-A", "Ovarian Cancer, stage IIIA"),
        ("Stage: 4 melanoma", "Melanoma, stage 4"),
        ("CKD stage G3bA2 and gout", "Chronic Kidney Disease, stage 3B; Gout"),
        ("Melanoma. At this stage I feel fine.", "Melanoma"),
        ("Lung cancer and asthma, stage II", "Lung Cancer, stage II; Asthma"),
        ("Cáncer de colon, etapa IIIB", "Colorectal Cancer, stage IIIB"),
        ("Ung thư vú giai đoạn IIA", "Breast Cancer, stage IIA"),
    ]);
}
